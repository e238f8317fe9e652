/**
 * Finds numbers by texts, such as orders by the ids that clients gave them. Of a text only 32 bits are kept: what is
 * found may be another's, and whoever asks compares. A million entries are 16 MB, and are read from an image as they are.
 */
import type { Keeping } from './keeping.ts';

const CAPACITY_FIRST = 64;
/** Entries of two numbers: the hash of the text, and the number itself, which is 1 or more. */
const WIDTH = 2;

export class KeyIndex {
  #table = new Uint32Array(CAPACITY_FIRST * WIDTH);
  #size = 0;

  /** Adds a number from 1 to 2^32 - 1 under a text, beside others of the same text. */
  add(text: string, value: number): void {
    if (2 * (this.#size + 1) > this.#table.length / WIDTH) this.#grow();
    this.#put(hashOf(text), value);
    this.#size += 1;
  }

  /** Returns the numbers that may have been added under a text, the greatest first. */
  candidates(text: string): readonly number[] {
    const table = this.#table;
    const hash = hashOf(text);
    const found: number[] = [];
    for (let at = slotOf(table, hash); table[at + 1] !== 0; at = slotAfter(table, at)) {
      if (table[at] === hash) found.push(table[at + 1]!);
    }
    return found.sort((a, b) => b - a);
  }

  keep(keeping: Keeping): void {
    this.#table = keeping.value(this.#table);
    this.#size = keeping.value(this.#size);
  }

  #put(hash: number, value: number): void {
    const table = this.#table;
    let at = slotOf(table, hash);
    while (table[at + 1] !== 0) at = slotAfter(table, at);
    table[at] = hash;
    table[at + 1] = value;
  }

  #grow(): void {
    const old = this.#table;
    this.#table = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += WIDTH) {
      if (old[at + 1] !== 0) this.#put(old[at]!, old[at + 1]!);
    }
  }
}

function slotOf(table: Uint32Array, hash: number): number {
  return (hash & (table.length / WIDTH - 1)) * WIDTH;
}

function slotAfter(table: Uint32Array, at: number): number {
  return at + WIDTH === table.length ? 0 : at + WIDTH;
}

/** FNV-1a, and mixed so that texts that differ at their ends alone lie far apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
