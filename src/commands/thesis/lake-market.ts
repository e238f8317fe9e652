/** The market data of a replay from the lake: candles, trades and funding rates, with a note of what it lacks. */
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import { Duckdb } from '../../lake/duckdb.ts';
import { type ReplayRow, type ReplaySeries, replayContent, replayRows } from '../../lake/replay-rows.ts';
import type { LakeContent } from '../../lake/snapshots.ts';
import type { SpanBounds } from '../../lake/sync/sync-plan.ts';
import { emptyData } from '../../paper/live/live-ledger.ts';
import type { LedgerSymbol } from '../../paper/market/symbol-rules.ts';
import { BadRecord } from '../../paper/scenario/faults.ts';
import type { SymbolData } from '../../paper/scenario/reader.ts';
import { readCandle, readFunding, readTrade } from '../../paper/scenario/records.ts';
import { lakeHome } from '../lake/chosen-lake.ts';
import { missingCandles } from '../lake/missing-candles.ts';
import { whileFilesAreRemoved } from '../lake/run-query.ts';
import type { CommandCall } from '../types.ts';
import { ARCHIVE_ROWS_MAX } from './archive-data.ts';

/** What is read: the market, the symbols with their rules, and the time; `to` is infinite for all that the lake has. */
export interface LakeRequest {
  readonly product: 'spot' | 'usdm';
  readonly rules: Iterable<LedgerSymbol>;
  readonly span: SpanBounds;
}

/**
 * Reads the data of the symbols from the lake, and notes how many candles it lacks. Throws a usage error without the package of the
 * lake, for more rows than a replay reads, and for rows with prices that are none.
 */
export function readLakeMarket(call: CommandCall, request: LakeRequest): Promise<readonly SymbolData[]> {
  const all = [...request.rules];
  return whileFilesAreRemoved(call, async (content) => {
    refuseTooMany(content, all, request);
    const duckdb = await Duckdb.open(lakeHome(call.services.world));
    try {
      const symbols: SymbolData[] = [];
      for (const rules of all) {
        const data = await readSymbol(duckdb, content, rules, request);
        noteMissing(call, content, data, request);
        symbols.push(data);
      }
      return symbols;
    } finally {
      duckdb.close();
    }
  });
}

/** The series of a symbol that a replay reads. Single trades count before aggregate trades. */
function seriesOf(content: LakeContent, symbol: string, { product, span }: LakeRequest) {
  const series = (table: ReplaySeries['table'], interval = ''): ReplaySeries => ({
    table,
    product,
    symbol,
    interval,
  });
  const single = series('trades');
  const hasSingle = replayContent(content, single, span).parts.length > 0;
  return {
    minutes: series('candles', '1m'),
    seconds: series('candles', '1s'),
    trades: hasSingle ? single : series('aggTrades'),
    funding: series('funding'),
  };
}

function refuseTooMany(content: LakeContent, all: readonly LedgerSymbol[], request: LakeRequest): void {
  let rows = 0;
  for (const { symbol } of all)
    for (const series of Object.values(seriesOf(content, symbol, request)))
      for (const part of replayContent(content, series, request.span).parts) rows += part.rows;
  if (rows > ARCHIVE_ROWS_MAX)
    throw usageError(
      `The lake has ${rows} rows of these symbols in this time; a replay reads at most ${ARCHIVE_ROWS_MAX}.`,
      'Shorten the time with --start and --end.',
    );
}

async function readSymbol(
  duckdb: Duckdb,
  content: LakeContent,
  rules: LedgerSymbol,
  request: LakeRequest,
): Promise<SymbolData> {
  const data = emptyData(rules);
  const series = seriesOf(content, rules.symbol, request);
  const each = async (one: ReplaySeries, take: (row: ReplayRow) => void) => {
    const own = replayContent(content, one, request.span);
    for await (const rows of replayRows(duckdb, own, one, request.span))
      for (const row of rows) readRow(one, row, take);
  };
  for (const [interval, list] of [['1m', data.minutes] as const, ['1s', data.seconds] as const]) {
    await each(interval === '1m' ? series.minutes : series.seconds, ({ time, values: [o, h, l, c] }) => {
      const members = { interval, t: time, o: o!, h: h!, l: l!, c: c! };
      list.push(time, readCandle({ members, path: '' }).prices);
    });
  }
  await each(series.trades, ({ time, values: [p] }) => {
    data.trades.push(time, readTrade({ members: { t: time, p: p! }, path: '' }).price);
  });
  const fundings: SymbolData['fundings'][number][] = [];
  await each(series.funding, ({ time, values: [rate] }) => {
    // The lake keeps no mark price with a rate, so the last price counts.
    fundings.push(readFunding({ members: { t: time, rate: rate!, mark: null }, path: '' }));
  });
  return { ...data, fundings };
}

/** Reads a row; its fault names series and time. */
function readRow({ table, symbol }: ReplaySeries, row: ReplayRow, take: (row: ReplayRow) => void): void {
  try {
    take(row);
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    const { path, expected, found } = error.fault;
    throw usageError(
      `Expected ${expected} in ${path.slice(1)} of ${table} ${safeText(symbol)} at ${formatTime(row.time)}, found ${found}.`,
      'bourse lake verify checks the rows of the lake.',
    );
  }
}

/** Notes which candles of a symbol the lake lacks between the start and the end of the replay, and why. */
function noteMissing(
  { output }: CommandCall,
  content: LakeContent,
  { rules: { symbol }, minutes, seconds, trades }: SymbolData,
  request: LakeRequest,
): void {
  const has = [minutes, seconds].find((list) => list.size > 0);
  if (has === undefined) {
    const instead = trades.size > 0 ? 'it replays the trades' : 'theses on it find no price';
    output.note(`The lake has no candles 1m of ${safeText(symbol)} in this time: ${instead}.`);
    return;
  }
  const interval = has === minutes ? '1m' : '1s';
  const series: ReplaySeries = { table: 'candles', product: request.product, symbol, interval };
  const missing = missingCandles(content, series, has, request.span);
  if (missing !== undefined) output.note(missing);
}
