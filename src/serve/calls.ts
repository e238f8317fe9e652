/** Answers the requests of `bourse serve`: `POST /v1/METHOD` calls a method of the library. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type ErrorEnvelope, type ErrorKind, envelopeOf, ToolError, usageError } from '../core/errors.ts';
import { parseJson, stringifyJson } from '../core/json.ts';
import { ExactNumber, type JsonValue } from '../core/words.ts';
import { LOCAL_METHODS, METHODS } from '../generated/library-methods.ts';
import type { BourseError } from '../library/errors.ts';
import type { Session } from '../library/session.ts';
import type { WireAnswer, WireRequest } from '../sandbox/types.ts';

const PREFIX = '/v1/';

/** The groups of local commands that are served: those that look at writes whose outcome is not known. */
const LOCAL_PREFIX = 'orders.';

/** The options of a call that a request may name. */
const CALL_OPTIONS = ['idempotencyKey', 'round', 'skipFilters', 'despiteUnresolved'];

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

/** Returns the answer of one request. Never throws. */
export async function answerCall(session: Session, token: string, request: WireRequest): Promise<WireAnswer> {
  if (!hasToken(request, token))
    return errorAnswer(
      usageFacts(
        'Expected the header "Authorization: Bearer TOKEN" with the token of this server.',
        'The token is in the file that `bourse serve` names when it starts.',
      ),
      401,
      { 'WWW-Authenticate': 'Bearer' },
    );
  const name = methodNameOf(request.target);
  if (name === undefined)
    return errorAnswer(
      usageFacts(
        'The path names no method of the library.',
        'Send POST /v1/market.klines, for example; docs/reference/library.d.ts lists all methods.',
      ),
      404,
    );
  if (request.method !== 'POST')
    return errorAnswer(
      usageFacts(`Methods are called with POST, found ${request.method}.`, 'Nothing was sent.'),
      405,
      { Allow: 'POST' },
    );
  try {
    const answer = await call(session, name, request.body);
    return jsonAnswer(200, { answer });
  } catch (thrown) {
    const error = session.asError(thrown);
    const status = STATUS_OF[error.kind] ?? 500;
    const wait: Record<string, string> =
      error.retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.ceil(error.retryAfterMs / 1000)) };
    return errorAnswer(envelopeOfBourseError(error), status, wait, error);
  }
}

/** Compares digests, whose length does not depend on what was sent, in constant time. */
function hasToken({ headers }: WireRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers['authorization'] ?? ''), digest(`Bearer ${token}`));
}

function methodNameOf(target: string): string | undefined {
  if (!target.startsWith(PREFIX)) return undefined;
  const name = target.slice(PREFIX.length);
  if (Object.hasOwn(METHODS, name)) return name;
  return name.startsWith(LOCAL_PREFIX) && Object.hasOwn(LOCAL_METHODS, name) ? name : undefined;
}

async function call(session: Session, name: string, body: string): Promise<JsonValue> {
  const [given, options] = readBody(body);
  const entry = METHODS[name];
  if (entry === undefined) return jsonOf(await session.local(LOCAL_METHODS[name]!, name, [given]));
  const answer =
    entry[0] === 'write'
      ? await session.write(entry, name, [given, options])
      : await session.read(entry, name, [given]);
  return jsonOf(answer);
}

/** Values of the library are JSON values, and bigint is written as digits. */
function jsonOf(answer: unknown): JsonValue {
  return answer as JsonValue;
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

function usageFacts(message: string, hint: string): ErrorEnvelope {
  return envelopeOf(new ToolError({ kind: 'usage', message, hint, execution: 'not_executed' }));
}

function envelopeOfBourseError(error: BourseError): ErrorEnvelope {
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

function errorAnswer(
  envelope: ErrorEnvelope,
  status: number,
  headers: Readonly<Record<string, string>> = {},
  error?: BourseError,
): WireAnswer {
  const partial = error?.answer === undefined ? {} : { answer: jsonOf(error.answer) };
  return jsonAnswer(status, { error: envelope as unknown as JsonValue, ...partial }, headers);
}

function jsonAnswer(
  status: number,
  value: Readonly<Record<string, JsonValue>>,
  headers: Readonly<Record<string, string>> = {},
): WireAnswer {
  return {
    status,
    headers: { 'Content-Type': 'application/json;charset=UTF-8', 'Cache-Control': 'no-store', ...headers },
    body: `${stringifyJson(value)}\n`,
  };
}
