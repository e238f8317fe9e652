import { expect, it } from 'vitest';
import { readUsage } from '../../src/request/usage.ts';

it('reads weight and order counts by their interval', () => {
  expect(
    readUsage({
      'x-mbx-used-weight': '3',
      'x-mbx-used-weight-1m': '12',
      'x-mbx-order-count-10s': '1',
      'x-mbx-order-count-1d': '99',
      'x-sapi-used-ip-weight-1m': '600',
      'x-sapi-used-uid-weight-1m': '4000',
    }),
  ).toEqual({ weight: { '1m': 12, 'sapi-ip-1m': 600, 'sapi-uid-1m': 4000 }, orders: { '10s': 1, '1d': 99 } });
});

it('returns the largest of several values and ignores values that are not counts', () => {
  expect(readUsage({ 'x-mbx-used-weight-1m': '5, 7, x' }).weight).toEqual({ '1m': 7 });
  expect(readUsage({ 'x-mbx-used-weight-1m': '1000000000' }).weight).toEqual({ '1m': 1_000_000_000 });
  for (const value of ['', '-1', '1e3', '9'.repeat(12), 'NaN', '1000000001']) {
    expect(readUsage({ 'x-mbx-used-weight-1m': value }).weight).toEqual({});
  }
});

it('ignores a header without an interval', () => {
  expect(readUsage({ 'x-mbx-used-weight-__proto__': '1', 'x-mbx-order-count-': '1' })).toEqual({
    weight: {},
    orders: {},
  });
});
