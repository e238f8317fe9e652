/** The parts from which a budget computes how much of a limit is used, each at its bounds. */
import { describe, expect, it } from 'vitest';
import { CAP_SOURCES, Caps } from '../../src/state/budget-caps.ts';
import { Charges } from '../../src/state/budget-charges.ts';
import { type LogName, outdatedLogs } from '../../src/state/budget-home.ts';
import { Pause } from '../../src/state/budget-pause.ts';
import {
  budgetRecord,
  decodeRecords,
  encodeRecords,
  KINDS,
  type RecordKind,
} from '../../src/state/budget-records.ts';
import { shareOf, slotsAt } from '../../src/state/budget-shares.ts';
import { Tickets } from '../../src/state/budget-tickets.ts';
import { ServerTime } from '../../src/state/budget-time.ts';
import { Time } from './budget-world.ts';

describe('the share of a limit', () => {
  it.each([
    ['urgent', false, true, 1],
    ['order', false, true, 0.9],
    ['order', true, true, 0.97],
    ['bulk', false, false, 0.9],
    ['bulk', true, false, 0.97],
    ['bulk', true, true, 0.8],
  ] as const)(
    'of %s requests, confirmed %s, with priority %s, is %d',
    (lane, isConfirmed, hasPriority, share) => {
      expect(shareOf(lane, { isConfirmed, hasPriority })).toBe(share);
    },
  );

  it('lets fewer requests be under way from half of the limit on', () => {
    expect([0.49, 0.5, 0.6, 0.75, 0.9, 1, 1.2].map(slotsAt)).toEqual([
      ...[Number.POSITIVE_INFINITY, 7, 5, 3, 1, 1, 1],
    ]);
  });
});

describe('a pause', () => {
  it('lasts until its end, and is never shortened', () => {
    const pause = new Pause();
    expect([pause.isActive(1_000), pause.until, pause.unresumed]).toEqual([false, undefined, undefined]);
    pause.begin(5_000);
    pause.begin(4_000);
    expect([pause.isActive(4_999), pause.isActive(5_000)]).toEqual([true, false]);
    expect([pause.until, pause.unresumed]).toEqual([5_000, 5_000]);
  });

  it('is over once a request that was sent after it was accepted', () => {
    const pause = new Pause();
    pause.begin(5_000);
    pause.accept(4_999, 5_500);
    expect(pause.unresumed).toBe(5_000);
    pause.accept(5_000, 5_500);
    expect([pause.unresumed, pause.until]).toEqual([undefined, 5_000]);
    pause.begin(5_000);
    expect(pause.unresumed).toBeUndefined();
    pause.begin(5_001);
    expect(pause.unresumed).toBe(5_001);
    // A record of another pause does not end this one.
    pause.resume(5_000, 6_000);
    expect(pause.unresumed).toBe(5_001);
  });

  it('lets the rate grow in two steps after the first accepted request', () => {
    const pause = new Pause();
    pause.begin(5_000);
    expect(pause.share(5_000)).toBe(1);
    pause.resume(5_000, 6_000);
    pause.resume(5_000, 9_000);
    expect([5_900, 6_000, 8_999, 9_000, 11_999, 12_000].map((now) => pause.share(now))).toEqual([
      ...[0.25, 0.25, 0.25, 0.5, 0.5, 1],
    ]);
  });
});

