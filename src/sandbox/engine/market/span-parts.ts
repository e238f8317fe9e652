/**
 * Conditions that both parts of a divided time span must satisfy in every market model: counts, lots and
 * values add up to those of the span, high and low each lie in one part, and both parts can be divided again
 * (`time-span.ts` states the invariants).
 */

import { blend } from './noise.ts';
import { copySpan, type RemainingSpan, SPAN_TRADES_MIN, takeBack, takeFront } from './span-trades.ts';
import {
  centreOf,
  lotValueAt,
  type SpanPart,
  type TimeSpan,
  TRADE_LOTS_SPARE,
  valueMax,
  valueMin,
} from './time-span.ts';

/** Both parts while they are computed: times, counts and ids are set. */
export interface SpanHalves {
  readonly first: RemainingSpan;
  readonly second: RemainingSpan;
}

/**
 * Divides a time span at a cut into `firstCount` trades and the rest. A part with too few trades for a time
 * span of its own is returned as its trades; otherwise `divide` sets prices, lots and values of both parts.
 */
export function splitAt(
  span: TimeSpan,
  cut: number,
  firstCount: number,
  divide: (halves: SpanHalves) => void,
): readonly [SpanPart, SpanPart] {
  if (firstCount < SPAN_TRADES_MIN) {
    const rest = copySpan(span, cut, span.to, blend(span.key, 2));
    return [takeFront(rest, firstCount, span.from, cut), rest];
  }
  if (span.count - firstCount < SPAN_TRADES_MIN) {
    const rest = copySpan(span, span.from, cut, blend(span.key, 1));
    return [rest, takeBack(rest, span.count - firstCount, cut, span.to)];
  }
  const first = copySpan(span, span.from, cut, blend(span.key, 1));
  const second = copySpan(span, cut, span.to, blend(span.key, 2));
  first.count = firstCount;
  second.count = span.count - firstCount;
  second.firstId = span.firstId + firstCount;
  divide({ first, second });
  return [first, second];
}

/**
 * Returns a price limited to the inner eight tenths of the span's price range, because only one part contains
 * each extreme.
 */
export function clampPrice(span: TimeSpan, price: number): number {
  const margin = Math.floor((span.high - span.low) / 10);
  return Math.min(Math.max(Math.round(price), span.low + margin), span.high - margin);
}

/**
 * How far the prices of each part usually go beyond its open, close and middle, and how far those of the part
 * without the extreme do.
 */
export interface Reach {
  /** In ticks. */
  readonly firstReach: number;
  readonly secondReach: number;
  /** Fractions of the reach, from 0 to 1, above and below. */
  readonly above: number;
  readonly below: number;
  /**
   * The number of ticks up to which both parts count as equally close to an extreme; then these fields say
   * whether the first part gets it.
   */
  readonly tieTicks: number;
  readonly isHighFirst: boolean;
  readonly isLowFirst: boolean;
  /** Returns how many ticks a middle price moves towards an extreme at a distance from all three prices. */
  pullFor(distance: number, reach: number): number;
}

/**
 * Assigns the high and the low each to the part whose path comes closer to it; the prices of the other part
 * stay nearer. Returns how many ticks the middle prices of both parts must be moved so that the path
 * approaches an extreme gradually.
 */
export function splitRange(
  span: TimeSpan,
  { first, second }: SpanHalves,
  reach: Reach,
): [firstPull: number, secondPull: number] {
  const firstTop = Math.max(first.open, first.close, first.middle);
  const secondTop = Math.max(second.open, second.close, second.middle);
  const firstEnd = Math.min(first.open, first.close, first.middle);
  const secondEnd = Math.min(second.open, second.close, second.middle);
  const { tieTicks } = reach;
  const isHighTied = Math.abs(firstTop - secondTop) <= tieTicks;
  const isLowTied = Math.abs(firstEnd - secondEnd) <= tieTicks;
  const isHighFirst = isHighTied ? reach.isHighFirst : firstTop > secondTop;
  const isLowFirst = isLowTied ? reach.isLowFirst : firstEnd < secondEnd;
  const margin = Math.floor((span.high - span.low) / 20);
  const ceiling = span.high - margin;
  const bottom = span.low + margin;
  const above = Math.round((isHighFirst ? reach.secondReach : reach.firstReach) * reach.above);
  const below = Math.round((isLowFirst ? reach.secondReach : reach.firstReach) * reach.below);
  first.high = isHighFirst ? span.high : Math.max(firstTop, Math.min(ceiling, firstTop + above));
  second.high = isHighFirst ? Math.max(secondTop, Math.min(ceiling, secondTop + above)) : span.high;
  first.low = isLowFirst ? span.low : Math.min(firstEnd, Math.max(bottom, firstEnd - below));
  second.low = isLowFirst ? Math.min(secondEnd, Math.max(bottom, secondEnd - below)) : span.low;
  const highReach = isHighFirst ? reach.firstReach : reach.secondReach;
  const lowReach = isLowFirst ? reach.firstReach : reach.secondReach;
  const climb = span.high - Math.max(firstTop, secondTop);
  const drop = Math.min(firstEnd, secondEnd) - span.low;
  const up = reach.pullFor(climb, highReach);
  const down = -reach.pullFor(drop, lowReach);
  return [(isHighFirst ? up : 0) + (isLowFirst ? down : 0), (isHighFirst ? 0 : up) + (isLowFirst ? 0 : down)];
}

