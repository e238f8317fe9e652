/** How much may be borrowed on a margin account, and how much may leave it. */
import { freeBalance } from '../ledger/postings.ts';
import type { MarginAccount } from './accounts.ts';
import { borrowLimit } from './rates.ts';
import { LEVELS, type MarginValuation } from './valuation.ts';

/** A margin level of 1, and one unit of an asset: both are in 10^-8. */
const ONE = 10n ** 8n;

/** Returns how much of an asset (10^-8) may leave a margin wallet; with debts the level must stay above 2. */
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
 * Returns how much of an asset (10^-8) may still be borrowed: the margin level stays at 1.5 or above, and the
 * principal within the limit of the asset. 0 for an asset without a price.
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
  const value = positive(assets * ONE - debts * LEVELS.borrow) / (LEVELS.borrow - ONE);
  const borrowed = account.debts.get(asset)?.principal ?? 0n;
  return least((value * ONE) / unitValue, positive(borrowLimit(asset) - borrowed));
}

function positive(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}

function least(first: bigint, second: bigint): bigint {
  return first < second ? first : second;
}
