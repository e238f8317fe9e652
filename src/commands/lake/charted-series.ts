/** Reads which candles a chart or a report of the lake is about. */
import { intervalSpan } from '../../catalogue/candle-intervals.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { parseDuration } from '../../core/time.ts';
import { CANDLE_TABLES, type CandleSeries } from '../../lake/charts/candle-columns.ts';
import { isSelected, partitionFacts } from '../../lake/selection.ts';
import type { LakeContent } from '../../lake/snapshots.ts';
import type { SpanBounds } from '../../lake/sync/sync-plan.ts';
import type { CommandCall } from '../types.ts';
import { readSelection } from './selection-words.ts';
import { readTime } from './sync-words.ts';

/** What was asked for, before the lake is read. */
export interface ChartRequest {
  readonly table: CandleSeries['table'];
  readonly product: CandleSeries['product'] | undefined;
  readonly symbol: string;
  readonly interval: string;
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** How long before the end the chart begins; undefined without the option. */
  readonly lastMs: number | undefined;
}

/** Returns what the words ask for. Throws a usage error for words that name no candles of one symbol. */
export function readChartRequest(call: CommandCall): ChartRequest {
  const { symbols = [], interval, product, table = 'candles' } = readSelection(call);
  const candleTable = CANDLE_TABLES.find((one) => one === table);
  if (candleTable === undefined) throw usageError(`Expected ${CANDLE_TABLES.join(', ')}, found "${table}".`);
  const [symbol] = symbols;
  if (symbol === undefined || symbols.length > 1)
    throw usageError(`Expected one symbol, found ${symbols.length}.`);
  if (interval === undefined) throw usageError('Expected an interval such as 1h, found none.');
  const [from, to, lastMs] = [readTime(call, 'from'), readTime(call, 'to'), readLast(call)];
  if (from !== undefined && lastMs !== undefined)
    throw usageError('Expected --last or --from, found both.', '--to may be given with either of them.');
  if (from !== undefined && to !== undefined && from >= to) throw usageError('Expected --from before --to.');
  return { table: candleTable, product, symbol, interval, from, to, lastMs };
}

function readLast({ options }: CommandCall): number | undefined {
  const text = options['last'];
  if (typeof text !== 'string') return undefined;
  const ms = parseDuration(text);
  if (ms !== undefined && ms > 0) return ms;
  throw usageError(`--last must be a duration such as 30d or 12h, was "${safeText(text.slice(0, 40))}".`);
}

/** The candles that the lake has of a request, and the span to show: whole candles, the last one with its end. */
export interface ChartedSeries {
  readonly series: CandleSeries;
  readonly span: SpanBounds;
}

/** Finds the candles in the lake. Throws a usage error if it has none, or has them of several products. */
export function findSeries({ parts }: LakeContent, request: ChartRequest): ChartedSeries {
  const { table, symbol, interval } = request;
  const ofSymbol = parts.filter((part) => isSelected(part, { table, symbols: [symbol] }));
  const found = ofSymbol.filter((part) => isSelected(part, { interval, product: request.product }));
  const [product, ...others] = [...new Set(found.map((part) => part.product))].sort();
  if (product === undefined) {
    const has = [
      ...new Set(ofSymbol.map((one) => `${partitionFacts(one.partition).interval} of ${one.product}`)),
    ];
    throw usageError(
      `The lake has no ${table} of ${symbol} ${interval}${request.product === undefined ? '' : ` of ${request.product}`}.`,
      has.length === 0
        ? 'bourse lake status lists what it has.'
        : `It has ${has.sort().slice(0, 8).join(', ')}.`,
    );
  }
  if (others.length > 0)
    throw usageError(
      `The lake has ${symbol} ${interval} of ${[product, ...others].join(' and ')}.`,
      `Choose with --product ${product}.`,
    );
  const spanMs = intervalSpan(interval)!;
  const first = found.reduce((least, part) => Math.min(least, part.firstMs), Number.POSITIVE_INFINITY);
  const end = found.reduce((most, part) => Math.max(most, part.lastMs + spanMs), 0);
  const to = Math.min(request.to ?? end, end);
  const start = request.lastMs === undefined ? (request.from ?? first) : to - request.lastMs;
  const from = Math.max(start, first);
  // The candles of an interval open at the distance of it from the first one.
  const span = {
    from: first + Math.ceil((from - first) / spanMs) * spanMs,
    to: first + Math.ceil((to - first) / spanMs) * spanMs,
  };
  if (span.from < span.to) return { series: { table, product, symbol, interval }, span };
  throw usageError(
    `The lake has no ${table} of ${symbol} ${interval} in this time.`,
    `It has those from ${new Date(first).toISOString()} to ${new Date(end).toISOString()}.`,
  );
}
