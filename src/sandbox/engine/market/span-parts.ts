/**
 * Conditions that both parts of a divided time span must satisfy in every market model: counts, lots and
 * values add up to those of the span, high and low each lie in one part, and both parts can be divided again
 * (`time-span.ts` states the invariants).
 */

import { blend } from './noise.ts';
import { roundHalfUp } from './rounding.ts';
import { copySpan, type RemainingSpan, SPAN_TRADES_MIN, takeBack, takeFront } from './span-trades.ts';
import {
  centreOf,
  lotValueAt,
  type SpanPart,
  type TimeSpan,
  TRADE_LOTS_FREE,
  TRADE_LOTS_SPARE,
} from './time-span.ts';

/** Both parts of a time span, which can be changed. While they are computed, times, counts and ids are set. */
export interface SpanHalves {
  readonly first: RemainingSpan;
  readonly second: RemainingSpan;
}

/**
 * Divides a time span at a cut into `firstCount` trades and the rest. A part with too few trades for a time
 * span of its own is returned as its trades; otherwise `divide` sets prices, lots and values of both parts. They
 * overwrite the spans of `reused`, if given, which saves creating them.
 */
export function splitAt(
  span: TimeSpan,
  cut: number,
  firstCount: number,
  divide: (span: TimeSpan, halves: SpanHalves) => void,
  reused?: SpanHalves,
): readonly [SpanPart, SpanPart] {
  if (firstCount < SPAN_TRADES_MIN) {
    const rest = copySpan(span, cut, span.to, blend(span.key, 2), reused?.second);
    return [takeFront(rest, firstCount, span.from, cut), rest];
  }
  if (span.count - firstCount < SPAN_TRADES_MIN) {
    const rest = copySpan(span, span.from, cut, blend(span.key, 1), reused?.first);
    return [rest, takeBack(rest, span.count - firstCount, cut, span.to)];
  }
  const first = copySpan(span, span.from, cut, blend(span.key, 1), reused?.first);
  const second = copySpan(span, cut, span.to, blend(span.key, 2), reused?.second);
  first.count = firstCount;
  second.count = span.count - firstCount;
  second.firstId = span.firstId + firstCount;
  divide(span, reused ?? { first, second });
  return [first, second];
}

/** Returns two spans to be overwritten by the parts of a span. */
export function newHalves(span: TimeSpan): SpanHalves {
  const { from, to, key } = span;
  return { first: copySpan(span, from, to, key), second: copySpan(span, from, to, key) };
}

/**
 * Returns how far a price between both parts stays from the span's high and low, a tenth of its price range, because only
 * one part contains each extreme.
 */
export function priceMargin({ high, low }: TimeSpan): number {
  return Math.floor((high - low) / 10);
}

/** Returns a price limited to the inner eight tenths of the span's price range. */
export function clampPrice(span: TimeSpan, price: number): number {
  const margin = priceMargin(span);
  return Math.min(Math.max(roundHalfUp(price), span.low + margin), span.high - margin);
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

/**
 * The values of lots at the prices of a part, computed once for buys and sells. Two objects serve all spans, because
 * creating objects would take longer than the rest.
 */
class PartValues {
  /** The average price that the path of the part suggests, and the value of a lot there. */
  centre = 0;
  atCentre = 0;
  #least = 0;
  #greatest = 0;
  /** By how much the values that the part can have are narrowed, because each trade has lots on both sides. */
  #narrowing = 0;

  setCentre(part: RemainingSpan): void {
    this.centre = centreOf(part);
    this.atCentre = lotValueAt(part.day, this.centre);
  }

  setRange({ day, low, high, count }: RemainingSpan): void {
    const least = lotValueAt(day, low);
    const greatest = lotValueAt(day, high);
    this.#least = least;
    this.#greatest = greatest;
    this.#narrowing = TRADE_LOTS_FREE * count * (greatest - least);
  }

  /** Returns the least value that lots of one side can have. */
  least(lots: number): number {
    return this.#least * lots + this.#narrowing;
  }

  /** Returns the greatest value that lots of one side can have. */
  greatest(lots: number): number {
    return this.#greatest * lots - this.#narrowing;
  }
}

const FIRST = new PartValues();
const SECOND = new PartValues();

/** Divides the lots and values of buys and of sells between both parts. */
export function splitVolumes(span: TimeSpan, halves: SpanHalves, split: LotsSplit): void {
  const { first, second } = halves;
  FIRST.setCentre(first);
  SECOND.setCentre(second);
  first.buyLots = firstLots(span, halves, span.buyLots, span.buyValue, split, split.buyVariation);
  first.sellLots = firstLots(span, halves, span.sellLots, span.sellValue, split, split.sellVariation);
  second.buyLots = span.buyLots - first.buyLots;
  second.sellLots = span.sellLots - first.sellLots;
  widenRange(span, first, second);
  first.buyValue = firstValue(first.buyLots, second.buyLots, span.buyValue);
  first.sellValue = firstValue(first.sellLots, second.sellLots, span.sellValue);
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
  const apart = FIRST.centre - SECOND.centre;
  if (Math.abs(apart) >= 1) {
    let missing = value - lots * SECOND.atCentre;
    const { inverse } = span.day;
    if (inverse !== undefined) {
      const within = Math.max(0, priceVariance - lotsShare * (1 - lotsShare) * apart * apart);
      // By so much lots of an inverse contract are worth less on average than at their average price.
      missing += (lots * inverse.unitsTimesTicks * within) / (span.open * span.open * span.open);
    }
    const exact = missing / (FIRST.atCentre - SECOND.atCentre);
    const rest = lots - wanted;
    wanted = Math.min(Math.max(exact, wanted * LOTS_SHIFT_MIN), wanted * LOTS_SHIFT_MAX);
    if (isSymmetric) {
      wanted = Math.min(Math.max(wanted, lots - rest * LOTS_SHIFT_MAX), lots - rest * LOTS_SHIFT_MIN);
    }
  }
  wanted *= 1 + (isSymmetric ? variation * (1 - lotsShare) : variation);
  return Math.min(Math.max(roundHalfUp(wanted), least), most);
}

/**
 * Widens the price ranges of both parts if the parts could not meet the span's value otherwise. With the
 * price range of the whole span in both parts they always can: the least and the greatest values of the parts
 * then add up to those of the span. Sets the values of both parts at their ranges.
 */
function widenRange(span: TimeSpan, first: RemainingSpan, second: RemainingSpan): void {
  // The first round may widen one end, the second the other; then all values can be met.
  for (let round = 0; round < 3; round += 1) {
    FIRST.setRange(first);
    SECOND.setRange(second);
    const isBelow =
      span.buyValue < FIRST.least(first.buyLots) + SECOND.least(second.buyLots) ||
      span.sellValue < FIRST.least(first.sellLots) + SECOND.least(second.sellLots);
    const isAbove =
      span.buyValue > FIRST.greatest(first.buyLots) + SECOND.greatest(second.buyLots) ||
      span.sellValue > FIRST.greatest(first.sellLots) + SECOND.greatest(second.sellLots);
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
function firstValue(lots: number, otherLots: number, value: number): number {
  const usual = lots * FIRST.atCentre;
  const left = value - usual - otherLots * SECOND.atCentre;
  const wanted = roundHalfUp(usual + left * (lots / (lots + otherLots)));
  const least = Math.max(FIRST.least(lots), value - SECOND.greatest(otherLots));
  const most = Math.min(FIRST.greatest(lots), value - SECOND.least(otherLots));
  return roundHalfUp(Math.min(Math.max(wanted, least), most));
}
