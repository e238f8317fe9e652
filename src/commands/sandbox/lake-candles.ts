/** Reads candles of the lake that the market of a sandbox follows. */
import { columnsOf } from '../../archive/columns.ts';
import { type ArchiveRow, rowsIn } from '../../archive/rows.ts';
import type { ArchiveSeries } from '../../archive/series.ts';
import { intervalSpan } from '../../catalogue/candle-intervals.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { Duckdb } from '../../lake/duckdb.ts';
import { type ReplaySeries, replayContent, replayRows } from '../../lake/replay-rows.ts';
import { isSelected, partitionFacts } from '../../lake/selection.ts';
import type { LakeContent } from '../../lake/snapshots.ts';
import type { SpanBounds } from '../../lake/sync/sync-plan.ts';
import type { CandleRecording } from '../../sandbox/engine/market/recorded-candles.ts';
import { listSymbols } from '../../sandbox/engine/market/symbols.ts';
import {
  CANDLES_MAX,
  candleRecordings,
  TRADES_MAX,
  type TradeRow,
} from '../../sandbox/storage/candle-recordings.ts';
import { lakeHome } from '../lake/chosen-lake.ts';
import { missingCandles } from '../lake/missing-candles.ts';
import { whileFilesAreRemoved } from '../lake/run-query.ts';
import { readSymbols } from '../lake/selection-words.ts';
import { readTime } from '../lake/sync-words.ts';
import type { CommandCall } from '../types.ts';

/** What is read: symbols, all that the lake and the sandbox have if undefined, of one interval within a span. */
interface CandleRequest {
  readonly symbols: readonly string[] | undefined;
  readonly interval: string;
  readonly spanMs: number;
  readonly span: SpanBounds;
}

const COLUMNS = columnsOf('klines', 'spot');

/**
 * Returns the spot candles that the options of `--replay lake` name, with their trades where the lake has them, and notes which of
 * both it lacks. Throws a usage error for a symbol without candles, and for more candles than a sandbox follows.
 */
export async function readLakeCandles(call: CommandCall): Promise<readonly CandleRecording[]> {
  const request = readRequest(call);
  return whileFilesAreRemoved(call, async (content) => {
    const symbols = request.symbols ?? symbolsIn(content, request);
    refuseTooMany(rowsOf(content, 'candles', symbols, request));
    const duckdb = await Duckdb.open(lakeHome(call.services.world));
    try {
      const found: ArchiveSeries[] = [];
      for (const symbol of symbols) {
        const candles = await readCandles(duckdb, content, symbol, request);
        noteMissingCandles(call, content, candles, request);
        found.push(candles);
      }
      const trades = await readTrades(call, duckdb, content, found);
      const recordings = candleRecordings(found, trades);
      for (const recording of recordings) noteMadeUpTrades(call, recording);
      return recordings;
    } finally {
      duckdb.close();
    }
  });
}

function noteMissingCandles(
  { options, output }: CommandCall,
  content: LakeContent,
  { symbol, rows }: ArchiveSeries,
  request: CandleRequest,
): void {
  const times = {
    lengthMs: request.spanMs,
    size: rows.length,
    time: (index: number) => rows[index]!.time,
  };
  const from = options['from'] === undefined ? rows[0]!.time : request.span.from;
  const series = seriesOf('candles', symbol, request.interval);
  const missing = missingCandles(content, series, times, { from, to: request.span.to });
  if (missing !== undefined) output.note(missing);
}

/** Notes how many candles have trades that are not of the lake. */
function noteMadeUpTrades({ output }: CommandCall, { symbol: { name }, rows }: CandleRecording): void {
  const traded = rows.filter(({ count }) => count > 0).length;
  const madeUp = rows.filter(({ count, trades }) => count > 0 && trades === undefined).length;
  if (madeUp === 0) return;
  output.note(
    madeUp === traded
      ? `The lake has no trades that add up to a candle of ${name}: the trades of its candles are made up.`
      : `The lake has no trades that add up to ${madeUp} of the ${traded} candles of ${name}: theirs are made up.`,
  );
}

function readRequest(call: CommandCall): CandleRequest {
  const { options } = call;
  const interval = (options['interval'] as string | undefined) ?? '1m';
  const spanMs = intervalSpan(interval);
  if (spanMs === undefined)
    throw usageError(`--interval must be one from 1s to 1w, was "${safeText(interval.slice(0, 20))}".`);
  const span = { from: readTime(call, 'from') ?? 0, to: readTime(call, 'to') ?? Number.POSITIVE_INFINITY };
  if (span.from >= span.to) throw usageError('--from must be before --to.');
  const list = options['symbols'] as string | undefined;
  return { symbols: list === undefined ? undefined : readSymbols(list), interval, spanMs, span };
}

function seriesOf(table: ReplaySeries['table'], symbol: string, interval = ''): ReplaySeries {
  return { table, product: 'spot', symbol, interval };
}

