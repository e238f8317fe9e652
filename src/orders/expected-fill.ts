/** What a market order is expected to cost, from the order book as it is now. */
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  divide,
  HUNDRED,
  isZero,
  min,
  multiply,
  negate,
  subtract,
  ZERO,
} from '../core/decimal.ts';
import { QUOTIENT_DIGITS } from './filter-context.ts';

/** A price level of an order book: price and quantity. */
export type BookLevel = readonly [price: string, quantity: string];

/** Both sides of an order book, the best price first. */
export interface BookSides {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

export interface ExpectedFill {
  readonly average: Decimal;
  /** How much worse than the middle of the book the average is, in per cent; undefined if one side is empty. */
  readonly slippagePercent: Decimal | undefined;
  /** Whether the levels of the book hold the whole quantity. */
  readonly isComplete: boolean;
}

const TWO: Decimal = { value: 2n, scale: 0 };

/**
 * Returns the average price at which the book would fill a market order; undefined if nothing of it can be
 * filled. The value of a contract is fixed in the quote asset, so that the average of contracts is weighted by
 * their amount of the base asset.
 */
export function expectedFill(
  book: BookSides,
  side: 'BUY' | 'SELL',
  quantity: Decimal,
  isInContracts: boolean,
): ExpectedFill | undefined {
  let [open, filled, weight] = [quantity, ZERO, ZERO];
  for (const [priceText, quantityText] of side === 'BUY' ? book.asks : book.bids) {
    if (isZero(open)) break;
    const price = decimalOf(priceText);
    const taken = min(open, decimalOf(quantityText));
    open = subtract(open, taken);
    filled = add(filled, taken);
    weight = add(
      weight,
      isInContracts ? divide(taken, price, QUOTIENT_DIGITS, 'nearest') : multiply(taken, price),
    );
  }
  if (isZero(filled)) return undefined;
  const average = isInContracts
    ? divide(filled, weight, QUOTIENT_DIGITS, 'nearest')
    : divide(weight, filled, QUOTIENT_DIGITS, 'nearest');
  return { average, slippagePercent: slippageOf(book, side, average), isComplete: isZero(open) };
}

function slippageOf({ bids, asks }: BookSides, side: 'BUY' | 'SELL', average: Decimal): Decimal | undefined {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
  if (bid === undefined || ask === undefined) return undefined;
  const middle = divide(add(decimalOf(bid), decimalOf(ask)), TWO, QUOTIENT_DIGITS, 'nearest');
  const distance = subtract(average, middle);
  const worse = side === 'BUY' ? distance : negate(distance);
  return divide(multiply(worse, HUNDRED), middle, QUOTIENT_DIGITS, 'nearest');
}

/** Returns the quantity for which the levels take an amount of the quote asset, not yet rounded to the step. */
export function quantityForQuote(levels: readonly BookLevel[], amount: Decimal): Decimal {
  let [open, bought] = [amount, ZERO];
  for (const [priceText, quantityText] of levels) {
    const price = decimalOf(priceText);
    const cost = multiply(price, decimalOf(quantityText));
    if (compare(cost, open) >= 0) return add(bought, divide(open, price, QUOTIENT_DIGITS, 'down'));
    open = subtract(open, cost);
    bought = add(bought, decimalOf(quantityText));
  }
  return bought;
}
