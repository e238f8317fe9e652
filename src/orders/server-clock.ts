/**
 * The exchange's time on this machine: measured by asking for it, kept against the steady clock, and measured
 * again when the machine's clocks have drifted apart.
 */
import type { Clock } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import { parseJson } from '../core/json.ts';
import { isObject, type UnixMs, unixMs } from '../core/words.ts';
import type { Answer } from '../request/types.ts';

/** How far the exchange's clock is ahead of this machine's, and how well that is known. */
export interface ClockOffset {
  /** The exchange's time minus this machine's wall time, in ms. */
  readonly offsetMs: number;
  /** The round trip of the sample; the offset is off by at most half of it. */
  readonly roundTripMs: number;
  /** This machine's wall time of the measurement. */
  readonly measuredAt: UnixMs;
}

/** Where an offset outlives the process. */
export interface OffsetCache {
  load(): ClockOffset | undefined;
  save(offset: ClockOffset): void;
}

export interface ServerClockOptions {
  readonly clock: Clock;
  /** Asks the exchange for its time once and returns it in ms. */
  readonly readTime: (signal: AbortSignal) => Promise<number>;
  /** The window of the requests that are stamped; a sample that took half of it and more is of no use. */
  readonly recvWindow: number;
  readonly cache?: OffsetCache;
}

/** Samples of one measurement; the quickest counts. */
const SAMPLES_MAX = 5;
/** A round trip this short cannot be bettered by much, so no further sample is taken. */
const QUICK_ROUND_TRIP_MS = 100;

/** Wall and steady clock part when somebody sets the clock, or the machine sleeps. */
const DRIFT_MAX_MS = 250;

/** Clocks of machines part by up to some 50 ms in this time. */
const CACHE_AGE_MAX_MS = 600_000;

/** A clock further off is wrong, not drifting: it is worth a word. */
const FAR_OFF_MS = 60_000;

/**
 * Returns how far the exchange's clock is ahead, from the quickest of several samples; half of its round trip
 * is taken as the way of the answer. Throws a ToolError of kind `unavailable` where every sample took so long
 * that a request could leave its window by it, and what `readTime` throws where none came.
 */
export async function measureClockOffset(
  options: ServerClockOptions,
  signal: AbortSignal,
): Promise<ClockOffset> {
  const { clock, readTime, recvWindow } = options;
  const errorMaxMs = recvWindow / 4;
  let best: ClockOffset | undefined;
  let failure: unknown;
  for (let sample = 0; sample < SAMPLES_MAX; sample += 1) {
    const sentMs = clock.monotonicMs();
    try {
      const serverTime = await readTime(signal);
      const roundTripMs = clock.monotonicMs() - sentMs;
      const measuredAt = clock.now();
      const offsetMs = Math.round(serverTime + roundTripMs / 2 - measuredAt);
      if (best === undefined || roundTripMs < best.roundTripMs) best = { offsetMs, roundTripMs, measuredAt };
      if (roundTripMs <= QUICK_ROUND_TRIP_MS) break;
    } catch (error) {
      if (signal.aborted) throw error;
      failure = error;
      // One sample that failed after another is an exchange that does not answer.
      if (best === undefined && sample > 0) break;
    }
  }
  if (best === undefined) throw failure;
  if (best.roundTripMs / 2 <= errorMaxMs) return best;
  throw new ToolError({
    kind: 'unavailable',
    message: `The exchange took ${Math.round(best.roundTripMs)} ms to return its time, too long for the timestamps of requests that must arrive within ${recvWindow} ms.`,
    hint: 'Try a better connection, or a longer --recv-window.',
    retryable: true,
    execution: 'not_executed',
  });
}

/** The exchange's time, kept between measurements. */
export class ServerClock {
  readonly #options: ServerClockOptions;
  #offset: ClockOffset | undefined;
  /** The exchange's time minus the steady clock: a wall clock that is set does not move it. */
  #serverMinusSteadyMs: number;
  /** Wall time minus the steady clock when it was measured. */
  #wallMinusSteadyMs: number;

  constructor(options: ServerClockOptions) {
    this.#options = options;
    const { clock, cache } = options;
    const cached = cache?.load();
    const ageMs = cached === undefined ? 0 : clock.now() - cached.measuredAt;
    const isFresh = cached !== undefined && ageMs >= 0 && ageMs <= CACHE_AGE_MAX_MS;
    this.#offset = isFresh ? cached : undefined;
    this.#wallMinusSteadyMs = clock.now() - clock.monotonicMs();
    this.#serverMinusSteadyMs = this.#wallMinusSteadyMs + (this.#offset?.offsetMs ?? 0);
  }

  /** Returns the exchange's time; this machine's until it was measured. */
  now(): UnixMs {
    return unixMs(Math.round(this.#serverMinusSteadyMs + this.#options.clock.monotonicMs()));
  }

  /** What is known of the exchange's clock; undefined before it was measured. */
  get offset(): ClockOffset | undefined {
    return this.#offset;
  }

  /** Whether the clocks are so far apart that somebody should set this machine's. */
  get isFarOff(): boolean {
    return Math.abs(this.#offset?.offsetMs ?? 0) > FAR_OFF_MS;
  }

  /** Whether the time must be measured before it is used: it never was, or the machine slept or was set. */
  get needsSync(): boolean {
    const { clock } = this.#options;
    const wallMinusSteadyMs = clock.now() - clock.monotonicMs();
    return this.#offset === undefined || Math.abs(wallMinusSteadyMs - this.#wallMinusSteadyMs) > DRIFT_MAX_MS;
  }

  /** Measures the time where that is needed. */
  async sync(signal: AbortSignal): Promise<void> {
    if (this.needsSync) await this.resync(signal);
  }

  /** Measures the time again; throws as `clockOffset` does, and keeps what it knew then. */
  async resync(signal: AbortSignal): Promise<void> {
    const { clock, cache } = this.#options;
    const offset = await measureClockOffset(this.#options, signal);
    this.#offset = offset;
    this.#wallMinusSteadyMs = clock.now() - clock.monotonicMs();
    this.#serverMinusSteadyMs = this.#wallMinusSteadyMs + offset.offsetMs;
    cache?.save(offset);
  }
}

/** From this number on, a moment of our age is counted in microseconds. */
const MICROSECONDS_FROM = 100_000_000_000_000;

/**
 * Returns the server time in an answer, in ms; throws a ToolError of kind `unavailable` when there is none.
 */
export function serverTimeOf(answer: Answer): number {
  const value = parseJson(answer.body, { what: 'the answer', kind: 'unavailable' });
  const serverTime = isObject(value) ? value['serverTime'] : undefined;
  if (typeof serverTime === 'number' && Number.isSafeInteger(serverTime) && serverTime > 0)
    return serverTime >= MICROSECONDS_FROM ? serverTime / 1000 : serverTime;
  throw new ToolError({
    kind: 'unavailable',
    message: `${answer.origin} answered without its server time.`,
    hint: 'A proxy or firewall may have answered instead of the exchange.',
    retryable: true,
    execution: 'not_executed',
  });
}
