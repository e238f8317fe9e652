/** How much may be borrowed on a margin account, and how much may leave it. */
import { freeBalance, type LedgerAccount } from '../ledger/postings.ts';
import type { MarginAccount } from './accounts.ts';
import { borrowLimit } from './rates.ts';
import { LEVELS, levelsOf, type MarginValuation } from './valuation.ts';

/** The integer for a margin level of 1 and for one unit of an asset: both are in units of 10^-8. */
const ONE = 10n ** 8n;

/**
 * Returns how much of an asset (10^-8) may leave a margin wallet; if there are debts, the margin level must
 * stay above 2.
 */
export function transferableAmount(
  values: MarginValuation,
  account: MarginAccount,
  asset: string,
  now: number,
): bigint {
  const free = freeBalance(account.trader.account, asset);
  const { assets, debts } = values.accountValue(account, now);
  if (debts === 0n) return free;
  const surplus = assets - (debts * LEVELS.transferOut) / ONE;
  const unitValue = values.valueInUsdt(asset, ONE, now);
  if (unitValue === 0n) return free;
  return least(free, positive(surplus * ONE) / unitValue);
}

/**
 * Returns how much of an asset (10^-8) may still be borrowed: the margin level must stay above the level for
 * borrowing (1.5 by default), and the principal within the borrow limit of the asset. Returns 0 for an asset
 * without a price.
 */
export function borrowableAmount(
  values: MarginValuation,
  account: MarginAccount,
  asset: string,
  now: number,
): bigint {
  const { assets, debts } = values.accountValue(account, now);
  const unitValue = values.valueInUsdt(asset, ONE, now);
  if (unitValue === 0n) return 0n;
  const { borrow } = levelsOf(account);
  const value = positive(assets * ONE - debts * borrow) / (borrow - ONE);
  const borrowed = account.debts.get(asset)?.principal ?? 0n;
  return least((value * ONE) / unitValue, positive(borrowLimit(asset) - borrowed));
}

/** How much the exchange can lend of an asset, as a multiple of the borrow limit of one account. */
const LENT_LIMITS_MAX = 1_000n;

/** Returns how much of an asset (10^-8) the exchange has left to lend. */
export function lendableAmount(lender: LedgerAccount, asset: string): bigint {
  // The lender's account has a negative balance, which equals what is lent already.
  return positive(LENT_LIMITS_MAX * borrowLimit(asset) + freeBalance(lender, asset));
}

function positive(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}

function least(first: bigint, second: bigint): bigint {
  return first < second ? first : second;
}
