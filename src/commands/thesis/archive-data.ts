/** Turns rows of the exchange's public archive into the market data of a replay. */
import { type ArchiveRow, cellsOf, rowError } from '../../archive/rows.ts';
import type { ArchiveSeries } from '../../archive/series.ts';
import { emptyData } from '../../paper/live/live-ledger.ts';
import type { LedgerSymbol } from '../../paper/market/symbol-rules.ts';
import { BadRecord } from '../../paper/scenario/faults.ts';
import type { SymbolData } from '../../paper/scenario/reader.ts';
import { readCandle, readFunding, readTrade } from '../../paper/scenario/records.ts';

/** The most rows of a replay: a year of one-minute candles has half a million, a day of trades some millions. */
export const ARCHIVE_ROWS_MAX = 20_000_000;

/**
 * Returns the market data in the series of one symbol. Single trades count before aggregate trades. Throws a usage error
 * that names file and row for a price that is none.
 */
export function archiveData(rules: LedgerSymbol, series: readonly ArchiveSeries[]): SymbolData {
  const data = emptyData(rules);
  const rowsOf = (dataset: ArchiveSeries['dataset'], interval?: string) =>
    series.find((one) => one.dataset === dataset && one.interval === interval)?.rows ?? [];
  for (const interval of ['1m', '1s'] as const) {
    const list = interval === '1m' ? data.minutes : data.seconds;
    for (const row of rowsOf('klines', interval)) {
      const [, o, h, l, c] = cellsOf(row);
      const members = { interval, t: row.time, o: o!, h: h!, l: l!, c: c! };
      list.push(
        row.time,
        readRow(row, () => readCandle({ members, path: '' }).prices),
      );
    }
  }
  const single = rowsOf('trades');
  for (const row of single.length > 0 ? single : rowsOf('aggTrades')) {
    const members = { t: row.time, p: cellsOf(row)[1]! };
    data.trades.push(
      row.time,
      readRow(row, () => readTrade({ members, path: '' }).price),
    );
  }
  // Funding rates of the archive have no mark price, so the last price counts.
  const fundings = rowsOf('fundingRate').map((row) => {
    const members = { t: row.time, rate: cellsOf(row)[2]!, mark: null };
    return readRow(row, () => readFunding({ members, path: '' }));
  });
  return { ...data, fundings };
}

/** Reads a row; its fault names file and row. */
function readRow<T>(row: ArchiveRow, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    const { path, expected, found } = error.fault;
    throw rowError(row, `${expected} in ${path.slice(1)}, found ${found}`);
  }
}
