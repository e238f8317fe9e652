/** The weight of a WebSocket API method is its own, whatever REST counts for the endpoint, also today. */
import { expect, it } from 'vitest';
import type { Endpoint } from '../../../src/catalogue/types.ts';
import { findWsMethod } from '../../../src/catalogue/ws-methods.ts';
import { asToday } from '../../../src/request/today.ts';
import { callEndpoint, type MethodCaller } from '../../../src/sandbox/ws-api/call.ts';

it('is not replaced by the weight that REST counts today', () => {
  const method = { ...findWsMethod('usdm', 'ticker.book')!, weight: 7 };
  expect(method.endpoint!.today?.weight).toBeDefined();
  let called: Endpoint | undefined;
  const caller = {
    answer: ({ resolved }: Parameters<MethodCaller['answer']>[0]) => {
      called = resolved!.endpoint;
      return { status: 200, headers: {}, body: '{}' };
    },
  } as MethodCaller;
  void callEndpoint(caller, method, method.endpoint!, { id: 1, method: 'ticker.book', params: new Map() });
  expect(asToday(called!).weight).toBe(7);
});
