/** Tells an answer that can be used from one that cannot: the one place where refusals become errors. */
import { ToolError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import type { Answer, PreparedRequest } from '../request/types.ts';
import { endpointName, isWrite } from './failures.ts';
import { redact } from './redaction.ts';
import { type ErrorBody, errorBodyOf, refusalError } from './refusal.ts';

/** Larger bodies of reads are judged by how they begin and end: parsing is left to whoever needs the values. */
const PARSED_BODY_MAX = 16_384;

/** How much of a body that is no JSON an error shows. */
const SHOWN_CHARACTERS = 80;

/**
 * Returns the answer if it is a success whose body is JSON. Throws a ToolError for everything else, by the
 * decision table for orders where the request changes something: `execution-unknown` unless it is certain that
 * nothing was executed. The exchange's code and message are kept.
 */
export function throwOnRefusal(request: PreparedRequest, answer: Answer): Answer {
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (!isSuccess) throw refusalError(request, answer, shownBody(request, answer));
  const errorBody = readErrorBody(request, answer);
  // A refusal in the clothes of a success: both fields at the top, and a code that is an error's.
  if (errorBody !== undefined && typeof errorBody.code === 'number' && errorBody.code < 0) {
    throw refusalError(request, { ...answer, status: 400 }, shownBody(request, answer));
  }
  return answer;
}

/** Returns what a small body says as an exchange error would; throws where the body is no JSON. */
function readErrorBody(request: PreparedRequest, answer: Answer): ErrorBody | undefined {
  const { body } = answer;
  // Every byte of a write's answer matters, and there are few of them.
  if (!isWrite(request) && body.length > PARSED_BODY_MAX) {
    if (looksLikeJson(body)) return undefined;
    throw unreadableError(request, answer);
  }
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    throw unreadableError(request, answer, error);
  }
  return errorBodyOf(value);
}

function looksLikeJson(body: string): boolean {
  const first = body.trimStart()[0];
  const last = body.at(-1)?.trim() === '' ? body.trimEnd().at(-1) : body.at(-1);
  return (first === '{' && last === '}') || (first === '[' && last === ']');
}

/** Returns the error of a success without a body that can be read. */
function unreadableError(request: PreparedRequest, answer: Answer, cause?: unknown): ToolError {
  const isUnknown = isWrite(request);
  const found = answer.body.trim() === '' ? 'an empty body' : `"${shownBody(request, answer)}"`;
  return new ToolError({
    kind: isUnknown ? 'execution-unknown' : 'unavailable',
    message: `${answer.origin} answered ${answer.status} to ${endpointName(request)} with ${found}, expected JSON.`,
    hint: isUnknown
      ? 'It may have been executed: look at the orders or the history before you repeat it.'
      : 'Try again; if it stays, something between you and the exchange answers in its place.',
    retryable: !isUnknown,
    execution: isUnknown ? 'unknown' : 'none',
    endpoint: endpointName(request),
    httpStatus: answer.status,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The first characters of a body, on one line and with nothing secret or harmful in them. */
function shownBody(request: PreparedRequest, answer: Answer): string {
  // Redacted before it is cut, so that no half of a secret is left at the end.
  const start = redact(answer.body.slice(0, 4_096), request).replace(/\s+/g, ' ').trim();
  const shown = start.slice(0, SHOWN_CHARACTERS);
  return safeText(shown) + (start.length > shown.length ? '…' : '');
}
