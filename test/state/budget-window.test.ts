/** What the records of a window make of a request for its weight, at the bounds of each rule. */
import { describe, expect, it } from 'vitest';
import { CAP_SOURCES } from '../../src/state/budget-caps.ts';
import { type BudgetRecord, budgetRecord, type Lane } from '../../src/state/budget-records.ts';
import { BudgetWindow, type Meter } from '../../src/state/budget-window.ts';
import { SPOT } from './budget-world.ts';

const NOW = 100_000;

function windowOf(records: readonly BudgetRecord[], meter: Meter = SPOT): BudgetWindow {
  const state = new BudgetWindow(meter);
  for (const record of records) state.apply(record);
  return state;
}

const reserve = (weight: number, more: Partial<BudgetRecord> = {}) =>
  budgetRecord({ kind: 'reserve', nonce: 1, weight, time: NOW, isTimed: true, ...more });
const report = (value: number, isAccepted = true) =>
  budgetRecord({ kind: 'report', value, isAccepted, time: NOW });
const answered = (nonce: number, value: number, more: Partial<BudgetRecord> = {}) =>
  budgetRecord({ kind: 'answer', nonce, value, isAccepted: true, time: NOW, ...more });

/** Returns the largest weight that fits, with what holds back a larger one. */
function room(state: BudgetWindow, { lane = 'bulk' as Lane, now = NOW, carried = 0, group = 9 } = {}) {
  for (let weight = 1; ; weight += 1) {
    const obstacle = state.obstacle({ weight, group, lane }, now, carried);
    if (obstacle !== undefined) return [weight - 1, obstacle];
  }
}

