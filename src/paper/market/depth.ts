/** Order book snapshots, and market fills that walk them. */
import { add, compare, type Decimal, min, multiply, subtract, ZERO } from '../../core/decimal.ts';
import { type Fraction, floorFraction } from '../numbers.ts';

/** One price level: price and quantity. */
export type Level = readonly [price: Decimal, quantity: Decimal];

/** A snapshot of a symbol's order book, best levels first, neither side empty. */
export interface BookSnapshot {
  readonly time: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** The quantity that fills have taken from each side of an order book snapshot, from the best level on. */
export interface SpentDepth {
  readonly snapshot: BookSnapshot;
  readonly bids: Decimal;
  readonly asks: Decimal;
}

/** Returns the middle of the best bid and the best ask, exactly. */
export function middlePrice({ bids, asks }: BookSnapshot): Decimal {
  return multiply(add(bids[0]![0], asks[0]![0]), { value: 5n, scale: 1 });
}

/** Returns the levels of one side of a snapshot after fills took a quantity from the best levels. */
function levelsLeft(levels: readonly Level[], spent: Decimal): readonly Level[] {
  let rest = spent;
  const left: Level[] = [];
  for (const [price, quantity] of levels) {
    const taken = min(rest, quantity);
    rest = subtract(rest, taken);
    const open = subtract(quantity, taken);
    if (open.value > 0n) left.push([price, open]);
  }
  return left;
}

/**
 * Returns the exact value of filling a quantity at the remaining levels of a snapshot; undefined if they hold
 * less.
 */
export function valueOfQuantity(
  levels: readonly Level[],
  spent: Decimal,
  quantity: Decimal,
): Decimal | undefined {
  let rest = quantity;
  let value = ZERO;
  for (const [price, open] of levelsLeft(levels, spent)) {
    if (rest.value === 0n) break;
    const taken = min(rest, open);
    value = add(value, multiply(price, taken));
    rest = subtract(rest, taken);
  }
  return rest.value === 0n ? value : undefined;
}

/**
 * Returns the quantity that a notional buys or sells at the remaining levels of a snapshot, rounded down to
 * the step; undefined if they hold less than the notional.
 */
export function quantityForNotional(
  levels: readonly Level[],
  spent: Decimal,
  notional: Decimal,
  step: Decimal,
): Decimal | undefined {
  let rest = notional;
  let quantity = ZERO;
  for (const [price, open] of levelsLeft(levels, spent)) {
    const value = multiply(price, open);
    if (compare(value, rest) >= 0) {
      const total: Fraction = { top: add(multiply(quantity, price), rest), bottom: price };
      return floorFraction(total, step);
    }
    quantity = add(quantity, open);
    rest = subtract(rest, value);
  }
  return undefined;
}
