/** `bourse lake chart`: draws candles of the lake in the terminal, with the times at which it has none. */
import type { View } from '../../catalogue/types.ts';
import { plural } from '../../core/text.ts';
import { formatDuration } from '../../core/time.ts';
import type { JsonValue } from '../../core/words.ts';
import {
  type CandleColumn,
  type ColumnGrid,
  columnGrid,
  readColumns,
  seriesContent,
} from '../../lake/charts/candle-columns.ts';
import { Duckdb } from '../../lake/duckdb.ts';
import { type ChartColumn, candleChart } from '../market/candle-chart.ts';
import type { CommandCall } from '../types.ts';
import { type ChartedSeries, findSeries, readChartRequest } from './charted-series.ts';
import { lakeHome } from './chosen-lake.ts';
import { whileFilesAreRemoved } from './run-query.ts';

/** Height of a chart without its axis, in lines. */
const CHART_LINES = 20;
/** Room for the prices at the right, in columns. */
const LABEL_COLUMNS = 14;
/** The fewest columns that are drawn, however narrow the terminal is. */
const COLUMNS_MIN = 16;

const ROWS: View = {
  shape: 'rows',
  columns: [
    { name: 'openTime', is: 'time' },
    { name: 'open', is: 'decimal' },
    { name: 'high', is: 'decimal' },
    { name: 'low', is: 'decimal' },
    { name: 'close', is: 'decimal' },
    { name: 'volume', is: 'decimal' },
    { name: 'candles', is: 'integer' },
    { name: 'missing', is: 'integer' },
  ],
};

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const request = readChartRequest(call);
  const countMax = Math.max(COLUMNS_MIN, output.width - LABEL_COLUMNS);
  const { columns, ...drawn } = await whileFilesAreRemoved(call, async (all) => {
    const found = findSeries(all, request);
    const grid = columnGrid(request.interval, found.span, countMax);
    const content = seriesContent(all, found.series, found.span);
    const duckdb = await Duckdb.open(lakeHome(services.world));
    try {
      return { found, grid, columns: await readColumns(duckdb, content, found.series, grid) };
    } finally {
      duckdb.close();
    }
  });
  if (output.format !== 'table') {
    await output.value(columns as unknown as JsonValue, ROWS);
  } else {
    const isColoured = output.paint.green('x') !== 'x';
    const size = { width: output.width, height: CHART_LINES };
    await output.text(candleChart(columns.map(chartColumn), size, output.paint, isColoured));
  }
  for (const note of notesOf(columns, drawn)) output.note(note);
}

function chartColumn({ openTime, open, high, low, close }: CandleColumn): ChartColumn {
  if (open === null || high === null || low === null || close === null) return { openTime };
  return { openTime, open, high, low, close };
}

/** Returns what the chart does not show by itself: the length of its columns, and what is missing. */
function notesOf(
  columns: readonly CandleColumn[],
  { found, grid }: { readonly found: ChartedSeries; readonly grid: ColumnGrid },
): readonly string[] {
  const { product, symbol, interval } = found.series;
  const length = formatDuration(grid.lengthMs);
  const missing = columns.reduce((sum, one) => sum + one.missing, 0);
  const empty = columns.filter(({ open }) => open === null).length;
  return [
    `${symbol} ${interval} of ${product}: ${plural(columns.length, 'column')} of ${length}.`,
    ...(missing === 0
      ? []
      : [
          `Missing: ${plural(missing, 'candle')}; ${plural(empty, 'column')} without any (· in the chart). bourse lake status --gaps lists the causes.`,
        ]),
  ];
}
