/** `bourse stream <kind> …`: market streams, one line per message exactly as received. */
import type { StreamProduct } from '../../catalogue/stream-types.ts';
import { STREAM_ACCESS, TIME_UNIT } from '../../catalogue/streams.ts';
import { EXIT_CODES, type ExitCode, usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { parseDuration } from '../../core/time.ts';
import { Feed, type FeedOptions } from '../../stream/feed.ts';
import type { FeedStream } from '../../stream/feed-connection.ts';
import { joinLines, type MessageLines } from '../../stream/message-lines.ts';
import type { RecordingWriter } from '../../stream/recording/recording-writer.ts';
import type { StreamRecord } from '../../stream/recording/records.ts';
import { unwrapMessage } from '../../stream/router.ts';
import type { CommandCall } from '../types.ts';
import { type EndConditions, readEndConditions } from './end-conditions.ts';
import { IDLE_MIN_MS, IdleWatch } from './idle-watch.ts';
import { LineWriter, runWithSummary, type SlowPolicy } from './line-writer.ts';
import type { EventLines } from './lines/event-lines.ts';
import { openLines } from './lines/open-lines.ts';
import { endRecording, openRecording } from './recording.ts';
import { parseStreams, type StreamRequest, uniqueStreams } from './stream-names.ts';
import { byeRecord, summaryLines } from './summary.ts';
import type { WatchTable } from './watch-table.ts';

/** The parts of stream names that can be given as options or as words. */
const SLOT_OPTIONS = ['interval', 'speed', 'levels', 'zone', 'window', 'expiry', 'contract-type'] as const;

/** Runs market streams until an end condition is met. */
export async function run(call: CommandCall): Promise<ExitCode> {
  rejectWithControl(call);
  readIdleLimit(call.options['idle']);
  const { services, options } = call;
  const product = (options['on'] ?? 'spot') as StreamProduct;
  const endConditions = readEndConditions(call);
  const streaming = await services.streaming();
  const target = await streaming.addressOf(STREAM_ACCESS[product].host);
  const request: StreamRequest = {
    product,
    interface: target.interface,
    slots: readSlots(call),
    isForced: options['force'] === true,
  };
  const streams = requestedStreams(call, request);
  const shown = await openShown(call, product, streams, endConditions);
  const follower = new MarketFollower(call, product, streams, endConditions, shown, (handlers) => {
    const unit = options['time-unit'];
    return new Feed({
      clock: services.world.clock,
      random: services.world.random,
      open: streaming.open,
      takeAttempt: streaming.attemptGateOf(target),
      base: target.url,
      streams,
      // With --control the streams change, so each message must carry its stream name.
      isCombined: options['combined'] === true || options['control'] === true,
      ...(unit === undefined ? {} : { query: `${TIME_UNIT.name}=${unit}` }),
      signal: endConditions.signal,
      ...handlers,
    });
  });
  return follower.run((names) => parseStreams(['raw', ...names], { ...request, slots: {} }));
}

/** Where messages are shown: as formatted lines, or in a table that is redrawn; as the exchange sent them if neither. */
interface Shown {
  readonly lines?: EventLines | undefined;
  readonly table?: WatchTable;
}

/** Returns where messages are shown. Throws a usage error for options that do not fit each other. */
async function openShown(
  call: CommandCall,
  product: StreamProduct,
  streams: readonly FeedStream[],
  { signal }: EndConditions,
): Promise<Shown> {
  const { options } = call;
  // Messages that are recorded are not shown.
  if (options['record'] !== undefined) return {};
  const names = streams.map(({ name }) => name);
  if (options['watch'] === true) {
    const { WatchTable } = await import('./watch-table.ts');
    const { marketSource } = await import('./lines/event-source.ts');
    return { table: new WatchTable(call, signal, marketSource(product, names, false)) };
  }
  const idle = ['sort', 'desc', 'top'].find((name) => options[name] !== undefined);
  if (idle !== undefined) throw usageError(`--${idle} orders the table of --watch.`, 'Add --watch.');
  return {
    lines: await openLines(call, async () =>
      (await import('./lines/event-source.ts')).marketSource(product, names, options['control'] === true),
    ),
  };
}

type MarketFeedHandlers = Pick<FeedOptions, 'onMessage' | 'lines' | 'onRecord'>;

/** Passes messages to stdout lines, to a recording, or to a table on the terminal. */
class MarketFollower {
  readonly #call: CommandCall;
  readonly #product: StreamProduct;
  readonly #endConditions: EndConditions;
  readonly #isUnwrapped: boolean;
  readonly #lines: LineWriter;
  readonly #recording: RecordingWriter | undefined;
  readonly #table: WatchTable | undefined;
  readonly #feed: Feed;
  readonly #opened: Promise<void>;
  #onOpened: () => void = () => {};
  #written = 0;
  #failure: unknown;

  constructor(
    call: CommandCall,
    product: StreamProduct,
    streams: readonly FeedStream[],
    endConditions: EndConditions,
    { lines, table }: Shown,
    openFeed: (handlers: MarketFeedHandlers) => Feed,
  ) {
    const { services, options } = call;
    this.#call = call;
    this.#product = product;
    this.#endConditions = endConditions;
    this.#opened = new Promise((resolve) => {
      this.#onOpened = resolve;
    });
    endConditions.signal.addEventListener('abort', () => this.#onOpened(), { once: true });
    this.#isUnwrapped = options['single'] === true && streams.length > 1;
    this.#lines = new LineWriter({
      services,
      policy: (options['when-slow'] ?? 'pause') as SlowPolicy,
      hasRecords: options['records'] === true,
      lines,
      note: (text) => call.output.note(text),
      warnsOfPause: true,
      onPause: () => this.#feed.pause(),
      onResume: () => this.#feed.resume(),
      onEnd: () => endConditions.end(),
    });
    this.#table = table;
    this.#recording = openRecording(call, streams, product, {
      onFull: () => this.#feed.pause(),
      onRoom: () => this.#feed.resume(),
      onFailure: (error) => {
        this.#failure = error;
        endConditions.end();
      },
    });
    this.#feed = openFeed({
      onMessage: (bytes, tracker) => this.#message(bytes, tracker?.name),
      lines: {
        room: (lines) => this.#roomForLines(lines),
        onLines: (lines, from, to) => this.#messageLines(lines, from, to),
      },
      onRecord: (record) => this.#record(record),
    });
  }

  /**
   * Runs the connections until the command ends; `parseNames` turns the stream names of control lines into
   * streams.
   */
  async run(parseNames: (names: readonly string[]) => readonly FeedStream[]): Promise<ExitCode> {
    const { services, output, options } = this.#call;
    const { clock } = services.world;
    const startedMs = clock.monotonicMs();
    await runWithSummary(
      async () => {
        await Promise.all([
          this.#feed.run().then(() => this.#endConditions.end()),
          this.#table?.draw(),
          this.#control(parseNames),
          this.#reportIdleStreams(),
        ]);
        this.#lines.record(byeRecord(this.#feed, clock.now()));
        await this.#lines.end();
        await this.#endRecording();
      },
      () => {
        this.#table?.close();
        const facts = { spanMs: clock.monotonicMs() - startedMs, dropped: this.#lines.dropped };
        for (const line of summaryLines(this.#feed, facts)) output.note(line);
      },
    );
    if (this.#failure !== undefined) throw this.#failure;
    const isComplete = this.#feed.counts().every(({ missing }) => missing === 0) && this.#lines.dropped === 0;
    return options['fail-on-gap'] === true && !isComplete ? EXIT_CODES.check : EXIT_CODES.done;
  }

  #message(bytes: Buffer, stream: string | undefined): void {
    if (this.#written === this.#endConditions.count) return;
    if (this.#table !== undefined) this.#table.message(bytes, stream);
    else if (this.#recording !== undefined)
      this.#recording.message(bytes, this.#call.services.world.clock.now());
    else if (!this.#lines.message(this.#isUnwrapped ? unwrapMessage(bytes) : bytes, stream)) return;
    this.#written += 1;
    if (this.#written === this.#endConditions.count) this.#endConditions.end();
  }

  /** Returns how many messages can be written as lines, without a look at each. */
  #roomForLines({ starts, ends, count }: MessageLines): number {
    const isEach = this.#table !== undefined || this.#recording !== undefined || this.#isUnwrapped;
    if (isEach || !this.#lines.takesLines(ends[count - 1]! - starts[0]!)) return 0;
    return (this.#endConditions.count ?? Number.POSITIVE_INFINITY) - this.#written;
  }

  #messageLines(lines: MessageLines, from: number, to: number): void {
    this.#lines.messageLines(joinLines(lines, from, to));
    this.#written += to - from;
    if (this.#written === this.#endConditions.count) this.#endConditions.end();
  }

  #record(record: StreamRecord): void {
    const { output } = this.#call;
    this.#lines.record(record);
    if (record.bourse === 'hello') this.#onOpened();
    if (record.bourse === 'stale')
      output.note(`Connection lost: ${record.why}. Trying again in ${record.retryInMs} ms.`);
    if (record.bourse === 'gap' && record.missing !== null)
      output.note(
        `${record.stream}: ${record.missing} missing between ${record.after} and ${record.before}.`,
      );
    if (record.bourse === 'unproved')
      output.note(
        record.why === undefined
          ? `Not listed by the exchange: ${record.streams.join(', ')}; a misspelt name sends no messages.`
          : `Not listed by the exchange: ${record.streams.join(', ')}: ${safeText(record.why)}`,
      );
  }

  /** Reports streams that send nothing: the exchange accepts misspelt names and expired contracts without an error. */
  async #reportIdleStreams(): Promise<void> {
    const limitMs = readIdleLimit(this.#call.options['idle']);
    if (this.#table !== undefined || limitMs === 0) return;
    await this.#opened;
    const { signal } = this.#endConditions;
    const { clock } = this.#call.services.world;
    const watch = new IdleWatch(this.#product, limitMs);
    const stepMs = Math.min(limitMs ?? IDLE_MIN_MS, IDLE_MIN_MS);
    const sleep = () =>
      clock.sleep(stepMs, signal).then(
        () => true,
        () => false,
      );
    while (await sleep()) {
      // While the connection is lost, another note says that no messages come.
      if (!this.#feed.isOpen) continue;
      for (const note of watch.sample(this.#feed.counts(), stepMs)) this.#call.output.note(note);
    }
  }

  async #control(parseNames: (names: readonly string[]) => readonly FeedStream[]): Promise<void> {
    if (this.#call.options['control'] !== true) return;
    // Control lines are executed once the first connection is open.
    await this.#opened;
    const { followControls } = await import('./control.ts');
    await followControls(this.#call, {
      feed: this.#feed,
      streamsOf: parseNames,
      emit: (record) => this.#lines.notice(record),
      signal: this.#endConditions.signal,
    });
  }

  async #endRecording(): Promise<void> {
    if (this.#failure !== undefined || this.#recording === undefined) return;
    this.#call.output.note(await endRecording(this.#recording, this.#feed));
  }
}

function requestedStreams({ verb, positionals, options }: CommandCall, request: StreamRequest) {
  const words = [...verb.words, ...((positionals['streams'] as readonly string[] | undefined) ?? [])];
  const also = ((options['also'] as readonly string[] | undefined) ?? []).map((text) => text.split(/\s+/));
  // Options such as `--interval` apply to the first kind of stream only; streams added by `--also` are given in
  // words.
  return uniqueStreams([
    ...parseStreams(words, request),
    ...also.flatMap((one) => parseStreams(one, { ...request, slots: {} })),
  ]);
}

/** Returns the value of `--idle` in ms: 0 for never, undefined if it is omitted. */
function readIdleLimit(text: CommandCall['options'][string]): number | undefined {
  if (typeof text !== 'string') return undefined;
  const limitMs = parseDuration(text);
  if (limitMs !== undefined && (limitMs === 0 || limitMs >= 100)) return limitMs;
  throw usageError(`--idle must be a duration such as 30s, or 0, was "${safeText(text.slice(0, 40))}".`);
}

function readSlots({ options }: CommandCall): Readonly<Record<string, string>> {
  const given = SLOT_OPTIONS.flatMap((name) =>
    typeof options[name] === 'string'
      ? [[name === 'contract-type' ? 'contractType' : name, options[name]]]
      : [],
  );
  return Object.fromEntries(given) as Record<string, string>;
}

/**
 * Throws a usage error for `--control` with options that need a fixed list of streams, or that write no
 * lines.
 */
function rejectWithControl({ options }: CommandCall): void {
  if (options['control'] !== true) return;
  const other = ['record', 'watch', 'single'].find((name) => options[name] !== undefined);
  if (other === undefined) return;
  throw usageError(
    `--control and --${other} cannot be combined.`,
    other === 'single' ? 'Turn the wrapping off with the line {"set":{"combined":false}}.' : undefined,
  );
}
