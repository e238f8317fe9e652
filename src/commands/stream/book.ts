import { BOOK_ACCESS, STREAM_ACCESS } from '../../catalogue/streams.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { asToolError, EXIT_CODES, type ExitCode } from '../../core/errors.ts';
import { plural } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { prepare } from '../../request/prepare.ts';
import type { Book } from '../../stream/book/book.ts';
import { Books } from '../../stream/book/books.ts';
import type { BookState } from '../../stream/book/depth-sync.ts';
import { Feed } from '../../stream/feed.ts';
import type { MessageId } from '../../stream/ids.ts';
import type { Recording } from '../../stream/recording/recording.ts';
import type { StreamRecord } from '../../stream/recording/records.ts';
import { endpointById } from '../endpoint-parts.ts';
import type { CommandCall } from '../types.ts';
import { type BookWish, readBookWish } from './book-options.ts';
import { drawBook } from './book-view.ts';
import { Lines, type SlowPolicy, whileRead } from './line-writer.ts';
import { endRecording, recordingOf } from './recording.ts';
import { Screen } from './screen.ts';
import { summaryOf } from './summary.ts';

/** Books that are shown deeper are kept from the largest snapshot. */
const SNAPSHOT_USUAL = 100;
/** A book whose stream brought nothing for so long is asked for, of so many of them. */
const SILENCE_MS = 5000;
const SILENT_LOOKS_MAX = 5;
/** Levels of a side on a screen. */
const LADDER_MAX = 15;
const WATCH_MS = 250;

