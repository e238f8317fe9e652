/** Turns refusals and unreadable answers into errors. */
import { ToolError } from '../core/errors.ts';
import { readJson } from '../core/json.ts';
import { safeText } from '../core/text.ts';
import type { Answer, PreparedRequest } from '../request/types.ts';
import { judgeProof, type ProofVerdict } from '../request/write-proof.ts';
import { endpointName, isWrite } from './failures.ts';
import { redact } from './redaction.ts';
import { errorBodyOf, refusalError } from './refusal.ts';

/**
 * The longest body of a read, in characters, that is parsed completely; of longer ones only the beginning and
 * the end are checked.
 */
const PARSED_BODY_MAX = 16_384;

/** The number of characters of a body that an error message shows. */
const SHOWN_CHARACTERS = 80;

/**
 * Returns the answer if its status is 2xx and its body is JSON, and if it proves a write that it answers. Throws
 * a ToolError with the exchange's code and message otherwise. For a write its kind is `execution-unknown` unless
 * it is certain that nothing was executed.
 */
export function throwOnRefusal(request: PreparedRequest, answer: Answer): Answer {
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (!isSuccess) throw refusalError(request, answer, shownBody(request, answer));
  const parsed = readBody(request, answer);
  const errorBody = parsed === undefined ? undefined : errorBodyOf(parsed.value);
  // Status 2xx with an error body: a negative code and a message at the top level.
  if (errorBody !== undefined && typeof errorBody.code === 'number' && errorBody.code < 0) {
    throw refusalError(request, { ...answer, status: 400 }, shownBody(request, answer));
  }
  if (isWrite(request)) throwUnlessProved(request, answer);
  return answer;
}

/**
 * Throws a ToolError if an answer of status 2xx does not prove that a write was done, or if the answer states
 * that nothing was done.
 */
export function throwUnlessProved(request: PreparedRequest, answer: Answer): void {
  // The body is parsed a second time because JSON.parse loses digits of large ids.
  const read = readJson(answer.body);
  const verdict: ProofVerdict = read.ok
    ? judgeProof(request, read.value)
    : { is: 'unproved', lacks: 'can not be read' };
  if (verdict.is === 'proved') return;
  const endpoint = endpointName(request);
  if (verdict.is === 'refused') {
    throw new ToolError({
      kind: 'rejected',
      message: `The exchange answered ${endpoint} with ${safeText(verdict.says)}: nothing was done.`,
      hint: 'Look at what the request asked for before you send another.',
      execution: 'not_executed',
      endpoint,
      httpStatus: answer.status,
    });
  }
  throw new ToolError({
    kind: 'execution-unknown',
    message: `The answer to ${endpoint} does not prove that it was executed: it ${safeText(verdict.lacks)}. ${answer.origin} answered ${answer.status} with "${shownBody(request, answer)}".`,
    hint: 'It may have been executed: look at the orders or the history before you repeat it.',
    retryable: false,
    execution: 'unknown',
    endpoint,
    httpStatus: answer.status,
  });
}

/**
 * Returns the parsed body of an answer; undefined for a large body of a read. Throws if the body is not JSON.
 */
function readBody(request: PreparedRequest, answer: Answer): { readonly value: unknown } | undefined {
  // The answer of a write is always parsed completely, because it is short.
  if (!isWrite(request) && (answer.bytes ?? answer.body).length > PARSED_BODY_MAX) {
    if (looksLikeJson(answer)) return undefined;
    throw unreadableError(request, answer);
  }
  try {
    return { value: JSON.parse(answer.body) };
  } catch (error) {
    throw unreadableError(request, answer, error);
  }
}

function looksLikeJson(answer: Answer): boolean {
  const { bytes } = answer;
  if (bytes !== undefined) {
    const ends = `${String.fromCharCode(bytes[0]!)}${String.fromCharCode(bytes.at(-1)!)}`;
    if (ends === '{}' || ends === '[]') return true;
  }
  const { body } = answer;
  const first = body.trimStart()[0];
  const last = body.at(-1)?.trim() === '' ? body.trimEnd().at(-1) : body.at(-1);
  return (first === '{' && last === '}') || (first === '[' && last === ']');
}

/** Returns the error of an answer with status 2xx whose body is not JSON. */
function unreadableError(request: PreparedRequest, answer: Answer, cause?: unknown): ToolError {
  const isUnknown = isWrite(request);
  const found = answer.body.trim() === '' ? 'an empty body' : `"${shownBody(request, answer)}"`;
  return new ToolError({
    kind: isUnknown ? 'execution-unknown' : 'unavailable',
    message: `${answer.origin} answered ${answer.status} to ${endpointName(request)} with ${found}, expected JSON.`,
    hint: isUnknown
      ? 'It may have been executed: look at the orders or the history before you repeat it.'
      : 'Try again; if it persists, a proxy or firewall answers in place of the exchange.',
    retryable: !isUnknown,
    execution: isUnknown ? 'unknown' : 'none',
    endpoint: endpointName(request),
    httpStatus: answer.status,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Returns the first characters of a body on one line, without secrets and control characters. */
function shownBody(request: PreparedRequest, answer: Answer): string {
  // Secrets are removed before the text is cut, because cutting could leave a part of a secret.
  const start = redact(answer.body.slice(0, 4_096), request).replace(/\s+/g, ' ').trim();
  const shown = start.slice(0, SHOWN_CHARACTERS);
  return safeText(shown) + (start.length > shown.length ? '…' : '');
}