describe('the open reservations', () => {
  const reserve = (nonce: number, time: number, more = {}) =>
    budgetRecord({ kind: 'reserve', nonce, time, isTimed: true, ...more });

  it('count as under way for four seconds, unless they are booked', () => {
    const tickets = new Tickets();
    const count = (now: number) => [1, 2, 3].filter((least) => tickets.areUnderWay(least, now)).length;
    tickets.add(reserve(1, 10_000));
    tickets.add(reserve(2, 10_000, { kind: 'book' }));
    expect([13_999, 14_000].map(count)).toEqual([1, 0]);
    tickets.confirm(reserve(2, 11_000, { kind: 'confirm' }));
    tickets.confirm(reserve(3, 11_000, { kind: 'confirm' }));
    expect([13_999, 14_999, 15_000].map(count)).toEqual([2, 1, 0]);
    expect([tickets.has(2), tickets.has(3)]).toEqual([true, false]);
  });

  it('are answered within fifteen seconds or never', () => {
    const tickets = new Tickets();
    tickets.add(reserve(1, 10_000));
    tickets.add(reserve(2, 12_000, { kind: 'book' }));
    expect([26_999, 27_000].map((now) => tickets.isAnswerDue(now))).toEqual([true, false]);
    expect([24_999, 25_000].map((now) => tickets.isAnswerDueSince(10_000, now))).toEqual([true, false]);
    expect(tickets.isAnswerDueSince(10_001, 24_999)).toBe(false);
  });

  it('are abandoned six seconds after the window of a booking began', () => {
    const tickets = new Tickets();
    tickets.add(reserve(1, 10_000));
    tickets.add(reserve(2, 10_000, { kind: 'book' }));
    expect([16_000, 16_001].map((now) => tickets.abandonedBookings(now))).toEqual([[], [2]]);
  });

  it('are forgotten if they are fifteen seconds older than an answered one whose time is certain', () => {
    const tickets = new Tickets();
    tickets.add(reserve(1, 10_000));
    tickets.add(reserve(2, 10_001));
    tickets.add(reserve(3, 25_001, { isTimed: false }));
    tickets.add(reserve(4, 25_001));
    tickets.forgetCountedBy(tickets.remove(3)!);
    expect(tickets.has(1)).toBe(true);
    tickets.forgetCountedBy(tickets.remove(4)!);
    expect([tickets.has(1), tickets.has(2)]).toEqual([false, true]);
  });
});

describe('the learned cost of a request', () => {
  const costOf = (charges: Charges, max = 1_000) => charges.of({ weight: 10, group: 1 }, max);

  it('is the smallest growth of the usage that answers of its group reported', () => {
    const charges = new Charges();
    charges.learn({ value: 100, group: 1 });
    expect(costOf(charges)).toBe(10);
    charges.learn({ value: 160, group: 1 });
    expect(costOf(charges)).toBe(60);
    charges.learn({ value: 200, group: 1 });
    expect(costOf(charges)).toBe(40);
    // An answer that was late divides the growth that was seen before it arrived.
    charges.learn({ value: 180, group: 2 });
    expect(costOf(charges)).toBe(20);
    expect(charges.of({ weight: 1, group: 2 }, 1_000)).toBe(20);
    charges.learn({ value: 200, group: 1 });
    expect(charges.of({ weight: 1, group: 1 }, 1_000)).toBe(20);
    charges.learn({ value: 500, group: undefined });
    charges.learn({ value: 501, group: 1 });
    expect(charges.of({ weight: 1, group: 1 }, 1_000)).toBe(1);
  });

  it('is also the growth since an answer that arrived later', () => {
    const charges = new Charges();
    charges.learn({ value: 100, group: 1 });
    charges.learn({ value: 40, group: 2 });
    expect(costOf(charges)).toBe(60);
    expect(charges.of({ weight: 10, group: 2 }, 1_000)).toBe(10);
  });

  it('is at least its listed weight, and bounded', () => {
    const charges = new Charges();
    charges.restore(budgetRecord({ kind: 'charge', group: 1, value: 50 }));
    expect([costOf(charges), costOf(charges, 30), costOf(charges, 5)]).toEqual([50, 30, 10]);
    charges.learn({ value: 100, group: 2 });
    charges.learn({ value: 140, group: 1 });
    expect(costOf(charges)).toBe(40);
  });

  it('is carried over for the last 64 groups, the newest value of each', () => {
    const charges = new Charges();
    for (let group = 1; group <= 65; group += 1)
      charges.restore(budgetRecord({ kind: 'charge', group, value: 50 }));
    charges.learn({ value: 0, group: 2 });
    charges.learn({ value: 30, group: 2 });
    const carried = charges.carry(7);
    expect(carried).toHaveLength(64);
    expect(carried[0]).toEqual(budgetRecord({ kind: 'charge', group: 2, value: 30, time: 7 }));
  });
});

