import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/app/world.ts';
import { unixMs } from '../../../src/core/words.ts';
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/process/serve.ts';
import { startStreamServer } from '../../stream/scripted-stream-server.ts';
import { envelope, failure, lines, shellWords } from '../outcomes.ts';
import { startRelay } from '../relay.ts';
import { bourse, fixedClock, temporaryFolder } from '../world.ts';

const open: RunningSandbox[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
});

/** Starts a sandbox with a weight limit that shares the clock of the commands. */
async function startLimitedSandbox(spotWeight: number) {
  const clock = fixedClock();
  const sandbox = await startSandbox({ port: 0, seed: 1, clock, limits: { spotWeight } });
  open.push(sandbox);
  const run = (line: string, environment: Record<string, string> = {}) =>
    bourse(`${line} --env sandbox --host spot=${sandbox.hosts.spot}`, { clock, environment });
  return { clock, run };
}

describe('an exhausted request weight', () => {
  it('exits with 6 and the time to wait, if that exceeds --max-wait', async () => {
    const { run } = await startLimitedSandbox(3);
    expect((await run('market klines BTCUSDT 1h --limit 1')).code).toBe(0);
    expect((await run('market klines BTCUSDT 1h --limit 1 --max-wait 0')).code).toBe(6);
    const refused = await run('market klines BTCUSDT 1h --limit 1 --max-wait 1s');
    const error = failure(refused);
    expect(error).toMatchObject({ kind: 'rate-limited', exitCode: 6, httpStatus: 429, code: -1003 });
    // The clock is at 12:34:56.789; the minute ends 3.211 s later, reported in whole seconds.
    expect(error.retryAfterMs).toBe(4000);
    expect(error.execution).not.toBe('executed');
  });

  it('makes the command wait within --max-wait, with a note', async () => {
    const { run, clock } = await startLimitedSandbox(3);
    await run('market klines BTCUSDT 1h --limit 1');
    const before = clock.now();
    const { code, stdout, stderr } = await run('market klines BTCUSDT 1h --limit 1');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).length).toBe(1);
    expect(clock.now() - before).toBeGreaterThanOrEqual(3211);
    expect(stderr).toMatch(/^Waiting \d+ seconds: /);
  });

  it('does not stop a long run, which continues in the next minute without losing rows', async () => {
    const { run } = await startLimitedSandbox(5);
    const line = 'market klines BTCUSDT 1m --start 2024-03-10 --limit 4500 -o ndjson';
    const { code, stdout } = await run(line);
    expect(code).toBe(0);
    const times = stdout
      .trimEnd()
      .split('\n')
      .map((row) => (JSON.parse(row) as { openTime: number }).openTime);
    expect(times).toEqual(Array.from({ length: 4500 }, (_, at) => Date.UTC(2024, 2, 10) + at * 60_000));
  });

  it('keeps the written rows if a long run may not wait, and prints the resume command', async () => {
    const { run, clock } = await startLimitedSandbox(5);
    const line = 'market klines BTCUSDT 1m --start 2024-03-10 --limit 3500 --fields openTime -o ndjson';
    const cut = await run(`${line} --max-wait 1s`);
    expect(cut.code).toBe(6);
    clock.advance(60_000);
    const [, ...words] = shellWords(envelope(cut).resume!);
    const rest = await bourse(words, { clock });
    expect(rest.code).toBe(0);
    const times = lines<{ openTime: number }>(cut.stdout + rest.stdout).map((row) => row.openTime);
    expect(lines(cut.stdout).length).toBe(2000);
    expect(times).toEqual(Array.from({ length: 3500 }, (_, at) => Date.UTC(2024, 2, 10) + at * 60_000));
  });
});

describe('an unreachable exchange', () => {
  it('exits with 5 and suggests the sandbox', async () => {
    const outcome = await bourse('market ping --env sandbox --host spot=http://127.0.0.1:9 --max-wait 1s');
    const error = failure(outcome);
    expect(error).toMatchObject({ kind: 'unavailable', exitCode: 5, retryable: true });
    expect(['none', 'not_executed']).toContain(error.execution);
  });
});

describe('a ban', () => {
  it.each([
    [418, 'Too many requests; IP banned until {until}.'],
    [403, '<html>Access denied</html>'],
  ])('of %i holds for later commands: none sends a byte, and doctor reports it', async (status, text) => {
    const clock = fixedClock();
    const sandbox = await startSandbox({ port: 0, seed: 1, clock });
    open.push(sandbox);
    const relay = await startRelay(sandbox.hosts.spot);
    onTestFinished(() => relay.close());
    const home = temporaryFolder();
    const run = (line: string) => bourse(line, { clock, home });
    const time = `market time --env sandbox --host spot=${relay.origin}`;
    const until = String(clock.now() + 120_000);
    const body = status === 418 ? JSON.stringify({ code: -1003, msg: text.replace('{until}', until) }) : text;
    relay.setAction(() => ({ status, body }));
    expect((await run(time)).code).toBe(6);
    const sent = relay.requests.length;
    relay.setAction(() => 'pass');
    const to = `--env sandbox --host spot=${relay.origin} --max-wait 1h`;
    const order = `trade buy BTCUSDT 0.001 --at 50000 --yes ${to}`;
    for (const line of [time, `trade open-orders ${to}`, order, `${order} --skip-filters`]) {
      const error = failure(await run(line));
      expect(error).toMatchObject({ kind: 'rate-limited', exitCode: 6, execution: 'not_executed' });
      expect(error.retryAfterMs).toBe(status === 418 ? 120_000 : 300_000);
    }
    expect(relay.requests).toHaveLength(sent);
    const doctor = await run('doctor --offline -o json');
    expect(JSON.parse(doctor.stdout)).toContainEqual(
      expect.objectContaining({ check: 'limits', found: expect.stringContaining('127.0.0.1') }),
    );
    expect((await run('market time --env sandbox')).code).toBe(0);
    clock.advance(300_000);
    expect((await run(time)).code).toBe(0);
  });
});

describe('a refused handshake', () => {
  it.each([418, 429, 403])('of %i prevents later commands from opening a stream', async (status) => {
    let ahead = 0;
    const own = systemClock();
    // Ten seconds into a minute, so that the next minute is not near.
    const began = own.now();
    const clock = {
      ...own,
      now: () => unixMs(Date.UTC(2024, 2, 10, 12, 34, 10) + own.now() - began + ahead),
    };
    const home = temporaryFolder();
    let knocks = 0;
    const venue = await startStreamServer({
      upgradeStatus: () => {
        knocks += 1;
        return status;
      },
    });
    const run = () =>
      bourse(`stream raw btcusdt@trade --count 1 --host spot-ws=${venue.url.origin.replace('http', 'ws')}`, {
        clock,
        home,
      });
    expect(failure(await run())).toMatchObject({ kind: 'rate-limited', exitCode: 6, httpStatus: status });
    expect(knocks).toBe(1);
    const later = failure(await run());
    expect(later).toMatchObject({ kind: 'rate-limited', exitCode: 6, execution: 'not_executed' });
    expect(later.message).toContain('no connection was opened');
    expect(later.retryAfterMs).toBeGreaterThan(1000);
    expect(knocks).toBe(1);
    ahead = 300_000;
    await run();
    expect(knocks).toBe(2);
  });
});
