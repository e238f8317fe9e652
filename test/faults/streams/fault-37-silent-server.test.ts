/**
 * Fault 37: The server stops sending without closing the connection.
 *
 * After 60 s without a message bourse sends a ping, and opens another connection if no pong arrives.
 */
import { expect, it } from 'vitest';
import { follow, trades } from '../../stream/followed-feed.ts';
import { runPendingTasks } from '../../stream/manual-clock.ts';
import { startStreamServer } from '../../stream/scripted-stream-server.ts';

it('the feed pings, and closes if no pong arrives', async () => {
  const server = await startStreamServer();
  const { untilRecord, clock } = follow(server, trades);
  await untilRecord('hello');
  const connection = await server.connection(1);
  const pinged = new Promise((resolve) => connection.socket.once('ping', resolve));
  await clock.advance(60_000);
  await pinged;
  // The pong of the server keeps the connection open: a missing message alone does not end it.
  await runPendingTasks();
  await clock.advance(60_000);
  expect(server.connections).toHaveLength(1);
  connection.socket.pause();
  await clock.advance(90_000);
  await untilRecord('stale');
  await clock.advance(1000);
  await server.connection(2);
});
