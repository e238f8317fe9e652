/**
 * Transfers into and out of a margin account, loans and their repayment, and the records of these (interface
 * document, Margin; parameters that it leaves open and records from public facts, Margin).
 */
import { endpoint, requiredParam } from '../define.ts';
import { accountRead, fundsMove } from '../endpoint-defaults.ts';
import { TEXT_BOOLEANS } from '../enums/orders.ts';
import { MARGIN_TRANSFER_TYPES } from '../enums/wallets.ts';
import {
  amount,
  asset,
  endTime,
  factsParam,
  limit,
  page,
  startNotAfterEnd,
  startTime,
  symbol,
} from '../params.ts';
import { createdProof } from '../write-proofs.ts';
import { isIsolated, isolatedNeedsSymbol } from './isolated.ts';

const read = accountRead('margin');
const funds = fundsMove('margin');

/** The day on which the public hosts replaced loans, repayments and transfers (public facts, Margin). */
const REPLACED_ON = '2024-03-31';
const GONE_TODAY = 'Live hosts have replaced this path';

const transaction = {
  shape: 'record',
  columns: [{ name: 'tranId', title: 'transaction', is: 'integer' }],
} as const;

export const transfer = endpoint({
  ...funds,
  id: 'margin.transfer',
  proof: createdProof('tranId'),
  lookup: 'margin.account',
  summary: 'Move an asset between the spot and the cross margin account',
  inWords: 'Transfer {amount} {asset} from {type}',
  path: '/sapi/v1/margin/transfer',
  weight: 600,
  params: {
    asset: requiredParam(asset),
    amount: requiredParam(amount),
    type: requiredParam({
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
  today: {
    isGone: 404,
    since: REPLACED_ON,
    replacedBy: {
      endpoint: 'funds.transfer',
      values: { type: { 1: 'MAIN_MARGIN', 2: 'MARGIN_MAIN' } },
    },
  },
});

/**
 * Returns the declaration that an endpoint of today's interface replaces a loan or repayment, or a query of
 * them.
 */
function replacedBy(endpoint: string, sets: Readonly<Record<string, string>>) {
  return { isGone: 404, since: REPLACED_ON, replacedBy: { endpoint, sets } } as const;
}

const debtParams = {
  asset: requiredParam(asset),
  isIsolated: { ...isIsolated, default: 'FALSE' },
  symbol: { ...symbol, about: 'Trading pair of the isolated account' },
  amount: requiredParam(amount),
} as const;

export const borrow = endpoint({
  ...funds,
  id: 'margin.borrow',
  proof: createdProof('tranId'),
  likelyErrors: [-3008],
  summary: 'Borrow an asset',
  inWords: 'Borrow {amount} {asset}[ on isolated margin of {symbol}]',
  path: '/sapi/v1/margin/loan',
  weight: 3000,
  params: debtParams,
  rules: [isolatedNeedsSymbol],
  verifiedBy: {
    noun: 'loan',
    query: 'margin.loans',
    by: 'values',
    queryParams: { asset: 'asset', isolatedSymbol: 'symbol' },
    echoes: { asset: 'asset', amount: 'principal' },
    time: 'timestamp',
  },
  view: transaction,
  notes: [
    'Interest accrues every hour, the first at once.',
    `${GONE_TODAY} by /sapi/v1/margin/borrow-repay with type BORROW.`,
  ],
  today: replacedBy('margin.borrow-repay', { type: 'BORROW', isIsolated: 'FALSE' }),
});

export const repay = endpoint({
  ...funds,
  id: 'margin.repay',
  proof: createdProof('tranId'),
  summary: 'Repay a borrowed asset, interest first',
  inWords: 'Repay {amount} {asset}[ on isolated margin of {symbol}]',
  path: '/sapi/v1/margin/repay',
  weight: 3000,
  params: debtParams,
  rules: [isolatedNeedsSymbol],
  verifiedBy: {
    noun: 'repayment',
    query: 'margin.repayments',
    by: 'values',
    queryParams: { asset: 'asset', isolatedSymbol: 'symbol' },
    echoes: { asset: 'asset', amount: 'amount' },
    time: 'timestamp',
  },
  view: transaction,
  notes: [`${GONE_TODAY} by /sapi/v1/margin/borrow-repay with type REPAY.`],
  today: replacedBy('margin.borrow-repay', { type: 'REPAY', isIsolated: 'FALSE' }),
});

const recordParams = {
  asset: factsParam(requiredParam(asset)),
  isolatedSymbol: factsParam({
    ...symbol,
    about: 'Trading pair of an isolated account; the cross account if omitted',
  }),
  txId: factsParam({ type: 'LONG', about: 'Transaction, from the answer to the loan or repayment', min: 0 }),
  startTime: factsParam(startTime),
  endTime: factsParam(endTime),
  current: factsParam(page),
  size: factsParam(limit(10, 100)),
  archived: factsParam({
    type: 'STRING',
    about: 'Return archived records instead of recent ones',
    values: TEXT_BOOLEANS,
  }),
} as const;
const records = {
  weight: 10,
  weightFrom: 'facts',
  params: recordParams,
  rules: [{ rule: 'at-least-one', of: ['txId', 'startTime'] }, startNotAfterEnd],
  pages: { by: 'page', page: 'current', size: 'size' },
} as const;
const NEWEST_FIRST = 'Newest first. If a transaction id is given, the start time is ignored.';

export const loans = endpoint({
  ...read,
  id: 'margin.loans',
  summary: 'Loan history',
  path: '/sapi/v1/margin/loan',
  ...records,
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
  today: replacedBy('margin.borrow-repay.list', { type: 'BORROW' }),
});

export const repayments = endpoint({
  ...read,
  id: 'margin.repayments',
  summary: 'Repayment history',
  path: '/sapi/v1/margin/repay',
  ...records,
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
  today: replacedBy('margin.borrow-repay.list', { type: 'REPAY' }),
});

export const marginFunds = [transfer, borrow, repay, loans, repayments] as const;
