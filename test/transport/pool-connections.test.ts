/** The connections of the pool, of which a call that follows another one opens no further. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createPoolSend } from '../../src/transport/pool-sender.ts';
import { NEVER, readRequest, SleepingClock } from './requests.ts';

it.each([1, 2, 5])('calls that follow each other, %i at once, use as many connections', async (atOnce) => {
  let opened = 0;
  const server = createServer((_, response) => {
    response.sendDate = false;
    setImmediate(() => response.end('{}'));
  });
  server.on('connection', () => {
    opened += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const send = createPoolSend({ addressOf: () => [address], clock: new SleepingClock() });
  const work = async () => {
    for (let sent = 0; sent < 40; sent += 1) await send(readRequest(), NEVER);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  expect(opened).toBe(atOnce);
  await send.close();
  await new Promise((resolve) => server.close(resolve));
});
