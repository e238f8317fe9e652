/**
 * Checkpoints on disk: the last two of an exchange, and the pages that both refer to. A checkpoint only replaces the
 * replay of a part of the journal: one that is missing, damaged, or of another program or journal is ignored, and the
 * journal is replayed from its beginning.
 */

import {
  closeSync,
  constants,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { makePrivateFolder } from '../../../store/folders.ts';
import type { JournalPosition } from '../journal/file.ts';
import type { WorkStep, WorkSteps } from './background-work.ts';
import { PageStore } from './pages.ts';

/** The origin of a checkpoint: only the same program with the same options restores it. */
export interface CheckpointOrigin {
  readonly program: string;
  readonly seed: number;
  readonly options: string;
}

/** The header of a checkpoint file. */
export interface CheckpointHeader extends CheckpointOrigin {
  readonly format: typeof FORMAT;
  /** The journal position of the checkpoint. */
  readonly journal: JournalPosition;
  /**
   * The exchange time (ms) at the last entry of the journal that the checkpoint includes; 0 without entries.
   */
  readonly lastAt: number;
  /** The ids of the endpoints of all journaled calls. */
  readonly endpoints: readonly string[];
  readonly pages: Checksum;
  readonly state: Checksum;
}

/** A checkpoint that was read, with its pages. */
export interface FoundCheckpoint {
  readonly header: CheckpointHeader;
  readonly state: Uint8Array;
  readonly pages: PageStore;
}

/** Size and CRC-32 of some bytes, by which damage and incomplete writes are detected. */
interface Checksum {
  readonly size: number;
  readonly sum: number;
}

const FORMAT = 'bourse sandbox image 1';
const LINE_END = 0x0a;

/** The file name endings of the newest checkpoint and of the one before it. */
export const CHECKPOINT_ENDING = '.image';
export const PREVIOUS_CHECKPOINT_ENDING = '.image-before';

/** The number of bytes written or checksummed per step; either takes less than a millisecond. */
const PIECE_BYTES = 1 << 20;

/** The checkpoint files of a journal. */
export class CheckpointFiles {
  readonly #path: string;
  readonly #origin: CheckpointOrigin;
  #pages: PageStore | undefined;
  #pagesSum: Checksum = { size: 0, sum: 0 };
  #writeFailed = false;

  /** Takes the path of the journal without its ending. */
  constructor(path: string, origin: CheckpointOrigin) {
    this.#path = path;
    this.#origin = origin;
  }

  /** Returns the complete checkpoints of this origin, the newest first. Changes nothing. */
  *findValid(): Iterable<FoundCheckpoint> {
    for (const ending of [CHECKPOINT_ENDING, PREVIOUS_CHECKPOINT_ENDING]) {
      const found = this.#readCheckpoint(`${this.#path}${ending}`);
      if (found !== undefined) yield found;
    }
  }

  /**
   * Continues from the checkpoint that was loaded, or from none; later writes replace all other checkpoint
   * files.
   */
  continueFrom(checkpoint: FoundCheckpoint | undefined): void {
    this.#pages = checkpoint?.pages ?? new PageStore();
    this.#pagesSum = checkpoint?.header.pages ?? { size: 0, sum: 0 };
  }

  /**
   * Takes a checkpoint by calling `takeState`, which adds pages to the store, and returns the steps that
   * write it over the older of the two checkpoints. The steps of the previous write must be finished. After a
   * failed write, this process writes no more checkpoints.
   */
  *write(
    progress: Pick<CheckpointHeader, 'journal' | 'lastAt' | 'endpoints'>,
    takeState: (pages: PageStore) => Generator<undefined, Buffer>,
  ): WorkSteps {
    const pages = this.#pages;
    if (pages === undefined || this.#writeFailed) return;
    try {
      const stateSteps = takeState(pages);
      const added = pages.takeAdded();
      const state = yield* stateSteps;
      this.#pagesSum = yield* this.#appendPages(added);
      const sum = { size: state.length, sum: yield* checksumOf([state]) };
      const header: CheckpointHeader = {
        format: FORMAT,
        ...this.#origin,
        ...progress,
        pages: this.#pagesSum,
        state: sum,
      };
      yield* this.#replaceCheckpoint([Buffer.from(headerLine(header)), state]);
    } catch {
      // The journal contains everything, so a full disk must not stop orders from being answered.
      this.#writeFailed = true;
      removeIfThere(`${this.#path}${CHECKPOINT_ENDING}.part`);
    }
  }

  #readCheckpoint(path: string): FoundCheckpoint | undefined {
    try {
      if (!existsSync(path)) return undefined;
      const bytes = readFileSync(path);
      const end = bytes.indexOf(LINE_END);
      const header = readHeaderLine(bytes.subarray(0, Math.max(end, 0))) as CheckpointHeader;
      const state = bytes.subarray(end + 1);
      if (!this.#hasSameOrigin(header) || !matchesChecksum(state, header.state)) return undefined;
      const pages =
        header.pages.size === 0 ? new Uint8Array() : readVerifiedStart(`${this.#path}.pages`, header.pages);
      return pages === undefined ? undefined : { header, state, pages: new PageStore(pages) };
    } catch {
      return undefined;
    }
  }

  #hasSameOrigin(header: CheckpointHeader): boolean {
    const { program, seed, options } = this.#origin;
    return (
      header.format === FORMAT &&
      header.program === program &&
      header.seed === seed &&
      header.options === options
    );
  }

  /** Appends new pages after those of earlier checkpoints and syncs them to disk. */
  *#appendPages(added: readonly Uint8Array[]): Generator<WorkStep, Checksum> {
    if (added.length === 0) return this.#pagesSum;
    makePrivateFolder(dirname(this.#path));
    const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
    const descriptor = openSync(`${this.#path}.pages`, flags, 0o600);
    try {
      const from = this.#pagesSum;
      const size = yield* writeAt(descriptor, added, from.size);
      const sum = yield* checksumOf(added, from.sum);
      ftruncateSync(descriptor, size);
      yield descriptor;
      return { size, sum };
    } finally {
      closeSync(descriptor);
    }
  }

  *#replaceCheckpoint(parts: readonly Uint8Array[]): WorkSteps {
    const path = `${this.#path}${CHECKPOINT_ENDING}`;
    const descriptor = openSync(`${path}.part`, 'w', 0o600);
    try {
      yield* writeAt(descriptor, parts, 0);
      yield descriptor;
    } finally {
      closeSync(descriptor);
    }
    if (existsSync(path)) renameSync(path, `${this.#path}${PREVIOUS_CHECKPOINT_ENDING}`);
    renameSync(`${path}.part`, path);
  }
}

/** Returns the first line of a file: its header and the CRC-32 of it, because a damaged header could pass for a valid one. */
function headerLine(header: object): string {
  const text = JSON.stringify(header);
  return `${text} ${crc32(text)}\n`;
}

/** Returns the header from the first line of a file. Throws if the line is damaged. */
function readHeaderLine(line: Buffer): unknown {
  const end = line.lastIndexOf(' ');
  const text = line.toString('utf8', 0, end);
  if (String(crc32(text)) !== line.toString('utf8', end + 1)) throw new Error('the header is damaged');
  return JSON.parse(text);
}

/** Returns whether bytes have the size and the CRC-32 that were recorded of them. */
function matchesChecksum(bytes: Uint8Array, { size, sum }: Checksum): boolean {
  return bytes.length === size && crc32(bytes) === sum;
}

/** Returns the beginning of a file if it matches the checksum, otherwise undefined. */
function readVerifiedStart(path: string, sum: Checksum): Uint8Array | undefined {
  const bytes = readFileSync(path).subarray(0, sum.size);
  return matchesChecksum(bytes, sum) ? bytes : undefined;
}

function removeIfThere(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The incomplete file does no harm: an incomplete checkpoint is never read.
  }
}

/** Writes all bytes at an offset of a file and returns the offset after them. */
function* writeAt(descriptor: number, all: readonly Uint8Array[], from: number): Generator<WorkStep, number> {
  let at = from;
  for (const piece of piecesOf(all)) {
    let written = 0;
    while (written < piece.length) {
      written += writeSync(descriptor, piece, written, piece.length - written, at + written);
    }
    at += piece.length;
    yield;
  }
  return at;
}

/** Returns the CRC-32 of the given bytes, continued from the checksum `before`. */
function* checksumOf(all: readonly Uint8Array[], before = 0): Generator<WorkStep, number> {
  let sum = before;
  for (const piece of piecesOf(all)) {
    sum = crc32(piece, sum);
    yield;
  }
  return sum;
}

function* piecesOf(all: readonly Uint8Array[]): Iterable<Uint8Array> {
  for (const bytes of all) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
  }
}