describe('the room in a window', () => {
  it('is unlimited while nothing is used, for a request that weighs more than the limit', () => {
    const heavy = { weight: 9_999, group: 9, lane: 'bulk' } as const;
    expect(windowOf([]).obstacle(heavy, NOW)).toBeUndefined();
    expect(windowOf([report(0)]).obstacle(heavy, NOW)).toBeUndefined();
    expect(windowOf([]).obstacle(heavy, NOW, 1)).toBe('full');
    expect(windowOf([report(1)]).obstacle(heavy, NOW)).toBe('full');
    expect(windowOf([report(1)]).obstacle(heavy, NOW, 1)).toBe('full');
    const shared = windowOf([report(0), reserve(5)], { ...SPOT, givesBack: true });
    expect(shared.obstacle(heavy, NOW, 5)).toBe('full');
    expect(windowOf([reserve(1)]).obstacle(heavy, NOW)).toBe('full');
    expect(windowOf([reserve(0), report(0)]).obstacle(heavy, NOW)).toBeUndefined();
  });

  it('is counted from reservations, and from the carried weight, until answers report the usage', () => {
    expect(room(windowOf([reserve(100)]))).toEqual([800, 'full']);
    expect(room(windowOf([reserve(100)]), { carried: 50 })).toEqual([750, 'full']);
  });

  it('is counted from the reported usage and the requests under way afterwards', () => {
    const state = windowOf([report(300), reserve(100)]);
    expect([state.used, state.requests, state.isReporting]).toEqual([400, 1, true]);
    expect(room(state)).toEqual([570, 'in-flight']);
    // Fifteen seconds later no answer is due any more.
    expect(room(state, { now: NOW + 15_000 })).toEqual([570, 'full']);
    expect(room(state, { now: NOW + 15_000, carried: 1 })).toEqual([569, 'in-flight']);
    expect(room(windowOf([report(300)]), { lane: 'urgent' })).toEqual([700, 'full']);
  });

  it('is the larger usage where reports differ', () => {
    expect(windowOf([report(300), report(200)]).used).toBe(300);
    expect(windowOf([report(300), reserve(500), answered(1, -1)]).used).toBe(500);
    expect(windowOf([reserve(10), answered(1, 0)]).isReporting).toBe(true);
    const unreported = windowOf([reserve(10), answered(1, -1)]);
    expect([unreported.isReporting, unreported.used, unreported.openWeight()]).toEqual([false, 10, 0]);
  });

  it('is smaller for bulk requests during the two seconds after an order', () => {
    const state = windowOf([reserve(100, { lane: 'order' })]);
    expect(room(state, { now: NOW + 1_999 })).toEqual([700, 'full']);
    expect(room(state, { now: NOW + 2_000 })).toEqual([800, 'full']);
    expect(room(state, { now: NOW + 1_999, lane: 'order' })).toEqual([800, 'full']);
    const earlier = windowOf([
      reserve(100, { lane: 'order' }),
      reserve(0, { lane: 'order', nonce: 2, time: 1 }),
    ]);
    expect(room(earlier, { now: NOW + 1_999 })).toEqual([700, 'full']);
  });

  it('grows by a request that was not sent, once', () => {
    const release = budgetRecord({ kind: 'release', nonce: 1 });
    const state = windowOf([reserve(100), reserve(50, { nonce: 2 }), release, release]);
    expect([state.used, state.requests, state.isOpen(1), state.isOpen(2)]).toEqual([50, 1, false, true]);
  });

  it('ends after a number of requests while no answer has reported a usage', () => {
    const meter: Meter = { ...SPOT, requestsMax: 2 };
    const light = { weight: 1, group: 9, lane: 'urgent' } as const;
    expect(windowOf([reserve(1)], meter).obstacle(light, NOW)).toBeUndefined();
    const two = [reserve(1), reserve(1, { nonce: 2 })];
    expect(windowOf(two, meter).obstacle(light, NOW)).toBe('full');
    expect(windowOf([...two, report(2)], meter).obstacle(light, NOW)).toBeUndefined();
  });

  it('is not held by a booking whose process has ended', () => {
    const state = windowOf([reserve(800, { kind: 'book' })]);
    expect(room(state, { now: NOW + 6_000 })).toEqual([100, 'full']);
    expect(state.obstacle({ weight: 900, group: 9, lane: 'bulk' }, NOW + 6_001)).toBeUndefined();
  });

  it('allows for at most a quarter of the limit for a request of a higher cost than listed', () => {
    const charge = (value: number) => budgetRecord({ kind: 'charge', group: 9, value });
    const obstacleAt = (used: number, cost: number) =>
      windowOf([charge(cost), report(used)]).obstacle({ weight: 1, group: 9, lane: 'order' }, NOW);
    expect([obstacleAt(870, 100), obstacleAt(871, 100)]).toEqual([undefined, 'full']);
    expect([obstacleAt(720, 600), obstacleAt(721, 600)]).toEqual([undefined, 'full']);
  });

  it('is divided among fewer bulk requests the more is used', () => {
    const bulk = { weight: 1, group: 9, lane: 'bulk' } as const;
    const state = (used: number, open: number) =>
      windowOf([report(used), ...Array.from({ length: open }, (_, nonce) => reserve(1, { nonce }))]);
    expect(state(700, 3).obstacle(bulk, NOW)).toBeUndefined();
    expect(state(700, 4).obstacle(bulk, NOW)).toBe('in-flight');
    expect(state(700, 4).obstacle({ ...bulk, lane: 'order' }, NOW)).toBeUndefined();
  });
});

