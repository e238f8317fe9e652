/** Counts the used weight of one limit in fixed windows aligned to the server's clock. */
import type { Clock } from '../core/clock.ts';
import type { Answer } from '../request/types.ts';
import { ServerTime, serverDateOf } from './server-time.ts';
import type { WeightScope } from './weight-scope.ts';

/**
 * The share of the weight limit that bourse uses; the rest allows for weight not yet reported, such as that
 * of other programs.
 */
const NORMAL_SHARE = 0.97;

/**
 * The share of the weight limit for verifying and cancelling orders: they may use all of it, so that they do
 * not wait behind other requests.
 */
const URGENT_SHARE = 1;

/** The time in ms that is added to waits, so that a request does not arrive before the next window begins. */
const SLACK_MS = 25;

/** The reserved weight of one request; `complete` ends the reservation. */
export interface Reservation {
  readonly cost: number;
  readonly sentMs: number;
}

export class WeightWindow {
  readonly #clock: Clock;
  readonly #time: ServerTime;
  readonly #windowMs: number;
  readonly #requestsMax: number;
  #cap: number;
  #window = 0;
  /** The weight that this process reserved in the window, whether answered or not. */
  #reserved = 0;
  #requests = 0;
  /** The reserved weight of requests that have no answer yet. */
  #inFlight = 0;
  #requestsInFlight = 0;
  /** The largest used weight that the server reported for the window. */
  #reported = 0;
  /** The largest used weight that the server reported with an accepted request. */
  #accepted = 0;
  /** Whether the server reports used weights; the number of requests is then not limited. */
  #reportsWeight = false;

  constructor(clock: Clock, scope: WeightScope, requestsMax: number) {
    this.#clock = clock;
    this.#time = new ServerTime(clock);
    this.#windowMs = scope.windowMs;
    this.#cap = scope.cap;
    this.#requestsMax = requestsMax;
  }

  /**
   * The used weight: the larger of this process's count and the server's report plus the requests in flight.
   */
  get used(): number {
    return Math.max(this.#reserved, this.#reported + this.#inFlight);
  }

  get cap(): number {
    return this.#cap;
  }

  /** Reserves the weight of a request, or returns the ms to wait until the next window. */
  reserve(cost: number, isUrgent = false): Reservation | number {
    this.#enterWindow();
    if (!this.#fits(cost, isUrgent ? URGENT_SHARE : NORMAL_SHARE)) return this.msToNextWindow();
    this.#reserved += cost;
    this.#inFlight += cost;
    this.#requests += 1;
    this.#requestsInFlight += 1;
    return { cost, sentMs: this.#clock.monotonicMs() };
  }

  msToNextWindow(): number {
    const end = (this.#window + 1) * this.#windowMs;
    return Math.max(1, Math.ceil(end - this.#time.earliestNow()) + SLACK_MS);
  }

  /** Ends a reservation. The weight stays counted even without an answer. */
  complete(reservation: Reservation, answer: Answer | undefined, scope: WeightScope): void {
    this.#inFlight -= reservation.cost;
    this.#requestsInFlight -= 1;
    if (answer === undefined) return;
    this.#time.addSample(answer, reservation.sentMs);
    this.#enterWindow();
    const { alternative } = scope;
    const mainCount = scope.header === undefined ? undefined : answer.usage.weight[scope.header];
    const alternativeCount = alternative === undefined ? undefined : answer.usage.weight[alternative.header];
    if (mainCount === undefined && alternativeCount === undefined) return;
    if (mainCount === undefined && alternative !== undefined) this.#cap = alternative.cap;
    this.#reportsWeight = true;
    // A report on an earlier window does not apply to the current one.
    const second = serverDateOf(answer);
    if (second !== undefined && Math.floor(second / this.#windowMs) !== this.#window) return;
    const reported = mainCount ?? alternativeCount ?? 0;
    this.#reported = Math.max(this.#reported, reported);
    if (answer.status < 400) this.#accepted = Math.max(this.#accepted, reported);
    // A refusal below the cap means that this server has a lower cap, at or above the weight that it last
    // accepted.
    else if (isWeightRefusal(answer) && reported <= this.#cap && this.#accepted > 0)
      this.#cap = this.#accepted / NORMAL_SHARE;
  }

  #fits(cost: number, share: number): boolean {
    if (!this.#reportsWeight && this.#requests >= this.#requestsMax) return false;
    // A request that weighs more than the cap is sent alone in a window instead of never.
    return this.used === 0 || this.used + cost <= this.#cap * share;
  }

  #enterWindow(): void {
    const window = Math.floor(this.#time.earliestNow() / this.#windowMs);
    if (window === this.#window) return;
    const isEarlier = window < this.#window;
    this.#window = window;
    // The server's clock is behind its estimate, so the reservations belong to the current window.
    if (isEarlier) return;
    // Requests without an answer may reach the server in the new window, so their weight is carried over.
    this.#reserved = this.#inFlight;
    this.#requests = this.#requestsInFlight;
    this.#reported = 0;
    this.#accepted = 0;
  }
}

/**
 * Returns whether an answer refuses a request because of its weight. An exhausted order count (-1015) limits
 * orders, not the IP address.
 */
export function isWeightRefusal({ status, body }: Answer): boolean {
  return status === 429 && !body.includes('-1015');
}
