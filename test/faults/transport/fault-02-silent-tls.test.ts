/**
 * Fault 2: The server accepts the connection and never completes the TLS handshake.
 *
 * The connect timeout of 5 s ends the attempt; nothing was sent; exit code 5.
 */
import { expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import { ORDER, READ, runAt, startFaultServer, withFastTimers } from '../fault-exchange.ts';

it.each([
  ['a read', READ],
  ['an order', ORDER],
])('%s is not sent before the handshake is complete: exit 5', async (_what, line) => {
  const server = await startFaultServer([{ do: 'stall' }]);
  const error = failure(
    await withFastTimers(
      () => server.connections.some(({ received, isClosed }) => received !== '' && !isClosed),
      () => runAt(server.origin.replace('http:', 'https:'), line),
    ),
  );
  expect(error).toMatchObject({ kind: 'unavailable', exitCode: 5 });
  expect(error.message).toContain('no connection within 5000 ms');
  // The server received the first message of the handshake and no byte of HTTP.
  expect(server.connections.map(({ received }) => received).join()).not.toMatch(/HTTP\/1|CanaryKey/);
});
