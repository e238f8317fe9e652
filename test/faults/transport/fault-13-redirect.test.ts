/**
 * Fault 13: The exchange redirects to another host, port or protocol.
 *
 * No redirect is followed: the second server receives nothing. A read ends with exit code 5; an order is unknown and is looked up.
 */
import { expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import { answering, answerOf } from '../../transport/raw-server.ts';
import { exchangeWithoutOrders, ORDER, READ, runAt, startFaultServer } from '../fault-exchange.ts';

it.each([301, 302, 303, 307, 308])('a redirect with status %i is not followed', async (status) => {
  const other = await startFaultServer(answering(answerOf(200)));
  const targets = [`${other.origin}/api/v3/time`, `http://localhost:${other.port}/`, 'file:///etc/passwd'];
  for (const target of targets) {
    const redirect = answerOf(status, '', [`Location: ${target}`, 'Connection: close']);
    const server = await startFaultServer(answering(redirect));
    expect(failure(await runAt(server.origin, READ))).toMatchObject({ exitCode: 5 });
    expect(server.connections).toHaveLength(1);
  }
  expect(other.connections).toHaveLength(0);
});

it('a redirected order is not sent to the other host, and is looked up at the first', async () => {
  const other = await startFaultServer(answering(answerOf(200)));
  const redirect = answerOf(307, '', [`Location: ${other.origin}/api/v3/order`, 'Connection: close']);
  const server = await startFaultServer(exchangeWithoutOrders(answering(redirect)));
  expect(failure(await runAt(server.origin, ORDER))).toMatchObject({
    exitCode: 5,
    execution: 'not_executed',
  });
  expect(server.connections.filter(({ received }) => received.startsWith('POST'))).toHaveLength(1);
  expect(other.connections).toHaveLength(0);
});
