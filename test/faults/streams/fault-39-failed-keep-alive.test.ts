/**
 * Fault 39: The request that keeps a listen key alive fails three times.
 *
 * Each failure is reported and repeated after ten minutes; another key is created before the old one expires.
 */
import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/core/time-units.ts';
import { down, followKeys } from '../../stream/followed-keys.ts';
import { startStreamServer } from '../../stream/scripted-stream-server.ts';

it('notes a failed keep-alive, repeats it after 10 minutes and creates a new key before the old one expires', async () => {
  const server = await startStreamServer();
  const { clock, keyCalls, notes, connection, firstFlags } = followKeys(server);
  await connection(1);
  keyCalls.refusals.push(down(), undefined);
  await clock.advance(41 * MINUTE_MS);
  expect(keyCalls.keepAliveMinutes).toEqual([30, 40]);
  expect(keyCalls.created).toHaveLength(1);
  keyCalls.refusals.push(down(), down(), down());
  await clock.advance(51 * MINUTE_MS);
  expect(keyCalls.keepAliveMinutes).toEqual([30, 40, 70, 80, 90]);
  await connection(2);
  expect(keyCalls.created).toHaveLength(2);
  expect(firstFlags).toEqual([true, false]);
  expect(notes.filter((text) => text.includes('away'))).toHaveLength(3);
});
