/** The columns of positions of USD-M and COIN-M futures (public facts, USD-M trading and COIN-M). */
import type { Column } from '../types.ts';

/**
 * Returns the columns of a position's size, prices and profit; the size of a coin-margined position is a
 * number of contracts.
 */
export function positionColumns(amount: 'amount' | 'contracts') {
  return [
    { name: 'symbol', is: 'text' },
    { name: 'positionSide', title: 'side', is: 'text' },
    { name: 'positionAmt', title: amount, is: 'decimal' },
    { name: 'entryPrice', title: 'entry', is: 'decimal' },
    { name: 'breakEvenPrice', title: 'break even', is: 'decimal', hidden: true },
    { name: 'markPrice', title: 'mark', is: 'decimal' },
    { name: 'unRealizedProfit', title: 'unrealised PnL', is: 'decimal' },
    { name: 'liquidationPrice', title: 'liquidation', is: 'decimal' },
  ] as const satisfies readonly Column[];
}

/** Columns that only isolated positions have. */
export const isolatedColumns = [
  { name: 'isolatedMargin', title: 'isolated margin', is: 'decimal', hidden: true },
  { name: 'isolatedWallet', title: 'isolated wallet', is: 'decimal', hidden: true },
] as const satisfies readonly Column[];

/** Columns of a position's leverage and margin. */
export const marginColumns = [
  { name: 'leverage', is: 'decimal' },
  { name: 'marginType', title: 'margin', is: 'text' },
  ...isolatedColumns,
  { name: 'isAutoAddMargin', title: 'adds margin', is: 'text', hidden: true },
] as const satisfies readonly Column[];
