/** Order lists whose orders have parameters of their own: OCO, OTO, OTOCO, OPO, OPOCO (spot API documentation). */
import { describe, expect, it } from 'vitest';
import type { Params } from './signed-calls.ts';
import { openSpotContext, summarizeEvents } from './spot-context.ts';

const FULL = { newOrderRespType: 'FULL' } as const;
const working = (changed: Params = {}): Params => ({
  listClientOrderId: 'list',
  workingType: 'LIMIT',
  workingTimeInForce: 'GTC',
  workingSide: 'BUY',
  workingPrice: 29000,
  workingQuantity: 1,
  workingClientOrderId: 'working',
  ...changed,
});
const OTO: Params = {
  ...working(),
  pendingType: 'LIMIT',
  pendingTimeInForce: 'GTC',
  pendingSide: 'SELL',
  pendingPrice: 31000,
  pendingQuantity: 0.5,
  pendingClientOrderId: 'pending',
};
const PAIR: Params = {
  pendingSide: 'SELL',
  pendingAboveType: 'LIMIT_MAKER',
  pendingAbovePrice: 31000,
  pendingAboveClientOrderId: 'above',
  pendingBelowType: 'STOP_LOSS',
  pendingBelowStopPrice: 28000,
  pendingBelowClientOrderId: 'below',
};
const OTOCO: Params = { ...working(), ...PAIR, pendingQuantity: 0.5 };

function place(kind: string, params: Params) {
  const context = openSpotContext();
  context.scriptedMarket.bids.push({ price: 2_800_000, lots: 1_000_000 });
  const list = context.send('POST', `orderList/${kind}`, params);
  const fill = (price = 29000) => {
    context.scheduleTrade(1000, price);
    context.clock.move(5000);
  };
  const statuses = () => list.orders.map(({ orderId }: { orderId: number }) => context.order(orderId).status);
  return { ...context, list, fill, statuses };
}

describe('an OCO with types of its own', () => {
  const oco = (changed: Params): Params => ({
    side: 'SELL',
    quantity: 1,
    aboveType: 'LIMIT_MAKER',
    abovePrice: 31000,
    aboveClientOrderId: 'above',
    belowType: 'STOP_LOSS',
    belowStopPrice: 29000,
    belowClientOrderId: 'below',
    ...changed,
  });
  const { abovePrice: _price, ...withoutPrice } = oco({});
  const TAKE_PROFIT = { ...withoutPrice, aboveType: 'TAKE_PROFIT', aboveStopPrice: 31000 };

  it('has the stop-loss order first, whether it is above or below', () => {
    const orders = (params: Params) =>
      place('oco', params).list.orders.map(({ clientOrderId }: never) => clientOrderId);
    expect(orders(oco({}))).toEqual(['below', 'above']);
    const buy = {
      side: 'BUY',
      quantity: 1,
      aboveType: 'STOP_LOSS',
      aboveStopPrice: 31000,
      aboveClientOrderId: 'above',
      belowType: 'LIMIT_MAKER',
      belowPrice: 29000,
      belowClientOrderId: 'below',
    };
    expect(orders(buy)).toEqual(['above', 'below']);
  });

  it('may take its profit with a stop order, which ends the other when it is triggered', () => {
    const { fill, statuses, list, order } = place('oco', TAKE_PROFIT);
    expect(list.contingencyType).toBe('OCO');
    expect(statuses()).toEqual(['NEW', 'NEW']);
    fill(31000);
    expect(statuses()).toEqual(['EXPIRED', 'FILLED']);
    expect(order(2).type).toBe('TAKE_PROFIT');
  });

  it.each<[string, Params]>([
    [
      '-2010 The relationship of the prices for the orders is not correct.',
      { ...TAKE_PROFIT, aboveStopPrice: 29500 },
    ],
    ['-1197 A stop loss order in a sell OCO must be below.', { ...TAKE_PROFIT, aboveType: 'STOP_LOSS' }],
    ['-1165 A limit order in a buy OCO must be below.', oco({ side: 'BUY' })],
    ["-1106 Parameter 'belowPrice' sent when not required.", oco({ belowPrice: 28900 })],
    [
      "-1102 Mandatory parameter 'belowType' was not sent, was empty/null, or malformed.",
      (({ belowType: _, ...rest }) => rest)(oco({})) as Params,
    ],
    [
      "-1160 Parameter 'belowIcebergQty' is not supported if `belowTimeInForce` is not GTC.",
      oco({ belowType: 'STOP_LOSS_LIMIT', belowPrice: 28900, belowTimeInForce: 'IOC', belowIcebergQty: 0.5 }),
    ],
  ])('is refused with %s: %j', (text, params) => {
    const context = openSpotContext();
    expect(context.refusal('POST', 'orderList/oco', params)).toBe(`400 ${text}`);
    expect(context.get('openOrders')).toEqual([]);
  });
});

