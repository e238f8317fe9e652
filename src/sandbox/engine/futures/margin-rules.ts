/** Notional limits per leverage and maintenance margins (public facts, Futures mechanics). */
import type { Contract } from './contracts.ts';
import { bracketsOf, type LeverageBracket } from './order-rules.ts';

export const DEFAULT_LEVERAGE = 20;

/** How far from the mark price a market order may match, in per cent. */
export const MARKET_ORDER_BOUND_PERCENT = 5n;

/**
 * The difference between mark price and last price, in per cent, above which price-protected orders are not
 * triggered.
 */
export const PRICE_PROTECT_PERCENT = 5n;

const ONE = 100_000_000n;

/** Returns the leverage bracket of a notional value (0 or more). */
function bracketAt(contract: Contract, notional: bigint): LeverageBracket {
  const brackets = bracketsOf(contract);
  return brackets.find(({ maxNotional }) => notional <= maxNotional) ?? brackets.at(-1)!;
}

/** Returns the largest notional value allowed at a leverage, in 10^-8 of the settle asset. */
export function notionalMax(contract: Contract, leverage: number): bigint {
  return bracketsOf(contract).findLast((bracket) => bracket.leverage >= leverage)?.maxNotional ?? 0n;
}

/**
 * The profits in per cent of the initial margin above which the ADL rank of a position is one higher (our choice:
 * no position is ever auto-deleveraged, since the insurance fund pays all losses).
 */
const ADL_PERCENTS = [0n, 25n, 100n, 300n] as const;

/** Returns the ADL rank of a position, from 0 to 4. */
export function adlQuantile(unrealized: bigint, initial: bigint): number {
  return ADL_PERCENTS.filter((percent) => unrealized > 0n && unrealized * 100n > initial * percent).length;
}

/** Returns the maintenance margin for a notional value. */
export function maintenanceMarginOf(contract: Contract, notional: bigint): bigint {
  const { rate, cum } = bracketAt(contract, notional);
  const margin = (notional * rate) / ONE - cum;
  return margin > 0n ? margin : 0n;
}

/** Returns the maintenance margin rate (10^-8) and the maintenance amount (`cum`) for a notional value. */
export function maintenanceTerms(
  contract: Contract,
  notional: bigint,
): Pick<LeverageBracket, 'rate' | 'cum'> {
  return bracketAt(contract, notional);
}
