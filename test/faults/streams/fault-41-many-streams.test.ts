/**
 * Fault 41: A command follows more streams than a connection may carry.
 *
 * The streams are spread over connections of at most 1024, with at most 5 control messages a second each.
 */
import { expect, it } from 'vitest';
import { follow, STEP } from '../../stream/followed-feed.ts';
import { runPendingTasks } from '../../stream/manual-clock.ts';
import { startStreamServer } from '../../stream/scripted-stream-server.ts';

it('spreads more than 1024 streams over several connections and sends at most 5 messages a second', async () => {
  const server = await startStreamServer();
  const many = Array.from({ length: 1025 }, (_, index) => ({
    name: `s${index}usdt@trade`,
    sequence: STEP,
  }));
  const { untilRecord, clock } = follow(server, many);
  await Promise.all([server.connection(1), server.connection(2)]);
  for (let second = 0; second < 20; second += 1) await clock.advance(250);
  await untilRecord('hello', 2);
  await runPendingTasks();
  const counts = server.connections.map(({ names }) => names.size).sort((a, b) => b - a);
  expect(counts).toEqual([1024, 1]);
  const big = server.connections.find(({ names }) => names.size === 1024)!;
  // Six SUBSCRIBE messages and one LIST_SUBSCRIPTIONS: more than the 5 messages of one second.
  expect(big.requests).toHaveLength(7);
});
