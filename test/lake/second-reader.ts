/** Reads Parquet files with another reader than DuckDB: parquet-wasm, and apache-arrow for the values. */
import { readFileSync } from 'node:fs';

// Variables and not import specifiers: the types of both packages are large, and only these lines need a part of them.
const PARQUET: string = 'parquet-wasm';
const ARROW: string = 'apache-arrow';

interface ArrowTable {
  readonly numRows: number;
  readonly schema: {
    readonly fields: readonly { readonly name: string; readonly type: { toString(): string } }[];
  };
  getChild(name: string): { get(row: number): unknown } | null;
}

interface ParquetPackage {
  readParquet(bytes: Uint8Array): { intoIPCStream(): Uint8Array };
  readonly ParquetFile: { fromFile(file: Blob): Promise<ParquetFile> };
}

interface ParquetFile {
  metadata(): { fileMetadata(): { keyValueMetadata(): ReadonlyMap<string, string> } };
}

interface ArrowPackage {
  tableFromIPC(bytes: Uint8Array): ArrowTable;
}

/** A file as the other reader sees it. */
export interface SecondReading {
  readonly rows: number;
  /** The types of columns, such as Decimal[18e+8]. */
  readonly types: Readonly<Record<string, string>>;
  /** Returns the values of a column. */
  column(name: string): readonly unknown[];
  /** Returns the unscaled integers of a decimal column. */
  unscaled(name: string): readonly bigint[];
}

export async function readWithSecondReader(path: string): Promise<SecondReading> {
  const { readParquet } = (await import(PARQUET)) as ParquetPackage;
  const { tableFromIPC } = (await import(ARROW)) as ArrowPackage;
  const table = tableFromIPC(readParquet(new Uint8Array(readFileSync(path))).intoIPCStream());
  const column = (name: string) => {
    const vector = table.getChild(name)!;
    return Array.from({ length: table.numRows }, (_, row) => vector.get(row));
  };
  return {
    rows: table.numRows,
    types: Object.fromEntries(table.schema.fields.map(({ name, type }) => [name, type.toString()])),
    column,
    unscaled: (name) => column(name).map((words) => integerOf(words as Uint32Array)),
  };
}

/** Returns what a file says about itself. */
export async function readFileMetadata(path: string): Promise<Readonly<Record<string, string>>> {
  const { ParquetFile } = (await import(PARQUET)) as ParquetPackage;
  const file = await ParquetFile.fromFile(new Blob([new Uint8Array(readFileSync(path))]));
  return Object.fromEntries(file.metadata().fileMetadata().keyValueMetadata());
}

/** Returns the integer of four words of 32 bits, the lowest first, in two's complement. */
function integerOf(words: Uint32Array): bigint {
  const value = words.reduceRight((total, word) => (total << 32n) | BigInt(word), 0n);
  return BigInt.asIntN(128, value);
}
