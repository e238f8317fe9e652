/** `bourse stream user` of each account while this machine's clock is off by a minute and a half. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/app/world.ts';
import { unixMs } from '../../../src/core/words.ts';
import { startSandbox } from '../../../src/sandbox/process/serve.ts';
import { lines } from '../outcomes.ts';
import { bourse } from '../world.ts';

const clock = systemClock();

/**
 * Runs `stream user` against an exchange whose clock is ahead by the given ms, so that its time must be
 * measured. Ends after the initial state of the account.
 */
async function follow(words: string, aheadMs: number) {
  const ending = new AbortController();
  const sandbox = await startSandbox({
    port: 0,
    seed: 1,
    clock: {
      now: () => unixMs(clock.now() + aheadMs),
      monotonicMs: () => clock.monotonicMs(),
      sleep: (ms, signal) => clock.sleep(ms, signal),
    },
  });
  onTestFinished(() => sandbox.close());
  const hosts = Object.entries(sandbox.hosts).map(
    ([name, url]) => [`BOURSE_HOST_${name.toUpperCase().replaceAll('-', '_')}`, url] as const,
  );
  const { code, stdout, stderr } = await bourse(`stream user ${words} --records`, {
    clock,
    interrupt: ending.signal,
    onWrite: (_name, text) => text.includes('"kind":"account"') && ending.abort(),
    environment: {
      ...Object.fromEntries(hosts),
      BOURSE_ENV: 'live',
      BOURSE_API_KEY: sandbox.apiKey,
      BOURSE_API_SECRET: sandbox.apiSecret,
    },
  });
  expect(code).toBe(0);
  const records = lines<{ bourse?: string; source?: string; kind?: string }>(stdout);
  expect(records[0]).toMatchObject({ bourse: 'hello' });
  return { stderr, accounts: records.filter(({ kind }) => kind === 'account') };
}

describe('an account on an exchange with another clock than this machine', () => {
  it.each([
    ['--on spot', 90_000],
    ['--on spot --transport ws-api', -90_000],
    ['--on margin', 90_000],
    ['--on margin --transport ws-api', -90_000],
    ['--on margin --interface today', 90_000],
    ['--on margin-risk --interface today', 90_000],
    ['--on usdm', -90_000],
    ['--on coinm', 90_000],
    ['--on options', -90_000],
  ])('is followed from its initial state, with a note about the clock: %s, %i ms', async (words, aheadMs) => {
    const { stderr, accounts } = await follow(words, aheadMs);
    expect(accounts).toHaveLength(1);
    expect(stderr.match(/The clock of this machine is -?(89|90)\d{3} ms off/g)).toHaveLength(1);
    expect(stderr).toContain('0 lost connections, 1 subscription.');
  });
});

it('an isolated account reports its own balances, not none and not those of the cross account', async () => {
  const { stderr, accounts } = await follow('--on margin --isolated BTCUSDT', 0);
  expect(accounts).toMatchObject([{ data: { assets: [{ symbol: 'BTCUSDT' }] } }]);
  expect(stderr).not.toContain('no query');
});
