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

/** The open reservations of one weight and group, which all have the same cost. */
export interface EqualTickets {
  readonly weight: number;
  readonly group: number;
  /** At least 1. */
  count: number;
}

export class Tickets {
  /** The reservations in the order of the log, by their nonces. */
  readonly #open = new Map<number, Ticket>();
  /** How many reservations of each weight and group are open. */
  readonly #equal: EqualTickets[] = [];
  /** The number of open bookings; most windows never have one. */
  #booked = 0;
  /** No open reservation has an earlier time. */
  #earliest = Number.POSITIVE_INFINITY;

  add({ kind, nonce, weight, group, time, lane, isTimed }: BudgetRecord): void {
    // A process that sends very many requests uses a number again; the reservation that had it is not open any more.
    const replaced = this.#open.get(nonce);
    if (replaced !== undefined) this.#uncount(replaced);
    this.#put(nonce, { weight, group, time, lane, isTimed, isBooked: kind === 'book' });
    const equal = this.#equal[this.#placeOf(weight, group)];
    if (equal === undefined) this.#equal.push({ weight, group, count: 1 });
    else equal.count += 1;
  }

  /** Records that the request of a booking is sent now. */
  confirm({ nonce, time, isTimed }: BudgetRecord): void {
    const ticket = this.#open.get(nonce);
    if (ticket === undefined) return;
    if (ticket.isBooked) this.#booked -= 1;
    this.#put(nonce, { ...ticket, time, isTimed, isBooked: false });
  }

  /** Removes a reservation and returns it; undefined if it is not open. */
  remove(nonce: number): Ticket | undefined {
    const ticket = this.#open.get(nonce);
    if (ticket === undefined) return undefined;
    this.#open.delete(nonce);
    this.#uncount(ticket);
    return ticket;
  }

  #put(nonce: number, ticket: Ticket): void {
    this.#open.set(nonce, ticket);
    if (ticket.isBooked) this.#booked += 1;
    if (ticket.time < this.#earliest) this.#earliest = ticket.time;
  }

  #uncount({ weight, group, isBooked }: Ticket): void {
    if (isBooked) this.#booked -= 1;
    const place = this.#placeOf(weight, group);
    const equal = this.#equal[place]!;
    equal.count -= 1;
    if (equal.count === 0) this.#equal.splice(place, 1);
  }

  /** Returns the place of a weight and group among the counted ones; their number if it is not counted. */
  #placeOf(weight: number, group: number): number {
    const equal = this.#equal;
    let place = 0;
    while (place < equal.length && (equal[place]!.group !== group || equal[place]!.weight !== weight))
      place += 1;
    return place;
  }

  has(nonce: number): boolean {
    return this.#open.has(nonce);
  }

  /** How many reservations of each weight and group are open, without those of which there are none. */
  get equal(): readonly Readonly<EqualTickets>[] {
    return this.#equal;
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
    if (this.#booked === 0) return NONE;
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
    const counted = time - ANSWER_MAX_MS;
    if (!isTimed || this.#earliest >= counted) return;
    this.#earliest = Number.POSITIVE_INFINITY;
    for (const [nonce, one] of this.#open) {
      if (one.time < counted) this.remove(nonce);
      else this.#earliest = Math.min(this.#earliest, one.time);
    }
  }

  /** Returns whether at least `count` requests have no answer yet at a time of the server's clock, in Unix ms. */
  areUnderWay(count: number, now: number): boolean {
    if (count > this.#open.size) return false;
    let left = count;
    for (const { time, isBooked } of this.#open.values()) {
      if (isBooked || time <= now - UNDER_WAY_MAX_MS) continue;
      left -= 1;
      if (left === 0) return true;
    }
    return false;
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
