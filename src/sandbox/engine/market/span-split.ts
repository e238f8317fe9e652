/**
 * Divides a cell in two. Counts, lots and values of the parts add up to the whole, the high and the low are each
 * in one of them, and both can be divided again (`cell.ts` says what that takes).
 */

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/time-units.ts';
import { blend, fraction, signedFraction } from './noise.ts';
import { copySpan, type RemainingSpan, SPAN_TRADES_MIN, takeBack, takeFront } from './span-trades.ts';
import {
  type AggregateTrade,
  centreOf,
  type TimeSpan,
  TRADE_LOTS_SPARE,
  valueMax,
  valueMin,
} from './time-span.ts';

/** A cell, or the trades of a span that has too few for one. */
export type SpanPart = TimeSpan | readonly AggregateTrade[];

/** Where a span is cut, so that the ends of every candle interval are ends of cells. Below 1 s it is halved. */
const CUTS: ReadonlyMap<number, number> = new Map([
  [24 * HOUR_MS, 12 * HOUR_MS],
  [12 * HOUR_MS, 6 * HOUR_MS],
  [6 * HOUR_MS, 3 * HOUR_MS],
  [3 * HOUR_MS, HOUR_MS],
  [2 * HOUR_MS, HOUR_MS],
  [HOUR_MS, 30 * MINUTE_MS],
  [30 * MINUTE_MS, 15 * MINUTE_MS],
  [15 * MINUTE_MS, 5 * MINUTE_MS],
  [10 * MINUTE_MS, 5 * MINUTE_MS],
  [5 * MINUTE_MS, 2 * MINUTE_MS],
  [3 * MINUTE_MS, MINUTE_MS],
  [2 * MINUTE_MS, MINUTE_MS],
  [MINUTE_MS, 30 * SECOND_MS],
  [30 * SECOND_MS, 15 * SECOND_MS],
  [15 * SECOND_MS, 5 * SECOND_MS],
  [10 * SECOND_MS, 5 * SECOND_MS],
  [5 * SECOND_MS, 2 * SECOND_MS],
  [3 * SECOND_MS, SECOND_MS],
  [2 * SECOND_MS, SECOND_MS],
]);

/** How busy each hour of a UTC day is; Asia, then Europe, then America wake. */
const HOURS = [5, 5, 5, 4, 4, 4, 4, 5, 6, 6, 6, 6, 7, 9, 11, 11, 10, 8, 7, 7, 6, 6, 5, 5] as const;
/** How busy the day was before each hour, all in all. */
const BUSY_BEFORE = Array.from({ length: HOURS.length + 1 }, (_, end) =>
  HOURS.slice(0, end).reduce<number>((sum, busy) => sum + busy, 0),
);

/** The parts of a cell of `SPLIT_TRADES_MIN` trades or more, in order of time. */
export function splitSpan(span: TimeSpan): readonly [SpanPart, SpanPart] {
  const length = span.to - span.from;
  const cut = span.from + (CUTS.get(length) ?? length >> 1);
  const firstCount = firstCountOf(span, cut);
  if (firstCount < SPAN_TRADES_MIN) {
    const rest = copySpan(span, cut, span.to, blend(span.key, 2));
    return [takeFront(rest, firstCount, span.from, cut), rest];
  }
  if (span.count - firstCount < SPAN_TRADES_MIN) {
    const rest = copySpan(span, span.from, cut, blend(span.key, 1));
    return [rest, takeBack(rest, span.count - firstCount, cut, span.to)];
  }
  return halveSpan(span, cut, firstCount);
}

/** Returns how many trades fall before the cut: the usual share, more or less. */
function firstCountOf(span: TimeSpan, cut: number): number {
  // Trades within one millisecond can only be distinguished by their order.
  if (cut === span.from) return span.count >> 1;
  const share = usualShare(span.from, cut, span.to);
  const noise = signedFraction(blend(span.key, 3)) * (0.1 + 0.8 / Math.sqrt(span.count));
  return Math.min(Math.max(Math.round(span.count * (share + noise)), 0), span.count);
}

function usualShare(from: number, cut: number, to: number): number {
  if (to - from <= HOUR_MS) return (cut - from) / (to - from);
  const before = BUSY_BEFORE[from / HOUR_MS]!;
  return (BUSY_BEFORE[cut / HOUR_MS]! - before) / (BUSY_BEFORE[to / HOUR_MS]! - before);
}

