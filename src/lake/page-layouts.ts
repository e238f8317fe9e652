/** Which endpoint answers with the rows of a table, and in which order the values of a row come. */
import { type ArchiveProduct, columnsOf } from '../archive/columns.ts';
import { MARKET_HISTORIES } from '../catalogue/market-histories.ts';
import { type ColumnKind, type TableName, tableOf } from './tables.ts';

/** One value of a row of an answer. */
export interface PageCell {
  /** The column that keeps the value; the name of a value that no column keeps is its own. */
  readonly name: string;
  readonly kind: ColumnKind | 'ignored';
  /** The name of the value where rows are objects; undefined where they are arrays. */
  readonly member?: string;
}

/** The rows of an endpoint. */
export interface PageLayout {
  readonly endpoint: string;
  readonly cells: readonly PageCell[];
}

/** The tables that can be filled from the API. */
export const SYNC_TABLES = ['candles'] as const satisfies readonly TableName[];
export type SyncTable = (typeof SYNC_TABLES)[number];

/** Returns how the rows of a table come from the API; undefined if the product has no endpoint for them. */
export function pageLayoutOf(table: SyncTable, product: ArchiveProduct): PageLayout | undefined {
  const histories: Readonly<Partial<Record<ArchiveProduct, string>>> = MARKET_HISTORIES[table];
  const endpoint = histories[product];
  return endpoint === undefined ? undefined : { endpoint, cells: candleCells(product) };
}

/** Candles are arrays with the values of the archive, in the same order. */
function candleCells(product: ArchiveProduct): readonly PageCell[] {
  const kinds = new Map(tableOf('candles', product).columns.map(({ name, kind }) => [name, kind]));
  return columnsOf('klines', product).names.map((name) => ({ name, kind: kinds.get(name) ?? 'ignored' }));
}
