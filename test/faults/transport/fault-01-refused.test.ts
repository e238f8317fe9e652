/**
 * Fault 1: The connection is refused.
 *
 * Nothing was sent; the command tries again with growing pauses and ends with exit code 5.
 */
import { expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import { fixedClock } from '../../acceptance/world.ts';
import { type RawServer, startRawServer } from '../../transport/raw-server.ts';
import { exchangeWithoutOrders, ORDER, ORDER_ID, READ, runAt, startFaultServer } from '../fault-exchange.ts';

it('a read tries again and ends with exit 5', async () => {
  const server = await startRawServer([]);
  await server.close();
  const clock = fixedClock();
  const before = clock.now();
  const error = failure(await runAt(server.origin, READ, { clock }));
  expect(error).toMatchObject({ kind: 'unavailable', exitCode: 5, retryable: true });
  expect(clock.now()).toBeGreaterThan(before);
});

it('an order of which nothing was written tries again and is certainly not executed: exit 5', async () => {
  let listening: RawServer | undefined;
  listening = await startFaultServer([
    ...exchangeWithoutOrders([]),
    { do: 'call', run: () => void listening?.close() },
  ]);
  const clock = fixedClock();
  const before = clock.now();
  const error = failure(await runAt(listening.origin, ORDER, { clock }));
  expect(error).toMatchObject({
    kind: 'unavailable',
    exitCode: 5,
    execution: 'not_executed',
    clientOrderId: ORDER_ID,
  });
  expect(clock.now()).toBeGreaterThan(before);
  expect(listening.connections.filter(({ received }) => received.startsWith('POST'))).toEqual([]);
});
