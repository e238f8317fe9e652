/**
 * Answers the methods of the library over a pipe: a JSON object a line on stdin, and on stdout the answers, each with the id of
 * its request. Who can write to the pipe has started this process, so there is no token.
 */
import type { World } from '../app/world.ts';
import type { ServeOptions } from '../commands/types.ts';
import { readLines } from '../commands/ws/session-lines.ts';
import { type ToolError, usageError } from '../core/errors.ts';
import { parseJson, stringifyJson } from '../core/json.ts';
import { isObject, type JsonValue } from '../core/words.ts';
import type { Session } from '../library/session.ts';
import { envelopeOfBourseError } from './answers.ts';
import { callMethod } from './calls.ts';
import { historyLines, streamLines } from './feeds.ts';
import { pipedRouteOf, type Route } from './routes.ts';
import { openServedSession } from './served-session.ts';

/** The most requests that are under way at once; further lines are read when one of them has ended. */
const UNDER_WAY_MAX = 256;

/** A request: its id, and the text of its body as `POST /v1/METHOD` takes it. */
interface PipedCall {
  readonly id: JsonValue;
  readonly method: string;
  readonly body: string;
  /** How many lines of a stream or a history are sent before the client asks for more; no limit if undefined. */
  readonly window: number | undefined;
}

/** Ends the stream or the history with this id, or lets it send more lines. */
type PipedControl = { readonly id: JsonValue } & ({ readonly cancel: true } | { readonly more: number });

/** Answers requests until stdin ends or the process is interrupted; running calls are answered before it resolves. */
export async function servePipe(world: World, options: Pick<ServeOptions, 'typed' | 'note'>): Promise<void> {
  const session = openServedSession(world, options);
  try {
    await new Pipe(world, session).run();
  } finally {
    await session.close();
  }
}

class Pipe {
  readonly #world: World;
  readonly #session: Session;
  /** The streams and histories under way, by the id of their request as text. */
  readonly #feeds = new Map<string, PipedFeed>();
  readonly #running = new Set<Promise<void>>();

  constructor(world: World, session: Session) {
    this.#world = world;
    this.#session = session;
  }

  async run(): Promise<void> {
    const { stdin, interrupt } = this.#world;
    for await (const line of readLines(stdin.follow(interrupt))) {
      if (typeof line === 'string' && line.trim() === '') continue;
      while (this.#running.size >= UNDER_WAY_MAX) await Promise.race(this.#running);
      const done: Promise<void> = this.#answer(line).finally(() => this.#running.delete(done));
      this.#running.add(done);
      // An output that is closed ends the command; calls under way are waited for first.
      done.catch(() => {});
    }
    for (const feed of this.#feeds.values()) feed.endInput();
    await Promise.all(this.#running);
  }

  /** Answers a line. Rejects only if the output cannot be written. */
  async #answer(line: string | ToolError): Promise<void> {
    let id: JsonValue = null;
    try {
      const fields = readFields(line);
      id = fields['id'] ?? null;
      const request = readRequest(id, fields);
      // A client cancels or asks for more before it has read that the stream ended: then there is nothing to do.
      if (!('method' in request)) return this.#feeds.get(stringifyJson(id))?.obey(request);
      const route = pipedRouteOf(request.method);
      if (route === undefined)
        throw usageError(
          `${request.method} is no method of the library.`,
          'docs/reference/library.d.ts lists all methods. Nothing was sent.',
        );
      if (route.kind === 'stream' || route.kind === 'history') await this.#follow(request, route);
      else await this.#write({ id, answer: await callMethod(this.#session, route, request.body) });
    } catch (thrown) {
      if (thrown instanceof OutputClosed) throw thrown.cause;
      const error = this.#session.asError(thrown);
      const { answer } = error;
      await this.#write({
        id,
        error: envelopeOfBourseError(error),
        ...(answer === undefined ? {} : { answer }),
      });
    }
  }