function halveSpan(span: TimeSpan, cut: number, firstCount: number): readonly [TimeSpan, TimeSpan] {
  const first = copySpan(span, span.from, cut, blend(span.key, 1));
  const second = copySpan(span, cut, span.to, blend(span.key, 2));
  first.count = firstCount;
  second.count = span.count - firstCount;
  second.firstId = span.firstId + firstCount;
  const share = Math.min((firstCount / span.count) * (1 + 0.2 * signedFraction(blend(span.key, 4))), 0.97);
  const firstBend = bendFor(first);
  const secondBend = bendFor(second);
  setPath(span, first, second, share, firstBend, secondBend);
  const [firstPull, secondPull] = splitRange(span, first, second);
  if (firstPull !== 0 || secondPull !== 0) {
    setPath(span, first, second, share, firstBend + firstPull, secondBend + secondPull);
    splitRange(span, first, second);
  }
  first.buyLots = firstLots(span, first, second, span.buyLots, span.buyValue, share, 5);
  first.sellLots = firstLots(span, first, second, span.sellLots, span.sellValue, share, 6);
  second.buyLots = span.buyLots - first.buyLots;
  second.sellLots = span.sellLots - first.sellLots;
  widenRange(span, first, second);
  first.buyValue = firstValue(first, second, first.buyLots, second.buyLots, span.buyValue);
  first.sellValue = firstValue(first, second, first.sellLots, second.sellLots, span.sellValue);
  second.buyValue = span.buyValue - first.buyValue;
  second.sellValue = span.sellValue - first.sellValue;
  return [first, second];
}

/** Returns how far a part's middle lies off the line from its open to its close, in ticks. */
function bendFor(part: RemainingSpan): number {
  const { day, from, to, key } = part;
  const { base, quote } = day.profile.symbol;
  const span = to - from;
  const size = 0.87 * Math.sqrt(span / DAY_MS) * part.open;
  // Down to a second the noise belongs to the assets, so that crosses agree; below it, to the symbol.
  if (span < SECOND_MS) return size * base.volatility * signedFraction(blend(key, 0));
  const at = from / SECOND_MS + span * 97;
  return (
    size *
    (base.volatility * signedFraction(blend(day.baseKey, at)) -
      quote.volatility * signedFraction(blend(day.quoteKey, at)))
  );
}

/**
 * Sets the parts' opens, closes and middles. The price at the cut is the one with which the average prices that
 * the parts' paths suggest, `share` of the lots being in the first, come out as the whole's average price.
 */
function setPath(
  span: TimeSpan,
  first: RemainingSpan,
  second: RemainingSpan,
  share: number,
  firstBend: number,
  secondBend: number,
): void {
  const average = span.day.reference + (span.buyValue + span.sellValue) / (span.buyLots + span.sellLots);
  const turn = clampPrice(
    span,
    2 * average - share * (span.open + firstBend) - (1 - share) * (span.close + secondBend),
  );
  first.close = turn;
  first.middle = clampPrice(span, (span.open + turn) / 2 + firstBend);
  second.open = clampPrice(span, turn + (((span.key >>> 4) % 3) - 1));
  second.middle = clampPrice(span, (turn + span.close) / 2 + secondBend);
}

/** Holds a price inside the whole's range, off its ends, which belong to the part that is given them. */
function clampPrice(span: TimeSpan, price: number): number {
  const margin = Math.floor((span.high - span.low) / 10);
  return Math.min(Math.max(Math.round(price), span.low + margin), span.high - margin);
}

/**
 * Gives the high and the low each to the part whose path comes nearer; the other part reaches less far. Returns
 * how many ticks the middles of both must be pulled so that nothing has to leap in the last second before it.
 */
