/**
 * Portfolio margin: account, balances, positions, trades, income and loans of the unified account (today's interface,
 * papi).
 */
import { acknowledgementView, emptyView } from '../columns/plain-views.ts';
import { endpoint, requiredParam } from '../define.ts';
import { FUTURES_INCOME_TYPES, FUTURES_INCOME_TYPES_TODAY } from '../enums/orders.ts';
import { orderId } from '../order-params.ts';
import {
  amount,
  asset,
  endTime,
  fromId,
  limit,
  pair,
  startNotAfterEnd,
  startTime,
  symbol,
  todayParam,
} from '../params.ts';
import { ownTradeColumns, ownTradeCostColumns } from '../usdm/futures.ts';
import { incomeColumns } from '../usdm/income.ts';
import { codeProof, createdProof, echoProof } from '../write-proofs.ts';
import { NO_PORTFOLIO, PART_CONTRACTS, PART_TITLES, type PortfolioPart } from './defaults.ts';

const shared = { product: 'portfolio', origin: 'today', unsimulated: NO_PORTFOLIO } as const;
const read = { ...shared, method: 'GET', security: 'USER_DATA', effect: 'read' } as const;

const ping = endpoint({
  ...shared,
  id: 'portfolio.ping',
  summary: 'Test that the exchange answers',
  method: 'GET',
  path: '/papi/v1/ping',
  security: 'NONE',
  effect: 'read',
  weight: 1,
  params: {},
  view: emptyView,
});

const account = endpoint({
  ...read,
  id: 'portfolio.account',
  summary: 'Equity, margins and state of the portfolio margin account',
  path: '/papi/v1/account',
  weight: 20,
  params: {},
  view: {
    shape: 'record',
    columns: [
      { name: 'accountStatus', title: 'state', is: 'text' },
      { name: 'uniMMR', title: 'margin ratio', is: 'decimal' },
      { name: 'accountEquity', title: 'equity', is: 'decimal' },
      { name: 'actualEquity', title: 'actual equity', is: 'decimal' },
      { name: 'accountInitialMargin', title: 'initial margin', is: 'decimal' },
      { name: 'accountMaintMargin', title: 'maintenance margin', is: 'decimal' },
      { name: 'totalAvailableBalance', title: 'available', is: 'decimal' },
      { name: 'virtualMaxWithdrawAmount', title: 'can be withdrawn', is: 'decimal' },
      { name: 'totalMarginOpenLoss', title: 'open loss of margin orders', is: 'decimal' },
      { name: 'updateTime', title: 'updated', is: 'time' },
    ],
  },
});

const balance = endpoint({
  ...read,
  id: 'portfolio.balance',
  summary: 'Balance of each asset over margin, USD-M and COIN-M',
  path: '/papi/v1/balance',
  weight: 20,
  params: { asset: todayParam({ ...asset, about: 'Asset; all if omitted' }) },
  view: {
    shape: 'rows',
    amountColumns: ['totalWalletBalance', 'crossMarginBorrowed'],
    columns: [
      { name: 'asset', is: 'text' },
      { name: 'totalWalletBalance', title: 'balance', is: 'decimal' },
      { name: 'crossMarginAsset', title: 'margin', is: 'decimal' },
      { name: 'crossMarginBorrowed', title: 'borrowed', is: 'decimal' },
      { name: 'crossMarginInterest', title: 'interest', is: 'decimal' },
      { name: 'umWalletBalance', title: 'USD-M', is: 'decimal' },
      { name: 'umUnrealizedPNL', title: 'USD-M PnL', is: 'decimal' },
      { name: 'cmWalletBalance', title: 'COIN-M', is: 'decimal' },
      { name: 'cmUnrealizedPNL', title: 'COIN-M PnL', is: 'decimal' },
      { name: 'crossMarginFree', title: 'margin free', is: 'decimal', hidden: true },
      { name: 'crossMarginLocked', title: 'margin locked', is: 'decimal', hidden: true },
      { name: 'negativeBalance', title: 'negative balance', is: 'decimal', hidden: true },
      { name: 'updateTime', title: 'updated', is: 'time', hidden: true },
    ],
  },
});

const loans = { ...shared, method: 'POST', security: 'TRADE', effect: 'funds', weight: 100 } as const;
const loanParams = {
  asset: todayParam(requiredParam(asset)),
  amount: todayParam(requiredParam(amount)),
} as const;
const loanView = {
  shape: 'record',
  columns: [{ name: 'tranId', title: 'transaction', is: 'integer' }],
} as const;

