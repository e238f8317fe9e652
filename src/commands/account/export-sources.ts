/** What an export reads: for each source its weight, and its rows. */
import { HISTORY_WINDOW_MS } from '../../catalogue/funds/chain-params.ts';
import { FUTURES_PRODUCTS } from '../../catalogue/futures-products.ts';
import type { JsonObject, UnixMs } from '../../core/words.ts';
import type { AccountReader } from './account-reader.ts';
import {
  conversionRows,
  depositRows,
  dustRows,
  type ExportRow,
  incomeRows,
  tradeRow,
  withdrawalRows,
} from './export-rows.ts';
import type { ExportKind } from './report-options.ts';
import { futuresReads, REPORT_READS } from './report-reads.ts';
import type { SpotMarket } from './spot-markets.ts';

/** A time window with a start and an end. */
export interface ExportWindow {
  readonly since: UnixMs;
  readonly until: UnixMs;
}

/** One history of an export. */
export interface ExportSource {
  readonly kind: ExportKind;
  /** What is read, such as "trades of BTCUSDT". */
  readonly what: string;
  readonly endpoint: string;
  /** Arguments of a call with the weight of one page. */
  readonly args: Readonly<Record<string, string>>;
  /** Yields the rows, oldest first. */
  read(reader: AccountReader): AsyncGenerator<readonly ExportRow[]>;
}

/** Returns the sources of the kinds, in the order in which they are read. */
export function exportSources(
  kinds: readonly ExportKind[],
  markets: readonly SpotMarket[],
  window: ExportWindow,
): readonly ExportSource[] {
  const all: readonly ExportSource[] = [
    ...markets.map((market) => tradesOf(market, window)),
    inWindows('deposits', REPORT_READS.deposits, window, depositRows),
    inWindows('withdrawals', REPORT_READS.withdrawals, window, withdrawalRows),
    historyOf('conversions', ['conversions', REPORT_READS.conversions], window, conversionRows),
    dustOf(window),
    ...FUTURES_PRODUCTS.map((product) =>
      historyOf('income', [`income of ${product}`, futuresReads(product).income], window, (row) =>
        incomeRows(row, product),
      ),
    ),
  ];
  return all.filter(({ kind }) => kinds.includes(kind));
}

function tradesOf(market: SpotMarket, { since, until }: ExportWindow): ExportSource {
  const { symbol } = market;
  const endpoint = REPORT_READS.trades;
  return {
    kind: 'trades',
    what: `trades of ${symbol}`,
    endpoint,
    args: { symbol },
    async *read(reader) {
      for await (const rows of reader.history(endpoint, { symbol, startTime: String(since) })) {
        const within = rows.filter((row) => Number(row['time']) <= until);
        yield within.map((row) => tradeRow(row, market));
        if (within.length < rows.length) return;
      }
    },
  };
}

function historyOf(
  kind: ExportKind,
  [what, endpoint]: readonly [what: string, endpoint: string],
  { since, until }: ExportWindow,
  rowsOf: (row: JsonObject) => readonly ExportRow[],
): ExportSource {
  const startTime = String(since);
  return {
    kind,
    what,
    endpoint,
    args: { startTime, endTime: startTime },
    async *read(reader) {
      for await (const rows of reader.history(endpoint, { startTime, endTime: String(until) }))
        yield rows.flatMap(rowsOf);
    },
  };
}

/** A history whose windows are limited and which is paged by offset: it is read window by window. */
function inWindows(
  kind: ExportKind,
  endpoint: string,
  { since, until }: ExportWindow,
  rowsOf: (row: JsonObject) => readonly ExportRow[],
): ExportSource {
  return {
    kind,
    what: kind,
    endpoint,
    args: {},
    async *read(reader) {
      for (let from: number = since; from <= until; from += HISTORY_WINDOW_MS) {
        const to = Math.min(until, from + HISTORY_WINDOW_MS - 1);
        const args = { startTime: String(from), endTime: String(to) };
        // The pages of a window come newest first.
        const found: ExportRow[] = [];
        for await (const rows of reader.history(endpoint, args)) found.push(...rows.flatMap(rowsOf));
        yield found.sort((one, other) => (String(one['time']) < String(other['time']) ? -1 : 1));
      }
    },
  };
}

function dustOf({ since, until }: ExportWindow): ExportSource {
  const endpoint = REPORT_READS.dust;
  return {
    kind: 'conversions',
    what: 'conversions of dust',
    endpoint,
    args: {},
    async *read(reader) {
      const [from, to] = [since, until].map((time) => new Date(time).toISOString());
      const rows = (await reader.rows(endpoint)).flatMap(dustRows);
      yield rows.filter(({ time }) => from! <= String(time) && String(time) <= to!).reverse();
    },
  };
}
