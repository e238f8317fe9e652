/** What commands that record have in common: the recording that was asked for, and what is said of it in the end. */
import { resolve } from 'node:path';
import * as LIMITS from '../../catalogue/limits/connections.ts';
import { usageError } from '../../core/errors.ts';
import { parseDuration } from '../../core/time.ts';
import type { Feed } from '../../stream/feed.ts';
import type { FeedStream } from '../../stream/feed-part.ts';
import { Recording, type RecordingOptions } from '../../stream/recording/recording.ts';
import type { CommandCall } from '../types.ts';

/** Opens the recording that was asked for. Throws a usage error where it cannot be. */
export function openRecording(
  { options, services }: CommandCall,
  streams: readonly Pick<FeedStream, 'name'>[],
  product: string,
  events: Pick<RecordingOptions, 'onFull' | 'onRoom' | 'onFailure'>,
): Recording | undefined {
  const { record, rotate } = options;
  if (typeof record !== 'string') return undefined;
  const other = ['watch', 'every'].find((name) => options[name] !== undefined);
  if (other !== undefined) throw usageError(`--record and --${other} do not go together.`);
  const rotateMs = typeof rotate === 'string' ? parseDuration(rotate) : undefined;
  if (typeof rotate === 'string' && !(rotateMs! > 0))
    throw usageError('--rotate must be a duration such as 1h or 15m.');
  const most = LIMITS.streamsPerConnection.value;
  if (streams.length > most)
    throw usageError(
      `A recording holds the streams of one connection, at most ${most}; these are ${streams.length}.`,
      'Record them in several runs.',
    );
  return new Recording({
    clock: services.world.clock,
    path: resolve(services.world.workingFolder, record),
    streams: streams.map(({ name }) => name),
    isCombined: streams.length > 1 || options['combined'] === true,
    product,
    ...(rotateMs === undefined ? {} : { rotateMs }),
    ...events,
  });
}

/** Makes a recording whole; returns what is said of it. */
export async function endRecording(recording: Recording, feed: Feed): Promise<string> {
  const files = await recording.end(feed.counts());
  return `Recorded ${files.length === 0 ? 'nothing' : files.join(', ')}.`;
}
