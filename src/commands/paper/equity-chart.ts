/** Draws equity as text: the curve in eighths of a line, and the drawdown below it in halves of a line. */
import {
  type Decimal,
  decimalOf,
  divide,
  formatDecimal,
  isZero,
  max,
  min,
  multiply,
  subtract,
  ZERO,
} from '../../core/decimal.ts';
import { padEnd } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import { plainText } from '../../paper/numbers.ts';
import type { Paint } from '../types.ts';

/** An equity sample; its equity is decimal text. */
export interface EquityPoint {
  readonly time: number;
  readonly equity: string;
}

/** The heights of the curve and of the drawdown, in lines. */
const CURVE_LINES = 12;
const DRAWDOWN_LINES = 5;

/** The characters of a bar that grows from below, by eighths of a line. */
const EIGHTHS = [...' ▁▂▃▄▅▆▇█'];

/** The characters of a bar that hangs from above, by halves of a line. */
const HALVES = [...' ▀█'];

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
  const labels = [highest, lowest].map(plainText);
  const fallLabel = isZero(deepest) ? '0' : `-${plainText(deepest)}`;
  const labelWidth = Math.max(...[...labels, fallLabel].map(({ length }) => length)) + 3;
  const columns = columnsOf(points, Math.max(COLUMNS_MIN, width - labelWidth));
  const curve = columns.map(({ equity }) => eighthsOf(equity, lowest, highest));
  const falls = columns.map(({ fall }) => stepsOf(fall, deepest, DRAWDOWN_LINES * 2));
  const lines = [
    ...linesOf(curve, CURVE_LINES, EIGHTHS).reverse().map(paint.green),
    ...linesOf(falls, DRAWDOWN_LINES, HALVES).map(paint.red),
  ];
  const labelled = new Map([
    [0, labels[0]],
    [CURVE_LINES - 1, labels[1]],
    [CURVE_LINES, '0'],
    [lines.length - 1, fallLabel],
  ]);
  const drawn = lines.map((line, at) => `${line} ${paint.dim(`┤ ${labelled.get(at) ?? ''}`.trimEnd())}`);
  return [...drawn, paint.dim(axisOf(samples, columns.length))].join('\n');
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
  const length = Math.min(count, points.length);
  return Array.from({ length }, (_, at) => {
    const from = Math.floor((at * points.length) / length);
    const part = points.slice(from, Math.floor(((at + 1) * points.length) / length));
    return { equity: part.at(-1)!.equity, fall: part.map(({ fall }) => fall).reduce(max) };
  });
}

/** Returns the height of an equity in eighths of a line; the lowest is one eighth high, so that it can be seen. */
function eighthsOf(equity: Decimal, lowest: Decimal, highest: Decimal): number {
  return 1 + stepsOf(subtract(equity, lowest), subtract(highest, lowest), CURVE_LINES * 8 - 1);
}

/** Returns which part of `steps` steps an amount is of the largest, in whole steps; zero if the largest is zero. */
function stepsOf(amount: Decimal, largest: Decimal, steps: number): number {
  if (isZero(largest)) return 0;
  const scaled = multiply(amount, { value: BigInt(steps), scale: 0 });
  return Number(divide(scaled, largest, 0, 'half-even').value);
}

/** Returns lines from the foot of the bars on; `characters` are those of a line from empty to full. */
function linesOf(bars: readonly number[], count: number, characters: readonly string[]): string[] {
  const full = characters.length - 1;
  return Array.from({ length: count }, (_, line) =>
    bars.map((bar) => characters[Math.max(0, Math.min(full, bar - line * full))]!).join(''),
  );
}

function axisOf(samples: readonly EquityPoint[], width: number): string {
  const [first, last] = [samples[0]!, samples.at(-1)!].map(({ time }) => formatTime(time)) as [
    string,
    string,
  ];
  return width < first.length + last.length + 2
    ? `${first} to ${last}`
    : `${padEnd(first, width - last.length)}${last}`;
}

/** Returns a sentence about what the chart shows. */
export function equitySummary(samples: readonly EquityPoint[], asset: string): string {
  const deepest = withFalls(samples)
    .map(({ fall }) => fall)
    .reduce(max, ZERO);
  const [first, last] = [samples[0]!, samples.at(-1)!].map(({ equity }) => formatDecimal(decimalOf(equity)));
  return `Equity ${first} -> ${last} ${asset}, largest fall ${plainText(deepest)}`;
}
