/**
 * Fault 8: A kept connection is closed by the server as the next request is sent.
 *
 * A read is sent once more without a note; an order is unknown and never repeated.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import { answering, answerOf, type Script } from '../../transport/raw-server.ts';
import {
  failureOf,
  NEVER,
  orderRequest,
  readRequest,
  SENDERS,
  SleepingClock,
} from '../../transport/requests.ts';
import { startFaultServer } from '../fault-exchange.ts';

const STALE: Script = [...answering(answerOf(200)), { do: 'read', bytes: 4 }, { do: 'reset' }];

async function withStaleConnection(create: (typeof SENDERS)[number][1]) {
  const server = await startFaultServer(STALE, answering(answerOf(200, '{"again":true}')));
  const send = create({ addressOf: () => [new URL(server.origin)], clock: new SleepingClock() });
  onTestFinished(() => send.close());
  await send(readRequest(), NEVER);
  return { server, send };
}

const REUSING = SENDERS.filter(([name]) => name !== 'one-shot');

describe.each(REUSING)('with the %s sender, on a connection that has become stale', (_name, create) => {
  it('a read is repeated once, on a new connection', async () => {
    const { server, send } = await withStaleConnection(create);
    expect((await send(readRequest(), NEVER)).body).toBe('{"again":true}');
    expect(server.connections).toHaveLength(2);
  });

  it('an order is unknown, exit 7, and is not repeated', async () => {
    const { server, send } = await withStaleConnection(create);
    const error = await failureOf(send(orderRequest(), NEVER));
    expect(error.facts).toMatchObject({ execution: 'unknown', retryable: false });
    expect(error.message).not.toContain('key-of-the-test');
    const sent = server.connections.map(({ received }) => received).join('');
    expect(sent.match(/POST/g)).toHaveLength(1);
  });
});
