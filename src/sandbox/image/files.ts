/**
 * Images on disk: the last two of an exchange, and the pages that both mention. An image is only a faster way to what the
 * journal says: one that is missing, damaged, of another program or of another journal is passed over, and the journal
 * is done again from its beginning.
 */
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
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
   * Writes an image in place of the older one; `stateOf` returns it and puts pages into the store. Returns whether it
   * could be written: what can't is never tried again by this process.
   */
  write(
    done: Pick<ImageHead, 'journal' | 'lastAt' | 'endpoints'>,
    stateOf: (pages: PageStore) => Buffer,
  ): boolean {
    const pages = this.#pages;
    if (pages === undefined || this.#hasFailed) return false;
    try {
      const state = stateOf(pages);
      this.#pagesSum = this.#append(pages);
      const sum = { size: state.length, sum: crc32(state) };
      const head: ImageHead = { format: FORMAT, ...this.#of, ...done, pages: this.#pagesSum, state: sum };
      this.#put([Buffer.from(`${JSON.stringify(head)}\n`), state]);
      return true;
    } catch {
      // The journal has everything; a full disk must not keep orders from being answered.
      this.#hasFailed = true;
      rmSync(`${this.#path}.image.part`, { force: true });
      return false;
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
  #append(pages: PageStore): Sum {
    const added = pages.takeAdded();
    if (added.length === 0) return this.#pagesSum;
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
    const descriptor = openSync(`${this.#path}.pages`, flags, 0o600);
    try {
      let { size, sum } = this.#pagesSum;
      for (const bytes of added) {
        writeWhole(descriptor, bytes, size);
        size += bytes.length;
        sum = crc32(bytes, sum);
      }
      ftruncateSync(descriptor, size);
      fsyncSync(descriptor);
      return { size, sum };
    } finally {
      closeSync(descriptor);
    }
  }

  #put(parts: readonly Uint8Array[]): void {
    const path = `${this.#path}.image`;
    const descriptor = openSync(`${path}.part`, 'w', 0o600);
    try {
      let at = 0;
      for (const bytes of parts) {
        writeWhole(descriptor, bytes, at);
        at += bytes.length;
      }
      fsyncSync(descriptor);
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

function writeWhole(descriptor: number, bytes: Uint8Array, at: number): void {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, at + written);
  }
}
