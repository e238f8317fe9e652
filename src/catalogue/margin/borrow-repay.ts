/**
 * Loans, repayments and the records of transfers as the live interface has them (public facts, Margin today). The
 * interface document has one path for loans and another for repayments.
 */

import { DAY_MS } from '../../core/time-units.ts';
import { endpoint, requiredParam } from '../define.ts';
import { accountRead, fundsMove } from '../endpoint-defaults.ts';
import {
  amount,
  asset,
  endTime,
  limit,
  maxSpanRules,
  page,
  startTime,
  symbol,
  todayParam,
} from '../params.ts';
import { createdProof } from '../write-proofs.ts';
import { isIsolated, isolatedNeedsSymbol } from './isolated.ts';

const origin = 'today';
const DEBT_CHANGES = ['BORROW', 'REPAY'] as const;
const TRANSFER_DIRECTIONS = ['ROLL_IN', 'ROLL_OUT'] as const;

const debtChange = requiredParam({
  type: 'ENUM',
  about: 'Whether an amount is borrowed or repaid',
  values: DEBT_CHANGES,
});
const isolatedSymbol = {
  ...symbol,
  about: 'Trading pair of an isolated account; the cross account if omitted',
} as const;
const recordPages = {
  startTime: todayParam(startTime),
  endTime: todayParam(endTime),
  current: todayParam(page),
  size: todayParam(limit(10, 100)),
} as const;
const byPage = { by: 'page', page: 'current', size: 'size' } as const;

export const borrowRepay = endpoint({
  ...fundsMove('margin'),
  origin,
  id: 'margin.borrow-repay',
  proof: createdProof('tranId'),
  summary: 'Borrow an asset, or repay it, interest first',
  inWords: '{type} {amount} {asset}, isolated margin {isIsolated}[ of {symbol}]',
  path: '/sapi/v1/margin/borrow-repay',
  weight: 1500,
  isWeighedByAccount: true,
  likelyErrors: [-3008],
  params: {
    type: todayParam(debtChange),
    asset: todayParam(requiredParam(asset)),
    amount: todayParam(requiredParam(amount)),
    isIsolated: todayParam(requiredParam({ ...isIsolated, default: 'FALSE' })),
    symbol: todayParam({ ...symbol, about: 'Trading pair of the isolated account' }),
  },
  rules: [isolatedNeedsSymbol],
  verifiedBy: {
    noun: 'loan or repayment',
    query: 'margin.borrow-repay.list',
    by: 'values',
    queryParams: { type: 'type', asset: 'asset', isolatedSymbol: 'symbol' },
    echoes: { asset: 'asset', amount: 'amount' },
    time: 'timestamp',
  },
  view: { shape: 'record', columns: [{ name: 'tranId', title: 'transaction', is: 'integer' }] },
  notes: ['Interest accrues every hour, the first at once.'],
});

export const borrowRepays = endpoint({
  ...accountRead('margin'),
  origin,
  id: 'margin.borrow-repay.list',
  summary: 'Loans or repayments, those of orders included',
  path: '/sapi/v1/margin/borrow-repay',
  weight: 10,
  params: {
    type: todayParam(debtChange),
    asset: todayParam({ ...asset, about: 'Asset; all if omitted' }),
    isolatedSymbol: todayParam(isolatedSymbol),
    txId: todayParam({ type: 'LONG', about: 'Transaction id; if given, the start time is ignored', min: 0 }),
    ...recordPages,
  },
  rules: maxSpanRules(30 * DAY_MS),
  pages: byPage,
  view: {
    shape: 'rows',
    rowsAt: 'rows',
    columns: [
      { name: 'timestamp', title: 'time', is: 'time' },
      { name: 'txId', title: 'transaction', is: 'integer' },
      { name: 'type', is: 'text' },
      { name: 'asset', is: 'text' },
      { name: 'amount', is: 'decimal' },
      { name: 'principal', is: 'decimal' },
      { name: 'interest', is: 'decimal' },
      { name: 'status', is: 'text' },
      { name: 'isolatedSymbol', title: 'isolated', is: 'text' },
    ],
  },
  notes: [
    'Newest first. The type AUTO is that of orders and liquidations, MANUAL that of calls.',
    'Without times the last 7 days are answered; at most 30 days of one asset, or 7 days of all.',
  ],
});

export const transfers = endpoint({
  ...accountRead('margin'),
  origin,
  id: 'margin.transfers',
  summary: 'Transfers into and out of a margin account',
  path: '/sapi/v1/margin/transfer',
  weight: 1,
  params: {
    asset: todayParam({ ...asset, about: 'Asset; all if omitted' }),
    type: todayParam({
      type: 'ENUM',
      about: 'Direction; both if omitted',
      values: TRANSFER_DIRECTIONS,
      meanings: { ROLL_IN: 'into the margin account', ROLL_OUT: 'out of it' },
    }),
    isolatedSymbol: todayParam(isolatedSymbol),
    ...recordPages,
  },
  rules: maxSpanRules(30 * DAY_MS),
  pages: byPage,
  view: {
    shape: 'rows',
    rowsAt: 'rows',
    columns: [
      { name: 'timestamp', title: 'time', is: 'time' },
      { name: 'txId', title: 'transaction', is: 'integer' },
      { name: 'type', is: 'text' },
      { name: 'asset', is: 'text' },
      { name: 'amount', is: 'decimal' },
      { name: 'transFrom', title: 'from', is: 'text' },
      { name: 'fromSymbol', title: 'of', is: 'text', hidden: true },
      { name: 'transTo', title: 'to', is: 'text' },
      { name: 'toSymbol', title: 'into', is: 'text', hidden: true },
      { name: 'status', is: 'text' },
    ],
  },
  notes: ['Newest first. Without times the last 7 days are answered; at most 30 days.'],
});

export const marginBorrowRepay = [borrowRepay, borrowRepays, transfers] as const;
