/**
 * Divides a time span into two parts in market model 2. Variance and volume are a cascade that belongs to the
 * assets: each part gets a random share of both, so that volatility and volume cluster together. Prices are a
 * random walk with that variance. Symbols with the same assets share all random numbers of the path, so that
 * they follow each other closely.
 */
import { blend, signedFraction } from '../noise.ts';
import { PathExtremes } from '../path-extremes.ts';
import { roundHalfUp } from '../rounding.ts';
import { cutOf } from '../span-cuts.ts';
import { priceMargin, type SpanHalves, splitAt, splitVolumes } from '../span-parts.ts';
import { averageOf, type SpanPart, type TimeSpan } from '../time-span.ts';
import { priceVariance } from './inverse-lots.ts';
import { SymbolMoves } from './symbol-moves.ts';

/**
 * When a time span is divided in two, the price at the division is moved against the drift that the high or low of a
 * part causes; this is the share of that drift which the move compensates. Full compensation would make simulated
 * prices turn back too often, so that minute returns would be negatively correlated.
 */
const TURN_PULL = 0.6;

const EXTREMES = new PathExtremes();
/** The price moves of the time span that is being divided; every division of a span overwrites this object. */
const MOVES = new SymbolMoves();

/** Returns the two parts of a time span of `SPLIT_TRADES_MIN` trades or more, in order of time. */
export function splitSpan(span: TimeSpan, reused?: SpanHalves): readonly [SpanPart, SpanPart] {
  const cut = cutOf(span);
  MOVES.divideVariances(span, cut);
  const firstCount = firstCountOf(span, cut, MOVES.countShare);
  return splitAt(span, cut, firstCount, divide, reused);
}

/**
 * Returns how many trades of a time span fall before the cut: about the share that the first part has without
 * jumps.
 */
function firstCountOf(span: TimeSpan, cut: number, share: number): number {
  // Trades within one millisecond can only be distinguished by their order.
  if (cut === span.from) return span.count >> 1;
  const noise = signedFraction(blend(span.key, 3)) * (0.02 + 0.6 / Math.sqrt(span.count));
  return Math.min(Math.max(roundHalfUp(span.count * (share + noise)), 0), span.count);
}

function divide(span: TimeSpan, halves: SpanHalves): void {
  const moves = MOVES;
  const { first, second } = halves;
  moves.setMoves(span);
  first.baseVariance = moves.base.firstVariance;
  second.baseVariance = span.baseVariance - first.baseVariance;
  if (span.quoteVariance > 0) {
    first.quoteVariance = moves.quote.firstVariance;
    second.quoteVariance = span.quoteVariance - first.quoteVariance;
  }
  expectPath(span, moves);
  setPath(span, halves, moves, 0, 0, 0);
  EXTREMES.measure(halves, moves);
  if (EXTREMES.findPulls(span, moves)) {
    pullPath(span, halves, moves);
    EXTREMES.measure(halves, moves);
  }
  EXTREMES.assign(span, halves, moves);
  splitVolumes(span, halves, moves);
}

/**
 * Sets the price at the cut and the offsets of both averages from those of straight lines: the expectation for a random
 * walk from open to close with the span's average price, plus the random moves.
 */
function expectPath(span: TimeSpan, moves: SymbolMoves): void {
  const { open, close } = span;
  const { share, lotsShare, area, bend } = moves;
  const rest = 1 - share;
  const lotsRest = 1 - lotsShare;
  // If the basis deviates from a line at the cut, it deviates half as much on average.
  const line = (open + close + bend) / 2;
  let average = averageOf(span);
  if (span.day.inverse !== undefined) {
    moves.priceVariance = priceVariance(close - open, average - line, moves.variance);
    average += moves.priceVariance / average;
  }
  const turnPrice = open + share * (close - open) + 6 * share * rest * (average - line) + bend + moves.turn;
  // How much the average prices of the parts must deviate from those of straight lines, so that the whole span
  // keeps its average price.
  const missing = average - (lotsShare * (open + turnPrice) + lotsRest * (turnPrice + close)) / 2;
  const scale = missing / (lotsShare * share * share + lotsRest * rest * rest);
  moves.turnPrice = turnPrice;
  moves.firstOffset = scale * share * share + lotsRest * area;
  moves.secondOffset = scale * rest * rest - lotsShare * area;
}

/** Sets open, close and middle of the parts as expected, moved by some ticks. */
function setPath(
  span: TimeSpan,
  { first, second }: SpanHalves,
  { turnPrice, firstOffset, secondOffset }: SymbolMoves,
  turnMove: number,
  firstMove: number,
  secondMove: number,
): void {
  const margin = priceMargin(span);
  const least = span.low + margin;
  const most = span.high - margin;
  const turn = within(least, most, turnPrice + turnMove);
  first.close = turn;
  first.middle = within(least, most, (span.open + turn) / 2 + 2 * firstOffset + firstMove);
  second.open = within(least, most, turn + (((span.key >>> 4) % 3) - 1));
  second.middle = within(least, most, (turn + span.close) / 2 + 2 * secondOffset + secondMove);
}

/**
 * Sets the path again with its middle prices pulled towards the extremes; the price at the cut and the middle price of
 * the other part make up for that, so that the average stays as it is.
 */
function pullPath(span: TimeSpan, halves: SpanHalves, moves: SymbolMoves): void {
  const { firstPull, secondPull } = EXTREMES;
  const { lotsShare } = moves;
  const lotsRest = 1 - lotsShare;
  const firstShift = lotsShare * firstPull;
  const secondShift = lotsRest * secondPull;
  const firstMove = firstPull - ((1 - TURN_PULL) * secondShift) / lotsShare;
  const secondMove = secondPull - ((1 - TURN_PULL) * firstShift) / lotsRest;
  setPath(span, halves, moves, -TURN_PULL * (firstShift + secondShift), firstMove, secondMove);
}

/** Returns a price rounded to a tick, and limited to the given prices. */
function within(least: number, most: number, price: number): number {
  return Math.min(Math.max(roundHalfUp(price), least), most);
}
