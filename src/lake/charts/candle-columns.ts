/** Candles of the lake as the columns of a chart: several candles make one column where there are more than fit. */
import type { ArchiveProduct } from '../../archive/columns.ts';
import { candleNumber, candleOpen, type Interval, intervalSpan } from '../../catalogue/candle-intervals.ts';
import { KLINE_INTERVALS_SPOT } from '../../catalogue/enums/market.ts';
import { type Duckdb, literal } from '../duckdb.ts';
import { selectContent } from '../export.ts';
import type { LakeContent } from '../snapshots.ts';
import { viewName, viewStatements } from '../sql-views.ts';
import type { SpanBounds } from '../sync/sync-plan.ts';
import { tableOf } from '../tables.ts';

/** The tables whose rows are candles. */
export const CANDLE_TABLES = ['candles', 'markCandles', 'indexCandles', 'premiumCandles'] as const;
type CandleTable = (typeof CANDLE_TABLES)[number];

/** The candles of one symbol. */
export interface CandleSeries {
  readonly table: CandleTable;
  readonly product: ArchiveProduct;
  readonly symbol: string;
  readonly interval: string;
}

/** Where the columns of a chart lie. */
export interface ColumnGrid {
  /** When the first column opens, Unix ms; it may have candles from `span.from` on only. */
  readonly origin: number;
  readonly lengthMs: number;
  readonly count: number;
  readonly span: SpanBounds;
}

/** A column; its prices are null if the lake has none of its candles. */
export interface CandleColumn {
  readonly openTime: number;
  readonly open: string | null;
  readonly high: string | null;
  readonly low: string | null;
  readonly close: string | null;
  /** Null also for prices without volume, such as mark prices. */
  readonly volume: string | null;
  /** How many candles the lake has of it, and how many it lacks. */
  readonly candles: number;
  readonly missing: number;
}

/** Returns the grid of the shortest columns that are whole candles and at most `countMax`. */
export function columnGrid(interval: string, span: SpanBounds, countMax: number): ColumnGrid {
  const own = intervalSpan(interval)!;
  for (const word of KLINE_INTERVALS_SPOT) {
    const lengthMs = intervalSpan(word);
    if (lengthMs === undefined || lengthMs < own || lengthMs % own !== 0) continue;
    const grid = gridOf(word, lengthMs, span);
    if (grid.count <= countMax) return grid;
  }
  const week = intervalSpan('1w')!;
  const weeks = Math.ceil(gridOf('1w', week, span).count / countMax);
  return gridOf('1w', weeks * week, span);
}

function gridOf(interval: Interval, lengthMs: number, span: SpanBounds): ColumnGrid {
  const origin = candleOpen(interval, 0, candleNumber(interval, 0, span.from));
  return { origin, lengthMs, count: Math.ceil((span.to - origin) / lengthMs), span };
}

/** Returns the files of a series within a span, and its holes there. */
export function seriesContent(content: LakeContent, series: CandleSeries, span: SpanBounds): LakeContent {
  const { table, product, symbol, interval } = series;
  return selectContent(content, { selection: { table, product, interval, symbols: [symbol] }, span });
}

/** Returns all columns of a grid, exact in every digit. `content` has the files of the series. */
export async function readColumns(
  duckdb: Duckdb,
  content: LakeContent,
  series: CandleSeries,
  grid: ColumnGrid,
): Promise<readonly CandleColumn[]> {
  await openViews(duckdb, content);
  const hasVolume = tableOf(series.table, series.product).columns.some(({ name }) => name === 'volume');
  const rows = await duckdb.rows(`SELECT (epoch_ms(open_time) - ${grid.origin}) // ${grid.lengthMs} AS number,
    arg_min(open, open_time)::VARCHAR AS open, max(high)::VARCHAR AS high, min(low)::VARCHAR AS low,
    arg_max(close, open_time)::VARCHAR AS close, ${hasVolume ? 'sum(volume)::VARCHAR' : 'NULL'} AS volume,
    count(*) AS candles FROM ${viewName(series.table)}
    WHERE symbol = ${literal(series.symbol)} AND epoch_ms(open_time) >= ${grid.span.from} AND epoch_ms(open_time) < ${grid.span.to}
    GROUP BY number ORDER BY number`);
  const byNumber = new Map(rows.map((row) => [Number(row['number']), row]));
  const spanMs = intervalSpan(series.interval)!;
  return Array.from({ length: grid.count }, (_, number): CandleColumn => {
    const openTime = grid.origin + number * grid.lengthMs;
    const end = Math.min(openTime + grid.lengthMs, grid.span.to);
    const expected = Math.round((end - Math.max(openTime, grid.span.from)) / spanMs);
    const row = byNumber.get(number);
    const textOf = (name: string) => (typeof row?.[name] === 'string' ? trimmed(row[name]) : null);
    const candles = Number(row?.['candles'] ?? 0);
    return {
      openTime,
      open: textOf('open'),
      high: textOf('high'),
      low: textOf('low'),
      close: textOf('close'),
      volume: textOf('volume'),
      candles,
      missing: Math.max(0, expected - candles),
    };
  });
}

/** Makes the views of what is read; the view of holes is not, and may be large. */
export async function openViews(duckdb: Duckdb, content: LakeContent): Promise<void> {
  for (const view of viewStatements({ ...content, holes: [] }))
    await duckdb.rows(view.replace(/^CREATE VIEW/, 'CREATE OR REPLACE VIEW'));
}

/** Leaves out zeros at the end that the type of the column adds. */
function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
