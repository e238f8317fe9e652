/**
 * The account of coin-margined futures: totals, positions, own trades, income (interface document, Coin-margined
 * futures; records from public facts, COIN-M).
 */
import { DAY_MS } from '../../core/time-units.ts';
import { endpoint, requiredParam } from '../define.ts';
import { accountRead } from '../endpoint-defaults.ts';
import { FUTURES_INCOME_TYPES, FUTURES_INCOME_TYPES_TODAY } from '../enums/orders.ts';
import { orderId } from '../order-params.ts';
import {
  endTime,
  factsParam,
  fromId,
  limit,
  maxSpanRules,
  pair,
  startNotAfterEnd,
  startTime,
  symbol,
} from '../params.ts';
import { exportEndpoints } from '../usdm/exports.ts';
import { accountColumns, ownTradeColumns, ownTradeCostColumns } from '../usdm/futures.ts';
import { incomeColumns } from '../usdm/income.ts';
import { marginColumns, positionColumns } from '../usdm/position-columns.ts';
import { positionModes } from '../usdm/position-mode.ts';
import { riskEndpoints } from '../usdm/risk.ts';

const YEAR_MS = 365 * DAY_MS;

const read = accountRead('coinm');

const contract = { ...symbol, about: 'Contract, such as BTCUSD_PERP' } as const;
const coinPair = { ...pair, about: 'Pair of contracts, such as BTCUSD' } as const;

export const account = endpoint({
  ...read,
  id: 'coinm.account',
  summary: 'Margins, assets, positions and permissions of the account',
  path: '/dapi/v1/account',
  weight: 5,
  wsMethod: 'account.status',
  params: {},
  view: { shape: 'record', columns: accountColumns },
  balanceView: {
    shape: 'rows',
    rowsAt: 'assets',
    amountColumns: ['walletBalance', 'marginBalance'],
    columns: [
      { name: 'asset', is: 'text' },
      { name: 'walletBalance', title: 'balance', is: 'decimal' },
      { name: 'availableBalance', title: 'available', is: 'decimal' },
      { name: 'unrealizedProfit', title: 'unrealised PnL', is: 'decimal' },
      { name: 'marginBalance', title: 'margin balance', is: 'decimal' },
      { name: 'maxWithdrawAmount', title: 'can be withdrawn', is: 'decimal' },
      { name: 'initialMargin', title: 'initial margin', is: 'decimal', hidden: true },
      { name: 'maintMargin', title: 'maintenance margin', is: 'decimal', hidden: true },
      { name: 'positionInitialMargin', is: 'decimal', hidden: true },
      { name: 'openOrderInitialMargin', is: 'decimal', hidden: true },
      { name: 'crossWalletBalance', title: 'cross wallet', is: 'decimal', hidden: true },
      { name: 'crossUnPnl', title: 'cross unrealised PnL', is: 'decimal', hidden: true },
      { name: 'updateTime', title: 'updated', is: 'time', hidden: true },
    ],
  },
  notes: [
    'Live hosts return assets and positions without totals: amounts of different coins cannot be added.',
  ],
});

export const balance = endpoint({
  ...read,
  id: 'coinm.balance',
  summary: 'Balance of each margin asset',
  origin: 'today',
  path: '/dapi/v1/balance',
  weight: 1,
  wsMethod: 'account.balance',
  params: {},
  view: {
    shape: 'rows',
    amountColumns: ['balance', 'availableBalance', 'crossUnPnl'],
    columns: [
      { name: 'asset', is: 'text' },
      { name: 'balance', is: 'decimal' },
      { name: 'availableBalance', title: 'available', is: 'decimal' },
      { name: 'crossWalletBalance', title: 'cross wallet', is: 'decimal' },
      { name: 'crossUnPnl', title: 'cross unrealised PnL', is: 'decimal' },
      { name: 'withdrawAvailable', title: 'can be withdrawn', is: 'decimal' },
      { name: 'accountAlias', title: 'alias', is: 'text', hidden: true },
      { name: 'updateTime', title: 'updated', is: 'time', hidden: true },
    ],
  },
});

