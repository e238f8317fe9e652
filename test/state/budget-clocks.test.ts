/** The windows of a limit along the server's time, the clocks of processes, and what `bourse limits` shows of both. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBudget } from '../../src/state/budget.ts';
import { BudgetClock } from '../../src/state/budget-clock.ts';
import { fileBudgetHome } from '../../src/state/budget-files.ts';
import type { BudgetHome } from '../../src/state/budget-home.ts';
import { memoryBudgetHome } from '../../src/state/budget-memory.ts';
import { BudgetMeter } from '../../src/state/budget-meter.ts';
import { budgetRecord, decodeRecords, encodeRecords } from '../../src/state/budget-records.ts';
import { Timeline } from '../../src/state/budget-timeline.ts';
import { readUsage } from '../../src/state/budget-usage.ts';
import type { Meter } from '../../src/state/budget-window.ts';
import { temporaryFolder } from '../acceptance/world.ts';
import { HOMES, Process, requestOf, SPOT, START, Time } from './budget-world.ts';

const WINDOW = START / SPOT.windowMs;

describe('the windows in which a time may lie', () => {
  const indicesAt = (min: number, max: number) =>
    new Timeline(SPOT, memoryBudgetHome()).indicesAt({ min, max });

  it('are one or two, and that of the middle if they would be more', () => {
    expect(indicesAt(START, START)).toEqual([WINDOW]);
    expect(indicesAt(START, START + 60_000)).toEqual([WINDOW]);
    expect(indicesAt(START, START + 60_001)).toEqual([WINDOW, WINDOW + 1]);
    expect(indicesAt(START, START + 120_001)).toEqual([WINDOW + 1]);
    expect(indicesAt(START - 1, START + 150_000)).toEqual([WINDOW + 1]);
  });
});

describe('the weight that a window may have to count from the one before', () => {
  it('is that of requests sent in the fifteen seconds before', () => {
    const timeline = new Timeline(SPOT, memoryBudgetHome());
    const before = timeline.enter(WINDOW - 1, START - 1);
    const reserve = (nonce: number, weight: number, time: number) =>
      budgetRecord({ kind: 'reserve', nonce, weight, time });
    timeline.logs.append(before, [reserve(1, 1, START - 10_001), reserve(2, 20, START - 10_000)]);
    expect(timeline.carriedInto(WINDOW, START)).toBe(21);
    expect(timeline.carriedInto(WINDOW, START + 5_000)).toBe(20);
    expect(timeline.carriedInto(WINDOW, START + 5_001)).toBe(0);
    timeline.logs.append(before, [reserve(3, 300, START + 10_000)]);
    expect(timeline.carriedInto(WINDOW, START + 15_000)).toBe(300);
    expect(timeline.carriedInto(WINDOW, START + 15_001)).toBe(0);
    expect(timeline.carriedInto(WINDOW - 1, START - 60_000)).toBe(0);
  });
});

describe('the state of a window without a log', () => {
  it('is what the latest earlier window leaves to it', () => {
    const home = memoryBudgetHome();
    const timeline = new Timeline(SPOT, home);
    expect(timeline.stateAt(START).cap).toBe(1_000);
    const cap = budgetRecord({ kind: 'cap', group: 2, value: 300, time: START });
    timeline.publish([cap], { min: START, max: START + 1 });
    expect(timeline.stateAt(START + 180_000).cap).toBe(300);
    expect(home.list()).toHaveLength(1);
    expect(timeline.stateAt(START - 60_000).cap).toBe(1_000);
    expect(timeline.stateAt(START + 86_400_000).cap).toBe(1_000);
  });

  it('has no effect on the logs of windows that are open', () => {
    const timeline = new Timeline(SPOT, memoryBudgetHome());
    timeline.enter(WINDOW, START);
    timeline.enter(WINDOW + 1, START + 60_000);
    timeline.enter(WINDOW + 2, START + 120_000);
    expect(timeline.logs.known(WINDOW)).toBeDefined();
    timeline.enter(WINDOW + 3, START + 180_000);
    expect(timeline.logs.known(WINDOW)).toBeUndefined();
    expect(timeline.logs.known(WINDOW + 1)).toBeDefined();
  });
});

describe('a log of a budget', () => {
  it.each(HOMES)('in %s is read whole, however long it is', (_, open) => {
    const home = open()();
    const name = { key: 'spot', windowMs: 60_000, index: 1 };
    expect(home.open(name, false)).toBeUndefined();
    const log = home.open(name, true)!;
    const record = encodeRecords([budgetRecord({ kind: 'reserve', weight: 3, nonce: 7 })]);
    const lengths = [1, 512, 8_704, 20_000];
    let written = 0;
    for (const length of lengths) {
      for (; written < length; written += 512)
        log.append(Buffer.concat(Array<Buffer>(Math.min(512, length - written)).fill(record)));
      written = length;
      expect(decodeRecords(log.read(0)).records).toHaveLength(length);
      expect(log.read(length * 32 - 32)).toEqual(record);
      expect(log.read(length * 32)).toHaveLength(0);
    }
    log.close();
    expect(home.list()).toEqual([name]);
    home.prune(60_000 * 2 + 2 * 86_400_000);
    expect(home.list()).toEqual([name]);
    home.prune(60_000 * 2 + 2 * 86_400_000 + 1);
    expect(home.list()).toEqual([]);
  });

  it('has a name that says its limit and window; other files are ignored', () => {
    const folder = temporaryFolder();
    const home = fileBudgetHome({ folder, destination: 'live', owner: process.getuid?.() });
    home.open({ key: 'orders spot a~b/c', windowMs: 1_000, index: 4 }, true)!.close();
    expect(readdirSync(join(folder, 'live'))).toEqual(['orders%20spot%20a~b%2Fc~1000~4']);
    expect(home.list()).toEqual([]);
    for (const name of ['spot~0~1', 'spot~1~2', 'spot~1', '%~1~2', 'x'.repeat(201).concat('~1~2')])
      writeFileSync(join(folder, 'live', name), '');
    expect(home.list()).toEqual([{ key: 'spot', windowMs: 1, index: 2 }]);
    for (const name of ['spot~1~12', 'spot~11~3', 'spot a~1~4', 'spot~1~5.summary'])
      writeFileSync(join(folder, 'live', encodeURIComponent(name)), '');
    expect([...home.indices({ key: 'spot', windowMs: 1 })].sort()).toEqual([12, 2]);
    expect(home.indices({ key: 'spot a', windowMs: 1 })).toEqual([4]);
  });

  it('names a request by the same numbers in every version of the program', () => {
    const home = memoryBudgetHome();
    const time = new Time();
    const one = new Process(() => home, time);
    one.taken(5);
    const log = home.open({ key: 'spot', windowMs: 60_000, index: WINDOW }, false)!;
    const reserved = decodeRecords(log.read(0)).records.filter(({ kind }) => kind === 'reserve');
    expect(reserved.map(({ group, weight }) => [group, weight])).toEqual([[606, 5]]);
  });

  it('numbers the requests of a process apart from those of others', () => {
    const home = memoryBudgetHome();
    const budget = createBudget({ clock: new Time().clock(), openHome: () => home, processId: 3 });
    for (let count = 0; count < 3; count += 1) budget.take(requestOf(1));
    const log = home.open({ key: 'spot', windowMs: 60_000, index: WINDOW }, false)!;
    const nonces = decodeRecords(log.read(0)).records.flatMap(({ kind, nonce }) =>
      kind === 'reserve' ? [nonce - 3 * 65_536] : [],
    );
    expect(nonces).toEqual([1, 2, 3]);
  });
});

describe('a process that does not know the clock of the server', () => {
  function store(clocks: 'common' | 'different') {
    const home = memoryBudgetHome(clocks);
    const time = new Time();
    time.advance(10_000);
    return { time, start: (skewMs = 0) => new Process(() => home, time, skewMs) };
  }

  it('uses its own clock once answers carry no time', () => {
    const { time, start } = store('common');
    const one = start();
    const permit = one.taken(900);
    one.budget.complete(permit, {
      ...{ dateMs: undefined, isAccepted: true, reportedOf: () => undefined, isRefusedFor: () => false },
    });
    expect(one.refused(100).waitMs).toBe(50_025);
    expect(start().refused(100).waitMs).toBe(50_025);
    time.advance(50_000);
    start().taken(900);
  });

  const OWN = START + 10_000;
  const clockRecord = budgetRecord({ kind: 'clock', time: -100, value: 200 });
  const timed = (at: number) => budgetRecord({ kind: 'reserve', time: at, isTimed: true });

  it.each([
    ['common', [], -30_000, 30_000, false],
    ['different', [timed(OWN)], 0, 30_000, false],
    ['common', [clockRecord], -100, 200, true],
    ['different', [clockRecord], -30_100, 30_200, false],
    ['different', [clockRecord, timed(OWN - 5_100)], -100, 200, true],
    ['different', [clockRecord, timed(OWN - 5_101)], -5_101, 30_200, false],
    ['common', [clockRecord, timed(OWN)], 0, 200, true],
    ['common', [clockRecord, timed(OWN + 200)], 200, 200, true],
    ['common', [clockRecord, timed(OWN + 201)], 201, 5_201, false],
  ] as const)('bounds it where clocks are %s by the records %j', (clocks, records, min, max, isTimed) => {
    const home = memoryBudgetHome(clocks);
    const time = new Time();
    time.advance(10_000);
    const timeline = new Timeline(SPOT, home);
    const clock = new BudgetClock(home, time.clock(), timeline);
    const expected = { min: OWN + min, max: OWN + max, isTimed };
    if (records.length > 0) timeline.publish(records, { min: START, max: START + 1 });
    expect(clock.now()).toEqual(expected);
    // A window that was booked, and has not begun, has no time of its own yet.
    timeline.enter(WINDOW + 1, START);
    expect(clock.now()).toEqual(expected);
    timeline.enter(WINDOW + 4, START);
    expect(clock.now()).toEqual(expected);
  });
});

describe('the bounds of the clock of the server that a process passes on', () => {
  const OWN = START + 10_000;

  /** Returns the bounds in the log after an answer that came at once, with a Date header that is `offMs` behind. */
  function recordsAfter(clocks: 'common' | 'different', known: readonly number[], offMs: number) {
    const time = new Time();
    time.advance(10_000);
    const timeline = new Timeline(SPOT, memoryBudgetHome(clocks));
    const open = timeline.enter(WINDOW, START);
    const [min = 0, max = 0] = known;
    if (known.length > 0)
      timeline.logs.append(open, [budgetRecord({ kind: 'clock', time: min, value: max })]);
    const before = open.offset;
    const clock = time.clock();
    new BudgetClock(memoryBudgetHome(clocks), clock, timeline).addDate(OWN - offMs, clock.monotonicMs());
    return decodeRecords(open.log.read(before)).records.map((one) => [one.kind, one.time, one.value]);
  }

  it.each([
    // An answer without a known delay bounds the clock to one second, here from 500 ms behind to 500 ms ahead.
    ['common', [], true],
    ['common', [-500, 500], false],
    ['common', [-100, 100], false],
    ['common', [499, 600], false],
    ['common', [-700, 500], false],
    ['common', [-701, 500], true],
    ['common', [500, 600], true],
    ['common', [-600, -500], true],
    ['different', [-500, 500], true],
  ] as const)('where clocks are %s and %j is known: %s', (clocks, known, isWritten) => {
    expect(recordsAfter(clocks, known, 500)).toEqual(isWritten ? [['clock', -500, 500]] : []);
  });
});

