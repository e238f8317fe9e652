/**
 * Divides a time span into two parts in market model 1: a random walk with the same volatility at all times.
 */

import { DAY_MS, SECOND_MS } from '../../../../core/time-units.ts';
import { blend, fraction, signedFraction } from '../noise.ts';
import { PathExtremes, type Reach } from '../path-extremes.ts';
import { cutOf, usualShare } from '../span-cuts.ts';
import { clampPrice, type SpanHalves, splitAt, splitVolumes } from '../span-parts.ts';
import { averageOf, type SpanPart, type TimeSpan } from '../time-span.ts';

const EXTREMES = new PathExtremes();

/** Returns the two parts of a time span of `SPLIT_TRADES_MIN` trades or more, in order of time. */
export function splitSpan(span: TimeSpan, reused?: SpanHalves): readonly [SpanPart, SpanPart] {
  const cut = cutOf(span);
  const firstCount = firstCountOf(span, cut);
  return splitAt(span, cut, firstCount, divide, reused);
}

/** Returns how many trades of a time span fall before the cut: about the usual share. */
function firstCountOf(span: TimeSpan, cut: number): number {
  // Trades within one millisecond can only be distinguished by their order.
  if (cut === span.from) return span.count >> 1;
  const share = usualShare(span.from, cut, span.to);
  const noise = signedFraction(blend(span.key, 3)) * (0.1 + 0.8 / Math.sqrt(span.count));
  return Math.min(Math.max(Math.round(span.count * (share + noise)), 0), span.count);
}

function divide(span: TimeSpan, halves: SpanHalves): void {
  const { first, second } = halves;
  const share = Math.min((first.count / span.count) * (1 + 0.2 * signedFraction(blend(span.key, 4))), 0.97);
  const firstBend = bendOf(first);
  const secondBend = bendOf(second);
  setPath(span, halves, share, firstBend, secondBend);
  const reach = reachOf(span);
  EXTREMES.measure(halves, reach);
  if (EXTREMES.findPulls(span, reach)) {
    setPath(span, halves, share, firstBend + EXTREMES.firstPull, secondBend + EXTREMES.secondPull);
    EXTREMES.measure(halves, reach);
  }
  EXTREMES.assign(span, halves, reach);
  splitVolumes(span, halves, {
    lotsShare: share,
    buyVariation: 0.05 * signedFraction(blend(span.key, 5)),
    sellVariation: 0.05 * signedFraction(blend(span.key, 6)),
    priceVariance: 0,
    isSymmetric: false,
  });
}

/** Returns how far the middle price of a part lies from the line between its open and its close, in ticks. */
function bendOf(part: TimeSpan): number {
  const { day, from, to, key } = part;
  const { base, quote } = day.profile.symbol;
  const span = to - from;
  const size = 0.87 * Math.sqrt(span / DAY_MS) * part.open;
  // Down to a second the random numbers belong to the assets, so that crosses agree; below a second they belong
  // to the symbol.
  if (span < SECOND_MS) return size * base.volatility * signedFraction(blend(key, 0));
  const at = from / SECOND_MS + span * 97;
  return (
    size *
    (base.volatility * signedFraction(blend(day.baseKey, at)) -
      quote.volatility * signedFraction(blend(day.quoteKey, at)))
  );
}

/**
 * Sets open, close and middle price of both parts. The price at the cut is chosen so that the average prices
 * that the paths of the parts suggest, with `share` of the lots in the first part, result in the average
 * price of the whole span.
 */
function setPath(
  span: TimeSpan,
  { first, second }: SpanHalves,
  share: number,
  firstBend: number,
  secondBend: number,
): void {
  const turn = clampPrice(
    span,
    2 * averageOf(span) - share * (span.open + firstBend) - (1 - share) * (span.close + secondBend),
  );
  first.close = turn;
  first.middle = clampPrice(span, (span.open + turn) / 2 + firstBend);
  second.open = clampPrice(span, turn + (((span.key >>> 4) % 3) - 1));
  second.middle = clampPrice(span, (turn + span.close) / 2 + secondBend);
}

/** Returns how far the prices of both parts usually go beyond open, close and middle. */
function reachOf(span: TimeSpan): Reach {
  const { base, quote } = span.day.profile.symbol;
  const usualMove = Math.max(base.volatility, quote.volatility) * span.open;
  const ticks = 0.5 + 0.5 * usualMove * Math.sqrt((span.to - span.from) / (2 * DAY_MS));
  return {
    firstReach: ticks,
    secondReach: ticks,
    above: fraction(blend(span.key, 7)),
    below: fraction(blend(span.key, 8)),
    tieTicks: 0,
    isHighFirst: (span.key & 8) === 8,
    isLowFirst: (span.key & 16) === 16,
    pullFor,
  };
}

function pullFor(distance: number, reach: number): number {
  return distance > 2 * reach ? distance - reach : 0;
}
