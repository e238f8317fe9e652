/** Deposits and withdrawals on chain (interface document, Wallet; records from public facts, Wallet). */

import { DAY_MS, HOUR_MS } from '../../../core/time-units.ts';
import { depositAddress } from '../../engine/funds/addresses.ts';
import { depositChainDetails, depositConfirmations } from '../../engine/funds/deposits.ts';
import { FUNDS } from '../../engine/funds/engine.ts';
import {
  addressPattern,
  type CoinNetwork,
  findNetwork,
  networksOf,
  TAG_PATTERN,
} from '../../engine/funds/networks.ts';
import type { Deposit, Withdrawal } from '../../engine/funds/planned-movements.ts';
import { withdrawalConfirmations } from '../../engine/funds/withdrawals.ts';
import type { User } from '../../engine/ledger/accounts.ts';
import { amountText } from '../../engine/ledger/amounts.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { invalidValue, missingParameter, requiredAmount, requiredAsset } from '../amounts.ts';
import { rowsIn, windowOf } from '../history-pages.ts';
import { requiredInteger } from '../request-values.ts';

/** The request handlers by endpoint id. */
export const fundsChainHandlers: Readonly<Record<string, Handler>> = {
  'funds.withdraw': (call) => JSON.stringify({ id: requestWithdrawal(call).id }),
  'funds.withdrawals': withdrawals,
  'funds.deposits': deposits,
  'funds.fast-withdraw.disable': (call) => setFastWithdrawal(call, false),
  'funds.fast-withdraw.enable': (call) => setFastWithdrawal(call, true),
};

/** The longest time window, in ms, and the longest with a client withdrawal id (public facts, Wallet). */
export const WINDOW_MS = 90 * DAY_MS;
const WINDOW_BY_ID_MS = 7 * DAY_MS;

function setFastWithdrawal(call: SandboxCall, isOn: boolean): string {
  call.exchange.engines.get(FUNDS).withdrawals.setFastWithdrawal(userOf(call), isOn);
  return '{}';
}

/** Starts the withdrawal that a call asks for; `questionnaire` holds the answers that the travel rule requires. */
export function requestWithdrawal(call: SandboxCall, questionnaire?: string): Withdrawal {
  const { params, exchange, now } = call;
  const user = userOf(call);
  const { withdrawals } = exchange.engines.get(FUNDS);
  const network = withdrawNetwork(call);
  const amount = requiredAmount(call);
  const { withdrawMin, withdrawMax, withdrawMultiple } = network;
  if (amount < withdrawMin || amount > withdrawMax || amount % withdrawMultiple !== 0n)
    throw invalidValue('amount');
  const { address, tag } = requiredAddress(call, network);
  const orderId = params.get('withdrawOrderId');
  // A client withdrawal id is valid once (our choice: not shown in the interface), which prevents duplicate
  // withdrawals.
  if (orderId !== undefined && withdrawals.hasOrderId(user, orderId)) throw invalidValue('withdrawOrderId');
  return withdrawals.requestWithdrawal(
    {
      user,
      wallet: params.get('walletType') === '1' ? 'FUNDING' : 'MAIN',
      network,
      amount,
      address,
      tag,
      orderId,
      note: params.get('name') ?? '',
      questionnaire,
      receiver: depositAddressOwner(call, network, address, tag),
      isFeeForReceiver: params.get('transactionFeeFlag') === 'true',
    },
    now,
  );
}

function withdrawNetwork(call: SandboxCall): CoinNetwork {
  const coin = requiredAsset(call, 'coin');
  if (networksOf(coin).length === 0) throw new SandboxRefusal(400, -4019, 'The asset is not supported.');
  const network = findNetwork(coin, call.params.get('network'));
  if (network === undefined) throw invalidValue('network');
  return network;
}

/** Returns the requested address and tag; throws if they do not have the form that the network requires. */
function requiredAddress({ params }: SandboxCall, { form }: CoinNetwork) {
  const address = params.get('address') ?? '';
  const tag = params.get('addressTag') ?? '';
  if (!new RegExp(addressPattern(form)).test(address)) throw invalidValue('address');
  if (form.usesTag !== true) {
    if (tag !== '') throw invalidValue('addressTag');
  } else if (tag === '') throw missingParameter('addressTag');
  else if (!new RegExp(TAG_PATTERN).test(tag)) throw invalidValue('addressTag');
  return { address, tag };
}

