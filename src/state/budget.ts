/**
 * The budget of requests that all processes of this machine share. The weight of a request is taken before it is
 * sent; a request that does not fit waits for a place in a later window. The README of `src/state` describes how
 * processes agree on this.
 */
import type { Clock } from '../core/clock.ts';
import type { BudgetHome } from './budget-home.ts';
import { memoryBudgetHome } from './budget-memory.ts';
import { type Booking, BudgetMeter, type Held, type MeterOutcome, type Refused } from './budget-meter.ts';
import type { Lane } from './budget-records.ts';
import type { Meter } from './budget-window.ts';

export interface Demand {
  readonly meter: Meter;
  /** What the request takes from the limit: its weight, or a number of requests or orders. */
  readonly weight: number;
}

/**
 * The limits that a request counts towards. The limit by weight comes first; the server's clock is known from its
 * answers.
 */
export interface BudgetRequest {
  readonly demands: readonly Demand[];
  readonly lane: Lane;
  /** A name that requests of the same cost share, such as an endpoint with a weight. */
  readonly name: string;
}

/**
 * The right to send one request. The permit ends with `complete` or `release`; if the answer is lost, its weight
 * stays counted.
 */
export interface BudgetPermit {
  readonly isTaken: true;
  readonly held: readonly { readonly meter: Meter; readonly held: Held }[];
  /** The monotonic time, in ms, at which the permit was taken. */
  readonly sentMs: number;
}

/** States which limit a request does not fit into, and how long to wait. */
export interface BudgetRefusal extends Refused {
  readonly meter: Meter;
}

/** A place that is booked for a request in a later window. */
export interface BudgetBooking {
  readonly meter: Meter;
  readonly booking: Booking;
}

/** What an answer says about each rate limit. */
export interface BudgetAnswer {
  readonly dateMs: number | undefined;
  readonly isAccepted: boolean;
  /** Returns the usage that the server reported of a limit. */
  reportedOf(meter: Meter): number | undefined;
  /** Returns whether the server refused the request because of a limit. */
  isRefusedFor(meter: Meter): boolean;
}

/** An answer, with the permit of its request. */
export interface AnsweredPermit {
  readonly permit: BudgetPermit;
  readonly answer: BudgetAnswer;
}

export interface Budget {
  /**
   * Takes the weights of a request from its limits, using the place that was booked for it, or says why the request
   * does not fit now.
   */
  take(request: BudgetRequest, booking?: BudgetBooking): BudgetPermit | BudgetRefusal;
  /**
   * Books a place for a request that does not fit now. Returns the wait for the place, without a booking if the
   * wait exceeds `waitMaxMs`.
   */
  book(
    request: BudgetRequest,
    refusal: BudgetRefusal,
    waitMaxMs: number,
  ): { readonly waitMs: number; readonly booking?: BudgetBooking };
  /** Gives up a place that was booked in a later window of a rate limit and is not needed any more. */
  cancel(booking: BudgetBooking): void;
  /** Records the answer to a request in the budget. */
  complete(permit: BudgetPermit, answer: BudgetAnswer): void;
  /**
   * Records answers and takes the weights of requests that count towards the same one limit, with one append to its log.
   * Returns undefined for each request that `take` must decide about, because it may not fit.
   */
  takeTogether(
    answers: readonly AnsweredPermit[],
    requests: readonly BudgetRequest[],
  ): readonly (BudgetPermit | undefined)[];
  /** Gives the weights of a request that was certainly not sent back to the budget. */
  release(permit: BudgetPermit): void;
  /** Pauses the requests that count towards a limit for a time, after which their rate grows in steps. */
  pause(meter: Meter, forMs: number): void;
  /** Records a rate limit that the server announced. */
  announce(meter: Meter, cap: number): void;
  close(): void;
}

export interface BudgetOptions {
  readonly clock: Clock;
  /** Opens the place where the logs of the budget are kept; this may throw, and so may every later use of the place. */
  readonly openHome: () => BudgetHome;
  /** A number from 0 to 2^32 - 1 that distinguishes this process from the others. */
  readonly processId: number;
  /**
   * Called once if the files of the budget cannot be used: the process then counts alone, within a quarter of the
   * limits.
   */
  readonly onUnshared?: (why: string) => void;
}

/** The share of the limits that a process uses if it cannot see what other processes use. */
const ALONE_SHARE = 0.25;
/** The number of reservations after which a process numbers them from 0 again. */
const NONCES = 0x10000;

/** Returns the request budget of one destination. No file is opened before the first request. */
export function createBudget(options: BudgetOptions): Budget {
  return new SharedBudget(options);
}

class SharedBudget implements Budget {
  readonly #options: BudgetOptions;
  readonly #meters = new Map<string, BudgetMeter>();
  #home: BudgetHome | undefined;
  #isAlone = false;
  #taken = 0;

  constructor(options: BudgetOptions) {
    this.#options = options;
  }

  take(request: BudgetRequest, booking?: BudgetBooking): BudgetPermit | BudgetRefusal {
    return this.#guarded(() => this.#take(request, booking));
  }

