/** `bourse stream user` closes its listen key however it ends. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { cooldownFolder } from '../../../src/app/cooldowns.ts';
import { foldersOf, systemClock, type World } from '../../../src/app/world.ts';
import type { Clock } from '../../../src/core/clock.ts';
import { startSandbox } from '../../../src/sandbox/process/serve.ts';
import { sharedCooldowns } from '../../../src/store/cooldowns.ts';
import { bourse, temporaryFolder } from '../world.ts';

/** Runs `stream user` until its balances were printed, calls `before`, then interrupts the command. */
async function runUntilBalances(
  on: string,
  options: { readonly clock?: Clock; before?(home: string, host: string): void } = {},
) {
  const sandbox = await startSandbox({ port: 0, seed: 1, clock: systemClock() });
  onTestFinished(() => sandbox.close());
  const ends = new AbortController();
  const home = temporaryFolder();
  return bourse(`stream user --on ${on} --transport listen-key`, {
    home,
    clock: options.clock ?? systemClock(),
    environment: {
      BOURSE_ENV: 'sandbox',
      BOURSE_HOST_SPOT: sandbox.hosts.spot,
      BOURSE_HOST_USDM: sandbox.hosts.usdm,
      BOURSE_HOST_SPOT_WS: sandbox.hosts['spot-ws'],
      BOURSE_HOST_USDM_WS: sandbox.hosts['usdm-ws'],
      BOURSE_API_KEY: sandbox.apiKey,
      BOURSE_API_SECRET: sandbox.apiSecret,
    },
    interrupt: ends.signal,
    onWrite: (_name, text) => {
      if (!text.includes('"kind":"account"')) return;
      options.before?.(home, new URL(sandbox.hosts.spot).host);
      ends.abort();
    },
  });
}

describe('bourse stream user', () => {
  it.each(['spot', 'usdm', 'margin'])('closes its listen key of %s after Ctrl-C', async (on) => {
    const { code, stderr } = await runUntilBalances(on);
    expect(code).toBe(0);
    expect(stderr).not.toContain('stays open');
    expect(stderr).toContain('1 subscription');
  });

  it('does not wait for the end of a cooldown to close its listen key after Ctrl-C', async () => {
    const own = systemClock();
    // A wait of more than a few seconds never ends here.
    const clock: Clock = {
      ...own,
      sleep: (ms, signal) => own.sleep(ms > 5000 ? 2 ** 30 : Math.ceil(ms / 50), signal),
    };
    const { code, stderr } = await runUntilBalances('spot', {
      clock,
      before(home, host) {
        const folder = cooldownFolder({ folders: foldersOf({ BOURSE_HOME: home }) } as World);
        sharedCooldowns(folder, clock, host).begin('spot', 12_000);
      },
    });
    expect(code).toBe(0);
    expect(stderr).toContain('The listen key stays open');
  });
});
