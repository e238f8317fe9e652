/**
 * The exchange's time on this machine: measured by queries, carried forward by the monotonic clock, and
 * measured again when the machine's wall clock and monotonic clock have drifted apart.
 */

import type { Clock } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import { parseJson } from '../core/json.ts';
import { MINUTE_MS } from '../core/time-units.ts';
import { isObject, type UnixMs, unixMs } from '../core/words.ts';
import type { Answer } from '../request/types.ts';

/** The offset of the exchange's clock from this machine's, and its accuracy. */
export interface ClockOffset {
  /** The exchange's time minus this machine's wall time, in ms. */
  readonly offsetMs: number;
  /** The round trip of the clock sample, in ms; the offset is off by at most half of it. */
  readonly roundTripMs: number;
  /** This machine's wall time when the offset was measured. */
  readonly measuredAt: UnixMs;
}

/** Stores an offset for later processes. */
export interface OffsetCache {
  load(): ClockOffset | undefined;
  save(offset: ClockOffset): void;
}

export interface ServerClockOptions {
  readonly clock: Clock;
  /** Queries the exchange's time once and returns it in ms. */
  readonly readTime: (signal: AbortSignal) => Promise<number>;
  /**
   * The recvWindow of the requests to be signed, in ms; a clock sample whose round trip took half of it or
   * more is rejected.
   */
  readonly recvWindow: number;
  readonly cache?: OffsetCache;
}

/** The number of samples of one clock measurement, of which the quickest counts. */
const SAMPLES_MAX = 5;
/** The round trip in ms below which a clock sample is accurate enough, so that no further sample is taken. */
const QUICK_ROUND_TRIP_MS = 100;

/**
 * How far, in ms, the wall clock may drift from the monotonic clock before the time is measured again: they
 * drift apart when somebody sets the clock, or the machine sleeps.
 */
const DRIFT_MAX_MS = 250;

/**
 * The age in ms up to which a cached clock offset is used: the clocks of two machines drift apart by up to 50
 * ms in this time.
 */
const CACHE_AGE_MAX_MS = 600_000;

/**
 * The clock offset in ms above which the user is warned: a clock that is further off is wrong and not just
 * drifting.
 */
const FAR_OFF_MS = MINUTE_MS;

/**
 * Returns the offset of the exchange's clock from the quickest of several samples, assuming that the answer
 * took half of the round trip. Throws a ToolError of kind `unavailable` if every sample took so long that a
 * request could miss its recvWindow, and what `readTime` throws if no sample succeeded.
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
      // If two samples in a row fail, the exchange does not answer, and the measurement ends.
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

/** The exchange's time, measured once and carried forward. */
export class ServerClock {
  readonly #options: ServerClockOptions;
  #offset: ClockOffset | undefined;
  /** The exchange's time minus the monotonic clock, in ms; setting the wall clock does not change it. */
  #serverMinusSteadyMs: number;
  /** The wall time minus the monotonic clock at the time of the measurement, in ms. */
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

  /** Returns the exchange's time, or this machine's time before the first measurement. */
  now(): UnixMs {
    return unixMs(Math.round(this.#serverMinusSteadyMs + this.#options.clock.monotonicMs()));
  }

  /** The measured offset; undefined before the first measurement. */
  get offset(): ClockOffset | undefined {
    return this.#offset;
  }

  /** Whether the offset is so large that the user should set this machine's clock. */
  get isFarOff(): boolean {
    return this.#offset !== undefined && Math.abs(this.#offset.offsetMs) > FAR_OFF_MS;
  }

  /**
   * Whether the time must be measured before it is used: it never was, or the machine slept or its clock was
   * set.
   */
  get needsSync(): boolean {
    const { clock } = this.#options;
    const wallMinusSteadyMs = clock.now() - clock.monotonicMs();
    return this.#offset === undefined || Math.abs(wallMinusSteadyMs - this.#wallMinusSteadyMs) > DRIFT_MAX_MS;
  }

  /** Measures the exchange's time if that is necessary before the time is used. */
  async sync(signal: AbortSignal): Promise<void> {
    if (this.needsSync) await this.resync(signal);
  }

  /** Measures the exchange's time again; throws if that fails, and then keeps the previous offset. */
  async resync(signal: AbortSignal): Promise<void> {
    const { clock, cache } = this.#options;
    const offset = await measureClockOffset(this.#options, signal);
    this.#offset = offset;
    this.#wallMinusSteadyMs = clock.now() - clock.monotonicMs();
    this.#serverMinusSteadyMs = this.#wallMinusSteadyMs + offset.offsetMs;
    cache?.save(offset);
  }
}

/** The number from which a time is in microseconds; smaller numbers are milliseconds. */
const MICROSECONDS_FROM = 100_000_000_000_000;

/**
 * Returns the server time in an answer, in ms; throws a ToolError of kind `unavailable` if the answer has
 * none.
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
