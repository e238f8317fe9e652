/** The errors of the library: every failed call rejects with a BourseError. */
import { asToolError, type Execution, type ToolError } from '../core/errors.ts';
import type { ResolvedWrite } from './declarations.ts';
import { libraryText } from './library-words.ts';
import type { AnswerValue, ArgumentFault, ErrorKind } from './types.ts';

/** A call that failed, with what the exchange or bourse said and what to do next. */
export class BourseError extends Error {
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
  readonly execution: Execution;
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

  constructor(error: ToolError, answer?: AnswerValue) {
    super(libraryText(error.message), error.cause === undefined ? undefined : { cause: error.cause });
    this.name = 'BourseError';
    const { facts } = error;
    this.kind = facts.kind;
    this.exitCode = error.exitCode;
    this.code = facts.code;
    this.codeName = facts.name;
    this.hint = facts.hint === undefined ? undefined : libraryText(facts.hint);
    this.execution = facts.execution ?? 'none';
    this.retryable = facts.retryable ?? false;
    this.retryAfterMs = facts.retryAfterMs;
    this.endpoint = facts.endpoint;
    this.httpStatus = facts.httpStatus;
    this.clientOrderId = facts.clientOrderId;
    this.faults = (facts.faults ?? []).map((fault) => ({ ...fault, message: libraryText(fault.message) }));
    this.answer = answer;
  }
}

/** A write of which it is not known whether it was executed. It must not be sent again before it is resolved. */
export class UnknownExecution extends BourseError {
  readonly #resolve: () => Promise<readonly ResolvedWrite[]>;

  constructor(error: ToolError, resolve: () => Promise<readonly ResolvedWrite[]>) {
    super(error);
    this.name = 'UnknownExecution';
    this.#resolve = resolve;
  }

  /** Looks the write up; sends queries only. Without an id of its own, looks up all unresolved writes of the journal. */
  resolve(): Promise<readonly ResolvedWrite[]> {
    return this.#resolve();
  }
}

/** Returns any thrown value as an error of the library; `resolve` looks up a write whose outcome is not known. */
export function libraryError(thrown: unknown, resolve: () => Promise<readonly ResolvedWrite[]>): BourseError {
  if (thrown instanceof BourseError) return thrown;
  const error = asToolError(thrown);
  return error.kind === 'execution-unknown' ? new UnknownExecution(error, resolve) : new BourseError(error);
}