/** The smallest and largest factor by which a part's lots are changed to meet an average price. */
const LOTS_SHIFT_MIN = 0.75;
const LOTS_SHIFT_MAX = 1.3;

/** How the lots of a time span are divided between its parts. */
export interface LotsSplit {
  /** The first part's share. */
  readonly lotsShare: number;
  /**
   * The fractions by which the lots that takers buy and sell in the first part differ from the part's share.
   */
  readonly buyVariation: number;
  readonly sellVariation: number;
  /** The variance of the price within the span, in ticks squared; read of inverse contracts only. */
  readonly priceVariance: number;
  /**
   * Whether the lots of both parts are bounded in the same way; market model 1 bounds only those of the first
   * part.
   */
  readonly isSymmetric: boolean;
}

/** Divides the lots and values of buys and of sells between both parts. */
export function splitVolumes(span: TimeSpan, halves: SpanHalves, split: LotsSplit): void {
  const { first, second } = halves;
  first.buyLots = firstLots(span, halves, span.buyLots, span.buyValue, split, split.buyVariation);
  first.sellLots = firstLots(span, halves, span.sellLots, span.sellValue, split, split.sellVariation);
  second.buyLots = span.buyLots - first.buyLots;
  second.sellLots = span.sellLots - first.sellLots;
  widenRange(span, first, second);
  first.buyValue = firstValue(first, second, first.buyLots, second.buyLots, span.buyValue);
  first.sellValue = firstValue(first, second, first.sellLots, second.sellLots, span.sellValue);
  second.buyValue = span.buyValue - first.buyValue;
  second.sellValue = span.sellValue - first.sellValue;
}

/**
 * Returns the lots that the first part gets of one side: its share, changed by 25 % down to 30 % up to meet
 * the side's average price, times 1 + `variation`.
 */
function firstLots(
  span: TimeSpan,
  { first, second }: SpanHalves,
  lots: number,
  value: number,
  { lotsShare, priceVariance, isSymmetric }: LotsSplit,
  variation: number,
): number {
  const least = TRADE_LOTS_SPARE * first.count;
  const most = lots - TRADE_LOTS_SPARE * second.count;
  let wanted = lots * lotsShare;
  const apart = centreOf(first) - centreOf(second);
  if (Math.abs(apart) >= 1) {
    const ofSecond = lotValueAt(span.day, centreOf(second));
    let missing = value - lots * ofSecond;
    const { inverse } = span.day;
    if (inverse !== undefined) {
      const within = Math.max(0, priceVariance - lotsShare * (1 - lotsShare) * apart * apart);
      // By so much lots of an inverse contract are worth less on average than at their average price.
      missing += (lots * inverse.unitsTimesTicks * within) / (span.open * span.open * span.open);
    }
    const exact = missing / (lotValueAt(span.day, centreOf(first)) - ofSecond);
    const rest = lots - wanted;
    wanted = Math.min(Math.max(exact, wanted * LOTS_SHIFT_MIN), wanted * LOTS_SHIFT_MAX);
    if (isSymmetric) {
      wanted = Math.min(Math.max(wanted, lots - rest * LOTS_SHIFT_MAX), lots - rest * LOTS_SHIFT_MIN);
    }
  }
  wanted *= 1 + (isSymmetric ? variation * (1 - lotsShare) : variation);
  return Math.min(Math.max(Math.round(wanted), least), most);
}

/**
 * Widens the price ranges of both parts if the parts could not meet the span's value otherwise. With the
 * price range of the whole span in both parts they always can: the least and the greatest values of the parts
 * then add up to those of the span.
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

/**
 * Returns the value that the first part gets of one side: the one that its path suggests, within the bounds
 * that both parts can meet.
 */
function firstValue(
  first: RemainingSpan,
  second: RemainingSpan,
  lots: number,
  otherLots: number,
  value: number,
): number {
  const usual = lots * lotValueAt(first.day, centreOf(first));
  const left = value - usual - otherLots * lotValueAt(first.day, centreOf(second));
  const wanted = Math.round(usual + left * (lots / (lots + otherLots)));
  const least = Math.max(valueMin(first, lots), value - valueMax(second, otherLots));
  const most = Math.min(valueMax(first, lots), value - valueMin(second, otherLots));
  return Math.round(Math.min(Math.max(wanted, least), most));
}
