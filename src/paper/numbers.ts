/** The roundings of the paper ledger. Amounts are exact until they are rounded here. */
import {
  ceilToStep,
  compare,
  type Decimal,
  divide,
  floorToStep,
  formatTrimmed,
  max,
  multiply,
  type Rounding,
  rescale,
} from '../core/decimal.ts';
import type { DecimalString } from '../core/words.ts';

/** Decimal places of amounts of money: values, margins, fees, funding, cost, profit and slippage. */
const MONEY_DIGITS = 8;
/** Decimal places of average prices, which are for display only. */
const PRICE_DIGITS = 12;
/** Decimal places of returns, leverages and rates. */
const RATIO_DIGITS = 8;

/** The decimal number 1. */
export const ONE: Decimal = { value: 1n, scale: 0 };

/** An exact fraction; the denominator `bottom` is above zero. */
export interface Fraction {
  readonly top: Decimal;
  readonly bottom: Decimal;
}

/** Returns an amount rounded as money: to 8 decimal places, half to even. */
export function money(amount: Decimal): Decimal {
  return rescale(amount, MONEY_DIGITS, 'half-even');
}

/** Returns top ÷ bottom as an amount of money of 8 decimal places, with the given rounding. */
export function moneyOf(top: Decimal, bottom: Decimal, rounding: Rounding = 'half-even'): Decimal {
  return divide(top, bottom, MONEY_DIGITS, rounding);
}

/** Returns a fee or a margin, rounded to 8 decimal places away from zero. */
export function moneyUp(amount: Decimal): Decimal {
  return rescale(amount, MONEY_DIGITS, 'up');
}

/** Returns value ÷ quantity as an average price for display: 12 decimal places, half to even. */
export function averagePrice(value: Decimal, quantity: Decimal): Decimal {
  return divide(value, quantity, PRICE_DIGITS, 'half-even');
}

/** Returns top ÷ bottom as a ratio: 8 decimal places, half to even. */
export function ratioOf(top: Decimal, bottom: Decimal): Decimal {
  return divide(top, bottom, RATIO_DIGITS, 'half-even');
}

/** Returns basis points as a fraction of one: 10000 is 1. */
export function fractionOfBps(bps: Decimal): Decimal {
  return { value: bps.value, scale: bps.scale + 4 };
}

/** Returns a number of basis points of a price, exactly: price × bps ÷ 10000. */
export function bpsOf(price: Decimal, bps: Decimal): Decimal {
  return multiply(price, fractionOfBps(bps));
}

/** Returns a price rounded up to a whole tick. */
export function tickAbove(price: Decimal, tick: Decimal): Decimal {
  return ceilToStep(price, tick);
}

/** Returns a price rounded down to a whole tick, but at least one tick. */
export function tickBelow(price: Decimal, tick: Decimal): Decimal {
  return max(floorToStep(price, tick), tick);
}

/** Returns the largest multiple of step that is not above a fraction. */
export function floorFraction({ top, bottom }: Fraction, step: Decimal): Decimal {
  return multiply(divide(top, multiply(bottom, step), 0, 'floor'), step);
}

/** Returns the smallest multiple of step that is not below a fraction. */
export function ceilFraction({ top, bottom }: Fraction, step: Decimal): Decimal {
  return multiply(divide(top, multiply(bottom, step), 0, 'ceil'), step);
}

/** Compares two exact fractions; the result is below, equal to or above zero as the first is less, equal or greater. */
export function compareFractions(a: Fraction, b: Fraction): -1 | 0 | 1 {
  return compare(multiply(a.top, b.bottom), multiply(b.top, a.bottom));
}

/** Returns the plain text of a number without trailing zeros, or null for a number that does not apply. */
export function formatTrimmedOrNull(number: Decimal | null): DecimalString | null {
  return number === null ? null : formatTrimmed(number);
}
