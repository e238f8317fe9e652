/** The liquidation price of an isolated position. */
import { add, compare, type Decimal, max, multiply, negate, sign, subtract } from '../../core/decimal.ts';
import type { Side } from '../../thesis/contract.ts';
import type { LedgerSymbol, Tier } from '../market/symbol-rules.ts';
import { ceilFraction, type Fraction, floorFraction, ONE } from '../numbers.ts';

/** What the liquidation price depends on. */
export interface Exposure {
  readonly side: Side;
  readonly quantity: Decimal;
  readonly cost: Decimal;
  readonly margin: Decimal;
}

/**
 * Returns the price at which the margin and the unrealised profit no longer exceed the maintenance of the tier,
 * moved to the tick towards the market; null for a long position that no price above zero liquidates.
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

/** Returns the liquidation price by the rate of one tier, exactly. */
function tierPrice({ side, quantity, cost, margin }: Exposure, { mmr, cum }: Tier): Fraction {
  if (side === 'LONG') {
    return {
      top: subtract(subtract(cost, margin), cum),
      bottom: multiply(quantity, subtract(ONE, mmr)),
    };
  }
  return { top: add(add(cost, margin), cum), bottom: multiply(quantity, add(ONE, mmr)) };
}

/** Returns whether the notional at a price belongs to a tier: above its floor, not above its cap. */
function holds({ floor, cap }: Tier, { top, bottom }: Fraction, quantity: Decimal): boolean {
  if (sign(top) <= 0) return false;
  const notional = multiply(top, quantity);
  if (compare(notional, multiply(floor, bottom)) <= 0) return false;
  return cap === null || compare(notional, multiply(cap, bottom)) <= 0;
}

/** Returns whether a price is at a liquidation price or beyond it; never where there is none. */
export function isLiquidated(side: Side, price: Decimal, liquidation: Decimal | null): boolean {
  if (liquidation === null) return false;
  return isAdverse(side, price, liquidation);
}

/** Returns whether a price is at a level or beyond it in the direction of loss. */
export function isAdverse(side: Side, price: Decimal, level: Decimal): boolean {
  return side === 'LONG' ? compare(price, level) <= 0 : compare(price, level) >= 0;
}

/** Returns the opposite where the side is SHORT. */
export function forSide(side: Side, amount: Decimal): Decimal {
  return side === 'LONG' ? amount : negate(amount);
}
