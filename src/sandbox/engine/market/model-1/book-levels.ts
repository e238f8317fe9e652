/**
 * The price levels of the order book in market model 1: about every second price has a level, at any
 * distance.
 */
import type { MarketLevel, MarketSide } from '../book.ts';
import { blend, fraction } from '../noise.ts';
import type { SymbolProfile } from '../symbol-profile.ts';

/**
 * The largest number of prices that are examined on one side; on average at least every second price has a
 * level.
 */
const PRICES_MAX = 20_000;

/** Returns the best price levels of one side of the order book, at most `wanted`. */
export function bookLevels(
  { key, tradeLots }: SymbolProfile,
  { isBids, best, step }: MarketSide,
  wanted: number,
): MarketLevel[] {
  const sideKey = blend(key, isBids ? 0xb1d : 0xa5c);
  const direction = isBids ? -1 : 1;
  const levels: MarketLevel[] = [];
  for (let distance = 0; distance < PRICES_MAX && levels.length < wanted; distance += 1) {
    const price = best + direction * distance;
    if (price < 1) break;
    const lots = lotsAt(blend(sideKey, price), tradeLots, distance, step);
    if (lots > 0) levels.push({ price, lots });
  }
  return levels;
}

/**
 * Returns the lots at a price, 0 if it has no level. The lots depend on the distance from the best price by
 * powers of two, so that a price keeps its lots while the best price moves little; the farther a price is
 * from the best price, the longer it keeps its lots.
 */
function lotsAt(levelKey: number, tradeLots: number, distance: number, step: number): number {
  const doublings = 31 - Math.clz32(distance + 1);
  const stepsKept = 2 << Math.min(doublings, 12);
  const epoch = Math.floor((step + (levelKey & (stepsKept - 1))) / stepsKept);
  const key = blend(blend(levelKey, epoch), doublings);
  if (distance > 0 && (key & 1023) < (doublings < 4 ? 100 : 450)) return 0;
  const size = fraction(blend(key, 1));
  return 1 + Math.floor(tradeLots * (0.05 + size * size * size * 4) * (1 + 0.7 * doublings));
}
