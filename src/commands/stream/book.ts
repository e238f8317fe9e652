import { BOOK_ACCESS, STREAM_ACCESS } from '../../catalogue/streams.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { asToolError, EXIT_CODES, type ExitCode } from '../../core/errors.ts';
import { plural } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { prepareRequest } from '../../request/prepare.ts';
import type { Book } from '../../stream/book/book.ts';
import { Books } from '../../stream/book/books.ts';
import type { BookState } from '../../stream/book/depth-sync.ts';
import { Feed } from '../../stream/feed.ts';
import type { MessageId } from '../../stream/ids.ts';
import type { RecordingWriter } from '../../stream/recording/recording-writer.ts';
import type { StreamRecord } from '../../stream/recording/records.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CommandCall } from '../types.ts';
import { type BookOptions, readBookOptions } from './book-options.ts';
import { BookScreen } from './book-screen.ts';
import type { ShownBook } from './book-view.ts';
import { LineWriter, runWithSummary, type SlowPolicy } from './line-writer.ts';
import type { EventLines } from './lines/event-lines.ts';
import { openLines } from './lines/open-lines.ts';
import { endRecording, openRecording } from './recording.ts';
import { canDraw } from './screen.ts';
import { byeRecord, summaryLines } from './summary.ts';

/** The number of levels up to which the small snapshot is fetched; deeper order books need the largest one. */
const SMALL_SNAPSHOT_LEVELS = 100;
/**
 * Of streams without a message for this time in ms, the order book is requested once by REST, for at most
 * this many symbols.
 */
const QUIET_MS = 5000;
const QUIET_CHECKS_MAX = 5;
const WATCH_MS = 250;

