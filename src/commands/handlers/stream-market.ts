/** `bourse stream <kind> …`: market streams, one line a message exactly as the exchange sent it. */
import { resolve } from 'node:path';
import type { StreamProduct } from '../../catalogue/stream-types.ts';
import { STREAM_ACCESS, TIME_UNIT } from '../../catalogue/streams.ts';
import { EXIT_CODES, type ExitCode, usageError } from '../../core/errors.ts';
import { parseDuration } from '../../core/time.ts';
import { Feed, type FeedStream } from '../../stream/feed.ts';
import { Recording, type RecordingOptions } from '../../stream/recording.ts';
import { unwrapped } from '../../stream/router.ts';
import type { CommandCall } from '../types.ts';
import { endsOf } from './stream-ends.ts';
import { Lines, type SlowPolicy, whileRead } from './stream-lines.ts';
import { summaryOf } from './stream-summary.ts';
import { TickerTable } from './stream-ticker-table.ts';
import { streamsOf, type Wish, withoutRepeats } from './stream-wanted.ts';

/** Slots of names that are options; the words of a command line fill them as well. */
const SLOT_OPTIONS = ['interval', 'speed', 'levels', 'zone', 'window', 'expiry', 'contract-type'] as const;

/** Follows market streams until they end. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { services, output, options } = call;
  refuseOtherFormats(call);
  const { world } = services;
  const product = (options['on'] ?? 'spot') as StreamProduct;
  const ends = endsOf(call);
  const streaming = await services.streaming();
  const place = await streaming.placeOf(STREAM_ACCESS[product].host);
  const streams = wantedStreams(call, { product, isPublic: place.isPublic, slots: slotsOf(call) });
  const isUnwrapped = options['single'] === true && streams.length > 1;
  const startedMs = world.clock.monotonicMs();
  let passed = 0;
  let failure: unknown;
  const lines = new Lines({
    services,
    policy: (options['when-slow'] ?? 'pause') as SlowPolicy,
    hasRecords: options['records'] === true,
    onPause: () => feed.pause(),
    onResume: () => feed.resume(),
    onEnd: () => ends.end(),
  });
  const table =
    options['watch'] === true && output.isTerminal ? new TickerTable(call, ends.signal) : undefined;
  const recording = recordingOf(call, streams, product, {
    onFull: () => feed.pause(),
    onRoom: () => feed.resume(),
    onFailure: (error) => {
      failure = error;
      ends.end();
    },
  });
  const feed: Feed = new Feed({
    clock: world.clock,
    random: world.random,
    open: streaming.open,
    takeAttempt: streaming.attemptsOf(place),
    base: place.url,
    streams,
    isCombined: options['combined'] === true,
    ...(options['time-unit'] === undefined ? {} : { query: `${TIME_UNIT.name}=${options['time-unit']}` }),
    signal: ends.signal,
    onMessage(bytes) {
      if (passed === ends.count) return;
      if (table !== undefined) table.message(bytes);
      else if (recording === undefined) lines.message(isUnwrapped ? unwrapped(bytes) : bytes);
      else recording.message(bytes, world.clock.now());
      passed += 1;
      if (passed === ends.count) ends.end();
    },
    onRecord(record) {
      lines.record(record);
      if (record.bourse === 'stale')
        output.note(`Connection lost: ${record.why}. Trying again in ${record.retryInMs} ms.`);
      if (record.bourse === 'gap' && record.missing !== null)
        output.note(
          `${record.stream}: ${record.missing} missing between ${record.after} and ${record.before}.`,
        );
      if (record.bourse === 'unproved')
        output.note(`The exchange does not list ${record.streams.join(', ')}; misspelt names stay silent.`);
    },
    onWait: (waitMs) =>
      output.note(
        `This machine has opened nearly 300 connections in 5 minutes; waiting ${Math.ceil(waitMs / 1000)} s.`,
      ),
  });
  const summary = () => {
    table?.close();
    const facts = { spanMs: world.clock.monotonicMs() - startedMs, dropped: lines.dropped };
    for (const line of summaryOf(feed, facts)) output.note(line);
  };
  await whileRead(async () => {
    await Promise.all([feed.run(), table?.draw()]);
    lines.record(byeRecord(feed, world.clock.now()));
    await lines.end();
    const files = failure === undefined ? await recording?.end(feed.counts()) : undefined;
    if (files !== undefined) output.note(`Recorded ${files.length === 0 ? 'nothing' : files.join(', ')}.`);
  }, summary);
  if (failure !== undefined) throw failure;
  const isWhole = feed.counts().every(({ missing }) => missing === 0) && lines.dropped === 0;
  return options['fail-on-gap'] === true && !isWhole ? EXIT_CODES.check : EXIT_CODES.done;
}

function wantedStreams({ verb, positionals, options }: CommandCall, wish: Wish) {
  const words = [...verb.words, ...((positionals['streams'] as readonly string[] | undefined) ?? [])];
  const also = ((options['also'] as readonly string[] | undefined) ?? []).map((text) => text.split(/\s+/));
  // Options fill the slots of the first kind alone; what is added says its own in words.
  return withoutRepeats([
    ...streamsOf(words, wish),
    ...also.flatMap((one) => streamsOf(one, { ...wish, slots: {} })),
  ]);
}

/** Opens the recording that was asked for. */
function recordingOf(
  { options, services }: CommandCall,
  streams: readonly FeedStream[],
  product: string,
  events: Pick<RecordingOptions, 'onFull' | 'onRoom' | 'onFailure'>,
): Recording | undefined {
  const { record, rotate } = options;
  if (typeof record !== 'string') return undefined;
  const rotateMs = typeof rotate === 'string' ? parseDuration(rotate) : undefined;
  if (typeof rotate === 'string' && !(rotateMs! > 0))
    throw usageError('--rotate must be a duration such as 1h or 15m.');
  return new Recording({
    path: resolve(services.world.workingFolder, record),
    streams: streams.map(({ name }) => name),
    isCombined: streams.length > 1 || options['combined'] === true,
    product,
    ...(rotateMs === undefined ? {} : { rotateMs }),
    ...events,
  });
}

function slotsOf({ options }: CommandCall): Readonly<Record<string, string>> {
  const given = SLOT_OPTIONS.flatMap((name) =>
    typeof options[name] === 'string'
      ? [[name === 'contract-type' ? 'contractType' : name, options[name]]]
      : [],
  );
  return Object.fromEntries(given) as Record<string, string>;
}

function refuseOtherFormats({ output }: CommandCall): void {
  if (!output.isAsked || output.format === 'json' || output.format === 'ndjson') return;
  throw usageError(
    `A stream is one JSON message a line; ${output.format} is not written.`,
    'Leave -o out, or pipe the lines into jq.',
  );
}

function byeRecord(feed: Feed, at: ReturnType<CommandCall['services']['world']['clock']['now']>) {
  const counts = feed.counts();
  return {
    bourse: 'bye',
    at,
    messages: counts.reduce((sum, one) => sum + one.messages, 0),
    gaps: counts.reduce((sum, one) => sum + one.gaps, 0),
    reconnects: feed.reconnects,
    streams: Object.fromEntries(counts.map(({ name, ...rest }) => [name, rest])),
  } as const;
}