function splitRange(
  span: TimeSpan,
  first: RemainingSpan,
  second: RemainingSpan,
): [firstPull: number, secondPull: number] {
  const { base, quote } = span.day.profile.symbol;
  const usual = Math.max(base.volatility, quote.volatility) * span.open;
  const reach = 0.5 + 0.5 * usual * Math.sqrt((span.to - span.from) / (2 * DAY_MS));
  const firstTop = Math.max(first.open, first.close, first.middle);
  const secondTop = Math.max(second.open, second.close, second.middle);
  const firstEnd = Math.min(first.open, first.close, first.middle);
  const secondEnd = Math.min(second.open, second.close, second.middle);
  const isHighFirst = firstTop === secondTop ? (span.key & 8) === 8 : firstTop > secondTop;
  const isLowFirst = firstEnd === secondEnd ? (span.key & 16) === 16 : firstEnd < secondEnd;
  const above = Math.round(reach * fraction(blend(span.key, 7)));
  const below = Math.round(reach * fraction(blend(span.key, 8)));
  const margin = Math.floor((span.high - span.low) / 20);
  const ceiling = span.high - margin;
  const ground = span.low + margin;
  first.high = isHighFirst ? span.high : Math.max(firstTop, Math.min(ceiling, firstTop + above));
  second.high = isHighFirst ? Math.max(secondTop, Math.min(ceiling, secondTop + above)) : span.high;
  first.low = isLowFirst ? span.low : Math.min(firstEnd, Math.max(ground, firstEnd - below));
  second.low = isLowFirst ? Math.min(secondEnd, Math.max(ground, secondEnd - below)) : span.low;
  const climb = span.high - Math.max(firstTop, secondTop);
  const dive = Math.min(firstEnd, secondEnd) - span.low;
  const up = climb > 2 * reach ? climb - reach : 0;
  const down = dive > 2 * reach ? reach - dive : 0;
  return [(isHighFirst ? up : 0) + (isLowFirst ? down : 0), (isHighFirst ? 0 : up) + (isLowFirst ? 0 : down)];
}

/**
 * Returns the first part's lots of one side: its share, moved by up to a fifth to where the side's average price
 * comes out, and a little beside it.
 */
function firstLots(
  span: TimeSpan,
  first: RemainingSpan,
  second: RemainingSpan,
  lots: number,
  value: number,
  share: number,
  place: number,
): number {
  const least = TRADE_LOTS_SPARE * first.count;
  const most = lots - TRADE_LOTS_SPARE * second.count;
  let wanted = lots * share;
  const apart = centreOf(first) - centreOf(second);
  if (Math.abs(apart) >= 1) {
    const exact = (value - lots * (centreOf(second) - span.day.reference)) / apart;
    wanted = Math.min(Math.max(exact, wanted * 0.75), wanted * 1.3);
  }
  wanted *= 1 + 0.05 * signedFraction(blend(span.key, place));
  return Math.min(Math.max(Math.round(wanted), least), most);
}

/**
 * Widens both ranges where the parts could not meet the whole's value otherwise. With the whole's range in both
 * parts they always can: the least and the greatest values of the parts then add up to those of the whole.
 */
function widenRange(span: TimeSpan, first: RemainingSpan, second: RemainingSpan): void {
  for (let round = 0; round < 3; round += 1) {
    const isBelow =
      span.buyValue < valueMin(first, first.buyLots) + valueMin(second, second.buyLots) ||
      span.sellValue < valueMin(first, first.sellLots) + valueMin(second, second.sellLots);
    const isAbove =
      span.buyValue > valueMax(first, first.buyLots) + valueMax(second, second.buyLots) ||
      span.sellValue > valueMax(first, first.sellLots) + valueMax(second, second.sellLots);
    if (!isBelow && !isAbove) return;
    if (isBelow) {
      first.low = span.low;
      second.low = span.low;
    }
    if (isAbove) {
      first.high = span.high;
      second.high = span.high;
    }
  }
}

/** Returns the first part's value of one side: what its path suggests, within what both parts can meet. */
function firstValue(
  first: RemainingSpan,
  second: RemainingSpan,
  lots: number,
  otherLots: number,
  value: number,
): number {
  const { reference } = first.day;
  const usual = lots * (centreOf(first) - reference);
  const left = value - usual - otherLots * (centreOf(second) - reference);
  const wanted = Math.round(usual + left * (lots / (lots + otherLots)));
  const least = Math.max(valueMin(first, lots), value - valueMax(second, otherLots));
  const most = Math.min(valueMax(first, lots), value - valueMin(second, otherLots));
  return Math.min(Math.max(wanted, least), most);
}
