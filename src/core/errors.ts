/**
 * What can go wrong, sorted by what the caller can do about it. One table leads from the kind of an
 * error to the exit code of the process.
 */

/** The kinds of failure and the exit code of each. `check` and `partial` are answers, not failures. */
export const EXIT_CODES = {
  done: 0,
  check: 1,
  usage: 2,
  credentials: 3,
  rejected: 4,
  unavailable: 5,
  'rate-limited': 6,
  'execution-unknown': 7,
  partial: 8,
  refused: 9,
  storage: 10,
  internal: 70,
  interrupted: 130,
} as const;

export type ExitKind = keyof typeof EXIT_CODES;
export type ErrorKind = Exclude<ExitKind, 'done'>;
export type ExitCode = (typeof EXIT_CODES)[ExitKind];

/** What became of the action that the request asked for. */
export type Execution = 'none' | 'not_executed' | 'executed' | 'unknown';

/** One thing wrong with a request's arguments; all faults of a request are reported together. */
export interface Fault {
  /** The parameter in the interface's spelling; absent where the fault concerns none alone. */
  readonly param?: string;
  /** Which rule was broken, a stable word such as "maximum" or "values". */
  readonly rule: string;
  readonly expected: string;
  readonly found: string;
  /** A whole sentence: expected, found, next step. */
  readonly message: string;
  /** The filter of the symbol that it fails. */
  readonly filter?: string;
  /** The legal values on either side, where there are any. */
  readonly nearest?: { readonly down: string | null; readonly up: string | null };
}

export interface ToolErrorFacts {
  readonly kind: ErrorKind;
  /** One sentence or more: what was expected and what was found. */
  readonly message: string;
  /** The next step. */
  readonly hint?: string;
  /** The exchange's code, such as -1121, or the wallet service's, such as "000400". */
  readonly code?: number | string;
  /** The code's name or names, such as "BAD_SYMBOL". */
  readonly name?: string;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number;
  readonly execution?: Execution;
  /** The endpoint's id in the catalogue, or method and path for a raw call. */
  readonly endpoint?: string;
  readonly httpStatus?: number;
  readonly clientOrderId?: string;
  readonly faults?: readonly Fault[];
  /** How to go on after an interrupted run; printed as it stands. */
  readonly resume?: string;
  readonly cause?: unknown;
}

/** The only error thrown across a floor. */
export class ToolError extends Error {
  readonly facts: ToolErrorFacts;

  constructor(facts: ToolErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'ToolError';
    this.facts = facts;
  }

  get kind(): ErrorKind {
    return this.facts.kind;
  }

  get exitCode(): ExitCode {
    return EXIT_CODES[this.facts.kind];
  }
}

/** The error object that programs read on stderr; fields are only ever added. */
export interface ErrorEnvelope {
  readonly kind: ErrorKind;
  readonly code: number | string | null;
  readonly name: string | null;
  readonly message: string;
  readonly hint: string | null;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  readonly execution: Execution;
  readonly endpoint: string | null;
  readonly httpStatus: number | null;
  readonly clientOrderId: string | null;
  readonly exitCode: ExitCode;
  readonly faults?: readonly Fault[];
  readonly resume?: string;
}

/** Returns the envelope of an error, every field present; holds no cause and no stack. */
export function envelopeOf(error: ToolError): ErrorEnvelope {
  const { facts } = error;
  return {
    kind: facts.kind,
    code: facts.code ?? null,
    name: facts.name ?? null,
    message: facts.message,
    hint: facts.hint ?? null,
    retryable: facts.retryable ?? false,
    retryAfterMs: facts.retryAfterMs ?? null,
    execution: facts.execution ?? 'none',
    endpoint: facts.endpoint ?? null,
    httpStatus: facts.httpStatus ?? null,
    clientOrderId: facts.clientOrderId ?? null,
    exitCode: error.exitCode,
    ...(facts.faults === undefined ? {} : { faults: facts.faults }),
    ...(facts.resume === undefined ? {} : { resume: facts.resume }),
  };
}

/** Returns the error as a ToolError; anything unforeseen becomes `internal` and keeps its cause. */
export function asToolError(thrown: unknown): ToolError {
  if (thrown instanceof ToolError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new ToolError({
    kind: 'internal',
    message: `bourse failed in a way it did not foresee: ${message}`,
    hint: 'Run it again with --debug for the stack, and report what it prints.',
    cause: thrown,
  });
}

/** Returns an error of kind `usage`: nothing was sent. */
export function usageError(message: string, hint?: string, faults?: readonly Fault[]): ToolError {
  return new ToolError({
    kind: 'usage',
    message,
    execution: 'not_executed',
    ...(hint === undefined ? {} : { hint }),
    ...(faults === undefined ? {} : { faults }),
  });
}
