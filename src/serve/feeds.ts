/** Streams and histories as NDJSON: one JSON object a line, with records that have the field `bourse` between the rows. */
import { type ErrorEnvelope, usageError } from '../core/errors.ts';
import { stringifyJson } from '../core/json.ts';
import type { JsonValue } from '../core/words.ts';
import type { Session } from '../library/session.ts';
import type { AnswerValue } from '../library/types.ts';
import type { StreamedAnswer } from '../sandbox/http/streamed-answer.ts';
import type { WireAnswer } from '../sandbox/types.ts';
import { envelopeOfBourseError, unavailableAnswer } from './answers.ts';
import { readBody } from './bodies.ts';
import type { Route } from './routes.ts';

/** Streams and histories at once: each may hold up to 8 MiB for a slow reader. */
const FEEDS_MAX = 64;

const WHEN_SLOW = ['pause', 'drop'];

/** The streams and histories that are being sent. */
export class Feeds {
  readonly #session: Session;
  #open = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * Returns the answer whose lines `follow` yields; its signal aborts when the client has closed the connection. Throws what is
   * thrown before the first line.
   */
  async open(
    onGone: (listener: () => void) => void,
    follow: (signal: AbortSignal) => AsyncGenerator<FeedLine>,
  ): Promise<WireAnswer | StreamedAnswer> {
    if (this.#open >= FEEDS_MAX)
      return unavailableAnswer(
        `The server sends ${FEEDS_MAX} streams and histories, the most that it sends at once.`,
        'End one of them, or follow several symbols with one stream.',
      );
    this.#open += 1;
    const gone = new AbortController();
    onGone(() => gone.abort(new Error('the client closed the connection')));
    const lines = follow(gone.signal);
    try {
      const first = await lines.next();
      return { status: 200, headers: HEADERS, pieces: this.#pieces(first, lines) };
    } catch (thrown) {
      this.#open -= 1;
      throw thrown;
    }
  }

  /** Yields lines as text. An error after the first line becomes the last line. */
  async *#pieces(first: IteratorResult<FeedLine>, lines: AsyncGenerator<FeedLine>): AsyncGenerator<string> {
    try {
      for (let next = first; next.done !== true; next = await lines.next()) yield textOf(next.value);
    } catch (thrown) {
      const error = envelopeOfBourseError(this.#session.asError(thrown));
      yield textOf({ bourse: 'error', at: this.#session.world.clock.now(), error });
    } finally {
      this.#open -= 1;
      await lines.return(undefined);
    }
  }
}

const HEADERS = { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' };

/** A row, an event, or a record of either. */
type FeedLine =
  | AnswerValue
  | { readonly bourse: 'error'; readonly at: number; readonly error: ErrorEnvelope };

function textOf(line: FeedLine): string {
  return `${stringifyJson(line as unknown as JsonValue)}\n`;
}

/** Yields the events and records of a stream, `hello` first and `bye` last. */
export async function* streamLines(
  session: Session,
  { entry, name }: Extract<Route, { readonly kind: 'stream' }>,
  body: string,
  signal: AbortSignal,
): AsyncGenerator<FeedLine> {
  const { given, options } = readBody(body, ['whenSlow']);
  const { whenSlow = 'pause' } = options;
  if (typeof whenSlow !== 'string' || !WHEN_SLOW.includes(whenSlow))
    throw usageError(`whenSlow must be pause or drop, was ${stringifyJson(whenSlow)}.`);
  const { followStream } = await import('../library/streams.ts');
  yield* followStream(session, entry, name, [given, { records: true, whenSlow, signal }]);
}

/** Yields the rows of a history, oldest first, a record for rows that are missing, and `bye` with the number of rows. */
export async function* historyLines(
  session: Session,
  { entry, name }: Extract<Route, { readonly kind: 'history' }>,
  body: string,
  signal: AbortSignal,
): AsyncGenerator<FeedLine> {
  const { given, options } = readBody(body, ['parallel']);
  const { clock } = session.world;
  let gaps: FeedLine[] = [];
  const onGap = (message: string) => void gaps.push({ bourse: 'gap', at: clock.now(), message });
  let rows = 0;
  for await (const page of session.pages(entry, name, [given, { ...options, onGap, signal }])) {
    yield* page;
    rows += page.length;
    yield* gaps;
    gaps = [];
  }
  yield* gaps;
  yield { bourse: 'bye', at: clock.now(), rows };
}
