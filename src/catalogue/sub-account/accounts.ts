/**
 * Sub-accounts of a master account: their list, their state and their balances (interface document,
 * Sub-accounts; parameters that it leaves open and records from public facts, Sub-accounts).
 */

import { marginTotals } from '../columns/margin.ts';
import { endpoint, requiredParam } from '../define.ts';
import { accountRead } from '../endpoint-defaults.ts';
import { TEXT_BOOLEANS } from '../enums/orders.ts';
import { SUB_FUTURES_TYPES } from '../enums/wallets.ts';
import { factsParam, limit, page, todayParam } from '../params.ts';
import type { Column, Param } from '../types.ts';
import { enabledProof } from '../write-proofs.ts';

const read = { ...accountRead('sub'), weight: 1 } as const;
const write = {
  product: 'sub',
  origin: 'document',
  method: 'POST',
  security: 'TRADE',
  effect: 'write',
  weight: 1,
} as const;

/** The e-mail address, by which a sub-account is named. */
export const email = {
  type: 'STRING',
  about: 'E-mail address of the sub-account',
  format: 'email',
} as const satisfies Param;

const oneEmail = { ...email, about: 'E-mail address of one sub-account; all if omitted' } as const;

/** Columns of totals that are the same for one sub-account and for all of them together. */
export const list = endpoint({
  ...read,
  id: 'sub.list',
  summary: 'Sub-accounts of this master account',
  path: '/sapi/v1/sub-account/list',
  params: {
    email: oneEmail,
    isFreeze: { type: 'STRING', about: 'Only frozen ones, or only others', values: TEXT_BOOLEANS },
    page,
    limit: limit(1, 200),
  },
  pages: { by: 'page', page: 'page', size: 'limit' },
  view: {
    shape: 'rows',
    rowsAt: 'subAccounts',
    columns: [
      { name: 'email', is: 'text' },
      { name: 'subUserId', title: 'id', is: 'integer' },
      { name: 'remark', is: 'text' },
      { name: 'isFreeze', title: 'frozen', is: 'boolean' },
      { name: 'createTime', title: 'created', is: 'time' },
      { name: 'isManagedSubAccount', title: 'managed', is: 'boolean' },
      { name: 'isAssetManagementSubAccount', title: 'asset management', is: 'boolean', hidden: true },
    ],
  },
  notes: ['A page has one row unless --limit says more; --all brings all of them.'],
});

export const status = endpoint({
  ...read,
  id: 'sub.status',
  summary: 'Whether sub-accounts are enabled, for margin and for futures',
  path: '/sapi/v1/sub-account/status',
  params: {
    email: factsParam(oneEmail),
  },
  view: {
    shape: 'rows',
    columns: [
      { name: 'email', is: 'text' },
      { name: 'isSubUserEnabled', title: 'enabled', is: 'boolean' },
      { name: 'isUserActive', title: 'active', is: 'boolean' },
      { name: 'isMarginEnabled', title: 'margin', is: 'boolean' },
      { name: 'isFutureEnabled', title: 'futures', is: 'boolean' },
      { name: 'insertTime', title: 'created', is: 'time' },
      { name: 'mobile', is: 'integer', hidden: true },
    ],
  },
});

export const spotSummary = endpoint({
  ...read,
  id: 'sub.spot-summary',
  summary: 'Spot balances of sub-accounts, in BTC',
  path: '/sapi/v1/sub-account/spotSummary',
  params: {
    email: factsParam(oneEmail),
    page: factsParam(page),
    size: factsParam(limit(10, 20)),
  },
  pages: { by: 'page', page: 'page', size: 'size' },
  view: {
    shape: 'rows',
    rowsAt: 'spotSubUserAssetBtcVoList',
    columns: [
      { name: 'email', is: 'text' },
      { name: 'totalAsset', title: 'assets in BTC', is: 'decimal' },
    ],
  },
  notes: ['The assets of the master account are in -o json.'],
});

export const marginAccount = endpoint({
  ...read,
  id: 'sub.margin.account',
  summary: 'The margin account of a sub-account',
  path: '/sapi/v1/sub-account/margin/account',
  params: { email: factsParam(requiredParam(email)) },
  view: {
    shape: 'record',
    columns: [
      { name: 'email', is: 'text' },
      { name: 'marginLevel', title: 'level', is: 'decimal' },
      ...marginTotals,
      { name: 'marginTradeCoeffVo', title: 'thresholds', is: 'text', wire: 'object', hidden: true },
      { name: 'marginUserAssetVoList', title: 'assets', is: 'text', wire: 'list', hidden: true },
    ],
  },
});

export const marginSummary = endpoint({
  ...read,
  id: 'sub.margin.summary',
  summary: 'Margin totals of all sub-accounts',
  path: '/sapi/v1/sub-account/margin/accountSummary',
  params: {},
  view: {
    shape: 'rows',
    rowsAt: 'subAccountList',
    headerFields: marginTotals,
    columns: [{ name: 'email', is: 'text' }, ...marginTotals],
  },
});

