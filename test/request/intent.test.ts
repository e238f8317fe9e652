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

  it('does not reduce if a batch holds no orders', () => {
    expect(intentOf('options.order.batch', { orders: '[]' }).isReducing).toBe(false);
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
