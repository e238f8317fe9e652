/** Accounts, positions, trades and income of both lines of futures (interface document; public facts). */

import { type Margins, withdrawable } from '../../engine/futures/accounts.ts';
import type { Contract } from '../../engine/futures/contracts.ts';
import type { Income, Position } from '../../engine/futures/orders.ts';
import { aliasOf } from '../../engine/futures/user-events.ts';
import type { User } from '../../engine/ledger/accounts.ts';
import type { KeyRanges } from '../../engine/state/rows.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { idOf, userOf } from '../account-values.ts';
import { integer, optional } from '../call-values.ts';
import { orderBounds, selectKept } from '../rows.ts';
import { engineOf, onLine } from './engines.ts';
import { tradeRecord } from './order-records.ts';
import { accountPosition, riskRecord } from './positions.ts';
import { spanStart } from './usdm-trading.ts';
import { contractOf, marketOf, rateText } from './values.ts';

/** The handlers of both lines by endpoint id. */
export const futuresAccountHandlers: Readonly<Record<string, Handler>> = {
  'usdm.balance': balance,
  'usdm.account': onLine('usdm', account),
  'usdm.my-trades': myTrades,
  'usdm.position-risk': onLine('usdm', positionRisk),
  'usdm.position-risk-v1': onLine('usdm', positionRisk),
  'coinm.account': onLine('coinm', account),
  'coinm.position-risk': onLine('coinm', positionRisk),
  'coinm.my-trades': myTrades,
  'coinm.income': income,
  'usdm.income': income,
  'usdm.balance-v3': balance,
};

/** Returns the margins of every asset that the line settles in. */
export function allMargins(call: SandboxCall): readonly Margins[] {
  const user = userOf(call);
  const { books, market } = engineOf(call);
  const held = books.purse.wallet(user).balances.keys();
  const assets = new Set([...market.contracts.map(({ settleAsset }) => settleAsset), ...held]);
  return [...assets].map((asset) => books.margins(user, asset, call.now));
}

function balance(call: SandboxCall): string {
  const user = userOf(call);
  const settles = new Set(marketOf(call).contracts.map(({ settleAsset }) => settleAsset));
  const rows = allMargins(call).map((margins) => ({
    accountAlias: aliasOf(user),
    asset: margins.asset,
    balance: rateText(margins.wallet),
    crossWalletBalance: rateText(margins.crossWallet),
    crossUnPnl: rateText(margins.crossUnrealized),
    availableBalance: rateText(margins.available),
    maxWithdrawAmount: rateText(withdrawable(margins)),
    marginAvailable: settles.has(margins.asset),
    updateTime: user.updateTime,
  }));
  return JSON.stringify(rows);
}

function account(call: SandboxCall): string {
  const user = userOf(call);
  const isInverse = call.endpoint.product === 'coinm';
  const margins = allMargins(call);
  const { books, market } = engineOf(call);
  const positions = market
    .trading(call.now)
    .flatMap((contract) => books.positions.inContract(user, contract))
    .map((position) => accountPosition(call, books.valued(position, call.now)));
  const total = margins.find(({ asset }) => asset === 'USDT');
  return JSON.stringify({
    feeTier: 0,
    canTrade: true,
    canDeposit: true,
    canWithdraw: true,
    updateTime: user.updateTime,
    ...(isInverse ? {} : { multiAssetsMargin: false, tradeGroupId: -1 }),
    ...totalsOf(isInverse ? undefined : total),
    ...(isInverse ? {} : { maxWithdrawAmount: rateText(total === undefined ? 0n : withdrawable(total)) }),
    assets: margins.map((one) => assetRecord(one, user, isInverse)),
    positions,
  });
}

/** In single-asset mode totals are those of USDT; coins do not add up, so that the totals of coins are 0. */
export function totalsOf(total: Margins | undefined) {
  const text = (of: (margins: Margins) => bigint) => rateText(total === undefined ? 0n : of(total));
  return {
    totalInitialMargin: text((one) => one.positionInitial + one.orderInitial),
    totalMaintMargin: text((one) => one.maintenance),
    totalWalletBalance: text((one) => one.wallet),
    totalUnrealizedProfit: text((one) => one.unrealized),
    totalMarginBalance: text((one) => one.wallet + one.unrealized),
    totalPositionInitialMargin: text((one) => one.positionInitial),
    totalOpenOrderInitialMargin: text((one) => one.orderInitial),
    totalCrossWalletBalance: text((one) => one.crossWallet),
    totalCrossUnPnl: text((one) => one.crossUnrealized),
    availableBalance: text((one) => one.available),
  };
}

