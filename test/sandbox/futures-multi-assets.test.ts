/** Multi-assets mode of USD-M futures: joint margin, its rules, its liquidation, and commission paid in BNB. */

import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/core/time-units.ts';
import { assetIndexes } from '../../src/sandbox/engine/futures/asset-index.ts';
import { replayEntry } from '../../src/sandbox/exchange/requests.ts';
import type { JournalEntry } from '../../src/sandbox/journal-entries.ts';
import { engine, type FuturesSetup, setUpFutures, trader } from './futures-setup.ts';
import { type Credentials, requestJson, sendSigned } from './signed-calls.ts';

const MODE = '/fapi/v1/multiAssetsMargin';
const ORDER = '/fapi/v1/order';
const symbol = 'BTCUSDT';
const ONE = 100_000_000n;
const BUY = { symbol, side: 'BUY', type: 'MARKET', newOrderRespType: 'RESULT' };

type Exchange = FuturesSetup['exchange'];

const SWITCH_ON = { multiAssetsMargin: 'true' };
const SWITCH_OFF = { multiAssetsMargin: 'false' };

function codeOf(
  exchange: Exchange,
  path: string,
  params: Readonly<Record<string, string | number>>,
  keys?: Credentials,
): number | undefined {
  return JSON.parse(sendSigned(exchange, 'POST', path, { ...params }, keys).body).code;
}

/** Sets up a user with ETH but no USDT in the futures wallet, in multi-assets mode. */
function setUpHolderOfCoins(amount = 10n * ONE) {
  const world = setUpFutures();
  const { keys, user } = trader(world.exchange, 'coins', 'usdm', 'ETH', amount);
  requestJson(world.exchange, 'POST', MODE, SWITCH_ON, keys);
  return { ...world, keys, user };
}

function rateOf(exchange: Exchange, asset: string): { readonly index: number; readonly bid: number } {
  const { market } = engine(exchange, 'usdm');
  const row = assetIndexes(market, exchange.clock.now()).find((one) => one.symbol === `${asset}USD`)!;
  return { index: Number(row.index) / 1e8, bid: Number(row.bid) / 1e8 };
}

function markOf(exchange: Exchange): number {
  const { market } = engine(exchange, 'usdm');
  const contract = market.find(symbol, exchange.clock.now())!;
  return market.lastTicks(contract, exchange.clock.now()) / 10 ** contract.market.tickDecimals;
}

function assetRow(exchange: Exchange, asset: string, keys: Credentials) {
  const { assets } = requestJson(exchange, 'GET', '/fapi/v2/account', {}, keys);
  return assets.find((row: { asset: string }) => row.asset === asset);
}

