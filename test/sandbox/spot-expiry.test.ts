/** Why an order expired: a field of today's interface (spot API documentation, Enums). */
import { describe, expect, it } from 'vitest';
import { limit, openSpotContext } from './spot-context.ts';

const FILL_OR_KILL = limit('BUY', 29000, 1, { timeInForce: 'FOK' });

describe('the reason for which an order expired', () => {
  it.each([
    ['UNFILLED_IOC_QUANTITY_EXPIRED', limit('BUY', 29000, 1, { timeInForce: 'IOC' })],
    ['UNFILLED_FOK_ORDER_EXPIRED', FILL_OR_KILL],
    ['INSUFFICIENT_LIQUIDITY', { side: 'SELL', type: 'MARKET', quantity: 1 }],
  ])('is %s in the placement, the queries and the event of %j', (expiryReason, params) => {
    const { place, order, get, events } = openSpotContext('today');
    const { orderId, ...placed } = place(params);
    expect(placed).toMatchObject({ status: 'EXPIRED', expiryReason });
    expect(order(orderId)).toMatchObject({ expiryReason });
    expect(get('allOrders', { symbol: 'BTCUSDT' })).toMatchObject([{ expiryReason }]);
    expect(events.filter(({ x }) => x === 'EXPIRED')).toMatchObject([{ eR: expiryReason }]);
  });

  it('names the trigger and the first phase of a list', () => {
    const { send, order } = openSpotContext('today');
    const oto = { workingType: 'LIMIT', workingTimeInForce: 'IOC', workingSide: 'BUY', workingPrice: 29000 };
    const pending = {
      pendingType: 'LIMIT_MAKER',
      pendingSide: 'SELL',
      pendingPrice: 31000,
      pendingQuantity: 1,
    };
    send('POST', 'orderList/oto', { ...oto, workingQuantity: 1, ...pending });
    expect(order(2)).toMatchObject({ status: 'EXPIRED', expiryReason: 'OTO_PHASE_ONE_EXPIRED' });
    const pair = openSpotContext('today');
    pair.scriptedMarket.bids.push({ price: 2_890_000, lots: 1_000_000 });
    const oco = { side: 'SELL', quantity: 1, aboveType: 'LIMIT_MAKER', abovePrice: 31000 };
    pair.send('POST', 'orderList/oco', { ...oco, belowType: 'STOP_LOSS', belowStopPrice: 29000 });
    pair.scheduleTrade(1000, 29000);
    pair.clock.move(5000);
    expect(pair.order(2)).toMatchObject({ status: 'EXPIRED', expiryReason: 'OCO_TRIGGER' });
  });

  it('is not shown by the interface of the document, nor for orders that did not expire', () => {
    const { place, order } = openSpotContext();
    const placed = place(FILL_OR_KILL);
    expect(placed).not.toHaveProperty('expiryReason');
    expect(order(placed.orderId)).not.toHaveProperty('expiryReason');
    expect(openSpotContext('today').place(limit('BUY', 29000, 1))).not.toHaveProperty('expiryReason');
  });
});
