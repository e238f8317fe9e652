/**
 * Fault 36: The exchange sends pings and expects each payload back within a minute.
 *
 * Every ping is answered with its payload.
 */
import { expect, it } from 'vitest';
import { follow, trades } from '../../stream/followed-feed.ts';
import { runPendingTasks } from '../../stream/manual-clock.ts';
import { startStreamServer } from '../../stream/scripted-stream-server.ts';

it('answers each ping with its payload', async () => {
  const server = await startStreamServer();
  const { untilRecord } = follow(server, trades);
  await untilRecord('hello');
  const connection = await server.connection(1);
  for (const payload of ['1710506096789', 'x']) {
    connection.socket.ping(payload);
    while (!connection.pongs.includes(payload)) await runPendingTasks();
  }
  expect(connection.pongs).toEqual(['1710506096789', 'x']);
});