/** Returns the sandbox user who owns a deposit address; undefined for an external address. */
function depositAddressOwner(
  { exchange }: SandboxCall,
  network: CoinNetwork,
  address: string,
  tag: string,
): User | undefined {
  return exchange.accounts.users.find((user) => {
    const own = depositAddress(exchange.seed, user, network);
    return own.address.toLowerCase() === address.toLowerCase() && own.tag === tag;
  });
}

function withdrawals(call: SandboxCall): string {
  const { params, exchange, now } = call;
  const orderId = params.get('withdrawOrderId');
  const ids = params.get('idList')?.split(',');
  const spanMs = orderId === undefined ? WINDOW_MS : WINDOW_BY_ID_MS;
  const window = windowOf(call, 'startTime', 'endTime', spanMs);
  const hasBoth = params.has('startTime') && params.has('endTime');
  if (hasBoth && window.to - window.from > spanMs) {
    const text = `More than ${spanMs / HOUR_MS} hours between startTime and endTime.`;
    throw new SandboxRefusal(400, -1127, text);
  }
  const all = exchange.engines.get(FUNDS).withdrawals.of(userOf(call));
  const rows = rowsIn(all, window, (one) => one.applyTime).filter(
    (one) =>
      matchesFilters(call, one.network.coin, one.status) &&
      (orderId === undefined || one.orderId === orderId) &&
      (ids === undefined || ids.includes(one.id)),
  );
  return JSON.stringify(pageByOffset(call, rows).map((one) => withdrawalRecord(one, now)));
}

/**
 * Returns the record of a withdrawal; its amount is what arrives, without the fee (our choice: not shown in
 * the interface).
 */
export function withdrawalRecord(one: Withdrawal, now: number) {
  return {
    id: one.id,
    amount: amountText(one.amount - one.fee),
    transactionFee: amountText(one.fee),
    coin: one.network.coin,
    status: one.status,
    address: one.address,
    txId: one.txId,
    applyTime: utcText(one.applyTime),
    network: one.network.network,
    transferType: one.isInternal ? 1 : 0,
    ...(one.orderId === undefined ? {} : { withdrawOrderId: one.orderId }),
    info: one.info,
    confirmNo: withdrawalConfirmations(one, now),
    walletType: one.wallet === 'FUNDING' ? 1 : 0,
    txKey: '',
    ...(one.completeTime === undefined ? {} : { completeTime: utcText(one.completeTime) }),
  };
}

function deposits(call: SandboxCall): string {
  const { params, exchange, now } = call;
  const txId = params.get('txId');
  const window = windowOf(call, 'startTime', 'endTime', WINDOW_MS);
  const all = exchange.engines.get(FUNDS).deposits.of(userOf(call));
  const rows = rowsIn(all, window, (one) => one.insertTime).filter(
    (one) =>
      matchesFilters(call, one.coin, one.status) &&
      (txId === undefined || depositChainDetails(exchange.seed, one).txId === txId),
  );
  const withSource = params.get('includeSource') === 'true';
  return JSON.stringify(
    pageByOffset(call, rows).map((one) => depositRecord(exchange.seed, one, now, withSource)),
  );
}

function depositRecord(seed: number, one: Deposit, now: number, withSource: boolean) {
  const { network } = one;
  const chainDetails = depositChainDetails(seed, one);
  return {
    id: chainDetails.id,
    amount: amountText(one.amount),
    coin: one.coin,
    network: network.network,
    status: one.status,
    address: chainDetails.address,
    addressTag: chainDetails.tag,
    txId: chainDetails.txId,
    insertTime: one.insertTime,
    ...(one.completeTime === undefined ? {} : { completeTime: one.completeTime }),
    transferType: one.isInternal ? 1 : 0,
    confirmTimes: `${depositConfirmations(one, now)}/${network.confirmations}`,
    unlockConfirm: network.unlockConfirmations,
    walletType: one.wallet === 'FUNDING' ? 1 : 0,
    ...(withSource ? { sourceAddress: chainDetails.senderAddress } : {}),
  };
}

function matchesFilters({ params }: SandboxCall, coin: string, status: number): boolean {
  return (params.get('coin') ?? coin) === coin && (params.get('status') ?? String(status)) === String(status);
}

export function pageByOffset<R>(call: SandboxCall, rows: readonly R[]): readonly R[] {
  const offset = requiredInteger(call, 'offset');
  return rows.slice(offset, offset + requiredInteger(call, 'limit'));
}

/** Returns a time in the format of withdrawals, such as "2024-01-31 12:00:00" in UTC. */
function utcText(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}
