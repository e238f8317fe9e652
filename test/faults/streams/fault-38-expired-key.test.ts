/**
 * Fault 38: A listen key expires.
 *
 * Another key is created and orders and fills since the last event are queried; the key is printed nowhere.
 */
import { expect, it } from 'vitest';
import { followKeys } from '../../stream/followed-keys.ts';
import { runPendingTasks } from '../../stream/manual-clock.ts';
import { startStreamServer } from '../../stream/scripted-stream-server.ts';

it('creates a new key after listenKeyExpired, reconciles the account and shows the key nowhere', async () => {
  const server = await startStreamServer();
  const { keyCalls, messages, notes, connection, firstFlags } = followKeys(server);
  const first = await connection(1);
  first.send({ e: 'listenKeyExpired', E: 1, listenKey: keyCalls.created[0] });
  await connection(2);
  await runPendingTasks();
  expect(firstFlags).toEqual([true, false]);
  expect(messages).toEqual(['{"e":"listenKeyExpired","E":1,"listenKey":"***"}']);
  expect([...messages, ...notes].join()).not.toContain(keyCalls.created[0]);
});
