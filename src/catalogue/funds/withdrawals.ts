/**
 * Deposits and withdrawals of coins on chain (interface document, Wallet; parameters that it leaves open and
 * records from public facts, Wallet).
 */
import { endpoint, requiredParam } from '../define.ts';
import { accountRead, fundsMove } from '../endpoint-defaults.ts';
import { DEPOSIT_STATUSES, WITHDRAW_STATUSES } from '../enums/wallets.ts';
import { endTime, factsParam, maxSpanRules, startTime, todayParam } from '../params.ts';
import { createdProof, creditProof } from '../write-proofs.ts';
import {
  chainCoin,
  chainNetwork,
  HISTORY_WINDOW_MS,
  rowOffset,
  thousandRows,
  withdrawalVerification,
  withdrawParams,
} from './chain-params.ts';
import { fundsTravelRule } from './travel-rule.ts';

const read = accountRead('funds');
const funds = fundsMove('funds');
const windowRules = maxSpanRules(HISTORY_WINDOW_MS);

export const withdraw = endpoint({
  ...funds,
  id: 'funds.withdraw',
  proof: createdProof('id'),
  networksFrom: 'funds.coins',
  requiredPermission: 'withdrawals',
  summary: 'Withdraw a coin to an address',
  inWords: 'Withdraw {amount} {coin} to {address}[ with tag {addressTag}][ on {network}]',
  path: '/sapi/v1/capital/withdraw/apply',
  weight: 600,
  today: { weight: 900, isWeighedByAccount: true },
  params: withdrawParams,
  verifiedBy: withdrawalVerification,
  view: { shape: 'record', columns: [{ name: 'id', title: 'withdrawal', is: 'text' }] },
  notes: [
    'A wrong address, network or missing tag loses the coins permanently: a withdrawal cannot be reversed.',
    'The fee is taken from the amount, which must be a multiple of withdrawIntegerMultiple and within withdrawMin and withdrawMax of the network. The key needs the permission to withdraw.',
  ],
});

export const deposits = endpoint({
  ...read,
  id: 'funds.deposits',
  summary: 'Deposits',
  path: '/sapi/v1/capital/deposit/hisrec',
  weight: 1,
  params: {
    coin: { ...chainCoin, about: 'Coin; all if omitted' },
    status: {
      type: 'INT',
      about: 'Status',
      values: DEPOSIT_STATUSES,
      meanings: { 0: 'pending', 6: 'confirmed', 1: 'credited' },
    },
    startTime,
    endTime,
    offset: rowOffset,
    limit: thousandRows,
    txId: factsParam({ type: 'STRING', about: 'Transaction on chain' }),
    includeSource: todayParam({ type: 'BOOLEAN', about: 'Include the source addresses in the answer' }),
  },
  rules: windowRules,
  pages: { by: 'offset', offset: 'offset', size: 'limit' },
  view: {
    shape: 'rows',
    columns: [
      { name: 'insertTime', title: 'time', is: 'time' },
      { name: 'coin', is: 'text' },
      { name: 'amount', is: 'decimal' },
      { name: 'network', is: 'text' },
      { name: 'status', is: 'integer' },
      { name: 'confirmTimes', title: 'confirmations', is: 'text' },
      { name: 'address', is: 'text', hidden: true },
      { name: 'addressTag', title: 'tag', is: 'text', hidden: true },
      { name: 'txId', title: 'transaction', is: 'text' },
      { name: 'id', is: 'text', hidden: true },
      { name: 'completeTime', title: 'completed', is: 'time', hidden: true },
      { name: 'transferType', title: 'internal', is: 'integer', hidden: true },
      { name: 'unlockConfirm', title: 'unlocked at', is: 'integer', hidden: true },
      { name: 'walletType', title: 'wallet', is: 'integer', hidden: true },
    ],
  },
  notes: [
    'A window spans at most 90 days.',
    'Live hosts also have the states 7 (wrong deposit) and 8 (waiting for the user); there 6 means credited but not yet withdrawable.',
  ],
});