/** Returns the number of rows that the files of a table with rows of the symbols within the span have. */
function rowsOf(
  content: LakeContent,
  table: ReplaySeries['table'],
  symbols: readonly string[],
  { interval, span }: Pick<CandleRequest, 'span'> & Partial<CandleRequest>,
): number {
  return symbols
    .flatMap((symbol) => replayContent(content, seriesOf(table, symbol, interval), span).parts)
    .reduce((sum, part) => sum + part.rows, 0);
}

/** Returns the symbols of the lake with candles that the sandbox has too. Throws a usage error if there are none. */
function symbolsIn(content: LakeContent, { interval }: CandleRequest): readonly string[] {
  const parts = content.parts.filter((part) =>
    isSelected(part, { table: 'candles', product: 'spot', interval }),
  );
  const names = new Set(parts.map(({ partition }) => partitionFacts(partition).symbol));
  const symbols = listSymbols().flatMap(({ name }) => (names.has(name) ? [name] : []));
  if (symbols.length > 0) return symbols;
  throw usageError(
    `The lake has no candles ${interval} of a spot symbol that the sandbox has.`,
    `bourse lake sync candles BTCUSDT ${interval} --from -30d fetches some; bourse lake status lists what there is.`,
  );
}

function refuseTooMany(rows: number): void {
  if (rows <= CANDLES_MAX) return;
  throw usageError(
    `The lake has ${rows} candles of these symbols in this time; a sandbox follows at most ${CANDLES_MAX}.`,
    'Choose with --symbols, --from, --to and --interval.',
  );
}

/** Returns the trades of each symbol within its candles: aggregate trades if the lake has them, else single ones. */
async function readTrades(
  { output }: CommandCall,
  duckdb: Duckdb,
  content: LakeContent,
  candles: readonly ArchiveSeries[],
): Promise<ReadonlyMap<string, readonly TradeRow[]>> {
  const trades = new Map<string, readonly TradeRow[]>();
  let left = TRADES_MAX;
  for (const { symbol, rows, spanMs = 0 } of candles) {
    const span = { from: rows[0]!.time, to: rows.at(-1)!.time + spanMs };
    const counts = (['aggTrades', 'trades'] as const).map((table) => ({
      table,
      count: rowsOf(content, table, [symbol], { span }),
    }));
    const found = counts.find(({ count }) => count > 0);
    if (found === undefined) continue;
    const { table, count } = found;
    if (count > left) {
      output.note(
        `The lake has ${count} trades of ${symbol} in this time; a sandbox follows at most ${TRADES_MAX} of all symbols.`,
      );
      continue;
    }
    left -= count;
    trades.set(symbol, await tradesOf(duckdb, content, seriesOf(table, symbol), span));
  }
  return trades;
}

async function tradesOf(
  duckdb: Duckdb,
  content: LakeContent,
  series: ReplaySeries,
  span: SpanBounds,
): Promise<readonly TradeRow[]> {
  const rows: TradeRow[] = [];
  const columns = ['price', series.table === 'trades' ? 'qty' : 'quantity', 'is_buyer_maker'];
  for await (const slice of replayRows(duckdb, replayContent(content, series, span), series, span, columns))
    for (const { time, values } of slice)
      rows.push({ time, price: values[0]!, quantity: values[1]!, isBuyerMaker: values[2] === 'true' });
  return rows;
}

/** Returns the candles of a series as rows of the archive. Throws a usage error if there are none. */
async function readCandles(
  duckdb: Duckdb,
  content: LakeContent,
  symbol: string,
  { interval, spanMs, span }: CandleRequest,
): Promise<ArchiveSeries> {
  const rows: ArchiveRow[] = [];
  const series = seriesOf('candles', symbol, interval);
  const own = replayContent(content, series, span);
  const source = `candles ${interval} of ${safeText(symbol)} in the lake`;
  const bounds = boundsOf(own, span);
  if (bounds !== undefined)
    for await (const slice of replayRows(duckdb, own, series, bounds, VALUES)) {
      const lines = slice.map(
        ({ time, values }) =>
          `${time},${values.slice(0, 5).join(',')},${time + spanMs - 1},${values.slice(5).join(',')},0`,
      );
      for (const row of rowsIn(Buffer.from(lines.join('\n')), source, COLUMNS))
        rows.push({ ...row, number: rows.length + 1 });
    }
  if (rows.length === 0)
    throw usageError(
      `The lake has no ${source.replace(' in the lake', '')} in this time.`,
      'bourse lake status lists what it has.',
    );
  return {
    product: 'spot',
    dataset: 'klines',
    symbol,
    interval,
    spanMs,
    columns: COLUMNS,
    rows,
  };
}

/** The columns of a candle that are read: all but its times and the one without a meaning. */
const VALUES = COLUMNS.names.filter((name) => !['open_time', 'close_time', 'ignore'].includes(name));

/** Returns the span of the rows that the files have; undefined without files. */
function boundsOf({ parts }: LakeContent, { from, to }: SpanBounds): SpanBounds | undefined {
  if (parts.length === 0) return undefined;
  const last = Math.max(...parts.map(({ lastMs }) => lastMs));
  return { from, to: Math.min(to, last + 1) };
}
