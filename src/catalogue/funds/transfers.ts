/**
 * Transfers between the wallets of an account (interface document, Wallet; parameters that it leaves open and records
 * from public facts, Wallet).
 */
import { endpoint, requiredParam } from '../define.ts';
import { accountRead, fundsMove } from '../endpoint-defaults.ts';
import {
  FUNDING_TRANSFER_TYPES,
  ISOLATED_TRANSFER_TYPES,
  OPTION_TRANSFER_TYPES,
  UNIVERSAL_TRANSFER_TYPES,
} from '../enums/wallets.ts';
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
import { createdProof } from '../write-proofs.ts';

const read = accountRead('funds');
const funds = fundsMove('funds');

const RENAMED = 'MAIN is the spot wallet; live hosts write FUNDING instead of C2C.';

const transferSymbols = {
  fromSymbol: { ...symbol, about: 'Trading pair of the isolated account that the asset leaves' },
  toSymbol: { ...symbol, about: 'Trading pair of the isolated account that receives the asset' },
} as const;
const transferType = {
  type: 'ENUM',
  about: 'From which wallet to which',
  values: UNIVERSAL_TRANSFER_TYPES,
  today: { alsoValues: [...FUNDING_TRANSFER_TYPES, ...OPTION_TRANSFER_TYPES, ...ISOLATED_TRANSFER_TYPES] },
} as const satisfies Param;
const transferRules = [
  {
    rule: 'needs-by-value',
    param: 'type',
    needs: {
      ISOLATEDMARGIN_MARGIN: ['fromSymbol'],
      ISOLATEDMARGIN_ISOLATEDMARGIN: ['fromSymbol', 'toSymbol'],
    },
  },
] as const;

export const transfer = endpoint({
  ...funds,
  id: 'funds.transfer',
  proof: createdProof('tranId'),
  summary: 'Move an asset between wallets of the account',
  inWords: 'Transfer {amount} {asset}, {type}[ from {fromSymbol}][ to {toSymbol}]',
  path: '/sapi/v1/asset/transfer',
  weight: 1,
  today: { weight: 900, isWeighedByAccount: true },
  params: {
    type: requiredParam(transferType),
    asset: requiredParam(asset),
    amount: requiredParam(amount),
    ...transferSymbols,
  },
  rules: transferRules,
  verifiedBy: {
    noun: 'transfer',
    query: 'funds.transfers',
    by: 'values',
    queryParams: { type: 'type', fromSymbol: 'fromSymbol', toSymbol: 'toSymbol' },
    echoes: { type: 'type', asset: 'asset', amount: 'amount' },
    time: 'timestamp',
  },
  view: { shape: 'record', columns: [{ name: 'tranId', title: 'transaction', is: 'integer' }] },
  notes: [
    RENAMED,
    'A transfer has no client id: an unclear outcome is resolved by values and time in the list of transfers.',
  ],
});

export const transfers = endpoint({
  ...read,
  id: 'funds.transfers',
  summary: 'Transfers between wallets of the account',
  path: '/sapi/v1/asset/transfer',
  weight: 1,
  params: {
    type: factsParam(requiredParam(transferType)),
    startTime: factsParam(startTime),
    endTime: factsParam(endTime),
    current: factsParam(page),
    size: factsParam(limit(10, 100)),
    fromSymbol: factsParam(transferSymbols.fromSymbol),
    toSymbol: factsParam(transferSymbols.toSymbol),
  },
  rules: [...transferRules, startNotAfterEnd],
  pages: { by: 'page', page: 'current', size: 'size' },
  view: {
    shape: 'rows',
    rowsAt: 'rows',
    columns: [
      { name: 'timestamp', title: 'time', is: 'time' },
      { name: 'type', is: 'text' },
      { name: 'asset', is: 'text' },
      { name: 'amount', is: 'decimal' },
      { name: 'status', is: 'text' },
      { name: 'tranId', title: 'transaction', is: 'integer' },
    ],
  },
  notes: ['The last six months can be queried; without times the last 7 days are answered.', RENAMED],
});

export const fundsTransfers = [transfer, transfers] as const;
