/** Columns of margin accounts, as shown to the account itself and to its master account (public facts, Margin). */
import type { Column } from '../types.ts';

/** Columns of the totals of a margin account. */
export const marginTotals = [
  { name: 'totalAssetOfBtc', title: 'assets in BTC', is: 'decimal' },
  { name: 'totalLiabilityOfBtc', title: 'debts in BTC', is: 'decimal' },
  { name: 'totalNetAssetOfBtc', title: 'net in BTC', is: 'decimal' },
] as const satisfies readonly Column[];