describe('a limit whose used count the server reduces again', () => {
  const meter: Meter = { ...SPOT, givesBack: true };

  it('counts the latest report and the requests under way alone', () => {
    const state = windowOf([reserve(100), answered(1, 300), reserve(10, { nonce: 2 }), report(20)], meter);
    expect(state.used).toBe(30);
    expect(windowOf([reserve(100)], meter).used).toBe(100);
    expect(windowOf([reserve(100), answered(1, 0)], meter).used).toBe(0);
  });

  it('teaches no cost of a request, because the growth of the count is not its cost', () => {
    const pair = [reserve(1), answered(1, 100), reserve(1, { nonce: 2 }), answered(2, 300)];
    const group = [budgetRecord({ kind: 'carried' })];
    expect(
      windowOf([...pair, ...group], meter)
        .carry(NOW)
        .map(({ kind }) => kind),
    ).toEqual(['carried']);
    expect(
      windowOf(pair)
        .carry(NOW)
        .map(({ kind }) => kind),
    ).toEqual(['charge', 'carried']);
    const refused = [...pair.slice(0, 3), answered(2, 300, { isAccepted: false })];
    expect(
      windowOf(refused)
        .carry(NOW)
        .map(({ kind }) => kind),
    ).toEqual(['carried']);
  });
});

describe('a pause of a limit', () => {
  const pause = (value: number, more: Partial<BudgetRecord> = {}) =>
    budgetRecord({ kind: 'pause', value, time: NOW, ...more });
  const light = { weight: 1, group: 9, lane: 'urgent' } as const;

  it('holds back everything until its end, then all but one request', () => {
    const state = windowOf([pause(NOW + 10)]);
    expect(state.obstacle(light, NOW + 9)).toBe('paused');
    expect(state.obstacle(light, NOW + 10)).toBeUndefined();
    state.apply(reserve(1, { time: NOW + 10 }));
    expect(state.obstacle(light, NOW + 10)).toBe('probe');
    // The answer is late: another request is sent.
    expect(state.obstacle(light, NOW + 15_010)).toBeUndefined();
  });

  it('is over for requests that are not urgent in steps after the accepted probe', () => {
    const probe = [pause(NOW), reserve(1), answered(1, 200, { time: NOW })];
    const state = windowOf(probe);
    expect([state.pausedUntil, state.pauseToResume]).toEqual([NOW, undefined]);
    expect(room(state)).toEqual([42, 'probe']);
    expect(room(state, { lane: 'urgent' })).toEqual([800, 'full']);
    expect(room(state, { now: NOW + 3_000 })).toEqual([285, 'probe']);
    const refused = windowOf([...probe.slice(0, 2), answered(1, 200, { isAccepted: false })]);
    expect(refused.pauseToResume).toBe(NOW);
    expect(windowOf([pause(NOW), pause(NOW, { isAccepted: true })]).pauseToResume).toBeUndefined();
  });
});

describe('a booked place in a window', () => {
  const own = { ...reserve(100, { nonce: 5, kind: 'book' }), localBefore: 0 };

  it('is good if what was reserved before it leaves room', () => {
    const state = windowOf([reserve(790), own, reserve(300, { nonce: 6 })]);
    expect(state.obstacleToOwn({ ...own, localBefore: 790 }, NOW)).toBeUndefined();
    expect(state.obstacleToOwn({ ...own, localBefore: 801 }, NOW)).toBe('full');
    // What was given back since does not count.
    const large = { ...own, weight: 450 };
    const freed = windowOf([reserve(850), large, budgetRecord({ kind: 'release', nonce: 1 })]);
    expect(freed.obstacleToOwn({ ...large, localBefore: 850 }, NOW)).toBeUndefined();
    const heavy = { ...own, weight: 9_999 };
    expect(windowOf([heavy]).obstacleToOwn({ ...heavy, localBefore: 0 }, NOW)).toBeUndefined();
  });

  it('counts the open requests before it, once answers report the usage', () => {
    const obstacle = (before: number) =>
      windowOf([report(800), reserve(before), own, reserve(300, { nonce: 6 })]).obstacleToOwn(
        { ...own, lane: 'order', localBefore: 0 },
        NOW,
      );
    expect([obstacle(70), obstacle(71)]).toEqual([undefined, 'in-flight']);
  });

  it('is under way once its window has begun', () => {
    const booked = [report(880), reserve(1, { kind: 'book' })];
    const bulk = { weight: 1, group: 9, lane: 'bulk' } as const;
    expect(windowOf(booked).obstacle(bulk, NOW)).toBeUndefined();
    const confirm = budgetRecord({ kind: 'confirm', nonce: 1, time: NOW });
    expect(windowOf([...booked, confirm]).obstacle(bulk, NOW)).toBe('in-flight');
  });

  it('is no probe after a pause', () => {
    const state = windowOf([own, budgetRecord({ kind: 'pause', value: 1, time: 0 })]);
    expect(state.obstacleToOwn({ ...own, localBefore: 0 }, NOW)).toBe('probe');
  });
});