export const withdrawals = endpoint({
  ...read,
  id: 'funds.withdrawals',
  summary: 'Withdrawals',
  path: '/sapi/v1/capital/withdraw/history',
  weight: 18000,
  isWeighedByAccount: true,
  params: {
    coin: { ...chainCoin, about: 'Coin; all if omitted' },
    withdrawOrderId: { type: 'STRING', about: 'Client id of a withdrawal' },
    status: {
      type: 'INT',
      about: 'Status',
      values: WITHDRAW_STATUSES,
      meanings: {
        0: 'e-mail confirmation',
        1: 'cancelled',
        2: 'awaiting approval',
        3: 'rejected',
        4: 'processing',
        5: 'failed',
        6: 'completed',
      },
    },
    startTime,
    endTime,
    offset: rowOffset,
    limit: thousandRows,
    idList: todayParam({
      type: 'ARRAY',
      about: "Withdrawals, from the withdrawal's answer",
      items: { type: 'STRING', about: 'Withdrawal' },
      separatedBy: 'commas',
      max: 45,
    }),
  },
  rules: windowRules,
  pages: { by: 'offset', offset: 'offset', size: 'limit' },
  view: {
    shape: 'rows',
    columns: [
      { name: 'applyTime', title: 'time', is: 'time', wire: 'text' },
      { name: 'coin', is: 'text' },
      { name: 'amount', is: 'decimal' },
      { name: 'transactionFee', title: 'fee', is: 'decimal' },
      { name: 'network', is: 'text' },
      { name: 'status', is: 'integer' },
      { name: 'address', is: 'text' },
      { name: 'txId', title: 'transaction', is: 'text', hidden: true },
      { name: 'id', title: 'withdrawal', is: 'text' },
      { name: 'withdrawOrderId', title: 'client id', is: 'text' },
      { name: 'info', is: 'text', hidden: true },
      { name: 'transferType', title: 'internal', is: 'integer', hidden: true },
      { name: 'confirmNo', title: 'confirmations', is: 'integer', hidden: true },
      { name: 'walletType', title: 'wallet', is: 'integer', hidden: true },
      { name: 'txKey', is: 'text', hidden: true },
      { name: 'completeTime', title: 'completed', is: 'time', wire: 'text', hidden: true },
    ],
  },
  notes: ['A window spans at most 90 days, or 7 with an id of your own. Times in the answer are UTC text.'],
});

export const depositAddress = endpoint({
  ...read,
  id: 'funds.deposit-address',
  summary: 'The address to which a coin is deposited',
  path: '/sapi/v1/capital/deposit/address',
  weight: 10,
  params: { coin: requiredParam(chainCoin), network: chainNetwork },
  view: {
    shape: 'record',
    columns: [
      { name: 'coin', is: 'text' },
      { name: 'address', is: 'text' },
      { name: 'tag', is: 'text' },
      { name: 'url', is: 'text' },
    ],
  },
});

const creditApplication = endpoint({
  product: 'funds',
  origin: 'today',
  id: 'funds.deposit.credit-apply',
  proof: creditProof,
  summary: 'Apply for the credit of a deposit to an expired address',
  inWords: 'Apply for the credit of the deposit {depositId|txId} to an expired address',
  method: 'POST',
  path: '/sapi/v1/capital/deposit/credit-apply',
  security: 'USER_DATA',
  effect: 'write',
  weight: 1,
  params: {
    depositId: todayParam({ type: 'LONG', about: 'Number of the deposit', min: 0 }),
    txId: todayParam({ type: 'STRING', about: 'Transaction of the deposit on chain' }),
    subAccountId: todayParam({ type: 'LONG', about: 'Number of the sub-account of the deposit', min: 0 }),
    subUserId: todayParam({ type: 'LONG', about: 'User number of the sub-account of the deposit', min: 0 }),
  },
  rules: [{ rule: 'at-least-one', of: ['depositId', 'txId'] }],
  lookup: 'funds.deposits',
  view: {
    shape: 'record',
    columns: [
      { name: 'success', is: 'boolean' },
      { name: 'data', title: 'accepted', is: 'boolean' },
      { name: 'code', is: 'text' },
      { name: 'message', is: 'text' },
    ],
  },
  unsimulated: 'deposit addresses of the sandbox do not expire',
});

export const fundsWithdrawals = [
  withdraw,
  deposits,
  withdrawals,
  depositAddress,
  creditApplication,
  ...fundsTravelRule,
] as const;
