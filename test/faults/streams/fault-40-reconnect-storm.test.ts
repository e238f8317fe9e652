/**
 * Fault 40: The server closes every connection at once.
 *
 * Connections are opened with growing random delays, far below 300 attempts in five minutes.
 */
import { expect, it } from 'vitest';
import { follow, trades } from '../../stream/followed-feed.ts';
import { runPendingTasks } from '../../stream/manual-clock.ts';
import { startStreamServer } from '../../stream/scripted-stream-server.ts';

it('connections are opened with growing delays, far below the limit of 300 connections in 5 minutes', async () => {
  const server = await startStreamServer({
    onConnection: ({ socket, number }) => number > 1 && socket.close(1001),
  });
  const { untilRecord, clock } = follow(server, trades);
  await untilRecord('hello');
  server.connections[0]!.socket.terminate();
  for (let second = 0; second < 300; second += 1) {
    await clock.advance(1000);
    await runPendingTasks();
  }
  expect(server.connections.length).toBeGreaterThan(5);
  expect(server.connections.length).toBeLessThan(60);
});