describe('the weight of requests that another window may count', () => {
  it('is that of the open ones since a time, without those that are open in both', () => {
    const state = windowOf([reserve(1, { time: 10 }), reserve(20, { nonce: 2, time: 11 })]);
    expect([state.openWeight(), state.openWeightSince(11), state.openWeightSince(12)]).toEqual([21, 20, 0]);
    expect(state.openWeightSince(0, windowOf([reserve(20, { nonce: 2 })]))).toBe(1);
    const counted = [reserve(400, { time: NOW - 15_001 }), reserve(10, { nonce: 2 }), answered(2, 412)];
    expect(windowOf(counted).openWeight()).toBe(0);
    expect(windowOf([...counted.slice(0, 2), answered(3, 412)]).openWeight()).toBe(410);
  });
});

describe('the next window', () => {
  it('takes over limits, costs, a pause, the clock, and the recent orders', () => {
    const cap = budgetRecord({ kind: 'cap', group: CAP_SOURCES.announced, value: 700, time: NOW });
    const charge = budgetRecord({ kind: 'charge', group: 9, value: 50, time: NOW });
    const pause = budgetRecord({ kind: 'pause', time: NOW, value: NOW + 10 });
    const clock = budgetRecord({ kind: 'clock', time: -3, value: 4 });
    const order = reserve(1, { lane: 'order', time: NOW - 5 });
    const state = windowOf([cap, charge, pause, clock, order, report(1)]);
    expect(state.carry(NOW)).toEqual([
      ...[cap, charge, pause, clock],
      budgetRecord({ kind: 'carried', time: NOW - 5, value: 1 }),
    ]);
    const next = windowOf(state.carry(NOW));
    expect(next.cap).toBe(700);
    expect(next.capSource).toBe('announced');
    expect(next.clock).toEqual({ min: -3, max: 4 });
    expect([next.isCarried, next.isReporting, next.pauseToResume]).toEqual([true, true, NOW + 10]);
    expect(next.carry(NOW)).toEqual(state.carry(NOW));
  });

  it('of an unused one takes over nothing', () => {
    const state = windowOf([]);
    expect(state.isCarried).toBe(false);
    expect(state.carry(NOW)).toEqual([budgetRecord({ kind: 'carried', time: 0, value: 0 })]);
    const next = windowOf(state.carry(NOW));
    expect([next.isCarried, next.isReporting, next.lastTime, next.clock]).toEqual([
      ...[true, false, undefined, undefined],
    ]);
  });
});

it('the latest time of a log is that of writers that knew the clock of the server', () => {
  const records = [
    reserve(1, { time: 50 }),
    reserve(1, { time: 40 }),
    reserve(1, { time: 60, isTimed: false }),
  ];
  expect(windowOf(records).lastTime).toBe(50);
  expect(windowOf([reserve(1, { time: 1 })]).lastTime).toBe(1);
});

it('a refusal proves a limit only above what the server accepted', () => {
  expect(windowOf([report(291)]).capAfterRefusal(300)).toBe(300);
  expect(windowOf([report(291, false)]).capAfterRefusal(300)).toBeUndefined();
  expect(windowOf([reserve(1), answered(1, 291)]).capAfterRefusal(300)).toBe(300);
});