export const marginEnable = endpoint({
  ...write,
  id: 'sub.margin.enable',
  proof: enabledProof('isMarginEnabled'),
  summary: 'Open margin trading for a sub-account',
  inWords: 'Enable margin for the sub-account {email}',
  path: '/sapi/v1/sub-account/margin/enable',
  params: { email: factsParam(requiredParam(email)) },
  lookup: 'sub.status',
  view: {
    shape: 'record',
    columns: [
      { name: 'email', is: 'text' },
      { name: 'isMarginEnabled', title: 'margin', is: 'boolean' },
    ],
  },
});

/** The totals of futures accounts, of one sub-account or of all. */
export const futuresTotals = [
  { name: 'totalWalletBalance', title: 'wallet', is: 'decimal' },
  { name: 'totalUnrealizedProfit', title: 'unrealised PnL', is: 'decimal' },
  { name: 'totalMarginBalance', title: 'margin', is: 'decimal' },
  { name: 'totalInitialMargin', title: 'initial margin', is: 'decimal' },
  { name: 'totalMaintenanceMargin', title: 'maintenance margin', is: 'decimal' },
  { name: 'totalPositionInitialMargin', title: 'for positions', is: 'decimal', hidden: true },
  { name: 'totalOpenOrderInitialMargin', title: 'for orders', is: 'decimal', hidden: true },
] as const satisfies readonly Column[];

/** Which futures of a sub-account are meant. */
export const futuresType = {
  type: 'INT',
  about: 'Futures type',
  values: SUB_FUTURES_TYPES,
  meanings: { 1: 'USDT-margined', 2: 'coin-margined' },
} as const satisfies Param;

export const futuresAccount = endpoint({
  ...read,
  id: 'sub.futures.account',
  summary: 'The futures account of a sub-account',
  path: '/sapi/v1/sub-account/futures/account',
  params: {
    email: requiredParam(email),
    futuresType: { ...futuresType, default: 1 },
  },
  view: {
    shape: 'record',
    columns: [
      { name: 'email', is: 'text' },
      { name: 'asset', is: 'text' },
      ...futuresTotals,
      { name: 'maxWithdrawAmount', title: 'can be withdrawn', is: 'decimal' },
      { name: 'feeTier', title: 'fee tier', is: 'integer' },
      { name: 'canTrade', title: 'trade', is: 'boolean' },
      { name: 'canDeposit', title: 'deposit', is: 'boolean' },
      { name: 'canWithdraw', title: 'withdraw', is: 'boolean' },
      { name: 'updateTime', title: 'updated', is: 'time' },
      { name: 'assets', is: 'text', wire: 'list', hidden: true },
    ],
  },
});

export const futuresSummary = endpoint({
  ...read,
  id: 'sub.futures.summary',
  summary: 'Futures totals of all sub-accounts',
  path: '/sapi/v1/sub-account/futures/accountSummary',
  params: { page: todayParam(page), limit: todayParam({ type: 'INT', about: 'Number of rows', min: 1 }) },
  view: {
    shape: 'rows',
    rowsAt: 'subAccountList',
    headerFields: [...futuresTotals, { name: 'asset', title: 'in', is: 'text' }],
    columns: [{ name: 'email', is: 'text' }, ...futuresTotals, { name: 'asset', title: 'in', is: 'text' }],
  },
  notes: ['Live hosts require page and limit.'],
});

export const futuresPositions = endpoint({
  ...read,
  id: 'sub.futures.positions',
  summary: 'Futures positions of a sub-account',
  path: '/sapi/v1/sub-account/futures/positionRisk',
  params: { email: factsParam(requiredParam(email)) },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'positionAmount', title: 'amount', is: 'decimal' },
      { name: 'entryPrice', title: 'entry', is: 'decimal' },
      { name: 'markPrice', title: 'mark', is: 'decimal' },
      { name: 'unrealizedProfit', title: 'unrealised PnL', is: 'decimal' },
      { name: 'liquidationPrice', title: 'liquidation', is: 'decimal' },
      { name: 'leverage', is: 'decimal' },
      { name: 'maxNotional', title: 'max notional', is: 'decimal', hidden: true },
    ],
  },
});

export const futuresEnable = endpoint({
  ...write,
  id: 'sub.futures.enable',
  proof: enabledProof('isFuturesEnabled'),
  summary: 'Open futures trading for a sub-account',
  inWords: 'Enable futures for the sub-account {email}',
  path: '/sapi/v1/sub-account/futures/enable',
  params: { email: factsParam(requiredParam(email)) },
  lookup: 'sub.status',
  view: {
    shape: 'record',
    columns: [
      { name: 'email', is: 'text' },
      { name: 'isFuturesEnabled', title: 'futures', is: 'boolean' },
    ],
  },
});

export const subAccounts = [
  list,
  status,
  spotSummary,
  marginAccount,
  marginSummary,
  marginEnable,
  futuresAccount,
  futuresSummary,
  futuresPositions,
  futuresEnable,
] as const;
