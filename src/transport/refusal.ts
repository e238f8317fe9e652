/**
 * Classifies refusals: kind of error, execution status and remedy. The execution status of a refused write is
 * unknown unless it is certain that nothing was executed.
 */
import { engineRemedyOf } from '../catalogue/errors/engine-texts.ts';
import { type ErrorCode, errorCodeOf, nameOf } from '../catalogue/errors/error-codes.ts';
import { findHttpStatus, UNAVAILABLE_TEXTS } from '../catalogue/http.ts';
import { type ErrorKind, type Execution, ToolError } from '../core/errors.ts';
import type { Answer, PreparedRequest } from '../request/types.ts';
import { endpointName, isWrite } from './failures.ts';
import { redact } from './redaction.ts';
import { FIREWALL_PAUSE_MS, retryAfterOf } from './retry-after.ts';

/** The error body of the exchange (interface document, Errors). */
export interface ErrorBody {
  readonly code: number | string;
  readonly message: string;
}

/**
 * The number of characters of the exchange's message that an error shows; the exchange's own messages are
 * shorter.
 */
const MESSAGE_LENGTH_MAX = 300;

/**
 * Error codes with which the execution status of a write is unknown, whatever the HTTP status (interface
 * document, Errors).
 */
const UNKNOWN_FATE: ReadonlySet<number | string> = new Set([-1000, -1001, -1006, -1007, -1008]);

/** Error codes for too many requests and too many orders, with which nothing was executed. */
const LIMIT_CODES: ReadonlySet<number | string> = new Set([-1003, -1015]);

const TIMESTAMP_CODE = -1021;

/** Returns the exchange's error in a parsed body, or undefined if the body is not an error. */
export function errorBodyOf(value: unknown): ErrorBody | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'code')) return undefined;
  const { code, msg, message } = value as Record<string, unknown>;
  const text = typeof msg === 'string' ? msg : typeof message === 'string' ? message : undefined;
  if (text === undefined) return undefined;
  if (typeof code === 'number' && Number.isSafeInteger(code)) return { code, message: text };
  return typeof code === 'string' && /^-?\w{1,32}$/.test(code) ? { code, message: text } : undefined;
}

/**
 * Returns the error of an answer whose status is not 2xx. `shown` is the beginning of the body without
 * secrets and control characters.
 */
export function refusalError(request: PreparedRequest, answer: Answer, shown: string): ToolError {
  const errorBody = parseErrorBody(answer.body);
  const entry =
    errorBody === undefined
      ? undefined
      : errorCodeOf(errorBody.code, { product: request.product, message: errorBody.message });
  const verdict = judgeRefusal(request, answer, errorBody, entry);
  const name = errorBody === undefined ? undefined : nameOf(errorBody.code, request.product);
  const clientOrderId = clientOrderIdOf(request);
  const execution = isWrite(request) ? verdict.execution : 'none';
  return new ToolError({
    kind: verdict.kind,
    message: messageOf(request, answer, errorBody, name, shown),
    hint: verdict.kind === 'rejected' ? remedyOf(errorBody, verdict) : verdict.hint,
    retryable: verdict.retryable,
    execution,
    endpoint: endpointName(request),
    httpStatus: answer.status,
    ...(verdict.retryAfterMs === undefined ? {} : { retryAfterMs: verdict.retryAfterMs }),
    ...(errorBody === undefined ? {} : { code: errorBody.code }),
    ...(name === undefined ? {} : { name }),
    ...(clientOrderId === undefined ? {} : { clientOrderId }),
  });
}

/** Returns what to do about a rejection: what its text calls for, otherwise what its code does. */
function remedyOf(errorBody: ErrorBody | undefined, { hint }: Verdict): string {
  return (errorBody === undefined ? undefined : engineRemedyOf(errorBody.message)) ?? hint;
}

interface Verdict {
  readonly kind: ErrorKind;
  /** The execution status of the call if it is a write. */
  readonly execution: Execution;
  readonly retryable: boolean;
  readonly hint: string;
  readonly retryAfterMs?: number;
}

const CHECK_FIRST = 'It may have been executed: look at the orders or the history before you repeat it.';

function judgeRefusal(
  request: PreparedRequest,
  answer: Answer,
  errorBody: ErrorBody | undefined,
  entry: ErrorCode | undefined,
): Verdict {
  const limited = judgeLimits(answer, errorBody);
  if (limited !== undefined) return limited;
  if (answer.status === 451) return verdictOfStatus(451, 'rejected');
  return isWrite(request) ? judgeWrite(request, answer, errorBody, entry) : judgeRead(answer, entry);
}

/**
 * Returns the verdict on a rate limit, a ban or a refusal by the firewall; in all of these cases nothing was
 * executed.
 */
function judgeLimits(answer: Answer, errorBody: ErrorBody | undefined): Verdict | undefined {
  const { status } = answer;
  if (status === 403 && errorBody === undefined) {
    return { ...verdictOfStatus(403, 'rate-limited'), retryAfterMs: FIREWALL_PAUSE_MS };
  }
  if (status !== 418 && status !== 429 && (errorBody === undefined || !LIMIT_CODES.has(errorBody.code)))
    return undefined;
  const verdict = verdictOfStatus(status === 418 ? 418 : 429, 'rate-limited');
  return { ...verdict, retryAfterMs: retryAfterOf(answer) };
}

