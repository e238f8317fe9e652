/** Pegged orders, whose limit price follows from the order book (spot API documentation, Pegged orders). */
import { describe, expect, it } from 'vitest';
import type { Params } from './signed-calls.ts';
import { limit, openSpotContext, summarizeEvents } from './spot-context.ts';

const PRIMARY = { pegPriceType: 'PRIMARY_PEG' } as const;
const MARKET = { pegPriceType: 'MARKET_PEG' } as const;
const level = (pegOffsetValue: number) => ({ pegOffsetType: 'PRICE_LEVEL', pegOffsetValue });

/** Bids at 29990, 29980, 29970 and asks at 30010, 30020, 30030; a user's bid at 29985. */
function open() {
  const context = openSpotContext();
  const { bids, asks } = context.scriptedMarket;
  for (const step of [1, 2, 3]) {
    bids.push({ price: 3_000_000 - step * 1000, lots: 100_000 });
    asks.push({ price: 3_000_000 + step * 1000, lots: 100_000 });
  }
  context.place(limit('BUY', 29985, 0.5));
  return context;
}

const pegged = (side: 'BUY' | 'SELL', changed: Params): Params => ({
  side,
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: 0.1,
  ...changed,
});

describe('the price of a pegged order', () => {
  it.each<[string, 'BUY' | 'SELL', Params, number]>([
    ['best bid', 'BUY', PRIMARY, 29990],
    ['second bid, a user order', 'BUY', { ...PRIMARY, ...level(1) }, 29985],
    ['third bid', 'BUY', { ...PRIMARY, ...level(2) }, 29980],
    ['best ask', 'SELL', PRIMARY, 30010],
    ['third ask', 'SELL', { ...PRIMARY, ...level(2) }, 30030],
  ])('is the %s for %s %j', (_name, side, peg, price) => {
    const { place, order } = open();
    const placed = place(pegged(side, peg));
    expect(placed).toMatchObject({
      ...peg,
      price: '0.00000000',
      peggedPrice: `${price}.00000000`,
      status: 'NEW',
    });
    expect(order(placed.orderId)).toMatchObject({
      ...peg,
      price: '0.00000000',
      peggedPrice: `${price}.00000000`,
    });
  });

  it('of the opposite side matches at once, at that price only', () => {
    const { place } = open();
    expect(place(pegged('BUY', { ...MARKET, timeInForce: 'IOC', quantity: 1.5 }))).toMatchObject({
      peggedPrice: '30010.00000000',
      executedQty: '1.00000000',
      status: 'EXPIRED',
      fills: [{ price: '30010.00000000', qty: '1.00000000' }],
    });
  });

  it('stays what it was at the placement, and locks the funds', () => {
    const { place, order, balance, clock, scriptedMarket } = open();
    const { orderId } = place(pegged('SELL', PRIMARY));
    scriptedMarket.asks.unshift({ price: 3_000_500, lots: 1000 });
    clock.move(1000);
    expect([order(orderId).peggedPrice, balance('BTC')]).toEqual(['30010.00000000', '9.9 0.1']);
  });

  it('is shown beside the price that was sent, and in events', () => {
    const { place, events } = open();
    events.length = 0;
    expect(place(pegged('BUY', { ...PRIMARY, ...level(1), price: 29900 }))).toMatchObject({
      price: '29900.00000000',
      peggedPrice: '29985.00000000',
    });
    expect(events[0]).toMatchObject({
      p: '29900.00000000',
      gP: 'PRIMARY_PEG',
      gOT: 'PRICE_LEVEL',
      gOV: 1,
      gp: '29985.00000000',
    });
  });
});

describe('a pegged order is refused', () => {
  it.each<[string, Params]>([
    ['-2010 This order type may not use pegged price.', { type: 'MARKET', ...PRIMARY }],
    ['-2010 This order type may not use pegged price.', { type: 'STOP_LOSS', stopPrice: 29000, ...MARKET }],
    ['-2010 This price peg cannot be used with this order type.', { type: 'LIMIT_MAKER', ...MARKET }],
    [
      '-2010 This price peg cannot be used with this order type.',
      { type: 'LIMIT', timeInForce: 'IOC', ...PRIMARY },
    ],
    [
      '-2010 Order book liquidity is too low for this pegged order.',
      { type: 'LIMIT', timeInForce: 'GTC', ...PRIMARY, ...level(50) },
    ],
    ['-1210 Invalid pegPriceType.', { type: 'LIMIT', timeInForce: 'GTC', pegPriceType: 'PRIMARY' }],
    [
      '-1211 Invalid pegOffsetType.',
      { type: 'LIMIT', timeInForce: 'GTC', ...PRIMARY, ...level(1), pegOffsetType: 'TICK' },
    ],
    [
      '-1013 Filter failure: PRICE_FILTER',
      { type: 'LIMIT', timeInForce: 'GTC', ...PRIMARY, price: 29900.001 },
    ],
  ])('with %s: %j', (text, changed) => {
    const { refusal, get } = open();
    const before = get('openOrders');
    expect(refusal('POST', 'order', { side: 'SELL', quantity: 0.1, ...changed })).toBe(`400 ${text}`);
    expect(get('openOrders')).toEqual(before);
  });
});

