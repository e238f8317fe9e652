/** A rate limit as this process sees it: the logs of the limit's windows, and the server's clock. */
import type { Clock } from '../core/clock.ts';
import { CAP_SOURCES, type CapSource } from './budget-caps.ts';
import { BudgetClock, type ServerNow } from './budget-clock.ts';
import type { BudgetHome } from './budget-home.ts';
import type { OpenWindow } from './budget-logs.ts';
import { budgetRecord, type Lane } from './budget-records.ts';
import { BOOKING_MAX_MS } from './budget-tickets.ts';
import type { TimeBounds } from './budget-time.ts';
import { Timeline } from './budget-timeline.ts';
import type { BudgetWindow, Meter, Obstacle } from './budget-window.ts';

/** The weight that a request takes from a rate limit. */
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
  readonly #nextNonce: () => number;
  readonly #timeline: Timeline;
  readonly #clock: BudgetClock;

  constructor({ meter, home, clock, nextNonce }: MeterOptions) {
    this.meter = meter;
    this.#nextNonce = nextNonce;
    this.#timeline = new Timeline(meter, home);
    this.#clock = new BudgetClock(home, clock, this.#timeline);
  }

  /** Returns the bounds of the server's present time, and whether they are known from its answers. */
  now(): ServerNow {
    return this.#clock.now();
  }

  /** Learns the server's time from an answer, as `BudgetClock.addDate`. */
  addDate(dateMs: number | undefined, sentMs: number): void {
    this.#clock.addDate(dateMs, sentMs);
  }

  /**
   * Reserves the weight of a request in every window in which the server may count it, or says why the request does
   * not fit.
   */
  take(wanted: Wanted, at: ServerNow): Held | Refused {
    const indices = this.#timeline.indicesAt(at);
    const windows: { readonly open: OpenWindow; readonly carried: number }[] = [];
    for (const index of indices) {
      const known = this.#timeline.logs.known(index);
      // The look only spares the log requests that do not fit: the records in front of the own one decide.
      const isLooked = known?.state.isRoomyFor([wanted]) !== true;
      const open = isLooked ? this.#timeline.enter(index, at.min) : known;
      // The weight that earlier windows carry into these windows is read before this request is reserved, so that it
      // does not count itself.
      const carried = this.#timeline.carriedInto(index, at.min);
      const obstacle = isLooked ? open.state.obstacle(wanted, at.min, carried) : undefined;
      if (obstacle !== undefined) return this.#refused(index, obstacle, at);
      windows.push({ open, carried });
    }
    const nonce = this.#nextNonce();
    const time = (at.min + at.max) / 2;
    const { weight, group, lane } = wanted;
    const record = budgetRecord({ kind: 'reserve', weight, group, lane, nonce, time, isTimed: at.isTimed });
    for (const [place, { open, carried }] of windows.entries()) {
      // What other processes appended since the look is read with the own record, and decides whether it fits.
      const ahead = { now: at.min, carried };
      const [obstacle] = this.#timeline.appendOwn(open, [record], ahead);
      if (obstacle === undefined) continue;
      // Other processes were quicker, so the weight that was reserved for this request is given back.
      const index = indices[place]!;
      for (const given of indices.slice(0, place + 1)) this.#timeline.give(given, nonce, at);
      return this.#refusalIn(index, wanted, at) ?? this.#refused(index, 'in-flight', at);
    }
    return { weight, group, lane, nonce, indices, isTaken: true };
  }

  /**
   * Reserves the weights of several requests with one append, as `take` would one after the other. Returns undefined in
   * place of each reservation that `take` must decide about: from the first on that does not fit, and all if the server may
   * count them in two windows.
   */
  takeTogether(wanted: readonly Wanted[], at: ServerNow): readonly (Held | undefined)[] {
    const indices = this.#timeline.indicesAt(at);
    if (indices.length > 1) return wanted.map(() => undefined);
    const index = indices[0]!;
    const known = this.#timeline.logs.known(index);
    const isLooked = known?.state.isRoomyFor(wanted) !== true;
    const open = isLooked ? this.#timeline.enter(index, at.min) : known;
    const ahead = { now: at.min, carried: this.#timeline.carriedInto(index, at.min) };
    const time = (at.min + at.max) / 2;
    const { isTimed } = at;
    const all = wanted.map(({ weight, group, lane }) =>
      budgetRecord({ kind: 'reserve', weight, group, lane, nonce: this.#nextNonce(), time, isTimed }),
    );
    const records = isLooked ? all.slice(0, open.state.countFitting(all, ahead)) : all;
    if (records.length === 0) return wanted.map(() => undefined);
    const obstacles = this.#timeline.appendOwn(open, records, ahead);
    return wanted.map(({ weight, group, lane }, place) => {
      const record = records[place];
      if (record === undefined) return undefined;
      const { nonce } = record;
      if (obstacles[place] === undefined) return { weight, group, lane, nonce, indices, isTaken: true };
      // Other processes were quicker, as in `take`.
      this.#timeline.give(index, nonce, at);
      return undefined;
    });
  }

  /**
   * Reserves the weight of a request in the first later window that has room and begins within `waitMaxMs`. Returns
   * the wait for that window, even if the wait is too long and nothing was reserved.
   */
  book(wanted: Wanted, at: TimeBounds, waitMaxMs: number): Booking | { readonly waitMs: number } {
    const first = this.#timeline.indexOf(at.min) + 1;
    for (let index = first; ; index += 1) {
      const waitMs = Math.max(1, Math.ceil(index * this.meter.windowMs - at.min) + SLACK_MS);
      if (waitMs > waitMaxMs || index >= first + BOOKED_WINDOWS_MAX) return { waitMs };
      const open = this.#timeline.enter(index, at.min);
      const start = index * this.meter.windowMs;
      if (open.state.obstacle(wanted, start) !== undefined) continue;
      const nonce = this.#nextNonce();
      const localBefore = open.state.used;
      const record = budgetRecord({ kind: 'book', ...wanted, nonce, time: start });
      const [obstacle] = this.#timeline.appendOwn(open, [record], { now: start, carried: 0 });
      if (obstacle === undefined) return { ...wanted, nonce, index, waitMs, localBefore };
      this.#timeline.logs.append(open, [budgetRecord({ kind: 'release', nonce, time: start })]);
    }
  }

  /** Turns a booking whose window has begun into a reservation; returns undefined if the window no longer has room. */
  confirm(booking: Booking, at: ServerNow): Held | undefined {
    const { nonce, index, weight, group, lane } = booking;
    const isDue =
      this.#timeline.indexOf(at.min) === index && at.max < index * this.meter.windowMs + BOOKING_MAX_MS;
    const open = isDue ? this.#timeline.enter(index, at.min) : undefined;
    const isFree =
      open?.state.isOpen(nonce) === true &&
      open.state.obstacleToOwn(booking, at.min, this.#timeline.carriedInto(index, at.min)) === undefined;
    if (open !== undefined && isFree) {
      this.#timeline.logs.append(open, [
        budgetRecord({ kind: 'confirm', nonce, time: at.min, isTimed: at.isTimed }),
      ]);
      return { weight, group, lane, nonce, indices: [index], isTaken: true };
    }
    this.cancel(booking, at);
    return undefined;
  }

  cancel({ nonce, index }: Booking, at: TimeBounds): void {
    this.#timeline.give(index, nonce, at);
  }

  /** Gives back to a limit the weight of a request that was not sent. */
  release({ nonce, indices }: Held, at: TimeBounds): void {
    for (const index of indices) this.#timeline.give(index, nonce, at);
  }

  /** Records the answer to a request in the logs of a limit, by `flush` at the latest. */
  complete({ nonce, indices }: Held, outcome: MeterOutcome): void {
    const { isAccepted, isRefused, reported, dateMs } = outcome;
    const at = this.now();
    const { isTimed } = at;
    const time = (at.min + at.max) / 2;
    const reportedIn = this.#timeline.indexOf(dateMs ?? time);
    // An answer without a Date header may have been given at any time within the bounds.
    const answered = dateMs === undefined ? at : { min: dateMs, max: dateMs };
    for (const index of indices) {
      const value = index === reportedIn ? (reported ?? -1) : -1;
      const kind = this.#mayCount(index, answered) ? 'answer' : 'release';
      const record = budgetRecord({ kind, nonce, time, value, isAccepted, isTimed });
      const known = this.#timeline.logs.known(index)?.state;
      // Nothing depends on the window before the next request reads its log, which then has more records to read at once.
      if (known?.isCarried === true && known.pauseToResume === undefined && !isRefused) {
        this.#timeline.logs.appendLater(index, record);
        continue;
      }
      const open = this.#timeline.enter(index, at.min);
      const pause = open.state.pauseToResume;
      this.#timeline.logs.append(open, [record]);
      if (pause !== undefined && open.state.pauseToResume === undefined)
        this.#timeline.publishAfter(index, [
          budgetRecord({ kind: 'pause', time, value: pause, isAccepted: true }),
        ]);
    }
    if (reported === undefined) return;
    if (!indices.includes(reportedIn) && Math.abs(reportedIn - this.#timeline.indexOf(time)) <= 1) {
      const report = budgetRecord({ kind: 'report', time, value: reported, isAccepted });
      this.#timeline.logs.append(this.#timeline.enter(reportedIn, at.min), [report]);
    }
    // Read only now, because other processes may have sent in a window that this one has not opened before.
    const known = this.#timeline.logs.known(reportedIn);
    const value = isRefused ? known?.state.capAfterRefusal(reported) : undefined;
    if (value !== undefined) this.learnCap('refused', value);
  }

  /** Writes the answers that no reservation has taken along. */
  flush(): void {
    this.#timeline.logs.flush();
  }

  /** Records a changed rate limit that the server announced, or that a refusal proved. */
  learnCap(source: CapSource, value: number): void {
    const at = this.now();
    const record = budgetRecord({ kind: 'cap', group: CAP_SOURCES[source], value, time: at.min });
    this.#timeline.publish([record], at);
  }

  /**
   * Pauses all requests that count towards a limit, for a time in ms. After the pause one request is sent as a
   * probe, and then the usable share of the limit grows in steps.
   */
  pause(forMs: number): void {
    const at = this.now();
    this.#timeline.publish([budgetRecord({ kind: 'pause', time: at.min, value: at.min + forMs })], at);
  }

  /**
   * Returns the state of the current window of a limit; if the window has no log yet, the state that the next
   * request would find.
   */
  current(): { readonly state: BudgetWindow; readonly endsAt: number; readonly now: number } {
    const { min, max } = this.now();
    const now = (min + max) / 2;
    const endsAt = (this.#timeline.indexOf(now) + 1) * this.meter.windowMs;
    return { state: this.#timeline.stateAt(now), endsAt, now };
  }

  close(): void {
    this.#timeline.logs.close();
  }

  #refusalIn(index: number, wanted: Wanted, at: TimeBounds): Refused | undefined {
    const { state } = this.#timeline.enter(index, at.min);
    const obstacle = state.obstacle(wanted, at.min, this.#timeline.carriedInto(index, at.min));
    return obstacle === undefined ? undefined : this.#refused(index, obstacle, at);
  }

  #refused(index: number, obstacle: Obstacle, { min }: TimeBounds): Refused {
    const { state } = this.#timeline.enter(index, min);
    const next = (this.#timeline.indexOf(min) + 1) * this.meter.windowMs;
    const toNextMs = Math.max(1, Math.ceil(next - min) + SLACK_MS);
    const waitMs = {
      full: toNextMs,
      paused: Math.max(1, Math.ceil((state.pausedUntil ?? 0) - min)),
      'in-flight': Math.min(ANSWER_WAIT_MS, toNextMs),
      probe: Math.min(ANSWER_WAIT_MS, toNextMs),
    }[obstacle];
    return { isTaken: false, obstacle, waitMs, used: state.used, cap: state.cap };
  }

  /** Returns whether the server may have counted a request in a window, when it answered at a time within the bounds. */
  #mayCount(index: number, { min, max }: TimeBounds): boolean {
    const first = this.#timeline.indexOf(min);
    if (index >= first) return index <= this.#timeline.indexOf(Math.max(min, max - 1));
    return min - first * this.meter.windowMs < COUNTED_BEFORE_MS;
  }
}
