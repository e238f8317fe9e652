/** A rate limit as this process sees it: the logs of the limit's windows, and the server's clock. */
import type { Clock } from '../core/clock.ts';
import { CAP_SOURCES, type CapSource } from './budget-caps.ts';
import type { BudgetHome } from './budget-home.ts';
import { MeterLogs, type OpenWindow } from './budget-logs.ts';
import {
  ANSWER_MAX_MS,
  type BudgetRecord,
  budgetRecord,
  encodeRecords,
  type Lane,
} from './budget-records.ts';
import { ServerTime, type TimeBounds } from './budget-time.ts';
import { BOOKING_MAX_MS, BudgetWindow, type Meter, type Obstacle } from './budget-window.ts';

/** What a request takes from a rate limit. */
export interface Wanted {
  readonly weight: number;
  /** A number that is equal for requests that cost the same weight. */
  readonly group: number;
  readonly lane: Lane;
}

/**
 * A reservation of weight in one window of a limit, or in two windows if it is not certain in which one the server
 * counts it.
 */
export interface Held extends Wanted {
  readonly nonce: number;
  readonly indices: readonly number[];
  readonly isTaken: true;
}

/** States that a request does not fit into a rate limit now. */
export interface Refused {
  readonly isTaken: false;
  readonly obstacle: Obstacle;
  readonly waitMs: number;
  readonly used: number;
  readonly cap: number;
}

/** A booked place in a window of a limit that has not begun. */
export interface Booking extends Wanted {
  readonly nonce: number;
  readonly index: number;
  readonly waitMs: number;
  /** The weight that was reserved in the window before the booking. */
  readonly localBefore: number;
}

/** What the answer to a request says about a rate limit. */
export interface MeterOutcome {
  readonly isAccepted: boolean;
  /** Whether the server refused the request because of this limit. */
  readonly isRefused: boolean;
  /** The usage of the limit that the server reported. */
  readonly reported: number | undefined;
  /** The time in the Date header of the answer, in Unix ms. */
  readonly dateMs: number | undefined;
}

export interface MeterOptions {
  readonly meter: Meter;
  readonly home: BudgetHome;
  readonly clock: Clock;
  readonly nextNonce: () => number;
}

/** How far, in ms, a process's clock is assumed to be off the server's before its first answer from the server. */
const CLOCK_ERROR_MAX_MS = 30_000;
/**
 * If this process's clock agrees with the time of the other processes' latest record to within this time, in ms,
 * they are assumed to run on the same machine.
 */
const AGREEMENT_MS = 5_000;
/** The time in ms that is added to waits, so that a request does not arrive before the next window begins. */
const SLACK_MS = 25;
/** The time in ms after which a request that waits for the answers to other requests checks the limit again. */
const ANSWER_WAIT_MS = 120;
/** The longest time, in ms, between the moment at which a server counts a request and the Date header of the answer. */
const COUNTED_BEFORE_MS = 5_000;
/** The largest number of later windows in which a booking looks for room. */
const BOOKED_WINDOWS_MAX = 20;

export class BudgetMeter {
  readonly meter: Meter;
  readonly #home: BudgetHome;
  readonly #clock: Clock;
  readonly #nextNonce: () => number;
  readonly #time: ServerTime;
  readonly #logs: MeterLogs;
  /**
   * Set if the server's answers carry no Date header, or if the clock that processes share agrees with this
   * process's clock.
   */
  #trustsOwnClock = false;

  constructor({ meter, home, clock, nextNonce }: MeterOptions) {
    this.meter = meter;
    this.#home = home;
    this.#clock = clock;
    this.#nextNonce = nextNonce;
    this.#time = new ServerTime(clock);
    this.#logs = new MeterLogs(meter, home);
  }

