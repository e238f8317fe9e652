/**
 * Fault 42: A frame is too large or is not UTF-8.
 *
 * The connection is closed with a reported reason, and the next one continues.
 */
import { expect, it } from 'vitest';
import { follow, trades } from '../../stream/followed-feed.ts';
import { startStreamServer } from '../../stream/scripted-stream-server.ts';

it('invalid frames end the connection with a reported reason, and the next connection continues', async () => {
  const server = await startStreamServer({
    onConnection: ({ socket, number }) => {
      if (number === 2) setImmediate(() => socket.send(Buffer.alloc(17 * 1024 * 1024), { binary: false }));
    },
  });
  const { untilRecord, clock, records } = follow(server, trades);
  await untilRecord('hello');
  const first = await server.connection(1);
  // A text frame that is not UTF-8.
  first.socket.send(Buffer.from([0xc3, 0x28]), { binary: false });
  await untilRecord('stale');
  await clock.advance(1000);
  await untilRecord('stale', 2);
  await clock.advance(2000);
  await untilRecord('resync');
  expect(records.filter(({ bourse }) => bourse === 'stale')).toMatchObject([
    { why: expect.stringContaining('UTF-8') },
    { why: expect.stringContaining('payload') },
  ]);
});
