/**
 * What USD-margined and coin-margined futures have in common: the request weight of an order book, and the
 * columns of statistics, prices, accounts and own trades.
 */

import { changeColumns, spanColumns } from '../columns/tickers.ts';
import { dispute } from '../define.ts';
import type { Column, Weight } from '../types.ts';

/** The weight of candles on the public hosts, by the number of candles that are asked for (public facts, Futures). */
export const candleWeightToday = {
  by: 'limit',
  param: 'limit',
  tiers: [{ upTo: 99, weight: 1 }, { upTo: 499, weight: 2 }, { upTo: 1000, weight: 5 }, { weight: 10 }],
} as const satisfies Weight;

/**
 * The weight of an order book: the document gives the range 1 to 50, public facts give tiers within it up to
 * 1000 levels. The larger limits that the second listing allows weigh no more than the range.
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

/** Columns of 24-hour statistics that all futures have. */
export const dayColumns = [
  ...changeColumns,
  { name: 'lastQty', title: 'last qty', is: 'decimal', hidden: true },
  ...spanColumns,
] as const satisfies readonly Column[];

/** Columns of the fees and permissions of a futures account. */
export const permissionColumns = [
  { name: 'feeTier', title: 'fee tier', is: 'integer' },
  { name: 'canTrade', title: 'can trade', is: 'boolean' },
  { name: 'canDeposit', title: 'can deposit', is: 'boolean' },
  { name: 'canWithdraw', title: 'can withdraw', is: 'boolean' },
] as const satisfies readonly Column[];

/** Columns of a futures account that the document lists for both USD-M and COIN-M. */
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
  { name: 'assets', is: 'text', wire: 'list', hidden: true },
  { name: 'positions', is: 'text', wire: 'list', hidden: true },
] as const satisfies readonly Column[];

/** Columns of the mark price, the index price and the next funding. */
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

/** Columns of a fill of the user's own futures order, up to its price. */
export const ownTradeColumns = [
  { name: 'id', title: 'trade', is: 'integer' },
  { name: 'orderId', title: 'order', is: 'integer' },
  { name: 'time', is: 'time' },
  { name: 'side', is: 'text' },
  { name: 'positionSide', title: 'position', is: 'text' },
  { name: 'price', is: 'decimal' },
] as const satisfies readonly Column[];

/** Columns of what such a fill of the user's own futures order cost, and how it came about. */
export const ownTradeCostColumns = [
  { name: 'commission', is: 'decimal' },
  { name: 'commissionAsset', title: 'in', is: 'text' },
  { name: 'maker', is: 'boolean' },
  { name: 'buyer', is: 'boolean', hidden: true },
] as const satisfies readonly Column[];
