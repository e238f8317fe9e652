/** Futures orders and positions by HTTP calls: fields, order types, margin, funding and liquidation. */

import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/core/time-units.ts';
import { replayEntry } from '../../src/sandbox/exchange/requests.ts';
import type { JournalEntry } from '../../src/sandbox/journal-entries.ts';
import { engine, NOW, setUpFutures, trader } from './futures-setup.ts';
import { requestJson, sendSigned } from './signed-calls.ts';

const ORDER =
  'orderId:i symbol:s clientOrderId:s cumQty:d cumQuote:d avgPrice:d executedQty:d origQty:d price:d reduceOnly:b side:s positionSide:s status:s stopPrice:d closePosition:b timeInForce:s type:s origType:s updateTime:i workingType:s priceProtect:b priceMatch:s selfTradePreventionMode:s goodTillDate:i';
const names = (fields: string) => fields.split(' ').map((field) => field.split(':')[0]!);

function expectRecord(record: Record<string, unknown>, fields: string) {
  expect(Object.keys(record).sort()).toEqual([...names(fields)].sort());
  for (const field of fields.split(' ')) {
    const [name, form] = field.split(':') as [string, string];
    const value = record[name];
    if (form === 'd') expect(value, name).toMatch(/^-?\d+(\.\d+)?$/);
    else if (form === 'i') expect(Number.isSafeInteger(value), name).toBe(true);
    else if (form === 'a') expect(Array.isArray(value), name).toBe(true);
    else expect(typeof value, name).toBe(form === 'b' ? 'boolean' : 'string');
  }
}

const BUY = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.5', newOrderRespType: 'RESULT' };

/** Returns the last price moved by a percentage, with one decimal. */
function priceAt(exchange: ReturnType<typeof setUpFutures>['exchange'], percent: number): string {
  const { market } = engine(exchange, 'usdm');
  const ticks = market.lastTicks(market.find('BTCUSDT', exchange.clock.now())!, exchange.clock.now());
  return (Math.round(ticks * (1 + percent / 100)) / 10).toFixed(1);
}

