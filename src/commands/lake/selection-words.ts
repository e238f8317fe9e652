/** Reads which series of the lake a command is about. */
import { ARCHIVE_PRODUCTS, type ArchiveProduct } from '../../archive/columns.ts';
import { intervalSpan } from '../../catalogue/candle-intervals.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import type { LakeSelection } from '../../lake/selection.ts';
import { SYMBOL, TABLES } from '../../lake/tables.ts';
import type { CommandCall } from '../types.ts';

/** Returns what the words name. Throws a usage error for words that name no dataset, symbol, interval or product. */
export function readSelection({ positionals, options }: CommandCall): LakeSelection {
  const [dataset, list, interval] = ['dataset', 'symbols', 'interval'].map((name) => {
    const text = positionals[name];
    return typeof text === 'string' ? text : undefined;
  });
  const table = TABLES.find((one) => one === dataset);
  if (dataset !== undefined && table === undefined) {
    throw usageError(`Expected ${TABLES.join(', ')}, found "${safeText(dataset.slice(0, 40))}".`);
  }
  if (interval !== undefined && intervalSpan(interval) === undefined) {
    throw usageError(`Expected an interval from 1s to 1w, found "${safeText(interval.slice(0, 20))}".`);
  }
  return {
    table,
    product: readProduct(options),
    interval,
    symbols: list === undefined ? undefined : readSymbols(list),
  };
}

/** Returns the product that the options name, if they name one. */
export function readProduct(options: CommandCall['options']): ArchiveProduct | undefined {
  return ARCHIVE_PRODUCTS.find((one) => one === options['product']);
}

/** Returns symbols joined by commas. Throws a usage error for a text that is none. */
export function readSymbols(list: string): readonly string[] {
  const symbols = [...new Set(list.toUpperCase().split(','))].filter((one) => one !== '');
  for (const symbol of symbols) {
    if (SYMBOL.test(symbol)) continue;
    throw usageError(`Expected symbols such as BTCUSDT,ETHUSDT, found "${safeText(symbol.slice(0, 60))}".`);
  }
  if (symbols.length === 0) throw usageError('Expected symbols such as BTCUSDT,ETHUSDT, found none.');
  return symbols;
}
