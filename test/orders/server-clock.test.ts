import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../src/core/clock.ts';
import { unixMs } from '../../src/core/words.ts';
import { offsetCache } from '../../src/orders/offset-cache.ts';
import { measureClockOffset, ServerClock, serverTimeOf } from '../../src/orders/server-clock.ts';

const NEVER = new AbortController().signal;
const START = 1_710_506_096_789;

interface Sample {
  readonly thereMs: number;
  readonly backMs: number;
}

/**
 * Returns a machine and an exchange whose clocks differ by `skewMs`; each query takes its time there and
 * back.
 */
function machine(skewMs: number, samples: readonly (Sample | Error)[]) {
  let [wall, steady, asked] = [START, 1_000, 0];
  const pass = (ms: number) => {
    wall += ms;
    steady += ms;
  };
  const clock: Clock = {
    now: () => unixMs(wall),
    monotonicMs: () => steady,
    sleep: async (ms) => pass(ms),
  };
  return {
    clock,
    pass,
    recvWindow: 3_000,
    asked: () => asked,
    serverNow: () => wall + skewMs,
    setWall: (ms: number) => {
      wall += ms;
      skewMs -= ms;
    },
    readTime: async () => {
      const sample = samples[Math.min(asked, samples.length - 1)]!;
      asked += 1;
      if (sample instanceof Error) throw sample;
      pass(sample.thereMs);
      const time = wall + skewMs;
      pass(sample.backMs);
      return time;
    },
  };
}

function cacheFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-clock-'));
  chmodSync(folder, 0o700);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const cacheIn = (folder: string, origin = 'https://api.example.com') =>
  offsetCache({ folder, origin, owner: userInfo().uid, secretHex: (bytes) => 'ab'.repeat(bytes) });

