/** Draws values over time as bars of text: up and down from zero, or from the lowest value if zero is far away. */
import {
  abs,
  compare,
  type Decimal,
  decimalOf,
  divide,
  formatTrimmed,
  isZero,
  max,
  min,
  negate,
  subtract,
  sumOf,
  ZERO,
} from '../../core/decimal.ts';
import { plural } from '../../core/text.ts';
import { barLines, EIGHTHS, groupsOf, HALVES, stepsOf, timeAxis } from '../charts/bars.ts';
import type { Paint } from '../types.ts';
import type { ChartSize } from './candle-chart.ts';

/** A value at a time in Unix ms; the value is decimal text. */
export interface SeriesPoint {
  readonly time: number;
  readonly value: string;
}

/** The fewest columns that are drawn, however narrow the terminal is. */
const COLUMNS_MIN = 8;
/** Fraction digits of an average beyond those of its values. */
const DIGITS_OF_AVERAGE = 2;

/**
 * Returns the chart of a series, at least one point in the order of time, and a sentence about it. Where there are more
 * points than columns, a column shows the one of its points that lies furthest from the average of all, so that no
 * extreme value is lost.
 */
export function seriesChart(points: readonly SeriesPoint[], size: ChartSize, paint: Paint): string {
  const values = points.map(({ value }) => decimalOf(value));
  const extremes = [values.reduce(min), values.reduce(max)] as const;
  const labelWidth = Math.max(...extremes.map((value) => formatTrimmed(value).length)) + 3;
  const average = averageOf(values);
  const groups = groupsOf(values, Math.max(COLUMNS_MIN, size.width - labelWidth));
  const columns = groups.map((group) => furthestFrom(average, group));
  const { lines, labels } = isNearZero(columns)
    ? barsFromZero(columns, size.height, paint)
    : barsFromLowest(columns, size.height, paint);
  const drawn = lines.map((line, at) => `${line} ${paint.dim(`┤ ${labels.get(at) ?? ''}`.trimEnd())}`);
  const axis = timeAxis(points[0]!.time, points.at(-1)!.time, columns.length);
  const [lowest, highest] = extremes.map(formatTrimmed);
  const notes = [
    `${plural(points.length, 'value')}: lowest ${lowest}, highest ${highest}, average ${formatTrimmed(average)}.`,
    ...(points.length > columns.length
      ? ['Each column shows the value of several that is furthest from the average.']
      : []),
  ];
  return `${[...drawn, paint.dim(axis), ...notes].join('\n')}\n`;
}

/** The lines of a chart from above, and the numbers at their right by the position of the line. */
interface Bars {
  readonly lines: readonly string[];
  readonly labels: ReadonlyMap<number, string>;
}

/** Returns whether bars from zero still show how values differ: no value is further from zero than from another. */
function isNearZero(columns: readonly Decimal[]): boolean {
  const [lowest, highest] = [columns.reduce(min), columns.reduce(max)];
  const span = subtract(highest, lowest);
  return [lowest, highest].some((end) => compare(abs(end), span) <= 0);
}

/** Draws bars above and below zero, both to the same scale. */
function barsFromZero(columns: readonly Decimal[], height: number, paint: Paint): Bars {
  const highest = columns.reduce(max, ZERO);
  const deepest = negate(columns.reduce(min, ZERO));
  const below = linesBelowZero(highest, deepest, height);
  const above = height - below;
  // The side that needs more room for a line of its own sets the scale of both.
  const isScaledAbove = above > 0 && compare(times(highest, below), times(deepest, above)) >= 0;
  const [largest, ofLines] = isScaledAbove ? [highest, above] : [deepest, below];
  const stepsFor = (amount: Decimal, perLine: number) =>
    stepsOf(times(amount, perLine * ofLines), largest, 1);
  const ups = columns.map((value) => stepsFor(max(value, ZERO), 8));
  const downs = columns.map((value) => stepsFor(negate(min(value, ZERO)), 2));
  const labels = new Map([[below === 0 ? height - 1 : above, '0']]);
  if (below > 0)
    labels.set(above + Math.max(1, Math.ceil(Math.max(...downs) / 2)) - 1, formatTrimmed(negate(deepest)));
  if (above > 0) labels.set(above - Math.max(1, Math.ceil(Math.max(...ups) / 8)), formatTrimmed(highest));
  const lines = [
    ...barLines(ups, above, EIGHTHS).reverse().map(paint.green),
    ...barLines(downs, below, HALVES).map(paint.red),
  ];
  return { lines, labels };
}

/** Returns how many of `height` lines show values below zero: a share by the largest values, and one line at least. */
function linesBelowZero(highest: Decimal, deepest: Decimal, height: number): number {
  if (isZero(deepest)) return 0;
  if (isZero(highest)) return height;
  const share = stepsOf(deepest, sumOf([highest, deepest]), height);
  return Math.max(1, Math.min(height - 1, share));
}

/** Draws bars from the lowest value, which is one eighth of a line high, so that it can be seen. */
function barsFromLowest(columns: readonly Decimal[], height: number, paint: Paint): Bars {
  const [lowest, highest] = [columns.reduce(min), columns.reduce(max)];
  const span = subtract(highest, lowest);
  const bars = columns.map((value) => 1 + stepsOf(subtract(value, lowest), span, height * 8 - 1));
  const labels = new Map([
    [0, formatTrimmed(highest)],
    [height - 1, formatTrimmed(lowest)],
  ]);
  return { lines: barLines(bars, height, EIGHTHS).reverse().map(paint.green), labels };
}

/** Returns the value that lies furthest from `middle`; the first of equals. */
function furthestFrom(middle: Decimal, values: readonly Decimal[]): Decimal {
  const distance = (value: Decimal) => abs(subtract(value, middle));
  return values.reduce((best, value) => (compare(distance(value), distance(best)) > 0 ? value : best));
}

function averageOf(values: readonly Decimal[]): Decimal {
  const sum = sumOf(values);
  return divide(sum, { value: BigInt(values.length), scale: 0 }, sum.scale + DIGITS_OF_AVERAGE, 'half-even');
}

function times(amount: Decimal, count: number): Decimal {
  return { value: amount.value * BigInt(count), scale: amount.scale };
}