/** Maintains order books from depth streams until an end condition is met. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const bookOptions = readBookOptions(call);
  const { services } = call;
  const streaming = await services.streaming();
  const target = await streaming.addressOf(STREAM_ACCESS[bookOptions.product].host);
  // Books that are recorded or drawn are not written.
  const isWritten = call.options['record'] === undefined && !bookOptions.isWatched;
  if (isWritten && canDraw(call) && !call.output.isFormatExplicit)
    call.output.note('--watch shows the levels of the book in place.');
  const lines = isWritten
    ? await openLines(call, async () => (await import('./lines/event-source.ts')).bookSource())
    : undefined;
  const follower = new BookFollower(
    call,
    bookOptions,
    await endpointById(BOOK_ACCESS[bookOptions.product].endpoint),
    lines,
    (handlers) => {
      const route = target.interface === 'today' ? bookOptions.stream.routeToday : undefined;
      return new Feed({
        clock: services.world.clock,
        random: services.world.random,
        open: streaming.open,
        takeAttempt: streaming.attemptGateOf(target),
        base: target.url,
        streams: [...bookOptions.symbols.keys()].map((name) => ({
          name,
          sequence: bookOptions.stream.sequence,
          ...(route === undefined ? {} : { route }),
        })),
        signal: bookOptions.endConditions.signal,
        ...handlers,
      });
    },
  );
  return follower.run();
}

type BookFeedHandlers = Pick<ConstructorParameters<typeof Feed>[0], 'onMessage' | 'onRecord'>;

interface LatestBook {
  readonly book: Book;
  readonly state: BookState;
  readonly at: MessageId | undefined;
}

class BookFollower {
  readonly #call: CommandCall;
  readonly #bookOptions: BookOptions;
  readonly #endpoint: Endpoint;
  readonly #lines: LineWriter;
  readonly #books: Books;
  readonly #feed: Feed;
  readonly #recording: RecordingWriter | undefined;
  readonly #latest = new Map<string, LatestBook>();
  readonly #lastLine = new Map<string, string>();
  #screen: BookScreen | undefined;
  #written = 0;
  #failure: unknown;

  constructor(
    call: CommandCall,
    bookOptions: BookOptions,
    endpoint: Endpoint,
    lines: EventLines | undefined,
    openFeed: (handlers: BookFeedHandlers) => Feed,
  ) {
    this.#call = call;
    this.#bookOptions = bookOptions;
    this.#endpoint = endpoint;
    const { services, options } = call;
    this.#lines = new LineWriter({
      services,
      policy: (options['when-slow'] ?? 'pause') as SlowPolicy,
      hasRecords: options['records'] === true,
      lines,
      note: (text) => call.output.note(text),
      warnsOfPause: true,
      onPause: () => this.#feed.pause(),
      onResume: () => this.#feed.resume(),
      onEnd: () => bookOptions.endConditions.end(),
    });
    const { sequence } = bookOptions.stream;
    this.#books = new Books({
      clock: services.world.clock,
      random: services.world.random,
      symbols: [...bookOptions.symbols.values()],
      namesPrevious: sequence.by === 'range' && sequence.previous !== undefined,
      signal: bookOptions.endConditions.signal,
      snapshot: (symbol) => this.#snapshot(symbol),
      onChange: (symbol, book, state, at) => {
        this.#latest.set(symbol, { book, state, at: at ?? this.#latest.get(symbol)?.at });
        if (bookOptions.everyMs === undefined && !bookOptions.isWatched) this.#write(symbol);
      },
      onStale: (symbol, isStale) => this.#reportStale(symbol, isStale),
      onNote: (text) => this.#note(text),
      onFailure: (error) => this.#fail(error),
    });
    const streams = [...bookOptions.symbols.keys()].map((name) => ({ name }));
    this.#recording = openRecording(call, streams, bookOptions.product, {
      onFull: () => this.#feed.pause(),
      onRoom: () => this.#feed.resume(),
      onFailure: (error) => this.#fail(error),
    });
    this.#feed = openFeed({
      onMessage: (bytes, tracker) => {
        const symbol = bookOptions.symbols.get(tracker?.name ?? '');
        if (this.#recording !== undefined) this.#record(this.#recording, bytes);
        if (symbol !== undefined) this.#books.message(symbol, bytes);
      },
      onRecord: (record) => this.#handleRecord(record),
    });
  }

  async run(): Promise<ExitCode> {
    const { services, output, options } = this.#call;
    const { clock, stdout } = services.world;
    const startedMs = clock.monotonicMs();
    const { isWatched, levels } = this.#bookOptions;
    const screen = isWatched ? new BookScreen(stdout, output.paint, levels) : undefined;
    this.#screen = screen;
    const summary = () => {
      screen?.close();
      const facts = { spanMs: clock.monotonicMs() - startedMs, dropped: this.#lines.dropped };
      for (const line of [...summaryLines(this.#feed, facts), ...this.#stateLines()]) output.note(line);
    };
    await runWithSummary(async () => {
      const feedEnded = this.#feed.run().then(() => this.#bookOptions.endConditions.end());
      await Promise.all([feedEnded, this.#drawAtIntervals(screen), this.#checkQuietBooks()]);
      this.#lines.record(byeRecord(this.#feed, clock.now()));
      await this.#lines.end();
      if (this.#recording !== undefined && this.#failure === undefined)
        output.note(await endRecording(this.#recording, this.#feed));
    }, summary);
    if (this.#failure !== undefined) throw this.#failure;
    const hasGap = this.#books.states().some(({ gaps }) => gaps > 0);
    return options['fail-on-gap'] === true && hasGap ? EXIT_CODES.check : EXIT_CODES.done;
  }

  async #snapshot(symbol: string): Promise<string> {
    const { product, levels, symbols } = this.#bookOptions;
    const { limit } = BOOK_ACCESS[product];
    const given = [
      { name: 'symbol', text: symbol },
      { name: 'limit', text: String(levels > SMALL_SNAPSHOT_LEVELS ? limit.all : limit.usual) },
    ];
    const { services } = this.#call;
    const { request } = prepareRequest(this.#endpoint, given, { now: services.world.clock.now() });
    const { body } = await services.call(request, { isOneOfMany: true });
    const [name] = [...symbols].find(([, one]) => one === symbol) ?? [];
    if (name !== undefined) this.#recording?.snapshot(name, body, services.world.clock.now());
    return body;
  }

  /** Records a message instead of writing order books, which a later replay builds from the recording. */
  #record(recording: RecordingWriter, bytes: Buffer): void {
    const { endConditions } = this.#bookOptions;
    if (this.#written === endConditions.count) return;
    recording.message(bytes, this.#call.services.world.clock.now());
    this.#written += 1;
    if (this.#written === endConditions.count) endConditions.end();
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#bookOptions.endConditions.end();
  }

  /**
   * Requests the order books of quiet streams by REST: an unknown symbol is rejected there, while its stream
   * only stays quiet.
   */
  async #checkQuietBooks(): Promise<void> {
    const { endConditions, symbols } = this.#bookOptions;
    await this.#call.services.world.clock.sleep(QUIET_MS, endConditions.signal).catch(() => {});
    const counts = this.#feed.counts().filter(({ messages }) => messages === 0);
    for (const { name } of counts.slice(0, QUIET_CHECKS_MAX)) {
      if (endConditions.signal.aborted) return;
      await this.#snapshot(symbols.get(name)!).catch((error: unknown) => {
        if (asToolError(error).kind === 'rejected') this.#fail(error);
      });
    }
  }

  /** Draws the ladder or writes lines at intervals until the stream ends. */
  async #drawAtIntervals(screen: BookScreen | undefined): Promise<void> {
    const { everyMs, endConditions, symbols } = this.#bookOptions;
    if (everyMs === undefined && screen === undefined) return;
    const { world } = this.#call.services;
    while (!endConditions.signal.aborted) {
      await world.clock.sleep(everyMs ?? WATCH_MS, endConditions.signal).catch(() => {});
      if (endConditions.signal.aborted) return;
      if (screen === undefined) for (const one of symbols.values()) this.#write(one);
      else screen.draw(this.#shownBooks());
    }
  }

  #shownBooks(): readonly ShownBook[] {
    return this.#books.states().map(({ symbol, state, gaps }) => ({
      symbol,
      book: this.#latest.get(symbol)?.book,
      state,
      gaps,
    }));
  }

  /** Writes the book as a line, unless the shown levels are unchanged. */
  #write(symbol: string): void {
    const { endConditions, levels } = this.#bookOptions;
    const latest = this.#latest.get(symbol);
    if (latest === undefined || endConditions.signal.aborted || this.#recording !== undefined) return;
    const shown = { bids: latest.book.bids.top(levels), asks: latest.book.asks.top(levels) };
    const key = `${latest.state}${JSON.stringify(shown)}`;
    if (this.#lastLine.get(symbol) === key) return;
    this.#lastLine.set(symbol, key);
    const fields = {
      symbol,
      state: latest.state,
      lastUpdateId: latest.book.lastId,
      eventTime: latest.at ?? null,
    };
    if (!this.#lines.event({ ...fields, ...shown } as unknown as JsonValue)) return;
    this.#written += 1;
    if (this.#written === endConditions.count) endConditions.end();
  }

  #handleRecord(record: StreamRecord): void {
    if (record.bourse === 'stale') {
      this.#books.interrupt();
      this.#note(`Connection lost: ${record.why}. Trying again in ${record.retryInMs} ms.`);
    }
    // The record `resync` is written when the snapshot of an order book fits, not already when the connection is
    // open.
    if (record.bourse !== 'resync') this.#lines.record(record);
  }

  #reportStale(symbol: string, isStale: boolean): void {
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
      this.#note(`${symbol}: an update is missing; the book is stale until a snapshot fits.`);
    }
  }

  #note(text: string): void {
    if (this.#bookOptions.isWatched) this.#screen?.note(text, this.#call.services.world.clock.now());
    else this.#call.output.note(text);
  }

  #stateLines(): readonly string[] {
    return this.#books
      .states()
      .map(({ symbol, state, gaps }) => `  ${symbol}: book ${state} at the end, ${plural(gaps, 'gap')}`);
  }
}
