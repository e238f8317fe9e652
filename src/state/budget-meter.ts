/** One limit as this process sees it: the logs of its windows, and the server's clock. */
import type { Clock } from '../core/clock.ts';
import type { BudgetHome, BudgetLog } from './budget-home.ts';
import {
  type BudgetRecord,
  budgetRecord,
  decodeRecords,
  encodeRecords,
  type Lane,
} from './budget-records.ts';
import { ServerTime, type TimeBounds } from './budget-time.ts';
import { ANSWER_MAX_MS, BudgetWindow, CAP_SOURCES, type Meter, type Obstacle } from './budget-window.ts';

/** What a request needs of a limit. */
export interface Wanted {
  readonly weight: number;
  /** Names requests that cost the same. */
  readonly group: number;
  readonly lane: Lane;
}

/** A reservation in one window, or in two where the window is not certain. */
export interface Held extends Wanted {
  readonly nonce: number;
  readonly indices: readonly number[];
  readonly isTaken: true;
}

/** Says that a request does not fit now. */
export interface Refused {
  readonly isTaken: false;
  readonly obstacle: Obstacle;
  readonly waitMs: number;
  readonly used: number;
  readonly cap: number;
}

/** A place in a window that has not begun. */
export interface Booking extends Wanted {
  readonly nonce: number;
  readonly index: number;
  readonly waitMs: number;
  /** Reserved weight in front of the booking. */
  readonly localBefore: number;
}

/** What became of the request of a reservation. */
export interface MeterOutcome {
  readonly isAccepted: boolean;
  /** Whether the server refused it because of this limit. */
  readonly isRefused: boolean;
  /** The usage that the server reported. */
  readonly reported: number | undefined;
  /** The time of the Date header, in Unix ms. */
  readonly dateMs: number | undefined;
}

export interface MeterOptions {
  readonly meter: Meter;
  readonly home: BudgetHome;
  readonly clock: Clock;
  readonly nextNonce: () => number;
}

interface OpenWindow {
  readonly log: BudgetLog;
  readonly state: BudgetWindow;
  offset: number;
}

/** How far the clock of a process that has not met the server may be off. */
const CLOCK_ERROR_MAX_MS = 30_000;
/** A clock that agrees with the latest record of others to within this time is that of the same machine. */
const AGREEMENT_MS = 5_000;
/** Added to waits, so that a request does not arrive before the next window begins. */
const SLACK_MS = 25;
/** The wait for the answers of requests under way. */
const ANSWER_WAIT_MS = 120;
/** Windows that a booking looks ahead at most. */
const BOOKED_WINDOWS_MAX = 20;

export class BudgetMeter {
  readonly meter: Meter;
  readonly #home: BudgetHome;
  readonly #clock: Clock;
  readonly #nextNonce: () => number;
  readonly #time: ServerTime;
  readonly #windows = new Map<number, OpenWindow>();
  /** The answers carry no Date header, or the shared clock agrees with this process's. */
  #trustsOwnClock = false;

  constructor({ meter, home, clock, nextNonce }: MeterOptions) {
    this.meter = meter;
    this.#home = home;
    this.#clock = clock;
    this.#nextNonce = nextNonce;
    this.#time = new ServerTime(clock);
  }

