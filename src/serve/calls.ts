/** Answers the requests of `bourse serve`: `POST /v1/METHOD` calls a method of the library. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { usageError } from '../core/errors.ts';
import { parseJson } from '../core/json.ts';
import { ExactNumber, type JsonValue } from '../core/words.ts';
import { LOCAL_METHODS, METHODS } from '../generated/library-methods.ts';
import type { Session } from '../library/session.ts';
import type { AnswerValue } from '../library/types.ts';
import type { RequestHead } from '../sandbox/http/server.ts';
import type { WireAnswer, WireRequest } from '../sandbox/types.ts';
import { failureAnswer, jsonAnswer, unavailableAnswer, usageAnswer } from './answers.ts';

const PREFIX = '/v1/';

/** The groups of local commands that are served: those that look at writes whose outcome is not known. */
const LOCAL_PREFIX = 'orders.';

/** The options of a call that a request may name. */
const CALL_OPTIONS = ['idempotencyKey', 'round', 'skipFilters', 'despiteUnresolved'];

/**
 * Returns the answer to a request that is refused before its body is read: one without the token, one whose path names no
 * method, and any while the server is stopping.
 */
export function refuseEarly(
  token: string,
  isStopping: boolean,
  { method, target, headers }: RequestHead,
): WireAnswer | undefined {
  if (!hasToken(headers, token))
    return usageAnswer(
      'Expected the header "Authorization: Bearer TOKEN" with the token of this server.',
      'The token is in the file that `bourse serve` names when it starts.',
      401,
      { 'WWW-Authenticate': 'Bearer' },
    );
  if (methodNameOf(target) === undefined)
    return usageAnswer(
      'The path names no method of the library.',
      'Send POST /v1/market.klines, for example; docs/reference/library.d.ts lists all methods.',
      404,
    );
  if (method !== 'POST')
    return usageAnswer(`Methods are called with POST, found ${method}.`, 'Nothing was sent.', 405, {
      Allow: 'POST',
    });
  return isStopping ? STOPPING : undefined;
}

const STOPPING = unavailableAnswer('The server is stopping.', 'Start `bourse serve` again.');

/** Returns the answer of one request that was not refused. Never throws. */
export async function answerCall(session: Session, { target, body }: WireRequest): Promise<WireAnswer> {
  try {
    return jsonAnswer(200, { answer: await call(session, methodNameOf(target)!, body) });
  } catch (thrown) {
    return failureAnswer(session.asError(thrown));
  }
}

/** Compares digests, whose length does not depend on what was sent, in constant time. */
function hasToken(headers: RequestHead['headers'], token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers['authorization'] ?? ''), digest(`Bearer ${token}`));
}

function methodNameOf(target: string): string | undefined {
  if (!target.startsWith(PREFIX)) return undefined;
  const name = target.slice(PREFIX.length);
  if (Object.hasOwn(METHODS, name)) return name;
  return name.startsWith(LOCAL_PREFIX) && Object.hasOwn(LOCAL_METHODS, name) ? name : undefined;
}

function call(session: Session, name: string, body: string): Promise<AnswerValue> {
  const [given, options] = readBody(body);
  const entry = METHODS[name];
  if (entry === undefined) return session.local(LOCAL_METHODS[name]!, name, [given]);
  return entry[0] === 'write'
    ? session.write(entry, name, [given, options])
    : session.read(entry, name, [given]);
}

/** Returns the arguments and the options of a body. Throws a usage error for a body of another form. */
function readBody(body: string): readonly [JsonValue | undefined, Readonly<Record<string, JsonValue>>] {
  if (body.trim() === '') return [undefined, {}];
  const read = parseJson(body, { kind: 'usage', what: 'the body' });
  const { arguments: given, options = {}, ...rest } = objectOf(read, 'The body');
  const known = objectOf(options, '"options"');
  const unknown = [
    ...Object.keys(rest),
    ...Object.keys(known).flatMap((name) => (CALL_OPTIONS.includes(name) ? [] : [`options.${name}`])),
  ];
  if (unknown.length > 0)
    throw usageError(
      `The body has unknown members: ${unknown.join(', ')}.`,
      `A body may have "arguments" and "options"; options are ${CALL_OPTIONS.join(', ')}. Nothing was sent.`,
    );
  return [given === undefined ? undefined : withoutFractions(given), known];
}

function objectOf(value: JsonValue, what: string): Readonly<Record<string, JsonValue>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof ExactNumber)
    throw usageError(
      `${what} must be a JSON object.`,
      'Example: {"arguments":{"symbol":"BTCUSDT"}}. Nothing was sent.',
    );
  return value as Readonly<Record<string, JsonValue>>;
}

/** Refuses numbers with a fraction, which a client's JSON writer may have rounded. */
function withoutFractions(given: JsonValue): JsonValue {
  for (const [name, value] of Object.entries(objectOf(given, '"arguments"')))
    if (value instanceof ExactNumber)
      throw usageError(`${name} must be text for a decimal, such as "0.001". Nothing was sent.`);
  return given;
}