  /** Returns the bounds of the server's present time, and whether they are known from its answers. */
  now(): TimeBounds & { readonly isTimed: boolean } {
    const measured = this.#time.bounds();
    if (measured !== undefined) return { ...measured, isTimed: true };
    const own = this.#clock.now();
    if (this.#home.clocks === 'own' || this.#trustsOwnClock) return { min: own, max: own, isTimed: true };
    return this.#sharedNow(own);
  }

  /**
   * Reserves the weight of a request in every window in which the server may count it, or says why the request does
   * not fit.
   */
  take(wanted: Wanted, at: TimeBounds & { readonly isTimed: boolean }): Held | Refused {
    const indices = this.#indicesAt(at);
    for (const index of indices) {
      const refused = this.#refusalIn(index, wanted, at);
      if (refused !== undefined) return refused;
    }
    const nonce = this.#nextNonce();
    const time = (at.min + at.max) / 2;
    const record = budgetRecord({ kind: 'reserve', ...wanted, nonce, time, isTimed: at.isTimed });
    // The weight that earlier windows carry into these windows is read before this request is reserved, so that it
    // does not count itself.
    const carried = indices.map((index) => this.#carriedInto(index, at.min));
    for (const [place, index] of indices.entries()) {
      const open = this.#enter(index, at.min);
      const ahead = { now: at.min, carried: carried[place]! };
      if (this.#appendOwn(open, record, wanted, ahead) === undefined) continue;
      // Other processes were quicker, so the weight that was reserved for this request is given back.
      for (const given of indices.slice(0, place + 1)) this.#give(given, nonce, at);
      return this.#refusalIn(index, wanted, at) ?? this.#refused(index, 'in-flight', at);
    }
    return { ...wanted, nonce, indices, isTaken: true };
  }

  /**
   * Reserves the weight of a request in the first later window that has room and begins within `waitMaxMs`. Returns
   * the wait for that window, even if the wait is too long and nothing was reserved.
   */
  book(wanted: Wanted, at: TimeBounds, waitMaxMs: number): Booking | { readonly waitMs: number } {
    const first = this.#indexOf(at.min) + 1;
    for (let index = first; ; index += 1) {
      const waitMs = Math.max(1, Math.ceil(index * this.meter.windowMs - at.min) + SLACK_MS);
      if (waitMs > waitMaxMs || index >= first + BOOKED_WINDOWS_MAX) return { waitMs };
      const open = this.#enter(index, at.min);
      const start = index * this.meter.windowMs;
      if (open.state.obstacle(wanted, start) !== undefined) continue;
      const nonce = this.#nextNonce();
      const localBefore = open.state.used;
      const record = budgetRecord({ kind: 'book', ...wanted, nonce, time: start });
      const obstacle = this.#appendOwn(open, record, wanted, { now: start, carried: 0 });
      if (obstacle === undefined) return { ...wanted, nonce, index, waitMs, localBefore };
      this.#logs.append(open, [budgetRecord({ kind: 'release', nonce, time: start })]);
    }
  }

  /** Turns a booking whose window has begun into a reservation; returns undefined if the window no longer has room. */
  confirm(booking: Booking, at: TimeBounds & { readonly isTimed: boolean }): Held | undefined {
    const { nonce, index, weight, group, lane } = booking;
    const isDue = this.#indexOf(at.min) === index && at.max < index * this.meter.windowMs + BOOKING_MAX_MS;
    const open = isDue ? this.#enter(index, at.min) : undefined;
    const isFree =
      open?.state.isOpen(nonce) === true &&
      open.state.obstacleToOwn(booking, at.min, this.#carriedInto(index, at.min)) === undefined;
    if (open !== undefined && isFree) {
      this.#logs.append(open, [budgetRecord({ kind: 'confirm', nonce, time: at.min, isTimed: at.isTimed })]);
      return { weight, group, lane, nonce, indices: [index], isTaken: true };
    }
    this.cancel(booking, at);
    return undefined;
  }

  cancel({ nonce, index }: Booking, at: TimeBounds): void {
    this.#give(index, nonce, at);
  }

  /** Gives back to a limit the weight of a request that was not sent. */
  release({ nonce, indices }: Held, at: TimeBounds): void {
    for (const index of indices) this.#give(index, nonce, at);
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
      const isUnknown = this.#home.clocks === 'common' && this.current().state.clock === undefined;
      if (isUnknown) this.#publish([budgetRecord({ kind: 'clock', time: 0, value: 0 })]);
      return;
    }
    if (!this.#time.addSample({ dateMs, sentMs }) || this.#home.clocks === 'own') return;
    const { min, max } = this.now();
    const own = this.#clock.now();
    this.#publish([budgetRecord({ kind: 'clock', time: min - own, value: max - own })]);
  }

  /** Records the answer to a request in the logs of a limit. */
  complete({ nonce, indices }: Held, outcome: MeterOutcome): void {
    const { isAccepted, isRefused, reported, dateMs } = outcome;
    const at = this.now();
    const { isTimed } = at;
    const time = (at.min + at.max) / 2;
    const reportedIn = this.#indexOf(dateMs ?? time);
    for (const index of indices) {
      const value = index === reportedIn ? (reported ?? -1) : -1;
      const kind = this.#mayCount(index, reportedIn, dateMs ?? time) ? 'answer' : 'release';
      this.#logs.append(this.#enter(index, at.min), [
        budgetRecord({ kind, nonce, time, value, isAccepted, isTimed }),
      ]);
    }
    if (reported === undefined) return;
    const known = this.#logs.known(reportedIn);
    if (!indices.includes(reportedIn) && Math.abs(reportedIn - this.#indexOf(time)) <= 1) {
      const report = budgetRecord({ kind: 'report', time, value: reported, isAccepted });
      this.#logs.append(this.#enter(reportedIn, at.min), [report]);
    }
    const value = isRefused ? known?.state.capAfterRefusal(reported) : undefined;
    if (value !== undefined) this.learnCap('refused', value);
  }

  /** Records a changed rate limit that the server announced, or that a refusal proved. */
  learnCap(source: CapSource, value: number): void {
    const { min: time } = this.now();
    this.#publish([budgetRecord({ kind: 'cap', group: CAP_SOURCES[source], value, time })]);
  }

  /**
   * Pauses all requests that count towards a limit, for a time in ms. After the pause one request is sent as a
   * probe, and then the usable share of the limit grows in steps.
   */
  pause(forMs: number): void {
    const { min } = this.now();
    this.#publish([budgetRecord({ kind: 'pause', time: min, value: min + forMs })]);
  }

  /**
   * Returns the state of the current window of a limit; if the window has no log yet, the state that the next
   * request would find.
   */
  current(): { readonly state: BudgetWindow; readonly endsAt: number; readonly now: number } {
    const at = this.now();
    const now = (at.min + at.max) / 2;
    const index = this.#indexOf(now);
    return {
      state: this.#logs.open(index, false)?.state ?? this.#unusedState(index, now),
      endsAt: (index + 1) * this.meter.windowMs,
      now,
    };
  }

  #unusedState(index: number, now: number): BudgetWindow {
    const state = new BudgetWindow(this.meter);
    const before = this.#logs.newestBefore(index);
    const previous = before === undefined ? undefined : this.#logs.open(before, false);
    for (const record of previous?.state.carry(now) ?? []) state.apply(record);
    return state;
  }

  close(): void {
    this.#logs.close();
  }

  #refusalIn(index: number, wanted: Wanted, at: TimeBounds): Refused | undefined {
    const { state } = this.#enter(index, at.min);
    const obstacle = state.obstacle(wanted, at.min, this.#carriedInto(index, at.min));
    return obstacle === undefined ? undefined : this.#refused(index, obstacle, at);
  }

  #refused(index: number, obstacle: Obstacle, { min }: TimeBounds): Refused {
    const { state } = this.#enter(index, min);
    const next = (this.#indexOf(min) + 1) * this.meter.windowMs;
    const toNextMs = Math.max(1, Math.ceil(next - min) + SLACK_MS);
    const waitMs = {
      full: toNextMs,
      paused: Math.max(1, Math.ceil((state.pausedUntil ?? 0) - min)),
      'in-flight': Math.min(ANSWER_WAIT_MS, toNextMs),
      probe: Math.min(ANSWER_WAIT_MS, toNextMs),
    }[obstacle];
    return { isTaken: false, obstacle, waitMs, used: state.used, cap: state.cap };
  }

  /**
   * Returns the bounds of the server's time by the clock bounds that other processes recorded; wide bounds if these
   * cannot be trusted.
   */
  #sharedNow(own: number): TimeBounds & { readonly isTimed: boolean } {
    const newest = this.#logs.newestBefore(this.#indexOf(own + CLOCK_ERROR_MAX_MS) + 2);
    const states = newest === undefined ? [] : [this.#logs.open(newest, true).state];
    // The latest log may belong to a window that has not begun.
    if (newest !== undefined && states[0]?.lastTime === undefined) {
      states.push(...[this.#logs.open(newest - 1, false)?.state ?? []].flat());
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

  #indexOf(time: number): number {
    return Math.floor(time / this.meter.windowMs);
  }

  /** Returns whether the server may have counted a request in a window, when it answered at a time in another one. */
  #mayCount(index: number, answeredIn: number, answeredAt: number): boolean {
    if (index === answeredIn) return true;
    return index < answeredIn && answeredAt - answeredIn * this.meter.windowMs < COUNTED_BEFORE_MS;
  }

  /**
   * Returns the one or two windows in which a time may lie; if it may lie in more, the window of the middle of its
   * bounds.
   */
  #indicesAt({ min, max }: TimeBounds): readonly number[] {
    const [first, last] = [this.#indexOf(min), this.#indexOf(Math.max(min, max - 1))];
    if (last === first) return [first];
    return last === first + 1 ? [first, last] : [this.#indexOf((min + max) / 2)];
  }

  /**
   * Opens a window of a limit, reads the new records in its log, and carries over to a new log the limits, costs
   * and clock bounds that earlier windows recorded.
   */
  #enter(index: number, now: number): OpenWindow {
    const open = this.#logs.open(index, true);
    if (open.state.isCarried) return open;
    const before = this.#logs.newestBefore(index);
    const previous = before === undefined ? undefined : this.#logs.open(before, false);
    const records = (previous?.state ?? new BudgetWindow(this.meter)).carry(now);
    this.#logs.append(open, records);
    this.#logs.closeBefore(index - 2);
    this.#home.prune(now);
    return open;
  }

  /** Returns the weight of the requests of the previous window that the server may count in this one. */
  #carriedInto(index: number, now: number): number {
    if (now - index * this.meter.windowMs > ANSWER_MAX_MS) return 0;
    const previous = this.#logs.open(index - 1, false);
    return previous?.state.openWeight(now - ANSWER_MAX_MS, this.#logs.known(index)?.state) ?? 0;
  }

  /**
   * Appends a reservation to the log of a window. Returns why the reservation does not fit after the records before
   * it, or undefined if it fits.
   */
  #appendOwn(
    open: OpenWindow,
    record: BudgetRecord,
    wanted: Wanted,
    { now, carried }: { readonly now: number; readonly carried: number },
  ): Obstacle | undefined {
    open.log.append(encodeRecords([record]));
    let obstacle: Obstacle | undefined;
    let isFound = false;
    for (const one of this.#logs.readNew(open)) {
      if (one.kind === record.kind && one.nonce === record.nonce) {
        isFound = true;
        obstacle = open.state.obstacle(wanted, now, carried);
      }
      open.state.apply(one);
    }
    if (!isFound) throw new Error('a reservation was not found in its log');
    return obstacle;
  }

  #give(index: number, nonce: number, { min }: TimeBounds): void {
    const open = this.#logs.open(index, false);
    if (open !== undefined) this.#logs.append(open, [budgetRecord({ kind: 'release', nonce, time: min })]);
  }

  /**
   * Appends records to the log of the current window (or of both possible ones), and to that of the next window if
   * it has a log already.
   */
  #publish(records: readonly BudgetRecord[]): void {
    const at = this.now();
    const indices = this.#indicesAt(at);
    for (const index of indices) this.#logs.append(this.#enter(index, at.min), records);
    const next = this.#logs.open(Math.max(...indices) + 1, false);
    if (next !== undefined) this.#logs.append(next, records);
  }
}
