/**
 * The errors of the program, classified by what the caller can do about them. One table maps the kind of an
 * error to the exit code of the process.
 */

/** The exit code of each kind of failure. The kinds `check` and `partial` are answers, not failures. */
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

/** Whether the exchange executed the request. */
export type Execution = 'none' | 'not_executed' | 'executed' | 'unknown';

/** One fault of a request's arguments; all faults of a request are reported together. */
export interface Fault {
  /** The parameter as the exchange spells it; absent when the fault concerns several parameters. */
  readonly param?: string;
  /** The rule that was broken, as a stable word such as "maximum" or "values". */
  readonly rule: string;
  readonly expected: string;
  readonly found: string;
  /** The fault in full sentences: what was expected, what was found, and the next step. */
  readonly message: string;
  /** The symbol filter that rejects the value. */
  readonly filter?: string;
  /** The nearest valid values below and above the rejected one; null if there is none. */
  readonly nearest?: { readonly down: string | null; readonly up: string | null };
}

export interface ToolErrorFacts {
  readonly kind: ErrorKind;
  /** The error in one or more sentences: what was expected and what was found. */
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
  /** The command that resumes an interrupted run; it is printed exactly as given. */
  readonly resume?: string;
  readonly cause?: unknown;
}

/** The error class of the program; code of one layer throws no other error to another layer. */
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

/** Returns the error object for stderr with every field present, without cause and stack. */
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

/**
 * Returns the error as a ToolError; any other error becomes kind `internal` with the original as its cause.
 */
export function asToolError(thrown: unknown): ToolError {
  if (thrown instanceof ToolError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new ToolError({
    kind: 'internal',
    message: `bourse failed with an unexpected error: ${message}`,
    hint: 'Run the command again with --debug to print the stack, and report the output.',
    cause: thrown,
  });
}

/** Returns an error of kind `usage`, for a command that was rejected before anything was sent. */
export function usageError(message: string, hint?: string, faults?: readonly Fault[]): ToolError {
  return new ToolError({
    kind: 'usage',
    message,
    execution: 'not_executed',
    ...(hint === undefined ? {} : { hint }),
    ...(faults === undefined ? {} : { faults }),
  });
}
