/** What holdings are worth, to the last digit. */
import {
  add,
  compare,
  type Decimal,
  formatDecimal,
  multiply,
  parseDecimal,
  trimZeros,
  ZERO,
} from '../core/decimal.ts';
import type { DecimalString } from '../core/words.ts';
import type { Holding } from './envelope.ts';

/** What a holding's value is worked out from. */
export type Priced = Pick<Holding, 'price' | 'remainQty'>;

/** The sum over a wallet, and how many holdings could not be part of it. */
export interface Total {
  /** USD. */
  readonly value: DecimalString;
  readonly unpriced: number;
}

/** Returns price times quantity in USD, exact, without trailing zeros; undefined when one of them is no number. */
export function holdingValue(holding: Priced): DecimalString | undefined {
  const value = worthOf(holding);
  return value === undefined ? undefined : formatDecimal(value);
}

/** Returns the exact sum of all values in USD, and the number of holdings without one. */
export function totalValue(holdings: Iterable<Priced>): Total {
  let sum: Decimal = ZERO;
  let unpriced = 0;
  for (const holding of holdings) {
    const value = worthOf(holding);
    if (value === undefined) unpriced += 1;
    else sum = add(sum, value);
  }
  return { value: formatDecimal(trimZeros(sum)), unpriced };
}

/** Returns the holdings by value, the largest first; those without a value come last, equal ones keep their order. */
export function sortByValue<H extends Priced>(holdings: readonly H[]): H[] {
  const valued = holdings.map((holding) => ({ holding, value: worthOf(holding) }));
  valued.sort((a, b) => {
    if (a.value === undefined || b.value === undefined) {
      return Number(a.value === undefined) - Number(b.value === undefined);
    }
    return compare(b.value, a.value);
  });
  return valued.map((one) => one.holding);
}

/** Returns the holdings worth at least `least` USD; those without a value are left out. */
export function worthAtLeast<H extends Priced>(holdings: readonly H[], least: Decimal): H[] {
  return holdings.filter((holding) => {
    const value = worthOf(holding);
    return value !== undefined && compare(value, least) >= 0;
  });
}

function worthOf({ price, remainQty }: Priced): Decimal | undefined {
  const left = price === null ? undefined : parseDecimal(price);
  const right = remainQty === null ? undefined : parseDecimal(remainQty);
  return left === undefined || right === undefined ? undefined : trimZeros(multiply(left, right));
}
