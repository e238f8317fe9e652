/** The answers of `bourse serve`: of calls, and of errors in bourse's own form (schemas/error.v1.schema.json). */
import { type ErrorEnvelope, type ErrorKind, envelopeOf, ToolError, usageError } from '../core/errors.ts';
import { stringifyJson } from '../core/json.ts';
import type { JsonValue } from '../core/words.ts';
import type { BourseError } from '../library/errors.ts';
import type { AnswerValue } from '../library/types.ts';
import { type HttpRefusal, TOO_MANY_CONNECTIONS } from '../sandbox/http/refused-requests.ts';
import type { WireAnswer } from '../sandbox/types.ts';

type Headers = Readonly<Record<string, string>>;

/** The HTTP status of each kind of error; kinds that are not listed are answered with 500. */
const STATUS_OF: Readonly<Partial<Record<ErrorKind, number>>> = {
  usage: 400,
  credentials: 401,
  refused: 403,
  rejected: 422,
  unavailable: 502,
  'rate-limited': 429,
  'execution-unknown': 504,
};

/** Returns the answer to a call that failed; one that was done in part has its answer beside the error. */
export function failureAnswer(error: BourseError): WireAnswer {
  const { kind, retryAfterMs, answer } = error;
  const wait: Headers =
    retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) };
  const facts = { error: envelopeOfBourseError(error), ...(answer === undefined ? {} : { answer }) };
  return jsonAnswer(STATUS_OF[kind] ?? 500, facts, wait);
}

/** Returns the answer to a request that the server refuses without looking at its path. */
export function refusalAnswer(refusal: HttpRefusal): WireAnswer {
  const { status, text } = refusal;
  if (status !== 503) return usageAnswer(text, 'Nothing was sent. docs/serve.md describes requests.', status);
  const isCrowded = refusal === TOO_MANY_CONNECTIONS;
  return unavailableAnswer(
    isCrowded ? 'The server has as many connections as it takes.' : text,
    isCrowded ? 'Close some connections, or try again.' : 'Try again when other requests were answered.',
  );
}

/** Returns the answer to a request that cannot be a call. */
export function usageAnswer(
  message: string,
  hint: string,
  status: number,
  headers: Headers = {},
): WireAnswer {
  return jsonAnswer(status, { error: envelopeOf(usageError(message, hint)) }, headers);
}

/** Returns the answer of a server that makes no calls now; nothing was sent. */
export function unavailableAnswer(message: string, hint: string): WireAnswer {
  const facts = { kind: 'unavailable', message, hint, retryable: true, execution: 'not_executed' } as const;
  return jsonAnswer(503, { error: envelopeOf(new ToolError(facts)) });
}

/** Returns the error object of a failed call. */
export function envelopeOfBourseError(error: BourseError): ErrorEnvelope {
  return {
    kind: error.kind,
    code: error.code ?? null,
    name: error.codeName ?? null,
    message: error.message,
    hint: error.hint ?? null,
    retryable: error.retryable,
    retryAfterMs: error.retryAfterMs ?? null,
    execution: error.execution,
    endpoint: error.endpoint ?? null,
    httpStatus: error.httpStatus ?? null,
    clientOrderId: error.clientOrderId ?? null,
    exitCode: error.exitCode as ErrorEnvelope['exitCode'],
    ...(error.faults.length === 0
      ? {}
      : { faults: error.faults as unknown as NonNullable<ErrorEnvelope['faults']> }),
  };
}

/** What an answer states: values of the library are JSON values, and bigint is written as digits. */
interface AnswerFacts {
  readonly answer?: AnswerValue;
  readonly error?: ErrorEnvelope;
}

export function jsonAnswer(status: number, facts: AnswerFacts, headers: Headers = {}): WireAnswer {
  return {
    status,
    headers: { 'Content-Type': 'application/json;charset=UTF-8', 'Cache-Control': 'no-store', ...headers },
    body: `${stringifyJson(facts as unknown as JsonValue)}\n`,
  };
}