describe('orders of futures', () => {
  it('have all fields when placed, queried, listed and cancelled', () => {
    const { exchange } = setUpFutures();
    const order = requestJson(exchange, 'POST', '/fapi/v1/order', BUY);
    expectRecord(order, ORDER);
    expect(order).toMatchObject({ status: 'FILLED', executedQty: '0.500', type: 'MARKET' });
    const query = ORDER.replace('cumQty:d ', '').concat(' time:i');
    expectRecord(requestJson(exchange, 'GET', '/fapi/v1/order', { symbol: 'BTCUSDT', orderId: 1 }), query);
    expectRecord(requestJson(exchange, 'GET', '/fapi/v1/allOrders', { symbol: 'BTCUSDT' })[0], query);
    const resting = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '1' };
    const { orderId, status } = requestJson(exchange, 'POST', '/fapi/v1/order', {
      ...resting,
      price: priceAt(exchange, -4),
    });
    expect(status).toBe('NEW');
    expectRecord(requestJson(exchange, 'GET', '/fapi/v1/openOrders')[0], query);
    const cancelled = requestJson(exchange, 'DELETE', '/fapi/v1/order', { symbol: 'BTCUSDT', orderId });
    expectRecord(cancelled, ORDER.replace('avgPrice:d ', ''));
    expect(cancelled.status).toBe('CANCELED');
    expect(requestJson(exchange, 'GET', '/fapi/v1/openOrders')).toEqual([]);
  });

  it('have an order limit per second, and none per ten seconds', () => {
    const { exchange, clock } = setUpFutures();
    for (let placed = 0; placed < 302; placed += 1) {
      if (placed === 151) clock.move(1000);
      const order = { ...BUY, side: placed % 2 === 0 ? 'BUY' : 'SELL', quantity: '0.01' };
      expect(requestJson(exchange, 'POST', '/fapi/v1/order', order).status).toBe('FILLED');
    }
  });

  it('have all fields on coin-margined futures and are valued in coins', () => {
    const { exchange } = setUpFutures();
    const order = requestJson(exchange, 'POST', '/dapi/v1/order', {
      symbol: 'BTCUSD_PERP',
      side: 'SELL',
      type: 'MARKET',
      quantity: '100',
      newOrderRespType: 'RESULT',
    });
    const coin = ORDER.replace('cumQuote', 'cumBase').replace(
      ' priceMatch:s selfTradePreventionMode:s goodTillDate:i',
      ' pair:s',
    );
    expectRecord(order, coin);
    expect(Number(order.cumBase)).toBeCloseTo(10_000 / Number(order.avgPrice), 7);
    const [income] = requestJson(exchange, 'GET', '/dapi/v1/income');
    expectRecord(income, 'symbol:s incomeType:s income:d asset:s info:s time:i tranId:i tradeId:s');
    expect(income).toMatchObject({ incomeType: 'COMMISSION', asset: 'BTC' });
    expectRecord(
      requestJson(exchange, 'GET', '/dapi/v1/userTrades', { symbol: 'BTCUSD_PERP' })[0],
      'symbol:s id:i orderId:i pair:s side:s price:d qty:d realizedPnl:d marginAsset:s baseQty:d commission:d commissionAsset:s time:i positionSide:s buyer:b maker:b',
    );
    const [risk] = requestJson(exchange, 'GET', '/dapi/v1/positionRisk', { pair: 'BTCUSD' });
    expectRecord(
      risk,
      'symbol:s positionAmt:d entryPrice:d breakEvenPrice:d markPrice:d unRealizedProfit:d liquidationPrice:d leverage:d maxQty:d marginType:s isolatedMargin:d isAutoAddMargin:s positionSide:s notionalValue:d isolatedWallet:d updateTime:i',
    );
    expect(risk.positionAmt).toBe('-100');
  });

  it('rest until market trades touch them, and fill as maker at their own price', () => {
    const { exchange, pass } = setUpFutures();
    const price = priceAt(exchange, -0.5);
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...BUY, type: 'LIMIT', timeInForce: 'GTX', price });
    pass(60 * DAY_MS);
    const order = requestJson(exchange, 'GET', '/fapi/v1/order', { symbol: 'BTCUSDT', orderId: 1 });
    expect(order).toMatchObject({ status: 'FILLED', avgPrice: `${price}0000000` });
    const [trade] = requestJson(exchange, 'GET', '/fapi/v1/userTrades', { symbol: 'BTCUSDT', fromId: 0 });
    expectRecord(
      trade,
      'buyer:b commission:d commissionAsset:s id:i maker:b orderId:i price:d qty:d quoteQty:d realizedPnl:d side:s positionSide:s symbol:s time:i',
    );
    expect(trade.maker).toBe(true);
    expect(Number(trade.commission)).toBeCloseTo(Number(trade.quoteQty) * 0.0002, 7);
  });

  it.each([
    ['STOP_MARKET', 'SELL', -1, { workingType: 'CONTRACT_PRICE' }],
    ['STOP_MARKET', 'BUY', 1, { workingType: 'MARK_PRICE', priceProtect: 'true' }],
    ['TAKE_PROFIT_MARKET', 'BUY', -1, {}],
    ['TAKE_PROFIT_MARKET', 'SELL', 1, { workingType: 'MARK_PRICE' }],
  ])('of type %s to %s wait for their trigger and then fill at market', (type, side, percent, more) => {
    const { exchange, pass } = setUpFutures();
    const stopPrice = priceAt(exchange, percent);
    const order = { symbol: 'BTCUSDT', side, type, quantity: '0.1', stopPrice, ...more };
    expect(requestJson(exchange, 'POST', '/fapi/v1/order', order).status).toBe('NEW');
    pass(30 * DAY_MS);
    const ended = requestJson(exchange, 'GET', '/fapi/v1/order', { symbol: 'BTCUSDT', orderId: 1 });
    expect(ended).toMatchObject({ status: 'FILLED', type: 'MARKET', origType: type });
    expect(Math.abs(Number(ended.avgPrice) / Number(stopPrice) - 1)).toBeLessThan(0.02);
  });

  it('of type STOP become limit orders when triggered', () => {
    const { exchange, pass } = setUpFutures();
    const stopPrice = priceAt(exchange, -1);
    const order = { symbol: 'BTCUSDT', side: 'SELL', type: 'STOP', quantity: '0.1', stopPrice };
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...order, price: priceAt(exchange, 4) });
    pass(60 * DAY_MS);
    const [found] = requestJson(exchange, 'GET', '/fapi/v1/allOrders', { symbol: 'BTCUSDT', orderId: 1 });
    expect(found).toMatchObject({ type: 'LIMIT', origType: 'STOP' });
  });

  it('of type TRAILING_STOP_MARKET trigger at their callback rate from the best price', () => {
    const { exchange, pass, clock } = setUpFutures();
    const from = clock.now();
    const order = { symbol: 'BTCUSDT', side: 'SELL', type: 'TRAILING_STOP_MARKET', quantity: '0.1' };
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...order, callbackRate: '2' });
    pass(30 * DAY_MS);
    const ended = requestJson(exchange, 'GET', '/fapi/v1/order', { symbol: 'BTCUSDT', orderId: 1 });
    expect(ended).toMatchObject({ status: 'FILLED', priceRate: '2.00' });
    const { market } = engine(exchange, 'usdm');
    const symbol = market.find('BTCUSDT', clock.now())!.market;
    const { high } = market.contractMarket.summary(symbol, from + 1, ended.updateTime + 1);
    expect(Number(ended.avgPrice)).toBeLessThanOrEqual((high / 10) * 0.981);
    const { low } = market.contractMarket.summary(symbol, from + 1, ended.updateTime);
    expect(low / 10).toBeGreaterThan(Number(ended.avgPrice) * 0.97);
  });

  it('with timeInForce GTD expire at their good-till date', () => {
    const { exchange, pass, clock } = setUpFutures();
    const goodTillDate = Math.floor(clock.now() / 1000) * 1000 + HOUR_MS;
    const order = { ...BUY, type: 'LIMIT', timeInForce: 'GTD', goodTillDate, price: priceAt(exchange, -4.5) };
    requestJson(exchange, 'POST', '/fapi/v1/order', order);
    pass(HOUR_MS + 1000);
    const ended = requestJson(exchange, 'GET', '/fapi/v1/order', { symbol: 'BTCUSDT', orderId: 1 });
    expect(ended).toMatchObject({ status: 'EXPIRED', updateTime: goodTillDate });
  });

  it('with a priceMatch get their price from the book', () => {
    const { exchange } = setUpFutures();
    const book = engine(exchange, 'usdm').market;
    const contract = book.find('BTCUSDT', exchange.clock.now())!;
    const { bids } = book.contractMarket.book(contract.market, 5, exchange.clock.now());
    const order = { ...BUY, type: 'LIMIT', timeInForce: 'GTC', priceMatch: 'QUEUE_5' };
    const placed = requestJson(exchange, 'POST', '/fapi/v1/order', order);
    expect(placed).toMatchObject({ price: (bids[4]!.price / 10).toFixed(1), status: 'NEW' });
  });

  it('of a batch succeed or fail independently', () => {
    const { exchange } = setUpFutures();
    const { newOrderRespType, ...one } = BUY;
    const batchOrders = JSON.stringify([
      one,
      { ...one, symbol: 'NOSUCH' },
      { ...one, side: 'SELL', quantity: '9000' },
    ]);
    const rows = requestJson(exchange, 'POST', '/fapi/v1/batchOrders', { batchOrders });
    expect(rows.map((row: { code?: number; status?: string }) => row.code ?? row.status)).toEqual([
      'NEW',
      -1121,
      -4005,
    ]);
    expect(newOrderRespType).toBe('RESULT');
    expect(requestJson(exchange, 'GET', '/fapi/v1/userTrades', { symbol: 'BTCUSDT' }).length).toBeGreaterThan(
      0,
    );
  });

  it('of a batch are not all refused because one of them has an invalid value', () => {
    const { exchange } = setUpFutures();
    const { newOrderRespType, ...one } = BUY;
    const batchOrders = JSON.stringify([
      { ...one, symbol: 'btcusdt', note: 'of our own' },
      { ...one, quantity: '0' },
      { ...one, quantity: { value: 1 } },
      { ...one, side: undefined },
    ]);
    const rows = requestJson(exchange, 'POST', '/fapi/v1/batchOrders', { batchOrders });
    expect(rows[0]).toMatchObject({ symbol: 'BTCUSDT', status: 'NEW' });
    expect(rows.slice(1)).toEqual([
      { code: -4003, msg: 'Quantity less than zero.' },
      expect.objectContaining({ code: -1100 }),
      { code: -1102, msg: "Mandatory parameter 'side' was not sent, was empty/null, or malformed." },
    ]);
    expect(exchange.ignoredParameters.list()).toEqual([
      { call: 'POST /fapi/v1/batchOrders', parameter: 'batchOrders[].note', count: 1 },
    ]);
    expect(newOrderRespType).toBe('RESULT');
  });

  it.each([
    [{ positionSide: 'LONG' }, -4061],
    [{ quantity: '0.0005' }, -1111],
    [{ quantity: '1000000' }, -4005],
    [{ reduceOnly: 'true' }, -2022],
    [{ quantity: '120' }, -2027],
    [{ symbol: 'XRPUSDT', quantity: '1' }, -4164],
    [{ type: 'LIMIT', timeInForce: 'GTC', price: '200000' }, -4016],
    [{ type: 'LIMIT', timeInForce: 'GTC', price: '96000.05' }, -1111],
    [{ type: 'LIMIT', timeInForce: 'GTD', price: '96000', goodTillDate: 1_795_178_097_000 }, -1130],
    [{ type: 'LIMIT', timeInForce: 'FOK', price: '94000' }, -5021],
    [{ type: 'STOP_MARKET', stopPrice: '90000' }, -2021],
    [{ type: 'STOP_MARKET', stopPrice: '100000', closePosition: 'true' }, -4137],
    [{ type: 'TRAILING_STOP_MARKET', callbackRate: '1', activationPrice: '99000' }, -2021],
    [{ price: '90000' }, -1106],
  ])('like %j are rejected with %i and change nothing', (changed, code) => {
    const { exchange } = setUpFutures(NOW, 1, { marketModel: 1 });
    const wallet = engine(exchange, 'usdm').accounts.wallet.accountOf(exchange.accounts.findUser('demo')!);
    const before = String([...wallet.balances].map(([asset, { free, locked }]) => [asset, free + locked]));
    const { status, body } = sendSigned(exchange, 'POST', '/fapi/v1/order', { ...BUY, ...changed });
    expect([status, JSON.parse(body).code]).toEqual([400, code]);
    expect(String([...wallet.balances].map(([asset, { free, locked }]) => [asset, free + locked]))).toBe(
      before,
    );
    expect(requestJson(exchange, 'GET', '/fapi/v1/openOrders')).toEqual([]);
  });

  it('of type GTX are rejected if they would match', () => {
    const { exchange } = setUpFutures();
    const order = { ...BUY, type: 'LIMIT', timeInForce: 'GTX', price: priceAt(exchange, 1) };
    expect(JSON.parse(sendSigned(exchange, 'POST', '/fapi/v1/order', order).body).code).toBe(-5022);
  });

  it('that are reduce-only expire when no position is left to close', () => {
    const { exchange } = setUpFutures();
    requestJson(exchange, 'POST', '/fapi/v1/order', BUY);
    const sell = { symbol: 'BTCUSDT', side: 'SELL' };
    const limit = { ...sell, type: 'LIMIT', timeInForce: 'GTC', quantity: '0.3', reduceOnly: 'true' };
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...limit, price: priceAt(exchange, 4) });
    const stop = { ...sell, type: 'STOP_MARKET', closePosition: 'true', stopPrice: priceAt(exchange, -4) };
    requestJson(exchange, 'POST', '/fapi/v1/order', stop);
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...sell, type: 'MARKET', quantity: '0.5' });
    expect(requestJson(exchange, 'GET', '/fapi/v1/openOrders')).toEqual([]);
    const states = requestJson(exchange, 'GET', '/fapi/v1/allOrders', { symbol: 'BTCUSDT' });
    expect(states.map(({ status }: { status: string }) => status)).toEqual([
      'FILLED',
      'EXPIRED',
      'EXPIRED',
      'FILLED',
    ]);
  });
});