const borrow = endpoint({
  ...loans,
  id: 'portfolio.borrow',
  proof: createdProof('tranId'),
  summary: 'Borrow an asset in the portfolio margin account',
  inWords: 'Borrow {amount} {asset} in the portfolio margin account',
  path: '/papi/v1/marginLoan',
  params: loanParams,
  lookup: 'portfolio.balance',
  view: loanView,
});

const repay = endpoint({
  ...loans,
  id: 'portfolio.repay',
  proof: createdProof('tranId'),
  summary: 'Repay an asset borrowed in the portfolio margin account',
  inWords: 'Repay {amount} {asset} in the portfolio margin account',
  path: '/papi/v1/repayLoan',
  params: loanParams,
  lookup: 'portfolio.balance',
  view: loanView,
});

const maxBorrowable = endpoint({
  ...read,
  id: 'portfolio.max-borrowable',
  summary: 'What the portfolio margin account may borrow of an asset',
  path: '/papi/v1/margin/maxBorrowable',
  weight: 5,
  params: { asset: todayParam(requiredParam(asset)) },
  view: {
    shape: 'record',
    columns: [
      { name: 'amount', title: 'can be borrowed', is: 'decimal' },
      { name: 'borrowLimit', title: 'limit', is: 'decimal' },
    ],
  },
});

function accountOf(part: PortfolioPart) {
  return endpoint({
    ...read,
    id: `portfolio.${part}.account`,
    summary: `Assets and positions of the ${PART_TITLES[part]} part`,
    path: `/papi/v1/${part}/account`,
    weight: 5,
    params: {},
    view: {
      shape: 'rows',
      rowsAt: 'assets',
      columns: [
        { name: 'asset', is: 'text' },
        { name: 'crossWalletBalance', title: 'wallet', is: 'decimal' },
        { name: 'crossUnPnl', title: 'unrealised PnL', is: 'decimal' },
        { name: 'initialMargin', title: 'initial margin', is: 'decimal' },
        { name: 'maintMargin', title: 'maintenance margin', is: 'decimal' },
        { name: 'updateTime', title: 'updated', is: 'time' },
      ],
    },
  });
}

function positionsOf(part: PortfolioPart) {
  return endpoint({
    ...read,
    id: `portfolio.${part}.positions`,
    summary: `Positions of the ${PART_TITLES[part]} part, with leverage`,
    path: `/papi/v1/${part}/positionRisk`,
    weight: part === 'um' ? 5 : 1,
    params:
      part === 'um'
        ? { symbol: todayParam({ ...symbol, about: 'Contract; all if omitted' }) }
        : {
            marginAsset: todayParam({ type: 'STRING', about: 'Only positions with this margin asset' }),
            pair: todayParam({ ...pair, about: 'Pair of contracts, such as BTCUSD' }),
          },
    view: {
      shape: 'rows',
      amountColumns: ['positionAmt'],
      columns: [
        { name: 'symbol', is: 'text' },
        { name: 'positionSide', title: 'side', is: 'text' },
        { name: 'positionAmt', title: 'amount', is: 'decimal' },
        { name: 'entryPrice', title: 'entry', is: 'decimal' },
        { name: 'markPrice', title: 'mark', is: 'decimal' },
        { name: 'liquidationPrice', title: 'liquidation', is: 'decimal' },
        { name: 'unRealizedProfit', title: 'unrealised PnL', is: 'decimal' },
        { name: 'leverage', is: 'integer' },
        { name: 'updateTime', title: 'updated', is: 'time' },
      ],
    },
  });
}

function tradesOf(part: PortfolioPart) {
  return endpoint({
    ...read,
    id: `portfolio.${part}.my-trades`,
    summary: `Trades of the ${PART_TITLES[part]} part on a contract`,
    path: `/papi/v1/${part}/userTrades`,
    weight: 5,
    params: {
      symbol: todayParam(requiredParam({ ...symbol, about: PART_CONTRACTS[part] })),
      orderId: todayParam({ ...orderId, about: 'Only trades of this order' }),
      startTime: todayParam(startTime),
      endTime: todayParam(endTime),
      fromId: todayParam({ ...fromId, about: 'First trade id, inclusive; not with times' }),
      limit: todayParam(limit(500, 1000)),
    },
    rules: [startNotAfterEnd],
    pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'id' },
    view: {
      shape: 'rows',
      columns: [
        { name: 'symbol', is: 'text' },
        ...ownTradeColumns,
        { name: 'qty', is: 'decimal' },
        { name: 'realizedPnl', title: 'realised PnL', is: 'decimal' },
        ...ownTradeCostColumns,
      ],
    },
  });
}

