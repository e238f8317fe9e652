/**
 * Transfers of assets between a master account and its sub-accounts (interface document, Sub-accounts;
 * parameters that it leaves open and records from public facts, Sub-accounts).
 */
import { endpoint, requiredParam } from '../define.ts';
import { accountRead, fundsMove } from '../endpoint-defaults.ts';
import { SUB_ACCOUNT_TYPES, SUB_FUTURES_TRANSFER_TYPES } from '../enums/wallets.ts';
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
import type { Param } from '../types.ts';
import { createdProof, universalTransferProof } from '../write-proofs.ts';
import { email } from './accounts.ts';

const funds = { ...fundsMove('sub'), weight: 1 } as const;

const UNCLEAR =
  'Where the outcome is unclear, look at the transfers and at both accounts before it is sent again.';

const fromEmail = { ...email, about: 'E-mail address of the source account' } as const;
const toEmail = { ...email, about: 'E-mail address of the destination account' } as const;
const wallet = {
  type: 'ENUM',
  about: 'Wallet',
  values: SUB_ACCOUNT_TYPES,
} as const satisfies Param;
const transaction = {
  shape: 'record',
  columns: [{ name: 'txnId', title: 'transaction', is: 'text' }],
} as const;

export const history = endpoint({
  ...accountRead('sub'),
  weight: 1,
  id: 'sub.transfer.history',
  summary: 'Transfers between the spot wallets of master and sub-accounts',
  path: '/sapi/v1/sub-account/sub/transfer/history',
  params: {
    fromEmail,
    toEmail,
    startTime,
    endTime,
    page,
    limit: limit(500, 500),
  },
  rules: [{ rule: 'at-most-one', of: ['fromEmail', 'toEmail'] }, startNotAfterEnd],
  pages: { by: 'page', page: 'page', size: 'limit' },
  view: {
    shape: 'rows',
    columns: [
      { name: 'time', is: 'time' },
      { name: 'from', is: 'text' },
      { name: 'to', is: 'text' },
      { name: 'asset', is: 'text' },
      { name: 'qty', title: 'amount', is: 'decimal' },
      { name: 'status', is: 'text' },
      { name: 'tranId', title: 'transaction', is: 'integer' },
    ],
  },
});

export const futuresTransfer = endpoint({
  ...funds,
  id: 'sub.futures.transfer',
  proof: createdProof('txnId'),
  lookup: 'sub.futures.account',
  summary: 'Move an asset between the spot and the futures wallet of a sub-account',
  inWords: 'Transfer {amount} {asset} of the sub-account {email}, {type}',
  path: '/sapi/v1/sub-account/futures/transfer',
  params: {
    email: requiredParam(email),
    asset: requiredParam(asset),
    amount: requiredParam(amount),
    type: requiredParam({
      type: 'INT',
      about: 'Direction',
      values: SUB_FUTURES_TRANSFER_TYPES,
      meanings: {
        1: 'spot to futures',
        2: 'futures to spot',
        3: 'spot to coin-margined',
        4: 'coin-margined to spot',
      },
    }),
  },
  view: transaction,
  notes: [UNCLEAR],
});

export const subToSub = endpoint({
  ...funds,
  id: 'sub.transfer.to-sub',
  proof: createdProof('txnId'),
  lookup: 'spot.account',
  summary: 'Move an asset from this sub-account to another one of the same master',
  inWords: 'Transfer {amount} {asset} to the sub-account {toEmail}',
  path: '/sapi/v1/sub-account/transfer/subToSub',
  params: {
    toEmail: factsParam(requiredParam(toEmail)),
    asset: factsParam(requiredParam(asset)),
    amount: factsParam(requiredParam(amount)),
  },
  view: transaction,
  notes: ['Sent with the key of the sub-account that makes the transfer.', UNCLEAR],
});

export const subToMaster = endpoint({
  ...funds,
  id: 'sub.transfer.to-master',
  proof: createdProof('txnId'),
  lookup: 'spot.account',
  summary: 'Move an asset from this sub-account to its master',
  inWords: 'Transfer {amount} {asset} to the master account',
  path: '/sapi/v1/sub-account/transfer/subToMaster',
  params: { asset: factsParam(requiredParam(asset)), amount: factsParam(requiredParam(amount)) },
  view: transaction,
  notes: ['Sent with the key of the sub-account that makes the transfer.', UNCLEAR],
});

export const universalTransfer = endpoint({
  ...funds,
  id: 'sub.transfer.universal',
  proof: universalTransferProof,
  summary: 'Move an asset between wallets of master and sub-accounts',
  inWords:
    'Transfer {amount} {asset} from {fromAccountType}[ of {fromEmail}] to {toAccountType}[ of {toEmail}][, {symbol}]',
  path: '/sapi/v1/sub-account/universalTransfer',
  today: { weight: 360, isWeighedByAccount: true },
  params: {
    fromEmail: {
      ...fromEmail,
      about: 'E-mail address of the source account; the master if omitted',
    },
    toEmail: { ...toEmail, about: 'E-mail address of the destination account; the master if omitted' },
    fromAccountType: requiredParam({ ...wallet, about: 'Source wallet' }),
    toAccountType: requiredParam({ ...wallet, about: 'Destination wallet' }),
    clientTranId: { type: 'STRING', about: 'Client id of the transfer; the exchange accepts each id once' },
    symbol: { ...symbol, about: 'Trading pair of an isolated margin wallet' },
    asset: requiredParam(asset),
    amount: requiredParam(amount),
  },
  rules: [
    { rule: 'needs-by-value', param: 'fromAccountType', needs: { ISOLATED_MARGIN: ['symbol'] } },
    { rule: 'needs-by-value', param: 'toAccountType', needs: { ISOLATED_MARGIN: ['symbol'] } },
  ],
  idempotencyKey: 'clientTranId',
  view: {
    shape: 'record',
    columns: [
      { name: 'tranId', title: 'transaction', is: 'integer' },
      { name: 'clientTranId', title: 'client id', is: 'text' },
    ],
  },
  notes: [
    'Between wallets of one kind at least one address is needed. SPOT goes to and from SPOT and both futures wallets; MARGIN and ISOLATED_MARGIN of a sub-account only to and from SPOT of the master.',
    'A transfer is always sent with an id, so that a second attempt with the same id cannot move the asset twice.',
  ],
});

export const subTransfers = [history, futuresTransfer, subToSub, subToMaster, universalTransfer] as const;
