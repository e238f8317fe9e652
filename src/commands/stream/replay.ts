/** `bourse stream replay`: plays a recording through the same code as a live stream, at the chosen speed. */
import { resolve } from 'node:path';
import type { StreamProduct } from '../../catalogue/stream-types.ts';
import { STREAMS } from '../../catalogue/streams.ts';
import { EXIT_CODES, type ExitCode, usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { streamNameParser } from '../../request/stream-name.ts';
import { readManifest } from '../../store/recording.ts';
import { Feed } from '../../stream/feed.ts';
import { replayOpener } from '../../stream/recording/replay.ts';
import type { CommandCall } from '../types.ts';
import { readEndConditions } from './end-conditions.ts';
import { LineWriter, runWithSummary, type SlowPolicy } from './line-writer.ts';
import { openLines } from './lines/open-lines.ts';
import { summaryLines } from './summary.ts';

/** Plays the recording to its end, or until an end condition is met. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { services, output, options, positionals } = call;
  const { world } = services;
  const path = resolve(world.workingFolder, String(positionals['file']));
  const manifest = readManifest(path);
  if (manifest.files.some(({ isOpen }) => isOpen === true))
    output.note('This recording was interrupted: it ends with its last complete line.');
  const endConditions = readEndConditions(call);
  const startedMs = world.clock.monotonicMs();
  let failure: unknown;
  let written = 0;
  const formatted = await openLines(call, async () =>
    (await import('./lines/event-source.ts')).marketSource(
      manifest.product as StreamProduct,
      manifest.streams,
      false,
    ),
  );
  const lines = new LineWriter({
    services,
    policy: 'pause' as SlowPolicy,
    hasRecords: options['records'] === true,
    lines: formatted,
    note: (text) => output.note(text),
    onPause: () => feed.pause(),
    onResume: () => feed.resume(),
    onEnd: () => endConditions.end(),
  });
  const readName = streamNameParser(STREAMS.filter(({ product }) => product === manifest.product));
  const feed: Feed = new Feed({
    clock: world.clock,
    random: world.random,
    takeAttempt: async () => {},
    base: new URL('ws://recording'),
    isCombined: manifest.isCombined,
    streams: manifest.streams.map((name) => {
      const found = readName(name);
      return { name, ...(found === undefined ? {} : { sequence: found.stream.sequence }) };
    }),
    signal: endConditions.signal,
    open: replayOpener({
      clock: world.clock,
      path,
      manifest,
      speed: readSpeed(options['speed']),
      signal: endConditions.signal,
      onEnd: () => endConditions.end(),
      onFailure: (error) => {
        failure = error;
        endConditions.end();
      },
    }),
    onMessage(bytes, tracker) {
      if (written === endConditions.count) return;
      if (!lines.message(bytes, tracker?.name)) return;
      written += 1;
      if (written === endConditions.count) endConditions.end();
    },
    onRecord: (record) => lines.record(record),
  });
  await runWithSummary(
    async () => {
      await feed.run();
      await lines.end();
    },
    () => {
      const facts = { spanMs: world.clock.monotonicMs() - startedMs, dropped: lines.dropped };
      for (const line of summaryLines(feed, facts)) output.note(line);
    },
  );
  if (failure !== undefined) throw failure;
  const isComplete = feed.counts().every(({ missing }) => missing === 0);
  return options['fail-on-gap'] === true && !isComplete ? EXIT_CODES.check : EXIT_CODES.done;
}

/** Returns the speed as a multiple of real time; undefined for `max`, which does not wait. */
function readSpeed(text: CommandCall['options'][string]): number | undefined {
  if (typeof text !== 'string') return 1;
  if (text === 'max') return undefined;
  const speed = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (speed > 0) return speed;
  throw usageError(
    `--speed must be a number such as 10 or 0.5, or max, was "${safeText(text.slice(0, 40))}".`,
  );
}
