/**
 * Recordings that a sandbox replays. A recording is checked completely before the sandbox publishes its
 * address.
 */
import { resolve } from 'node:path';
import * as LIMITS from '../catalogue/limits/connections.ts';
import { STREAMS } from '../catalogue/streams.ts';
import { usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import { messageOf, type ServedRecording } from '../sandbox/streams/playback.ts';
import { checkRecording, type Manifest, readManifest, readRecordedMessages } from '../store/recording.ts';
import { recordedBooks } from './recorded-books.ts';
import type { World } from './world.ts';

/**
 * Returns a recording and the time of its first message. Throws a usage error for a recording that one
 * connection cannot replay, and a ToolError of kind `storage` for a damaged one.
 */
export async function readServedRecording(
  world: World,
  typed: string,
): Promise<{ readonly recording: ServedRecording; readonly startAt: number }> {
  const path = resolve(world.workingFolder, typed);
  const manifest = readManifest(path);
  const { isCombined, streams, files } = manifest;
  const product = productOf(manifest, typed);
  const names = new Set(streams);
  const snapshots = new Map<string, string>();
  await checkRecording(path, manifest, ({ message, snapshotFor }) => {
    const of = snapshotFor ?? messageOf(manifest, message)?.name;
    if (snapshotFor !== undefined && !snapshots.has(snapshotFor))
      snapshots.set(snapshotFor, message.toString('utf8'));
    return of !== undefined && names.has(of);
  });
  const books = recordedBooks(manifest, snapshots);
  return {
    recording: { product, streams, isCombined, books, read: () => readRecordedMessages(path, manifest) },
    startAt: files[0]!.from,
  };
}

function productOf({ product, streams, files, isCombined }: Manifest, typed: string) {
  const name = safeText(typed);
  const found = STREAMS.find((stream) => stream.product === product);
  if (found === undefined) throw usageError(`The recording ${name} is of no product with streams.`);
  const most = LIMITS.streamsPerConnection.value;
  if (streams.length > most) {
    throw usageError(
      `The recording ${name} has ${streams.length} streams; a connection has at most ${most}.`,
      'Record fewer streams in one recording.',
    );
  }
  if (files.length === 0) throw usageError(`The recording ${name} holds no messages.`);
  if (!isCombined && streams.length !== 1) {
    throw usageError(
      `The recording ${name} does not say to which of its ${streams.length} streams a message belongs.`,
    );
  }
  return found.product;
}
