/** Positions, rewards and redemptions of simple earn agree with the subscriptions and the ledger. */
import { expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/time-units.ts';
import { replayEntry } from '../../../src/sandbox/exchange/requests.ts';
import type { JournalEntry } from '../../../src/sandbox/journal-entries.ts';
import { setUpFutures } from '../futures-setup.ts';
import { requestJson, sendSigned } from '../signed-calls.ts';

type Params = Readonly<Record<string, string | number>>;
type Exchange = ReturnType<typeof setUpFutures>['exchange'];

const ROOT = '/sapi/v1/simple-earn';
const USDT = { productId: 'USDT001' };

const get = (exchange: Exchange, path: string, params: Params = {}) =>
  requestJson(exchange, 'GET', `${ROOT}/${path}`, params);
const post = (exchange: Exchange, path: string, params: Params) =>
  requestJson(exchange, 'POST', `${ROOT}/${path}`, params);
const free = (exchange: Exchange, asset: string): bigint =>
  exchange.accounts.findUser('demo')!.account.balances.get(asset)!.free;

it('the amount of a flexible position is what was subscribed and earned, less what was redeemed', () => {
  const { exchange, pass } = setUpFutures();
  post(exchange, 'flexible/subscribe', { ...USDT, amount: '1000' });
  pass(5 * DAY_MS);
  post(exchange, 'flexible/redeem', { ...USDT, amount: '100' });
  const [position] = get(exchange, 'flexible/position').rows;
  const rewards = get(exchange, 'flexible/history/rewardsRecord', { type: 'ALL' }).rows;
  const earned = rewards.reduce((sum: number, row: { rewards: string }) => sum + Number(row.rewards), 0);
  expect(rewards.length).toBe(4);
  expect(Number(position.totalAmount)).toBeCloseTo(900 + earned, 7);
  expect(Number(position.cumulativeTotalRewards)).toBeCloseTo(earned, 7);
  const [redemption] = get(exchange, 'flexible/history/redemptionRecord').rows;
  expect(redemption).toMatchObject({ amount: '100.00000000', destAccount: 'SPOT', projectId: 'USDT001' });
});

it('interest is paid out once automatic resubscription is off', () => {
  const { exchange, pass } = setUpFutures();
  post(exchange, 'flexible/subscribe', { ...USDT, amount: '1000' });
  post(exchange, 'flexible/setAutoSubscribe', { ...USDT, autoSubscribe: 'false' });
  expect(get(exchange, 'flexible/position').rows[0].autoSubscribe).toBe(false);
  const before = free(exchange, 'USDT');
  pass(3 * DAY_MS);
  expect(get(exchange, 'flexible/position').rows[0].totalAmount).toBe('1000.00000000');
  expect(free(exchange, 'USDT')).toBeGreaterThan(before);
});

it('a locked position that is redeemed early returns its amount without the interest', () => {
  const { exchange, pass } = setUpFutures();
  const before = free(exchange, 'BNB');
  const { positionId } = post(exchange, 'locked/subscribe', { projectId: 'Bnb*90', amount: '10' });
  pass(4 * DAY_MS);
  const [position] = get(exchange, 'locked/position').rows;
  expect(String(position.positionId)).toBe(positionId);
  expect(Number(position.redeemAmountEarly)).toBeCloseTo(10 - Number(position.rewardAmt), 8);
  expect(Number(position.rewardAmt)).toBeGreaterThan(0);
  post(exchange, 'locked/redeem', { positionId });
  expect(free(exchange, 'BNB')).toBe(before);
  expect(get(exchange, 'locked/position').rows).toEqual([]);
  expect(get(exchange, 'locked/history/redemptionRecord').rows).toMatchObject([
    { positionId: position.positionId, amount: position.redeemAmountEarly },
  ]);
  const again = sendSigned(exchange, 'POST', `${ROOT}/locked/redeem`, { positionId });
  expect(JSON.parse(again.body).code).toBe(-9000);
  for (const [asset, total] of exchange.accounts.ledger.totals()) expect(total, asset).toBe(0n);
});

it('a locked position with automatic resubscription switched off is paid back at the end of its term', () => {
  const { exchange, pass } = setUpFutures();
  const before = free(exchange, 'SOL');
  const { positionId } = post(exchange, 'locked/subscribe', { projectId: 'Sol*15', amount: '10' });
  post(exchange, 'locked/setAutoSubscribe', { positionId, autoSubscribe: 'false' });
  pass(20 * DAY_MS);
  expect(get(exchange, 'locked/position').rows).toEqual([]);
  expect(free(exchange, 'SOL')).toBeGreaterThan(before);
});

it('the quota of a locked product shrinks by what is locked', () => {
  const { exchange } = setUpFutures();
  const left = () =>
    Number(get(exchange, 'locked/personalLeftQuota', { projectId: 'Bnb*90' }).leftPersonalQuota);
  const before = left();
  post(exchange, 'locked/subscribe', { projectId: 'Bnb*90', amount: '2' });
  expect(before - left()).toBeCloseTo(2, 8);
});

it('earn has the same results when replayed from the journal', () => {
  const { exchange, pass } = setUpFutures();
  const entries: JournalEntry[] = [];
  exchange.appendEntry = (entry) => void entries.push(entry);
  post(exchange, 'flexible/subscribe', { ...USDT, amount: '1000' });
  const { positionId } = post(exchange, 'locked/subscribe', { projectId: 'Bnb*90', amount: '10' });
  pass(4 * DAY_MS);
  post(exchange, 'flexible/setAutoSubscribe', { ...USDT, autoSubscribe: 'false' });
  post(exchange, 'locked/redeem', { positionId });
  const replayed = setUpFutures(exchange.clock.now());
  for (const entry of entries) replayEntry(replayed.exchange, entry);
  for (const path of ['account', 'flexible/position', 'locked/history/rewardsRecord'])
    expect(get(replayed.exchange, path)).toEqual(get(exchange, path));
});
