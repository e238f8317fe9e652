/** The windows of one limit along the server's time: their logs, and what is carried from one into the next. */
import { MINUTE_MS } from '../core/time-units.ts';
import type { BudgetHome } from './budget-home.ts';
import { MeterLogs, type OpenWindow } from './budget-logs.ts';
import { ANSWER_MAX_MS, type BudgetRecord, budgetRecord } from './budget-records.ts';
import type { TimeBounds } from './budget-time.ts';
import { BudgetWindow, type Meter, type Obstacle } from './budget-window.ts';

/** The shortest windows, in ms, that begin with a look for outdated logs; every destination has a limit with such windows. */
const PRUNED_MS = MINUTE_MS;

export class Timeline {
  readonly logs: MeterLogs;
  readonly #meter: Meter;
  readonly #home: BudgetHome;

  constructor(meter: Meter, home: BudgetHome) {
    this.logs = new MeterLogs(meter, home);
    this.#meter = meter;
    this.#home = home;
  }

  /** Returns the number of the window in which a time lies. */
  indexOf(time: number): number {
    return Math.floor(time / this.#meter.windowMs);
  }

  /**
   * Returns the one or two windows in which a time may lie; if it may lie in more, the window of the middle of its
   * bounds.
   */
  indicesAt({ min, max }: TimeBounds): readonly number[] {
    const first = this.indexOf(min);
    const last = this.indexOf(Math.max(min, max - 1));
    if (last === first) return [first];
    return last === first + 1 ? [first, last] : [this.indexOf((min + max) / 2)];
  }

  /**
   * Opens a window of a limit, reads the new records in its log, and carries over to a new log the limits, costs
   * and clock bounds that earlier windows recorded.
   */
  enter(index: number, now: number): OpenWindow {
    const open = this.logs.open(index, true);
    if (open.state.isCarried) return open;
    const before = this.logs.newestBefore(index);
    const previous = before === undefined ? undefined : this.logs.open(before, false);
    const records = (previous?.state ?? new BudgetWindow(this.#meter)).carry(now);
    this.logs.append(open, records);
    this.logs.closeBefore(index - 2);
    // A short window begins with nearly every request; looking through all logs for old ones can wait for a longer one.
    if (this.#meter.windowMs >= PRUNED_MS) this.#home.prune(now);
    return open;
  }

  /** Returns the weight of the requests of the previous window that the server may count in this one. */
  carriedInto(index: number, now: number): number {
    if (now - index * this.#meter.windowMs > ANSWER_MAX_MS) return 0;
    const previous = this.logs.open(index - 1, false);
    return previous?.state.openWeightSince(now - ANSWER_MAX_MS, this.logs.known(index)?.state) ?? 0;
  }

  /**
   * Appends reservations to the log of a window in one step. Returns for each why it does not fit after the records before
   * it, or undefined if it fits.
   */
  appendOwn(
    open: OpenWindow,
    own: readonly BudgetRecord[],
    { now, carried }: { readonly now: number; readonly carried: number },
  ): readonly (Obstacle | undefined)[] {
    const obstacles: (Obstacle | undefined)[] = [];
    for (const record of this.logs.appendAndRead(open, own)) {
      const next = own[obstacles.length];
      if (record.kind === next?.kind && record.nonce === next.nonce)
        obstacles.push(open.state.obstacle(next, now, carried));
      open.state.apply(record);
    }
    if (obstacles.length !== own.length) throw new Error('a reservation was not found in its log');
    return obstacles;
  }

  /** Gives back the weight of a reservation in a window. */
  give(index: number, nonce: number, { min }: TimeBounds): void {
    const open = this.logs.open(index, false);
    if (open !== undefined) this.logs.append(open, [budgetRecord({ kind: 'release', nonce, time: min })]);
  }

  /** Appends records to the log of the current window (or of both possible ones), and to those of later windows. */
  publish(records: readonly BudgetRecord[], at: TimeBounds): void {
    const indices = this.indicesAt(at);
    for (const index of indices) this.logs.append(this.enter(index, at.min), records);
    this.publishAfter(Math.max(...indices), records);
  }

  /** Appends records to the logs of the windows after a given one, which bookings have created already. */
  publishAfter(index: number, records: readonly BudgetRecord[]): void {
    for (let later = index + 1; ; later += 1) {
      const open = this.logs.open(later, false);
      if (open === undefined) return;
      this.logs.append(open, records);
    }
  }

  /**
   * Returns the state of the window in which a time lies; if the window has no log yet, the state that the next request
   * would find.
   */
  stateAt(time: number): BudgetWindow {
    const index = this.indexOf(time);
    const known = this.logs.open(index, false)?.state;
    if (known !== undefined) return known;
    const state = new BudgetWindow(this.#meter);
    const before = this.logs.newestBefore(index);
    const previous = before === undefined ? undefined : this.logs.open(before, false);
    for (const record of previous?.state.carry(time) ?? []) state.apply(record);
    return state;
  }
}