  async #follow({ id, body, window }: PipedCall, route: FeedRoute): Promise<void> {
    const key = stringifyJson(id);
    if (this.#feeds.has(key)) throw usageError(`The id ${key} is that of a stream under way.`);
    const feed = new PipedFeed(route.kind === 'stream', window);
    this.#feeds.set(key, feed);
    try {
      const lines =
        route.kind === 'stream'
          ? streamLines(this.#session, route, body, feed.signal)
          : historyLines(this.#session, route, body, feed.signal);
      for await (const line of lines) {
        await feed.mayWrite();
        await this.#write({ id, line });
      }
    } catch (thrown) {
      if (!feed.signal.aborted || thrown instanceof OutputClosed) throw thrown;
    } finally {
      this.#feeds.delete(key);
    }
    await this.#write({ id, end: true });
  }

  async #write(line: Readonly<Record<string, unknown>>): Promise<void> {
    try {
      await this.#world.stdout.write(`${stringifyJson(line as JsonValue)}\n`);
    } catch (cause) {
      throw new OutputClosed(cause);
    }
  }
}

type FeedRoute = Extract<Route, { readonly kind: 'stream' }> | Extract<Route, { readonly kind: 'history' }>;

/** A stream or a history under way: what ends it, and how many lines it may send until the client asks for more. */
class PipedFeed {
  readonly #abort = new AbortController();
  readonly #isEndless: boolean;
  #mayWrite: number;
  #wake = () => {};

  constructor(isEndless: boolean, window: number | undefined) {
    this.#isEndless = isEndless;
    this.#mayWrite = window ?? Number.POSITIVE_INFINITY;
    this.signal.addEventListener('abort', () => this.#wake(), { once: true });
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  obey(control: PipedControl): void {
    if ('cancel' in control) this.#abort.abort(new Error('cancelled'));
    else this.#allow(control.more);
  }

  /** The client can send nothing any more: a stream ends, a history sends what it still has. */
  endInput(): void {
    if (this.#isEndless) this.#abort.abort(new Error('the input has ended'));
    else this.#allow(Number.POSITIVE_INFINITY);
  }

  /** Resolves when a line may be written. Rejects once the feed is ended. */
  async mayWrite(): Promise<void> {
    while (this.#mayWrite === 0 && !this.signal.aborted)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.signal.throwIfAborted();
    this.#mayWrite -= 1;
  }

  #allow(lines: number): void {
    this.#mayWrite += lines;
    this.#wake();
  }
}

/** The output could not be written. */
class OutputClosed extends Error {
  constructor(cause: unknown) {
    super('the output cannot be written', { cause });
  }
}

type RequestFields = Readonly<Record<string, JsonValue>>;

function readFields(line: string | ToolError): RequestFields {
  if (typeof line !== 'string') throw line;
  const value = parseJson(line, { kind: 'usage', what: 'the line' });
  if (!isObject(value)) throw usageError('A line must be a JSON object.', EXAMPLE);
  return value as RequestFields;
}

function readRequest(id: JsonValue, fields: RequestFields): PipedCall | PipedControl {
  const { id: _id, method, cancel, more, window, ...body } = fields;
  if (cancel === true) return { id, cancel };
  if (more !== undefined) return { id, more: readLineCount('more', more) };
  if (typeof method !== 'string') throw usageError('A request needs a method.', EXAMPLE);
  return {
    id,
    method,
    body: stringifyJson(body),
    window: window === undefined ? undefined : readLineCount('window', window),
  };
}

function readLineCount(name: string, value: JsonValue): number {
  const count = Number(stringifyJson(value));
  if (!Number.isSafeInteger(count) || count < 1)
    throw usageError(`${name} must be a number of lines above 0, was ${stringifyJson(value)}.`);
  return count;
}

const EXAMPLE = 'Example: {"id":1,"method":"market.time"}';
