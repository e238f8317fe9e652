/**
 * Packs plain data for a checkpoint and unpacks it. Objects, arrays, maps, sets, bigints and shared
 * references keep their form; a named object is replaced by its name. Functions and instances of any other
 * class are rejected, so that nothing is lost silently: their owner decides in its own `checkpoint` method
 * what is stored.
 */
import type { NameRegistry } from './name-registry.ts';

/**
 * The only field of a packed object that stands for a named object. No row of the exchange has a field of
 * this name.
 */
const NAME_FIELD = '@';

/**
 * Fields of a resting order that are not packed: its queue position, which the order book restores itself.
 */
const QUEUE_FIELDS: ReadonlySet<string> = new Set(['level', 'previous', 'next']);

/** Copies data for a checkpoint. An object that is packed twice has one copy. */
export class Packer {
  readonly #names: NameRegistry;
  readonly #copies = new Map<object, unknown>();

  constructor(names: NameRegistry) {
    this.#names = names;
  }

  pack(value: unknown): unknown {
    if (typeof value === 'function' || typeof value === 'symbol') {
      throw new Error(`a checkpoint can't hold a ${typeof value}`);
    }
    if (typeof value !== 'object' || value === null) return value;
    const copied = this.#copies.get(value);
    if (copied !== undefined) return copied;
    const name = this.#names.nameOf(value);
    if (name === undefined) return this.#copy(value);
    const reference = { [NAME_FIELD]: name };
    this.#copies.set(value, reference);
    return reference;
  }

  /**
   * Packs an object field by field even if it has a name. `packedFields` supplies fields that are packed
   * already.
   */
  packFields(row: object, packedFields?: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return this.fill(this.reserve(row), row, packedFields);
  }

  /**
   * Returns the empty copy of an object whose fields are packed later by `fill`. References to the object
   * point to that copy.
   */
  reserve(row: object): Record<string, unknown> {
    const copy: Record<string, unknown> = {};
    this.#copies.set(row, copy);
    return copy;
  }

  /** Packs the fields of an object into its copy and returns the copy. */
  fill(
    copy: Record<string, unknown>,
    row: object,
    packedFields: Readonly<Record<string, unknown>> = {},
  ): Record<string, unknown> {
    const isResting = 'level' in row && 'previous' in row;
    for (const key of Object.keys(row)) {
      if (Object.hasOwn(packedFields, key)) copy[key] = packedFields[key];
      else if (isResting && QUEUE_FIELDS.has(key)) copy[key] = undefined;
      else copy[key] = this.pack((row as Record<string, unknown>)[key]);
    }
    return copy;
  }

  #copy(value: object): unknown {
    if (Array.isArray(value)) {
      const copy: unknown[] = [];
      this.#copies.set(value, copy);
      for (const item of value) copy.push(this.pack(item));
      return copy;
    }
    if (value instanceof Map) {
      const copy = new Map<unknown, unknown>();
      this.#copies.set(value, copy);
      for (const [key, item] of value) copy.set(this.pack(key), this.pack(item));
      return copy;
    }
    if (value instanceof Set) {
      const copy = new Set<unknown>();
      this.#copies.set(value, copy);
      for (const item of value) copy.add(this.pack(item));
      return copy;
    }
    // Byte arrays are written later without a copy: if their owner still changes them, it must pass a copy.
    if (ArrayBuffer.isView(value)) return value;
    if (Object.getPrototypeOf(value) !== Object.prototype) {
      throw new Error(`a checkpoint can't hold a ${value.constructor.name}`);
    }
    return this.packFields(value);
  }
}

/** Replaces the names of objects by the objects themselves. */
export class Unpacker {
  readonly #names: NameRegistry;
  readonly #seen = new Set<object>();

  constructor(names: NameRegistry) {
    this.#names = names;
  }

  unpack(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const name = (value as Record<string, unknown>)[NAME_FIELD];
    if (typeof name === 'string') return this.#names.find(name);
    if (this.#seen.has(value)) return value;
    this.#seen.add(value);
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) value[index] = this.unpack(value[index]);
    } else if (value instanceof Map) {
      const entries = [...value];
      value.clear();
      for (const [key, item] of entries) value.set(this.unpack(key), this.unpack(item));
    } else if (value instanceof Set) {
      const rows = [...value];
      value.clear();
      for (const item of rows) value.add(this.unpack(item));
    } else if (!ArrayBuffer.isView(value)) {
      const row = value as Record<string, unknown>;
      for (const key of Object.keys(row)) {
        const item = row[key];
        if (typeof item === 'object' && item !== null) row[key] = this.unpack(item);
      }
    }
    return value;
  }
}
