/**
 * How an engine's state goes into an image and comes out of it. Each holder of state has one method `checkpoint`, which names
 * its fields once: the same lines write an image and read it, so that the two can't differ.
 */
import { DefaultDeserializer, DefaultSerializer } from 'node:v8';
import type { Checkpointer, RowCodec } from '../../engine/state/checkpointer.ts';
import type { NameRegistry } from '../../engine/state/names.ts';
import { Packer, Unpacker } from '../../engine/state/packing.ts';
import type { PageStore } from './pages.ts';

/** Rows that are packed, and values that are written, before a pause may be made; either takes some 100 µs. */
const ROWS_PER_STEP = 50;
const VALUES_PER_STEP = 20;

/**
 * Collects what an image keeps at one moment, as quickly as may be: what may change is copied at once, what is done is
 * packed when the bytes are made.
 */
export class CheckpointWriter implements Checkpointer {
  readonly isRestoring = false;
  readonly names: NameRegistry;
  readonly #pages: PageStore;
  readonly #packer: Packer;
  readonly #values: unknown[] = [];
  /** Packs a row that is done. */
  readonly #deferred: (() => void)[] = [];

  constructor(names: NameRegistry, pages: PageStore) {
    this.names = names;
    this.#pages = pages;
    this.#packer = new Packer(names);
  }

  /** Returns all that was kept, in steps between which the exchange may go on. */
  *bytes(): Generator<undefined, Buffer> {
    for (const [index, pack] of this.#deferred.entries()) {
      if (index % ROWS_PER_STEP === 0) yield;
      pack();
    }
    const serializer = new DefaultSerializer();
    serializer.writeHeader();
    serializer.writeValue(this.#values.length);
    for (const [index, value] of this.#values.entries()) {
      if (index % VALUES_PER_STEP === 0) yield;
      serializer.writeValue(value);
    }
    return serializer.releaseBuffer();
  }

  value<T>(current: T): T {
    this.#values.push(this.#packer.pack(current));
    return current;
  }

  inline<T extends object>(current: T[]): void {
    // A user may mention another one: each is packed before any is looked into.
    this.#values.push(current.map((row) => this.#packer.packFields(row)));
  }

  immutable(current: Uint8Array[]): void {
    // Each by itself: together they are megabytes.
    this.#values.push(current.length, ...current);
  }

  rows<T extends object>(current: readonly T[], { packedFields: given, isFinal: isDone }: RowCodec<T>): T[] {
    const packed = current.map((row) => {
      if (!isDone(row)) return this.#packer.packFields(row, given(row));
      const copy = this.#packer.reserve(row);
      this.#deferred.push(() => this.#packer.fill(copy, row, given(row)));
      return copy;
    });
    this.#values.push(packed);
    return [...current];
  }

  entries<K, V>(map: Map<K, V>, _create: (key: K) => V, checkpoint: (value: V, key: K) => void): void {
    this.value([...map.keys()]);
    for (const [key, one] of map) checkpoint(one, key);
  }

  pages<T extends NodeJS.ArrayBufferView>(current: T[]): void {
    this.#values.push(current.map((page) => this.#pages.locate(page)));
  }
}

/** Hands out what an image kept, in the order in which it was written. */
export class CheckpointReader implements Checkpointer {
  readonly isRestoring = true;
  readonly names: NameRegistry;
  readonly #pages: PageStore;
  readonly #unpacker: Unpacker;
  readonly #values: readonly unknown[];
  #next = 0;

  /** Throws where the bytes are no image. */
  constructor(bytes: Uint8Array, names: NameRegistry, pages: PageStore) {
    this.names = names;
    this.#pages = pages;
    this.#unpacker = new Unpacker(names);
    const deserializer = new DefaultDeserializer(bytes);
    deserializer.readHeader();
    const length = deserializer.readValue() as number;
    this.#values = Array.from({ length }, () => deserializer.readValue() as unknown);
  }

  /** Asserts that nothing is left over. */
  end(): void {
    if (this.#next !== this.#values.length) throw new Error('an image holds more than was asked for');
  }

  value<T>(current: T): T {
    const kept = this.#unpacker.unpack(this.#nextValue()) as T;
    return fillInPlace(current, kept);
  }

  inline<T extends object>(current: T[], known: (row: T) => void): void {
    const kept = this.#nextValue() as T[];
    for (const row of kept) known(row);
    this.#unpacker.unpack(kept);
    fillInPlace(current, kept);
  }

  immutable(current: Uint8Array[]): void {
    current.length = this.#nextValue() as number;
    for (let index = 0; index < current.length; index += 1) current[index] = this.#nextValue() as Uint8Array;
  }

  rows<T extends object>(_current: readonly T[], { restore: live }: RowCodec<T>): T[] {
    const kept = this.#unpacker.unpack(this.#nextValue()) as Record<string, unknown>[];
    return kept.map(live);
  }

  entries<K, V>(map: Map<K, V>, create: (key: K) => V, checkpoint: (value: V, key: K) => void): void {
    const keys = this.value<K[]>([]);
    map.clear();
    for (const key of keys) {
      const made = create(key);
      map.set(key, made);
      checkpoint(made, key);
    }
  }

  pages<T extends NodeJS.ArrayBufferView>(current: T[], wrap: (bytes: Uint8Array) => T): void {
    const locations = this.#nextValue() as readonly (readonly [number, number])[];
    current.length = 0;
    for (const index of locations) current.push(this.#pages.load(index, wrap));
  }

  #nextValue(): unknown {
    if (this.#next >= this.#values.length) throw new Error('an image holds less than was asked for');
    this.#next += 1;
    return this.#values[this.#next - 1];
  }
}

/** Returns what was kept, in the container that is there already where there is one. */
function fillInPlace<T>(current: T, kept: T): T {
  if (current instanceof Map && kept instanceof Map) {
    current.clear();
    for (const [key, one] of kept) current.set(key, one);
    return current;
  }
  if (current instanceof Set && kept instanceof Set) {
    current.clear();
    for (const one of kept) current.add(one);
    return current;
  }
  if (Array.isArray(current) && Array.isArray(kept)) {
    current.length = 0;
    for (const one of kept) current.push(one);
    return current;
  }
  return kept;
}
