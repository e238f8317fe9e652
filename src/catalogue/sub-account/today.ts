/**
 * Calls about sub-accounts that only today's interface has: balances, futures accounts of both kinds, transfers and
 * deposits (today's interface, sub-account rows).
 */
import { DAY_MS } from '../../core/time-units.ts';
import { endpoint, requiredParam } from '../define.ts';
import { accountRead, fundsMove } from '../endpoint-defaults.ts';
import { depositAddress, deposits } from '../funds/withdrawals.ts';
import {
  amount,
  asset,
  endTime,
  limit,
  maxSpanRules,
  page,
  startNotAfterEnd,
  startTime,
  todayParam,
} from '../params.ts';
import type { Column } from '../types.ts';
import { futuresTransferProof } from '../write-proofs.ts';
import { email, futuresTotals, futuresType } from './accounts.ts';

const MONTH_MS = 30 * DAY_MS;

const read = { ...accountRead('sub'), origin: 'today', weight: 1 } as const;
const subAccount = todayParam(requiredParam(email));
const kind = todayParam(requiredParam(futuresType));
const window = { startTime: todayParam(startTime), endTime: todayParam(endTime) } as const;
const pages = { by: 'page', page: 'page', size: 'limit' } as const;
const NOTE = 'The answer for coin-margined futures has fields of its own; -o json shows both kinds in full.';

/** Returns columns of one of the two objects of an answer. */
function within<const C extends readonly Column[]>(name: string, columns: C) {
  return columns.map((column) => ({
    ...column,
    name: `${name}.${column.name}`,
    title: column.title ?? column.name,
  }));
}

const accountColumns = [
  { name: 'email', is: 'text' },
  { name: 'feeTier', title: 'fee tier', is: 'integer' },
  { name: 'canTrade', title: 'trade', is: 'boolean' },
  { name: 'canDeposit', title: 'deposit', is: 'boolean' },
  { name: 'canWithdraw', title: 'withdraw', is: 'boolean' },
  { name: 'updateTime', title: 'updated', is: 'time' },
  { name: 'assets', is: 'text', wire: 'list' },
] as const satisfies readonly Column[];

const assets = endpoint({
  ...read,
  id: 'sub.assets',
  summary: 'Spot balances of a sub-account',
  path: '/sapi/v4/sub-account/assets',
  weight: 60,
  isWeighedByAccount: true,
  params: { email: subAccount },
  view: {
    shape: 'rows',
    rowsAt: 'balances',
    columns: [
      { name: 'asset', is: 'text' },
      { name: 'free', is: 'decimal' },
      { name: 'locked', is: 'decimal' },
      { name: 'freeze', title: 'frozen', is: 'decimal' },
      { name: 'withdrawing', is: 'decimal' },
    ],
  },
});

const futuresAccount = endpoint({
  ...read,
  id: 'sub.futures.account-v2',
  summary: 'The USD-M or COIN-M account of a sub-account (v2 endpoint)',
  path: '/sapi/v2/sub-account/futures/account',
  params: { email: subAccount, futuresType: kind },
  view: {
    shape: 'record',
    columns: [
      ...within('futureAccountResp', [...accountColumns, ...futuresTotals]),
      ...within('deliveryAccountResp', accountColumns),
    ],
  },
  notes: [NOTE],
});

