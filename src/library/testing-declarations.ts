/** What the package declares to TypeScript for `bourse/testing`. */
import type { Bourse } from './declarations.ts';

/** How a test opens an exchange. */
export interface TestOptions {
  /** The seed of the market and of all random values, 0 to 4294967295; 1 if omitted. */
  readonly seed?: number;
  /** The time at which the clock starts; 2024-01-01T00:00:00Z if omitted. */
  readonly now?: number | Date;
  /** Called with each note. */
  readonly onNote?: (text: string) => void;
}

/** The library on an exchange of its own. @beta */
export interface TestBourse extends Bourse {
  readonly clock: {
    /** Returns the time in Unix milliseconds. */
    now(): number;
    /** Moves the clock forwards by whole milliseconds; what falls due meanwhile happens with the next call. */
    advance(ms: number): void;
  };
  /** The temporary folder of the exchange and its journal. */
  readonly home: string;
  /** Waits for running calls, closes the library and removes the folder. */
  close(): Promise<void>;
}

/**
 * Opens the library on a sandbox of its own in a temporary folder. The same seed, the same start and the same calls give the
 * same answers. @beta
 */
export declare function openTestBourse(options?: TestOptions): TestBourse;
