/** Opens and finishes the recording of commands that accept --record. */
import { resolve } from 'node:path';
import * as LIMITS from '../../catalogue/limits/connections.ts';
import { usageError } from '../../core/errors.ts';
import { parseDuration } from '../../core/time.ts';
import type { Feed } from '../../stream/feed.ts';
import type { FeedStream } from '../../stream/feed-connection.ts';
import { type RecordingOptions, RecordingWriter } from '../../stream/recording/recording-writer.ts';
import type { CommandCall } from '../types.ts';

/** Opens the recording of --record, if given. Throws a usage error for options that exclude it. */
export function openRecording(
  { options, services }: CommandCall,
  streams: readonly Pick<FeedStream, 'name'>[],
  product: string,
  events: Pick<RecordingOptions, 'onFull' | 'onRoom' | 'onFailure'>,
): RecordingWriter | undefined {
  const { record, rotate } = options;
  if (typeof record !== 'string') return undefined;
  const other = ['watch', 'every', 'where', 'time'].find((name) => options[name] !== undefined);
  if (other !== undefined) throw usageError(`--record and --${other} cannot be combined.`);
  const rotateMs = typeof rotate === 'string' ? parseDuration(rotate) : undefined;
  if (typeof rotate === 'string' && !(rotateMs! > 0))
    throw usageError('--rotate must be a duration such as 1h or 15m.');
  const most = LIMITS.streamsPerConnection.value;
  if (streams.length > most)
    throw usageError(
      `A recording holds the streams of one connection, max ${most}, was ${streams.length}.`,
      'Record the streams in several runs.',
    );
  return new RecordingWriter({
    clock: services.world.clock,
    path: resolve(services.world.workingFolder, record),
    streams: streams.map(({ name }) => name),
    isCombined: streams.length > 1 || options['combined'] === true,
    product,
    ...(rotateMs === undefined ? {} : { rotateMs }),
    ...events,
  });
}

/** Finishes a recording; returns the note that lists its files. */
export async function endRecording(recording: RecordingWriter, feed: Feed): Promise<string> {
  const files = await recording.end(feed.counts());
  return `Recorded ${files.length === 0 ? 'nothing' : files.join(', ')}.`;
}
