/** The count of one budget: fixed windows aligned to the server's clock. */
import type { Clock } from '../core/clock.ts';
import type { Answer } from '../request/types.ts';
import { ServerTime, serverDateOf } from './server-time.ts';
import type { WeightScope } from './weight-scope.ts';

/**
 * How much of a cap is drawn: the rest is for what an answer under way has not told yet, such as another
 * program behind the same address.
 */
const NORMAL_SHARE = 0.97;

/** The rest of the cap is for looking lost orders up and for cancelling: an order in doubt must not wait for candles. */
const URGENT_SHARE = 1;

/** Past a window's end, so that a request does not arrive in the window it waited out. */
const SLACK_MS = 25;

/** What a request has drawn, to be given to `settle`. */
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
  /** Drawn by this process in the window, answered or not. */
  #reserved = 0;
  #requests = 0;
  /** Drawn and not yet answered. */
  #inFlight = 0;
  #requestsInFlight = 0;
  /** The most that the server told for the window. */
  #reported = 0;
  /** The most that the server told with an answer it gave. */
  #accepted = 0;
  /** Whether the server tells a weight at all: then requests as such are not what it counts. */
  #reportsWeight = false;

  constructor(clock: Clock, scope: WeightScope, requestsMax: number) {
    this.#clock = clock;
    this.#time = new ServerTime(clock);
    this.#windowMs = scope.windowMs;
    this.#cap = scope.cap;
    this.#requestsMax = requestsMax;
  }

  /** What counts as used: the larger of the own count and what the server told, with what it can't know yet. */
  get used(): number {
    return Math.max(this.#reserved, this.#reported + this.#inFlight);
  }

  get cap(): number {
    return this.#cap;
  }

  /** Draws the cost and returns it, or returns how many ms to wait until the next window. */
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

  /** Ends what was drawn. A lost answer keeps its weight counted. */
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
    // What was told of a window that is over says nothing of this one.
    const second = serverDateOf(answer);
    if (second !== undefined && Math.floor(second / this.#windowMs) !== this.#window) return;
    const reported = mainCount ?? alternativeCount ?? 0;
    this.#reported = Math.max(this.#reported, reported);
    if (answer.status < 400) this.#accepted = Math.max(this.#accepted, reported);
    // Refused below the cap: this server has a lower one, at or above what it last granted.
    else if (isWeightRefusal(answer) && reported <= this.#cap && this.#accepted > 0)
      this.#cap = this.#accepted / NORMAL_SHARE;
  }

  #fits(cost: number, share: number): boolean {
    if (!this.#reportsWeight && this.#requests >= this.#requestsMax) return false;
    // A call that is dearer than the cap has a window of its own, rather than none for ever.
    return this.used === 0 || this.used + cost <= this.#cap * share;
  }

  #enterWindow(): void {
    const window = Math.floor(this.#time.earliestNow() / this.#windowMs);
    if (window === this.#window) return;
    const isEarlier = window < this.#window;
    this.#window = window;
    // The server's clock is behind what was taken for its time: what was drawn was drawn in this window.
    if (isEarlier) return;
    // What is under way may reach the server in the new window.
    this.#reserved = this.#inFlight;
    this.#requests = this.#requestsInFlight;
    this.#reported = 0;
    this.#accepted = 0;
  }
}

/** Whether an answer refuses because of weight: an order count that is used up (-1015) stops orders, not this address. */
export function isWeightRefusal({ status, body }: Answer): boolean {
  return status === 429 && !body.includes('-1015');
}
