/** One symbol during a run: its rules and what is known of its market now. */
import { add, compare, type Decimal, multiply, subtract } from '../../core/decimal.ts';
import type { BookSnapshot } from '../market/depth.ts';
import type { PriceSource } from '../market/path.ts';
import type { LedgerSymbol } from '../market/symbol-rules.ts';
import { fractionOfBps, money, ONE, tickAbove, tickBelow } from '../numbers.ts';

/** A price of now, and what it comes from. */
export interface Quote {
  readonly price: Decimal;
  readonly source: PriceSource;
}

/** The state of a symbol's market. */
export interface Instrument {
  readonly rules: LedgerSymbol;
  readonly takerFee: Decimal;
  readonly makerFee: Decimal;
  /** Null before the first price. */
  lastPrice: Decimal | null;
  /** The latest order book snapshot up to now. */
  snapshot: BookSnapshot | undefined;
}

/**
 * Returns the price of a market fill without a book: the price moved by the slippage against the account, to
 * the tick, at least one tick.
 */
export function slippedPrice(price: Decimal, isBuy: boolean, slippageBps: Decimal, tick: Decimal): Decimal {
  const share = fractionOfBps(slippageBps);
  return isBuy
    ? tickAbove(multiply(price, add(ONE, share)), tick)
    : tickBelow(multiply(price, subtract(ONE, share)), tick);
}

/** Returns the value of a quantity at a price, as money. */
export function valueAt(price: Decimal, quantity: Decimal): Decimal {
  return money(multiply(price, quantity));
}

/** Returns the worse of two values for the account: the larger when buying, the smaller when selling. */
export function isWorse(value: Decimal, other: Decimal, isBuy: boolean): boolean {
  return isBuy ? compare(value, other) > 0 : compare(value, other) < 0;
}
