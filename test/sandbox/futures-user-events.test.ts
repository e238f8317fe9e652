/** User data events and income of futures: transfers, margin calls, margin modes. */

import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/core/time-units.ts';
import { replayEntry } from '../../src/sandbox/exchange/requests.ts';
import type { JournalEntry } from '../../src/sandbox/journal-entries.ts';
import { engine, type FuturesSetup, NOW, setUpFutures, trader } from './futures-setup.ts';
import { requestJson, requestPublicJson, sendSigned } from './signed-calls.ts';

const symbol = 'BTCUSDT';
const BUY = { symbol, side: 'BUY', type: 'MARKET' };
const TRANSFER = '/sapi/v1/asset/transfer';

interface EmittedEvent {
  readonly e: string;
  readonly E: number;
  readonly cw?: string;
  readonly a?: { readonly m: string; readonly P: readonly Readonly<Record<string, string>>[] };
  readonly p?: readonly Readonly<Record<string, string>>[];
}

function collectEvents({ exchange }: FuturesSetup, name = 'demo'): readonly EmittedEvent[] {
  const emitted: EmittedEvent[] = [];
  exchange.userEvents.subscribe(({ scope, user, payload }) => {
    if (scope === 'usdm' && user.name === name) emitted.push(JSON.parse(payload()));
  });
  return emitted;
}

describe('transfers into and out of a futures wallet', () => {
  it('are income without a symbol, whether or not the futures engine was open before', () => {
    const { exchange } = setUpFutures();
    requestJson(exchange, 'POST', TRANSFER, { type: 'MAIN_CMFUTURE', asset: 'BTC', amount: '0.5' });
    requestJson(exchange, 'POST', TRANSFER, { type: 'CMFUTURE_MAIN', asset: 'BTC', amount: '0.2' });
    const rows = requestJson(exchange, 'GET', '/dapi/v1/income', { incomeType: 'TRANSFER' });
    expect(rows.map((row: Record<string, string>) => [row['symbol'], row['income'], row['asset']])).toEqual([
      ['', '0.50000000', 'BTC'],
      ['', '-0.20000000', 'BTC'],
    ]);
    expect(requestJson(exchange, 'GET', '/dapi/v1/income', { symbol: 'BTCUSD_PERP' })).toEqual([]);
  });

  it('emit the cross wallet balance without the isolated margin', () => {
    const world = setUpFutures();
    const { exchange } = world;
    requestJson(exchange, 'POST', '/fapi/v1/marginType', { symbol, marginType: 'ISOLATED' });
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...BUY, quantity: '1' });
    const emitted = collectEvents(world);
    requestJson(exchange, 'POST', TRANSFER, { type: 'UMFUTURE_MAIN', asset: 'USDT', amount: '100' });
    const { balance, crossWalletBalance } = requestJson(exchange, 'GET', '/fapi/v2/balance')[0];
    expect(Number(crossWalletBalance)).toBeLessThan(Number(balance));
    const row = { a: 'USDT', wb: balance, cw: crossWalletBalance, bc: '-100.00000000' };
    expect(emitted.map(({ a }) => a)).toEqual([{ m: 'WITHDRAW', B: [row], P: [] }]);
  });

  it('have the same income when replayed from the journal', () => {
    const { exchange } = setUpFutures();
    const entries: JournalEntry[] = [];
    exchange.appendEntry = (entry) => void entries.push(entry);
    requestJson(exchange, 'POST', TRANSFER, { type: 'MAIN_UMFUTURE', asset: 'USDT', amount: '100' });
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...BUY, quantity: '0.1' });
    const replayed = setUpFutures(exchange.clock.now()).exchange;
    for (const entry of entries) replayEntry(replayed, entry);
    const incomeOf = (one: typeof exchange) =>
      engine(one, 'usdm')
        .accounts.historyOf(one.accounts.findUser('demo')!)
        .income.map(({ id, kind }) => [id, kind]);
    expect(incomeOf(replayed)).toEqual(incomeOf(exchange));
    expect(incomeOf(exchange)[0]).toEqual([1, 'TRANSFER']);
  });

  it('withdraw at most the maxWithdrawAmount of the account, also after a loss', () => {
    const { exchange, pass } = setUpFutures(NOW, 1, { marketModel: 1 });
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...BUY, side: 'SELL', quantity: '20' });
    const usdt = () =>
      requestJson(exchange, 'GET', '/fapi/v2/balance').find(
        (row: Record<string, string>) => row['asset'] === 'USDT',
      );
    for (let hours = 0; hours < 72 && Number(usdt().crossUnPnl) > -20_000; hours += 1) pass(DAY_MS / 24);
    expect(Number(usdt().crossUnPnl)).toBeLessThanOrEqual(-20_000);
    const most = usdt().maxWithdrawAmount;
    const send = (amount: string) =>
      JSON.parse(
        sendSigned(exchange, 'POST', TRANSFER, { type: 'UMFUTURE_MAIN', asset: 'USDT', amount }).body,
      ).code;
    expect(send((Number(most) + 1).toFixed(8))).toBe(-3020);
    expect(send(most)).toBeUndefined();
    expect(Number(usdt().maxWithdrawAmount)).toBe(0);
  });

  it('become margin of cross positions', () => {
    const ends = [0n, 9_000n].map((more) => {
      const { exchange, pass } = setUpFutures(NOW, 1, { marketModel: 1 });
      const { user, keys } = trader(exchange, 'bold', 'usdm', 'USDT', 700n * 100_000_000n);
      const { accounts } = exchange;
      accounts.ledger.transfer('USDT', 9_000n * 100_000_000n, accounts.outside, user.account);
      accounts.addKey({
        apiKey: 'w'.repeat(64),
        user,
        kind: 'HMAC',
        secret: keys.apiSecret,
        permissions: new Set(['reading', 'transfers']),
      });
      requestJson(exchange, 'POST', '/fapi/v1/leverage', { symbol, leverage: 100 }, keys);
      requestJson(exchange, 'POST', '/fapi/v1/order', { ...BUY, quantity: '0.6' }, keys);
      if (more > 0n) {
        const sent = { type: 'MAIN_UMFUTURE', asset: 'USDT', amount: String(more) };
        requestJson(exchange, 'POST', TRANSFER, sent, { ...keys, apiKey: 'w'.repeat(64) });
      }
      pass(20 * DAY_MS);
      return requestJson(exchange, 'GET', '/fapi/v2/positionRisk', { symbol }, keys)[0].positionAmt;
    });
    expect(ends).toEqual(['0.000', '0.600']);
  });
});