export function assetRecord(margins: Margins, user: User, isInverse: boolean) {
  return {
    asset: margins.asset,
    walletBalance: rateText(margins.wallet),
    unrealizedProfit: rateText(margins.unrealized),
    marginBalance: rateText(margins.wallet + margins.unrealized),
    maintMargin: rateText(margins.maintenance),
    initialMargin: rateText(margins.positionInitial + margins.orderInitial),
    positionInitialMargin: rateText(margins.positionInitial),
    openOrderInitialMargin: rateText(margins.orderInitial),
    crossWalletBalance: rateText(margins.crossWallet),
    crossUnPnl: rateText(margins.crossUnrealized),
    availableBalance: rateText(margins.available),
    maxWithdrawAmount: rateText(withdrawable(margins)),
    ...(isInverse ? {} : { marginAvailable: true }),
    updateTime: user.updateTime,
  };
}

/** In hedge mode each contract has three rows, of which BOTH holds nothing (public facts, USD-M trading). */
function positionRisk(call: SandboxCall): string {
  const { params } = call;
  const user = userOf(call);
  const { books, market } = engineOf(call);
  const only = params.has('symbol') ? contractOf(call) : undefined;
  const isAsked = (contract: Contract) =>
    (only === undefined || contract === only) &&
    (!params.has('pair') || contract.pair === params.get('pair')) &&
    (!params.has('marginAsset') || contract.settleAsset === params.get('marginAsset'));
  const rowsOf = (contract: Contract): readonly Position[] => {
    const { positions } = books;
    const both = positions.isHedged(user) ? [positions.seen(user, contract, 'BOTH')] : [];
    return [...both, ...positions.inContract(user, contract)];
  };
  const rows = market.trading(call.now).filter(isAsked).flatMap(rowsOf);
  return JSON.stringify(rows.map((position) => riskRecord(call, books.valued(position, call.now))));
}

function myTrades(call: SandboxCall): string {
  const { fills } = engineOf(call).books.historyOf(userOf(call));
  const contract = contractOf(call);
  const orderId = idOf(call, 'orderId');
  const fromId = idOf(call, 'fromId');
  const endTime = optional(call, 'endTime');
  const start = optional(call, 'startTime');
  const since = start ?? (fromId === undefined ? spanStart(call, endTime) : 0);
  const bounds: KeyRanges = {
    time: [since, endTime ?? Number.POSITIVE_INFINITY],
    ...orderBounds(orderId),
  };
  const query = { fromId, startTime: start, endTime, limit: integer(call, 'limit') };
  const chosen = selectKept(fills, query, bounds, ({ order }) => order.contract === contract);
  return JSON.stringify(chosen.map(tradeRecord));
}

function income(call: SandboxCall): string {
  const { params } = call;
  const only = params.has('symbol') ? contractOf(call) : undefined;
  const kind = params.get('incomeType');
  const endTime = optional(call, 'endTime');
  const startTime = optional(call, 'startTime') ?? spanStart(call, endTime);
  const { income: all } = engineOf(call).books.historyOf(userOf(call));
  const bounds: KeyRanges = { time: [startTime, endTime ?? call.now] };
  const isAsked = (one: Income) =>
    (only === undefined || one.contract === only) && (kind === undefined || one.kind === kind);
  const limit = integer(call, 'limit');
  const page = optional(call, 'page');
  const query = { fromId: undefined, startTime: optional(call, 'startTime'), endTime, limit };
  const chosen =
    page === undefined
      ? selectKept(all, query, bounds, isAsked)
      : all.filter(isAsked, bounds).slice((page - 1) * limit, page * limit);
  return JSON.stringify(chosen.map(incomeRecord));
}

function incomeRecord({ contract, kind, amount, asset, time, id, tradeId }: Income) {
  return {
    symbol: contract?.name ?? '',
    incomeType: kind,
    income: rateText(amount),
    asset,
    info: kind,
    time,
    tranId: id,
    tradeId: tradeId === undefined ? '' : String(tradeId),
  };
}
