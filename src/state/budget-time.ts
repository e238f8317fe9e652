/** Estimates the server's clock from the Date headers of its answers. */
import type { Clock } from '../core/clock.ts';

/** The time in the Date header of an answer, and the time at which its request was sent. */
export interface DateSample {
  /** The time of the Date header in Unix ms, in whole seconds. */
  readonly dateMs: number;
  /** The monotonic time at which the request was sent, in ms. */
  readonly sentMs: number;
}

/** Bounds of a time in ms: the minimum inclusive, the maximum exclusive. */
export interface TimeBounds {
  readonly min: number;
  readonly max: number;
}

/**
 * Bounds the offset between the server's clock and the monotonic clock of this process. A Date header has a
 * resolution of one second; each answer narrows the bounds, down to about a round trip.
 */
export class ServerTime {
  readonly #clock: Clock;
  /** Bounds of server time minus monotonic time, in ms. */
  #offset: TimeBounds | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the bounds of the server's clock now; undefined before the first sample. */
  bounds(): TimeBounds | undefined {
    if (this.#offset === undefined) return undefined;
    const now = this.#clock.monotonicMs();
    return { min: this.#offset.min + now, max: this.#offset.max + now };
  }

  /**
   * Narrows the bounds of the server's clock by an answer that has just arrived. Returns whether the bounds are new
   * or clearly narrower.
   */
  addSample({ dateMs, sentMs }: DateSample): boolean {
    const min = dateMs - this.#clock.monotonicMs();
    const max = dateMs + 1000 - sentMs;
    const known = this.#offset;
    // Bounds that contradict each other mean that a clock was set or that another server answered, so the bounds of
    // this sample alone are kept.
    if (known === undefined || min >= known.max || max <= known.min) {
      this.#offset = { min, max };
      return true;
    }
    this.#offset = { min: Math.max(known.min, min), max: Math.min(known.max, max) };
    return known.max - known.min - (this.#offset.max - this.#offset.min) > CLEARLY_NARROWER_MS;
  }
}

/** The number of ms by which clock bounds must become narrower before they are passed on to other processes. */
export const CLEARLY_NARROWER_MS = 200;
