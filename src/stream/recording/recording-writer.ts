/**
 * Writes the messages of a feed to compressed files. A file and its manifest end with .part until they are
 * complete.
 */
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
  /** The path of the recording, such as "trades.ndjson.gz"; no file of that name may exist. */
  readonly path: string;
  /** The time span of one file in ms; if absent, the recording is a single file. */
  readonly rotateMs?: number;
  readonly streams: readonly string[];
  readonly isCombined: boolean;
  readonly product: string;
  /**
   * Called when more bytes wait for the disk than allowed (`onFull`), and when fewer than half of that wait
   * again (`onRoom`).
   */
  readonly onFull: () => void;
  readonly onRoom: () => void;
  /** Called when the disk cannot be written. */
  readonly onFailure: (error: ToolError) => void;
}

const VERSION = 1;
const WAITING_BYTES_MAX = 32 * 1024 * 1024;
/** The compression level of recordings, which is low, because compression must keep up with a busy stream. */
const GZIP_LEVEL = 3;
/** How often compressed data is flushed, in ms: a killed process loses at most this much. */
const FLUSH_MS = 1000;

export class RecordingWriter {
  readonly #options: RecordingOptions;
  readonly #segments: MutableSegment[] = [];
  #open: OpenFile | undefined;
  #begun = 0;
  #written: Promise<void> = Promise.resolve();
  #isFull = false;
  #isOver = false;

  /** Throws a usage error if the path is invalid or a file exists already. */
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
        throw usageError(`${one} exists already; a recording is never overwritten.`, 'Choose another name.');
    }
  }

  message(bytes: Buffer, at: UnixMs): void {
    if (!this.#isOver) this.#write(formatRecordedLine(bytes, at), at).messages += 1;
  }

  /** Records the snapshot from which a stream's book was built. */
  snapshot(stream: string, text: string, at: UnixMs): void {
    // A snapshot that was requested before the end of the recording may arrive after it.
    if (!this.#isOver) this.#write(formatRecordedLine(Buffer.from(text), at, stream), at);
  }

  /** Writes a line; returns the manifest entry of its file. */
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
    // A write stream that is ended while its buffer is full emits no drain event.
    gzip.once('close', room);
  }

  /** Completes the last file and writes the manifest. Throws a ToolError of kind `storage`. */
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
    // A file is written only after the previous one is complete, so a killed process truncates only the last
    // file.
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
      // The manifest is written at the beginning, so that an interrupted recording can be read as far as it was
      // written.
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

  /** Flushes the compressed data soon, even if nothing more arrives. */
  async #flushSoon(open: OpenFile): Promise<void> {
    open.isFlushing = true;
    await this.#options.clock.sleep(FLUSH_MS);
    open.isFlushing = false;
    if (this.#open === open) open.gzip.flush(constants.Z_SYNC_FLUSH);
  }

  /** Ends the file; its name loses .part when all of it is on the disk. */
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
    hint: 'Complete files are kept; the last file ends with .part.',
    cause,
  });
}