describe('logs of windows that ended long ago', () => {
  it('are removed when a window of a minute begins, and not by each short window', () => {
    const home = memoryBudgetHome();
    const short = new Timeline({ ...SPOT, key: 'orders', windowMs: 1_000 }, home);
    const count = () => home.indices({ key: 'orders', windowMs: 1_000 }).length;
    for (const at of [START, START + 3_600_000]) short.enter(at / 1_000, at);
    expect(count()).toBe(2);
    new Timeline(SPOT, home).enter(WINDOW + 60, START + 3_600_000);
    expect(count()).toBe(1);
  });
});

describe('the usage of limits', () => {
  const usdm: Meter = { ...SPOT, key: 'usdm', title: 'futures', cap: 500 };
  const meterOf = ({ key }: { readonly key: string }) => (key === 'usdm' ? usdm : SPOT);

  function usage() {
    const home = memoryBudgetHome('common');
    const time = new Time();
    const one = new Process(() => home, time);
    const read = () => readUsage(home, time.clock(), meterOf);
    return { home, time, one, read };
  }

  it('is that of the current window of each limit, by name', () => {
    const { time, one, read } = usage();
    expect(read()).toEqual([]);
    one.taken(5, 'bulk', usdm);
    one.call(1, 40);
    one.taken(7);
    const shared = { requests: 2, capSource: 'listed', endsAt: START + 60_000, pausedMs: 0 };
    expect(read()).toMatchObject([
      { ...shared, meter: SPOT, used: 47, cap: 1_000 },
      { ...shared, meter: usdm, used: 5, cap: 500, requests: 1 },
    ]);
    time.advance(60_000);
    one.taken(3);
    expect(read()).toMatchObject([{ used: expect.any(Number), requests: 1 }, { used: 0 }]);
  });

  it('is shown for an hour after the last window', () => {
    const { time, one, read } = usage();
    one.taken(5);
    time.advance(60_000 + 3_599_999);
    expect(read()).toHaveLength(1);
    time.advance(1);
    expect(read()).toEqual([]);
  });

  it('includes how long a limit is paused, and where its value comes from', () => {
    const { time, one, read } = usage();
    one.call(1, 1);
    one.budget.announce(SPOT, 700);
    one.budget.pause(SPOT, 20_000);
    const [{ pausedMs, cap, capSource }] = read() as [ReturnType<typeof read>[0]];
    expect([cap, capSource]).toEqual([700, 'announced']);
    expect(pausedMs).toBeGreaterThan(19_000);
    time.advance(30_000);
    expect(read()[0]!.pausedMs).toBe(0);
  });
});