const futuresSummary = endpoint({
  ...read,
  id: 'sub.futures.summary-v2',
  summary: 'USD-M or COIN-M totals of all sub-accounts (v2 endpoint)',
  path: '/sapi/v2/sub-account/futures/accountSummary',
  weight: 10,
  params: { futuresType: kind, page: todayParam(page), limit: todayParam(limit(10, 20)) },
  view: {
    shape: 'record',
    columns: [
      ...within('futureAccountSummaryResp', [
        ...futuresTotals,
        { name: 'asset', title: 'in', is: 'text' },
        { name: 'subAccountList', title: 'sub-accounts', is: 'text', wire: 'list' },
      ]),
      ...within('deliveryAccountSummaryResp', [
        { name: 'totalWalletBalanceOfBTC', title: 'wallet', is: 'decimal' },
        { name: 'totalUnrealizedProfitOfBTC', title: 'unrealised PnL', is: 'decimal' },
        { name: 'totalMarginBalanceOfBTC', title: 'margin', is: 'decimal' },
        { name: 'asset', title: 'in', is: 'text' },
        { name: 'subAccountList', title: 'sub-accounts', is: 'text', wire: 'list' },
      ]),
    ],
  },
  notes: [NOTE],
});

const futuresPositions = endpoint({
  ...read,
  id: 'sub.futures.positions-v2',
  summary: 'USD-M or COIN-M positions of a sub-account (v2 endpoint)',
  path: '/sapi/v2/sub-account/futures/positionRisk',
  params: { email: subAccount, futuresType: kind },
  view: {
    shape: 'record',
    columns: [
      { name: 'futurePositionRiskVos', title: 'USD-M positions', is: 'text', wire: 'list' },
      { name: 'deliveryPositionRiskVos', title: 'COIN-M positions', is: 'text', wire: 'list' },
    ],
  },
  notes: [NOTE],
});

const universalHistory = endpoint({
  ...read,
  id: 'sub.transfer.universal-history',
  summary: 'Universal transfers of master and sub-accounts',
  path: '/sapi/v1/sub-account/universalTransfer',
  params: {
    fromEmail: todayParam({ ...email, about: 'E-mail address of the source account' }),
    toEmail: todayParam({ ...email, about: 'E-mail address of the destination account' }),
    clientTranId: todayParam({ type: 'STRING', about: 'Client id of the transfer' }),
    ...window,
    page: todayParam(page),
    limit: todayParam(limit(500, 500)),
  },
  rules: [{ rule: 'at-most-one', of: ['fromEmail', 'toEmail'] }, ...maxSpanRules(MONTH_MS)],
  pages,
  view: {
    shape: 'rows',
    rowsAt: 'result',
    columns: [
      { name: 'createTimeStamp', title: 'time', is: 'time' },
      { name: 'fromEmail', title: 'from', is: 'text' },
      { name: 'fromAccountType', title: 'wallet', is: 'text' },
      { name: 'toEmail', title: 'to', is: 'text' },
      { name: 'toAccountType', title: 'to wallet', is: 'text' },
      { name: 'asset', is: 'text' },
      { name: 'amount', is: 'decimal' },
      { name: 'status', is: 'text' },
      { name: 'tranId', title: 'transaction', is: 'integer' },
      { name: 'clientTranId', title: 'client id', is: 'text' },
    ],
  },
  notes: ['Without an address the transfers out of the master account are listed.'],
});

const ownHistory = endpoint({
  ...read,
  id: 'sub.transfer.own-history',
  summary: 'Transfers of this sub-account from or to other accounts of its master',
  path: '/sapi/v1/sub-account/transfer/subUserHistory',
  params: {
    asset: todayParam({ ...asset, about: 'Asset; all if omitted' }),
    type: todayParam({
      type: 'INT',
      about: 'Direction',
      values: [1, 2],
      meanings: { 1: 'received', 2: 'sent' },
      default: 2,
    }),
    ...window,
    limit: todayParam(limit(500, 500)),
    returnFailHistory: todayParam({
      type: 'BOOLEAN',
      about: 'Include transfers that failed',
      default: false,
    }),
  },
  rules: [startNotAfterEnd],
  view: {
    shape: 'rows',
    columns: [
      { name: 'time', is: 'time' },
      { name: 'counterParty', title: 'other account', is: 'text' },
      { name: 'email', is: 'text' },
      { name: 'type', title: 'direction', is: 'integer' },
      { name: 'asset', is: 'text' },
      { name: 'qty', title: 'amount', is: 'decimal' },
      { name: 'fromAccountType', title: 'from wallet', is: 'text' },
      { name: 'toAccountType', title: 'to wallet', is: 'text' },
      { name: 'status', is: 'text' },
      { name: 'tranId', title: 'transaction', is: 'integer' },
    ],
  },
  notes: ['Sent with the key of the sub-account. The direction 1 is received, 2 is sent.'],
});

