/** Rows of an archive as bytes, and as objects again. */
import { deserialize, serialize } from 'node:v8';
import type { Names } from './names.ts';
import { Packer, Unpacker } from './packing.ts';

/** What a field refers to that is kept elsewhere: it is packed as a number, and found again when it is asked for. */
export interface Link<R, T> {
  readonly idOf: (value: NonNullable<T>) => number;
  readonly find: (id: number, row: R) => NonNullable<T>;
}

/** What the bytes hold: rows as values, and the names of their fields once. */
interface PackedBlock {
  readonly shapes: string[][];
  readonly rows: unknown[][];
}

export class RowBytes<R extends object> {
  readonly #names: Names;
  readonly #links: readonly (readonly [field: string, Link<R, unknown>])[];
  /** Of rows that were unpacked, the numbers of what they refer to, which need not be found for that. */
  readonly #ids = new WeakMap<object, Record<string, number>>();

  constructor(names: Names, links: { readonly [Key in keyof R]?: Link<R, R[Key]> }) {
    this.#names = names;
    this.#links = Object.entries(links) as never;
  }

  /** Returns rows as bytes. */
  of(rows: readonly R[]): Uint8Array {
    const packer = new Packer(this.#names);
    const shapes: string[][] = [];
    const places = new Map<string, number>();
    const packed = rows.map((row) => {
      const fields = packer.packFields(row, this.linked(row));
      const names = Object.keys(fields);
      const shape = names.join();
      let place = places.get(shape);
      if (place === undefined) {
        place = shapes.push(names) - 1;
        places.set(shape, place);
      }
      return [place, ...Object.values(fields)];
    });
    return serialize({ shapes, rows: packed } satisfies PackedBlock);
  }

  /** Returns the rows that bytes were made of. */
  rowsOf(bytes: Uint8Array): readonly R[] {
    const { shapes, rows } = deserialize(bytes) as PackedBlock;
    const unpacker = new Unpacker(this.#names);
    return rows.map(([shape, ...values]) => {
      const row: Record<string, unknown> = {};
      const fields = shapes[shape as number]!;
      for (let place = 0; place < fields.length; place += 1) {
        const value = values[place];
        row[fields[place]!] = typeof value === 'object' ? unpacker.unpack(value) : value;
      }
      return this.live(row);
    });
  }

  /** Returns the fields that refer to rows elsewhere, as numbers. */
  linked(row: R): Readonly<Record<string, unknown>> {
    const given: Record<string, unknown> = {};
    for (const [name, link] of this.#links) given[name] = this.idOf(row, name, link);
    return given;
  }

  /** Returns the number of what a field refers to, undefined where it refers to nothing. */
  idOf(row: R, name: string, link: Link<R, unknown>): number | undefined {
    const known = this.#ids.get(row)?.[name];
    if (known !== undefined) return known;
    const value = row[name as keyof R];
    return value === undefined ? undefined : link.idOf(value as never);
  }

  /** Lets fields that refer to rows elsewhere find them when they are asked for. */
  live(row: Record<string, unknown>): R {
    if (this.#links.length === 0) return row as R;
    const ids: Record<string, number> = {};
    for (const [name, link] of this.#links) {
      const id = row[name] as number | undefined;
      if (id === undefined) continue;
      ids[name] = id;
      const get = () => link.find(id, row as R);
      Object.defineProperty(row, name, { get, enumerable: true, configurable: true });
    }
    this.#ids.set(row, ids);
    return row as R;
  }
}
