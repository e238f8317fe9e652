/** Divides a short time span into aggregate trades that meet the span's prices, lots and values exactly. */

import { blend, fraction, signedFraction } from './noise.ts';
import {
  type AggregateTrade,
  averageOf,
  type Day,
  lotValueAt,
  type TimeSpan,
  TRADE_LOTS_FREE,
  TRADE_LOTS_SPARE,
} from './time-span.ts';

/**
 * The smallest number of trades with which any time span can be met: one each at open, high, low and close,
 * and three on each side whose lots and prices make up the rest of that side's value.
 */
export const SPAN_TRADES_MIN = 10;

/**
 * The number of trades from which a time span can be divided in two; a smaller one is divided into its trades
 * at once.
 */
export const SPLIT_TRADES_MIN = 2 * SPAN_TRADES_MIN;

/** The rest of a time span while trades are removed from its ends. */
export type RemainingSpan = { -readonly [Name in keyof TimeSpan]: TimeSpan[Name] };

/** The lots and value of one side (buys or sells) of a time span, or the rest of them. */
interface Side {
  lots: number;
  value: number;
}

/** One trade of a span before it has an id and a time. */
interface SpanFill {
  readonly price: number;
  readonly lots: number;
  readonly isBuyerMaker: boolean;
  readonly value: number;
}

/** Returns the aggregate trades of a span of `SPAN_TRADES_MIN` to `SPLIT_TRADES_MIN - 1` trades. */
export function generateTrades(span: TimeSpan): AggregateTrade[] {
  const remaining = copySpan(span, span.from, span.to, span.key);
  const fills: SpanFill[] = [];
  while (remaining.count > SPAN_TRADES_MIN) fills.push(takeFirst(remaining));
  fills.push(...generateLastTrades(remaining));
  return spreadOverTime(fills, span, span.from, span.to, span.firstId);
}

/** Removes `count` trades from the front of `remaining` and returns them, spread over the time from `from` to `to`. */
export function takeFront(
  remaining: RemainingSpan,
  count: number,
  from: number,
  to: number,
): AggregateTrade[] {
  const firstId = remaining.firstId;
  const fills: SpanFill[] = [];
  while (fills.length < count) fills.push(takeFirst(remaining));
  return spreadOverTime(fills, remaining, from, to, firstId);
}

/** Removes `count` trades from the back of `remaining` and returns them in order of time. */
export function takeBack(
  remaining: RemainingSpan,
  count: number,
  from: number,
  to: number,
): AggregateTrade[] {
  const fills: SpanFill[] = [];
  while (fills.length < count) {
    const key = blend(remaining.key, remaining.firstId + remaining.count);
    fills.push(takeTrade(remaining, remaining.close, key));
    remaining.close = nextPrice(remaining, remaining.close, key);
  }
  return spreadOverTime(fills.reverse(), remaining, from, to, remaining.firstId + remaining.count);
}

/**
 * Returns a copy of a span that can be changed, with times and a key of its own; it overwrites the span `reused`, if
 * given.
 */
export function copySpan(
  span: TimeSpan,
  from: number,
  to: number,
  key: number,
  reused?: RemainingSpan,
): RemainingSpan {
  if (reused === undefined) return createCopy(span, from, to, key);
  reused.day = span.day;
  reused.key = key;
  reused.from = from;
  reused.to = to;
  reused.firstId = span.firstId;
  reused.count = span.count;
  reused.open = span.open;
  reused.high = span.high;
  reused.low = span.low;
  reused.close = span.close;
  reused.middle = span.middle;
  reused.buyLots = span.buyLots;
  reused.buyValue = span.buyValue;
  reused.sellLots = span.sellLots;
  reused.sellValue = span.sellValue;
  reused.baseVariance = span.baseVariance;
  reused.quoteVariance = span.quoteVariance;
  return reused;
}

/** Names each member, because V8 gives a copy by spread another form, with which dividing spans takes twice the time. */
function createCopy(span: TimeSpan, from: number, to: number, key: number): RemainingSpan {
  return {
    day: span.day,
    key,
    from,
    to,
    firstId: span.firstId,
    count: span.count,
    open: span.open,
    high: span.high,
    low: span.low,
    close: span.close,
    middle: span.middle,
    buyLots: span.buyLots,
    buyValue: span.buyValue,
    sellLots: span.sellLots,
    sellValue: span.sellValue,
    baseVariance: span.baseVariance,
    quoteVariance: span.quoteVariance,
  };
}

function takeFirst(remaining: RemainingSpan): SpanFill {
  const key = blend(remaining.key, remaining.firstId);
  const fill = takeTrade(remaining, remaining.open, key);
  remaining.firstId += 1;
  remaining.open = nextPrice(remaining, remaining.open, key);
  return fill;
}

/**
 * Returns a trade at a price and removes it from the rest of the span: its usual lots, or fewer if the rest
 * could not be met otherwise.
 */
