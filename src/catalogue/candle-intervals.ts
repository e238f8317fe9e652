/** Where candles open: the sixteen intervals in any time zone (public facts, Spot market data records). */

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/time-units.ts';
import type { KLINE_INTERVALS_SPOT } from './enums/market.ts';

export type Interval = (typeof KLINE_INTERVALS_SPOT)[number];

/** The length of every interval but the month, in ms. */
const SPANS: Readonly<Record<Exclude<Interval, '1M'>, number>> = {
  '1s': SECOND_MS,
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '4h': 4 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '8h': 8 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
  '3d': 3 * DAY_MS,
  '1w': 7 * DAY_MS,
};

/** Returns the length of an interval in ms, undefined for a word that is none or the month. */
export function intervalSpan(word: string): number | undefined {
  return Object.hasOwn(SPANS, word) ? SPANS[word as keyof typeof SPANS] : undefined;
}

/** When the first Monday after 1970-01-01 (a Thursday) begins, in ms; weekly candles open on Mondays. */
const FIRST_MONDAY = 4 * DAY_MS;

/**
 * Returns the number of the candle that holds a moment, counted from 1970. The zone is in minutes east of UTC,
 * -720 to 840: every boundary lies where a clock of that zone shows it.
 */
export function candleNumber(interval: Interval, zoneMinutes: number, at: number): number {
  if (interval === '1M') {
    const local = new Date(at + zoneMinutes * MINUTE_MS);
    return (local.getUTCFullYear() - 1970) * 12 + local.getUTCMonth();
  }
  return Math.floor((at - shiftOf(interval, zoneMinutes)) / SPANS[interval]);
}

/**
 * Returns when the candle with a given number opens, in ms; the candle closes 1 ms before the next one opens.
 */
export function candleOpen(interval: Interval, zoneMinutes: number, number: number): number {
  if (interval === '1M') return Date.UTC(1970, number, 1) - zoneMinutes * MINUTE_MS;
  return number * SPANS[interval] + shiftOf(interval, zoneMinutes);
}

/** Returns the minutes east of UTC of a zone written as hours or hours:minutes, such as "8", "-3" or "05:45". */
export function zoneMinutesOf(text: string): number {
  const [hours = '0', minutes = '0'] = text.replace(/^[+-]/, '').split(':');
  const east = Number(hours) * 60 + Number(minutes);
  return text.startsWith('-') ? -east : east;
}

function shiftOf(interval: Exclude<Interval, '1M'>, zoneMinutes: number): number {
  return (interval === '1w' ? FIRST_MONDAY : 0) - zoneMinutes * MINUTE_MS;
}
