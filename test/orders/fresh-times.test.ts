/** Until when a request that waited may be sent with the times that it was given. */
import { expect, it } from 'vitest';
import { unixMs } from '../../src/core/words.ts';
import { assertFreshTimes } from '../../src/orders/dispatch.ts';
import type { PreparedRequest } from '../../src/request/types.ts';

it('a request is sent until half of its recvWindow has passed, and not after', () => {
  const request = { endpoint: 'spot.order.new' } as PreparedRequest;
  const times = { timestamp: unixMs(10_000), recvWindow: 5_000 };
  assertFreshTimes(request, times, unixMs(12_500));
  expect(() => assertFreshTimes(request, times, unixMs(12_501))).toThrow('was not sent');
});