it('the cache of clock offsets makes its folder, for its owner only', () => {
  const folder = join(cacheFolder(), 'new');
  const cache = offsetCache({
    ...{ folder, origin: 'https://api.example.com', owner: userInfo().uid },
    secretHex: (bytes) => 'ab'.repeat(bytes),
  });
  const offset = { offsetMs: 5, roundTripMs: 1, measuredAt: unixMs(START) };
  cache.save(offset);
  expect(cache.load()).toEqual(offset);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

describe('measuring the exchange’s clock', () => {
  it.each([-86_400_000, -30_000, -500, 0, 500, 30_000, 86_400_000])(
    'measures a skew of %i ms',
    async (skewMs) => {
      const found = await measureClockOffset(machine(skewMs, [{ thereMs: 30, backMs: 30 }]), NEVER);
      expect(found).toEqual({ offsetMs: skewMs, roundTripMs: 60, measuredAt: START + 60 });
    },
  );

  it('uses the sample with the shortest round trip', async () => {
    const slow = { thereMs: 900, backMs: 100 };
    const quick = { thereMs: 60, backMs: 60 };
    const setup = machine(5_000, [slow, quick, slow, slow, slow]);
    expect((await measureClockOffset(setup, NEVER)).offsetMs).toBe(5_000);
    expect(setup.asked()).toBe(5);
  });

  it('needs only one sample if its round trip is short', async () => {
    for (const [backMs, samples] of [
      [60, 1],
      [61, 5],
    ] as const) {
      const setup = machine(0, [{ thereMs: 40, backMs }]);
      await measureClockOffset(setup, NEVER);
      expect(setup.asked()).toBe(samples);
    }
  });

  it('fails if half the round trip is more than a quarter of recvWindow', async () => {
    const late = measureClockOffset(machine(0, [{ thereMs: 10, backMs: 4_000 }]), NEVER);
    await expect(late).rejects.toMatchObject({
      exitCode: 5,
      facts: { execution: 'not_executed', retryable: true },
    });
    const bare = { thereMs: 750, backMs: 750 };
    expect((await measureClockOffset(machine(0, [bare]), NEVER)).roundTripMs).toBe(1_500);
    await expect(measureClockOffset(machine(0, [{ thereMs: 750, backMs: 751 }]), NEVER)).rejects.toThrow(
      'too long',
    );
    expect(
      (
        await measureClockOffset(
          { ...machine(0, [{ thereMs: 750, backMs: 751 }]), recvWindow: 60_000 },
          NEVER,
        )
      ).roundTripMs,
    ).toBe(1_501);
  });

  it('tolerates a failed sample, and fails if the first two fail', async () => {
    const failure = new Error('no answer');
    const good = { thereMs: 200, backMs: 200 };
    expect((await measureClockOffset(machine(7, [failure, good]), NEVER)).offsetMs).toBe(7);
    const dead = machine(0, [failure]);
    await expect(measureClockOffset(dead, NEVER)).rejects.toBe(failure);
    expect(dead.asked()).toBe(2);
  });
});

describe('the clock of the exchange’s time', () => {
  it('uses the clock of this machine until it is measured', async () => {
    const setup = machine(30_000, [{ thereMs: 20, backMs: 20 }]);
    const server = new ServerClock(setup);
    expect([server.needsSync, server.now()]).toEqual([true, START]);
    await server.sync(NEVER);
    expect([server.needsSync, server.now()]).toEqual([false, setup.serverNow()]);
    setup.pass(10_000);
    expect(server.now()).toBe(setup.serverNow());
    await server.sync(NEVER);
    expect(setup.asked()).toBe(1);
  });

  it.each([-3_600_000, -251, 251, 3_600_000])(
    'stays correct if the clock of this machine is set by %i ms, and is measured again',
    async (byMs) => {
      const setup = machine(0, [{ thereMs: 20, backMs: 20 }]);
      const server = new ServerClock(setup);
      await server.sync(NEVER);
      setup.setWall(byMs);
      expect([server.needsSync, server.now()]).toEqual([true, setup.serverNow()]);
      await server.sync(NEVER);
      expect([server.needsSync, server.now(), setup.asked()]).toEqual([false, setup.serverNow(), 2]);
    },
  );

  it('tolerates small steps of a clock that NTP adjusts', async () => {
    const setup = machine(0, [{ thereMs: 20, backMs: 20 }]);
    const server = new ServerClock(setup);
    await server.sync(NEVER);
    setup.setWall(250);
    expect(server.needsSync).toBe(false);
  });

  it('reports a clock that is far off and should be set', async () => {
    for (const [skewMs, isFarOff] of [
      [60_000, false],
      [60_001, true],
      [-60_001, true],
    ] as const) {
      const server = new ServerClock(machine(skewMs, [{ thereMs: 1, backMs: 1 }]));
      expect(server.isFarOff).toBe(false);
      await server.sync(NEVER);
      expect(server.isFarOff).toBe(isFarOff);
    }
  });

  it('keeps the previous offset if a new measurement fails', async () => {
    const setup = machine(5_000, [{ thereMs: 20, backMs: 20 }, new Error('down'), new Error('down')]);
    const server = new ServerClock(setup);
    await server.sync(NEVER);
    await expect(server.resync(NEVER)).rejects.toThrow('down');
    expect(server.now()).toBe(setup.serverNow());
  });
});

describe('the cache of offsets', () => {
  it('saves the next run a measurement, for ten minutes and the same host', async () => {
    const folder = cacheFolder();
    const first = { ...machine(30_000, [{ thereMs: 20, backMs: 20 }]), cache: cacheIn(folder) };
    await new ServerClock(first).sync(NEVER);
    const second = { ...machine(30_000, []), cache: cacheIn(folder) };
    second.pass(1_000);
    const known = new ServerClock(second);
    expect([known.needsSync, known.now()]).toEqual([false, second.serverNow()]);
    const other = new ServerClock({ ...machine(0, []), cache: cacheIn(folder, 'https://other.example.com') });
    expect(other.needsSync).toBe(true);
    for (const [laterMs, needsSync] of [
      [40, false],
      [39, true],
      [600_040, false],
      [600_041, true],
      [-60_000, true],
    ] as const) {
      const later = machine(30_000, []);
      later.pass(laterMs);
      expect(new ServerClock({ ...later, cache: cacheIn(folder) }).needsSync).toBe(needsSync);
    }
  });

  it.each([
    '',
    '{',
    '[]',
    '{"https://api.example.com":{"offsetMs":"1"}}',
    '{"https://api.example.com":null}',
  ])('is ignored if it contains %j', (text) => {
    const folder = cacheFolder();
    writeFileSync(join(folder, 'clock-offsets.json'), text, { mode: 0o600 });
    const server = new ServerClock({ ...machine(0, []), cache: cacheIn(folder) });
    expect(server.needsSync).toBe(true);
  });

  it('is ignored if others can write it, and causes no error if it cannot be written', () => {
    const folder = cacheFolder();
    const offset = { offsetMs: 1, roundTripMs: 2, measuredAt: unixMs(START) };
    cacheIn(folder).save(offset);
    expect(cacheIn(folder).load()).toEqual(offset);
    chmodSync(join(folder, 'clock-offsets.json'), 0o666);
    expect(cacheIn(folder).load()).toBeUndefined();
    expect(() => cacheIn('/proc/none/such').save(offset)).not.toThrow();
  });

  it('keeps at most 50 hosts, the latest first', () => {
    const folder = cacheFolder();
    const offset = { offsetMs: 1, roundTripMs: 2, measuredAt: unixMs(START) };
    for (let host = 0; host < 55; host += 1) cacheIn(folder, `https://h${host}`).save(offset);
    const names = Object.keys(JSON.parse(readFileSync(join(folder, 'clock-offsets.json'), 'utf8')));
    expect([names.length, names[0], names.includes('https://h4')]).toEqual([50, 'https://h54', false]);
  });
});

describe('reading the exchange’s time', () => {
  const answer = (body: string) =>
    ({ status: 200, headers: {}, body, origin: 'https://x', receivedAt: unixMs(START), usage: {} }) as never;

  it('distinguishes milliseconds and microseconds', () => {
    expect(serverTimeOf(answer('{"serverTime":1710506096789}'))).toBe(1_710_506_096_789);
    expect(serverTimeOf(answer('{"serverTime":1}'))).toBe(1);
    expect(serverTimeOf(answer('{"serverTime":99999999999999}'))).toBe(99_999_999_999_999);
    expect(serverTimeOf(answer('{"serverTime":100000000000000}'))).toBe(100_000_000_000);
    expect(serverTimeOf(answer('{"serverTime":1710506096789123}'))).toBeCloseTo(1_710_506_096_789.123, 2);
  });

  it.each([
    '{}',
    '[]',
    'null',
    '{"serverTime":"1"}',
    '{"serverTime":0}',
    '{"serverTime":-1}',
    '{"serverTime":1.5}',
    '<html>',
  ])('refuses %s', (body) => {
    expect(() => serverTimeOf(answer(body))).toThrow(expect.objectContaining({ kind: 'unavailable' }));
  });
});