describe('the limit in force', () => {
  const cap = (source: keyof typeof CAP_SOURCES, value: number, time = 0) =>
    budgetRecord({ kind: 'cap', group: CAP_SOURCES[source], value, time });

  it('is the listed one, an announced one, or a lower one that a refusal proved', () => {
    expect(CAP_SOURCES).toEqual({ refused: 1, announced: 2 });
    const caps = new Caps(1_000);
    expect([caps.cap, caps.source]).toEqual([1_000, 'listed']);
    caps.learn(budgetRecord({ kind: 'cap', group: 3, value: 1 }));
    caps.learn(cap('announced', 1_200));
    expect([caps.cap, caps.source]).toEqual([1_200, 'announced']);
    caps.learn(cap('refused', 1_200));
    expect([caps.cap, caps.source]).toEqual([1_200, 'learned']);
    caps.learn(cap('refused', 1_201));
    expect([caps.cap, caps.source]).toEqual([1_200, 'announced']);
    caps.learn(cap('refused', 500));
    expect([caps.cap, caps.source]).toEqual([500, 'learned']);
  });

  it('is proved by a refusal at or below the known limit, from 1 % of the listed limit on', () => {
    const caps = new Caps(1_000);
    expect(caps.afterRefusal(300)).toBeUndefined();
    expect(new Caps(10).afterRefusal(3)).toBeUndefined();
    caps.accept(9.6);
    expect(caps.afterRefusal(300)).toBeUndefined();
    caps.accept(9.7);
    expect(caps.afterRefusal(300)).toBe(10);
    caps.accept(291);
    caps.accept(5);
    expect([caps.afterRefusal(1_000), caps.afterRefusal(1_001)]).toEqual([300, undefined]);
  });

  it('is forgotten after a day', () => {
    const caps = new Caps(1_000);
    caps.learn(cap('refused', 500, 1));
    caps.learn(cap('announced', 600, 0));
    expect(caps.carry(86_400_000)).toEqual([cap('refused', 500, 1)]);
  });
});

describe('the time of the server', () => {
  it('is narrowed by each answer, and begins again where answers contradict each other', () => {
    const time = new Time();
    const server = new ServerTime(time.clock());
    expect(server.bounds()).toBeUndefined();
    time.advance(1_000);
    expect(server.addSample({ dateMs: 50_000, sentMs: 600 })).toBe(true);
    expect(server.bounds()).toEqual({ min: 50_000, max: 51_400 });
    time.advance(500);
    expect(server.bounds()).toEqual({ min: 50_500, max: 51_900 });
    // 200 ms narrower is not worth a record, 201 ms are.
    expect(server.addSample({ dateMs: 50_000, sentMs: 800 })).toBe(false);
    expect(server.bounds()).toEqual({ min: 50_500, max: 51_700 });
    expect(server.addSample({ dateMs: 50_000, sentMs: 1_001 })).toBe(true);
    expect(server.bounds()).toEqual({ min: 50_500, max: 51_499 });
    expect(server.addSample({ dateMs: 51_499, sentMs: 1_400 })).toBe(true);
    expect(server.bounds()).toEqual({ min: 51_499, max: 52_599 });
    expect(server.addSample({ dateMs: 51_499, sentMs: 2_500 })).toBe(true);
    expect(server.bounds()).toEqual({ min: 51_499, max: 51_499 });
  });
});