describe('the switch of multi-assets mode', () => {
  it('is off by default, and rejects the setting that it has', () => {
    const { exchange } = setUpFutures();
    expect(requestJson(exchange, 'GET', MODE)).toEqual({ multiAssetsMargin: false });
    expect(codeOf(exchange, MODE, SWITCH_OFF)).toBe(-4171);
    expect(requestJson(exchange, 'POST', MODE, SWITCH_ON)).toEqual({ code: 200, msg: 'success' });
    expect(requestJson(exchange, 'GET', MODE)).toEqual({ multiAssetsMargin: true });
    expect(codeOf(exchange, MODE, SWITCH_ON)).toBe(-4171);
    for (const path of ['/fapi/v2/account', '/fapi/v1/accountConfig'])
      expect(requestJson(exchange, 'GET', path).multiAssetsMargin, path).toBe(true);
  });

  it('is rejected with a contract of isolated margin, and then isolated margin is rejected', () => {
    const { exchange } = setUpFutures();
    const isolated = { symbol, marginType: 'ISOLATED' };
    requestJson(exchange, 'POST', '/fapi/v1/marginType', isolated);
    expect(codeOf(exchange, MODE, SWITCH_ON)).toBe(-4167);
    requestJson(exchange, 'POST', '/fapi/v1/marginType', { symbol, marginType: 'CROSSED' });
    requestJson(exchange, 'POST', MODE, SWITCH_ON);
    expect(codeOf(exchange, '/fapi/v1/marginType', isolated)).toBe(-4168);
  });

  it('is rejected with open orders', () => {
    const { exchange } = setUpFutures();
    const order = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01' };
    requestJson(exchange, 'POST', ORDER, { ...order, price: (markOf(exchange) * 0.97).toFixed(1) });
    expect(codeOf(exchange, MODE, SWITCH_ON)).toBe(-4170);
  });

  it('stays on while the margin of one asset does not carry the positions', () => {
    const { exchange, keys } = setUpHolderOfCoins();
    requestJson(exchange, 'POST', ORDER, { ...BUY, quantity: '0.1' }, keys);
    // The commission is a debt of USDT, so the wallet balance is below 0.
    expect(codeOf(exchange, MODE, SWITCH_OFF, keys)).toBe(-4172);
    const { accounts } = exchange;
    const wallet = accounts.walletOf(accounts.findUser('coins')!, 'UMFUTURE');
    requestJson(exchange, 'POST', ORDER, { ...BUY, side: 'SELL', quantity: '0.1' }, keys);
    // The debt is covered by ETH, which is not sold for it.
    const { free, locked } = wallet.balances.get('ETH')!;
    expect([free + locked, locked > 0n]).toEqual([10n * ONE, true]);
  });

  it('is rejected when USDT alone is too little margin for the positions', () => {
    const { exchange, keys, user } = setUpHolderOfCoins();
    const { accounts } = exchange;
    const wallet = accounts.walletOf(user, 'UMFUTURE');
    accounts.ledger.transfer('USDT', 100n * ONE, accounts.outside, wallet);
    requestJson(exchange, 'POST', ORDER, { ...BUY, quantity: '0.1' }, keys);
    expect(codeOf(exchange, MODE, SWITCH_OFF, keys)).toBe(-4169);
  });

  it('is reported to the user stream', () => {
    const { exchange } = setUpFutures();
    const events: unknown[] = [];
    exchange.userEvents.subscribe(({ scope, payload }) => {
      if (scope === 'usdm') events.push(JSON.parse(payload()));
    });
    requestJson(exchange, 'POST', MODE, SWITCH_ON);
    expect(events).toEqual([
      { e: 'ACCOUNT_CONFIG_UPDATE', E: expect.any(Number), T: expect.any(Number), ai: { j: true } },
    ]);
  });
});

