/** Which requests the sender of a few calls sends itself, and when the connection pool takes over. */
import { afterEach, describe, expect, it } from 'vitest';
import { createFewCallsSend } from '../../src/transport/few-calls-sender.ts';
import { createPoolSend } from '../../src/transport/pool-sender.ts';
import type { ClosableSend } from '../../src/transport/sender.ts';
import { answering, answerOf, type Script, startRawServer } from './raw-server.ts';
import {
  createFewCallsOnly,
  failureOf,
  NEVER,
  orderRequest,
  readRequest,
  SleepingClock,
} from './requests.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const TWENTY: Script = answering(
  ...Array.from({ length: 20 }, (_, index) => answerOf(200, `[${index + 1}]`)),
);

async function fewCalls(...before: readonly string[]) {
  const server = await startRawServer(TWENTY);
  const pools: ClosableSend[] = [];
  const asked: string[][] = [];
  const addresses = [...before, server.origin].map((one) => new URL(one));
  const send = createFewCallsSend(
    { addressOf: () => addresses, clock: new SleepingClock() },
    async (options) => {
      const pool = createPoolSend(options);
      pools.push(pool);
      asked.push([...(options.preferred?.values() ?? [])]);
      return pool;
    },
  );
  open.push(send, server);
  return { send, server, pools, asked };
}

describe('the sender of a few calls', () => {
  it('sends four requests over one connection and opens no pool', async () => {
    const { send, server, pools } = await fewCalls();
    for (let index = 1; index <= 4; index += 1)
      expect((await send(readRequest(), NEVER)).body).toBe(`[${index}]`);
    expect(server.connections).toHaveLength(1);
    expect(pools).toHaveLength(0);
  });

  it('opens one pool for the fifth request and those after it', async () => {
    const { send, server, pools } = await fewCalls();
    for (let index = 1; index <= 8; index += 1) expect((await send(readRequest(), NEVER)).status).toBe(200);
    expect(server.connections).toHaveLength(2);
    expect(pools).toHaveLength(1);
  });

  it('sends requests with exact headers over one connection, however many, without a header Connection', async () => {
    const { send, server, pools } = await fewCalls();
    const exact = readRequest({ exactHeaders: true, headers: { clienttype: 'web' } });
    for (let index = 1; index <= 9; index += 1) expect((await send(exact, NEVER)).body).toBe(`[${index}]`);
    expect(server.connections).toHaveLength(1);
    expect(pools).toHaveLength(0);
    expect(server.connections[0]!.received.match(/clienttype: web/g)).toHaveLength(9);
    expect(server.connections[0]!.received).not.toMatch(/^connection:/im);
  });

  it('opens one pool for more than two requests at once', async () => {
    const { send, server, pools } = await fewCalls();
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(readRequest(), NEVER)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(pools).toHaveLength(1);
    const sent = server.connections.map(({ received }) => received).join('');
    expect(sent.match(/GET /g)).toHaveLength(12);
  });

  it('abandons a connection that is still being opened when it closes', async () => {
    const server = await startRawServer([{ do: 'stall' }]);
    open.push(server);
    const secure = new URL(server.origin.replace('http:', 'https:'));
    const send = createFewCallsOnly({ addressOf: () => [secure], clock: new SleepingClock() });
    const user = new AbortController();
    const pending = failureOf(send(orderRequest(), user.signal));
    while (server.connections.length === 0) await pause(2);
    user.abort();
    await pending;
    await send.close();
    await pause(100);
    expect(server.connections[0]!.isClosed).toBe(true);
  });

  it('passes the address that answered after a fail-over to the pool', async () => {
    const dead = await startRawServer([]);
    await dead.close();
    const { send, server, asked } = await fewCalls(dead.origin);
    for (let index = 1; index <= 5; index += 1)
      expect(await send(readRequest(), NEVER)).toMatchObject({ origin: server.origin });
    expect(asked).toEqual([[server.origin]]);
  });
});