describe('positions of futures', () => {
  it('have all fields in the account, balance and position risk endpoints', () => {
    const { exchange } = setUpFutures();
    requestJson(exchange, 'POST', '/fapi/v1/order', BUY);
    expectRecord(
      requestJson(exchange, 'GET', '/fapi/v2/positionRisk', { symbol: 'BTCUSDT' })[0],
      'symbol:s positionAmt:d entryPrice:d breakEvenPrice:d markPrice:d unRealizedProfit:d liquidationPrice:d leverage:d maxNotionalValue:d marginType:s isolatedMargin:d isAutoAddMargin:s positionSide:s notional:d isolatedWallet:d updateTime:i',
    );
    expectRecord(
      requestJson(exchange, 'GET', '/fapi/v2/balance')[0],
      'accountAlias:s asset:s balance:d crossWalletBalance:d crossUnPnl:d availableBalance:d maxWithdrawAmount:d marginAvailable:b updateTime:i',
    );
    const account = requestJson(exchange, 'GET', '/fapi/v2/account');
    expectRecord(
      account,
      'feeTier:i canTrade:b canDeposit:b canWithdraw:b updateTime:i multiAssetsMargin:b tradeGroupId:i totalInitialMargin:d totalMaintMargin:d totalWalletBalance:d totalUnrealizedProfit:d totalMarginBalance:d totalPositionInitialMargin:d totalOpenOrderInitialMargin:d totalCrossWalletBalance:d totalCrossUnPnl:d availableBalance:d maxWithdrawAmount:d assets:a positions:a',
    );
    expectRecord(
      account.assets[0],
      'asset:s walletBalance:d unrealizedProfit:d marginBalance:d maintMargin:d initialMargin:d positionInitialMargin:d openOrderInitialMargin:d crossWalletBalance:d crossUnPnl:d availableBalance:d maxWithdrawAmount:d marginAvailable:b updateTime:i',
    );
    expectRecord(
      account.positions[0],
      'symbol:s initialMargin:d maintMargin:d unrealizedProfit:d positionInitialMargin:d openOrderInitialMargin:d leverage:d isolated:b entryPrice:d breakEvenPrice:d maxNotional:d bidNotional:d askNotional:d positionSide:s positionAmt:d updateTime:i',
    );
    expect(Number(account.totalInitialMargin)).toBeCloseTo(
      (Number(account.positions[0].positionAmt) *
        Number(requestJson(exchange, 'GET', '/fapi/v2/positionRisk', { symbol: 'BTCUSDT' })[0].markPrice)) /
        20,
      4,
    );
  });

  it('change leverage and margin mode only within the rules', () => {
    const { exchange } = setUpFutures(NOW, 1, { marketModel: 1 });
    const symbol = 'BTCUSDT';
    const code = (path: string, params: Record<string, string | number>) =>
      JSON.parse(sendSigned(exchange, 'POST', path, { symbol, ...params }).body).code;
    expect(requestJson(exchange, 'POST', '/fapi/v1/leverage', { symbol, leverage: 125 })).toEqual({
      leverage: 125,
      maxNotionalValue: '50000.00000000',
      symbol,
    });
    expect(code('/fapi/v1/marginType', { marginType: 'CROSSED' })).toBe(-4046);
    expect(
      requestJson(exchange, 'POST', '/fapi/v1/marginType', { symbol, marginType: 'ISOLATED' }).code,
    ).toBe(200);
    expect(code('/fapi/v1/positionMargin', { amount: '1', type: 1 })).toBe(-4054);
    requestJson(exchange, 'POST', '/fapi/v1/order', BUY);
    expect(code('/fapi/v1/marginType', { marginType: 'CROSSED' })).toBe(-4048);
    expect(code('/fapi/v1/leverage', { leverage: 20 })).toBe(-4150);
    const risk = () => requestJson(exchange, 'GET', '/fapi/v1/positionRisk', { symbol })[0];
    const before = Number(risk().isolatedWallet);
    expect(
      requestJson(exchange, 'POST', '/fapi/v1/positionMargin', { symbol, amount: '250.5', type: 1 }),
    ).toEqual({
      amount: 250.5,
      code: 200,
      msg: 'Successfully modify position margin.',
      type: 1,
    });
    expect(Number(risk().isolatedWallet)).toBeCloseTo(before + 250.5, 8);
    expect(code('/fapi/v1/positionMargin', { amount: '100000', type: 2 })).toBe(-4051);
  });

  it('are funded every eight hours at the funding rate that is published afterwards', () => {
    const { exchange, pass } = setUpFutures();
    requestJson(exchange, 'POST', '/dapi/v1/order', {
      symbol: 'BTCUSD_PERP',
      side: 'SELL',
      type: 'MARKET',
      quantity: '500',
    });
    pass(DAY_MS);
    const paid = requestJson(exchange, 'GET', '/dapi/v1/income', { incomeType: 'FUNDING_FEE' });
    expect(paid).toHaveLength(3);
    const { market, accounts: books } = engine(exchange, 'coinm');
    const contract = market.find('BTCUSD_PERP', exchange.clock.now())!;
    for (const { time, income } of paid) {
      const rate = Number(market.fundingRate(contract, time)) / 1e8;
      const position = books.positions.get(exchange.accounts.findUser('demo')!, contract, 'BOTH');
      const notional = Number(books.valuePosition(position, time).notional) / 1e8;
      expect(Number(income)).toBeCloseTo(notional * rate, 7);
    }
  });

  it('with too little margin are liquidated, emitted and recorded, and all balances are conserved', () => {
    const { exchange, pass } = setUpFutures();
    const { keys, user } = trader(exchange, 'bold', 'usdm', 'USDT', 1_000n * 100_000_000n);
    const events: { readonly e: string; readonly o?: Record<string, unknown> }[] = [];
    exchange.userEvents.subscribe(
      (notice) => void (notice.user === user && events.push(JSON.parse(notice.payload()))),
    );
    requestJson(exchange, 'POST', '/fapi/v1/leverage', { symbol: 'BTCUSDT', leverage: 100 }, keys);
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...BUY, quantity: '0.6' }, keys);
    const risk = requestJson(exchange, 'GET', '/fapi/v2/positionRisk', { symbol: 'BTCUSDT' }, keys)[0];
    expect(Number(risk.liquidationPrice)).toBeLessThan(Number(risk.markPrice));
    pass(60 * DAY_MS);
    const forced = requestJson(
      exchange,
      'GET',
      '/fapi/v1/allOrders',
      { symbol: 'BTCUSDT', orderId: 1 },
      keys,
    ).at(-1);
    expect(forced.clientOrderId).toMatch(/^autoclose-/);
    expect(forced).toMatchObject({ status: 'FILLED', timeInForce: 'IOC', side: 'SELL' });
    expect(Math.abs(Number(forced.avgPrice) / Number(risk.liquidationPrice) - 1)).toBeLessThan(0.02);
    expect(events.map(({ e }) => e)).toContain('MARGIN_CALL');
    expect(events.some(({ o }) => o?.['x'] === 'CALCULATED')).toBe(true);
    const { accounts: books } = engine(exchange, 'usdm');
    const kinds = books.historyOf(user).income.map(({ kind }) => kind);
    expect(kinds).toContain('INSURANCE_CLEAR');
    expect(books.wallet.walletBalance(user, 'USDT')).toBeGreaterThanOrEqual(0n);
    const sum = books.historyOf(user).income.reduce((all, { amount }) => all + amount, 0n);
    expect(books.wallet.walletBalance(user, 'USDT')).toBe(100_000_000_000n + sum);
    for (const [asset, total] of exchange.accounts.ledger.totals()) expect(total, asset).toBe(0n);
  });

  it('reserve the margin that they require from transfers', () => {
    const { exchange } = setUpFutures();
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...BUY, quantity: '5' });
    const { availableBalance } = requestJson(exchange, 'GET', '/fapi/v2/balance')[0];
    const wallet = engine(exchange, 'usdm').accounts.wallet.accountOf(exchange.accounts.findUser('demo')!);
    expect(wallet.balances.get('USDT')!.free).toBe(BigInt(availableBalance.replace('.', '')));
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...BUY, side: 'SELL', quantity: '5' });
    expect(wallet.balances.get('USDT')!.locked).toBe(0n);
  });

  it('on a quarterly contract are delivered at the average index price', () => {
    const { exchange, pass } = setUpFutures();
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...BUY, symbol: 'BTCUSDT_261225' });
    pass(40 * DAY_MS);
    const { market, accounts: books } = engine(exchange, 'usdm');
    const contract = market.contracts.find(({ name }) => name === 'BTCUSDT_261225')!;
    const demo = exchange.accounts.findUser('demo')!;
    expect(books.positions.get(demo, contract, 'BOTH').lots).toBe(0);
    const last = books.historyOf(demo).orders.last!;
    expect([last.clientOrderId, last.updateTime]).toEqual([
      `settlement_autoclose-${contract.deliversAt}`,
      contract.deliversAt,
    ]);
  });
});

