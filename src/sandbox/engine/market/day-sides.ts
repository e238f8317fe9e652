/**
 * The quantities that takers buy and sell on a day: lots and values within the bounds that a time span must
 * keep.
 */
import { signedFraction } from './noise.ts';
import type { SymbolProfile } from './symbol-profile.ts';
import { centreOf, DAY_VALUE_MAX, type TimeSpan, TRADE_LOTS_FREE, TRADE_LOTS_SPARE } from './time-span.ts';

/** The prices and the trade count of a day. */
export type DayPrices = Pick<TimeSpan, 'count' | 'open' | 'high' | 'low' | 'close' | 'middle'>;

/**
 * Returns the lots and the value that takers trade on one side on a day. `activity` is the size of the day's
 * trades relative to the usual size; the average price lies at most `spread` of the day's price range away
 * from the centre of the day.
 */
export function createSide(
  profile: SymbolProfile,
  dayPrices: DayPrices,
  key: number,
  activity: number,
  spread: number,
): { readonly lots: number; readonly value: number } {
  const { count, high, low } = dayPrices;
  const range = high - low;
  const min = TRADE_LOTS_SPARE * count;
  const typical = min + Math.floor(count * (profile.tradeLots / 2 - TRADE_LOTS_SPARE) * activity);
  const lots = Math.max(min, Math.min(typical, Math.floor(DAY_VALUE_MAX / (range + 1))));
  const free = TRADE_LOTS_FREE * count;
  const value = Math.round(lots * (centreOf(dayPrices) - low + spread * range * signedFraction(key)));
  return { lots, value: Math.min(Math.max(value, free * range), (lots - free) * range) };
}