function takeTrade(remaining: RemainingSpan, price: number, key: number): SpanFill {
  const isBuyerMaker =
    fraction(blend(key, 1)) * (remaining.buyLots + remaining.sellLots) >= remaining.buyLots;
  const side = sideOf(remaining, isBuyerMaker);
  const typical = Math.floor((side.lots / remaining.count) * (0.25 + 1.5 * fraction(blend(key, 2))));
  const others = remaining.count - 1;
  const max = Math.min(typical, side.lots - TRADE_LOTS_SPARE * others);
  const lots = lotsAt(remaining, side, price, max, TRADE_LOTS_FREE * others);
  const value = fillValue(remaining.day, price, lots);
  if (isBuyerMaker) {
    remaining.sellLots -= lots;
    remaining.sellValue -= value;
  } else {
    remaining.buyLots -= lots;
    remaining.buyValue -= value;
  }
  remaining.count = others;
  return { price, lots, isBuyerMaker, value };
}

/**
 * Returns how many lots, at most `max`, a side can trade at a price while `free` lots of the rest can still
 * have any price of the range. `TRADE_LOTS_FREE` lots are always possible, because their price was free until
 * now.
 */
function lotsAt(remaining: RemainingSpan, side: Side, price: number, max: number, free: number): number {
  const { day } = remaining;
  const low = lotValueAt(day, remaining.low);
  const high = lotValueAt(day, remaining.high);
  const lotValue = lotValueAt(day, price);
  const above = side.value - low * side.lots - free * (high - low);
  const below = high * side.lots - side.value - free * (high - low);
  let lots = max;
  if (lotValue > low) lots = Math.min(lots, Math.floor(above / (lotValue - low)));
  if (lotValue < high) lots = Math.min(lots, Math.floor(below / (high - lotValue)));
  return Math.max(lots, TRADE_LOTS_FREE);
}

/** Returns the value of lots at a price in ticks, as a whole number of the units in which time spans count values. */
function fillValue(day: Day, price: number, lots: number): number {
  return Math.round(lotValueAt(day, price) * lots);
}

/**
 * Returns the price of the next trade: a small step away, with a drift towards the average price of the
 * remaining trades.
 */
function nextPrice(remaining: RemainingSpan, price: number, key: number): number {
  const step =
    0.3 * (averageOf(remaining) - price) +
    signedFraction(blend(key, 3)) * (0.8 + 0.1 * (remaining.high - remaining.low));
  return Math.min(Math.max(price + Math.round(step), remaining.low), remaining.high);
}

/**
 * Creates the last `SPAN_TRADES_MIN` trades of a time span: one each at open, high, low and close, and three
 * more on each side.
 */
function generateLastTrades(remaining: RemainingSpan): SpanFill[] {
  const key = blend(remaining.key, remaining.firstId);
  const buys = sideOf(remaining, false);
  const sells = sideOf(remaining, true);
  const doesOpenSell = (key & 1) === 1;
  const doesCloseSell = (key & 2) === 2;
  const buyTouches = 1 + (doesOpenSell ? 0 : 1) + (doesCloseSell ? 0 : 1);
  let buysLeft = buyTouches;
  let sellsLeft = 4 - buyTouches;
  const touch = (price: number, isBuyerMaker: boolean, index: number): SpanFill => {
    const after = isBuyerMaker ? --sellsLeft : --buysLeft;
    const share = 0.3 + fraction(blend(key, 8 + index));
    return touchFill(remaining, isBuyerMaker ? sells : buys, price, isBuyerMaker, share, after);
  };
  const open = touch(remaining.open, doesOpenSell, 0);
  const high = touch(remaining.high, false, 1);
  const low = touch(remaining.low, true, 2);
  const close = touch(remaining.close, doesCloseSell, 3);
  const bought = threeFills(remaining, buys, false, key);
  const sold = threeFills(remaining, sells, true, key);
  const [early, late] = (key & 4) === 4 ? [high, low] : [low, high];
  return [open, bought[0]!, sold[0]!, early, bought[1]!, sold[1]!, late, sold[2]!, bought[2]!, close];
}

/**
 * Creates a trade at an extreme price, such that `threeFills` can divide the lots that are left after it and
 * `after` more such trades.
 */
function touchFill(
  remaining: RemainingSpan,
  side: Side,
  price: number,
  isBuyerMaker: boolean,
  share: number,
  after: number,
): SpanFill {
  const free = TRADE_LOTS_FREE * (4 + after);
  const max = Math.min(Math.floor((side.lots / SPAN_TRADES_MIN) * share), side.lots - 3 * free);
  const lots = lotsAt(remaining, side, price, max, free);
  const value = fillValue(remaining.day, price, lots);
  side.lots -= lots;
  side.value -= value;
  return { price, lots, isBuyerMaker, value };
}

