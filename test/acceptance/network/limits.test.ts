/** The command limits, and what commands that are started one after another share. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../../src/sandbox/process/serve.ts';
import { failure, json, lines } from '../outcomes.ts';
import { bourse, fixedClock, temporaryFolder } from '../world.ts';

interface Row {
  readonly destination: string;
  readonly limit: string;
  readonly used: number | null;
  readonly cap: number | null;
  readonly source: string | null;
  readonly windowEnds: number | null;
  readonly pausedMs: number;
}

/** Starts a sandbox on the commands' clock; its commands share a state folder. */
async function startShared(spotWeight = 100) {
  const clock = fixedClock();
  const sandbox = await startSandbox({ port: 0, seed: 1, clock, limits: { spotWeight } });
  onTestFinished(() => sandbox.close());
  const home = temporaryFolder();
  const environment = { BOURSE_HOME: home };
  const run = (line: string, options: Parameters<typeof bourse>[1] = {}) =>
    bourse(line, { clock, environment, ...options });
  const call = (line: string) => run(`${line} --env sandbox --host spot=${sandbox.hosts.spot}`);
  return { clock, home, run, call, host: new URL(sandbox.hosts.spot).host };
}

describe('limits', () => {
  it('shows what commands have used of each limit, and when its window ends', async () => {
    const { clock, run, call, host } = await startShared();
    expect(json(await run('limits'))).toEqual([]);
    await call('market klines BTCUSDT 1h --limit 1');
    await call('market ping');
    const rows = json<Row[]>(await run('limits'));
    expect(rows).toEqual([
      {
        destination: host,
        limit: 'spot',
        used: 3,
        cap: 6000,
        source: 'listed',
        windowMs: 60_000,
        windowEnds: Math.ceil(clock.now() / 60_000) * 60_000,
        pausedMs: 0,
      },
    ]);
    clock.advance(60_000);
    expect(json<Row[]>(await run('limits'))).toMatchObject([{ used: 0, cap: 6000 }]);
  });

  it('shows the cooldown that the exchange ordered', async () => {
    const { run, call } = await startShared(3);
    await call('market klines BTCUSDT 1h --limit 1');
    await call('market klines BTCUSDT 1h --limit 1 --max-wait 0');
    const [row, ...others] = json<Row[]>(await run('limits'));
    expect(others).toEqual([]);
    expect(row!.limit).toBe('spot');
    expect(row!.pausedMs).toBeGreaterThan(3_000);
    expect(row!.pausedMs).toBeLessThanOrEqual(4_000);
    const error = failure(await call('market ping --max-wait 0'));
    expect(error).toMatchObject({ kind: 'rate-limited', exitCode: 6, execution: 'not_executed' });
  });

  it('says on a terminal that nothing was sent', async () => {
    const { run } = await startShared();
    const { code, stdout, stderr } = await run('limits -o table');
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('Nothing was sent in the last hour.');
  });

  it('writes a line for each change with --watch in a pipe, until it is interrupted', async () => {
    const { run, call } = await startShared();
    await call('market ping');
    const stop = new AbortController();
    let written = 0;
    // The clock of the test advances with each look, so that the window of the first line ends.
    const { stdout } = await run('limits --watch', {
      interrupt: stop.signal,
      onWrite: () => {
        written += 1;
        if (written === 2) stop.abort(new Error('interrupted'));
      },
    });
    expect(lines<Row>(stdout)).toMatchObject([
      { limit: 'spot', used: 1 },
      { limit: 'spot', used: 0 },
    ]);
  });
});

describe('commands one after another', () => {
  it('count their weights together, and wait instead of sending what does not fit', async () => {
    const { call } = await startShared(10_000);
    // Listed are 6000, of which a depth of 5000 levels costs 250.
    const codes: number[] = [];
    for (let count = 0; count < 25; count += 1) {
      const { code } = await call('market depth BTCUSDT --limit 5000 --max-wait 1s');
      codes.push(code);
    }
    // 23 of them are 5750, and with the next it would be more than 97 % of the limit.
    expect(codes).toEqual([...Array(23).fill(0), 6, 6]);
  });

  it('say so if the budget of the machine cannot be used, and go on', async () => {
    const { call, home } = await startShared();
    mkdirSync(join(home, 'state'), { recursive: true });
    writeFileSync(join(home, 'state', 'budget'), '');
    const { code, stderr } = await call('market ping');
    expect(code).toBe(0);
    expect(stderr).toContain('The request budget of this machine cannot be used');
  });
});