describe('an OTO', () => {
  it('shows the pending order as PENDING_NEW and locks the funds of the working order only', () => {
    const { list, clock, balance, events, get } = place('oto', { ...OTO, ...FULL });
    expect(list).toMatchObject({
      contingencyType: 'OTO',
      listStatusType: 'EXEC_STARTED',
      listOrderStatus: 'EXECUTING',
      orderReports: [
        { clientOrderId: 'working', status: 'NEW', workingTime: clock.now(), origQty: '1.00000000' },
        {
          clientOrderId: 'pending',
          status: 'PENDING_NEW',
          workingTime: -1,
          origQty: '0.50000000',
          fills: [],
        },
      ],
    });
    expect([balance('USDT'), balance('BTC')]).toEqual(['971000 29000', '10 0']);
    expect(summarizeEvents(events)).toEqual([
      'list EXEC_STARTED EXECUTING',
      'NEW NEW 1',
      'NEW PENDING_NEW 2',
      'outboundAccountPosition',
    ]);
    expect(events[0]).toMatchObject({ e: 'listStatus', c: 'OTO' });
    expect(get('openOrders').map(({ status }: { status: string }) => status)).toEqual(['NEW', 'PENDING_NEW']);
    expect(get('rateLimit/order')[1].count).toBe(2);
  });

  it('places the pending order when the working order is filled, and is done when both are', () => {
    const { scheduleTrade, clock, statuses, balance, events, get, book } = place('oto', OTO);
    events.length = 0;
    scheduleTrade(1000, 29000);
    scheduleTrade(10_000, 31000);
    clock.move(5000);
    expect(statuses()).toEqual(['FILLED', 'NEW']);
    expect([balance('BTC'), book(false)]).toEqual(['10.499 0.5', ['31000 0.5']]);
    expect(summarizeEvents(events)).toEqual([
      'TRADE FILLED 1',
      'outboundAccountPosition',
      'NEW NEW 2',
      'outboundAccountPosition',
    ]);
    expect(get('openOrderList')).toMatchObject([{ listOrderStatus: 'EXECUTING' }]);
    events.length = 0;
    clock.move(10_000);
    expect(statuses()).toEqual(['FILLED', 'FILLED']);
    expect(summarizeEvents(events)).toEqual([
      'TRADE FILLED 2',
      'list ALL_DONE ALL_DONE',
      'outboundAccountPosition',
    ]);
    expect(get('openOrderList')).toEqual([]);
  });

  it('does not place the pending order while the working order is filled in part', () => {
    const { place: placeOrder, statuses } = place('oto', OTO);
    placeOrder({
      side: 'SELL',
      type: 'LIMIT',
      timeInForce: 'GTC',
      price: 29000,
      quantity: 0.4,
      selfTradePreventionMode: 'NONE',
    });
    expect(statuses()).toEqual(['PARTIALLY_FILLED', 'PENDING_NEW']);
    placeOrder({
      side: 'SELL',
      type: 'LIMIT',
      timeInForce: 'GTC',
      price: 29000,
      quantity: 0.6,
      selfTradePreventionMode: 'NONE',
    });
    expect(statuses()).toEqual(['FILLED', 'NEW']);
  });

  it('answers PENDING_NEW when the working order is filled at once, and places the pending order then', () => {
    const context = openSpotContext();
    context.scriptedMarket.asks.push({ price: 2_890_000, lots: 1_000_000 });
    const list = context.send('POST', 'orderList/oto', { ...OTO, ...FULL });
    expect(list.orderReports).toMatchObject([
      { status: 'FILLED', fills: [{ price: '28900.00000000', qty: '1.00000000' }] },
      { status: 'PENDING_NEW' },
    ]);
    expect(context.order(2).status).toBe('NEW');
  });

  it.each([
    ['order', { orderId: 1 }],
    ['order', { origClientOrderId: 'pending' }],
    ['orderList', { listClientOrderId: 'list', newClientOrderId: 'gone' }],
    ['openOrders', {}],
  ])('ends with either of its orders: DELETE %s %j', (path, params) => {
    const { send, statuses, balance, get, refusal } = place('oto', OTO);
    send('DELETE', path, params);
    expect(statuses()).toEqual(['CANCELED', 'CANCELED']);
    expect([balance('USDT'), get('openOrderList'), get('openOrders')]).toEqual(['1000000 0', [], []]);
    expect(refusal('DELETE', path, params)).toBe('400 -2011 Unknown order sent.');
  });

  it('shows only the order that it cancelled once the other is filled', () => {
    const { send, fill } = place('oto', OTO);
    fill();
    const cancelled = send('DELETE', 'orderList', { orderListId: 0, newClientOrderId: 'gone' });
    expect(cancelled.orderReports).toMatchObject([
      { origClientOrderId: 'pending', clientOrderId: 'gone', status: 'CANCELED' },
    ]);
  });

  it('expires the pending order when the working order expires', () => {
    const { list, statuses } = place('oto', { ...OTO, ...FULL, workingTimeInForce: 'IOC' });
    expect(list).toMatchObject({
      listOrderStatus: 'ALL_DONE',
      orderReports: [{ status: 'EXPIRED' }, { status: 'EXPIRED' }],
    });
    expect(statuses()).toEqual(['EXPIRED', 'EXPIRED']);
  });

  it('expires a pending order whose funds are missing when it is to be placed', () => {
    const { fill, statuses, place: placeOrder, get } = place('oto', { ...OTO, pendingQuantity: 10.5 });
    placeOrder({ side: 'SELL', type: 'LIMIT', timeInForce: 'GTC', price: 40000, quantity: 9 });
    fill();
    expect(statuses()).toEqual(['FILLED', 'EXPIRED']);
    expect(get('openOrderList')).toEqual([]);
  });

  it('places a pending market order, which executes at once', () => {
    const { pendingTimeInForce: _tif, pendingPrice: _price, ...rest } = OTO;
    const { fill, statuses, balance } = place('oto', { ...rest, pendingType: 'MARKET' });
    fill();
    expect(statuses()).toEqual(['FILLED', 'FILLED']);
    expect(balance('BTC')).toBe('10.499 0');
  });

  it('amends its orders one by one, and lets a pending order be renamed', () => {
    const { send, order, fill } = place('oto', OTO);
    send('PUT', 'order/amend/keepPriority', { orderId: 2, newQty: 0.2, newClientOrderId: 'smaller' });
    expect([order(1).origQty, order(2).origQty, order(2).clientOrderId]).toEqual([
      '1.00000000',
      '0.20000000',
      'smaller',
    ]);
    fill();
    expect(order(2)).toMatchObject({ status: 'NEW', clientOrderId: 'smaller' });
  });

  it('refuses a client id that one of its orders has', () => {
    const { refusal } = place('oto', OTO);
    const other = {
      ...OTO,
      listClientOrderId: 'other',
      workingClientOrderId: 'pending',
      pendingClientOrderId: 'p',
    };
    expect(refusal('POST', 'orderList/oto', other)).toBe('400 -2010 Duplicate order sent.');
  });
});

