/** Columns of margin accounts, which their owner and a master account see alike (public facts, Margin). */
import type { Column } from '../types.ts';

/** What a margin account comes to. */
export const marginTotals = [
  { name: 'totalAssetOfBtc', title: 'assets in BTC', is: 'decimal' },
  { name: 'totalLiabilityOfBtc', title: 'debts in BTC', is: 'decimal' },
  { name: 'totalNetAssetOfBtc', title: 'net in BTC', is: 'decimal' },
] as const satisfies readonly Column[];
