/**
 * The data of a page's charts, as the script of the page reads them. Times are Unix ms; prices and values are decimal
 * strings, which the script shows as they are and converts to floats only to draw them.
 */
import type { DecimalString } from '../core/words.ts';

/** Candle: its opening time, and its opening, highest, lowest and closing price; all null for a time without one. */
export type ChartBar = readonly [
  time: number,
  open: DecimalString | null,
  high: DecimalString | null,
  low: DecimalString | null,
  close: DecimalString | null,
];

/** A mark over the candles. */
export interface ChartMark {
  readonly time: number;
  readonly price: string;
  /** A triangle that points up or down to the price, or a circle around it. */
  readonly shape: 'up' | 'down' | 'circle';
  /** The kind, which gives it its colour. */
  readonly kind: string;
  readonly isFaint: boolean;
  /** What the mark means, shown when the pointer is over its candle. */
  readonly text: string;
  /** The id of the part that a click on the mark chooses. */
  readonly part: string;
}

/** A price that holds from each point to the next; null interrupts it. */
export interface ChartLevel {
  readonly kind: string;
  readonly points: readonly (readonly [time: number, price: DecimalString | null])[];
}

/** Candles of one symbol with what lies over them. */
export interface ChartPrices {
  readonly bars: readonly ChartBar[];
  /** The time that a candle covers. */
  readonly lengthMs: number;
  readonly marks: readonly ChartMark[];
  readonly levels: readonly ChartLevel[];
  /** Whether the prices along the side reach the levels too. */
  readonly showsLevels: boolean;
}

/** A chart of prices over the whole time. */
export interface PriceChartData extends ChartPrices {
  readonly title: string;
  /** The digits after the point of the prices along the side. */
  readonly digits: number;
}

/** A part of a price chart that can be chosen by its id, with candles of its own. */
export interface ChartPart extends ChartPrices {
  readonly id: string;
  readonly caption: string;
  /** The index of the price chart. */
  readonly chart: number;
  readonly from: number;
  readonly to: number;
}

/** A chart of one value over time. */
export interface ValueChartData {
  readonly title: string;
  /** A line, bars from zero up, or an area below zero. */
  readonly kind: 'line' | 'bars' | 'drawdown';
  /** Null interrupts the line. */
  readonly points: readonly (readonly [time: number, value: DecimalString | null])[];
}

/** All charts of a page, which share their range of times. */
export interface ChartsData {
  readonly axis: { readonly from: number; readonly to: number };
  readonly prices: readonly PriceChartData[];
  readonly parts: readonly ChartPart[];
  readonly values: readonly ValueChartData[];
  /** The custom properties of the style that hold the colours of kinds of marks and levels. */
  readonly colors: Readonly<Record<string, string>>;
}

/**
 * Returns the data as JSON that can stand within a script element: no text in it can end the element or begin a comment.
 */
export function inlineJson(data: ChartsData): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