function incomeOf(part: PortfolioPart) {
  return endpoint({
    ...read,
    id: `portfolio.${part}.income`,
    summary: `Income history of the ${PART_TITLES[part]} part`,
    path: `/papi/v1/${part}/income`,
    weight: 30,
    params: {
      symbol: todayParam({ ...symbol, about: 'Contract; all if omitted' }),
      incomeType: todayParam({
        type: 'ENUM',
        about: 'Income type',
        values: [...FUTURES_INCOME_TYPES, ...FUTURES_INCOME_TYPES_TODAY],
      }),
      startTime: todayParam(startTime),
      endTime: todayParam(endTime),
      limit: todayParam(limit(100, 1000)),
    },
    rules: [startNotAfterEnd],
    pages: { by: 'time', from: 'startTime', to: 'endTime', limit: 'limit', at: 'time' },
    view: { shape: 'rows', columns: incomeColumns },
  });
}

function leverageOf(part: PortfolioPart) {
  return endpoint({
    ...shared,
    id: `portfolio.${part}.leverage`,
    answersOne: true,
    proof: echoProof('symbol', 'leverage'),
    summary: `Set the leverage of a contract of the ${PART_TITLES[part]} part`,
    inWords: 'Set the leverage of {symbol} to {leverage} in the portfolio margin account',
    method: 'POST',
    path: `/papi/v1/${part}/leverage`,
    security: 'TRADE',
    effect: 'write',
    weight: 1,
    params: {
      symbol: todayParam(requiredParam({ ...symbol, about: PART_CONTRACTS[part] })),
      leverage: todayParam(requiredParam({ type: 'INT', about: 'Notional over margin', min: 1, max: 125 })),
    },
    verifiedBy: {
      noun: 'setting',
      query: `portfolio.${part}.positions`,
      by: 'state',
      ...(part === 'um' ? { queryParams: { symbol: 'symbol' } } : {}),
      echoes: { symbol: 'symbol', leverage: 'leverage' },
    },
    view: {
      shape: 'rows',
      columns: [
        { name: 'symbol', is: 'text' },
        { name: 'leverage', is: 'integer' },
        part === 'um'
          ? { name: 'maxNotionalValue', title: 'max notional', is: 'decimal' }
          : { name: 'maxQty', title: 'max', is: 'decimal' },
      ],
    },
  });
}

const positionMode = endpoint({
  ...read,
  id: 'portfolio.um.position-mode',
  summary: 'Position mode of the USD-M part: one-way or hedge',
  path: '/papi/v1/um/positionSide/dual',
  weight: 30,
  params: {},
  view: {
    shape: 'record',
    columns: [{ name: 'dualSidePosition', title: 'hedge mode', is: 'boolean' }],
  },
});

const setPositionMode = endpoint({
  ...shared,
  id: 'portfolio.um.position-mode.set',
  proof: codeProof,
  summary: 'Set the position mode of the USD-M part: one-way or hedge',
  inWords: 'Set the position mode of USD-M in the portfolio margin account, hedge mode: {dualSidePosition}',
  method: 'POST',
  path: '/papi/v1/um/positionSide/dual',
  security: 'TRADE',
  effect: 'write',
  weight: 1,
  params: {
    dualSidePosition: todayParam(
      requiredParam({
        type: 'STRING',
        about: 'true for hedge mode with a long and a short position, false for one-way mode',
        values: ['true', 'false'],
      }),
    ),
  },
  verifiedBy: {
    noun: 'setting',
    query: 'portfolio.um.position-mode',
    by: 'state',
    echoes: { dualSidePosition: 'dualSidePosition' },
  },
  view: acknowledgementView,
});

export const portfolioAccount = [
  ping,
  account,
  balance,
  borrow,
  repay,
  maxBorrowable,
  accountOf('um'),
  accountOf('cm'),
  positionsOf('um'),
  positionsOf('cm'),
  tradesOf('um'),
  tradesOf('cm'),
  incomeOf('um'),
  incomeOf('cm'),
  leverageOf('um'),
  leverageOf('cm'),
  positionMode,
  setPositionMode,
] as const;
