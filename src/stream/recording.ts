/** Records the messages of a feed. A file is called .part until it is whole; the manifest is written last. */
import { createWriteStream, existsSync, renameSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { ToolError, usageError } from '../core/errors.ts';
import { stringifyJson } from '../core/json.ts';
import type { JsonValue, UnixMs } from '../core/words.ts';
import { manifestOf, RECORDING_ENDING, recordedLine, type Segment } from '../store/recording.ts';
import type { StreamCounts } from './tracker.ts';

export interface RecordingOptions {
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

export class Recording {
  readonly #options: RecordingOptions;
  readonly #segments: Segment[] = [];
  #open: OpenFile | undefined;
  #begun = 0;
  #written: Promise<void> = Promise.resolve();
  #isFull = false;

  /** Throws a usage error where the path is not right or something is there already. */
  constructor(options: RecordingOptions) {
    this.#options = options;
    const { path } = options;
    if (!path.endsWith(RECORDING_ENDING) || path === RECORDING_ENDING)
      throw usageError(
        `A recording's name ends with ${RECORDING_ENDING}.`,
        `Such as --record trades${RECORDING_ENDING}.`,
      );
    for (const one of [path, manifestOf(path)]) {
      if (existsSync(one))
        throw usageError(`${one} exists already; a recording is never written over.`, 'Choose another name.');
    }
  }

  message(bytes: Buffer, at: UnixMs): void {
    const { rotateMs } = this.#options;
    if (this.#open !== undefined && rotateMs !== undefined && at - this.#open.from >= rotateMs)
      this.#finish();
    this.#open ??= this.#begin(at);
    const { gzip } = this.#open;
    this.#open.to = at;
    this.#open.messages += 1;
    gzip.write(recordedLine(bytes, at));
    if (this.#isFull || gzip.writableLength < WAITING_BYTES_MAX) return;
    this.#isFull = true;
    this.#options.onFull();
    gzip.once('drain', () => {
      this.#isFull = false;
      this.#options.onRoom();
    });
  }

  /** Makes the last file whole and writes the manifest. Throws a ToolError of kind `storage`. */
  async end(counts: readonly (StreamCounts & { readonly name: string })[]): Promise<readonly string[]> {
    const { path, streams, isCombined, product } = this.#options;
    this.#finish();
    try {
      await this.#written;
      const manifest = {
        version: VERSION,
        product,
        isCombined,
        streams,
        files: this.#segments,
        counts: Object.fromEntries(counts.map(({ name, ...rest }) => [name, rest])),
      };
      const file = manifestOf(path);
      writeFileSync(`${file}.part`, `${stringifyJson(manifest as unknown as JsonValue, 2)}\n`, {
        mode: 0o600,
      });
      renameSync(`${file}.part`, file);
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
        : `${path.slice(0, -RECORDING_ENDING.length)}-${number}${RECORDING_ENDING}`;
    const open: OpenFile = { gzip: createGzip({ level: GZIP_LEVEL }), from: at, to: at, messages: 0 };
    const disk = createWriteStream(`${whole}.part`, { flags: 'wx', mode: 0o600, flush: true });
    const done = pipeline(open.gzip, disk);
    this.#written = this.#written
      .then(() => done)
      .then(() => {
        renameSync(`${whole}.part`, whole);
        const { from, to, messages } = open;
        this.#segments.push({ file: basename(whole), from, to, messages });
      });
    this.#written.catch((error: unknown) => onFailure(storageError(path, error)));
    return open;
  }

  /** What the file holds is on the disk before it loses its .part. */
  #finish(): void {
    this.#open?.gzip.end();
    this.#open = undefined;
  }
}

interface OpenFile {
  readonly gzip: Gzip;
  readonly from: number;
  to: number;
  messages: number;
}

function storageError(path: string, cause: unknown): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `The recording ${path} cannot be written: ${(cause as Error).message}.`,
    hint: 'What is whole is kept; the last file ends with .part.',
    cause,
  });
}
