/** Stream connections: each waits for the connection limit and for cooldowns. */
import { expect, it } from 'vitest';
import { openCooldowns } from '../../src/app/cooldowns.ts';
import { readSettings } from '../../src/app/settings.ts';
import { openStreaming } from '../../src/app/streaming.ts';
import { BAN } from '../../src/transport/bans.ts';
import { fixedClock, testWorld } from '../acceptance/world.ts';

it('opens no connection after a ban that was recorded while the connection waited for the limit', async () => {
  const world = testWorld({ clock: fixedClock() }, { stdout: '', stderr: '' });
  const streaming = await openStreaming({
    world,
    settings: readSettings({ env: 'testnet' }, {}),
    sandboxFolder: world.folders.state,
    note: () => openCooldowns(world, 'testnet').begin(BAN, 3 * 86_400_000),
  });
  const takeAttempt = streaming.attemptGateOf(await streaming.addressOf('ws-api'));
  const { signal } = new AbortController();
  for (let count = 0; count < 270; count += 1) await takeAttempt(signal);
  await expect(takeAttempt(signal)).rejects.toMatchObject({ kind: 'rate-limited' });
});

it('reads the addresses of a run once for a sandbox, not again when the sandbox answers', async () => {
  const clock = fixedClock();
  let reads = 0;
  const environment = new Proxy<Record<string, string>>(
    {},
    {
      ownKeys: () => {
        reads += 1;
        return [];
      },
    },
  );
  const world = { ...testWorld({ clock }, { stdout: '', stderr: '' }), environment };
  const streaming = await openStreaming({
    world,
    settings: readSettings({ env: 'sandbox', interface: 'today' }, {}),
    sandboxFolder: world.folders.state,
    note: () => undefined,
  });
  try {
    const address = await streaming.addressOf('usdm-ws');
    expect(address.interface).toBe('today');
    expect(reads).toBe(1);
  } finally {
    await streaming.close();
  }
});
