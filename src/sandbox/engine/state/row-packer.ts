/** Packs the rows of an archive into bytes and unpacks them. */
import { deserialize, serialize } from 'node:v8';
import type { NameRegistry } from './name-registry.ts';
import { Packer, Unpacker } from './packing.ts';

/**
 * How a field that refers to an object stored elsewhere is packed as a number, and how the object is found
 * again.
 */
export interface RowLink<R, T> {
  readonly idOf: (value: NonNullable<T>) => number;
  readonly find: (id: number, row: R) => NonNullable<T>;
}

/**
 * The content of a packed block: rows as arrays of values, and the field names once for each shape of row.
 */
interface PackedBlock {
  readonly shapes: string[][];
  readonly rows: unknown[][];
}

export class RowPacker<R extends object> {
  readonly #names: NameRegistry;
  readonly #links: readonly (readonly [field: string, RowLink<R, unknown>])[];
  /** Ids of the linked objects of unpacked rows, so that reading an id does not have to find the object. */
  readonly #linkedIds = new WeakMap<object, Record<string, number>>();

  constructor(names: NameRegistry, links: { readonly [Key in keyof R]?: RowLink<R, R[Key]> }) {
    this.#names = names;
    this.#links = Object.entries(links) as never;
  }

  /** Packs rows into bytes. */
  pack(rows: readonly R[]): Uint8Array {
    const packer = new Packer(this.#names);
    const shapes: string[][] = [];
    const shapeIndexes = new Map<string, number>();
    const packed = rows.map((row) => {
      const fields = packer.packFields(row, this.packedLinks(row));
      const names = Object.keys(fields);
      const shape = names.join();
      let index = shapeIndexes.get(shape);
      if (index === undefined) {
        index = shapes.push(names) - 1;
        shapeIndexes.set(shape, index);
      }
      return [index, ...Object.values(fields)];
    });
    return serialize({ shapes, rows: packed } satisfies PackedBlock);
  }

  /** Returns the rows that `pack` packed. */
  unpack(bytes: Uint8Array): readonly R[] {
    const { shapes, rows } = deserialize(bytes) as PackedBlock;
    const unpacker = new Unpacker(this.#names);
    return rows.map(([shape, ...values]) => {
      const row: Record<string, unknown> = {};
      const fields = shapes[shape as number]!;
      for (let index = 0; index < fields.length; index += 1) {
        const value = values[index];
        row[fields[index]!] = typeof value === 'object' ? unpacker.unpack(value) : value;
      }
      return this.restoreLinks(row);
    });
  }

  /** Returns the linked fields of a row as ids. */
  packedLinks(row: R): Readonly<Record<string, unknown>> {
    const packed: Record<string, unknown> = {};
    for (const [name, link] of this.#links) packed[name] = this.idOf(row, name, link);
    return packed;
  }

  /** Returns the id of the object that a field links to, or undefined if the field is empty. */
  idOf(row: R, name: string, link: RowLink<R, unknown>): number | undefined {
    const known = this.#linkedIds.get(row)?.[name];
    if (known !== undefined) return known;
    const value = row[name as keyof R];
    return value === undefined ? undefined : link.idOf(value as never);
  }

  /** Turns the linked fields of a row into getters that find the object on first access. */
  restoreLinks(row: Record<string, unknown>): R {
    if (this.#links.length === 0) return row as R;
    const ids: Record<string, number> = {};
    for (const [name, link] of this.#links) {
      const id = row[name] as number | undefined;
      if (id === undefined) continue;
      ids[name] = id;
      const get = () => link.find(id, row as R);
      Object.defineProperty(row, name, { get, enumerable: true, configurable: true });
    }
    this.#linkedIds.set(row, ids);
    return row as R;
  }
}
