/**
 * Fault 35: The exchange closes connections after 24 hours, or announces that it shuts down.
 *
 * The next connection is opened first; messages of both are emitted once, and none is missed.
 */
import { expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/core/time-units.ts';
import { follow, idsOf, trades } from '../../stream/followed-feed.ts';
import { runPendingTasks } from '../../stream/manual-clock.ts';
import { startStreamServer, trade } from '../../stream/scripted-stream-server.ts';

it('after 23 hours opens the next connection before it closes the first, and emits each message once', async () => {
  const server = await startStreamServer();
  const { untilMessages, untilRecord, records, clock, messages, feed } = follow(server, trades);
  await untilRecord('hello');
  const first = await server.connection(1);
  for (const id of [1, 2, 3]) first.send(trade(id));
  await untilMessages(3);
  await clock.advance(23 * HOUR_MS);
  while (server.connections.length < 2) await clock.advance(1000);
  await runPendingTasks();
  const second = await server.connection(2);
  // Both connections carry the same messages; the new connection is ahead.
  for (const id of [4, 5, 6]) second.send(trade(id));
  first.send(trade(4));
  await untilMessages(4);
  first.send(trade(5));
  await untilMessages(5);
  await clock.advance(6000);
  await untilMessages(6);
  second.send(trade(7));
  await untilMessages(7);
  expect(idsOf(messages)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(records.map(({ bourse }) => bourse)).toEqual(['hello']);
  expect(feed.counts()[0]).toMatchObject({ gaps: 0, doubles: 2 });
});

it('after a shutdown notice of the server the next connection is opened at once', async () => {
  const server = await startStreamServer();
  const { untilMessages, untilRecord, clock, messages } = follow(server, trades);
  await untilRecord('hello');
  const first = await server.connection(1);
  first.send(trade(1));
  first.send('{"e":"serverShutdown","E":1710506096789}');
  const second = await server.connection(2);
  await runPendingTasks();
  second.send(trade(2));
  first.socket.close(1001);
  await clock.advance(6000);
  await untilMessages(2);
  expect(idsOf(messages)).toEqual([1, 2]);
});
