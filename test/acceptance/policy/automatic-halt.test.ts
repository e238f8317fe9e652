/** When writes halt by themselves, what the person is shown, and which refusals count. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../policy/rules.ts';
import { openRelayedRestAndWs } from '../relayed-rest-and-ws.ts';
import { bourse, NOW, type WorldOptions } from '../world.ts';
import { errorOf, homeWith, writePolicy } from './homes.ts';

const order = (symbol: string) =>
  `trade buy ${symbol} 0.001 --price 50000 --yes --skip-filters --env sandbox -o json`;
const [ALLOWED, REFUSED] = [order('BTCUSDT'), order('ETHUSDT')];
const MINUTE_MS = 60_000;

const POLICY = {
  version: 1,
  default: 'refuse',
  halt: { afterRefusals: 3, withinMinutes: 10 },
  rules: [
    ruleOf('btc', 'allow', { symbols: ['BTCUSDT'] }, { ordersPerMinute: 1 }),
    ruleOf('bnb', 'ask', { symbols: ['BNBUSDT'] }),
  ],
  quote: 'USDT',
};

/** Runs commands in a home of their own, each at a time in ms after the first. */
function openHome(policy: object = POLICY) {
  const home = homeWith(policy);
  const run = async (line: string, afterMs = 0, more: WorldOptions = {}) => {
    const { code, stderr } = await bourse(line, { home, now: (NOW + afterMs) as typeof NOW, ...more });
    return { code, stderr, ...(code === 9 ? errorOf(stderr) : {}) } as Record<string, unknown>;
  };
  const isHalted = () => existsSync(join(home, 'state', 'halt.json'));
  return { home, run, isHalted };
}

describe('refusals', () => {
  it('halt writes when there were too many within the time, and say so', async () => {
    const { run, isHalted } = openHome();
    await run(REFUSED);
    expect((await run(REFUSED, MINUTE_MS))['hint']).not.toContain('halted');
    expect((await run(ALLOWED, MINUTE_MS))['code']).toBe(0);
    const third = await run(REFUSED, 2 * MINUTE_MS);
    expect(third['name']).toBe('default');
    expect(third['hint']).toBe(
      'Writes are halted from now on: the policy refused 3 writes within 10 minutes. A person ends the halt at a terminal: bourse policy resume.',
    );
    expect(isHalted()).toBe(true);
    const held = await run(ALLOWED, 3 * MINUTE_MS);
    expect(held).toMatchObject({ exitCode: 9, name: 'halt' });
    expect(held['message']).toContain(
      'Writes are halted on this machine since 2024-03-15T12:36:56.789Z: the policy refused 3 writes within 10 minutes.',
    );
    expect(
      (await run('trade cancel-all BTCUSDT --yes --env sandbox -o json', 3 * MINUTE_MS))['code'],
    ).not.toBe(9);
  });

  it('of earlier times, and of before a halt that has ended, do not count', async () => {
    const { run, isHalted } = openHome();
    await run(REFUSED);
    await run(REFUSED);
    await run(REFUSED, 11 * MINUTE_MS);
    expect(isHalted()).toBe(false);
    await run(REFUSED, 11 * MINUTE_MS);
    await run(REFUSED, 11 * MINUTE_MS);
    expect(isHalted()).toBe(true);
    const resumed = await run('policy resume', 12 * MINUTE_MS, { ask: async () => 'resume' });
    expect(resumed).toMatchObject({ code: 0 });
    expect(resumed['stderr']).toContain('the policy refused 3 writes');
    await run(REFUSED, 12 * MINUTE_MS);
    expect(isHalted()).toBe(false);
  });

  it('of limits count, and writes that wait for approval do not', async () => {
    const { run, isHalted } = openHome();
    expect((await run(ALLOWED))['code']).toBe(0);
    for (let count = 0; count < 3; count += 1) expect((await run(order('BNBUSDT')))['name']).toBe('bnb');
    await run(ALLOWED);
    expect((await run(ALLOWED))['name']).toBe('btc.ordersPerMinute');
    expect(isHalted()).toBe(false);
    await run(ALLOWED);
    expect(isHalted()).toBe(true);
  });

  it('halt nothing where the policy does not say so', async () => {
    const { run, isHalted } = openHome({ ...POLICY, halt: undefined });
    for (let count = 0; count < 5; count += 1) await run(REFUSED);
    expect(isHalted()).toBe(false);
  });
});

describe('a write of unknown outcome', () => {
  it.each([true, false])('halts writes if the policy says so: %s', async (onUnknown) => {
    const { run, rest, home } = await openRelayedRestAndWs();
    writePolicy(home, { ...POLICY, default: 'allow', halt: { onUnknown } });
    rest.setAction(({ method, query }) => {
      if (method === 'POST') return 'cut-answer';
      return query.includes('signature=') ? { status: 503, body: '' } : 'pass';
    });
    const { code, stderr } = await run('trade buy BTCUSDT 0.001 --at 50000 --yes');
    expect(code).toBe(7);
    expect(stderr.includes('Writes are halted from now on')).toBe(onUnknown);
    expect(existsSync(join(home, 'state', 'halt.json'))).toBe(onUnknown);
  });
});
