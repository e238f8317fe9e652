/** Processes that share a budget, in virtual time, and what the server answers them. */
import type { Clock } from '../../src/core/clock.ts';
import { unixMs } from '../../src/core/words.ts';
import {
  type Budget,
  type BudgetBooking,
  type BudgetPermit,
  type BudgetRefusal,
  type BudgetRequest,
  createBudget,
} from '../../src/state/budget.ts';
import { fileBudgetHome } from '../../src/state/budget-files.ts';
import type { BudgetHome } from '../../src/state/budget-home.ts';
import { memoryBudgetHome } from '../../src/state/budget-memory.ts';
import type { Lane } from '../../src/state/budget-records.ts';
import type { Meter } from '../../src/state/budget-window.ts';
import { temporaryFolder } from '../acceptance/world.ts';

/** The start of a minute. */
export const START = 1_719_990_000_000;

export const SPOT: Meter = { key: 'spot', title: 'spot', cap: 1000, windowMs: 60_000, isReported: true };

/** The two homes, with both of which the contract holds. Each call makes a new store and returns its door. */
export const HOMES: readonly (readonly [string, () => () => BudgetHome])[] = [
  [
    'memory',
    () => {
      const home = memoryBudgetHome('different');
      return () => home;
    },
  ],
  [
    'files',
    () => {
      const folder = temporaryFolder();
      const owner = process.getuid?.();
      return () => fileBudgetHome({ folder, destination: 'live', owner, clocks: 'different' });
    },
  ],
];

/** The true time of the server, which every process sees with an error of its own. */
export class Time {
  #now = START;

  get now(): number {
    return this.#now;
  }

  advance(ms: number): void {
    this.#now += ms;
  }

  /** Returns the clock of a process that is this far off. */
  clock(skewMs = 0): Clock {
    return {
      now: () => unixMs(this.#now + skewMs),
      monotonicMs: () => this.#now - START,
      sleep: async (ms) => this.advance(ms),
    };
  }
}

export function requestOf(weight: number, lane: Lane = 'bulk', meter = SPOT): BudgetRequest {
  return { demands: [{ meter, weight }], lane, name: `test ${weight}` };
}

/** A process: a budget with a clock. */
export class Process {
  readonly budget: Budget;
  readonly notes: string[] = [];
  readonly #time: Time;
  static #count = 0;

  constructor(openHome: () => BudgetHome, time: Time, skewMs = 0) {
    this.#time = time;
    Process.#count += 1;
    this.budget = createBudget({
      clock: time.clock(skewMs),
      openHome,
      processId: Process.#count,
      onUnshared: (why) => this.notes.push(why),
    });
  }

  take(weight: number, lane: Lane = 'bulk', meter = SPOT): BudgetPermit | BudgetRefusal {
    return this.budget.take(requestOf(weight, lane, meter));
  }

  /** Takes a weight that must fit. */
  taken(weight: number, lane: Lane = 'bulk', meter = SPOT): BudgetPermit {
    const taken = this.take(weight, lane, meter);
    if (!taken.isTaken) throw new Error(`expected a permit, found ${JSON.stringify(taken)}`);
    return taken;
  }

  /** Takes a weight that must not fit. */
  refused(weight: number, lane: Lane = 'bulk', meter = SPOT): BudgetRefusal {
    const taken = this.take(weight, lane, meter);
    if (taken.isTaken) throw new Error('expected a refusal, found a permit');
    return taken;
  }

  /** Completes a request with the usage that the server reports. */
  answer(permit: BudgetPermit, reported: number | undefined, isAccepted = true): void {
    this.budget.complete(permit, {
      dateMs: Math.floor(this.#time.now / 1000) * 1000,
      isAccepted,
      reportedOf: () => reported,
      isRefusedFor: () => !isAccepted,
    });
  }

  /** Sends a request that the server counts with this usage, so that its clock is known from then on. */
  call(weight: number, reported: number): void {
    this.answer(this.taken(weight), reported);
  }

  /** Books a place for a weight that does not fit now. */
  book(weight: number, lane: Lane = 'bulk'): { readonly waitMs: number; readonly booking?: BudgetBooking } {
    return this.budget.book(requestOf(weight, lane), this.refused(weight, lane), 600_000);
  }
}
