/** The reservations of a window whose requests have no answer yet. */
import { ANSWER_MAX_MS, type BudgetRecord, budgetRecord, type Lane } from './budget-records.ts';

/** The time in ms during which a request without an answer counts as under way; afterwards it is assumed to be lost. */
const UNDER_WAY_MAX_MS = 4_000;

/**
 * The time in ms after the start of its window within which the request of a booking is sent; otherwise its process
 * has ended.
 */
export const BOOKING_MAX_MS = 3_000;
/**
 * The time in ms after the start of its window during which other processes count a booking; longer, because their
 * clocks differ.
 */
const BOOKING_COUNTED_MS = 6_000;

const NONE: readonly number[] = [];

/** The reservation of one request. */
export interface Ticket {
  readonly weight: number;
  readonly group: number;
  readonly time: number;
  readonly lane: Lane;
  /** Whether the request of the reservation still waits for its window to begin. */
  readonly isBooked: boolean;
  /** Whether the process knew the server's clock when it reserved the weight. */
  readonly isTimed: boolean;
}

export class Tickets {
  /** The reservations in the order of the log, by their nonces. */
  readonly #open = new Map<number, Ticket>();
  /** Whether a booking was added; most windows never have one. */
  #hasBookings = false;

  add({ kind, nonce, weight, group, time, lane, isTimed }: BudgetRecord): void {
    const isBooked = kind === 'book';
    if (isBooked) this.#hasBookings = true;
    this.#open.set(nonce, { weight, group, time, lane, isTimed, isBooked });
  }

  /** Records that the request of a booking is sent now. */
  confirm({ nonce, time, isTimed }: BudgetRecord): void {
    const ticket = this.#open.get(nonce);
    if (ticket !== undefined) this.#open.set(nonce, { ...ticket, time, isTimed, isBooked: false });
  }

  /** Removes a reservation and returns it; undefined if it is not open. */
  remove(nonce: number): Ticket | undefined {
    const ticket = this.#open.get(nonce);
    this.#open.delete(nonce);
    return ticket;
  }

  has(nonce: number): boolean {
    return this.#open.has(nonce);
  }

  entries(): Iterable<readonly [nonce: number, ticket: Ticket]> {
    return this.#open;
  }

  /**
   * Returns the records that restore the open reservations in their order. All are of the bulk lane, because the priority
   * of orders lasts from the time of their first record, which is unknown after a `confirm` record.
   */
  records(): readonly BudgetRecord[] {
    return [...this.#open].map(([nonce, { weight, group, time, isTimed, isBooked }]) =>
      budgetRecord({ kind: isBooked ? 'book' : 'reserve', nonce, weight, group, time, isTimed }),
    );
  }

  /** Returns the nonces of bookings whose windows began long before a time: their processes must have ended. */
  abandonedBookings(now: number): readonly number[] {
    if (!this.#hasBookings) return NONE;
    let abandoned: number[] | undefined;
    for (const [nonce, { isBooked, time }] of this.#open) {
      if (!isBooked || time >= now - BOOKING_COUNTED_MS) continue;
      abandoned ??= [];
      abandoned.push(nonce);
    }
    return abandoned ?? NONE;
  }

  /**
   * Forgets the requests that the usage reported by an answer must include, because they were reserved long before the
   * answered request. If the process of the answered request did not know the server's clock, its reservation may seem
   * to be later than it was, so nothing is forgotten.
   */
  forgetCountedBy({ time, isTimed }: Ticket): void {
    if (!isTimed) return;
    for (const [nonce, one] of this.#open) if (one.time < time - ANSWER_MAX_MS) this.#open.delete(nonce);
  }

  /** Returns the number of requests that have no answer yet at a time of the server's clock, in Unix ms. */
  countUnderWay(now: number): number {
    let count = 0;
    for (const { time, isBooked } of this.#open.values()) {
      if (!isBooked && time > now - UNDER_WAY_MAX_MS) count += 1;
    }
    return count;
  }

  /** Returns whether a request is open whose answer will show what the server counted. */
  isAnswerDue(now: number): boolean {
    for (const { time } of this.#open.values()) if (time > now - ANSWER_MAX_MS) return true;
    return false;
  }

  /** Returns whether a request that was sent after a time, such as the end of a pause, waits for its answer. */
  isAnswerDueSince(time: number, now: number): boolean {
    for (const one of this.#open.values())
      if (!one.isBooked && one.time >= time && one.time > now - ANSWER_MAX_MS) return true;
    return false;
  }
}