describe('events and replay of futures', () => {
  it('emits events with the documented fields, the order before the account', () => {
    const { exchange } = setUpFutures();
    const events: Record<string, Record<string, unknown>>[] = [];
    exchange.userEvents.subscribe(
      ({ scope, payload }) => void (scope === 'usdm' && events.push(JSON.parse(payload()))),
    );
    requestJson(exchange, 'POST', '/fapi/v1/leverage', { symbol: 'BTCUSDT', leverage: 50 });
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...BUY, quantity: '0.001' });
    expect(events.map(({ e }) => e)).toEqual([
      'ACCOUNT_CONFIG_UPDATE',
      'ORDER_TRADE_UPDATE',
      'TRADE_LITE',
      'ORDER_TRADE_UPDATE',
      'ACCOUNT_UPDATE',
    ]);
    const [config, placed, , filled, account] = events;
    expect(config!['ac']).toEqual({ s: 'BTCUSDT', l: 50 });
    expect([placed!['o']!['x'], filled!['o']!['x'], filled!['o']!['X']]).toEqual(['NEW', 'TRADE', 'FILLED']);
    const fields = 's c S o f q p ap sp x X i l z L N n T t b a m R wt ot ps cp pP si ss rp V pm gtd'.split(
      ' ',
    );
    expect(Object.keys(filled!['o']!).sort()).toEqual(fields.sort());
    const { m, B, P } = account!['a'] as { m: string; B: object[]; P: object[] };
    expect([m, Object.keys(B[0]!), Object.keys(P[0]!)]).toEqual([
      'ORDER',
      ['a', 'wb', 'cw', 'bc'],
      ['s', 'pa', 'ep', 'bep', 'cr', 'up', 'mt', 'iw', 'ps', 'ma'],
    ]);
  });

  it('has the same results when replayed from the journal', () => {
    const { exchange, pass } = setUpFutures();
    const entries: JournalEntry[] = [];
    exchange.appendEntry = (entry) => void entries.push(entry);
    requestJson(exchange, 'POST', '/fapi/v1/order', BUY);
    const stop = { symbol: 'BTCUSDT', side: 'SELL', type: 'TRAILING_STOP_MARKET', quantity: '0.2' };
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...stop, callbackRate: '1' });
    requestJson(exchange, 'POST', '/fapi/v1/order', {
      ...BUY,
      side: 'SELL',
      type: 'LIMIT',
      timeInForce: 'GTC',
      price: priceAt(exchange, 1),
    });
    pass(3 * DAY_MS);
    requestJson(exchange, 'POST', '/fapi/v1/leverage', { symbol: 'BTCUSDT', leverage: 5 });
    requestJson(exchange, 'POST', '/fapi/v1/order', { ...BUY, quantity: '0.1' });
    const replayed = setUpFutures(exchange.clock.now());
    for (const entry of entries) replayEntry(replayed.exchange, entry);
    for (const path of ['/fapi/v2/account', '/fapi/v1/openOrders', '/fapi/v2/balance']) {
      expect(requestJson(replayed.exchange, 'GET', path)).toEqual(requestJson(exchange, 'GET', path));
    }
  });
});
