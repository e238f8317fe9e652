/** The senders of a run: one for each kind of call, opened once. */
import { expect, it } from 'vitest';
import { KeyAccess } from '../../src/app/key-access.ts';
import { Senders } from '../../src/app/senders.ts';
import { readSettings } from '../../src/app/settings.ts';
import { testWorld } from '../acceptance/world.ts';

function senders(options: Readonly<Record<string, string>>) {
  const world = testWorld({}, { stdout: '', stderr: '' });
  const shared = {
    world,
    settings: readSettings(options, {}),
    sandboxFolder: world.folders.state,
    onHalt: () => undefined,
    note: () => {},
  };
  return new Senders({
    ...shared,
    keys: new KeyAccess(shared),
    journal: () => Promise.reject(new Error('nothing is written here')),
  });
}

const call = (security: 'NONE' | 'TRADE') =>
  ({ host: 'spot', security, exactHeaders: false }) as Parameters<Senders['senderOf']>[0];

it('opens one sender with keys and one without', async () => {
  const own = senders({ env: 'sandbox' });
  const signed = await own.senderOf(call('TRADE'), {});
  const unsigned = await own.senderOf(call('NONE'), {});
  expect(await own.senderOf(call('TRADE'), { isOneOfMany: true })).toBe(signed);
  expect(await own.senderOf(call('NONE'), {})).toBe(unsigned);
  expect(unsigned).not.toBe(signed);
  expect(() => unsigned.clockOf('spot')).toThrow('without keys');
  await own.close();
});

it('waits longer for rate limits where a command sends many requests', async () => {
  expect((await senders({}).senderOf(call('NONE'), {})).maxWaitMs).toBe(10_000);
  expect((await senders({}).senderOf(call('NONE'), { isOneOfMany: true })).maxWaitMs).toBe(120_000);
});
