/** Reads what a report of the lake shows: candles, funding rates, open interest, and what is missing. */
import { intervalSpan } from '../../catalogue/candle-intervals.ts';
import { HOUR_MS } from '../../core/time-units.ts';
import { type Duckdb, literal } from '../duckdb.ts';
import { selectContent } from '../export.ts';
import { partitionFacts } from '../selection.ts';
import type { LakeContent } from '../snapshots.ts';
import { viewName } from '../sql-views.ts';
import type { Hole, LakeStatus, SeriesStatus } from '../status.ts';
import type { SpanBounds } from '../sync/sync-plan.ts';
import type { TableName } from '../tables.ts';
import {
  type CandleColumn,
  type CandleSeries,
  type ColumnGrid,
  columnGrid,
  openViews,
  readColumns,
  seriesContent,
} from './candle-columns.ts';

/** The candles of a chart that can be zoomed, and of a picture, at most. */
const ZOOMED_MAX = 4000;
const PICTURE_MAX = 240;

/** A value at a time; null where the lake lacks values. */
export interface ReportPoint {
  readonly time: number;
  readonly value: string | null;
}

/** Everything that a report shows. */
export interface ReportData {
  readonly series: CandleSeries;
  readonly span: SpanBounds;
  readonly zoomed: ColumnGrid;
  readonly zoomedColumns: readonly CandleColumn[];
  readonly picture: ColumnGrid;
  readonly pictureColumns: readonly CandleColumn[];
  /** Empty if the lake has none of the symbol and the product. */
  readonly funding: readonly ReportPoint[];
  readonly openInterest: readonly ReportPoint[];
  /** The series of the symbol and the product, and their holes within the span. */
  readonly all: readonly SeriesStatus[];
  readonly holes: readonly Hole[];
}

/** Reads the data of a report. */
export async function readReport(
  duckdb: Duckdb,
  content: LakeContent,
  { series: every, holes }: LakeStatus,
  series: CandleSeries,
  span: SpanBounds,
): Promise<ReportData> {
  const zoomed = columnGrid(series.interval, span, ZOOMED_MAX);
  const picture = columnGrid(series.interval, span, PICTURE_MAX);
  const candles = seriesContent(content, series, span);
  const isOwn = (one: { readonly product: string; readonly symbol: string }) =>
    one.product === series.product && one.symbol === series.symbol;
  const values = { duckdb, content, series, grid: zoomed };
  return {
    series,
    span,
    zoomed,
    picture,
    zoomedColumns: await readColumns(duckdb, candles, series, zoomed),
    pictureColumns: await readColumns(duckdb, candles, series, picture),
    funding: await readValues(values, {
      table: 'funding',
      time: 'calc_time',
      value: 'last_funding_rate',
      stepMs: 8 * HOUR_MS,
    }),
    openInterest: await readValues(values, {
      table: 'openInterest',
      time: 'time',
      value: 'sum_open_interest',
      stepMs: 0,
    }),
    all: every.filter(isOwn),
    holes: holes.filter((one) => isOwn(one) && one.from < span.to && one.to > span.from),
  };
}

interface ValueSource {
  readonly duckdb: Duckdb;
  readonly content: LakeContent;
  readonly series: CandleSeries;
  readonly grid: ColumnGrid;
}

interface ValueColumn {
  readonly table: TableName;
  readonly time: string;
  readonly value: string;
  /** The usual distance of two values; 0 for that of the series. */
  readonly stepMs: number;
}

/** Returns the last value of each column of the grid, of the series with the shortest interval. */
async function readValues(
  { duckdb, content, series: { product, symbol }, grid }: ValueSource,
  { table, time, value, stepMs }: ValueColumn,
): Promise<readonly ReportPoint[]> {
  const selection = { table, product, symbols: [symbol] };
  const found = selectContent(content, { selection, span: grid.span });
  const spanOf = (one: { readonly partition: string }) =>
    intervalSpan(partitionFacts(one.partition).interval) ?? 0;
  const shortest = found.parts.reduce(
    (least, part) => Math.min(least, spanOf(part)),
    Number.POSITIVE_INFINITY,
  );
  const parts = found.parts.filter((part) => spanOf(part) === shortest);
  if (parts.length === 0) return [];
  await openViews(duckdb, { ...found, parts });
  const rows = await duckdb.rows(`SELECT (epoch_ms("${time}") - ${grid.origin}) // ${grid.lengthMs} AS number,
    epoch_ms(max("${time}")) AS time, arg_max("${value}", "${time}")::VARCHAR AS value FROM ${viewName(table)}
    WHERE symbol = ${literal(symbol)} AND epoch_ms("${time}") >= ${grid.span.from} AND epoch_ms("${time}") < ${grid.span.to}
    GROUP BY number ORDER BY number`);
  const apartMs = Math.max(stepMs, shortest, grid.lengthMs) * 1.5;
  const points: ReportPoint[] = [];
  for (const row of rows) {
    const at = Number(row['time']);
    const before = points.at(-1);
    if (before !== undefined && at - before.time > apartMs)
      points.push({ time: before.time + 1, value: null });
    points.push({ time: at, value: String(row['value']).replace(/\.?0+$/, '') });
  }
  return points;
}
