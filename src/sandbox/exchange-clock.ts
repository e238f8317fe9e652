/**
 * The clock of an exchange: it runs at the speed of the machine's clock or faster, or moves only by admin commands.
 * Advancing the clock is an admin command, so that the journal records it.
 */
import type { Clock } from '../core/clock.ts';
import { type UnixMs, unixMs } from '../core/words.ts';
import type { Checkpointer } from './engine/state/checkpointer.ts';

/** The pace of the exchange clock: a multiple of the machine's speed, or `stepped` (moves only by admin commands). */
export type Pace = number | 'stepped';

/** The maximum pace: one hour per second. */
export const SPEED_MAX = 3600;

/**
 * The last time that the exchange supports, 2100-01-01, in ms: until then candle times and ids stay safe
 * integers.
 */
const END_MS = 4_102_444_800_000;

export class ExchangeClock implements Clock {
  readonly #base: Clock;
  readonly #pace: Pace;
  #startMs: number;
  readonly #startMonotonicMs: number;
  #advancedMs = 0;

  /** Takes the initial time `startAt` (Unix ms); the machine's time if omitted. */
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

  /** The time of the machine, or undefined if the exchange clock equals it. */
  get machineNow(): UnixMs | undefined {
    return this.#pace === 1 && this.#advancedMs === 0 ? undefined : this.#base.now();
  }

  /**
   * How far (ms) the pace alone has moved the clock ahead of the machine's time; negative if the clock fell
   * behind.
   */
  get drift(): number {
    return this.#pacedTime() - this.#base.now();
  }

  /**
   * Advances the clock by `ms`; returns false and does nothing if the clock would leave the supported range.
   */
  advance(ms: number): boolean {
    if (this.now() + ms > END_MS) return false;
    this.#advancedMs += ms;
    return true;
  }

  /** How far (ms) the clock was advanced. */
  get advancedMs(): number {
    return this.#advancedMs;
  }

  /**
   * Sets a stepped clock to the time at which the exchange was closed; does nothing for a clock that is not
   * stepped.
   */
  resumeSteppedTime(time: number): void {
    if (this.#pace === 'stepped') this.#startMs = time - this.#advancedMs;
  }

  /** Whether the clock moves only by admin commands. */
  get isStepped(): boolean {
    return this.#pace === 'stepped';
  }

  /** Writes or restores how far the clock was moved; the machine's own time is not part of a checkpoint. */
  checkpoint(checkpointer: Checkpointer): void {
    this.#advancedMs = checkpointer.value(this.#advancedMs);
  }

  #pacedTime(): number {
    if (this.#pace === 1) return this.#base.now();
    if (this.#pace === 'stepped') return this.#startMs;
    return this.#startMs + Math.floor((this.#base.monotonicMs() - this.#startMonotonicMs) * this.#pace);
  }
}
