/** Records the messages of a feed. A file is called .part until it is whole, and so is the manifest. */
import { createWriteStream, existsSync, renameSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, type Gzip } from 'node:zlib';
import type { Clock } from '../../core/clock.ts';
import { ToolError, usageError } from '../../core/errors.ts';
import { stringifyJson } from '../../core/json.ts';
import type { JsonValue, UnixMs } from '../../core/words.ts';
import {
  formatRecordedLine,
  manifestPath,
  PART_SUFFIX,
  RECORDING_SUFFIX,
  type Segment,
} from '../../store/recording.ts';
import type { StreamCounts } from '../tracker.ts';

export interface RecordingOptions {
  readonly clock: Clock;
  /** Such as "trades.ndjson.gz"; nothing of that name may exist. */
  readonly path: string;
  /** A new file is begun after this long; one file alone where absent. */
  readonly rotateMs?: number;
  readonly streams: readonly string[];
  readonly isCombined: boolean;
  readonly product: string;
  /** More waits for the disk than may; less than half of it again. */
  readonly onFull: () => void;
  readonly onRoom: () => void;
  /** The disk takes no more. */
  readonly onFailure: (error: ToolError) => void;
}

const VERSION = 1;
const WAITING_BYTES_MAX = 32 * 1024 * 1024;
/** Fast rather than small: a busy stream must not outrun it. */
const GZIP_LEVEL = 3;
/** A process that is killed loses what came in this time at most. */
const FLUSH_MS = 1000;

export class RecordingWriter {
  readonly #options: RecordingOptions;
  readonly #segments: MutableSegment[] = [];
  #open: OpenFile | undefined;
  #begun = 0;
  #written: Promise<void> = Promise.resolve();
  #isFull = false;
  #isOver = false;

  /** Throws a usage error where the path is not right or something is there already. */
  constructor(options: RecordingOptions) {
    this.#options = options;
    const { path } = options;
    if (!path.endsWith(RECORDING_SUFFIX) || path === RECORDING_SUFFIX)
      throw usageError(
        `A recording's name ends with ${RECORDING_SUFFIX}.`,
        `Such as --record trades${RECORDING_SUFFIX}.`,
      );
    const names = [path, manifestPath(path)].flatMap((one) => [one, `${one}${PART_SUFFIX}`]);
    for (const one of names) {
      if (existsSync(one))
        throw usageError(`${one} exists already; a recording is never written over.`, 'Choose another name.');
    }
  }

  message(bytes: Buffer, at: UnixMs): void {
    if (!this.#isOver) this.#write(formatRecordedLine(bytes, at), at).messages += 1;
  }

  /** Keeps the snapshot that a book of a stream is kept from. */
  snapshot(stream: string, text: string, at: UnixMs): void {
    // One that was asked for may come after the end.
    if (!this.#isOver) this.#write(formatRecordedLine(Buffer.from(text), at, stream), at);
  }

  /** Writes a line; returns what the manifest says of the file that it is in. */
  #write(line: Buffer, at: UnixMs): MutableSegment {
    const { rotateMs } = this.#options;
    if (this.#open !== undefined && rotateMs !== undefined && at - this.#open.segment.from >= rotateMs)
      this.#finish();
    this.#open ??= this.#begin(at);
    const { gzip, segment } = this.#open;
    segment.to = at;
    gzip.write(line);
    if (!this.#open.isFlushing) void this.#flushSoon(this.#open);
    if (!this.#isFull && gzip.writableLength >= WAITING_BYTES_MAX) this.#waitForRoom(gzip);
    return segment;
  }

  #waitForRoom(gzip: Gzip): void {
    this.#isFull = true;
    this.#options.onFull();
    const room = () => {
      if (!this.#isFull) return;
      this.#isFull = false;
      this.#options.onRoom();
    };
    gzip.once('drain', room);
    // A file that is ended while it is full drains without a word.
    gzip.once('close', room);
  }

  /** Makes the last file whole and writes the manifest. Throws a ToolError of kind `storage`. */
  async end(counts: readonly (StreamCounts & { readonly name: string })[]): Promise<readonly string[]> {
    const { path } = this.#options;
    this.#isOver = true;
    this.#finish();
    try {
      await this.#written;
      const file = manifestPath(path);
      this.#writeManifest({ counts: Object.fromEntries(counts.map(({ name, ...rest }) => [name, rest])) });
      renameSync(`${file}${PART_SUFFIX}`, file);
    } catch (error) {
      throw storageError(path, error);
    }
    return this.#segments.map(({ file }) => file);
  }

  #begin(at: UnixMs): OpenFile {
    const { path, rotateMs, onFailure } = this.#options;
    this.#begun += 1;
    const number = String(this.#begun).padStart(6, '0');
    const whole =
      rotateMs === undefined
        ? path
        : `${path.slice(0, -RECORDING_SUFFIX.length)}-${number}${RECORDING_SUFFIX}`;
    const segment: MutableSegment = { file: basename(whole), from: at, to: at, messages: 0, isOpen: true };
    const open: OpenFile = { gzip: createGzip({ level: GZIP_LEVEL }), segment, isFlushing: false };
    // A file goes to the disk once the one before is whole: what is cut off is cut off at the end alone.
    this.#written = this.#written
      .then(() =>
        pipeline(
          open.gzip,
          createWriteStream(`${whole}${PART_SUFFIX}`, { flags: 'wx', mode: 0o600, flush: true }),
        ),
      )
      .then(() => {
        renameSync(`${whole}${PART_SUFFIX}`, whole);
        delete segment.isOpen;
      });
    this.#written.catch((error: unknown) => onFailure(storageError(path, error)));
    this.#segments.push(segment);
    try {
      // By it a recording that is cut off can be read as far as it came.
      this.#writeManifest({});
    } catch (error) {
      onFailure(storageError(path, error));
    }
    return open;
  }

  #writeManifest(more: Readonly<Record<string, unknown>>): void {
    const { path, streams, isCombined, product } = this.#options;
    const manifest = { version: VERSION, product, isCombined, streams, files: this.#segments, ...more };
    const file = `${manifestPath(path)}${PART_SUFFIX}`;
    writeFileSync(`${file}.new`, `${stringifyJson(manifest as unknown as JsonValue, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  /** What came leaves for the disk soon, also while nothing more comes. */
  async #flushSoon(open: OpenFile): Promise<void> {
    open.isFlushing = true;
    await this.#options.clock.sleep(FLUSH_MS);
    open.isFlushing = false;
    if (this.#open === open) open.gzip.flush(constants.Z_SYNC_FLUSH);
  }

  /** What the file holds is on the disk before it loses its .part. */
  #finish(): void {
    this.#open?.gzip.end();
    this.#open = undefined;
  }
}

interface OpenFile {
  readonly gzip: Gzip;
  readonly segment: MutableSegment;
  isFlushing: boolean;
}

type MutableSegment = { -readonly [K in keyof Segment]: Segment[K] };

function storageError(path: string, cause: unknown): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `The recording ${path} cannot be written: ${(cause as Error).message}.`,
    hint: 'What is whole is kept; the last file ends with .part.',
    cause,
  });
}