describe('the joint margin', () => {
  it('is every margin asset at its bid rate', () => {
    const { exchange, keys } = setUpHolderOfCoins();
    const account = requestJson(exchange, 'GET', '/fapi/v2/account', {}, keys);
    const { bid, index } = rateOf(exchange, 'ETH');
    expect(bid).toBeCloseTo(index * 0.95, 6);
    expect(Number(account.totalWalletBalance)).toBeCloseTo(10 * bid, 4);
    expect(Number(account.availableBalance)).toBeCloseTo(10 * bid, 4);
    expect(Number(assetRow(exchange, 'USDT', keys).availableBalance)).toBeCloseTo(10 * bid, 4);
    expect(Number(assetRow(exchange, 'ETH', keys).maxWithdrawAmount)).toBeCloseTo(10, 6);
  });

  it('carries an order that USDT alone would not', () => {
    const { exchange, keys } = setUpHolderOfCoins();
    expect(codeOf(exchange, ORDER, { ...BUY, quantity: '0.1' }, keys)).toBeUndefined();
    const { keys: single } = trader(exchange, 'single', 'usdm', 'ETH', 10n * ONE);
    expect(codeOf(exchange, ORDER, { ...BUY, quantity: '0.1' }, single)).toBe(-2019);
  });

  it('rejects an order that all assets together do not carry', () => {
    const { exchange, keys } = setUpHolderOfCoins();
    const value = Number(requestJson(exchange, 'GET', '/fapi/v2/account', {}, keys).availableBalance);
    const price = markOf(exchange);
    const most = (value * 20) / price;
    expect(codeOf(exchange, ORDER, { ...BUY, quantity: (most * 1.1).toFixed(3) }, keys)).toBe(-2019);
    expect(codeOf(exchange, ORDER, { ...BUY, quantity: (most * 0.9).toFixed(3) }, keys)).toBeUndefined();
  });

  it('keeps in the wallet what positions need of the coins', () => {
    const { exchange, keys, user } = setUpHolderOfCoins();
    const { engines } = exchange;
    expect(engines.maxTransferable(user, 'UMFUTURE', 'ETH')).toBe(10n * ONE);
    requestJson(exchange, 'POST', ORDER, { ...BUY, quantity: '0.5' }, keys);
    const { totalInitialMargin } = requestJson(exchange, 'GET', '/fapi/v2/account', {}, keys);
    const left = Number(engines.maxTransferable(user, 'UMFUTURE', 'ETH')) / 1e8;
    expect(left).toBeLessThan(10 - Number(totalInitialMargin) / rateOf(exchange, 'ETH').index);
    expect(left).toBeGreaterThan(0);
    requestJson(exchange, 'POST', ORDER, { ...BUY, side: 'SELL', quantity: '0.5' }, keys);
    // Commissions are a debt of USDT, which the coins cover.
    expect(Number(engines.maxTransferable(user, 'UMFUTURE', 'ETH')) / 1e8).toBeGreaterThan(9.9);
  });

  it('is watched at the prices of the coins, which a liquidation sells', () => {
    const { exchange, keys, user, pass } = setUpHolderOfCoins();
    const { accounts, market } = engine(exchange, 'usdm');
    requestJson(exchange, 'POST', '/fapi/v1/leverage', { symbol, leverage: 100 }, keys);
    const quantity = (240_000 / markOf(exchange)).toFixed(3);
    requestJson(exchange, 'POST', ORDER, { ...BUY, quantity }, keys);
    const [position] = accounts.positions.openPositions(user, 'USDT');
    const opened = { ...position! };
    let dollars = accounts.wallet.walletBalance(user, 'USDT');
    for (let hours = 0; hours < 4000 && position!.lots !== 0; hours += 1) {
      dollars = accounts.wallet.walletBalance(user, 'USDT');
      pass(HOUR_MS);
    }
    const { income } = accounts.historyOf(user);
    const records = income.filter(() => true);
    const end = records.find(({ kind }) => kind === 'INSURANCE_CLEAR')!.time;
    // Funding of the last hour is part of the margin too.
    for (const { kind, amount, time } of records)
      if (kind === 'FUNDING_FEE' && time > exchange.clock.now() - HOUR_MS) dollars += amount;
    const leftAt = (at: number) => {
      const { bid } = assetIndexes(market, at).find((one) => one.symbol === 'ETHUSD')!;
      const { unrealized, maintenance } = accounts.valuePosition(opened, at);
      return dollars + 10n * bid + unrealized - maintenance;
    };
    expect(leftAt(end)).toBeLessThanOrEqual(0n);
    expect(leftAt(end - 1)).toBeGreaterThan(0n);
    expect(records.some(({ kind, asset }) => kind === 'AUTO_EXCHANGE' && asset === 'ETH')).toBe(true);
    expect(accounts.wallet.walletBalance(user, 'USDT')).toBeGreaterThanOrEqual(0n);
    for (const [asset, total] of exchange.accounts.ledger.totals()) expect(total, asset).toBe(0n);
  });

  it('does not liquidate a position that the margin of USDT alone would', () => {
    const { exchange, pass } = setUpFutures();
    const joint = trader(exchange, 'joint', 'usdm', 'USDT', 1_000n * ONE);
    const single = trader(exchange, 'single', 'usdm', 'USDT', 1_000n * ONE);
    const ledger = exchange.accounts;
    for (const { user, keys } of [joint, single]) {
      const wallet = ledger.walletOf(user, 'UMFUTURE');
      ledger.ledger.transfer('USDC', 500_000n * ONE, ledger.outside, wallet);
      if (user === joint.user) requestJson(exchange, 'POST', MODE, SWITCH_ON, keys);
      requestJson(exchange, 'POST', '/fapi/v1/leverage', { symbol, leverage: 100 }, keys);
      requestJson(
        exchange,
        'POST',
        ORDER,
        { ...BUY, quantity: (80_000 / markOf(exchange)).toFixed(3) },
        keys,
      );
    }
    const { accounts } = engine(exchange, 'usdm');
    const held = ({ user }: typeof joint) => accounts.positions.openPositions(user, 'USDT').length;
    for (let hours = 0; hours < 4000 && held(single) === 1; hours += 1) pass(HOUR_MS);
    expect([held(single), held(joint)]).toEqual([0, 1]);
  });

  it('pays a debt of more than 10,000 USDT by selling other assets', () => {
    const { exchange } = setUpFutures();
    const { keys, user } = trader(exchange, 'rich', 'usdm', 'USDC', 500_000n * ONE);
    requestJson(exchange, 'POST', MODE, SWITCH_ON, keys);
    const { wallet } = engine(exchange, 'usdm').accounts;
    const exchanges = () =>
      requestJson(exchange, 'GET', '/fapi/v1/income', { incomeType: 'AUTO_EXCHANGE' }, keys);
    let lowest = 0n;
    for (let trades = 0; trades < 40 && exchanges().length === 0; trades += 1) {
      const balance = wallet.walletBalance(user, 'USDT');
      if (balance < lowest) lowest = balance;
      requestJson(
        exchange,
        'POST',
        ORDER,
        { ...BUY, side: trades % 2 === 0 ? 'BUY' : 'SELL', quantity: '10' },
        keys,
      );
    }
    expect(lowest).toBeGreaterThanOrEqual(-10_000n * ONE);
    expect(lowest).toBeLessThan(-8_000n * ONE);
    const [sold, bought] = exchanges();
    expect([sold.asset, bought.asset]).toEqual(['USDC', 'USDT']);
    expect(Number(bought.income)).toBeGreaterThan(10_000);
    expect(-Number(sold.income) * rateOf(exchange, 'USDC').bid).toBeCloseTo(Number(bought.income), 6);
    expect(wallet.walletBalance(user, 'USDC')).toBe(500_000n * ONE + BigInt(sold.income.replace('.', '')));
    for (const [asset, total] of exchange.accounts.ledger.totals()) expect(total, asset).toBe(0n);
  });

  it('has the same results when replayed from the journal', () => {
    const { exchange, pass } = setUpFutures();
    const entries: JournalEntry[] = [];
    exchange.appendEntry = (entry) => void entries.push(entry);
    requestJson(exchange, 'POST', MODE, SWITCH_ON);
    requestJson(exchange, 'POST', '/fapi/v1/feeBurn', { feeBurn: 'true' });
    requestJson(exchange, 'POST', ORDER, { ...BUY, quantity: '3' });
    pass(3 * DAY_MS);
    requestJson(exchange, 'POST', ORDER, { ...BUY, side: 'SELL', quantity: '1' });
    const replayed = setUpFutures(exchange.clock.now());
    for (const entry of entries) replayEntry(replayed.exchange, entry);
    for (const path of ['/fapi/v2/account', '/fapi/v2/balance', '/fapi/v1/feeBurn'])
      expect(requestJson(replayed.exchange, 'GET', path)).toEqual(requestJson(exchange, 'GET', path));
  });
});

