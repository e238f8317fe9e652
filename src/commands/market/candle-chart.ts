/** Draws candles as text: two vertical steps per line, prices on the right, times below. */
import {
  type Decimal,
  decimalOf,
  formatDecimal,
  formatTrimmed,
  max,
  min,
  rescale,
  subtract,
  trimZeros,
} from '../../core/decimal.ts';
import { padEnd } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import type { Paint } from '../types.ts';

/** One candle of a chart, with prices as text. */
export interface ChartCandle {
  readonly openTime: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
}

/** A column of a chart: a candle, or a time without one. */
export type ChartColumn = ChartCandle | { readonly openTime: number; readonly open?: undefined };

export interface ChartSize {
  /** Width of the chart with its labels, in columns; at least 30. */
  readonly width: number;
  /** Height of the candles, in lines; at least 4. */
  readonly height: number;
}

interface CandleShape {
  readonly top: number;
  readonly bottom: number;
  readonly bodyTop: number;
  readonly bodyBottom: number;
  readonly isUp: boolean;
}

/**
 * The characters of the chart, by what the upper and the lower half of a line show: nothing (space), wick (w)
 * or body (b).
 */
const CHARACTERS: Readonly<Record<string, string>> = {
  '  ': ' ',
  ' w': '╷',
  'w ': '╵',
  ww: '│',
  ' b': '╻',
  'b ': '╹',
  bb: '┃',
  bw: '╿',
  wb: '╽',
};
/** The character for the body of a falling candle if colours are disabled. */
const FALLING_BODY = '█';
/** The character at the foot of a column without a candle. */
const NO_CANDLE = '·';

/** Returns the chart of the newest columns that fit into the width; empty if there is no candle. */
export function candleChart(
  columns: readonly ChartColumn[],
  size: ChartSize,
  paint: Paint,
  isColoured: boolean,
): string {
  const labelWidth = Math.max(0, ...columns.filter(isCandle).flatMap(labelLengths)) + 3;
  const shown = columns.slice(-Math.max(8, size.width - labelWidth));
  const bounds = shown
    .filter(isCandle)
    .map((candle) => [candle.high, candle.low].map(decimalOf) as [Decimal, Decimal]);
  if (bounds.length === 0) return '';
  const highest = bounds.map(([high]) => high).reduce(max);
  const lowest = bounds.map(([, low]) => low).reduce(min);
  const steps = size.height * 2;
  const shapes = shown.map((column) =>
    isCandle(column) ? shapeOf(column, lowest, highest, steps) : undefined,
  );
  const lines: string[] = [];
  for (let line = 0; line < size.height; line += 1) {
    const upperStep = steps - 1 - line * 2;
    const foot = line === size.height - 1 ? paint.dim(NO_CANDLE) : ' ';
    const row = shapes
      .map((shape) => (shape === undefined ? foot : characterAt(shape, upperStep, paint, isColoured)))
      .join('');
    lines.push(`${row} ${paint.dim(`┤ ${labelAt(line, size.height, lowest, highest)}`)}`.trimEnd());
  }
  return `${[...lines, paint.dim(timeAxis(shown))].join('\n')}\n`;
}

function isCandle(column: ChartColumn): column is ChartCandle {
  return column.open !== undefined;
}

function labelLengths({ high, low }: ChartCandle): readonly number[] {
  return [high, low].map((price) => formatTrimmed(decimalOf(price)).length);
}

function shapeOf(candle: ChartCandle, lowest: Decimal, highest: Decimal, steps: number): CandleShape {
  const stepAt = (price: string) => stepOf(decimalOf(price), lowest, highest, steps);
  const open = stepAt(candle.open);
  const close = stepAt(candle.close);
  const isUp = subtract(decimalOf(candle.close), decimalOf(candle.open)).value >= 0n;
  return {
    top: stepAt(candle.high),
    bottom: stepAt(candle.low),
    bodyTop: Math.max(open, close),
    bodyBottom: Math.min(open, close),
    isUp,
  };
}

/** Returns the vertical step of a price, counted from the bottom. */
function stepOf(price: Decimal, lowest: Decimal, highest: Decimal, steps: number): number {
  const scale = Math.max(price.scale, lowest.scale, highest.scale);
  const [stepAt, from, to] = [price, lowest, highest].map((one) => rescale(one, scale, 'down').value) as [
    bigint,
    bigint,
    bigint,
  ];
  if (to === from) return Math.floor(steps / 2);
  const step = Number(((stepAt - from) * BigInt(steps)) / (to - from));
  return Math.min(steps - 1, step);
}

function characterAt(shape: CandleShape, upperStep: number, paint: Paint, isColoured: boolean): string {
  const kind = (step: number) =>
    step <= shape.bodyTop && step >= shape.bodyBottom
      ? 'b'
      : step <= shape.top && step >= shape.bottom
        ? 'w'
        : ' ';
  const halves = kind(upperStep) + kind(upperStep - 1);
  const character = !isColoured && !shape.isUp && halves === 'bb' ? FALLING_BODY : CHARACTERS[halves]!;
  if (character === ' ') return character;
  return shape.isUp ? paint.green(character) : paint.red(character);
}

/**
 * Returns the price label of a chart line: the price on the first, the last and every third line, otherwise
 * an empty text.
 */
function labelAt(line: number, height: number, lowest: Decimal, highest: Decimal): string {
  if (line !== 0 && line !== height - 1 && line % 3 !== 0) return '';
  if (line === 0) return formatTrimmed(highest);
  if (line === height - 1) return formatTrimmed(lowest);
  const scale = Math.max(highest.scale, lowest.scale);
  const [from, to] = [lowest, highest].map((one) => rescale(one, scale, 'down').value) as [bigint, bigint];
  const value = from + ((to - from) * BigInt((height - line) * 2 - 1)) / BigInt(height * 2);
  const places = Math.max(trimZeros(highest).scale, trimZeros(lowest).scale);
  return formatDecimal(rescale({ value, scale }, Math.min(scale, places), 'nearest'));
}

function timeAxis(candles: readonly ChartColumn[]): string {
  const first = formatTime(candles[0]!.openTime);
  const last = formatTime(candles.at(-1)!.openTime);
  const candleCountMax = candles.length - last.length;
  return candleCountMax > first.length + 1
    ? padEnd(first, candleCountMax) + last
    : candles.length > 1
      ? `${first} to ${last}`
      : first;
}