describe('an OTOCO', () => {
  it('places both pending orders with one lock when the working order is filled', () => {
    const { list, fill, statuses, balance, get } = place('otoco', OTOCO);
    expect(list.orders.map(({ clientOrderId }: never) => clientOrderId)).toEqual([
      'working',
      'below',
      'above',
    ]);
    expect(list.contingencyType).toBe('OTO');
    expect(statuses()).toEqual(['NEW', 'PENDING_NEW', 'PENDING_NEW']);
    expect(get('rateLimit/order')[1].count).toBe(3);
    fill();
    expect(statuses()).toEqual(['FILLED', 'NEW', 'NEW']);
    expect(balance('BTC')).toBe('10.499 0.5');
  });

  it('ends one pending order when the other is filled, or triggered', () => {
    const profit = place('otoco', OTOCO);
    profit.fill();
    profit.fill(31000);
    expect(profit.statuses()).toEqual(['FILLED', 'EXPIRED', 'FILLED']);
    const loss = place('otoco', OTOCO);
    loss.fill();
    loss.fill(28000);
    expect(loss.statuses()).toEqual(['FILLED', 'FILLED', 'EXPIRED']);
    for (const { get } of [profit, loss]) expect(get('openOrderList')).toEqual([]);
  });

  it('expires the pending orders if the price is outside their range', () => {
    const { fill, statuses, get } = place('otoco', { ...OTOCO, pendingBelowStopPrice: 29100 });
    fill();
    expect(statuses()).toEqual(['FILLED', 'EXPIRED', 'EXPIRED']);
    expect(get('openOrderList')).toEqual([]);
  });

  it('cancels the other pending order with one of them', () => {
    const { fill, statuses, send, balance } = place('otoco', OTOCO);
    fill();
    send('DELETE', 'order', { origClientOrderId: 'above' });
    expect(statuses()).toEqual(['FILLED', 'CANCELED', 'CANCELED']);
    expect(balance('BTC')).toBe('10.999 0');
  });
});