  book(request: BudgetRequest, { meter }: BudgetRefusal, waitMaxMs: number) {
    return this.#guarded(() => {
      const weight = request.demands.find((one) => one.meter.key === meter.key)?.weight ?? 1;
      const wanted = { weight, lane: request.lane, group: groupOf(request.name) };
      const booking = this.#meterOf(meter).book(wanted, this.#timeOf(request), waitMaxMs);
      return 'nonce' in booking
        ? { waitMs: booking.waitMs, booking: { meter, booking } }
        : { waitMs: booking.waitMs };
    });
  }

  cancel({ meter, booking }: BudgetBooking): void {
    this.#attempt(() => {
      const own = this.#meterOf(meter);
      own.cancel(booking, own.now());
    });
  }

  complete(permit: BudgetPermit, answer: BudgetAnswer): void {
    this.#attempt(() => {
      this.#complete(permit, answer);
      this.#flush();
    });
  }

  takeTogether(
    answers: readonly AnsweredPermit[],
    requests: readonly BudgetRequest[],
  ): readonly (BudgetPermit | undefined)[] {
    this.#attempt(() => {
      for (const { permit, answer } of answers) this.#complete(permit, answer);
    });
    const taken = this.#guarded(() => this.#takeTogether(requests));
    this.#attempt(() => this.#flush());
    return taken;
  }

  release({ held }: BudgetPermit): void {
    this.#attempt(() => {
      for (const { meter, held: reservation } of held) {
        const own = this.#meterOf(meter);
        own.release(reservation, own.now());
      }
    });
  }

  pause(meter: Meter, forMs: number): void {
    this.#attempt(() => this.#meterOf(meter).pause(forMs));
  }

  announce(meter: Meter, cap: number): void {
    this.#attempt(() => {
      if (this.#meterOf(meter).current().state.cap !== cap) this.#meterOf(meter).learnCap('announced', cap);
    });
  }

  close(): void {
    for (const meter of this.#meters.values()) meter.close();
    this.#meters.clear();
  }

  #take(request: BudgetRequest, booking: BudgetBooking | undefined): BudgetPermit | BudgetRefusal {
    const at = this.#timeOf(request);
    const group = groupOf(request.name);
    const held: { readonly meter: Meter; readonly held: Held }[] = [];
    const giveBack = () => {
      for (const one of held) this.#meterOf(one.meter).release(one.held, at);
    };
    let isBookingUsed = false;
    for (const { meter, weight } of request.demands) {
      const own = this.#meterOf(meter);
      let taken: Held | Refused | undefined;
      if (booking?.meter.key === meter.key) {
        taken = own.confirm(booking.booking, at);
        isBookingUsed = true;
      }
      taken ??= own.take({ weight, lane: request.lane, group }, at);
      if (!taken.isTaken) {
        giveBack();
        if (booking !== undefined && !isBookingUsed) this.#meterOf(booking.meter).cancel(booking.booking, at);
        return { ...taken, meter };
      }
      held.push({ meter, held: taken });
    }
    return { isTaken: true, held, sentMs: this.#options.clock.monotonicMs() };
  }

  #takeTogether(requests: readonly BudgetRequest[]): readonly (BudgetPermit | undefined)[] {
    const [first] = requests;
    if (first === undefined) return [];
    const { meter } = first.demands[0]!;
    const isOfOneLimit = requests.every(
      ({ demands }) => demands.length === 1 && demands[0]!.meter.key === meter.key,
    );
    if (!isOfOneLimit) return requests.map(() => undefined);
    const wanted = requests.map(({ demands, lane, name }) => ({
      weight: demands[0]!.weight,
      lane,
      group: groupOf(name),
    }));
    const taken = this.#meterOf(meter).takeTogether(wanted, this.#timeOf(first));
    const sentMs = this.#options.clock.monotonicMs();
    return taken.map((held, place) =>
      held === undefined
        ? undefined
        : { isTaken: true, held: [{ meter: requests[place]!.demands[0]!.meter, held }], sentMs },
    );
  }

  #complete({ held, sentMs }: BudgetPermit, answer: BudgetAnswer): void {
    for (const { meter, held: reservation } of held) {
      const own = this.#meterOf(meter);
      own.addDate(answer.dateMs, sentMs);
      const outcome: MeterOutcome = {
        isAccepted: answer.isAccepted,
        isRefused: answer.isRefusedFor(meter),
        reported: answer.reportedOf(meter),
        dateMs: answer.dateMs,
      };
      own.complete(reservation, outcome);
    }
  }

  #flush(): void {
    for (const meter of this.#meters.values()) meter.flush();
  }

  /**
   * Returns the bounds of the server's time, which are known from the answers that report the first limit of a
   * request.
   */
  #timeOf({ demands }: BudgetRequest) {
    return this.#meterOf(demands[0]!.meter).now();
  }

  #meterOf(meter: Meter): BudgetMeter {
    let own = this.#meters.get(meter.key);
    if (own === undefined) {
      const { clock, openHome, processId } = this.#options;
      this.#home ??= openHome();
      const nextNonce = () => {
        this.#taken += 1;
        return processId * NONCES + (this.#taken % NONCES);
      };
      const limited = this.#isAlone ? { ...meter, cap: Math.max(1, meter.cap * ALONE_SHARE) } : meter;
      own = new BudgetMeter({ meter: limited, home: this.#home, clock, nextNonce });
      this.#meters.set(meter.key, own);
    }
    return own;
  }

  /** Runs an operation on the files of the budget; if these cannot be used, runs it on a budget in memory. */
  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (this.#isAlone) throw error;
      this.#countAlone(error);
      return work();
    }
  }

  /** Runs an operation that records something in the budget; if it fails, the record is left out. */
  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (this.#isAlone) throw error;
      this.#countAlone(error);
    }
  }

  #countAlone(error: unknown): void {
    try {
      this.close();
    } catch {
      // Files that could not be closed are closed when the process ends.
      this.#meters.clear();
    }
    this.#isAlone = true;
    this.#home = memoryBudgetHome();
    this.#options.onUnshared?.(error instanceof Error ? error.message : String(error));
  }
}

/** Returns a hash of 16 bits of a name (FNV-1a). */
function groupOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return (hash ^ (hash >>> 16)) & 0xffff;
}
