/** How much may be held at which leverage, and what must be kept for it (public facts, Futures mechanics). */
import type { Contract } from './contracts.ts';
import { bracketsOf, type LeverageBracket } from './order-rules.ts';

export const DEFAULT_LEVERAGE = 20;

/** A market order takes up to so far from the mark price, in per cent. */
export const MARKET_ORDER_BOUND_PERCENT = 5n;

/** Protected orders wait while mark and last price lie farther apart, in per cent. */
export const PRICE_PROTECT_PERCENT = 5n;

const ONE = 100_000_000n;

/** Returns the bracket of a notional value (0 or more). */
function bracketAt(contract: Contract, notional: bigint): LeverageBracket {
  const brackets = bracketsOf(contract);
  return brackets.find(({ cap }) => notional <= cap) ?? brackets.at(-1)!;
}

/** Returns the largest notional value that a leverage allows, in 10^-8 of the settle asset. */
export function notionalMax(contract: Contract, leverage: number): bigint {
  return bracketsOf(contract).findLast((bracket) => bracket.leverage >= leverage)?.cap ?? 0n;
}

/**
 * A position is nearer to being closed for the losses of others the more it won on its margin: from so many per cent
 * of it on it is one quantile higher (choice: nobody is ever closed so, since the insurance fund pays).
 */
const ADL_PERCENTS = [0n, 25n, 100n, 300n] as const;

/** Returns how near a position is to that, from 0 to 4. */
export function adlQuantile(unrealized: bigint, initial: bigint): number {
  return ADL_PERCENTS.filter((percent) => unrealized > 0n && unrealized * 100n > initial * percent).length;
}

/** Returns the margin that must be kept for a notional value. */
export function maintenanceMarginOf(contract: Contract, notional: bigint): bigint {
  const { rate, cum } = bracketAt(contract, notional);
  const margin = (notional * rate) / ONE - cum;
  return margin > 0n ? margin : 0n;
}

/** Returns maintenance rate (10^-8) and what is taken off, as a position of that value has them. */
export function maintenanceTerms(
  contract: Contract,
  notional: bigint,
): Pick<LeverageBracket, 'rate' | 'cum'> {
  return bracketAt(contract, notional);
}
