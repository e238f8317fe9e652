/**
 * The format of stream recordings: gzipped files with one line for each message, byte for byte as received
 * and with the time of receipt, and a manifest that lists the files.
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { constants, createGunzip } from 'node:zlib';
import { ToolError, usageError } from '../core/errors.ts';
import { parseJson, readJson } from '../core/json.ts';

/** The file name suffix of a recording. */
export const RECORDING_SUFFIX = '.ndjson.gz';

/** The file name suffix of the manifest, instead of the suffix of the recording. */
const MANIFEST_SUFFIX = '.manifest.json';

/** The additional suffix of a file that is still being written. */
export const PART_SUFFIX = '.part';

/** One file of a recording, as the manifest lists it. */
export interface Segment {
  readonly file: string;
  /** The times at which the first and the last message were received, in ms. */
  readonly from: number;
  readonly to: number;
  readonly messages: number;
  /**
   * Set if the file was still being written when the manifest was written, so that its counts are not final.
   */
  readonly isOpen?: true;
}

export interface Manifest {
  readonly product: string;
  /** Whether messages are wrapped as `{stream, data}`; messages of a single stream may be unwrapped. */
  readonly isCombined: boolean;
  readonly streams: readonly string[];
  /** Oldest first. */
  readonly files: readonly Segment[];
}

export interface RecordedMessage {
  /** The time of receipt, ms. */
  readonly at: number;
  /** The message, byte for byte as received. */
  readonly message: Buffer;
  /**
   * Set if the line holds an order book snapshot from REST for this stream instead of a message of the
   * stream.
   */
  readonly snapshotFor?: string;
}

/** Returns the path of a recording's manifest. */
export function manifestPath(path: string): string {
  if (path.endsWith(MANIFEST_SUFFIX)) return path;
  return join(dirname(path), `${basename(path, RECORDING_SUFFIX)}${MANIFEST_SUFFIX}`);
}

/**
 * Returns the manifest of a recording; of an interrupted recording the version written when its last file was
 * started. Throws a usage error when there is no readable manifest.
 */
export function readManifest(path: string): Manifest {
  const whole = manifestPath(path.endsWith(PART_SUFFIX) ? path.slice(0, -PART_SUFFIX.length) : path);
  const isUnfinished = !existsSync(whole) && existsSync(`${whole}${PART_SUFFIX}`);
  const file = isUnfinished ? `${whole}${PART_SUFFIX}` : whole;
  if (!existsSync(file) && !existsSync(path))
    throw usageError(`There is no recording ${path}.`, 'Check the name.');
  try {
    const value = parseJson(readFileSync(file, 'utf8')) as unknown as Manifest;
    if (isManifest(value)) return value;
  } catch (error) {
    throw usageError(
      `The manifest ${file} cannot be read: ${(error as Error).message}.`,
      'The manifest is written next to the recording when the recording ends.',
    );
  }
  throw usageError(`${file} is no manifest of a recording.`);
}

function isManifest({ streams, files }: Manifest): boolean {
  const isSegment = ({ file, from, messages }: Segment) =>
    typeof file === 'string' && Number.isSafeInteger(from) && Number.isSafeInteger(messages);
  return (
    Array.isArray(streams) &&
    streams.every((name) => typeof name === 'string') &&
    Array.isArray(files) &&
    files.every(isSegment)
  );
}

/**
 * Returns the line of a message, or of a snapshot for a stream. A line feed in the message becomes a space.
 */
export function formatRecordedLine(bytes: Buffer, at: number, snapshotFor?: string): Buffer {
  const singleLine = bytes.includes(0x0a) ? Buffer.from(bytes.toString('utf8').replaceAll('\n', ' ')) : bytes;
  const snapshotField = snapshotFor === undefined ? '' : `"snapshotFor":${JSON.stringify(snapshotFor)},`;
  return Buffer.concat([Buffer.from(`{"at":${at},${snapshotField}"message":`), singleLine, LINE_END]);
}
const LINE_END = Buffer.from('}\n');

/**
 * Yields the messages of a recording in the order of receipt, read on demand. `path` names the recording or
 * its manifest. Throws a ToolError of kind `storage` when a file is damaged.
 */
export async function* readRecordedMessages(
  path: string,
  { files }: Pick<Manifest, 'files'>,
): AsyncGenerator<RecordedMessage, void, undefined> {
  for (const { file, isOpen } of files) {
    const whole = join(dirname(path), basename(file));
    if (isOpen !== true || existsSync(whole)) yield* readMessagesOf(whole);
    else if (existsSync(`${whole}${PART_SUFFIX}`)) yield* readCompleteMessages(`${whole}${PART_SUFFIX}`);
  }
}

/**
 * Reads a whole recording. Throws a ToolError of kind `storage` when a file is damaged, differs from the
 * manifest, or contains a message that `isExpected` rejects.
 */
export async function checkRecording(
  path: string,
  manifest: Manifest,
  isExpected: (recorded: RecordedMessage) => boolean,
): Promise<void> {
  let count = 0;
  for await (const recorded of readRecordedMessages(path, manifest)) {
    if (recorded.snapshotFor === undefined) count += 1;
    if (!isExpected(recorded))
      throw damageError(path, `its message ${count} is of no stream of the manifest`);
  }
  // The manifest of an interrupted recording has no final counts to compare with.
  if (manifest.files.some(({ isOpen }) => isOpen === true)) return;
  const listed = manifest.files.reduce((sum, { messages }) => sum + messages, 0);
  if (count !== listed)
    throw damageError(path, `it holds ${count} messages, and its manifest says ${listed}`);
}

async function* readMessagesOf(path: string): AsyncGenerator<RecordedMessage, void, undefined> {
  for await (const line of linesOf(path, constants.Z_FINISH)) yield readLine(line, path);
}

/** Yields the messages of an interrupted file, without an incomplete last line. */
async function* readCompleteMessages(path: string): AsyncGenerator<RecordedMessage, void, undefined> {
  let last: string | undefined;
  for await (const line of linesOf(path, constants.Z_SYNC_FLUSH)) {
    if (last !== undefined) yield readLine(last, path);
    last = line;
  }
  if (last !== undefined && readJson(last).ok) yield readLine(last, path);
}

/**
 * Yields the lines of a gzipped file. Only \n ends a line, because a message may contain other line
 * separators such as \r or U+2028. `atEnd` is the zlib flush mode that accepts or rejects a truncated file.
 */
async function* linesOf(path: string, atEnd: number): AsyncGenerator<string, void, undefined> {
  const source = createReadStream(path);
  const bytes = createGunzip({ finishFlush: atEnd });
  source.on('error', (error) => bytes.destroy(error));
  try {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of source.pipe(bytes)) {
      const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') yield rest;
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw damageError(path, (error as Error).message, error);
  } finally {
    source.destroy();
  }
}

const LINE = /^\{"at":(\d{1,16}),(?:"snapshotFor":"([^"\\]+)",)?"message":/;

function readLine(line: string, path: string): RecordedMessage {
  const head = LINE.exec(line);
  if (head === null || !line.endsWith('}'))
    throw damageError(path, 'a line does not have the format of a recording');
  const [whole, at, snapshotFor] = head;
  const message = Buffer.from(line.slice(whole.length, -1));
  return { at: Number(at), message, ...(snapshotFor === undefined ? {} : { snapshotFor }) };
}

function damageError(path: string, why: string, cause?: unknown): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `The recording ${path} is damaged: ${why}.`,
    hint: 'stream replay can play the part before the damage.',
    ...(cause === undefined ? {} : { cause }),
  });
}
