/** Access to keys: which calls need them, and that they are resolved once. */
import { describe, expect, it } from 'vitest';
import { KeyAccess } from '../../src/app/key-access.ts';
import { readSettings } from '../../src/app/settings.ts';
import { testWorld } from '../acceptance/world.ts';

function accessTo(
  options: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
) {
  const world = testWorld({ environment }, { stdout: '', stderr: '' });
  const settings = readSettings(options, {});
  return new KeyAccess({ world, settings, sandboxFolder: world.folders.state, note: () => {} });
}

const call = (security: 'NONE' | 'TRADE', exactHeaders = false) =>
  ({ security, exactHeaders }) as Parameters<KeyAccess['areNeededFor']>[0];

describe('keys', () => {
  it('are needed for signed calls, and for public calls with a named profile', () => {
    expect(accessTo({}).areNeededFor(call('TRADE'))).toBe(true);
    expect(accessTo({}).areNeededFor(call('NONE'))).toBe(false);
    expect(accessTo({ profile: 'main' }).areNeededFor(call('NONE'))).toBe(true);
    expect(accessTo({ profile: 'main' }).areNeededFor(call('NONE', true))).toBe(false);
  });

  it('are resolved once, whatever the hosts of later calls', async () => {
    const access = accessTo({ env: 'sandbox' });
    const first = await access.resolve(['spot']);
    expect(await access.resolve(['usdm'])).toBe(first);
    expect(first.environment).toBe('sandbox');
  });

  it('must not go both to this machine and elsewhere', async () => {
    const access = accessTo({ env: 'testnet' }, { BOURSE_HOST_SPOT: 'http://127.0.0.1:9' });
    await expect(access.resolve(['spot', 'usdm'])).rejects.toThrow('The same keys would go to spot');
  });
});