/** Follows books until they end. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const wish = readBookWish(call);
  const { services } = call;
  const streaming = await services.streaming();
  const place = await streaming.addressOf(STREAM_ACCESS[wish.product].host);
  const follower = new BookFollower(
    call,
    wish,
    await endpointById(BOOK_ACCESS[wish.product].endpoint),
    (parts) => {
      const route = place.isPublic ? wish.stream.routeToday : undefined;
      return new Feed({
        clock: services.world.clock,
        random: services.world.random,
        open: streaming.open,
        takeAttempt: streaming.attemptGateOf(place),
        base: place.url,
        streams: [...wish.symbols.keys()].map((name) => ({
          name,
          sequence: wish.stream.sequence,
          ...(route === undefined ? {} : { route }),
        })),
        signal: wish.ends.signal,
        ...parts,
      });
    },
  );
  return follower.run();
}

type FeedParts = Pick<ConstructorParameters<typeof Feed>[0], 'onMessage' | 'onRecord'>;

interface Shown {
  readonly book: Book;
  readonly state: BookState;
  readonly at: MessageId | undefined;
}

class BookFollower {
  readonly #call: CommandCall;
  readonly #wish: BookWish;
  readonly #endpoint: Endpoint;
  readonly #lines: Lines;
  readonly #books: Books;
  readonly #feed: Feed;
  readonly #recording: Recording | undefined;
  readonly #latest = new Map<string, Shown>();
  readonly #lastLine = new Map<string, string>();
  #written = 0;
  #failure: unknown;

  constructor(call: CommandCall, wish: BookWish, endpoint: Endpoint, openFeed: (parts: FeedParts) => Feed) {
    this.#call = call;
    this.#wish = wish;
    this.#endpoint = endpoint;
    const { services, options } = call;
    this.#lines = new Lines({
      services,
      policy: (options['when-slow'] ?? 'pause') as SlowPolicy,
      hasRecords: options['records'] === true,
      note: (text) => call.output.note(text),
      onPause: () => this.#feed.pause(),
      onResume: () => this.#feed.resume(),
      onEnd: () => wish.ends.end(),
    });
    const { sequence } = wish.stream;
    this.#books = new Books({
      clock: services.world.clock,
      random: services.world.random,
      symbols: [...wish.symbols.values()],
      namesPrevious: sequence.by === 'range' && sequence.previous !== undefined,
      signal: wish.ends.signal,
      snapshot: (symbol) => this.#snapshot(symbol),
      onChange: (symbol, book, state, at) => {
        this.#latest.set(symbol, { book, state, at: at ?? this.#latest.get(symbol)?.at });
        if (wish.everyMs === undefined && !wish.isWatched) this.#write(symbol);
      },
      onStale: (symbol, isStale) => this.#tellStale(symbol, isStale),
      onNote: (text) => this.#say(text),
      onFailure: (error) => this.#fail(error),
    });
    const streams = [...wish.symbols.keys()].map((name) => ({ name }));
    this.#recording = recordingOf(call, streams, wish.product, {
      onFull: () => this.#feed.pause(),
      onRoom: () => this.#feed.resume(),
      onFailure: (error) => this.#fail(error),
    });
    this.#feed = openFeed({
      onMessage: (bytes, tracker) => {
        const symbol = wish.symbols.get(tracker?.name ?? '');
        if (this.#recording !== undefined) this.#record(this.#recording, bytes);
        if (symbol !== undefined) this.#books.message(symbol, bytes);
      },
      onRecord: (record) => this.#tellRecord(record),
    });
  }

  async run(): Promise<ExitCode> {
    const { services, output, options } = this.#call;
    const { clock, stdout } = services.world;
    const startedMs = clock.monotonicMs();
    const screen = this.#wish.isWatched ? new Screen(stdout) : undefined;
    const summary = () => {
      screen?.close();
      const facts = { spanMs: clock.monotonicMs() - startedMs, dropped: this.#lines.dropped };
      for (const line of [...summaryOf(this.#feed, facts), ...this.#stateLines()]) output.note(line);
    };
    await whileRead(async () => {
      const followed = this.#feed.run().then(() => this.#wish.ends.end());
      await Promise.all([followed, this.#tick(screen), this.#lookAtSilent()]);
      await this.#lines.end();
      if (this.#recording !== undefined && this.#failure === undefined)
        output.note(await endRecording(this.#recording, this.#feed));
    }, summary);
    if (this.#failure !== undefined) throw this.#failure;
    const hasGap = this.#books.states().some(({ gaps }) => gaps > 0);
    return options['fail-on-gap'] === true && hasGap ? EXIT_CODES.check : EXIT_CODES.done;
  }

  async #snapshot(symbol: string): Promise<string> {
    const { product, levels, symbols } = this.#wish;
    const { limit } = BOOK_ACCESS[product];
    const given = [
      { name: 'symbol', text: symbol },
      { name: 'limit', text: String(levels > SNAPSHOT_USUAL ? limit.all : limit.usual) },
    ];
    const { services } = this.#call;
    const { request } = prepare(this.#endpoint, given, { now: services.world.clock.now() });
    const { body } = await services.call(request, { isOneOfMany: true });
    const [name] = [...symbols].find(([, one]) => one === symbol) ?? [];
    if (name !== undefined) this.#recording?.snapshot(name, body, services.world.clock.now());
    return body;
  }

  /** Keeps a message instead of writing books: who plays the recording keeps books from it. */
  #record(recording: Recording, bytes: Buffer): void {
    const { ends } = this.#wish;
    if (this.#written === ends.count) return;
    recording.message(bytes, this.#call.services.world.clock.now());
    this.#written += 1;
    if (this.#written === ends.count) ends.end();
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#wish.ends.end();
  }

  /** The stream of a symbol that there is not stays silent like a quiet one: the call for its book tells them apart. */
  async #lookAtSilent(): Promise<void> {
    const { ends, symbols } = this.#wish;
    await this.#call.services.world.clock.sleep(SILENCE_MS, ends.signal).catch(() => {});
    const counts = this.#feed.counts().filter(({ messages }) => messages === 0);
    for (const { name } of counts.slice(0, SILENT_LOOKS_MAX)) {
      if (ends.signal.aborted) return;
      await this.#snapshot(symbols.get(name)!).catch((error: unknown) => {
        if (asToolError(error).kind === 'rejected') this.#fail(error);
      });
    }
  }

  /** Draws or writes at intervals, until the end. */
  async #tick(screen: Screen | undefined): Promise<void> {
    const { everyMs, ends, symbols, levels } = this.#wish;
    if (everyMs === undefined && screen === undefined) return;
    const { world } = this.#call.services;
    const [symbol = ''] = symbols.values();
    while (!ends.signal.aborted) {
      await world.clock.sleep(everyMs ?? WATCH_MS, ends.signal).catch(() => {});
      if (ends.signal.aborted) return;
      if (screen === undefined) for (const one of symbols.values()) this.#write(one);
      else {
        const { book, state } = this.#latest.get(symbol) ?? { book: undefined, state: 'init' as const };
        const { paint } = this.#call.output;
        const ladder = { width: world.stdout.columns, levels: Math.min(levels, LADDER_MAX), paint };
        screen.draw(drawBook(symbol, book, state, ladder));
      }
    }
  }

  /** A change below the levels that are shown is none of the reader's. */
  #write(symbol: string): void {
    const { ends, levels } = this.#wish;
    const one = this.#latest.get(symbol);
    if (one === undefined || ends.signal.aborted || this.#recording !== undefined) return;
    const shown = { bids: one.book.bids.top(levels), asks: one.book.asks.top(levels) };
    const key = `${one.state}${JSON.stringify(shown)}`;
    if (this.#lastLine.get(symbol) === key) return;
    this.#lastLine.set(symbol, key);
    const head = { symbol, state: one.state, lastUpdateId: one.book.lastId, eventTime: one.at ?? null };
    this.#lines.value({ ...head, ...shown } as unknown as JsonValue);
    this.#written += 1;
    if (this.#written === ends.count) ends.end();
  }

  #tellRecord(record: StreamRecord): void {
    if (record.bourse === 'stale') {
      this.#books.interrupt();
      this.#say(`Connection lost: ${record.why}. Trying again in ${record.retryInMs} ms.`);
    }
    // A book is whole again when its snapshot fits, not when the connection is there.
    if (record.bourse !== 'resync') this.#lines.record(record);
  }

  #tellStale(symbol: string, isStale: boolean): void {
    const at = this.#call.services.world.clock.now();
    const streams = [symbol];
    if (!isStale) this.#lines.record({ bourse: 'resync', at, streams });
    else {
      this.#lines.record({
        bourse: 'stale',
        at,
        streams,
        why: 'a change of the book is missing',
        retryInMs: 0,
      });
      this.#say(`${symbol}: a change is missing; the book is stale until a snapshot fits.`);
    }
  }

  #say(text: string): void {
    if (!this.#wish.isWatched) this.#call.output.note(text);
  }

  #stateLines(): readonly string[] {
    return this.#books
      .states()
      .map(
        ({ symbol, state, gaps }) =>
          `  ${symbol}: the book was ${state} at the end, out of step ${plural(gaps, 'time')}`,
      );
  }
}
