/**
 * The price levels of the order book in market model 2. Near the best price nearly every tick has a level;
 * farther off levels lie 2, 4, 8 … ticks apart, so that 5,000 levels span at least one per cent of the price.
 * The quantity offered within a distance grows with the power 0.82 of the distance: 2 % of a usual day's
 * volume is offered within 1 % of the price.
 */
import { LEVELS_MAX, type MarketLevel, type MarketSide } from '../book.ts';
import { blend, fraction } from '../noise.ts';
import type { SymbolProfile } from '../symbol-profile.ts';

/** The smallest part of the price that `LEVELS_MAX` levels may span. */
const SPAN_MIN = 0.01;

/**
 * The share of a usual day's volume that is offered per 1 % of distance, at a distance of 1 % from the price.
 */
const DENSITY = 0.02 * 0.82;

/**
 * The quantity per distance at a distance of price / 2^index, relative to that at 1 %: (100 / 2^index)^-0.18.
 * Each is 2^0.18 times the one before.
 */
const DENSITY_BY_OCTAVE: readonly number[] = Array.from({ length: 31 }).reduce<number[]>(
  (factors) => [...factors, factors.at(-1)! * 1.1328838852957985],
  [0.436515832240166],
);

/** The share of ticks near the best price that have no level, in 1024ths. */
const EMPTY_TICKS = 100;

/**
 * The most additional quantity at the best price, in usual trades; each next tick has half as much as the one
 * before.
 */
const BEST_PRICE_TRADES = 60;
const BEST_PRICE_TICKS = 5;

/**
 * The largest n for which levels at a distance of 2^n ticks keep their quantity for 2^(n+1) steps of 100 ms;
 * farther levels keep it as long.
 */
const KEPT_DOUBLINGS_MAX = 12;

/**
 * Levels lie in zones: zone n has `zoneLevels` slots of 2^n ticks, each with one level, and begins at a distance of
 * about zoneLevels x 2^n ticks; zone 0 begins at the best price. Slots are aligned to multiples of their width, so that
 * a level keeps its price while the best price moves.
 */
interface Zone {
  /** The lowest price of the zone's slots, and the price above the highest one. */
  readonly low: number;
  readonly high: number;
}

/** Returns the best price levels of one side of the order book, at most `wanted`, best first. */
export function bookLevels(profile: SymbolProfile, side: MarketSide, wanted: number): MarketLevel[] {
  const levels: MarketLevel[] = [];
  for (let zone = 0; levels.length < wanted; zone += 1) {
    const { low, high } = zoneOf(side, zone);
    const width = 1 << zone;
    const slots = (high - low) / width;
    for (let index = 0; index < slots && levels.length < wanted; index += 1) {
      const start = side.isBids ? high - (index + 1) * width : low + index * width;
      if (start + width <= 1) return levels;
      const level = levelInSlot(profile, side, zone, start);
      if (level !== undefined) levels.push(level);
    }
  }
  return levels;
}

/** Returns the lots at a price on one side of the order book, 0 if it has no level. */
export function lotsAtPrice(profile: SymbolProfile, side: MarketSide, price: number): number {
  if (price < 1 || (side.isBids ? price > side.best : price < side.best)) return 0;
  for (let zone = 0; ; zone += 1) {
    const { low, high } = zoneOf(side, zone);
    if (price < low || price >= high) continue;
    const level = levelInSlot(profile, side, zone, (price >> zone) << zone);
    return level?.price === price ? level.lots : 0;
  }
}

/** Returns the price level in a slot, or undefined for a tick without a level. */
function levelInSlot(
  { key, symbol, tradeLots, tradesPerDay }: SymbolProfile,
  { isBids, best, step }: MarketSide,
  zone: number,
  start: number,
): MarketLevel | undefined {
  const slotKey = blend(key + (isBids ? 0xb1d : 0xa5c) + zone * 0x10001, start);
  const distance = isBids ? best - start : start - best;
  const doublings = 31 - Math.clz32(Math.max(distance, 0) + 1);
  const stepsKept = 2 << Math.min(doublings, KEPT_DOUBLINGS_MAX);
  const epoch = Math.floor((step + (slotKey & (stepsKept - 1))) / stepsKept);
  const levelKey = blend(slotKey, epoch * 32 + doublings);
  if (zone === 0 && distance > 0 && (levelKey & 1023) < EMPTY_TICKS) return undefined;
  const price = start + ((levelKey >>> 10) & ((1 << zone) - 1));
  if (price < 1) return undefined;
  const size = fraction(blend(levelKey, symbol.tickDecimals));
  const octave = Math.max(31 - Math.clz32(best) - doublings, 0);
  const percents = (100 * (1 << zone)) / best;
  const usualTrades = tradesPerDay * DENSITY * percents * DENSITY_BY_OCTAVE[octave]!;
  const bestPriceTrades = distance < BEST_PRICE_TICKS ? (BEST_PRICE_TRADES * size) / (1 << distance) : 0;
  const trades = usualTrades * (0.1 + 3.6 * size * size * size) + bestPriceTrades;
  return { price, lots: 1 + Math.floor(tradeLots * trades) };
}

function zoneOf(side: MarketSide, zone: number): Zone {
  const near = zoneStart(side, zone);
  const far = zoneStart(side, zone + 1);
  return side.isBids ? { low: far, high: near } : { low: near, high: far };
}

/**
 * Returns the boundary of a zone on the side of the best price: its lowest ask price, or the price above its
 * highest bid.
 */
function zoneStart({ isBids, best }: MarketSide, zone: number): number {
  if (zone === 0) return isBids ? best + 1 : best;
  const distance = zoneLevelsFor(best) * 2 ** zone;
  const width = 2 ** zone;
  return isBids
    ? Math.floor((best + 1 - distance) / width) * width
    : Math.ceil((best + distance) / width) * width;
}

const ZONE_LEVELS = new Map<number, number>();

/**
 * Returns the number of levels in a zone: the largest number with which `LEVELS_MAX` levels span enough of
 * this price.
 */
function zoneLevelsFor(price: number): number {
  const magnitude = 32 - Math.clz32(price);
  let zoneLevels = ZONE_LEVELS.get(magnitude);
  if (zoneLevels === undefined) {
    zoneLevels = LEVELS_MAX / 2;
    while (zoneLevels > 1 && spannedTicks(zoneLevels) < SPAN_MIN * 2 ** magnitude) zoneLevels -= 1;
    ZONE_LEVELS.set(magnitude, zoneLevels);
  }
  return zoneLevels;
}

/** Returns how many ticks `LEVELS_MAX` levels span; zone 0 has twice as many levels as the others. */
function spannedTicks(zoneLevels: number): number {
  let levelsLeft = LEVELS_MAX - 2 * zoneLevels;
  let ticks = 2 * zoneLevels;
  for (let width = 2; levelsLeft > 0; width *= 2) {
    ticks += width * Math.min(levelsLeft, zoneLevels);
    levelsLeft -= zoneLevels;
  }
  return ticks;
}
