/**
 * The file of a public view: a line that says what the view consists of, and numbers in blocks, each of which is read
 * when one of its numbers is needed. The line and every block carry a checksum of their own: those of `node:zlib` would
 * load a large part of Node for a few kilobytes.
 */
import { closeSync, constants, openSync } from 'node:fs';
import { readAt } from '../../store/read-at.ts';

/** The numbers of a block are followed by the checksum of the block. */
const BLOCK_BYTES = 4096;
const BLOCK_NUMBERS = BLOCK_BYTES / 8 - 1;
/** The number of 32-bit words in a block before its checksum. */
const BLOCK_WORDS = 2 * BLOCK_NUMBERS;

const LINE_END = 0x0a;
const SPACE = 0x20;
/** The most bytes that the first line has, and how many of them are read at first. */
const LINE_BYTES_MAX = 1 << 16;
const LINE_BYTES_FIRST = 4096;

/** Thrown if the file of a view is damaged, or was removed or replaced after the view was opened. */
export class DamagedView extends Error {}

/** Numbers in the file of a view, by index. */
export interface SavedNumbers {
  /** Returns a number of the view. Throws `DamagedView`. */
  at(index: number): number;
}

/** Returns the content of a view file. Throws a RangeError if the header has more than 64 KB. */
export function encodeView(header: object, numbers: readonly number[]): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const text = Buffer.alloc(Math.ceil(json.length / 4) * 4, SPACE);
  text.set(json);
  const sum = sumOf(wordsOf(text), 0);
  const line = Buffer.concat([text, Buffer.from(` ${sum}\n`)]);
  if (line.length > LINE_BYTES_MAX) throw new RangeError('the header of a view is too long');
  const blocks = Math.ceil(numbers.length / BLOCK_NUMBERS);
  const all = new Float64Array(blocks * (BLOCK_NUMBERS + 1));
  for (let block = 0; block < blocks; block += 1) {
    const first = block * BLOCK_NUMBERS;
    all.set(numbers.slice(first, first + BLOCK_NUMBERS), block * (BLOCK_NUMBERS + 1));
    const words = new Uint32Array(all.buffer, block * BLOCK_BYTES, BLOCK_WORDS + 1);
    words[BLOCK_WORDS] = sumOf(words.subarray(0, BLOCK_WORDS), sum + block);
  }
  return Buffer.concat([line, Buffer.from(all.buffer)]);
}

/** Opens a view file and returns its header and numbers. Throws `DamagedView`, and the errors of the system. */
export function readView(path: string): { readonly header: unknown; readonly numbers: SavedNumbers } {
  let bytes = bytesOf(path, 0, LINE_BYTES_FIRST);
  if (!bytes.includes(LINE_END)) bytes = bytesOf(path, 0, LINE_BYTES_MAX);
  const end = bytes.indexOf(LINE_END);
  const textEnd = bytes.subarray(0, Math.max(end, 0)).lastIndexOf(SPACE);
  if (textEnd < 0 || textEnd % 4 !== 0) throw new DamagedView('a view has no header');
  const text = bytes.subarray(0, textEnd);
  const sum = sumOf(wordsOf(text), 0);
  if (bytes.toString('latin1', textEnd + 1, end) !== String(sum))
    throw new DamagedView('the header of a view is damaged');
  return { header: JSON.parse(text.toString('utf8')), numbers: new NumberBlocks(path, end + 1, sum) };
}

/** Keeps no file open, because a program may keep the view as long as it runs. */
class NumberBlocks implements SavedNumbers {
  readonly #path: string;
  /** The position of the first block in the file. */
  readonly #from: number;
  /** The checksum of the header: blocks of another view don't fit it. */
  readonly #headerSum: number;
  readonly #blocks: Float64Array[] = [];

  constructor(path: string, from: number, headerSum: number) {
    this.#path = path;
    this.#from = from;
    this.#headerSum = headerSum;
  }

  at(index: number): number {
    const block = Math.floor(index / BLOCK_NUMBERS);
    let numbers = this.#blocks[block];
    if (numbers === undefined) {
      numbers = this.#read(block);
      this.#blocks[block] = numbers;
    }
    return numbers[index % BLOCK_NUMBERS]!;
  }

  #read(block: number): Float64Array {
    const bytes = this.#bytesOf(block);
    if (bytes.length < BLOCK_BYTES) throw new DamagedView('a view is shorter than it was');
    const words = wordsOf(bytes);
    if (sumOf(words.subarray(0, BLOCK_WORDS), this.#headerSum + block) !== words[BLOCK_WORDS])
      throw new DamagedView('a block of a view is damaged or belongs to another view');
    return new Float64Array(bytes.buffer, 0, BLOCK_NUMBERS);
  }

  #bytesOf(block: number): Buffer {
    try {
      return bytesOf(this.#path, this.#from + block * BLOCK_BYTES, BLOCK_BYTES);
    } catch (cause) {
      throw new DamagedView('a view is missing', { cause });
    }
  }
}

/** Returns up to `size` bytes of a file, at the beginning of memory of their own, so that numbers can be read in place. */
function bytesOf(path: string, from: number, size: number): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    return readAt(descriptor, Buffer.from(new ArrayBuffer(size)), from);
  } finally {
    closeSync(descriptor);
  }
}

function wordsOf(bytes: Buffer): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

/**
 * Returns a checksum of 32 bits. Each step maps different sums to different sums and different words to different sums, so
 * that a change within one word is always noticed.
 */
function sumOf(words: Uint32Array, seed: number): number {
  let sum = seed;
  for (let index = 0; index < words.length; index += 1) {
    sum = Math.imul(((sum << 5) | (sum >>> 27)) ^ words[index]!, 0x9e3779b1);
  }
  return sum >>> 0;
}
