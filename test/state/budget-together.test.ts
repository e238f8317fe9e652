/** Reservations and answers that one turn books together: decided as one by one, and never forgotten. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BudgetPermit, BudgetRefusal, BudgetRequest } from '../../src/state/budget.ts';
import type { BudgetHome } from '../../src/state/budget-home.ts';
import { memoryBudgetHome } from '../../src/state/budget-memory.ts';
import { budgetRecord, decodeRecords, encodeRecords } from '../../src/state/budget-records.ts';
import type { Meter } from '../../src/state/budget-window.ts';
import { HOMES, Process, requestOf, SPOT, START, Time } from './budget-world.ts';

const CAPPED: Meter = { ...SPOT, requestsMax: 40 };

/** What happens in a turn, after some time has passed. */
const TURN = fc.record({
  afterMs: fc.constantFrom(0, 3, 400, 9_000, 31_000),
  /** The weights of the requests that are sent together. */
  weights: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 9 }),
  /** How many of the requests under way are answered first, and by how much more the server counts each. */
  answered: fc.nat({ max: 9 }),
  extra: fc.constantFrom(0, 0, 2, 30),
  /** The weight that another process takes before, which may book or be lost. */
  foreign: fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }),
});

/** One of two worlds in which the same happens. */
class Side {
  readonly time = new Time();
  readonly own: Process;
  readonly #other: Process;
  readonly #underWay: BudgetPermit[] = [];
  #reported = 0;

  constructor(open: () => () => BudgetHome) {
    const home = open();
    this.time.advance(10_000);
    [this.own, this.#other] = [new Process(home, this.time), new Process(home, this.time)];
    this.own.call(1, 1);
    this.#other.call(1, 2);
  }

  foreign(weight: number | undefined): void {
    if (weight !== undefined) this.#other.take(weight, 'bulk', CAPPED);
  }

  answers(count: number, extra: number) {
    return this.#underWay.splice(0, count).map((permit) => {
      this.#reported += permit.held[0]!.held.weight + extra;
      const reported = this.#reported;
      return {
        permit,
        answer: {
          dateMs: Math.floor(this.time.now / 1000) * 1000,
          isAccepted: true,
          reportedOf: () => reported,
          isRefusedFor: () => false,
        },
      };
    });
  }

  /** Returns what was decided, without the numbers of reservations. */
  seen(taken: readonly (BudgetPermit | BudgetRefusal)[]) {
    for (const one of taken) if (one.isTaken) this.#underWay.push(one);
    return taken.map((one) => {
      if (!one.isTaken) return { obstacle: one.obstacle, waitMs: one.waitMs, used: one.used, cap: one.cap };
      return one.held.map(({ held: { nonce: _, ...held } }) => held);
    });
  }

  /** Returns why another process may not send a large and a small request, for those that it may not. */
  probe() {
    const [large, small] = [this.#other.take(300), this.#other.take(1)];
    const found = this.seen([large, small].filter((one) => !one.isTaken));
    for (const one of [large, small]) if (one.isTaken) this.#other.budget.release(one);
    return found;
  }
}

function takeOneByOne({ own }: Side, requests: readonly BudgetRequest[]) {
  return requests.map((request) => own.budget.take(request));
}

describe.each(HOMES)('a turn of a budget in %s', (_, open) => {
  it('decides as if its answers and requests came one by one', () => {
    fc.assert(
      fc.property(fc.array(TURN, { maxLength: 12 }), (turns) => {
        const [alone, together] = [new Side(open), new Side(open)];
        for (const { afterMs, weights, answered, extra, foreign } of turns) {
          const requests = weights.map((weight) => requestOf(weight, 'bulk', CAPPED));
          for (const side of [alone, together]) {
            side.time.advance(afterMs);
            side.foreign(foreign);
          }
          for (const { permit, answer } of alone.answers(answered, extra))
            alone.own.budget.complete(permit, answer);
          const taken = together.own.budget.takeTogether(together.answers(answered, extra), requests);
          expect(taken).toHaveLength(requests.length);
          const decided = taken.map((one, place) => one ?? together.own.budget.take(requests[place]!));
          expect(together.seen(decided)).toEqual(alone.seen(takeOneByOne(alone, requests)));
          expect(together.probe()).toEqual(alone.probe());
        }
      }),
      { seed: 77, numRuns: 60 },
    );
  });
});

describe('a turn', () => {
  /** Returns a home that counts the appends to its logs, and calls `before` before each. */
  function watchedHome(before: (append: (bytes: Buffer) => void) => void = () => {}) {
    const inner = memoryBudgetHome('common');
    const seen: { appends: number; bytes: Buffer } = { appends: 0, bytes: Buffer.alloc(0) };
    const home: BudgetHome = {
      ...inner,
      open(name, mayCreate) {
        const log = inner.open(name, mayCreate);
        if (log === undefined) return undefined;
        const append = (bytes: Buffer) => {
          seen.appends += 1;
          before((foreign) => log.append(foreign));
          log.append(bytes);
          seen.bytes = log.read(0);
        };
        return { ...log, append, read: (from) => log.read(from), close() {} };
      },
    };
    const time = new Time();
    time.advance(10_000);
    const own = new Process(() => home, time);
    own.call(1, 1);
    return { own, seen };
  }
  const requests = [3, 4, 5].map((weight) => requestOf(weight));

  it('appends its answers and reservations in one step', () => {
    const { own, seen } = watchedHome();
    const first = own.budget.takeTogether([], requests);
    const answers = first.map((permit) => ({
      permit: permit!,
      answer: { dateMs: START + 10_000, isAccepted: true, reportedOf: () => 13, isRefusedFor: () => false },
    }));
    const before = seen.appends;
    const taken = own.budget.takeTogether(answers, requests);
    expect(seen.appends).toBe(before + 1);
    expect(taken.map((one) => one?.isTaken)).toEqual([true, true, true]);
    const { records } = decodeRecords(seen.bytes);
    expect(records.slice(-6).map(({ kind }) => kind)).toEqual([
      ...['answer', 'answer', 'answer'],
      ...['reserve', 'reserve', 'reserve'],
    ]);
  });

  it('writes its answers though no request follows', () => {
    const { own, seen } = watchedHome();
    const [permit] = own.budget.takeTogether([], requests.slice(0, 1));
    const answer = {
      dateMs: START + 10_000,
      isAccepted: true,
      reportedOf: () => 4,
      isRefusedFor: () => false,
    };
    own.budget.takeTogether([{ permit: permit!, answer }], []);
    expect(decodeRecords(seen.bytes).records.at(-1)).toMatchObject({ kind: 'answer', value: 4 });
  });

  it('gives back what other processes took first', () => {
    let foreign = 0;
    const { own, seen } = watchedHome((append) => {
      if (foreign === 0) return;
      append(encodeRecords([budgetRecord({ kind: 'reserve', nonce: 99, weight: foreign, time: START })]));
      foreign = 0;
    });
    foreign = 962;
    const taken = own.budget.takeTogether([], requests);
    expect(taken.map((one) => one?.isTaken)).toEqual([true, undefined, undefined]);
    const { records } = decodeRecords(seen.bytes);
    const given = records.filter(({ kind }) => kind === 'release').map(({ nonce }) => nonce);
    const reserved = records.filter(({ kind, nonce }) => kind === 'reserve' && nonce !== 99);
    expect(given).toEqual(reserved.slice(-2).map(({ nonce }) => nonce));
    expect(own.refused(5).used).toBe(966);
  });
});