/**
 * Divides the lots of one side into three trades of at least `TRADE_LOTS_FREE` lots each at adjacent prices.
 * The side must have at least twelve times as many lots, and its value must be at least four times as many
 * lots away from the least and the greatest.
 */
function threeFills(remaining: RemainingSpan, side: Side, isBuyerMaker: boolean, key: number): SpanFill[] {
  const { lots } = side;
  const { day } = remaining;
  const { price, odd } =
    day.inverse === undefined ? adjacentPrices(remaining, side) : nearestPrices(remaining, side);
  const even = lots - odd;
  const fill = (at: number, count: number): SpanFill => ({
    price: at,
    lots: count,
    isBuyerMaker,
    value: fillValue(day, at, count),
  });
  const splitLots = (at: number, count: number): SpanFill[] => {
    const part = Math.floor(count * (0.25 + 0.5 * fraction(blend(key, isBuyerMaker ? 16 : 17))));
    return [fill(at, part), fill(at, count - part)];
  };
  const min = TRADE_LOTS_FREE;
  const create = (): SpanFill[] => {
    if (odd === 0) {
      const third = Math.floor(lots / 3);
      return [fill(price, third), ...splitLots(price, lots - third)];
    }
    if (odd < min) {
      return [fill(price, lots - 2 * min - odd), fill(price - 1, min), fill(price + 1, min + odd)];
    }
    if (even < min) {
      return [fill(price + 1, lots - 2 * min - even), fill(price, min + even), fill(price + 2, min)];
    }
    return odd < even
      ? [...splitLots(price, even), fill(price + 1, odd)]
      : [fill(price, even), ...splitLots(price + 1, odd)];
  };
  return day.inverse === undefined ? create() : meetValue(create(), remaining, side.value);
}

/** Returns the price and the lots at the price above it by which all lots of a side have its value exactly. */
function adjacentPrices(remaining: RemainingSpan, { lots, value }: Side): { price: number; odd: number } {
  const above = value - (remaining.low - remaining.day.reference) * lots;
  let step = Math.floor(above / lots);
  let odd = above - step * lots;
  // The quotient is rounded to a double, so it can be wrong by one.
  if (odd < 0) {
    step -= 1;
    odd += lots;
  } else if (odd >= lots) {
    step += 1;
    odd -= lots;
  }
  return { price: remaining.low + step, odd };
}

/** Returns the same for an inverse contract, by which the value is met as nearly as whole lots can. */
function nearestPrices(
  { day, low, high }: RemainingSpan,
  { lots, value }: Side,
): { price: number; odd: number } {
  const { unitsTimesTicks, atReference } = day.inverse!;
  const average = unitsTimesTicks / (atReference - value / lots);
  const price = Math.min(Math.max(Math.floor(average), low), high);
  if (price === high) return { price, odd: 0 };
  const least = lotValueAt(day, price);
  const odd = Math.round((value - least * lots) / (lotValueAt(day, price + 1) - least));
  return { price, odd: Math.min(Math.max(odd, 0), lots) };
}

/**
 * Returns trades of an inverse contract with prices within the range, of which the largest makes up for what all of them
 * miss of the value: at most half a lot's difference between two ticks, but for rare sides at the end of the range.
 */
function meetValue(fills: readonly SpanFill[], { day, low, high }: RemainingSpan, value: number): SpanFill[] {
  const within = fills.map((fill) => {
    const price = Math.min(Math.max(fill.price, low), high);
    return price === fill.price ? fill : { ...fill, price, value: fillValue(day, price, fill.lots) };
  });
  const largest = within.reduce((most, fill, index) => (fill.lots > within[most]!.lots ? index : most), 0);
  const missing = within.reduce((left, fill) => left - fill.value, value);
  return within.map((fill, index) => (index === largest ? { ...fill, value: fill.value + missing } : fill));
}

function sideOf(remaining: RemainingSpan, isBuyerMaker: boolean): Side {
  return isBuyerMaker
    ? { lots: remaining.sellLots, value: remaining.sellValue }
    : { lots: remaining.buyLots, value: remaining.buyValue };
}

/** Spreads trades in order over a time; each trade lies in one of equal slices of the time. */
function spreadOverTime(
  fills: readonly SpanFill[],
  span: Pick<TimeSpan, 'day' | 'key'>,
  from: number,
  to: number,
  firstId: number,
): AggregateTrade[] {
  const length = to - from;
  const { start, inverse } = span.day;
  return fills.map(({ price, lots, isBuyerMaker, value }, index) => {
    const place = index + fraction(blend(span.key, 0x7100 + firstId + index));
    const time = start + from + Math.floor((place * length) / fills.length);
    const id = firstId + index;
    if (inverse === undefined) return { id, time, price, lots, isBuyerMaker };
    return { id, time, price, lots, isBuyerMaker, base: lots * inverse.atReference - value };
  });
}
