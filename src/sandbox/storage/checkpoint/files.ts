/**
 * Images on disk: the last two of an exchange, and the pages that both mention. An image is only a faster way to what the
 * journal says: one that is missing, damaged, of another program or of another journal is passed over, and the journal
 * is done again from its beginning.
 */
import {
  closeSync,
  constants,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import type { JournalPosition } from '../journal/file.ts';
import type { WorkStep, WorkSteps } from './background-work.ts';
import { PageStore } from './pages.ts';

/** Of what an image is: only the same program with the same options makes the same of it. */
export interface CheckpointOrigin {
  readonly program: string;
  readonly seed: number;
  readonly options: string;
}

/** What is known of an image before it is loaded. */
export interface CheckpointHeader extends CheckpointOrigin {
  readonly format: typeof FORMAT;
  /** How much of the journal has been done. */
  readonly journal: JournalPosition;
  /** The exchange's time of the last deed, 0 where there was none. */
  readonly lastAt: number;
  /** The endpoints of all calls so far. */
  readonly endpoints: readonly string[];
  readonly pages: Checksum;
  readonly state: Checksum;
}

/** An image as it was found, the pages with it. */
export interface FoundCheckpoint {
  readonly header: CheckpointHeader;
  readonly state: Uint8Array;
  readonly pages: PageStore;
}

/** How many bytes, and their checksum: enough to see what a disk or a kill has done to them. */
interface Checksum {
  readonly size: number;
  readonly sum: number;
}

const FORMAT = 'bourse sandbox image 1';
const LINE_END = 0x0a;

/** What is written, or summed up, in one step; either takes less than a millisecond. */
const PIECE_BYTES = 1 << 20;

/** The images beside a journal. */
export class CheckpointFiles {
  readonly #path: string;
  readonly #origin: CheckpointOrigin;
  #pages: PageStore | undefined;
  #pagesSum: Checksum = { size: 0, sum: 0 };
  #writeFailed = false;

  /** `path` is the journal's without its ending. */
  constructor(path: string, origin: CheckpointOrigin) {
    this.#path = path;
    this.#origin = origin;
  }

  /** Returns the images that are whole and of this program, the newest first. Nothing is changed. */
  *findValid(): Iterable<FoundCheckpoint> {
    for (const ending of ['.image', '.image-before']) {
      const findValid = this.#readCheckpoint(`${this.#path}${ending}`);
      if (findValid !== undefined) yield findValid;
    }
  }

  /** Goes on from an image that was loaded, or from none: whatever else there is, is replaced. */
  continueFrom(checkpoint: FoundCheckpoint | undefined): void {
    this.#pages = checkpoint?.pages ?? new PageStore();
    this.#pagesSum = checkpoint?.header.pages ?? { size: 0, sum: 0 };
  }

  /**
   * Takes an image by `stateOf`, which puts pages into the store, and returns the steps that write it in place of the
   * older one; the steps of the last one are to be done by then. What can't be written is never tried again by this
   * process: then there are no steps.
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
      yield* this.#replaceCheckpoint([Buffer.from(`${JSON.stringify(header)}\n`), state]);
    } catch {
      // The journal has everything; a full disk must not keep orders from being answered.
      this.#writeFailed = true;
      removeIfThere(`${this.#path}.image.part`);
    }
  }

  #readCheckpoint(path: string): FoundCheckpoint | undefined {
    try {
      if (!existsSync(path)) return undefined;
      const bytes = readFileSync(path);
      const end = bytes.indexOf(LINE_END);
      const header = JSON.parse(bytes.toString('utf8', 0, Math.max(end, 0))) as CheckpointHeader;
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

  /** Writes new pages behind those that an image mentions already, and lets the disk have them. */
  *#appendPages(added: readonly Uint8Array[]): Generator<WorkStep, Checksum> {
    if (added.length === 0) return this.#pagesSum;
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
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
    const path = `${this.#path}.image`;
    const descriptor = openSync(`${path}.part`, 'w', 0o600);
    try {
      yield* writeAt(descriptor, parts, 0);
      yield descriptor;
    } finally {
      closeSync(descriptor);
    }
    if (existsSync(path)) renameSync(path, `${path}-before`);
    renameSync(`${path}.part`, path);
  }
}

function matchesChecksum(bytes: Uint8Array, { size, sum }: Checksum): boolean {
  return bytes.length === size && crc32(bytes) === sum;
}

/** Returns as much of a file's beginning as has a checksum, undefined where it is another. */
function readVerifiedStart(path: string, sum: Checksum): Uint8Array | undefined {
  const bytes = readFileSync(path).subarray(0, sum.size);
  return matchesChecksum(bytes, sum) ? bytes : undefined;
}

function removeIfThere(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A part of an image is nothing that anybody reads.
  }
}

/** Writes all at a place of a file, and returns the place behind it. */
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

/** Returns the checksum of all that came before and of these bytes. */
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
