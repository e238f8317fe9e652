/**
 * The quantities that takers buy and sell on a day: lots and values within the bounds that a time span must
 * keep.
 */
import { roundHalfUp } from './rounding.ts';
import { DAY_VALUE_MAX, TRADE_LOTS_FREE, TRADE_LOTS_SPARE } from './time-span.ts';

/**
 * Returns the lots of one side of a day of `count` trades. `activity` is the size of its trades relative to the usual
 * one, of which a symbol has `tradeLots`; `valueRange` is the value of a lot at the day's high less that at its low.
 */
export function sideLots(count: number, tradeLots: number, activity: number, valueRange: number): number {
  const min = TRADE_LOTS_SPARE * count;
  const typical = min + Math.floor(count * (tradeLots / 2 - TRADE_LOTS_SPARE) * activity);
  return Math.max(min, Math.min(typical, Math.floor(DAY_VALUE_MAX / (valueRange + 1))));
}

/**
 * Returns the value of the lots of one side of a day of `count` trades, which are worth `average` each, as far as the
 * value of a lot at the day's low and its range up to the high permit that.
 */
export function sideValue(
  count: number,
  lots: number,
  average: number,
  valueAtLow: number,
  valueRange: number,
): number {
  const free = TRADE_LOTS_FREE * count;
  const bound = valueAtLow * lots;
  return roundHalfUp(
    Math.min(Math.max(lots * average, bound + free * valueRange), bound + (lots - free) * valueRange),
  );
}
