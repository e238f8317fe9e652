/** The liquidation price of a position with isolated margin. */
import { add, compare, type Decimal, max, multiply, negate, subtract } from '../../core/decimal.ts';
import type { Side } from '../../thesis/contract.ts';
import type { LedgerSymbol, Tier } from '../market/symbol-rules.ts';
import { ceilFraction, type Fraction, floorFraction, ONE } from '../numbers.ts';

/** The values from which a liquidation price is calculated. */
export interface Exposure {
  readonly side: Side;
  readonly quantity: Decimal;
  readonly cost: Decimal;
  readonly margin: Decimal;
}

/**
 * Returns the price at which margin and unrealised profit fall to the maintenance margin of the tier, rounded
 * to the tick towards the market; null for a long position that no price above zero liquidates.
 */
export function liquidationPrice(exposure: Exposure, { tiers, tick }: LedgerSymbol): Decimal | null {
  const isLong = exposure.side === 'LONG';
  for (const tier of tiers) {
    const price = tierPrice(exposure, tier);
    if (!holds(tier, price, exposure.quantity)) continue;
    if (isLong) return ceilFraction(price, tick);
    return max(floorFraction(price, tick), tick);
  }
  return null;
}

/** Returns the exact liquidation price by the maintenance margin rate of one tier. */
function tierPrice({ side, quantity, cost, margin }: Exposure, { mmr, cum }: Tier): Fraction {
  if (side === 'LONG') {
    return {
      top: subtract(subtract(cost, margin), cum),
      bottom: multiply(quantity, subtract(ONE, mmr)),
    };
  }
  return { top: add(add(cost, margin), cum), bottom: multiply(quantity, add(ONE, mmr)) };
}

/**
 * Returns whether the position's notional at a price belongs to a tier: above the tier's floor and not above
 * its cap.
 */
function holds({ floor, cap }: Tier, { top, bottom }: Fraction, quantity: Decimal): boolean {
  const notional = multiply(top, quantity);
  if (compare(notional, multiply(floor, bottom)) <= 0) return false;
  return cap === null || compare(notional, multiply(cap, bottom)) <= 0;
}

/** Returns whether a price has reached a liquidation price; false if the position has none. */
export function isLiquidated(side: Side, price: Decimal, liquidation: Decimal | null): boolean {
  if (liquidation === null) return false;
  return isAdverse(side, price, liquidation);
}

/** Returns whether a price has reached a level on the losing side of a position. */
export function isAdverse(side: Side, price: Decimal, level: Decimal): boolean {
  return side === 'LONG' ? compare(price, level) <= 0 : compare(price, level) >= 0;
}

/** Returns the amount for a LONG position, and the negated amount for a SHORT position. */
export function forSide(side: Side, amount: Decimal): Decimal {
  return side === 'LONG' ? amount : negate(amount);
}
