/**
 * The form of recordings: gzipped lines, each a message of a stream byte for byte with the time it came, and a manifest
 * beside them that says what the files hold and what is missing in them.
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { constants, createGunzip } from 'node:zlib';
import { ToolError, usageError } from '../core/errors.ts';
import { parseJson, readJson } from '../core/json.ts';

/** What the name of a recording ends with. */
export const RECORDING_SUFFIX = '.ndjson.gz';

/** What the name of its manifest ends with instead. */
const MANIFEST_SUFFIX = '.manifest.json';

/** What is added to the name of a file that is still being written. */
export const PART_SUFFIX = '.part';

/** One file of a recording, as the manifest lists it. */
export interface Segment {
  readonly file: string;
  /** When its first and its last message came, ms. */
  readonly from: number;
  readonly to: number;
  readonly messages: number;
  /** It was being written when the manifest was: what it holds is known only once it is read. */
  readonly isOpen?: true;
}

export interface Manifest {
  readonly product: string;
  /** Whether messages are wrapped as `{stream, data}`; a single stream may come bare. */
  readonly isCombined: boolean;
  readonly streams: readonly string[];
  /** Oldest first. */
  readonly files: readonly Segment[];
}

export interface RecordedMessage {
  /** When it came, ms. */
  readonly at: number;
  /** As it came. */
  readonly message: Buffer;
  /** The stream that it is no message of, but a snapshot for: the answer of REST from which a book is kept. */
  readonly snapshotFor?: string;
}

/** Returns the path of a recording's manifest. */
export function manifestPath(path: string): string {
  if (path.endsWith(MANIFEST_SUFFIX)) return path;
  return join(dirname(path), `${basename(path, RECORDING_SUFFIX)}${MANIFEST_SUFFIX}`);
}

/**
 * Returns what the manifest of a recording says; of one that was cut off, what it said when its last file was begun.
 * Throws a usage error where there is none that can be read.
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
      'It lies beside the recording once that is whole.',
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

/** Returns the line of a message, or of a snapshot for a stream; a line break inside of it becomes a space. */
export function formatRecordedLine(bytes: Buffer, at: number, snapshotFor?: string): Buffer {
  const singleLine = bytes.includes(0x0a) ? Buffer.from(bytes.toString('utf8').replaceAll('\n', ' ')) : bytes;
  const snapshotField = snapshotFor === undefined ? '' : `"snapshotFor":${JSON.stringify(snapshotFor)},`;
  return Buffer.concat([Buffer.from(`{"at":${at},${snapshotField}"message":`), singleLine, LINE_END]);
}
const LINE_END = Buffer.from('}\n');

/**
 * Returns the messages of a recording in the order in which they came, read as they are asked for. `path` is that of the
 * recording or its manifest. Throws a ToolError of kind `storage` where a file is damaged.
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
 * Reads a recording through. Throws a ToolError of kind `storage` where a file is damaged, holds other than the manifest
 * says, or has a message that is not right.
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
  // One that was cut off holds what it holds.
  if (manifest.files.some(({ isOpen }) => isOpen === true)) return;
  const listed = manifest.files.reduce((sum, { messages }) => sum + messages, 0);
  if (count !== listed)
    throw damageError(path, `it holds ${count} messages, and its manifest says ${listed}`);
}

async function* readMessagesOf(path: string): AsyncGenerator<RecordedMessage, void, undefined> {
  for await (const line of linesOf(path, constants.Z_FINISH)) yield readLine(line, path);
}

/** Returns the messages of a file that was cut off, but for a last line that is not whole. */
async function* readCompleteMessages(path: string): AsyncGenerator<RecordedMessage, void, undefined> {
  let last: string | undefined;
  for await (const line of linesOf(path, constants.Z_SYNC_FLUSH)) {
    if (last !== undefined) yield readLine(last, path);
    last = line;
  }
  if (last !== undefined && readJson(last).ok) yield readLine(last, path);
}

/**
 * Returns the lines of a gzipped file, which end with \n alone: a message may hold what other readers take for the end
 * of a line, such as \r or U+2028. `atEnd` says whether its end must be that of a whole one.
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
  if (head === null || !line.endsWith('}')) throw damageError(path, 'a line is none of a recording');
  const [whole, at, snapshotFor] = head;
  const message = Buffer.from(line.slice(whole.length, -1));
  return { at: Number(at), message, ...(snapshotFor === undefined ? {} : { snapshotFor }) };
}

function damageError(path: string, why: string, cause?: unknown): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `The recording ${path} is damaged: ${why}.`,
    hint: 'What comes before the damage can be played with stream replay.',
    ...(cause === undefined ? {} : { cause }),
  });
}
