/**
 * Maps texts, such as client order ids, to numbers. The index stores only a 32-bit hash of each text: a
 * result may belong to another text, and the caller must compare. Entries are only added; the hash table is
 * built on the first lookup.
 */
import type { Checkpointer } from './checkpointer.ts';
import { NumberTable } from './number-table.ts';

const INITIAL_CAPACITY = 64;
/**
 * The number of integers in a slot of the table: the hash of a text, and the number stored under it, which is
 * 1 or more.
 */
const ENTRY_WIDTH = 2;

export class KeyIndex {
  readonly #entries = new NumberTable(ENTRY_WIDTH);
  #table = new Uint32Array(INITIAL_CAPACITY * ENTRY_WIDTH);
  /** The number of entries that are already in the hash table. */
  #indexed = 0;

  /** Adds a number from 1 to 2^32 - 1 under a text. Several numbers may share a text. */
  add(text: string, value: number): void {
    this.#entries.push([hashOf(text), value]);
  }

  /** Returns the numbers that may have been added under a text, the largest first. */
  candidates(text: string): readonly number[] {
    this.#indexNewEntries();
    const table = this.#table;
    const hash = hashOf(text);
    const found: number[] = [];
    for (let at = slotOf(table, hash); table[at + 1] !== 0; at = slotAfter(table, at)) {
      if (table[at] === hash) found.push(table[at + 1]!);
    }
    return found.sort((a, b) => b - a);
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#entries.checkpoint(checkpointer);
    if (checkpointer.isRestoring) this.#resetTable(INITIAL_CAPACITY);
  }

  #indexNewEntries(): void {
    const { length } = this.#entries;
    if (this.#indexed === length) return;
    let capacity = this.#table.length / ENTRY_WIDTH;
    while (2 * length > capacity) capacity *= 2;
    if (capacity * ENTRY_WIDTH > this.#table.length) this.#resetTable(capacity);
    for (; this.#indexed < length; this.#indexed += 1) {
      this.#insert(this.#entries.get(this.#indexed, 0), this.#entries.get(this.#indexed, 1));
    }
  }

  #resetTable(capacity: number): void {
    this.#table = new Uint32Array(capacity * ENTRY_WIDTH);
    this.#indexed = 0;
  }

  #insert(hash: number, value: number): void {
    const table = this.#table;
    let at = slotOf(table, hash);
    while (table[at + 1] !== 0) at = slotAfter(table, at);
    table[at] = hash;
    table[at + 1] = value;
  }
}

function slotOf(table: Uint32Array, hash: number): number {
  return (hash & (table.length / ENTRY_WIDTH - 1)) * ENTRY_WIDTH;
}

function slotAfter(table: Uint32Array, at: number): number {
  return at + ENTRY_WIDTH === table.length ? 0 : at + ENTRY_WIDTH;
}

/**
 * Returns the FNV-1a hash of a text, mixed further so that texts which differ only at the end are far apart.
 */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