export const positionRisk = endpoint({
  ...read,
  id: 'coinm.position-risk',
  summary: 'Positions with entry, mark and liquidation price',
  path: '/dapi/v1/positionRisk',
  weight: 1,
  wsMethod: 'account.position',
  params: {
    marginAsset: { type: 'STRING', about: 'Only positions with this margin asset, such as BTC' },
    pair: coinPair,
  },
  rules: [{ rule: 'at-most-one', of: ['marginAsset', 'pair'] }],
  view: {
    shape: 'rows',
    amountColumns: ['positionAmt'],
    columns: [
      ...positionColumns('contracts'),
      ...marginColumns,
      { name: 'notionalValue', title: 'notional', is: 'decimal' },
      { name: 'maxQty', title: 'max', is: 'decimal', hidden: true },
      { name: 'updateTime', title: 'updated', is: 'time', hidden: true },
    ],
  },
});

export const userTrades = endpoint({
  ...read,
  id: 'coinm.my-trades',
  summary: 'Trades of the account on a contract',
  path: '/dapi/v1/userTrades',
  weight: 20,
  today: { weight: 5 },
  params: {
    symbol: requiredParam(contract),
    pair: coinPair,
    startTime,
    endTime,
    fromId: { ...fromId, about: 'First trade id, inclusive; not with a pair' },
    limit: limit(500, 1000),
    orderId: factsParam({ ...orderId, about: 'Only trades of this order' }),
  },
  rules: [{ rule: 'at-most-one', of: ['pair', 'fromId'] }, startNotAfterEnd],
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'id' },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'pair', is: 'text', hidden: true },
      ...ownTradeColumns,
      { name: 'qty', title: 'contracts', is: 'decimal' },
      { name: 'baseQty', title: 'base qty', is: 'decimal' },
      { name: 'realizedPnl', title: 'realised PnL', is: 'decimal' },
      { name: 'marginAsset', title: 'margin asset', is: 'text', hidden: true },
      ...ownTradeCostColumns,
    ],
  },
  notes: ['Live hosts allow a symbol or a pair, but not both.'],
  sourceNotes: ['The document requires the symbol; live hosts do not.'],
});

export const income = endpoint({
  ...read,
  id: 'coinm.income',
  summary: 'Income history: profit, funding, commission, transfers',
  path: '/dapi/v1/income',
  weight: 20,
  params: {
    symbol: { ...contract, about: 'Contract; all if omitted' },
    incomeType: {
      type: 'ENUM',
      about: 'Income type',
      values: FUTURES_INCOME_TYPES,
      today: { alsoValues: FUTURES_INCOME_TYPES_TODAY },
    },
    startTime,
    endTime,
    limit: limit(100, 1000),
    page: factsParam({ type: 'INT', about: 'Page, counted from 1', min: 1 }),
  },
  rules: maxSpanRules(YEAR_MS),
  pages: { by: 'time', from: 'startTime', to: 'endTime', limit: 'limit', at: 'time', spanMs: YEAR_MS },
  view: {
    shape: 'rows',
    columns: incomeColumns,
  },
  notes: ['Without times the last 7 days are listed.'],
});

export const pairBrackets = endpoint({
  ...read,
  id: 'coinm.pair-brackets',
  origin: 'today',
  summary: 'Leverage brackets of pairs: max quantity and maintenance margin by leverage',
  path: '/dapi/v1/leverageBracket',
  weight: 1,
  params: { pair: { ...coinPair, about: 'Pair of contracts, such as BTCUSD; all if omitted' } },
  view: {
    shape: 'rows',
    columns: [
      { name: 'pair', is: 'text' },
      { name: 'brackets', is: 'text', wire: 'list' },
    ],
  },
  notes: [
    'If contracts of a pair have different brackets, use `account brackets --on coinm`, which lists them by contract.',
  ],
});

export const coinmAccount = [
  balance,
  account,
  positionRisk,
  userTrades,
  income,
  positionModes('coinm').get,
  ...riskEndpoints('coinm'),
  pairBrackets,
  ...exportEndpoints('coinm'),
] as const;
