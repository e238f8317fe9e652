/**
 * What a refusal means: the kind of error, what became of the call, and what to do. For a call that changes
 * something this is the decision table for orders: unknown unless it is certain that nothing was executed.
 */
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

/** The exchange's texts are shorter; what is longer is no text of its own. */
const MESSAGE_LENGTH_MAX = 300;

/** Codes after which a write's fate is unknown whatever the status (interface document, Errors; decision table). */
const UNKNOWN_FATE: ReadonlySet<number | string> = new Set([-1000, -1001, -1006, -1007, -1008]);

/** Too many requests, too many orders: refused before anything was executed. */
const LIMIT_CODES: ReadonlySet<number | string> = new Set([-1003, -1015]);

const TIMESTAMP_CODE = -1021;

/** Returns the exchange's error in a parsed body, or undefined where it is none. */
export function errorBodyOf(value: unknown): ErrorBody | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'code')) return undefined;
  const { code, msg, message } = value as Record<string, unknown>;
  const text = typeof msg === 'string' ? msg : typeof message === 'string' ? message : undefined;
  if (text === undefined) return undefined;
  if (typeof code === 'number' && Number.isSafeInteger(code)) return { code, message: text };
  return typeof code === 'string' && /^-?\w{1,32}$/.test(code) ? { code, message: text } : undefined;
}

/** Returns the error of an answer whose status is no success. `shown` is the start of the body, made safe. */
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
    hint: verdict.hint,
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

interface Verdict {
  readonly kind: ErrorKind;
  /** What became of a call that changes something. */
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

/** Refused for asking too much, or at the door: nothing was executed. */
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
  // Whatever the status, an order outside its time window is turned away before matching.
  if (errorBody?.code === TIMESTAMP_CODE && entry !== undefined) return verdictOfCode(entry);
  if (isProbablyNotExecuted(request, answer, errorBody)) {
    return {
      kind: 'unavailable',
      // The exchange says it failed, yet orders were seen to succeed behind a 503: a query has to prove it.
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
  // A code or status that no one listed proves nothing.
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

/** Cancel-and-replace says by these codes that one leg or both failed; which, only the legs' results tell. */
function isHalfReplaced(request: PreparedRequest, errorBody: ErrorBody | undefined): boolean {
  return request.path.endsWith('/cancelReplace') && (errorBody?.code === -2021 || errorBody?.code === -2022);
}

function judgeRead(answer: Answer, entry: ErrorCode | undefined): Verdict {
  if (entry !== undefined) {
    const verdict = verdictOfCode(entry);
    // A read has no fate that could be unknown: it simply got no answer.
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

/** Error bodies are small; a long one is no error body of the exchange. */
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
  // The exchange's text is kept as it is; whoever prints it makes it harmless for a terminal.
  const text = redact(errorBody.message, request);
  const cut = text.length > MESSAGE_LENGTH_MAX ? `${text.slice(0, MESSAGE_LENGTH_MAX)}…` : text;
  return `The exchange refused ${what} with ${errorBody.code}${name === undefined ? '' : ` ${name}`}: ${cut}`;
}

/** The client order id that the request carries: what a user needs to look an order up. */
function clientOrderIdOf(request: PreparedRequest): string | undefined {
  if (!isWrite(request)) return undefined;
  for (const sent of [request.query, request.body ?? '']) {
    const parameters = new URLSearchParams(sent);
    const id = parameters.get('newClientOrderId') ?? parameters.get('listClientOrderId');
    if (id !== null && id !== '') return id;
  }
  return undefined;
}
