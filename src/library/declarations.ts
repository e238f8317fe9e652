/** What the package declares to TypeScript. Shipped as its types; a test compares it with what the library exports. */
import type { Endpoints } from '../generated/library-types.ts';
import type { AnswerValue, ArgumentFault, ErrorKind, OpenOptions } from './types.ts';

export type * from '../generated/library-types.ts';
export type * from './types.ts';

/** An opened library: every endpoint of the exchange as a method, and what bourse keeps on this machine. */
export interface Bourse extends Endpoints {
  /** Ends streams, waits for running calls, then closes all connections. */
  close(): Promise<void>;
}

/**
 * Opens bourse for a program. Nothing is read or connected before the first call. Throws a BourseError of kind `usage` for
 * an option that is none.
 */
export declare function openBourse(options?: OpenOptions): Bourse;

/** What became of a write whose outcome was not known. */
export interface ResolvedWrite {
  /** ACKED or FOUND: it was executed. ABSENT or REJECTED: it was not. PREPARED, SENT or UNKNOWN: it is still not known. */
  readonly state: 'PREPARED' | 'SENT' | 'ACKED' | 'REJECTED' | 'UNKNOWN' | 'FOUND' | 'ABSENT';
  readonly why: string | undefined;
  readonly clientOrderId: string | undefined;
}

/** A call that failed, with what the exchange or bourse said and what to do next. */
export declare class BourseError extends Error {
  /** What failed; the exit code of the command line follows from it. */
  readonly kind: ErrorKind;
  /** The exit code with which the command line ends for this error. */
  readonly exitCode: number;
  /** The exchange's code, such as -1121; undefined for an error of bourse. */
  readonly code: number | string | undefined;
  /** The name of the code, such as "BAD_SYMBOL". */
  readonly codeName: string | undefined;
  /** The next step. */
  readonly hint: string | undefined;
  /** Whether the exchange executed the call; `unknown` is what UnknownExecution is thrown for. */
  readonly execution: 'none' | 'not_executed' | 'executed' | 'unknown';
  /** Whether the same call may be sent again. */
  readonly retryable: boolean;
  /** How long the exchange asks to wait, in ms. */
  readonly retryAfterMs: number | undefined;
  readonly endpoint: string | undefined;
  readonly httpStatus: number | undefined;
  readonly clientOrderId: string | undefined;
  /** All faults of the arguments; empty for any other error. */
  readonly faults: readonly ArgumentFault[];
  /** What a call that was partly done answered; undefined for any other error. */
  readonly answer: AnswerValue | undefined;
}

/** A write of which it is not known whether it was executed. It must not be sent again before it is resolved. */
export declare class UnknownExecution extends BourseError {
  /** Looks the write up; sends queries only. Without an id of its own, looks up all unresolved writes of the journal. */
  resolve(): Promise<readonly ResolvedWrite[]>;
}
