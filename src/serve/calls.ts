/** Answers the requests of `bourse serve`: `POST /v1/METHOD` calls a method of the library. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Session } from '../library/session.ts';
import type { AnswerValue } from '../library/types.ts';
import type { RequestHead } from '../sandbox/http/server.ts';
import type { StreamedAnswer } from '../sandbox/http/streamed-answer.ts';
import type { WireAnswer, WireRequest } from '../sandbox/types.ts';
import { failureAnswer, jsonAnswer, unavailableAnswer, usageAnswer } from './answers.ts';
import { readBody } from './bodies.ts';
import { type Feeds, historyLines, streamLines } from './feeds.ts';
import { type Route, routeOf } from './routes.ts';

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
  if (routeOf(target) === undefined)
    return usageAnswer(
      'The path names no method of the library.',
      'Send POST /v1/market.klines, for example; docs/reference/library.d.ts lists all methods.',
      404,
    );
  if (method !== 'POST')
    return usageAnswer(
      `Methods are called with POST, found ${method}.`,
      'Send POST with a JSON object as the body, such as {}. Nothing was sent.',
      405,
      { Allow: 'POST' },
    );
  return isStopping ? STOPPING : undefined;
}

const STOPPING = unavailableAnswer('The server is stopping.', 'Start `bourse serve` again.');

/** Returns the answer of one request that was not refused. Never throws. */
export async function answerCall(
  session: Session,
  feeds: Feeds,
  { target, body }: WireRequest,
  onGone: (listener: () => void) => void,
): Promise<WireAnswer | StreamedAnswer> {
  const route = routeOf(target)!;
  try {
    switch (route.kind) {
      case 'stream':
        return await feeds.open(onGone, (signal) => streamLines(session, route, body, signal));
      case 'history':
        return await feeds.open(onGone, (signal) => historyLines(session, route, body, signal));
      default:
        return jsonAnswer(200, { answer: await callMethod(session, route, body) });
    }
  } catch (thrown) {
    return failureAnswer(session.asError(thrown));
  }
}

/** Compares digests, whose length does not depend on what was sent, in constant time. */
function hasToken(headers: RequestHead['headers'], token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers['authorization'] ?? ''), digest(`Bearer ${token}`));
}

/** Calls the method that a path names, with the arguments and options of a body. */
export function callMethod(
  session: Session,
  route: Exclude<Route, { readonly kind: 'stream' | 'history' }>,
  body: string,
): Promise<AnswerValue> {
  const { given, options } = readBody(body, CALL_OPTIONS);
  const { name } = route;
  if (route.kind === 'local') return session.local(route.words, name, [given]);
  return route.entry[0] === 'write'
    ? session.write(route.entry, name, [given, options])
    : session.read(route.entry, name, [given]);
}