const internalHistory = endpoint({
  ...read,
  id: 'sub.futures.internal-history',
  summary: 'Transfers between the futures wallets of a sub-account and of other accounts',
  path: '/sapi/v1/sub-account/futures/internalTransfer',
  params: {
    email: subAccount,
    futuresType: kind,
    ...window,
    page: todayParam(page),
    limit: todayParam(limit(50, 500)),
  },
  rules: [startNotAfterEnd],
  pages,
  view: {
    shape: 'rows',
    rowsAt: 'transfers',
    columns: [
      { name: 'time', is: 'time' },
      { name: 'from', is: 'text' },
      { name: 'to', is: 'text' },
      { name: 'asset', is: 'text' },
      { name: 'qty', title: 'amount', is: 'decimal' },
      { name: 'tranId', title: 'transaction', is: 'integer' },
    ],
  },
});

const internalTransfer = endpoint({
  ...fundsMove('sub'),
  origin: 'today',
  weight: 1,
  id: 'sub.futures.internal-transfer',
  proof: futuresTransferProof,
  lookup: 'sub.futures.internal-history',
  summary: 'Move an asset between the futures wallets of two accounts of one master',
  inWords: 'Transfer {amount} {asset} from {fromEmail} to {toEmail}, both {futuresType} futures wallets',
  path: '/sapi/v1/sub-account/futures/internalTransfer',
  params: {
    fromEmail: todayParam(requiredParam({ ...email, about: 'E-mail address of the source account' })),
    toEmail: todayParam(requiredParam({ ...email, about: 'E-mail address of the destination account' })),
    futuresType: kind,
    asset: todayParam(requiredParam(asset)),
    amount: todayParam(requiredParam(amount)),
  },
  view: {
    shape: 'record',
    columns: [
      { name: 'txnId', title: 'transaction', is: 'text' },
      { name: 'success', is: 'boolean' },
    ],
  },
  notes: [
    'Where the outcome is unclear, look at the transfers and at both accounts before it is sent again.',
  ],
});

const { coin, network } = depositAddress.params;

const subDepositAddress = endpoint({
  ...read,
  id: 'sub.deposit.address',
  summary: 'The address to which a coin is deposited for a sub-account',
  path: '/sapi/v1/capital/deposit/subAddress',
  params: {
    email: subAccount,
    coin: todayParam(coin),
    network: todayParam(network),
    amount: todayParam({ ...amount, about: 'Amount of the deposit, for networks that want to know it' }),
  },
  view: depositAddress.view!,
});

const { status, offset, limit: rows, txId, includeSource: _includeSource } = deposits.params;

const subDeposits = endpoint({
  ...read,
  id: 'sub.deposit.history',
  summary: 'Deposits of a sub-account',
  path: '/sapi/v1/capital/deposit/subHisrec',
  params: {
    email: subAccount,
    coin: todayParam(deposits.params.coin),
    status: todayParam(status),
    ...window,
    offset: todayParam(offset),
    limit: todayParam(rows),
    txId: todayParam(txId),
  },
  rules: maxSpanRules(3 * MONTH_MS),
  pages: deposits.pages!,
  view: deposits.view!,
  notes: deposits.notes!,
});

export const subToday = [
  assets,
  futuresAccount,
  futuresSummary,
  futuresPositions,
  universalHistory,
  ownHistory,
  internalHistory,
  internalTransfer,
  subDepositAddress,
  subDeposits,
] as const;
