/**
 * The account of USD-margined futures: balances, totals, positions, own trades (interface document, USD-margined
 * futures; records from public facts, USD-M trading).
 */
import { DAY_MS } from '../../core/time-units.ts';
import { endpoint, requiredParam } from '../define.ts';
import { accountRead } from '../endpoint-defaults.ts';
import { orderId } from '../order-params.ts';
import { endTime, factsParam, fromId, limit, maxSpanRules, startTime, symbol } from '../params.ts';
import type { Column } from '../types.ts';
import { assetsMode, feeBurn } from './account-modes.ts';
import { orderLimits, portfolioAccount, tradfiAgreement, tradingStatus } from './account-reads.ts';
import { accountV3, usdmSettings } from './account-v3.ts';
import { usdmConvert } from './convert.ts';
import { exportEndpoints } from './exports.ts';
import { accountColumns, balanceColumns, ownTradeColumns, ownTradeCostColumns } from './futures.ts';
import { income } from './income.ts';
import { marginColumns, positionColumns } from './position-columns.ts';
import { positionModes } from './position-mode.ts';
import { riskEndpoints } from './risk.ts';

const WEEK_MS = 7 * DAY_MS;

const read = { ...accountRead('usdm'), weight: 5 } as const;

const riskColumns = [
  ...positionColumns('amount'),
  ...marginColumns,
  { name: 'notional', is: 'decimal' },
  { name: 'maxNotionalValue', title: 'max notional', is: 'decimal', hidden: true },
  { name: 'updateTime', title: 'updated', is: 'time', hidden: true },
] as const satisfies readonly Column[];

export const balance = endpoint({
  ...read,
  id: 'usdm.balance',
  summary: 'Balance of each margin asset',
  path: '/fapi/v2/balance',
  wsMethod: 'account.balance',
  params: {},
  view: {
    shape: 'rows',
    amountColumns: ['balance', 'availableBalance', 'crossUnPnl'],
    columns: balanceColumns,
  },
});

export const account = endpoint({
  ...read,
  id: 'usdm.account',
  summary: 'Margins, totals and permissions of the account',
  path: '/fapi/v2/account',
  wsMethod: 'account.status',
  params: {},
  view: { shape: 'record', columns: accountColumns },
});

export const userTrades = endpoint({
  ...read,
  id: 'usdm.my-trades',
  summary: 'Trades of the account on a contract',
  path: '/fapi/v1/userTrades',
  params: {
    symbol: requiredParam({ ...symbol, about: 'Contract, such as BTCUSDT' }),
    startTime,
    endTime,
    fromId: { ...fromId, about: 'First trade id, inclusive; not with times' },
    limit: limit(500, 1000),
    orderId: factsParam({ ...orderId, about: 'Only trades of this order' }),
  },
  rules: [
    {
      rule: 'combinations',
      of: ['startTime', 'endTime', 'fromId'],
      allowed: [['startTime'], ['endTime'], ['startTime', 'endTime'], ['fromId']],
    },
    ...maxSpanRules(WEEK_MS),
  ],
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'id' },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      ...ownTradeColumns,
      { name: 'qty', is: 'decimal' },
      { name: 'quoteQty', title: 'quote qty', is: 'decimal' },
      { name: 'realizedPnl', title: 'realised PnL', is: 'decimal' },
      ...ownTradeCostColumns,
    ],
  },
  notes: ['Without times and ids the trades of the last 7 days are listed.'],
});

const onePosition = { ...symbol, about: 'Contract; all if omitted' } as const;

export const positionRisk = endpoint({
  ...read,
  id: 'usdm.position-risk',
  summary: 'Positions with entry, mark and liquidation price',
  path: '/fapi/v2/positionRisk',
  wsMethod: 'account.position',
  params: { symbol: onePosition },
  view: { shape: 'rows', amountColumns: ['positionAmt'], columns: riskColumns },
  sourceNotes: ['The first listing has this at /fapi/v1/positionRisk, the second at v2.'],
});

export const positionRiskV1 = endpoint({
  ...read,
  id: 'usdm.position-risk-v1',
  summary: 'Positions, API version 1',
  path: '/fapi/v1/positionRisk',
  params: { symbol: onePosition },
  view: { shape: 'rows', columns: riskColumns },
});

export const usdmAccount = [
  balance,
  account,
  userTrades,
  positionRisk,
  positionRiskV1,
  positionModes('usdm').get,
  assetsMode,
  feeBurn,
  tradingStatus,
  orderLimits,
  portfolioAccount,
  tradfiAgreement,
  ...exportEndpoints('usdm'),
  ...usdmConvert,
  income,
  ...riskEndpoints('usdm'),
  ...accountV3,
  ...usdmSettings,
] as const;
