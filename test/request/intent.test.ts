/** What counts as a write that only reduces: it passes a policy, a halt and a lost journal, so a mistake here is costly. */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { writeIntentOf } from '../../src/request/intent.ts';
import { checkRawCall, prepareUnknown } from '../../src/request/raw.ts';

function intentOf(id: string, params: Readonly<Record<string, string>>) {
  const endpoint = ENDPOINTS.find((one) => one.id === id)!;
  return writeIntentOf(endpoint, new Map(Object.entries(params)))!;
}

describe('the intent of a write', () => {
  const stop = { symbol: 'BTCUSDT', side: 'SELL', type: 'STOP_LOSS', quantity: '1', stopPrice: '50000' };

  it('reduces if a margin stop sells what is held, and not if the stop borrows what it sells', () => {
    expect(intentOf('margin.order.new', stop).isReducing).toBe(true);
    for (const sideEffectType of ['MARGIN_BUY', 'AUTO_BORROW_REPAY']) {
      expect(intentOf('margin.order.new', { ...stop, sideEffectType })).toMatchObject({
        isReducing: false,
        addsExposure: true,
      });
    }
  });

  it('reduces if an order of hedge mode closes its position side, which was held back by a halt', () => {
    const order = (side: string, positionSide: string) =>
      intentOf('usdm.order.new', { symbol: 'BTCUSDT', side, positionSide, type: 'MARKET', quantity: '1' });
    expect(order('SELL', 'LONG')).toMatchObject({ isReducing: true, addsExposure: false });
    expect(order('BUY', 'SHORT').isReducing).toBe(true);
    expect(order('BUY', 'LONG').isReducing).toBe(false);
    expect(order('SELL', 'SHORT').isReducing).toBe(false);
    expect(order('SELL', 'BOTH')).toMatchObject({ isReducing: false, addsExposure: true });
    expect(intentOf('usdm.order.new', { symbol: 'BTCUSDT', type: 'MARKET' }).isReducing).toBe(false);
  });

  it('is an order that adds exposure if it offers or accepts a block trade, which has no client order id', () => {
    const leg = { symbol: 'BTC-240628-60000-C', side: 'BUY', quantity: '1', price: '5' };
    const offered = intentOf('options.block-order.new', { liquidity: 'MAKER', legs: JSON.stringify([leg]) });
    expect(offered).toMatchObject({
      noun: 'block order',
      isOrder: true,
      addsExposure: true,
      isReducing: false,
    });
    expect(offered.parts).toMatchObject([{ symbol: leg.symbol, params: leg }]);
    const flagged = JSON.stringify([{ ...leg, reduceOnly: 'true' }]);
    expect(intentOf('options.block-order.new', { liquidity: 'MAKER', legs: flagged }).isReducing).toBe(false);
    expect(intentOf('options.block-order.accept', { blockOrderMatchingKey: 'a' })).toMatchObject({
      isOrder: true,
      addsExposure: true,
      isReducing: false,
    });
    expect(intentOf('options.block-order.cancel', { blockOrderMatchingKey: 'a' }).isReducing).toBe(true);
  });

  it('names the symbol of each change of a batch, which rules about symbols did not see', () => {
    const change = { symbol: 'BTCUSDT', orderId: '1', side: 'BUY', quantity: '1', price: '5' };
    const { parts, isOrder, isReducing, orderRules } = intentOf('usdm.order.batch-amend', {
      batchOrders: JSON.stringify([change, { ...change, symbol: 'ETHUSDT' }]),
    });
    expect(parts).toMatchObject([
      { symbol: 'BTCUSDT', params: change },
      { symbol: 'ETHUSDT', params: { side: 'BUY' } },
    ]);
    expect([isOrder, isReducing, orderRules?.rules]).toEqual([true, false, 'usdm.exchange-info']);
  });

  it('does not reduce if a batch holds no orders', () => {
    expect(intentOf('options.order.batch', { orders: '[]' }).isReducing).toBe(false);
  });

  it.each(
    ENDPOINTS.flatMap(({ id, clientIds }) =>
      clientIds?.listField === undefined ? [] : [[id, clientIds.listField]],
    ),
  )('has a part for the journal even if the batch %s holds no orders', (id, list) => {
    for (const text of ['[]', '', 'no list']) expect(intentOf(id!, { [list!]: text }).parts).toHaveLength(1);
  });

  it('has a part for each half of a call that replaces an order', () => {
    const replaced = intentOf('spot.order.cancel-replace', {
      symbol: 'BTCUSDT',
      cancelOrigClientOrderId: 'old',
      newClientOrderId: 'new',
    });
    expect(replaced).toMatchObject({
      parts: [{ clientOrderId: 'new', symbol: 'BTCUSDT', endpoint: 'spot.order.new' }],
      cancellation: {
        symbol: 'BTCUSDT',
        endpoint: 'spot.order.cancel',
        params: { symbol: 'BTCUSDT', origClientOrderId: 'old' },
      },
    });
  });

  it('is no cancellation if a setting is changed by DELETE', () => {
    expect(intentOf('margin.isolated.disable', { symbol: 'BTCUSDT' }).isReducing).toBe(false);
    expect(intentOf('margin.order.cancel', { symbol: 'BTCUSDT', orderId: '1' }).isReducing).toBe(true);
  });

  it('does not reduce if the catalogue does not know the path, even of a DELETE', () => {
    const raw = checkRawCall({ method: 'DELETE', path: '/api/v3/unknown' }, ENDPOINTS);
    const { intent } = prepareUnknown(raw, [], { security: 'TRADE' }).request;
    expect(intent).toMatchObject({ isReducing: false, addsExposure: false });
  });
});
