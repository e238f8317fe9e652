/**
 * Balances, account, positions, user trades and income history of futures (interface document; public facts).
 */

import { type FuturesMargins, withdrawableAmount } from '../../engine/futures/accounts.ts';
import { marginAssets } from '../../engine/futures/asset-index.ts';
import type { Contract } from '../../engine/futures/contracts.ts';
import type { FuturesIncome, FuturesPosition } from '../../engine/futures/orders.ts';
import { accountAlias } from '../../engine/futures/user-events.ts';
import type { User } from '../../engine/ledger/accounts.ts';
import type { KeyRanges } from '../../engine/state/rows.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { optionalId, userOf } from '../account-values.ts';
import { orderBounds, selectArchiveRows } from '../history-query.ts';
import { optionalInteger, requiredInteger } from '../request-values.ts';
import { engineOf, forProduct } from './engines.ts';
import { tradeRecord } from './order-records.ts';
import { accountPosition, riskRecord } from './positions.ts';
import { historyStart } from './trading.ts';
import { contractOf, marketOf, rateText } from './values.ts';

/** The request handlers of USD-M and COIN-M futures by endpoint id. */
export const futuresAccountHandlers: Readonly<Record<string, Handler>> = {
  'usdm.balance': balance,
  'usdm.account': forProduct('usdm', account),
  'usdm.my-trades': myTrades,
  'usdm.position-risk': forProduct('usdm', positionRisk),
  'usdm.position-risk-v1': forProduct('usdm', positionRisk),
  'coinm.account': forProduct('coinm', account),
  'coinm.position-risk': forProduct('coinm', positionRisk),
  'coinm.my-trades': myTrades,
  'coinm.income': income,
  'usdm.income': income,
  'usdm.balance-v3': balance,
  'coinm.balance': balance,
};

/** Returns the margins of every settlement asset and every asset in the futures wallet. */
export function allMargins(call: SandboxCall): readonly FuturesMargins[] {
  const user = userOf(call);
  const { accounts, market } = engineOf(call);
  const heldAssets = accounts.wallet.accountOf(user).balances.keys();
  const assets = new Set([...market.contracts.map(({ settleAsset }) => settleAsset), ...heldAssets]);
  return [...assets].map((asset) => accounts.marginsOf(user, asset, call.now));
}

/**
 * Returns the names of the assets that are margin: on USD-M those of multi-assets mode, on COIN-M the settle
 * assets of contracts.
 */
function marginNamesOf(call: SandboxCall): ReadonlySet<string> {
  const market = marketOf(call);
  return new Set(
    market.product === 'coinm'
      ? market.contracts.map(({ settleAsset }) => settleAsset)
      : marginAssets(market).map(({ asset }) => asset),
  );
}

function balance(call: SandboxCall): string {
  const user = userOf(call);
  const marginNames = marginNamesOf(call);
  const isInverse = call.endpoint.product === 'coinm';
  const rows = allMargins(call).map((margins) => {
    const withdrawable = rateText(withdrawableAmount(margins));
    return {
      accountAlias: accountAlias(user),
      asset: margins.asset,
      balance: rateText(margins.wallet),
      crossWalletBalance: rateText(margins.crossWallet),
      crossUnPnl: rateText(margins.crossUnrealized),
      availableBalance: rateText(margins.available),
      ...(isInverse
        ? { withdrawAvailable: withdrawable }
        : { maxWithdrawAmount: withdrawable, marginAvailable: marginNames.has(margins.asset) }),
      updateTime: user.updateTime,
    };
  });
  return JSON.stringify(rows);
}

function account(call: SandboxCall): string {
  const user = userOf(call);
  const isInverse = call.endpoint.product === 'coinm';
  const margins = allMargins(call);
  const { accounts, market } = engineOf(call);
  const positions = market
    .tradingContracts(call.now)
    .flatMap((contract) => accounts.positions.positionsInContract(user, contract))
    .map((position) => accountPosition(call, accounts.valuePosition(position, call.now)));
  const total = isInverse ? undefined : totalMargins(call);
  return JSON.stringify({
    feeTier: 0,
    canTrade: true,
    canDeposit: true,
    canWithdraw: true,
    updateTime: user.updateTime,
    ...(isInverse ? {} : { multiAssetsMargin: accounts.modes.isMultiAssets(user), tradeGroupId: -1 }),
    ...totalsOf(total),
    ...(total === undefined ? {} : { maxWithdrawAmount: rateText(withdrawableAmount(total)) }),
    assets: assetRecords(call, margins),
    positions,
  });
}

/**
 * Returns the margins that the totals of an account show: those in USDT; in multi-assets mode those of all
 * margin assets, in dollars.
 */
export function totalMargins(call: SandboxCall): FuturesMargins {
  const user = userOf(call);
  const { accounts } = engineOf(call);
  if (accounts.modes.isMultiAssets(user)) return accounts.jointMarginsOf(user, call.now);
  return accounts.marginsOf(user, 'USDT', call.now);
}

/**
 * Returns account totals: those of USDT in single-asset mode, of all margin assets in multi-assets mode, and 0 for COIN-M, whose assets have no common
 * unit.
 */