function judgeWrite(
  request: PreparedRequest,
  answer: Answer,
  errorBody: ErrorBody | undefined,
  entry: ErrorCode | undefined,
): Verdict {
  const { status } = answer;
  // Whatever the HTTP status, a request outside its recvWindow is rejected before execution.
  if (errorBody?.code === TIMESTAMP_CODE && entry !== undefined) return verdictOfCode(entry);
  if (isProbablyNotExecuted(request, answer, errorBody)) {
    return {
      kind: 'unavailable',
      // The exchange says that the request failed, but orders have been executed despite a 503, so a query must
      // verify it.
      execution: 'unknown',
      retryable: false,
      hint: 'The exchange says that it was not executed; look at the orders or the history before you repeat it.',
    };
  }
  const isServerFault = status >= 500 || status === 408 || status === 409;
  const isUnknownCode = errorBody !== undefined && UNKNOWN_FATE.has(errorBody.code);
  if (isServerFault || isUnknownCode || entry?.execution === 'unknown' || isHalfReplaced(request, errorBody))
    return UNKNOWN;
  if (entry !== undefined) return { ...verdictOfCode(entry), execution: 'not_executed' };
  if (errorBody === undefined && status === 404) return verdictOfStatus(404, 'rejected');
  // An unlisted code or status proves nothing.
  return UNKNOWN;
}

const UNKNOWN: Verdict = {
  kind: 'execution-unknown',
  execution: 'unknown',
  retryable: false,
  hint: CHECK_FIRST,
};

function isProbablyNotExecuted(
  request: PreparedRequest,
  answer: Answer,
  errorBody: ErrorBody | undefined,
): boolean {
  if (answer.status !== 503 || errorBody === undefined || errorBody.code === -1008) return false;
  const text = UNAVAILABLE_TEXTS.find((one) => one.text === errorBody.message);
  return text?.execution === 'not_executed' && text.products.some((one) => one === request.product);
}

/**
 * Returns whether cancel-and-replace failed in one half or in both; only the results of both halves show in
 * which.
 */
function isHalfReplaced(request: PreparedRequest, errorBody: ErrorBody | undefined): boolean {
  return request.path.endsWith('/cancelReplace') && (errorBody?.code === -2021 || errorBody?.code === -2022);
}

function judgeRead(answer: Answer, entry: ErrorCode | undefined): Verdict {
  if (entry !== undefined) {
    const verdict = verdictOfCode(entry);
    // The execution status of a read does not matter, because a read changes nothing.
    return verdict.kind === 'execution-unknown'
      ? { ...verdict, kind: 'unavailable', retryable: true }
      : verdict;
  }
  const { status } = answer;
  if (status >= 500 || status === 408 || status === 409) {
    return {
      kind: 'unavailable',
      execution: 'none',
      retryable: true,
      hint: 'Try again in a moment.',
    };
  }
  return verdictOfStatus(status, 'rejected');
}

function verdictOfCode(entry: ErrorCode): Verdict {
  const { kind, execution, retryable, remedy } = entry;
  return { kind, execution, retryable, hint: remedy };
}

function verdictOfStatus(status: number, kind: ErrorKind): Verdict {
  const known = findHttpStatus(status);
  return {
    kind,
    execution: 'not_executed',
    retryable: known?.retryable ?? false,
    hint: known?.remedy ?? 'Check the path and the parameters.',
  };
}

/** The longest body, in characters, that is parsed as an error; the exchange's error bodies are short. */
const ERROR_BODY_MAX = 65_536;

function parseErrorBody(body: string): ErrorBody | undefined {
  if (body.length > ERROR_BODY_MAX || !body.trimStart().startsWith('{')) return undefined;
  try {
    return errorBodyOf(JSON.parse(body));
  } catch {
    return undefined;
  }
}

function messageOf(
  request: PreparedRequest,
  answer: Answer,
  errorBody: ErrorBody | undefined,
  name: string | undefined,
  shown: string,
): string {
  const what = endpointName(request);
  if (errorBody === undefined) {
    const found = shown === '' ? 'an empty body' : `"${shown}"`;
    return `${answer.origin} answered ${answer.status} to ${what} with ${found}.`;
  }
  // Control characters of the message stay here; the output escapes them.
  const text = redact(errorBody.message, request);
  const cut = text.length > MESSAGE_LENGTH_MAX ? `${text.slice(0, MESSAGE_LENGTH_MAX)}…` : text;
  return `The exchange refused ${what} with ${errorBody.code}${name === undefined ? '' : ` ${name}`}: ${cut}`;
}

/** Returns the client order id of a write, by which the order can be looked up. */
function clientOrderIdOf(request: PreparedRequest): string | undefined {
  if (!isWrite(request)) return undefined;
  for (const sent of [request.query, request.body ?? '']) {
    const parameters = new URLSearchParams(sent);
    const id = parameters.get('newClientOrderId') ?? parameters.get('listClientOrderId');
    if (id !== null && id !== '') return id;
  }
  return undefined;
}
