/** Prints values over time, such as funding rates, as rows, or as a chart with --chart. */
import { parseDecimal } from '../../core/decimal.ts';
import { EXIT_CODES, type ExitCode, ToolError, usageError } from '../../core/errors.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import { run as runEndpoint } from '../calling/call-endpoint.ts';
import type { CommandCall } from '../types.ts';
import type { SeriesPoint } from './series-chart.ts';

/** Height of a chart without its axis, in lines. */
const CHART_LINES = 15;
/** Room for the numbers at the right, in columns. */
const LABEL_COLUMNS = 16;

/** Prints rows of a series, or a chart of the column that its view names. */
export async function run(call: CommandCall): Promise<ExitCode> {
  if (call.options['chart'] !== true) return runEndpoint(call);
  assertOneSymbol(call);
  const { output } = call;
  const endpoint = call.endpoint!;
  const hasExtent =
    call.options['all'] === true || call.given.some(({ name }) => name === 'limit' || name === 'startTime');
  // The newest values, one for each column, unless the caller says since when or how many.
  const columns = String(Math.max(1, output.width - LABEL_COLUMNS));
  const given = hasExtent ? call.given : [...call.given, { name: 'limit', text: columns }];
  const { GapReport: Report } = await import('../calling/gap-report.ts');
  const { fetchPages: pagesOf } = await import('../calling/paged-call.ts');
  const gaps = new Report(call, endpoint);
  const points: SeriesPoint[] = [];
  for await (const chunk of pagesOf({ ...call, given }, endpoint, gaps))
    points.push(...pointsOf(chunk.value, timeColumn(call), endpoint.view!.charted!));
  if (points.length === 0) {
    output.note('No rows.');
    return EXIT_CODES.done;
  }
  const { seriesChart } = await import('./series-chart.ts');
  await output.text(seriesChart(points, { width: output.width, height: CHART_LINES }, output.paint));
  return gaps.end();
}

/** Throws kind `usage` for several symbols, or none where the exchange then answers with those of all. */
function assertOneSymbol(call: CommandCall): void {
  const named = [...call.given, ...call.fanOut].filter(({ name }) => name === 'symbol').length;
  if (named === 1 || (named === 0 && !('symbol' in call.endpoint!.params))) return;
  throw usageError(
    `--chart draws the values of one symbol, found ${named === 0 ? 'none' : named}.`,
    'Name one symbol, or omit --chart.',
  );
}

/** Returns the field by which the rows are ordered in time. */
function timeColumn({ endpoint }: CommandCall): string {
  return endpoint!.view!.columns.find((column) => column.is === 'time')!.name;
}

/** Returns the points of rows. Throws kind `unavailable` if a row has no time or no decimal number as its value. */
function pointsOf(rows: JsonValue, timeName: string, valueName: string): readonly SeriesPoint[] {
  return (Array.isArray(rows) ? (rows as readonly JsonValue[]) : [rows]).map((row) => {
    const [time, value] = isObject(row) ? [row[timeName], row[valueName]] : [];
    if (typeof time === 'number' && typeof value === 'string' && parseDecimal(value) !== undefined)
      return { time, value };
    throw new ToolError({
      kind: 'unavailable',
      message: `The answer is no list of values over time: expected ${timeName} and the number ${valueName} in each row.`,
      hint: 'Try again; if it persists, something else answers in place of the exchange.',
    });
  });
}
