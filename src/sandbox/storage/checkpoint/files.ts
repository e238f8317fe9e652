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
import type { JournalMark } from '../journal/file.ts';
import type { Step, Steps } from './background-work.ts';
import { PageStore } from './pages.ts';

/** Of what an image is: only the same program with the same options makes the same of it. */
export interface ImageOf {
  readonly program: string;
  readonly seed: number;
  readonly options: string;
}

/** What is known of an image before it is loaded. */
export interface ImageHead extends ImageOf {
  readonly format: typeof FORMAT;
  /** How much of the journal has been done. */
  readonly journal: JournalMark;
  /** The exchange's time of the last deed, 0 where there was none. */
  readonly lastAt: number;
  /** The endpoints of all calls so far. */
  readonly endpoints: readonly string[];
  readonly pages: Sum;
  readonly state: Sum;
}

/** An image as it was found, the pages with it. */
export interface FoundImage {
  readonly head: ImageHead;
  readonly state: Uint8Array;
  readonly pages: PageStore;
}

/** How many bytes, and their checksum: enough to see what a disk or a kill has done to them. */
interface Sum {
  readonly size: number;
  readonly sum: number;
}

const FORMAT = 'bourse sandbox image 1';
const LINE_END = 0x0a;

/** What is written, or summed up, in one step; either takes less than a millisecond. */
const PIECE_BYTES = 1 << 20;

/** The images beside a journal. */
export class ImageFiles {
  readonly #path: string;
  readonly #of: ImageOf;
  #pages: PageStore | undefined;
  #pagesSum: Sum = { size: 0, sum: 0 };
  #hasFailed = false;

  /** `path` is the journal's without its ending. */
  constructor(path: string, of: ImageOf) {
    this.#path = path;
    this.#of = of;
  }

  /** Returns the images that are whole and of this program, the newest first. Nothing is changed. */
  *found(): Iterable<FoundImage> {
    for (const ending of ['.image', '.image-before']) {
      const found = this.#read(`${this.#path}${ending}`);
      if (found !== undefined) yield found;
    }
  }

  /** Goes on from an image that was loaded, or from none: whatever else there is, is replaced. */
  goOn(image: FoundImage | undefined): void {
    this.#pages = image?.pages ?? new PageStore();
    this.#pagesSum = image?.head.pages ?? { size: 0, sum: 0 };
  }

  /**
   * Takes an image by `stateOf`, which puts pages into the store, and returns the steps that write it in place of the
   * older one; the steps of the last one are to be done by then. What can't be written is never tried again by this
   * process: then there are no steps.
   */
  *write(
    done: Pick<ImageHead, 'journal' | 'lastAt' | 'endpoints'>,
    stateOf: (pages: PageStore) => Generator<undefined, Buffer>,
  ): Steps {
    const pages = this.#pages;
    if (pages === undefined || this.#hasFailed) return;
    try {
      const making = stateOf(pages);
      const added = pages.takeAdded();
      const state = yield* making;
      this.#pagesSum = yield* this.#append(added);
      const sum = { size: state.length, sum: yield* sumOf([state]) };
      const head: ImageHead = { format: FORMAT, ...this.#of, ...done, pages: this.#pagesSum, state: sum };
      yield* this.#put([Buffer.from(`${JSON.stringify(head)}\n`), state]);
    } catch {
      // The journal has everything; a full disk must not keep orders from being answered.
      this.#hasFailed = true;
      removeIfThere(`${this.#path}.image.part`);
    }
  }

  #read(path: string): FoundImage | undefined {
    try {
      if (!existsSync(path)) return undefined;
      const bytes = readFileSync(path);
      const end = bytes.indexOf(LINE_END);
      const head = JSON.parse(bytes.toString('utf8', 0, Math.max(end, 0))) as ImageHead;
      const state = bytes.subarray(end + 1);
      if (!this.#isOurs(head) || !fits(state, head.state)) return undefined;
      const pages = head.pages.size === 0 ? new Uint8Array() : readStart(`${this.#path}.pages`, head.pages);
      return pages === undefined ? undefined : { head, state, pages: new PageStore(pages) };
    } catch {
      return undefined;
    }
  }

  #isOurs(head: ImageHead): boolean {
    const { program, seed, options } = this.#of;
    return (
      head.format === FORMAT && head.program === program && head.seed === seed && head.options === options
    );
  }

  /** Writes new pages behind those that an image mentions already, and lets the disk have them. */
  *#append(added: readonly Uint8Array[]): Generator<Step, Sum> {
    if (added.length === 0) return this.#pagesSum;
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
    const descriptor = openSync(`${this.#path}.pages`, flags, 0o600);
    try {
      const from = this.#pagesSum;
      const size = yield* writeAll(descriptor, added, from.size);
      const sum = yield* sumOf(added, from.sum);
      ftruncateSync(descriptor, size);
      yield descriptor;
      return { size, sum };
    } finally {
      closeSync(descriptor);
    }
  }

  *#put(parts: readonly Uint8Array[]): Steps {
    const path = `${this.#path}.image`;
    const descriptor = openSync(`${path}.part`, 'w', 0o600);
    try {
      yield* writeAll(descriptor, parts, 0);
      yield descriptor;
    } finally {
      closeSync(descriptor);
    }
    if (existsSync(path)) renameSync(path, `${path}-before`);
    renameSync(`${path}.part`, path);
  }
}

function fits(bytes: Uint8Array, { size, sum }: Sum): boolean {
  return bytes.length === size && crc32(bytes) === sum;
}

/** Returns as much of a file's beginning as has a checksum, undefined where it is another. */
function readStart(path: string, sum: Sum): Uint8Array | undefined {
  const bytes = readFileSync(path).subarray(0, sum.size);
  return fits(bytes, sum) ? bytes : undefined;
}

function removeIfThere(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A part of an image is nothing that anybody reads.
  }
}

/** Writes all at a place of a file, and returns the place behind it. */
function* writeAll(descriptor: number, all: readonly Uint8Array[], from: number): Generator<Step, number> {
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
function* sumOf(all: readonly Uint8Array[], before = 0): Generator<Step, number> {
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
