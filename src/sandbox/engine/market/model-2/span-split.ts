/**
 * Divides a time span into two parts in market model 2. Variance and volume are a cascade that belongs to the
 * assets: each part gets a random share of both, so that volatility and volume cluster together. Prices are a
 * random walk with that variance. Symbols with the same assets share all random numbers of the path, so that
 * they follow each other closely.
 */
import { blend, signedFraction } from '../noise.ts';
import { cutOf } from '../span-cuts.ts';
import { averageOf, clampPrice, type SpanHalves, splitAt, splitRange, splitVolumes } from '../span-parts.ts';
import type { SpanPart, TimeSpan } from '../time-span.ts';
import type { SymbolMoves } from './symbol-moves.ts';

/**
 * Returns the two parts of a time span of `SPLIT_TRADES_MIN` trades or more, in order of time. `moves` is
 * overwritten.
 */
export function splitSpan(span: TimeSpan, moves: SymbolMoves): readonly [SpanPart, SpanPart] {
  const cut = cutOf(span);
  moves.divide(span, cut);
  const firstCount = firstCountOf(span, cut, moves.countShare);
  return splitAt(span, cut, firstCount, (halves) => divide(span, halves, moves));
}

/**
 * Returns how many trades of a time span fall before the cut: about the share that the first part has without
 * jumps.
 */
function firstCountOf(span: TimeSpan, cut: number, share: number): number {
  // Trades within one millisecond can only be distinguished by their order.
  if (cut === span.from) return span.count >> 1;
  const noise = signedFraction(blend(span.key, 3)) * (0.02 + 0.6 / Math.sqrt(span.count));
  return Math.min(Math.max(Math.round(span.count * (share + noise)), 0), span.count);
}

function divide(span: TimeSpan, halves: SpanHalves, moves: SymbolMoves): void {
  const { first, second } = halves;
  first.baseVariance = moves.base.firstVariance;
  second.baseVariance = span.baseVariance - first.baseVariance;
  if (span.quoteVariance > 0) {
    first.quoteVariance = moves.quote.firstVariance;
    second.quoteVariance = span.quoteVariance - first.quoteVariance;
  }
  setPath(span, halves, moves, 0, 0);
  const [firstPull, secondPull] = splitRange(span, halves, moves);
  if (firstPull !== 0 || secondPull !== 0) {
    setPath(span, halves, moves, firstPull, secondPull);
    splitRange(span, halves, moves);
  }
  splitVolumes(span, halves, moves);
}

/**
 * Sets open, close and middle price of both parts: the expectation for a random walk from open to close with
 * the span's average price, plus the random moves. `firstPull` and `secondPull` move the middle prices of the
 * parts; the price at the cut compensates for that, so that the average stays the same.
 */
function setPath(
  span: TimeSpan,
  { first, second }: SpanHalves,
  { share, lotsShare, turn: turnMove, area, bend }: SymbolMoves,
  firstPull: number,
  secondPull: number,
): void {
  const { open, close } = span;
  const rest = 1 - share;
  const lotsRest = 1 - lotsShare;
  const average = averageOf(span);
  // If the basis deviates from a line at the cut, it deviates half as much on average.
  const offset = average - (open + close + bend) / 2;
  const turnPrice = open + share * (close - open) + 6 * share * rest * offset + bend + turnMove;
  // How much the average prices of the parts must deviate from those of straight lines, so that the whole span
  // keeps its average price.
  const missing = average - (lotsShare * (open + turnPrice) + lotsRest * (turnPrice + close)) / 2;
  const scale = missing / (lotsShare * share * share + lotsRest * rest * rest);
  const firstOffset = scale * share * share + lotsRest * area;
  const secondOffset = scale * rest * rest - lotsShare * area;
  const turn = clampPrice(span, turnPrice - lotsShare * firstPull - lotsRest * secondPull);
  first.close = turn;
  first.middle = clampPrice(span, (open + turn) / 2 + 2 * firstOffset + firstPull);
  second.open = clampPrice(span, turn + (((span.key >>> 4) % 3) - 1));
  second.middle = clampPrice(span, (turn + close) / 2 + 2 * secondOffset + secondPull);
}
