/** Which series of a lake a command is about. */
import type { ArchiveProduct } from '../archive/columns.ts';
import type { Series, TableName } from './tables.ts';

/** What was named; whatever is undefined does not matter. */
export interface LakeSelection {
  readonly table?: TableName | undefined;
  readonly product?: ArchiveProduct | undefined;
  readonly symbols?: readonly string[] | undefined;
  readonly interval?: string | undefined;
}

/** What the folder of a partition says of its rows. */
export interface PartitionFacts {
  /** Undefined where a folder has the rows of all symbols. */
  readonly symbol: string | undefined;
  /** Empty for rows without an interval. */
  readonly interval: string;
  /** The month or day, such as 2025-01 or 2025-01-31. */
  readonly period: string;
}

/** Returns what the folder of a partition says. */
export function partitionFacts(partition: string): PartitionFacts {
  const [, symbol] = /\/symbol=([^/]+)/.exec(partition) ?? [];
  const [, interval = ''] = /\/interval=([^/]+)/.exec(partition) ?? [];
  const [, period = ''] = /\/(?:month|day)=([\d-]+)$/.exec(partition) ?? [];
  return { symbol: symbol === undefined ? undefined : decodeURIComponent(symbol), interval, period };
}

/** Returns whether a file may have rows of a selection. */
export function isSelected(
  { table, product, partition }: Pick<Series, 'table' | 'product'> & { readonly partition: string },
  selection: LakeSelection,
): boolean {
  const { symbol, interval } = partitionFacts(partition);
  return (
    (selection.table ?? table) === table &&
    (selection.product ?? product) === product &&
    (selection.interval ?? interval) === interval &&
    (symbol === undefined || selection.symbols === undefined || selection.symbols.includes(symbol))
  );
}
