/**
 * The quantities that takers buy and sell on a day: lots and values within the bounds that a time span must
 * keep.
 */
import { signedFraction } from './noise.ts';
import type { SymbolProfile } from './symbol-profile.ts';
import {
  DAY_VALUE_MAX,
  type LotValueTerms,
  lotValueAt,
  type TimeSpan,
  TRADE_LOTS_FREE,
  TRADE_LOTS_SPARE,
} from './time-span.ts';

/** The prices and the trade count of a day. */
export interface DayPrices extends Pick<TimeSpan, 'count' | 'high' | 'low'> {
  /** The price around which all trades lie, in ticks; not an integer. */
  readonly average: number;
  readonly terms: LotValueTerms;
}

/**
 * Returns the lots and the value of one side of a day. `activity` is the size of its trades relative to the usual one;
 * the average price lies at most `spread` of the day's range off that of the day.
 */
export function createSide(
  profile: SymbolProfile,
  dayPrices: DayPrices,
  key: number,
  activity: number,
  spread: number,
): { readonly lots: number; readonly value: number } {
  const { count, high, low, average, terms } = dayPrices;
  const least = lotValueAt(terms, low);
  const range = lotValueAt(terms, high) - least;
  const min = TRADE_LOTS_SPARE * count;
  const typical = min + Math.floor(count * (profile.tradeLots / 2 - TRADE_LOTS_SPARE) * activity);
  const lots = Math.max(min, Math.min(typical, Math.floor(DAY_VALUE_MAX / (range + 1))));
  const free = TRADE_LOTS_FREE * count;
  const value = lots * (lotValueAt(terms, average) + spread * range * signedFraction(key));
  const bound = least * lots;
  return {
    lots,
    value: Math.round(Math.min(Math.max(value, bound + free * range), bound + (lots - free) * range)),
  };
}
