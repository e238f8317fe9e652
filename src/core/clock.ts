import type { UnixMs } from './words.ts';

/** The source of time, injected so that tests and the sandbox can use a virtual clock. */
export interface Clock {
  /** Returns the wall time. */
  now(): UnixMs;
  /** Returns the milliseconds since an arbitrary start; never decreases. */
  monotonicMs(): number;
  /** Resolves after `ms` milliseconds of this clock; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The source of random numbers, injected so that tests can repeat them. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
}

/** Returns a Random that repeats the same numbers for the same seed (splitmix32). */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return {
    next() {
      state = (state + 0x9e3779b9) | 0;
      let mixed = state ^ (state >>> 16);
      mixed = Math.imul(mixed, 0x21f0aaad);
      mixed ^= mixed >>> 15;
      mixed = Math.imul(mixed, 0x735a2d97);
      mixed ^= mixed >>> 15;
      return (mixed >>> 0) / 4294967296;
    },
  };
}