describe('a pegged stop order', () => {
  it('takes its price from the book of its trigger', () => {
    const { place, order, scheduleTrade, clock } = open();
    const { orderId } = place(
      pegged('SELL', {
        type: 'STOP_LOSS_LIMIT',
        stopPrice: 29500,
        ...PRIMARY,
        ...level(1),
        newOrderRespType: 'RESULT',
      }),
    );
    expect(order(orderId)).not.toHaveProperty('peggedPrice');
    scheduleTrade(1000, 29500);
    clock.move(5000);
    expect(order(orderId)).toMatchObject({ isWorking: true, status: 'NEW', peggedPrice: '30020.00000000' });
  });

  it('expires at its trigger if the book is too thin', () => {
    const { place, order, scheduleTrade, clock, balance, events } = open();
    const { orderId } = place(
      pegged('SELL', { type: 'STOP_LOSS_LIMIT', stopPrice: 29500, ...PRIMARY, ...level(9) }),
    );
    scheduleTrade(1000, 29500);
    clock.move(5000);
    expect(order(orderId).status).toBe('EXPIRED');
    expect(balance('BTC')).toBe('10.4995 0');
    expect(summarizeEvents(events)).toContain(`EXPIRED EXPIRED ${orderId}`);
  });

  it('expires at its trigger if the free funds do not pay its price', () => {
    const { place, order, scheduleTrade, clock, scriptedMarket } = open();
    const buy = { type: 'STOP_LOSS_LIMIT', stopPrice: 30500, ...MARKET, quantity: 32 };
    const { orderId } = place(pegged('BUY', buy));
    scriptedMarket.asks.length = 0;
    scriptedMarket.asks.push({ price: 4_000_000, lots: 10_000_000 });
    scheduleTrade(1000, 30500);
    clock.move(5000);
    expect(order(orderId).status).toBe('EXPIRED');
  });
});

describe('pegged orders of lists', () => {
  const working = {
    workingType: 'LIMIT',
    workingTimeInForce: 'GTC',
    workingSide: 'BUY',
    workingQuantity: 0.1,
  };
  const pending = { pendingType: 'LIMIT_MAKER', pendingSide: 'SELL', pendingPegPriceType: 'PRIMARY_PEG' };

  it('take the price of the book when each is placed', () => {
    const { send, order, scheduleTrade, clock } = open();
    send('POST', 'orderList/oto', {
      ...working,
      workingPegPriceType: 'PRIMARY_PEG',
      ...pending,
      pendingQuantity: 0.1,
    });
    expect([order(2).peggedPrice, order(3).peggedPrice]).toEqual(['29990.00000000', undefined]);
    scheduleTrade(1000, 29990);
    clock.move(5000);
    expect(order(3)).toMatchObject({ status: 'NEW', peggedPrice: '30010.00000000' });
  });

  it('of an OPO are checked with the quantity that was received', () => {
    const { send, order, scheduleTrade, clock } = open();
    send('POST', 'orderList/opo', { ...working, workingPrice: 29990, ...pending });
    scheduleTrade(1000, 29990);
    clock.move(5000);
    expect(order(3)).toMatchObject({ status: 'NEW', origQty: '0.10000000', peggedPrice: '30010.00000000' });
  });

  it('of an OCO wait for their trigger or rest at once', () => {
    const { send, order } = open();
    send('POST', 'orderList/oco', {
      side: 'SELL',
      quantity: 0.1,
      aboveType: 'LIMIT_MAKER',
      abovePegPriceType: 'PRIMARY_PEG',
      belowType: 'STOP_LOSS_LIMIT',
      belowStopPrice: 29000,
      belowTimeInForce: 'GTC',
      belowPegPriceType: 'MARKET_PEG',
    });
    expect([order(2).peggedPrice, order(3).peggedPrice]).toEqual([undefined, '30010.00000000']);
  });
});