  /** Returns the bounds of the server's clock, and whether they come from its answers. */
  now(): TimeBounds & { readonly isTimed: boolean } {
    const measured = this.#time.bounds();
    if (measured !== undefined) return { ...measured, isTimed: true };
    const own = this.#clock.now();
    if (this.#home.clocks === 'own' || this.#trustsOwnClock) return { min: own, max: own, isTimed: true };
    return this.#sharedNow(own);
  }

  /** Reserves the weight in every window that it may be counted in, or says why it does not fit. */
  take(wanted: Wanted, at: TimeBounds & { readonly isTimed: boolean }): Held | Refused {
    const indices = this.#indicesAt(at);
    for (const index of indices) {
      const refused = this.#refusalIn(index, wanted, at);
      if (refused !== undefined) return refused;
    }
    const nonce = this.#nextNonce();
    const time = (at.min + at.max) / 2;
    const record = budgetRecord({ kind: 'reserve', ...wanted, nonce, time, isTimed: at.isTimed });
    // What earlier windows carry into these is asked before the own request is among it.
    const carried = indices.map((index) => this.#carriedInto(index, at.min));
    for (const [place, index] of indices.entries()) {
      const open = this.#enter(index, at.min);
      const ahead = { now: at.min, carried: carried[place]! };
      if (this.#appendOwn(open, record, wanted, ahead) === undefined) continue;
      // Others were quicker: give back what was reserved for nothing.
      for (const given of indices.slice(0, place + 1)) this.#give(given, nonce, at);
      return this.#refusalIn(index, wanted, at) ?? this.#refused(index, 'in-flight', at);
    }
    return { ...wanted, nonce, indices, isTaken: true };
  }

  /**
   * Reserves the weight in the first later window that has room and begins within `waitMaxMs`. Returns the wait for
   * that window, also where it is too long and nothing was reserved.
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
      const record = budgetRecord({ kind: 'reserve', ...wanted, nonce, time: start });
      const obstacle = this.#appendOwn(open, record, wanted, { now: start, carried: 0 });
      if (obstacle === undefined) return { ...wanted, nonce, index, waitMs, localBefore };
      this.#append(open, [budgetRecord({ kind: 'release', nonce, time: start })]);
    }
  }

  /** Turns a booking whose window has begun into a reservation; undefined if its window no longer has room. */
  confirm(booking: Booking, at: TimeBounds): Held | undefined {
    const { nonce, index, weight, group, lane } = booking;
    if (this.#indexOf(at.min) === index) {
      const { state } = this.#enter(index, at.min);
      if (state.obstacleToOwn(booking, at.min, this.#carriedInto(index, at.min)) === undefined) {
        return { weight, group, lane, nonce, indices: [index], isTaken: true };
      }
    }
    this.cancel(booking, at);
    return undefined;
  }

  cancel({ nonce, index }: Booking, at: TimeBounds): void {
    this.#give(index, nonce, at);
  }

  /** Gives back the weight of a request that was not sent. */
  release({ nonce, indices }: Held, at: TimeBounds): void {
    for (const index of indices) this.#give(index, nonce, at);
  }

  /** Learns the server's clock from an answer; `sentMs` is the monotonic time of its request. */
  addDate(dateMs: number | undefined, sentMs: number): void {
    if (dateMs === undefined) {
      this.#trustsOwnClock = true;
      return;
    }
    if (!this.#time.addSample({ dateMs, sentMs }) || this.#home.clocks === 'own') return;
    const { min, max } = this.now();
    const own = this.#clock.now();
    this.#publish([budgetRecord({ kind: 'clock', time: min - own, value: max - own })]);
  }

  /** Records the answer to a request. */
  complete({ nonce, indices }: Held, outcome: MeterOutcome): void {
    const { isAccepted, isRefused, reported, dateMs } = outcome;
    const at = this.now();
    const { isTimed } = at;
    const time = (at.min + at.max) / 2;
    const reportedIn = this.#indexOf(dateMs ?? time);
    for (const index of indices) {
      const value = index === reportedIn ? (reported ?? -1) : -1;
      this.#append(this.#enter(index, at.min), [
        budgetRecord({ kind: 'answer', nonce, time, value, isAccepted, isTimed }),
      ]);
    }
    if (reported === undefined) return;
    const known = this.#windows.get(reportedIn);
    if (!indices.includes(reportedIn) && Math.abs(reportedIn - this.#indexOf(time)) <= 1) {
      const report = budgetRecord({ kind: 'report', time, value: reported, isAccepted });
      this.#append(this.#enter(reportedIn, at.min), [report]);
    }
    const value = isRefused ? known?.state.capAfterRefusal(reported) : undefined;
    if (value !== undefined) this.learnCap('refused', value);
  }

  /** Records a limit that the server announced, or that a refusal proved. */
  learnCap(source: keyof typeof CAP_SOURCES, value: number): void {
    const { min: time } = this.now();
    this.#publish([budgetRecord({ kind: 'cap', group: CAP_SOURCES[source], value, time })]);
  }

  /** Lets nothing be sent for a time; afterwards one request probes, and the share grows in steps. */
  pause(forMs: number): void {
    const { min } = this.now();
    this.#publish([budgetRecord({ kind: 'pause', time: min, value: min + forMs })]);
  }

  /** Returns the state of the current window, as far as it is known. */
  current(): { readonly state: BudgetWindow; readonly endsAt: number; readonly now: number } {
    const { min } = this.now();
    const index = this.#indexOf(min);
    const known = this.#windows.get(index) ?? this.#openWindow(index, false);
    if (known !== undefined) this.#refresh(known);
    return {
      state: known?.state ?? new BudgetWindow(this.meter),
      endsAt: (index + 1) * this.meter.windowMs,
      now: min,
    };
  }

  close(): void {
    for (const { log } of this.#windows.values()) log.close();
    this.#windows.clear();
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
    const waitMs = obstacle === 'full' ? toNextMs : Math.min(ANSWER_WAIT_MS, toNextMs);
    return { isTaken: false, obstacle, waitMs, used: state.used, cap: state.cap };
  }

  /** Returns the clock that other processes passed on, as far as it can be trusted. */
  #sharedNow(own: number): TimeBounds & { readonly isTimed: boolean } {
    const newest = this.#newestBefore(this.#indexOf(own + CLOCK_ERROR_MAX_MS) + 2);
    const states = (newest === undefined ? [] : [newest, newest - 1]).flatMap(
      (index) => this.#openWindow(index, false)?.state ?? [],
    );
    const clock = states.find((state) => state.clock !== undefined)?.clock;
    const lastTime = Math.max(...states.map((state) => state.lastTime ?? 0));
    const min = own + (clock?.min ?? 0);
    const max = own + (clock?.max ?? 0);
    const isAgreed = this.#home.clocks === 'common' || min <= lastTime + AGREEMENT_MS;
    if (clock === undefined || !isAgreed) {
      const earliest = Math.max(lastTime, min - CLOCK_ERROR_MAX_MS);
      return { min: earliest, max: max + CLOCK_ERROR_MAX_MS, isTimed: false };
    }
    // A record cannot be older than the one in front of it: this clock is behind those of the others.
    if (max < lastTime) return { min: lastTime, max: lastTime + AGREEMENT_MS, isTimed: false };
    return { min: Math.max(min, lastTime), max, isTimed: true };
  }

  #indexOf(time: number): number {
    return Math.floor(time / this.meter.windowMs);
  }

  /** Returns the windows that a time may lie in; the likeliest where it is too uncertain. */
  #indicesAt({ min, max }: TimeBounds): readonly number[] {
    const [first, last] = [this.#indexOf(min), this.#indexOf(Math.max(min, max - 1))];
    if (last === first) return [first];
    return last === first + 1 ? [first, last] : [this.#indexOf((min + max) / 2)];
  }

  /** Opens a window, reads what is new in it, and passes on to it what earlier windows taught. */
  #enter(index: number, now: number): OpenWindow {
    const open = this.#openWindow(index, true)!;
    if (open.state.isCarried) return open;
    const before = this.#newestBefore(index);
    const previous = before === undefined ? undefined : this.#openWindow(before, false);
    const records = (previous?.state ?? new BudgetWindow(this.meter)).carry(now);
    this.#append(open, records);
    this.#closeOld(index);
    this.#home.prune(now);
    return open;
  }

  #openWindow(index: number, mayCreate: boolean): OpenWindow | undefined {
    const known = this.#windows.get(index);
    if (known !== undefined) {
      this.#refresh(known);
      return known;
    }
    const { key, windowMs } = this.meter;
    const log = this.#home.open({ key, windowMs, index }, mayCreate);
    if (log === undefined) return undefined;
    const open = { log, state: new BudgetWindow(this.meter), offset: 0 };
    this.#windows.set(index, open);
    this.#refresh(open);
    return open;
  }

  #newestBefore(end: number): number | undefined {
    const { key, windowMs } = this.meter;
    const indices = this.#home
      .list()
      .filter((name) => name.key === key && name.windowMs === windowMs && name.index < end)
      .map(({ index }) => index);
    return indices.length === 0 ? undefined : Math.max(...indices);
  }

  /** Returns the weight of requests of the window before that may be counted in this one. */
  #carriedInto(index: number, now: number): number {
    if (now - index * this.meter.windowMs > ANSWER_MAX_MS) return 0;
    const previous = this.#openWindow(index - 1, false);
    return previous?.state.openWeight(now - ANSWER_MAX_MS, this.#windows.get(index)?.state) ?? 0;
  }

  #refresh(open: OpenWindow): void {
    const { records, length } = decodeRecords(open.log.read(open.offset));
    open.offset += length;
    for (const record of records) open.state.apply(record);
  }