it('a budget that is closed has closed each of its logs, and opens them again for another request', () => {
  const inner = memoryBudgetHome();
  const counts = { opened: 0, closed: 0 };
  const home: BudgetHome = {
    ...inner,
    open(name, mayCreate) {
      const log = inner.open(name, mayCreate);
      if (log === undefined) return undefined;
      counts.opened += 1;
      const close = () => {
        counts.closed += 1;
      };
      return { append: (bytes) => log.append(bytes), read: (from) => log.read(from), close };
    },
  };
  const one = new Process(() => home, new Time());
  one.taken(1);
  one.taken(1, 'bulk', { ...SPOT, key: 'usdm' });
  expect(counts).toEqual({ opened: 2, closed: 0 });
  one.budget.close();
  expect(counts).toEqual({ opened: 2, closed: 2 });
  expect(one.refused(900)).toMatchObject({ used: 1 });
  expect(counts.opened).toBe(3);
});

describe('a booked place', () => {
  it('is looked for in the next twenty windows, within the longest wait', () => {
    const home = memoryBudgetHome();
    const time = new Time();
    const one = new Process(() => home, time);
    one.taken(900);
    const refusal = one.refused(900);
    const waits = Array.from({ length: 21 }, () => one.budget.book(requestOf(900), refusal, 9e9));
    expect(waits.map(({ waitMs }) => waitMs)).toEqual(
      waits.map((_, index) => (Math.min(index, 20) + 1) * 60_000 + 25),
    );
    expect(waits.map(({ booking }) => booking !== undefined)).toEqual([...Array(20).fill(true), false]);
    const near = one.budget.book(requestOf(50), refusal, 60_024);
    expect(near).toEqual({ waitMs: 60_025 });
    expect(one.budget.book(requestOf(50), refusal, 60_025).booking).toBeUndefined();
  });
});