export function totalsOf(total: FuturesMargins | undefined) {
  const text = (of: (margins: FuturesMargins) => bigint) => rateText(total === undefined ? 0n : of(total));
  return {
    totalInitialMargin: text((one) => one.positionMargin + one.orderMargin),
    totalMaintMargin: text((one) => one.maintenance),
    totalWalletBalance: text((one) => one.wallet),
    totalUnrealizedProfit: text((one) => one.unrealized),
    totalMarginBalance: text((one) => one.wallet + one.unrealized),
    totalPositionInitialMargin: text((one) => one.positionMargin),
    totalOpenOrderInitialMargin: text((one) => one.orderMargin),
    totalCrossWalletBalance: text((one) => one.crossWallet),
    totalCrossUnPnl: text((one) => one.crossUnrealized),
    availableBalance: text((one) => one.available),
  };
}

/** Returns the margins of the assets of an account. */
export function assetRecords(call: SandboxCall, margins: readonly FuturesMargins[]) {
  const user = userOf(call);
  const marginNames = call.endpoint.product === 'coinm' ? undefined : marginNamesOf(call);
  return margins.map((one) => assetRecord(one, user, marginNames));
}

function assetRecord(margins: FuturesMargins, user: User, marginNames: ReadonlySet<string> | undefined) {
  return {
    asset: margins.asset,
    walletBalance: rateText(margins.wallet),
    unrealizedProfit: rateText(margins.unrealized),
    marginBalance: rateText(margins.wallet + margins.unrealized),
    maintMargin: rateText(margins.maintenance),
    initialMargin: rateText(margins.positionMargin + margins.orderMargin),
    positionInitialMargin: rateText(margins.positionMargin),
    openOrderInitialMargin: rateText(margins.orderMargin),
    crossWalletBalance: rateText(margins.crossWallet),
    crossUnPnl: rateText(margins.crossUnrealized),
    availableBalance: rateText(margins.available),
    maxWithdrawAmount: rateText(withdrawableAmount(margins)),
    ...(marginNames === undefined ? {} : { marginAvailable: marginNames.has(margins.asset) }),
    updateTime: user.updateTime,
  };
}

/**
 * Returns positions with risk; in hedge mode each contract also has an empty row BOTH (public facts, USD-M
 * trading).
 */
function positionRisk(call: SandboxCall): string {
  const { params } = call;
  const user = userOf(call);
  const { accounts, market } = engineOf(call);
  const only = params.has('symbol') ? contractOf(call) : undefined;
  const matches = (contract: Contract) =>
    (only === undefined || contract === only) &&
    (!params.has('pair') || contract.pair === params.get('pair')) &&
    (!params.has('marginAsset') || contract.settleAsset === params.get('marginAsset'));
  const rowsOf = (contract: Contract): readonly FuturesPosition[] => {
    const { positions } = accounts;
    const both = positions.isHedgeMode(user) ? [positions.get(user, contract, 'BOTH')] : [];
    return [...both, ...positions.positionsInContract(user, contract)];
  };
  const rows = market.tradingContracts(call.now).filter(matches).flatMap(rowsOf);
  return JSON.stringify(rows.map((position) => riskRecord(call, accounts.valuePosition(position, call.now))));
}

function myTrades(call: SandboxCall): string {
  const { fills } = engineOf(call).accounts.historyOf(userOf(call));
  const contract = contractOf(call);
  const orderId = optionalId(call, 'orderId');
  const fromId = optionalId(call, 'fromId');
  const endTime = optionalInteger(call, 'endTime');
  const start = optionalInteger(call, 'startTime');
  const since = start ?? (fromId === undefined ? historyStart(call, endTime) : 0);
  const bounds: KeyRanges = {
    time: [since, endTime ?? Number.POSITIVE_INFINITY],
    ...orderBounds(orderId),
  };
  const query = { fromId, startTime: start, endTime, limit: requiredInteger(call, 'limit') };
  const selected = selectArchiveRows(fills, query, bounds, ({ order }) => order.contract === contract);
  return JSON.stringify(selected.map(tradeRecord));
}

function income(call: SandboxCall): string {
  const { params } = call;
  const only = params.has('symbol') ? contractOf(call) : undefined;
  const kind = params.get('incomeType');
  const endTime = optionalInteger(call, 'endTime');
  const startTime = optionalInteger(call, 'startTime') ?? historyStart(call, endTime);
  const { income: all } = engineOf(call).accounts.historyOf(userOf(call));
  const bounds: KeyRanges = { time: [startTime, endTime ?? call.now] };
  const matches = (one: FuturesIncome) =>
    (only === undefined || one.contract === only) && (kind === undefined || one.kind === kind);
  const limit = requiredInteger(call, 'limit');
  const page = optionalInteger(call, 'page');
  const query = { fromId: undefined, startTime: optionalInteger(call, 'startTime'), endTime, limit };
  const selected =
    page === undefined
      ? selectArchiveRows(all, query, bounds, matches)
      : all.filter(matches, bounds).slice((page - 1) * limit, page * limit);
  return JSON.stringify(selected.map(incomeRecord));
}

function incomeRecord({ contract, kind, amount, asset, time, id, tradeId }: FuturesIncome) {
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
