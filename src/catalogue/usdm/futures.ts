/**
 * What USD-margined and coin-margined futures have in common: how books, candles, trades and statistics are shown,
 * and what a book costs.
 */
import { disputed } from '../define.ts';
import { changeColumns, spanColumns } from '../ticker-columns.ts';
import type { Column } from '../types.ts';

/**
 * The document gives the range 1 to 50; the tiers inside it are public facts, which end at 1000. What the second
 * listing allows beyond weighs no more than the range.
 */
export const depthWeight = disputed(
  { by: 'range', from: 1, to: 50 },
  {
    by: 'limit',
    param: 'limit',
    tiers: [
      { upTo: 50, weight: 2 },
      { upTo: 100, weight: 5 },
      { upTo: 500, weight: 10 },
      { upTo: 1000, weight: 20 },
      { weight: 50 },
    ],
  },
  'second',
  'the document gives only the range 1 to 50; the numbers inside it by limit are those of the live service',
);

/** How a book is shown: asks above bids, the spread in the middle. */
export const bookView = {
  shape: 'book',
  columns: [
    { name: 'side', is: 'text' },
    { name: 'price', is: 'decimal' },
    { name: 'qty', is: 'decimal' },
  ],
} as const;

/** Columns of the statistics of 24 hours that all futures have. */
export const dayColumns = [
  ...changeColumns,
  { name: 'lastQty', title: 'last qty', is: 'decimal', aside: true },
  ...spanColumns,
] as const satisfies readonly Column[];

/** What the document lists of an account of either kind of futures. */
export const accountColumns = [
  { name: 'totalWalletBalance', title: 'wallet', is: 'decimal' },
  { name: 'totalUnrealizedProfit', title: 'unrealised PnL', is: 'decimal' },
  { name: 'totalMarginBalance', title: 'margin balance', is: 'decimal' },
  { name: 'availableBalance', title: 'available', is: 'decimal' },
  { name: 'totalInitialMargin', title: 'initial margin', is: 'decimal' },
  { name: 'totalMaintMargin', title: 'maintenance margin', is: 'decimal' },
  { name: 'totalPositionInitialMargin', title: 'initial margin of positions', is: 'decimal' },
  { name: 'totalOpenOrderInitialMargin', title: 'initial margin of orders', is: 'decimal' },
  { name: 'totalCrossWalletBalance', title: 'cross wallet', is: 'decimal' },
  { name: 'totalCrossUnPnl', title: 'cross unrealised PnL', is: 'decimal' },
  { name: 'feeTier', title: 'fee tier', is: 'integer' },
  { name: 'canTrade', title: 'can trade', is: 'boolean' },
  { name: 'canDeposit', title: 'can deposit', is: 'boolean' },
  { name: 'canWithdraw', title: 'can withdraw', is: 'boolean' },
  { name: 'updateTime', title: 'updated', is: 'time' },
  { name: 'maxWithdrawAmount', title: 'can be withdrawn', is: 'decimal', aside: true },
  { name: 'multiAssetsMargin', title: 'multi-assets mode', is: 'boolean', aside: true },
  { name: 'tradeGroupId', is: 'integer', aside: true },
  { name: 'assets', is: 'text', aside: true },
  { name: 'positions', is: 'text', aside: true },
] as const satisfies readonly Column[];

/** Columns of the balance of each margin asset. */
export const balanceColumns = [
  { name: 'asset', is: 'text' },
  { name: 'balance', is: 'decimal' },
  { name: 'availableBalance', title: 'available', is: 'decimal' },
  { name: 'crossWalletBalance', title: 'cross wallet', is: 'decimal' },
  { name: 'crossUnPnl', title: 'cross unrealised PnL', is: 'decimal' },
  { name: 'maxWithdrawAmount', title: 'can be withdrawn', is: 'decimal' },
  { name: 'marginAvailable', title: 'as margin', is: 'boolean', aside: true },
  { name: 'accountAlias', title: 'alias', is: 'text', aside: true },
  { name: 'updateTime', title: 'updated', is: 'time', aside: true },
] as const satisfies readonly Column[];
