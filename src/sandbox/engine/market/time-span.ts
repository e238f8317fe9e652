/**
 * A cell: what happened on a symbol within a span of one day. The day's cell follows from the path in closed form;
 * `split.ts` divides a cell in two that add up to it exactly, `settle.ts` divides a small one into its trades.
 */

import { DAY_MS } from '../../../core/time-units.ts';
import { blend, fraction, signedFraction } from './noise.ts';
import { ticksAt, tradesBefore } from './price-path.ts';
import type { SymbolProfile } from './symbol-profile.ts';

/** What all cells of one symbol and day have in common. */
export interface Day {
  readonly profile: SymbolProfile;
  /** Start of the day in ms. */
  readonly start: number;
  /** A price in ticks; values are counted from it so that they stay whole numbers below 2^53. */
  readonly reference: number;
  readonly baseKey: number;
  readonly quoteKey: number;
}

/**
 * The trades of a span. "Buy" and "sell" are the taker's side. A value is the sum over trades of
 * (price - reference) x lots. What always holds, on each side, so that the cell can be divided:
 * - lots are at least `TRADE_LOTS_SPARE` for each trade;
 * - the value leaves `TRADE_LOTS_FREE` lots for each trade whose price may be anywhere from low to high.
 */
export interface TimeSpan {
  readonly day: Day;
  readonly key: number;
  /** Start, inclusive, and end, exclusive, in ms of the day. */
  readonly from: number;
  readonly to: number;
  /** The id of its first aggregate trade, and how many it has. */
  readonly firstId: number;
  readonly count: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Where the price heads to half-way through, in ticks. */
  readonly middle: number;
  readonly buyLots: number;
  readonly buyValue: number;
  readonly sellLots: number;
  readonly sellValue: number;
}

/** An aggregate trade: what one taker order took at one price. */
export interface AggregateTrade {
  readonly id: number;
  /** In ms since 1970. */
  readonly time: number;
  /** In ticks. */
  readonly price: number;
  readonly lots: number;
  /** The taker sold. */
  readonly isBuyerMaker: boolean;
  /** The ids of its first and last trade, where trades of users lie between the market's own. */
  readonly span?: { readonly firstId: number; readonly lastId: number } | undefined;
}

/** Lots whose price a trade leaves open, on each side; also the least that a trade may have. */
export const TRADE_LOTS_FREE = 4;

/** Lots for each trade on each side that a cell must have: those left open and as many to outweigh them. */
export const TRADE_LOTS_SPARE = 2 * TRADE_LOTS_FREE;

/** Values of a day stay below this, so that every sum of two is a whole number in a double. */
const DAY_VALUE_MAX = 2 ** 52;

/**
 * Returns the cell of a day, counted in days from 1970; the symbol must have been listed by then. The cell of the
 * day before, where it is at hand, saves half of the work.
 */
export function createDaySpan(profile: SymbolProfile, day: number, previousSpan?: TimeSpan): TimeSpan {
  const age = day - profile.symbol.listedAt / DAY_MS;
  const key = blend(profile.key, day);
  const firstId =
    previousSpan === undefined ? tradesBefore(profile, age) : previousSpan.firstId + previousSpan.count;
  const count = tradesBefore(profile, age + 1) - firstId;
  const open = previousSpan === undefined ? ticksAt(profile, day) : previousSpan.close;
  const close = ticksAt(profile, day + 1);
  const baseKey = blend(profile.baseKey, day);
  const quoteKey = blend(profile.quoteKey, day);
  const { base, quote } = profile.symbol;
  const bend =
    0.87 *
    (base.volatility * signedFraction(blend(baseKey, 0)) -
      quote.volatility * signedFraction(blend(quoteKey, 0)));
  const middle = Math.max(1, Math.round(((open + close) / 2) * (1 + bend)));
  const typicalMove = open * Math.max(base.volatility, quote.volatility);
  const high = Math.max(open, close, middle) + overshootOf(typicalMove, blend(key, 1));
  const low = Math.max(1, Math.min(open, close, middle) - overshootOf(typicalMove, blend(key, 2)));
  const busy = 0.6 + 0.8 * fraction(blend(key, 3));
  const tilt = 0.06 * signedFraction(blend(key, 4));
  const dayPrices: DayPrices = { count, open, high, low, close, middle };
  const buys = createSide(profile, dayPrices, blend(key, 5), busy * (1 + tilt));
  const sells = createSide(profile, dayPrices, blend(key, 6), busy * (1 - tilt));
  return {
    day: { profile, start: day * DAY_MS, reference: low, baseKey, quoteKey },
    key,
    from: 0,
    to: DAY_MS,
    firstId,
    count,
    open,
    high,
    low,
    close,
    middle,
    buyLots: buys.lots,
    buyValue: buys.value,
    sellLots: sells.lots,
    sellValue: sells.value,
  };
}

type DayPrices = Pick<TimeSpan, 'count' | 'open' | 'high' | 'low' | 'close' | 'middle'>;

/** Returns the lots and the value of one side of a day, within the bounds that a cell must keep. */
function createSide(
  profile: SymbolProfile,
  dayPrices: DayPrices,
  key: number,
  share: number,
): { readonly lots: number; readonly value: number } {
  const { count, high, low } = dayPrices;
  const range = high - low;
  const min = TRADE_LOTS_SPARE * count;
  const typical = min + Math.floor(count * (profile.tradeLots / 2 - TRADE_LOTS_SPARE) * share);
  const lots = Math.max(min, Math.min(typical, Math.floor(DAY_VALUE_MAX / (range + 1))));
  const free = TRADE_LOTS_FREE * count;
  const value = Math.round(lots * (centreOf(dayPrices) - low + 0.015 * range * signedFraction(key)));
  return { lots, value: Math.min(Math.max(value, free * range), (lots - free) * range) };
}

/** Returns how far beyond its path a day's price reaches: mostly little, now and then a whole usual move. */
function overshootOf(usualMove: number, key: number): number {
  const chance = fraction(key);
  return Math.round(usualMove * (0.1 + 0.7 * chance * chance));
}

/** Returns the price around which a cell's trades lie, in ticks; not a whole number. */
export function centreOf(span: Pick<TimeSpan, 'open' | 'middle' | 'close'>): number {
  return (span.open + 2 * span.middle + span.close) / 4;
}

/** Returns the least value that lots of one side of a cell can have. */
export function valueMin(span: TimeSpan, lots: number): number {
  return (span.low - span.day.reference) * lots + TRADE_LOTS_FREE * span.count * (span.high - span.low);
}

/** Returns the greatest value that lots of one side of a cell can have. */
export function valueMax(span: TimeSpan, lots: number): number {
  return (span.high - span.day.reference) * lots - TRADE_LOTS_FREE * span.count * (span.high - span.low);
}