describe('a margin call', () => {
  it.each(['CROSSED', 'ISOLATED'])('of %s margin is emitted once, before the liquidation', (marginType) => {
    const world = setUpFutures(NOW, 1, { marketModel: 1 });
    const { exchange, pass } = world;
    const { keys } = trader(exchange, 'bold', 'usdm', 'USDT', 700n * 100_000_000n);
    const emitted = collectEvents(world, 'bold');
    requestJson(exchange, 'POST', '/fapi/v1/leverage', { symbol, leverage: 100 }, keys);
    if (marginType === 'ISOLATED')
      requestJson(exchange, 'POST', '/fapi/v1/marginType', { symbol, marginType }, keys);
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...BUY, quantity: '0.6' }, keys);
    pass(60 * DAY_MS);
    const calls = emitted.filter(({ e }) => e === 'MARGIN_CALL');
    expect(calls).toHaveLength(1);
    const [{ E, p, cw }] = calls as [EmittedEvent];
    const cleared = emitted.find(({ a }) => a?.m === 'INSURANCE_CLEAR')!;
    expect(E).toBeLessThan(cleared.E);
    const [position] = p!;
    expect(position).toMatchObject({ s: symbol, ps: 'BOTH', pa: '0.600', mt: marginType });
    const balance = Number(marginType === 'CROSSED' ? cw : position!['iw']) + Number(position!['up']);
    const ratio = Number(position!['mm']) / balance;
    expect(ratio).toBeGreaterThanOrEqual(0.8);
    expect(ratio).toBeLessThan(1);
  });
});

describe('a triggered stop order', () => {
  it('emits a rejection with the reason if the margin is insufficient', () => {
    const world = setUpFutures();
    const { exchange, pass } = world;
    const { keys } = trader(exchange, 'poor', 'usdm', 'USDT', 50n * 100_000_000n);
    const emitted = collectEvents(world, 'poor');
    const { markPrice } = requestPublicJson(exchange, '/fapi/v1/premiumIndex?symbol=BTCUSDT');
    const stop = { ...BUY, side: 'SELL', type: 'STOP_MARKET', quantity: '0.1' };
    const stopPrice = (Number(markPrice) * 0.99).toFixed(1);
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...stop, stopPrice }, keys);
    pass(60 * DAY_MS);
    const or = { s: symbol, i: 1, r: 'Margin is insufficient.' };
    expect(emitted.find(({ e }) => e === 'CONDITIONAL_ORDER_TRIGGER_REJECT')).toMatchObject({ or });
    expect(requestJson(exchange, 'GET', '/fapi/v1/allOrders', { symbol, orderId: 1 }, keys)).toEqual([]);
  });
});

describe('a fill', () => {
  it('emits TRADE_LITE before its ORDER_TRADE_UPDATE', () => {
    const world = setUpFutures();
    const emitted = collectEvents(world);
    requestJson(world.exchange, 'POST', '/fapi/v1/order', { ...BUY, quantity: '0.001' });
    expect(emitted.map(({ e }) => e)).toEqual([
      'ORDER_TRADE_UPDATE',
      'TRADE_LITE',
      'ORDER_TRADE_UPDATE',
      'ACCOUNT_UPDATE',
    ]);
    expect(emitted[1]).toMatchObject({ s: symbol, q: '0.001', l: '0.001', m: false, S: 'BUY', i: 1 });
  });
});

describe('a margin mode', () => {
  it('emits the positions of the contract when it is changed', () => {
    const world = setUpFutures();
    const emitted = collectEvents(world);
    requestJson(world.exchange, 'POST', '/fapi/v1/marginType', { symbol, marginType: 'ISOLATED' });
    expect(emitted.map(({ e, a }) => [e, a!.m, a!.P.map(({ s, ps, mt }) => [s, ps, mt])])).toEqual([
      ['ACCOUNT_UPDATE', 'MARGIN_TYPE_CHANGE', [[symbol, 'BOTH', 'isolated']]],
    ]);
  });
});

describe('funding', () => {
  it('is not paid for a funding time before the position was opened', () => {
    const { exchange, pass } = setUpFutures();
    const sell = { ...BUY, side: 'SELL' };
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...BUY, quantity: '0.1' });
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...sell, quantity: '0.1' });
    pass(DAY_MS);
    const openedAt = exchange.clock.now();
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...BUY, quantity: '0.1' });
    pass(DAY_MS);
    const paid: readonly { readonly time: number }[] = requestJson(exchange, 'GET', '/fapi/v1/income', {
      incomeType: 'FUNDING_FEE',
    });
    expect(paid.map(({ time }) => time > openedAt)).toEqual([true, true, true]);
  });
});
