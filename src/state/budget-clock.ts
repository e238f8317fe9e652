/** The server's time as one process knows it: from its own answers, or from those that other processes recorded. */
import type { Clock } from '../core/clock.ts';
import type { BudgetHome } from './budget-home.ts';
import { budgetRecord } from './budget-records.ts';
import { CLEARLY_NARROWER_MS, ServerTime, type TimeBounds } from './budget-time.ts';
import type { Timeline } from './budget-timeline.ts';

/** How far, in ms, a process's clock is assumed to be off the server's before its first answer from the server. */
const CLOCK_ERROR_MAX_MS = 30_000;
/**
 * If this process's clock agrees with the time of the other processes' latest record to within this time, in ms,
 * they are assumed to run on the same machine.
 */
const AGREEMENT_MS = 5_000;
/** Bounds of the server's present time. */
export interface ServerNow extends TimeBounds {
  /** Whether the bounds are known from answers of the server. */
  readonly isTimed: boolean;
}

export class BudgetClock {
  readonly #home: BudgetHome;
  readonly #clock: Clock;
  readonly #timeline: Timeline;
  readonly #time: ServerTime;
  /**
   * Set if the server's answers carry no Date header, or if the clock that processes share agrees with this
   * process's clock.
   */
  #trustsOwnClock = false;

  constructor(home: BudgetHome, clock: Clock, timeline: Timeline) {
    this.#home = home;
    this.#clock = clock;
    this.#timeline = timeline;
    this.#time = new ServerTime(clock);
  }

  /** Returns the bounds of the server's present time, and whether they are known from its answers. */
  now(): ServerNow {
    const measured = this.#time.bounds();
    if (measured !== undefined) return { min: measured.min, max: measured.max, isTimed: true };
    const own = this.#clock.now();
    if (this.#home.clocks === 'own' || this.#trustsOwnClock) return { min: own, max: own, isTimed: true };
    return this.#sharedNow(own);
  }

  /**
   * Narrows the bounds of the server's clock by the Date header of an answer; `sentMs` is the monotonic time at
   * which the request was sent.
   */
  addDate(dateMs: number | undefined, sentMs: number): void {
    if (dateMs === undefined) {
      if (this.#trustsOwnClock) return;
      this.#trustsOwnClock = true;
      // If answers have no Date header, the processes of this machine can only use its own clock.
      const isUnknown =
        this.#home.clocks === 'common' && this.#timeline.stateAt(this.#clock.now()).clock === undefined;
      if (isUnknown) this.#publish(0, 0);
      return;
    }
    if (!this.#time.addSample({ dateMs, sentMs }) || this.#home.clocks === 'own') return;
    const { min, max } = this.now();
    const own = this.#clock.now();
    const bounds = { min: min - own, max: max - own };
    if (!this.#isRecorded(bounds, own)) this.#publish(bounds.min, bounds.max);
  }

  /**
   * Returns whether the other processes know the server's clock as well as by the given bounds: a command that sends one
   * request learns little, and would write the same again. Bounds of another machine say nothing about the clock of this one.
   */
  #isRecorded({ min, max }: TimeBounds, own: number): boolean {
    const known = this.#home.clocks === 'common' ? this.#timeline.stateAt(own).clock : undefined;
    if (known === undefined) return false;
    const isAgreed = known.min < max && min < known.max;
    return isAgreed && known.max - known.min - (max - min) <= CLEARLY_NARROWER_MS;
  }

  /** Records bounds of the server's clock minus the machine's for the other processes. */
  #publish(min: number, max: number): void {
    this.#timeline.publish([budgetRecord({ kind: 'clock', time: min, value: max })], this.now());
  }

  /**
   * Returns the bounds of the server's time by the clock bounds that other processes recorded; wide bounds if these
   * cannot be trusted.
   */
  #sharedNow(own: number): ServerNow {
    const newest = this.#timeline.logs.newestBefore(this.#timeline.indexOf(own + CLOCK_ERROR_MAX_MS) + 2);
    const states = newest === undefined ? [] : [this.#timeline.logs.open(newest, true).state];
    // The latest log may belong to a window that has not begun.
    if (newest !== undefined && states[0]?.lastTime === undefined) {
      states.push(...[this.#timeline.logs.open(newest - 1, false)?.state ?? []].flat());
    }
    const clock = states.find((state) => state.clock !== undefined)?.clock;
    const lastTime = Math.max(...states.map((state) => state.lastTime ?? 0));
    const min = own + (clock?.min ?? 0);
    const max = own + (clock?.max ?? 0);
    const isAgreed = this.#home.clocks === 'common' || min <= lastTime + AGREEMENT_MS;
    if (clock === undefined || !isAgreed) {
      const earliest = Math.max(lastTime, min - CLOCK_ERROR_MAX_MS);
      return { min: earliest, max: max + CLOCK_ERROR_MAX_MS, isTimed: false };
    }
    // A record cannot be older than the record before it, so the clock of this process is behind those of other
    // processes.
    if (max < lastTime) return { min: lastTime, max: lastTime + AGREEMENT_MS, isTimed: false };
    return { min: Math.max(min, lastTime), max, isTimed: true };
  }
}