describe('an OPO', () => {
  const { pendingQuantity: _quantity, ...OPO } = OTO;

  it('has no pending quantity until the working order is filled, and may not be amended', () => {
    const { list, order, refusal } = place('opo', { ...OPO, ...FULL });
    expect(list.orderReports[1]).not.toHaveProperty('origQty');
    expect(order(2)).not.toHaveProperty('origQty');
    expect(refusal('PUT', 'order/amend/keepPriority', { orderId: 2, newQty: 0.2 })).toBe(
      '400 -2038 Order amend (pending OPO order) is not supported.',
    );
  });

  it('sells all that was bought if other free funds pay the commission', () => {
    const { fill, order, balance } = place('opo', OPO);
    fill();
    expect(order(2)).toMatchObject({ status: 'NEW', origQty: '1.00000000' });
    expect(balance('BTC')).toBe('9.999 1');
  });

  it('sells what was received less commission, in whole lots, if nothing else is free', () => {
    const context = openSpotContext();
    context.place({ side: 'SELL', type: 'LIMIT', timeInForce: 'GTC', price: 40000, quantity: 10 });
    context.send('POST', 'orderList/opo', { ...OPO, workingQuantity: 0.00123 });
    context.scheduleTrade(1000, 29000);
    context.clock.move(5000);
    // 0.00123 less 0.1 % is 0.00122877; the rest is free again.
    expect(context.order(3)).toMatchObject({ status: 'NEW', origQty: '0.00122000' });
    expect(context.balance('BTC')).toBe('0.00000877 10.00122');
  });

  it('locks what a part of the working order received, and unlocks it when the list is cancelled', () => {
    const { place: placeOrder, balance, send } = place('opo', OPO);
    placeOrder({
      side: 'SELL',
      type: 'LIMIT',
      timeInForce: 'GTC',
      price: 29000,
      quantity: 0.4,
      selfTradePreventionMode: 'NONE',
    });
    expect(balance('BTC')).toBe('9.5996 0.4');
    send('DELETE', 'orderList', { orderListId: 0 });
    expect(balance('BTC')).toBe('9.9996 0');
  });

  it('expires the pending order if what was received is below the smallest notional value', () => {
    const { pendingPrice: _, ...rest } = OPO;
    const { fill, statuses, balance } = place('opo', {
      ...rest,
      workingQuantity: 0.0002,
      pendingPrice: 31000,
    });
    fill();
    expect(statuses()).toEqual(['FILLED', 'NEW']);
    const small = openSpotContext();
    small.place({ side: 'SELL', type: 'LIMIT', timeInForce: 'GTC', price: 40000, quantity: 10 });
    small.send('POST', 'orderList/opo', { ...rest, workingQuantity: 0.00018, pendingPrice: 29100 });
    small.scheduleTrade(1000, 29000);
    small.clock.move(5000);
    // 0.00017982 is worth 0.00017 at the step size: 4.95 at 29100.
    expect(small.order(3)).toMatchObject({ status: 'EXPIRED' });
    expect(balance('BTC')).toBe('9.9999998 0.0002');
    expect(small.balance('BTC')).toBe('0.00017982 10');
  });

  it.each<[string, Params]>([
    ['-1222 Working order in an OPO list must be a bid.', { workingSide: 'SELL', pendingSide: 'SELL' }],
    ['-1223 Pending orders in an OPO list must be asks.', { pendingSide: 'BUY' }],
  ])('is refused with %s', (text, changed) => {
    expect(openSpotContext().refusal('POST', 'orderList/opo', { ...OPO, ...changed })).toBe(`400 ${text}`);
  });

  it('takes no pending quantity', () => {
    expect(openSpotContext().refusal('POST', 'orderList/opo', OTO)).toMatch(/-110[14]/);
  });
});

describe('an OPOCO', () => {
  it('gives both pending orders the quantity that was bought, and locks it once', () => {
    const { scheduleTrade, clock, order, statuses, balance } = place('opoco', { ...working(), ...PAIR });
    scheduleTrade(1000, 29000);
    scheduleTrade(10_000, 28000);
    clock.move(5000);
    expect(statuses()).toEqual(['FILLED', 'NEW', 'NEW']);
    expect([order(2).origQty, order(3).origQty]).toEqual(['1.00000000', '1.00000000']);
    expect(balance('BTC')).toBe('9.999 1');
    clock.move(10_000);
    expect(statuses()).toEqual(['FILLED', 'FILLED', 'EXPIRED']);
    expect(balance('BTC')).toBe('9.999 0');
  });
});
