/**
 * The time that an exchange goes by: that of the machine, or faster, or only as far as it is told. What it was moved
 * ahead is part of what the exchange did, so a journal keeps it.
 */
import type { Clock } from '../core/clock.ts';
import { type UnixMs, unixMs } from '../core/words.ts';
import type { Checkpointer } from './engine/state/checkpointer.ts';

/** How an exchange's time goes on: so many times as fast as the machine's, or only when it is moved. */
export type Pace = number | 'stepped';

/** The fastest pace: an hour in a second. */
export const SPEED_MAX = 3600;

/** Times end here, 2100-01-01: candles and ids stay within whole numbers. */
const END_MS = 4_102_444_800_000;

export class ExchangeClock implements Clock {
  readonly #base: Clock;
  readonly #pace: Pace;
  #startMs: number;
  readonly #startMonotonicMs: number;
  #advancedMs = 0;

  /** `startAt` is what it shows at first; the machine's time where absent. */
  constructor(base: Clock, pace: Pace = 1, startAt?: number) {
    this.#base = base;
    this.#pace = pace;
    this.#startMs = base.now();
    this.#startMonotonicMs = base.monotonicMs();
    if (startAt !== undefined) this.#advancedMs = startAt - this.#startMs;
  }

  now(): UnixMs {
    return unixMs(this.#pacedTime() + this.#advancedMs);
  }

  monotonicMs(): number {
    return this.#base.monotonicMs();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#base.sleep(ms, signal);
  }

  /** The machine's own time, where the exchange's is another. */
  get machineNow(): UnixMs | undefined {
    return this.#pace === 1 && this.#advancedMs === 0 ? undefined : this.#base.now();
  }

  /** How far the pace alone has brought it ahead of the machine's time, in ms; below 0 where it fell behind. */
  get drift(): number {
    return this.#pacedTime() - this.#base.now();
  }

  /** Moves the time ahead; returns whether it still is a time that the exchange knows. */
  advance(ms: number): boolean {
    if (this.now() + ms > END_MS) return false;
    this.#advancedMs += ms;
    return true;
  }

  /** Stands at a time again where it moves only when it is told: the machine's went on meanwhile. */
  resumeSteppedTime(time: number): void {
    if (this.#pace === 'stepped') this.#startMs = time - this.#advancedMs;
  }

  /** Whether it moves only when it is told. */
  get isStepped(): boolean {
    return this.#pace === 'stepped';
  }

  /** How far it was moved; the machine's own time goes on without it. */
  checkpoint(checkpointer: Checkpointer): void {
    this.#advancedMs = checkpointer.value(this.#advancedMs);
  }

  #pacedTime(): number {
    if (this.#pace === 1) return this.#base.now();
    if (this.#pace === 'stepped') return this.#startMs;
    return this.#startMs + Math.floor((this.#base.monotonicMs() - this.#startMonotonicMs) * this.#pace);
  }
}
