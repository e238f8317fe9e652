/** Positions of both lines of futures: how they are shown (public facts, USD-M trading and COIN-M). */
import type { Column } from '../types.ts';

/** Returns what a position is, its prices and its gain; amounts of coin-margined ones are numbers of contracts. */
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

/** What an isolated position has of its own. */
export const isolatedColumns = [
  { name: 'isolatedMargin', title: 'isolated margin', is: 'decimal', hidden: true },
  { name: 'isolatedWallet', title: 'isolated wallet', is: 'decimal', hidden: true },
] as const satisfies readonly Column[];

/** How a position is leveraged, and what its margin is. */
export const marginColumns = [
  { name: 'leverage', is: 'decimal' },
  { name: 'marginType', title: 'margin', is: 'text' },
  ...isolatedColumns,
  { name: 'isAutoAddMargin', title: 'adds margin', is: 'text', hidden: true },
] as const satisfies readonly Column[];
