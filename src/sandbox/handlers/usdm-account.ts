/** Accounts, positions, trades and settings of both lines of futures (interface document; public facts). */
import { decimalOf } from '../../core/decimal.ts';
import type { User } from '../engine/accounts.ts';
import { amountOf } from '../engine/amounts.ts';
import type { Contract } from '../engine/futures/contracts.ts';
import type { Margins, Valued } from '../engine/futures/futures-account.ts';
import { aliasOf } from '../engine/futures/futures-notices.ts';
import type { Income, Position } from '../engine/futures/futures-orders.ts';
import { notionalMax } from '../engine/futures/margin-rules.ts';
import { refused } from '../engine/futures/refusals.ts';
import { larger, smaller } from '../engine/futures/whole.ts';
import type { Handler, SandboxCall } from '../types.ts';
import { idOf, userOf } from './account-values.ts';
import { integer, optional } from './call-values.ts';
import { engineOf, onLine } from './futures-engines.ts';
import { accountPosition, riskRecord } from './futures-positions.ts';
import { tradeRecord } from './futures-records.ts';
import { contractOf, marketOf, rateText } from './futures-values.ts';
import { selectRows } from './rows.ts';
import { spanStart } from './usdm-trading.ts';

/** The handlers of both lines by endpoint id. */
export const futuresAccountHandlers: Readonly<Record<string, Handler>> = {
  'usdm.balance': balance,
  'usdm.account': onLine('usdm', account),
  'usdm.my-trades': myTrades,
  'usdm.position-risk': onLine('usdm', positionRisk),
  'usdm.position-risk-v1': onLine('usdm', positionRisk),
  'usdm.leverage': setLeverage,
  'usdm.margin-type': setMarginType,
  'usdm.position-margin': changeMargin,
  'coinm.account': onLine('coinm', account),
  'coinm.position-risk': onLine('coinm', positionRisk),
  'coinm.my-trades': myTrades,
  'coinm.income': income,
};

/** Returns the margins of every asset that the line settles in. */
function allMargins(call: SandboxCall): readonly Margins[] {
  const user = userOf(call);
  const { books, market } = engineOf(call);
  const held = books.purse.wallet(user).holdings.keys();
  const assets = new Set([...market.contracts.map(({ settleAsset }) => settleAsset), ...held]);
  return [...assets].map((asset) => books.margins(user, asset, call.now));
}

function withdrawable({ available, crossWallet }: Margins): bigint {
  return larger(0n, smaller(available, crossWallet));
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
  const positions = positionsOf(call, user).map((valued) => accountPosition(call, valued));
  const total = margins.find(({ asset }) => asset === 'USDT');
  return JSON.stringify({
    feeTier: 0,
    canTrade: true,
    canDeposit: true,
    canWithdraw: true,
    updateTime: user.updateTime,
    ...(isInverse ? {} : { multiAssetsMargin: false, tradeGroupId: -1 }),
    ...totalsOf(isInverse ? undefined : total),
    assets: margins.map((one) => assetRecord(one, user)),
    positions,
  });
}

/** In single-asset mode totals are those of USDT; coins do not add up, so that the totals of coins are 0. */
function totalsOf(total: Margins | undefined) {
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
    maxWithdrawAmount: text(withdrawable),
  };
}

function assetRecord(margins: Margins, user: User) {
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
    marginAvailable: true,
    updateTime: user.updateTime,
  };
}

/** Returns a user's part in every contract that trades or is held. */
function positionsOf(call: SandboxCall, user: User): readonly Valued[] {
  const { books, market } = engineOf(call);
  return market.trading(call.now).map((contract) => books.valued(books.seen(user, contract), call.now));
}

function positionRisk(call: SandboxCall): string {
  const { params } = call;
  const only = params.has('symbol') ? contractOf(call) : undefined;
  const isAsked = ({ position: { contract } }: Valued) =>
    (only === undefined || contract === only) &&
    (!params.has('pair') || contract.pair === params.get('pair')) &&
    (!params.has('marginAsset') || contract.settleAsset === params.get('marginAsset'));
  const rows = positionsOf(call, userOf(call)).filter(isAsked);
  return JSON.stringify(rows.map((valued) => riskRecord(call, valued)));
}

function myTrades(call: SandboxCall): string {
  const { fills } = engineOf(call).books.historyOf(userOf(call));
  const contract = contractOf(call);
  const orderId = idOf(call, 'orderId');
  const fromId = idOf(call, 'fromId');
  const endTime = optional(call, 'endTime');
  const start = optional(call, 'startTime');
  const isWindow = start !== undefined || fromId !== undefined;
  const rows = fills.filter(
    ({ order, time }) =>
      order.contract === contract &&
      (orderId === undefined || order.orderId === orderId) &&
      (isWindow || time >= spanStart(call, endTime)),
  );
  const query = { fromId, startTime: start, endTime, limit: integer(call, 'limit') };
  const chosen = selectRows(rows, query, { id: (fill) => fill.id, time: (fill) => fill.time });
  return JSON.stringify(chosen.map(tradeRecord));
}

