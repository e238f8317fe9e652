/** The order book of a symbol at a moment. */
import { bookStep, type DepthSnapshot, type LastTouch, LEVELS_MAX, UPDATES_PER_STEP } from './book.ts';
import type { SymbolModel } from './symbol-model.ts';

/**
 * Returns up to `levels` price levels on each side of the order book at a 100 ms step, around the last trade
 * before the step.
 */
export function bookAt(model: SymbolModel, last: LastTouch, levels: number, step: number): DepthSnapshot {
  const wanted = Math.min(levels, LEVELS_MAX);
  const bid = bestBid(last);
  return {
    lastUpdateId: (step - bookStep(model.profile.symbol.listedAt) + 1) * UPDATES_PER_STEP,
    bids: model.bookLevels({ isBids: true, best: bid, step }, wanted),
    asks: model.bookLevels({ isBids: false, best: bid + 1, step }, wanted),
  };
}

/**
 * Returns the best bid after a trade: a taker who sold traded at the best bid, one who bought at the best
 * ask.
 */
export function bestBid({ price, isBuyerMaker }: LastTouch): number {
  return Math.max(isBuyerMaker ? price : price - 1, 1);
}
