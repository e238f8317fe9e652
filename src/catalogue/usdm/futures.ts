/**
 * What USD-margined and coin-margined futures have in common: what a book costs, and how statistics,
 * prices, accounts and own trades are shown.
 */

import { changeColumns, spanColumns } from '../columns/tickers.ts';
import { dispute } from '../define.ts';
import type { Column } from '../types.ts';

/**
 * The document gives the range 1 to 50; the tiers inside it are public facts, which end at 1000. What the second
 * listing allows beyond weighs no more than the range.
 */
export const depthWeight = dispute(
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
  'the document gives only the range 1 to 50; the numbers inside it by limit are those of the live interface',
);

/** Columns of the statistics of 24 hours that all futures have. */
export const dayColumns = [
  ...changeColumns,
  { name: 'lastQty', title: 'last qty', is: 'decimal', hidden: true },
  ...spanColumns,
] as const satisfies readonly Column[];

/** What an account of futures pays and may do. */
export const permissionColumns = [
  { name: 'feeTier', title: 'fee tier', is: 'integer' },
  { name: 'canTrade', title: 'can trade', is: 'boolean' },
  { name: 'canDeposit', title: 'can deposit', is: 'boolean' },
  { name: 'canWithdraw', title: 'can withdraw', is: 'boolean' },
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
  ...permissionColumns,
  { name: 'updateTime', title: 'updated', is: 'time' },
  { name: 'maxWithdrawAmount', title: 'can be withdrawn', is: 'decimal', hidden: true },
  { name: 'multiAssetsMargin', title: 'multi-assets mode', is: 'boolean', hidden: true },
  { name: 'tradeGroupId', is: 'integer', hidden: true },
  { name: 'assets', is: 'text', hidden: true },
  { name: 'positions', is: 'text', hidden: true },
] as const satisfies readonly Column[];

/** Columns of mark and index price and of the funding to come. */
export const premiumColumns = [
  { name: 'markPrice', title: 'mark', is: 'decimal' },
  { name: 'indexPrice', title: 'index', is: 'decimal' },
  { name: 'lastFundingRate', title: 'funding rate', is: 'decimal' },
  { name: 'nextFundingTime', title: 'funding time', is: 'time' },
  { name: 'interestRate', title: 'interest rate', is: 'decimal', hidden: true },
  { name: 'estimatedSettlePrice', title: 'estimated settlement', is: 'decimal', hidden: true },
  { name: 'time', is: 'time', hidden: true },
] as const satisfies readonly Column[];

/** Columns of the balance of each margin asset. */
export const balanceColumns = [
  { name: 'asset', is: 'text' },
  { name: 'balance', is: 'decimal' },
  { name: 'availableBalance', title: 'available', is: 'decimal' },
  { name: 'crossWalletBalance', title: 'cross wallet', is: 'decimal' },
  { name: 'crossUnPnl', title: 'cross unrealised PnL', is: 'decimal' },
  { name: 'maxWithdrawAmount', title: 'can be withdrawn', is: 'decimal' },
  { name: 'marginAvailable', title: 'as margin', is: 'boolean', hidden: true },
  { name: 'accountAlias', title: 'alias', is: 'text', hidden: true },
  { name: 'updateTime', title: 'updated', is: 'time', hidden: true },
] as const satisfies readonly Column[];

/** What a fill of an own order of futures says, up to its price. */
export const ownTradeColumns = [
  { name: 'id', title: 'trade', is: 'integer' },
  { name: 'orderId', title: 'order', is: 'integer' },
  { name: 'time', is: 'time' },
  { name: 'side', is: 'text' },
  { name: 'positionSide', title: 'position', is: 'text' },
  { name: 'price', is: 'decimal' },
] as const satisfies readonly Column[];

/** What such a fill cost, and how it came about. */
export const ownTradeCostColumns = [
  { name: 'commission', is: 'decimal' },
  { name: 'commissionAsset', title: 'in', is: 'text' },
  { name: 'maker', is: 'boolean' },
  { name: 'buyer', is: 'boolean', hidden: true },
] as const satisfies readonly Column[];