function income(call: SandboxCall): string {
  const { params } = call;
  const only = params.has('symbol') ? contractOf(call) : undefined;
  const kind = params.get('incomeType');
  const endTime = optional(call, 'endTime');
  const startTime = optional(call, 'startTime') ?? spanStart(call, endTime);
  const rows = engineOf(call)
    .books.historyOf(userOf(call))
    .income.filter(
      (one) =>
        (only === undefined || one.contract === only) &&
        (kind === undefined || one.kind === kind) &&
        one.time >= startTime &&
        one.time <= (endTime ?? call.now),
    );
  const limit = integer(call, 'limit');
  const page = optional(call, 'page');
  const chosen =
    page !== undefined
      ? rows.slice((page - 1) * limit, page * limit)
      : params.has('startTime')
        ? rows.slice(0, limit)
        : rows.slice(-limit);
  return JSON.stringify(chosen.map(incomeRecord));
}

function incomeRecord({ contract, kind, amount, asset, time, id, tradeId }: Income) {
  return {
    symbol: contract.name,
    incomeType: kind,
    income: rateText(amount),
    asset,
    info: kind,
    time,
    tranId: id,
    tradeId: tradeId === undefined ? '' : String(tradeId),
  };
}

function setLeverage(call: SandboxCall): string {
  const engine = engineOf(call);
  const contract = contractOf(call);
  const leverage = integer(call, 'leverage');
  const position = engine.books.positionOf(userOf(call), contract);
  const { notional } = engine.books.valued(position, call.now);
  if (position.isIsolated && position.lots !== 0 && leverage < position.leverage) {
    throw refused(-4150, 'Leverage reduction is not supported in Isolated Margin Mode with open positions.');
  }
  const most = notionalMax(contract, leverage);
  if (most === 0n) throw refused(-4028, `Leverage ${leverage} is not valid`);
  if (notional > most) throw refused(-2027, 'Exceeded the maximum allowable position at current leverage.');
  assertAffordable(call, position, leverage);
  position.leverage = leverage;
  engine.changed(position.user, contract, call.now);
  engine.tell.leverage(position, call.now);
  return JSON.stringify({ leverage, maxNotionalValue: rateText(most), symbol: contract.name });
}

/** A lower leverage needs more margin, which must be there. */
function assertAffordable(call: SandboxCall, position: Position, leverage: number): void {
  if (leverage >= position.leverage) return;
  const { books } = engineOf(call);
  const exposure = books.exposure(position, call.now);
  const more = exposure / BigInt(leverage) - exposure / BigInt(position.leverage);
  if (books.margins(position.user, position.contract.settleAsset, call.now).available < more) {
    throw refused(-2028, 'Leverage is smaller than permitted: insufficient margin balance.');
  }
}

function setMarginType(call: SandboxCall): string {
  const { books } = engineOf(call);
  const user = userOf(call);
  const contract = contractOf(call);
  const isIsolated = call.params.get('marginType') === 'ISOLATED';
  const position = books.positionOf(user, contract);
  if (position.isIsolated === isIsolated) throw refused(-4046, 'No need to change margin type.');
  if (books.openOrders(user, contract).length > 0) {
    throw refused(-4047, 'Margin type cannot be changed if there exists open orders.');
  }
  if (position.lots !== 0) throw refused(-4048, 'Margin type cannot be changed if there exists position.');
  position.isIsolated = isIsolated;
  return '{"code":200,"msg":"success"}';
}

/** Adds margin to an isolated position or takes out what the position does not need. */
function changeMargin(call: SandboxCall): string {
  const engine = engineOf(call);
  const user = userOf(call);
  const contract: Contract = contractOf(call);
  const type = integer(call, 'type');
  const wire = call.params.get('amount') ?? '';
  const amount = amountOf(decimalOf(wire));
  if (amount === undefined) throw refused(-1111, 'Precision is over the maximum defined for this asset.');
  if ((call.params.get('positionSide') ?? 'BOTH') !== 'BOTH') throw refused(-4060, 'Invalid position side.');
  const position = engine.books.positionOf(user, contract);
  if (!position.isIsolated) throw refused(-4049, 'Add margin only support for isolated position.');
  if (position.lots === 0) throw refused(-4054, 'Cannot add position margin: position is 0.');
  const { initial, unrealized } = engine.books.valued(position, call.now);
  const { available } = engine.books.margins(user, contract.settleAsset, call.now);
  if (type === 1 && amount > available) throw refused(-4050, 'Cross balance insufficient.');
  const spare = larger(0n, position.margin + smaller(0n, unrealized) - initial);
  if (type === 2 && amount > spare) throw refused(-4051, 'Isolated balance insufficient.');
  position.margin += type === 1 ? amount : -amount;
  position.updateTime = call.now;
  engine.changed(user, contract, call.now);
  engine.tell.account(user, 'MARGIN_TRANSFER', contract, [contract], call.now, 0n);
  return `{"amount":${wire},"code":200,"msg":"Successfully modify position margin.","type":${type}}`;
}
