/** Draws equity as text: the curve in eighths of a line, and the drawdown below it in halves of a line. */
import {
  type Decimal,
  decimalOf,
  formatDecimal,
  formatTrimmed,
  isZero,
  max,
  min,
  subtract,
  ZERO,
} from '../../core/decimal.ts';
import { barLines, EIGHTHS, groupsOf, HALVES, stepsOf, timeAxis } from '../charts/bars.ts';
import type { Paint } from '../types.ts';

/** An equity sample; its equity is decimal text. */
export interface EquityPoint {
  readonly time: number;
  readonly equity: string;
}

/** The heights of the curve and of the drawdown, in lines. */
const CURVE_LINES = 12;
const DRAWDOWN_LINES = 5;

/** The fewest columns that are drawn, however narrow the terminal is. */
const COLUMNS_MIN = 8;

/** A column of the chart: the last equity of its samples, and their largest fall below the highest equity before. */
interface ChartColumn {
  readonly equity: Decimal;
  readonly fall: Decimal;
}

/** Returns the chart of equity samples, at least one, in the order of time. */
export function equityChart(samples: readonly EquityPoint[], width: number, paint: Paint): string {
  const points = withFalls(samples);
  const equities = points.map(({ equity }) => equity);
  const [lowest, highest] = [equities.reduce(min), equities.reduce(max)];
  const deepest = points.map(({ fall }) => fall).reduce(max);
  const labels = [highest, lowest].map(formatTrimmed);
  const fallLabel = isZero(deepest) ? '0' : `-${formatTrimmed(deepest)}`;
  const labelWidth = Math.max(...[...labels, fallLabel].map(({ length }) => length)) + 3;
  const columns = columnsOf(points, Math.max(COLUMNS_MIN, width - labelWidth));
  const curve = columns.map(({ equity }) => eighthsOf(equity, lowest, highest));
  const falls = columns.map(({ fall }) => stepsOf(fall, deepest, DRAWDOWN_LINES * 2));
  const lines = [
    ...barLines(curve, CURVE_LINES, EIGHTHS).reverse().map(paint.green),
    ...barLines(falls, DRAWDOWN_LINES, HALVES).map(paint.red),
  ];
  const labelled = new Map([
    [0, labels[0]],
    [CURVE_LINES - 1, labels[1]],
    [CURVE_LINES, '0'],
    [lines.length - 1, fallLabel],
  ]);
  const drawn = lines.map((line, at) => `${line} ${paint.dim(`┤ ${labelled.get(at) ?? ''}`.trimEnd())}`);
  return [...drawn, paint.dim(timeAxis(samples[0]!.time, samples.at(-1)!.time, columns.length))].join('\n');
}

/** Returns the samples with how far each is below the highest before it. */
function withFalls(samples: readonly EquityPoint[]): readonly ChartColumn[] {
  let peak: Decimal | undefined;
  return samples.map((sample) => {
    const equity = decimalOf(sample.equity);
    peak = peak === undefined ? equity : max(peak, equity);
    return { equity, fall: subtract(peak, equity) };
  });
}

/** Returns at most `count` columns, each of as many samples as the others. */
function columnsOf(points: readonly ChartColumn[], count: number): readonly ChartColumn[] {
  return groupsOf(points, count).map((part) => ({
    equity: part.at(-1)!.equity,
    fall: part.map(({ fall }) => fall).reduce(max),
  }));
}

/** Returns the height of an equity in eighths of a line; the lowest is one eighth high, so that it can be seen. */
function eighthsOf(equity: Decimal, lowest: Decimal, highest: Decimal): number {
  return 1 + stepsOf(subtract(equity, lowest), subtract(highest, lowest), CURVE_LINES * 8 - 1);
}

/** Returns a sentence about what the chart shows. */
export function equitySummary(samples: readonly EquityPoint[], asset: string): string {
  const deepest = withFalls(samples)
    .map(({ fall }) => fall)
    .reduce(max, ZERO);
  const [first, last] = [samples[0]!, samples.at(-1)!].map(({ equity }) => formatDecimal(decimalOf(equity)));
  return `Equity ${first} -> ${last} ${asset}, largest fall ${formatTrimmed(deepest)}`;
}
