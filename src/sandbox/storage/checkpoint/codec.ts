/**
 * Writes and reads the state in a checkpoint. Each class with state lists its fields once, in its method `checkpoint`:
 * the same code writes a checkpoint and reads it, so that the two can't differ.
 */
import { DefaultDeserializer, DefaultSerializer } from 'node:v8';
import type { Checkpointer, RowCodec } from '../../engine/state/checkpointer.ts';
import type { NameRegistry } from '../../engine/state/name-registry.ts';
import { Packer, Unpacker } from '../../engine/state/packing.ts';
import type { PageStore } from './pages.ts';

/** The number of rows that are packed, or values that are written, in one step; either takes about 100 µs. */
const ROWS_PER_STEP = 50;
const VALUES_PER_STEP = 20;

/**
 * Collects the state of one moment quickly: values that may change are copied at once, immutable rows are packed later,
 * when the bytes are written.
 */
export class CheckpointWriter implements Checkpointer {
  readonly isRestoring = false;
  readonly names: NameRegistry;
  readonly #pages: PageStore;
  readonly #packer: Packer;
  readonly #values: unknown[] = [];
  /** Functions that pack the immutable rows. */
  readonly #deferred: (() => void)[] = [];

  constructor(names: NameRegistry, pages: PageStore) {
    this.names = names;
    this.#pages = pages;
    this.#packer = new Packer(names);
  }

  /** Returns the serialized state, in steps between which the exchange may continue. */
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
    // A user may refer to another user, so each is registered before the fields of any user are packed.
    this.#values.push(current.map((row) => this.#packer.packFields(row)));
  }

  immutable(current: Uint8Array[]): void {
    // Each of these arrays is written as a value of its own, because together they are megabytes.
    this.#values.push(current.length, ...current);
  }

  rows<T extends object>(current: readonly T[], { packedFields, isFinal }: RowCodec<T>): T[] {
    const packed = current.map((row) => {
      if (!isFinal(row)) return this.#packer.packFields(row, packedFields(row));
      const copy = this.#packer.reserve(row);
      this.#deferred.push(() => this.#packer.fill(copy, row, packedFields(row)));
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

/** Returns the values of a checkpoint in the order in which they were written. */
export class CheckpointReader implements Checkpointer {
  readonly isRestoring = true;
  readonly names: NameRegistry;
  readonly #pages: PageStore;
  readonly #unpacker: Unpacker;
  readonly #values: readonly unknown[];
  #next = 0;

  /** Throws if the bytes are not a checkpoint. */
  constructor(bytes: Uint8Array, names: NameRegistry, pages: PageStore) {
    this.names = names;
    this.#pages = pages;
    this.#unpacker = new Unpacker(names);
    const deserializer = new DefaultDeserializer(bytes);
    deserializer.readHeader();
    const length = deserializer.readValue() as number;
    this.#values = Array.from({ length }, () => deserializer.readValue() as unknown);
  }

  /** Throws if values are left that were not read. */
  end(): void {
    if (this.#next !== this.#values.length)
      throw new Error('the checkpoint holds more values than were read');
  }

  value<T>(current: T): T {
    const restored = this.#unpacker.unpack(this.#nextValue()) as T;
    return fillInPlace(current, restored);
  }

  inline<T extends object>(current: T[], known: (row: T) => void): void {
    const restored = this.#nextValue() as T[];
    for (const row of restored) known(row);
    this.#unpacker.unpack(restored);
    fillInPlace(current, restored);
  }

  immutable(current: Uint8Array[]): void {
    current.length = this.#nextValue() as number;
    for (let index = 0; index < current.length; index += 1) current[index] = this.#nextValue() as Uint8Array;
  }

  rows<T extends object>(_current: readonly T[], { restore }: RowCodec<T>): T[] {
    const restored = this.#unpacker.unpack(this.#nextValue()) as Record<string, unknown>[];
    return restored.map(restore);
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
    if (this.#next >= this.#values.length)
      throw new Error('the checkpoint holds fewer values than were read');
    this.#next += 1;
    return this.#values[this.#next - 1];
  }
}

/** Returns the restored value; a Map, Set or array is filled in place. */
function fillInPlace<T>(current: T, restored: T): T {
  if (current instanceof Map && restored instanceof Map) {
    current.clear();
    for (const [key, one] of restored) current.set(key, one);
    return current;
  }
  if (current instanceof Set && restored instanceof Set) {
    current.clear();
    for (const one of restored) current.add(one);
    return current;
  }
  if (Array.isArray(current) && Array.isArray(restored)) {
    current.length = 0;
    for (const one of restored) current.push(one);
    return current;
  }
  return restored;
}