describe('commission in BNB', () => {
  it('is 10 % less, at the index of BNB, while the futures wallet has it', () => {
    const { exchange } = setUpFutures();
    const { keys, user } = trader(exchange, 'burner', 'usdm', 'USDT', 100_000n * ONE);
    const { accounts } = exchange;
    accounts.ledger.transfer('BNB', ONE / 10n, accounts.outside, accounts.walletOf(user, 'UMFUTURE'));
    expect(requestJson(exchange, 'GET', '/fapi/v1/feeBurn', {}, keys)).toEqual({ feeBurn: false });
    requestJson(exchange, 'POST', '/fapi/v1/feeBurn', { feeBurn: 'true' }, keys);
    expect(requestJson(exchange, 'GET', '/fapi/v1/feeBurn', {}, keys)).toEqual({ feeBurn: true });
    requestJson(exchange, 'POST', ORDER, { ...BUY, quantity: '0.1' }, keys);
    const trades = () => requestJson(exchange, 'GET', '/fapi/v1/userTrades', { symbol }, keys);
    for (const { commission, commissionAsset, quoteQty } of trades()) {
      expect(commissionAsset).toBe('BNB');
      expect(Number(commission)).toBeCloseTo(
        (Number(quoteQty) * 0.0005 * 0.9) / rateOf(exchange, 'BNB').index,
        7,
      );
    }
    const [income] = requestJson(exchange, 'GET', '/fapi/v1/income', { incomeType: 'COMMISSION' }, keys);
    expect(income).toMatchObject({ asset: 'BNB', symbol });
    requestJson(exchange, 'POST', ORDER, { ...BUY, quantity: '5' }, keys);
    // The BNB of the wallet is used up before the order is filled.
    const assets: readonly { readonly commissionAsset: string }[] = trades();
    expect(assets.some(({ commissionAsset }) => commissionAsset === 'USDT')).toBe(true);
  });
});
