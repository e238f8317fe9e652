/**
 * The margin account: what is held and owed, what may be borrowed, borrowing and repaying (interface document,
 * Margin; parameters that it leaves open and records from public facts, Margin).
 */
import { endpoint, required, signedOrKey } from '../define.ts';
import { IS_ISOLATED, TEXT_BOOLEANS } from '../enums/orders.ts';
import { MARGIN_TRANSFER_TYPES } from '../enums/wallets.ts';
import { accountRead, fundsMove } from '../heads.ts';
import {
  amount,
  asset,
  endTime,
  fromFacts,
  limit,
  page,
  startTime,
  symbol,
  timesInOrder,
} from '../params.ts';
import type { Column, Param } from '../types.ts';

const read = accountRead('margin');
const funds = fundsMove('margin');

const GONE_TODAY = 'The live service has replaced this path';

/** Whether an isolated account is meant; text in capitals, unlike other booleans. */
export const isIsolated = {
  type: 'STRING',
  about: 'Whether the isolated account of the symbol is meant, not the cross account',
  values: IS_ISOLATED,
} as const satisfies Param;

/** What an isolated account cannot go without. */
export const isolatedNeedsSymbol = {
  rule: 'needs-by-value',
  param: 'isIsolated',
  needs: { TRUE: ['symbol'] },
} as const;

const transaction = {
  shape: 'record',
  columns: [{ name: 'tranId', title: 'transaction', is: 'integer' }],
} as const;

const assetColumns = [
  { name: 'assetName', title: 'asset', is: 'text' },
  { name: 'assetFullName', title: 'name', is: 'text' },
  { name: 'isBorrowable', title: 'can be borrowed', is: 'boolean' },
  { name: 'isMortgageable', title: 'counts as collateral', is: 'boolean' },
  { name: 'userMinBorrow', title: 'least borrowed', is: 'decimal' },
  { name: 'userMinRepay', title: 'least repaid', is: 'decimal' },
  { name: 'delistTime', title: 'delisted', is: 'time', aside: true },
] as const satisfies readonly Column[];

const pairColumns = [
  { name: 'symbol', is: 'text' },
  { name: 'base', is: 'text' },
  { name: 'quote', is: 'text' },
  { name: 'isMarginTrade', title: 'margin', is: 'boolean' },
  { name: 'isBuyAllowed', title: 'buy', is: 'boolean' },
  { name: 'isSellAllowed', title: 'sell', is: 'boolean' },
  { name: 'id', is: 'integer', aside: true },
  { name: 'delistTime', title: 'delisted', is: 'time', aside: true },
] as const satisfies readonly Column[];

export const account = endpoint({
  ...read,
  id: 'margin.account',
  summary: 'The cross margin account: level, assets held and owed',
  path: '/sapi/v1/margin/account',
  weight: 10,
  params: {},
  view: {
    shape: 'rows',
    rowsAt: 'userAssets',
    heldBy: ['free', 'locked', 'borrowed', 'interest', 'netAsset'],
    columns: [
      { name: 'asset', is: 'text' },
      { name: 'free', is: 'decimal' },
      { name: 'locked', is: 'decimal' },
      { name: 'borrowed', is: 'decimal' },
      { name: 'interest', is: 'decimal' },
      { name: 'netAsset', title: 'net', is: 'decimal' },
    ],
  },
  notes: ['Tables show the assets; the margin level and the totals are in -o json.'],
});

export const marginAsset = endpoint({
  ...read,
  security: signedOrKey,
  id: 'margin.asset',
  summary: 'Whether and how little of an asset can be borrowed',
  path: '/sapi/v1/margin/asset',
  weight: 10,
  params: { asset: fromFacts(required(asset)) },
  view: { shape: 'record', columns: assetColumns },
});

export const marginPair = endpoint({
  ...read,
  security: signedOrKey,
  id: 'margin.pair',
  summary: 'Whether a pair can be traded on margin',
  path: '/sapi/v1/margin/pair',
  weight: 10,
  params: { symbol: fromFacts(required(symbol)) },
  view: { shape: 'record', columns: pairColumns },
});

export const priceIndex = endpoint({
  ...read,
  security: signedOrKey,
  id: 'margin.price-index',
  summary: 'The index price by which margin is valued',
  path: '/sapi/v1/margin/priceIndex',
  weight: 10,
  params: { symbol: fromFacts(required(symbol)) },
  view: {
    shape: 'record',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'price', is: 'decimal' },
      { name: 'calcTime', title: 'calculated', is: 'time' },
    ],
  },
});

export const allAssets = endpoint({
  ...read,
  security: signedOrKey,
  id: 'margin.all-assets',
  summary: 'Assets of margin trading, and which of them can be borrowed',
  path: '/sapi/v1/margin/allAssets',
  weight: 1,
  params: { asset: fromFacts({ ...asset, about: 'Asset; all of them where absent' }) },
  view: { shape: 'rows', columns: assetColumns },
});

export const allPairs = endpoint({
  ...read,
  security: signedOrKey,
  id: 'margin.all-pairs',
  summary: 'Pairs that can be traded on cross margin',
  path: '/sapi/v1/margin/allPairs',
  weight: 1,
  params: { symbol: fromFacts({ ...symbol, about: 'Trading pair; all of them where absent' }) },
  view: { shape: 'rows', columns: pairColumns },
});

