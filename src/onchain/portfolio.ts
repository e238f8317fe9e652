/** Computes the exact value of holdings. */
import {
  add,
  compare,
  type Decimal,
  formatDecimal,
  formatTrimmed,
  multiply,
  parseDecimal,
  trimZeros,
  ZERO,
} from '../core/decimal.ts';
import type { DecimalString } from '../core/words.ts';
import type { TokenHolding } from './envelope.ts';

/** The fields that determine the value of a holding. */
export type PricedHolding = Pick<TokenHolding, 'price' | 'remainQty'>;

/** The value of a wallet, and the number of holdings without a price. */
export interface PortfolioValue {
  /** USD. */
  readonly value: DecimalString;
  readonly unpriced: number;
}

/** Returns price times quantity in USD, exact, without trailing zeros; undefined when one is not a number. */
export function holdingValue(holding: PricedHolding): DecimalString | undefined {
  const value = exactValueOf(holding);
  return value === undefined ? undefined : formatDecimal(value);
}

/** Returns the exact sum of all values in USD, and the number of holdings without one. */
export function totalValue(holdings: Iterable<PricedHolding>): PortfolioValue {
  let sum: Decimal = ZERO;
  let unpriced = 0;
  for (const holding of holdings) {
    const value = exactValueOf(holding);
    if (value === undefined) unpriced += 1;
    else sum = add(sum, value);
  }
  return { value: formatTrimmed(sum), unpriced };
}

/**
 * Returns the holdings sorted by value, largest first; holdings without a value come last. The sort is
 * stable.
 */
export function sortByValue<H extends PricedHolding>(holdings: readonly H[]): H[] {
  const valued = holdings.map((holding) => ({ holding, value: exactValueOf(holding) }));
  valued.sort((a, b) => {
    if (a.value === undefined || b.value === undefined) {
      return Number(a.value === undefined) - Number(b.value === undefined);
    }
    return compare(b.value, a.value);
  });
  return valued.map((one) => one.holding);
}

/** Returns the holdings that are worth at least `minimum` USD; holdings without a value are left out. */
export function filterByValue<H extends PricedHolding>(holdings: readonly H[], minimum: Decimal): H[] {
  return holdings.filter((holding) => {
    const value = exactValueOf(holding);
    return value !== undefined && compare(value, minimum) >= 0;
  });
}

function exactValueOf({ price, remainQty }: PricedHolding): Decimal | undefined {
  const left = price === null ? undefined : parseDecimal(price);
  const right = remainQty === null ? undefined : parseDecimal(remainQty);
  return left === undefined || right === undefined ? undefined : trimZeros(multiply(left, right));
}