describe('the records of a budget log', () => {
  const record = budgetRecord({
    ...{ kind: 'reserve', lane: 'order', isTimed: true, weight: 4_000_000_000, nonce: 2 ** 47 + 3 },
    ...{ group: 0xffff, time: 1.5, value: -1 },
  });
  const accepted = budgetRecord({ kind: 'confirm', lane: 'urgent', isAccepted: true, weight: 1.2 });

  it('are read as they were written, weights rounded up', () => {
    const bytes = encodeRecords([record, accepted]);
    expect(bytes).toHaveLength(64);
    expect(decodeRecords(bytes)).toEqual({ records: [record, { ...accepted, weight: 2 }], length: 64 });
    const bounded = encodeRecords([-1, 2 ** 33].map((weight) => budgetRecord({ kind: 'book', weight })));
    expect(decodeRecords(bounded).records.map(({ weight }) => weight)).toEqual([0, 2 ** 32 - 1]);
  });

  it('have numbers that older programs of this machine know', () => {
    expect(KINDS).toEqual({
      ...{ reserve: 1, release: 2, answer: 3, report: 4, cap: 5, pause: 6, clock: 7, charge: 8, carried: 9 },
      ...{ book: 10, confirm: 11, summary: 12 },
    });
    const kinds = Object.keys(KINDS) as RecordKind[];
    const records = kinds.map((kind) => budgetRecord({ kind, group: 0x1234 }));
    expect(records[0]).toEqual({
      ...{ kind: 'reserve', lane: 'bulk', isTimed: false, isAccepted: false },
      ...{ weight: 0, nonce: 0, group: 0x1234, time: 0, value: 0 },
    });
    expect(budgetRecord({ kind: 'cap' }).group).toBe(0);
    expect(decodeRecords(encodeRecords(records)).records).toEqual(records);
    const [wide] = decodeRecords(encodeRecords([{ ...record, group: 0x12345 }])).records;
    expect(wide).toEqual({ ...record, group: 0x2345 });
  });

  it('are found behind bytes that are none, and not read if their kind or lane is unknown', () => {
    const bytes = Buffer.concat([Buffer.from('x'), encodeRecords([record])]);
    expect(decodeRecords(bytes)).toEqual({ records: [record], length: 33 });
    for (const unknown of [{ kind: 'other' }, { lane: 'other' }])
      expect(decodeRecords(encodeRecords([{ ...record, ...(unknown as object) }])).records).toEqual([]);
  });

  it('are passed over if a byte differs or a number is none', () => {
    const bytes = encodeRecords([record]);
    for (let at = 0; at < bytes.length; at += 1) {
      const damaged = Buffer.from(bytes);
      damaged[at] = damaged[at]! ^ 1;
      expect(decodeRecords(damaged).records, `byte ${at}`).toEqual([]);
    }
    for (const field of [{ time: Number.NaN }, { value: Number.POSITIVE_INFINITY }])
      expect(decodeRecords(encodeRecords([{ ...record, ...field }])).records).toEqual([]);
  });

  it('are not read before they are complete', () => {
    const bytes = encodeRecords([record, record]);
    expect(decodeRecords(bytes.subarray(0, 63))).toMatchObject({ records: [record], length: 32 });
  });

  it('have a format that older programs of this machine can read', () => {
    expect(encodeRecords([record]).toString('hex')).toBe(
      'b551178a00286bee030000000080ffff000000000000f83f000000000000f0bf',
    );
  });
});

describe('an outdated log', () => {
  const log = (key: string, index: number): LogName => ({ key, windowMs: 60_000, index });

  it('ended five minutes ago; two days ago if it is the latest of its limit', () => {
    const logs = [log('spot', 0), log('spot', 9), log('usdm', 0)];
    expect(outdatedLogs(logs, 60_000 + 300_000)).toEqual([]);
    expect(outdatedLogs(logs, 60_000 + 300_001)).toEqual([log('spot', 0)]);
    expect(outdatedLogs(logs, 60_000 + 2 * 86_400_000)).toEqual([log('spot', 0)]);
    expect(outdatedLogs(logs, 60_001 + 2 * 86_400_000)).toEqual([log('spot', 0), log('usdm', 0)]);
  });
});