describe('an answer', () => {
  const meterOf = (home = memoryBudgetHome(), time = new Time()) => {
    let nonce = 0;
    const nextNonce = () => {
      nonce += 1;
      return nonce;
    };
    return { home, time, meter: new BudgetMeter({ meter: SPOT, home, clock: time.clock(), nextNonce }) };
  };
  const wanted = { weight: 5, group: 1, lane: 'bulk' } as const;
  const outcome = { isAccepted: true, isRefused: false, reported: 40, dateMs: undefined };

  it('counts in the window in which the server answered it, and may count in the one before for five seconds', () => {
    for (const [lateMs, used] of [
      [4_999, 5],
      [5_000, 0],
    ] as const) {
      const { time, meter } = meterOf();
      time.advance(59_000);
      const held = meter.take(wanted, meter.now());
      if (!held.isTaken) throw new Error('the request does not fit');
      time.advance(1_000 + lateMs);
      meter.complete(held, { ...outcome, reported: undefined });
      meter.flush();
      time.advance(-1_000 - lateMs);
      expect(meter.current().state.used, `${lateMs} ms`).toBe(used);
    }
  });

  it('without a Date counts in both windows in which the server may have counted it', () => {
    for (const [later, used] of [
      [0, 5],
      [30_000, 5],
      [90_000, 0],
    ] as const) {
      const { time, meter } = meterOf();
      time.advance(59_600);
      meter.addDate(START + 59_000, 59_600);
      time.advance(200);
      // The server's clock shows 59.2 to 60.2 s.
      const held = meter.take(wanted, meter.now());
      expect(held).toMatchObject({ indices: [START / 60_000, START / 60_000 + 1] });
      if (held.isTaken) meter.complete(held, { ...outcome, reported: undefined });
      time.advance(later);
      expect(meter.current().state.used, `${later} ms later`).toBe(used);
    }
  });

  it('that reports the usage of the next window is recorded there', () => {
    const { time, meter } = meterOf();
    time.advance(59_000);
    const held = meter.take(wanted, meter.now());
    if (!held.isTaken) throw new Error('the request does not fit');
    time.advance(2_000);
    meter.complete(held, outcome);
    expect(meter.current().state.used).toBe(40);
    meter.complete(held, { ...outcome, reported: 900, dateMs: START + 180_000 });
    expect(meter.current().state.used).toBe(40);
    time.advance(120_000);
    expect(meter.current().state.used).toBe(0);
    time.advance(-60_000);
    meter.complete(held, { ...outcome, reported: 70, dateMs: START + 180_000 });
    time.advance(60_000);
    expect(meter.current().state.used).toBe(70);
  });

  it('that refuses a request proves a limit in a window that only other processes have used', () => {
    const { home, time, meter: other } = meterOf();
    time.advance(59_000);
    const { meter } = meterOf(home, time);
    const held = meter.take(wanted, meter.now());
    time.advance(2_000);
    const others = other.take(wanted, other.now());
    if (!held.isTaken || !others.isTaken) throw new Error('the requests do not fit');
    other.complete(others, { ...outcome, reported: 97 });
    other.flush();
    meter.complete(held, { ...outcome, isAccepted: false, isRefused: true, reported: 98 });
    expect(meter.current().state.cap).toBe(100);
    expect(other.current().state.cap).toBe(100);
  });

  it('to a booked request is sent for within three seconds of its window', () => {
    for (const [lateMs, isTaken] of [
      [-1, false],
      [0, true],
      [2_999, true],
      [3_000, false],
    ] as const) {
      const { time, meter } = meterOf();
      const booking = meter.book(wanted, meter.now(), 90_000);
      if (!('nonce' in booking)) throw new Error('nothing was booked');
      time.advance(60_000 + lateMs);
      const held = meter.confirm(booking, meter.now());
      expect(held?.isTaken ?? false, `${lateMs} ms`).toBe(isTaken);
      if (held === undefined) continue;
      expect(held).toEqual({ ...wanted, nonce: 1, indices: [WINDOW + 1], isTaken: true });
    }
  });

  it('waits are at least a millisecond, and those for answers 120 ms at most', () => {
    const { time, meter } = meterOf();
    const refusalAt = (at: number) => {
      time.advance(at - (time.now - START));
      const taken = meter.take({ ...wanted, weight: 901 }, meter.now());
      return taken.isTaken ? undefined : [taken.obstacle, taken.waitMs];
    };
    meter.take(wanted, meter.now());
    expect(refusalAt(0)).toEqual(['full', 60_025]);
    expect(refusalAt(59_999)).toEqual(['full', 26]);
    meter.pause(500);
    expect(refusalAt(60_000)).toEqual(['paused', 499]);
    expect(refusalAt(60_498)).toEqual(['paused', 1]);
    meter.take({ ...wanted, weight: 1 }, { min: START + 60_500, max: START + 60_500, isTimed: true });
    expect(refusalAt(60_500)).toEqual(['probe', 120]);
    expect(refusalAt(61_000)).toEqual(['probe', 120]);
  });
});
