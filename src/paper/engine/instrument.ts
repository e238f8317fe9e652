/** One symbol during a replay: its trading rules and the present state of its market. */
import { add, compare, type Decimal, multiply, subtract } from '../../core/decimal.ts';
import type { BookSnapshot } from '../market/depth.ts';
import type { PriceSource } from '../market/path.ts';
import type { LedgerSymbol } from '../market/symbol-rules.ts';
import { fractionOfBps, money, ONE, tickAbove, tickBelow } from '../numbers.ts';

/** A present price of a symbol, and the data from which the price comes. */
export interface Quote {
  readonly price: Decimal;
  readonly source: PriceSource;
}

/** The present state of a symbol's market. */
export interface Instrument {
  readonly rules: LedgerSymbol;
  readonly takerFee: Decimal;
  readonly makerFee: Decimal;
  /** The source of the symbol's last price; undefined before the first price. */
  last: { readonly price: Decimal } | undefined;
  /** The latest order book snapshot of the symbol that is not later than the present. */
  snapshot: BookSnapshot | undefined;
}

/**
 * Returns the price of a market fill where no order book snapshot is used: the given price made worse by the
 * slippage setting, rounded to the tick, at least one tick.
 */
export function slippedPrice(price: Decimal, isBuy: boolean, slippageBps: Decimal, tick: Decimal): Decimal {
  const share = fractionOfBps(slippageBps);
  return isBuy
    ? tickAbove(multiply(price, add(ONE, share)), tick)
    : tickBelow(multiply(price, subtract(ONE, share)), tick);
}

/** Returns price times quantity, rounded as money. */
export function valueAt(price: Decimal, quantity: Decimal): Decimal {
  return money(multiply(price, quantity));
}

/**
 * Returns whichever of two values is worse for the account: the larger when buying, the smaller when selling.
 */
export function isWorse(value: Decimal, other: Decimal, isBuy: boolean): boolean {
  return isBuy ? compare(value, other) > 0 : compare(value, other) < 0;
}

/** Returns the last price of a symbol; null before the first. */
export function lastPriceOf({ last }: Instrument): Decimal | null {
  return last === undefined ? null : last.price;
}