  #append(open: OpenWindow, records: readonly BudgetRecord[]): void {
    open.log.append(encodeRecords(records));
    this.#refresh(open);
  }

  /** Appends a reservation and returns what stands in its way, judged by the records in front of it. */
  #appendOwn(
    open: OpenWindow,
    record: BudgetRecord,
    wanted: Wanted,
    { now, carried }: { readonly now: number; readonly carried: number },
  ): Obstacle | undefined {
    open.log.append(encodeRecords([record]));
    const { records, length } = decodeRecords(open.log.read(open.offset));
    open.offset += length;
    let obstacle: Obstacle | undefined;
    let isFound = false;
    for (const one of records) {
      if (one.kind === 'reserve' && one.nonce === record.nonce) {
        isFound = true;
        obstacle = open.state.obstacle(wanted, now, carried);
      }
      open.state.apply(one);
    }
    if (!isFound) throw new Error('a reservation was not found in its log');
    return obstacle;
  }

  #give(index: number, nonce: number, { min }: TimeBounds): void {
    const open = this.#openWindow(index, false);
    if (open !== undefined) this.#append(open, [budgetRecord({ kind: 'release', nonce, time: min })]);
  }

  /** Appends records to the current windows, and to the next where it already has a log. */
  #publish(records: readonly BudgetRecord[]): void {
    const at = this.now();
    const indices = this.#indicesAt(at);
    for (const index of indices) this.#append(this.#enter(index, at.min), records);
    const next = this.#openWindow(Math.max(...indices) + 1, false);
    if (next !== undefined) this.#append(next, records);
  }

  #closeOld(index: number): void {
    for (const [known, { log }] of this.#windows) {
      if (known >= index - 2) continue;
      log.close();
      this.#windows.delete(known);
    }
  }
}