export const transfer = endpoint({
  ...funds,
  id: 'margin.transfer',
  lookup: 'margin.account',
  summary: 'Move an asset between the spot and the cross margin account',
  path: '/sapi/v1/margin/transfer',
  weight: 600,
  params: {
    asset: required(asset),
    amount: required(amount),
    type: required({
      type: 'INT',
      about: 'Direction',
      values: MARGIN_TRANSFER_TYPES,
      meanings: { 1: 'spot to margin', 2: 'margin to spot' },
    }),
  },
  view: transaction,
  notes: [
    'A transfer has no id of your own: where its outcome is unclear, compare the balances of both accounts before it is sent again.',
    `${GONE_TODAY} by the universal transfer, types MAIN_MARGIN and MARGIN_MAIN.`,
  ],
});

const debtParams = {
  asset: required(asset),
  isIsolated: { ...isIsolated, default: 'FALSE' },
  symbol: { ...symbol, about: 'Trading pair of the isolated account' },
  amount: required(amount),
} as const;

export const borrow = endpoint({
  ...funds,
  id: 'margin.borrow',
  summary: 'Borrow an asset',
  path: '/sapi/v1/margin/loan',
  weight: 3000,
  params: debtParams,
  rules: [isolatedNeedsSymbol],
  seenIn: {
    noun: 'loan',
    query: 'margin.loans',
    by: 'values',
    asks: { asset: 'asset', isolatedSymbol: 'symbol' },
    repeats: { asset: 'asset', amount: 'principal' },
    time: 'timestamp',
  },
  view: transaction,
  notes: [
    'Interest accrues every hour, the first at once.',
    `${GONE_TODAY} by /sapi/v1/margin/borrow-repay with type BORROW.`,
  ],
});

export const repay = endpoint({
  ...funds,
  id: 'margin.repay',
  summary: 'Repay a borrowed asset, interest first',
  path: '/sapi/v1/margin/repay',
  weight: 3000,
  params: debtParams,
  rules: [isolatedNeedsSymbol],
  seenIn: {
    noun: 'repayment',
    query: 'margin.repayments',
    by: 'values',
    asks: { asset: 'asset', isolatedSymbol: 'symbol' },
    repeats: { asset: 'asset', amount: 'amount' },
    time: 'timestamp',
  },
  view: transaction,
  notes: [`${GONE_TODAY} by /sapi/v1/margin/borrow-repay with type REPAY.`],
});

const recordParams = {
  asset: fromFacts(required(asset)),
  isolatedSymbol: fromFacts({
    ...symbol,
    about: 'Trading pair of an isolated account; the cross account where absent',
  }),
  txId: fromFacts({ type: 'LONG', about: 'Transaction, as borrowing or repaying answered', min: 0 }),
  startTime: fromFacts(startTime),
  endTime: fromFacts(endTime),
  current: fromFacts(page),
  size: fromFacts(limit(10, 100)),
  archived: fromFacts({
    type: 'STRING',
    about: 'Whether old records that were put into the archive are meant',
    values: TEXT_BOOLEANS,
  }),
} as const;
const recordRules = [{ rule: 'at-least-one', of: ['txId', 'startTime'] }, timesInOrder] as const;
const recordPages = { by: 'page', page: 'current', size: 'size' } as const;
const NEWEST_FIRST = 'Newest first. A transaction goes before a start time.';

export const loans = endpoint({
  ...read,
  id: 'margin.loans',
  summary: 'What was borrowed',
  path: '/sapi/v1/margin/loan',
  weight: 10,
  weightFrom: 'facts',
  params: recordParams,
  rules: recordRules,
  pages: recordPages,
  view: {
    shape: 'rows',
    rowsAt: 'rows',
    columns: [
      { name: 'timestamp', title: 'time', is: 'time' },
      { name: 'txId', title: 'transaction', is: 'integer' },
      { name: 'asset', is: 'text' },
      { name: 'principal', is: 'decimal' },
      { name: 'status', is: 'text' },
      { name: 'isolatedSymbol', title: 'isolated', is: 'text' },
    ],
  },
  notes: [NEWEST_FIRST],
});

export const repayments = endpoint({
  ...read,
  id: 'margin.repayments',
  summary: 'What was repaid',
  path: '/sapi/v1/margin/repay',
  weight: 10,
  weightFrom: 'facts',
  params: recordParams,
  rules: recordRules,
  pages: recordPages,
  view: {
    shape: 'rows',
    rowsAt: 'rows',
    columns: [
      { name: 'timestamp', title: 'time', is: 'time' },
      { name: 'txId', title: 'transaction', is: 'integer' },
      { name: 'asset', is: 'text' },
      { name: 'amount', is: 'decimal' },
      { name: 'interest', is: 'decimal' },
      { name: 'principal', is: 'decimal' },
      { name: 'status', is: 'text' },
      { name: 'isolatedSymbol', title: 'isolated', is: 'text' },
    ],
  },
  notes: [NEWEST_FIRST],
});

export const marginAccount = [
  account,
  marginAsset,
  marginPair,
  priceIndex,
  allAssets,
  allPairs,
  transfer,
  borrow,
  repay,
  loans,
  repayments,
] as const;
