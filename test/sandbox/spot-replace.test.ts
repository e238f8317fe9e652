/** POST order/cancelReplace: the table of its outcomes (spot API documentation). */
import { describe, expect, it } from 'vitest';
import type { Params } from './signed-calls.ts';
import { sendSigned } from './signed-calls.ts';
import { limit, openSpotContext, summarizeEvents } from './spot-context.ts';

const PATH = 'order/cancelReplace';
const STOP = { cancelReplaceMode: 'STOP_ON_FAILURE' } as const;
const ALLOW = { cancelReplaceMode: 'ALLOW_FAILURE' } as const;
const NEW = { newClientOrderId: 'new', cancelOrigClientOrderId: 'old' } as const;
/** No user has as much. */
const TOO_MUCH = 100;

function open() {
  const context = openSpotContext();
  context.place(limit('BUY', 29000, 1, { newClientOrderId: 'old' }));
  const replace = (mode: Params, changed: Params = {}, quantity = 0.5) => {
    const params = { symbol: 'BTCUSDT', ...limit('BUY', 28000, quantity), ...NEW, ...mode, ...changed };
    const { status, body, headers } = sendSigned(context.exchange, 'POST', `/api/v3/${PATH}`, params);
    return { status, body: JSON.parse(body), headers };
  };
  const openIds = () =>
    context.get('openOrders').map(({ clientOrderId }: { clientOrderId: string }) => clientOrderId);
  /** Places and cancels orders until the limit of ten orders per second is reached. */
  const reachLimit = () => {
    for (let count = context.get('rateLimit/order')[0].count; count < 10; count += 1) {
      const { orderId } = context.place(limit('BUY', 27000, 0.1));
      context.send('DELETE', 'order', { orderId });
    }
  };
  return { ...context, replace, openIds, reachLimit };
}

describe('a replacement of an order', () => {
  it('answers 200 with both records if both halves work', () => {
    const { replace, openIds, balance, events } = open();
    events.length = 0;
    const { status, body } = replace(STOP, { cancelNewClientOrderId: 'gone', newOrderRespType: 'FULL' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      cancelResult: 'SUCCESS',
      newOrderResult: 'SUCCESS',
      cancelResponse: { origClientOrderId: 'old', clientOrderId: 'gone', status: 'CANCELED' },
      newOrderResponse: { clientOrderId: 'new', status: 'NEW', fills: [] },
    });
    expect([openIds(), balance('USDT')]).toEqual([['new'], '986000 14000']);
    expect(summarizeEvents(events).slice(0, 1)).toEqual(['CANCELED CANCELED 1']);
  });

  it.each([
    [STOP, 'unknown', 0.5, 400, -2022, 'FAILURE', 'NOT_ATTEMPTED', ['old']],
    [STOP, 'old', TOO_MUCH, 409, -2021, 'SUCCESS', 'FAILURE', []],
    [ALLOW, 'old', TOO_MUCH, 409, -2021, 'SUCCESS', 'FAILURE', []],
    [ALLOW, 'unknown', 0.5, 409, -2021, 'FAILURE', 'SUCCESS', ['old', 'new']],
    [ALLOW, 'unknown', TOO_MUCH, 400, -2022, 'FAILURE', 'FAILURE', ['old']],
  ] as const)(
    'with %j of the order %s for %d answers %d %d: %s, %s',
    (mode, id, quantity, status, code, first, second, left) => {
      const { replace, openIds } = open();
      const answered = replace(mode, { cancelOrigClientOrderId: id }, quantity);
      expect([answered.status, answered.body.code]).toEqual([status, code]);
      expect(answered.body.data).toMatchObject({ cancelResult: first, newOrderResult: second });
      if (first === 'FAILURE')
        expect(answered.body.data.cancelResponse).toEqual({ code: -2011, msg: 'Unknown order sent.' });
      if (second === 'FAILURE') expect(answered.body.data.newOrderResponse.code).toBe(-2010);
      if (second === 'NOT_ATTEMPTED') expect(answered.body.data.newOrderResponse).toBeNull();
      expect(openIds()).toEqual(left);
    },
  );

  it.each([
    [STOP, {}, 'old', 429, -1015, ['old']],
    [ALLOW, {}, 'old', 429, -1015, ['old']],
    [STOP, { orderRateLimitExceededMode: 'CANCEL_ONLY' }, 'old', 429, -2021, []],
    [ALLOW, { orderRateLimitExceededMode: 'CANCEL_ONLY' }, 'old', 409, -2021, []],
    [STOP, { orderRateLimitExceededMode: 'CANCEL_ONLY' }, 'unknown', 429, -2022, ['old']],
    [ALLOW, { orderRateLimitExceededMode: 'CANCEL_ONLY' }, 'unknown', 400, -2022, ['old']],
  ] as const)(
    'over the order limit with %j %j of the order %s answers %d %d',
    (mode, changed, id, status, code, left) => {
      const { replace, openIds, reachLimit } = open();
      reachLimit();
      const answered = replace(mode, { ...changed, cancelOrigClientOrderId: id });
      expect([answered.status, answered.body.code]).toEqual([status, code]);
      if (code === -1015) expect(answered.body).not.toHaveProperty('data');
      if (code === -2021) expect(answered.body.data.newOrderResponse.code).toBe(-1015);
      expect(openIds()).toEqual(left);
    },
  );

  it('is refused by a filter before anything is cancelled', () => {
    const { replace, openIds } = open();
    expect(replace(STOP, { price: 28000.001 })).toMatchObject({ status: 400, body: { code: -1013 } });
    expect(openIds()).toEqual(['old']);
  });

  it('counts as an order even if the new order is not attempted', () => {
    const { replace, get } = open();
    const count = () => get('rateLimit/order')[1].count;
    expect(count()).toBe(1);
    replace(STOP, { cancelOrigClientOrderId: 'unknown' });
    expect(count()).toBe(2);
    replace(STOP);
    expect(count()).toBe(3);
  });

  it('does not cancel an order whose client id is another, or whose state is restricted', () => {
    const { replace, openIds } = open();
    expect(
      replace(STOP, { cancelOrderId: 1, cancelOrigClientOrderId: 'other' }).body.data.cancelResponse,
    ).toEqual({
      code: -2039,
      msg: 'Client order ID is not correct for this order ID.',
    });
    const restricted = replace(STOP, { cancelRestrictions: 'ONLY_PARTIALLY_FILLED' });
    expect(restricted.body.data.cancelResponse.msg).toBe(
      'Order was not canceled due to cancel restrictions.',
    );
    expect(openIds()).toEqual(['old']);
  });

  it('ends the list of an order that it cancels', () => {
    const { replace, send, get } = open();
    send('POST', 'order/oco', {
      side: 'SELL',
      quantity: 1,
      price: 31000,
      stopPrice: 29500,
      limitClientOrderId: 'above',
    });
    expect(replace(STOP, { cancelOrigClientOrderId: 'above' }).status).toBe(200);
    expect(get('openOrderList')).toEqual([]);
  });
});
