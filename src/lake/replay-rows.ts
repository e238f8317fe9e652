/** Reads the prices of one series in the order of time, as text and a slice at a time, for replays. */
import { openViews } from './charts/candle-columns.ts';
import { type Duckdb, literal } from './duckdb.ts';
import { selectContent } from './export.ts';
import { partitionFacts } from './selection.ts';
import type { LakeContent } from './snapshots.ts';
import { viewName } from './sql-views.ts';
import type { SpanBounds } from './sync/sync-plan.ts';
import { partitionEnd, type Series, tableOf } from './tables.ts';

/** The tables with prices and rates that a replay reads, and the columns that it needs of each, after the time. */
const VALUES = {
  candles: ['open', 'high', 'low', 'close'],
  trades: ['price'],
  aggTrades: ['price'],
  funding: ['last_funding_rate'],
} as const;

/** A series that a replay can read. */
export type ReplaySeries = Series & { readonly table: keyof typeof VALUES };

/** A row: when it is, Unix ms, and its values as text. */
export interface ReplayRow {
  readonly time: number;
  readonly values: readonly string[];
}

/** A slice has about as many rows; all rows of a day of trades would take a gigabyte. */
const SLICE_ROWS = 100_000;

/** Returns the files and holes of a series within a span. */
export function replayContent(content: LakeContent, series: ReplaySeries, span: SpanBounds): LakeContent {
  const { table, product, symbol, interval } = series;
  return selectContent(content, { selection: { table, product, interval, symbols: [symbol] }, span });
}

/**
 * Yields the rows of a series within a span, oldest first. `content` is that of `replayContent`; `columns` are those that a
 * replay of theses needs if omitted.
 */
export async function* replayRows(
  duckdb: Duckdb,
  content: LakeContent,
  { table, product, symbol }: ReplaySeries,
  span: SpanBounds,
  columns: readonly string[] = VALUES[table],
): AsyncGenerator<readonly ReplayRow[]> {
  const { time, key } = tableOf(table, product);
  const values = columns.map((name) => `"${name}"::VARCHAR`).join(` || ',' || `);
  const order = [...new Set([time, ...key])].map((name) => `"${name}"`).join(', ');
  const partitions = [...new Set(content.parts.map(({ partition }) => partition))].sort();
  for (const partition of partitions) {
    const parts = content.parts.filter((part) => part.partition === partition);
    await openViews(duckdb, { ...content, parts });
    for (const { from, to } of slicesOf(parts, partitionSpan(table, partition, span))) {
      const rows =
        await duckdb.rows(`SELECT epoch_ms("${time}") AS at, ${values} AS cells FROM ${viewName(table)}
        WHERE symbol = ${literal(symbol)} AND "${time}" >= make_timestamp(${from * 1000}) AND "${time}" < make_timestamp(${to * 1000})
        ORDER BY ${order}`);
      yield rows.map(({ at, cells }) => ({ time: Number(at), values: String(cells).split(',') }));
    }
  }
}

function partitionSpan(table: ReplaySeries['table'], partition: string, span: SpanBounds): SpanBounds {
  const start = Date.parse(partitionFacts(partition).period);
  return { from: Math.max(span.from, start), to: Math.min(span.to, partitionEnd(table, start)) };
}

/** Divides a span so that each slice has about SLICE_ROWS rows, if the rows lie evenly. */
function slicesOf(parts: LakeContent['parts'], { from, to }: SpanBounds): readonly SpanBounds[] {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  const count = Math.max(1, Math.ceil(rows / SLICE_ROWS));
  const lengthMs = Math.ceil((to - from) / count);
  return Array.from({ length: count }, (_, number) => ({
    from: from + number * lengthMs,
    to: Math.min(to, from + (number + 1) * lengthMs),
  }));
}
