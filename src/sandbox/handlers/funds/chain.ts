/** Coins that come in and go out on chain (interface document, Wallet; records from public facts, Wallet). */

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
import { amountRequired, assetSent, badData, missing } from '../amounts-sent.ts';
import { integer } from '../call-values.ts';
import { rowsIn, windowOf } from '../history-pages.ts';

/** The handlers by endpoint id. */
export const fundsChainHandlers: Readonly<Record<string, Handler>> = {
  'funds.withdraw': withdraw,
  'funds.withdrawals': withdrawals,
  'funds.deposits': deposits,
  'funds.fast-withdraw.disable': (call) => switched(call, false),
  'funds.fast-withdraw.enable': (call) => switched(call, true),
};

/** The longest window, and the longest with an own id (public facts, Wallet). */
const WINDOW_MS = 90 * 86_400_000;
const WINDOW_BY_ID_MS = 7 * 86_400_000;

function switched(call: SandboxCall, isOn: boolean): string {
  call.exchange.engines.get(FUNDS).withdrawals.setFastWithdrawal(userOf(call), isOn);
  return '{}';
}

function withdraw(call: SandboxCall): string {
  const { params, exchange, now } = call;
  const user = userOf(call);
  const { withdrawals } = exchange.engines.get(FUNDS);
  const network = withdrawNetwork(call);
  const amount = amountRequired(call);
  const { withdrawMin, withdrawMax, withdrawMultiple } = network;
  if (amount < withdrawMin || amount > withdrawMax || amount % withdrawMultiple !== 0n)
    throw badData('amount');
  const { address, tag } = addressSent(call, network);
  const orderId = params.get('withdrawOrderId');
  // Each own id is taken once (choice: not shown in the interface), so that nothing is paid twice under one.
  if (orderId !== undefined && withdrawals.hasOrderId(user, orderId)) throw badData('withdrawOrderId');
  const { id } = withdrawals.requestWithdrawal(
    {
      user,
      wallet: params.get('walletType') === '1' ? 'FUNDING' : 'MAIN',
      network,
      amount,
      address,
      tag,
      orderId,
      note: params.get('name') ?? '',
      receiver: ownerOf(call, network, address, tag),
      isFeeForReceiver: params.get('transactionFeeFlag') === 'true',
    },
    now,
  );
  return JSON.stringify({ id });
}

function withdrawNetwork(call: SandboxCall): CoinNetwork {
  const coin = assetSent(call, 'coin');
  if (networksOf(coin).length === 0) throw new SandboxRefusal(400, -4019, 'The asset is not supported.');
  const network = findNetwork(coin, call.params.get('network'));
  if (network === undefined) throw badData('network');
  return network;
}

/** Returns an address of the network's form, with a tag where all users of the network share their addresses. */
function addressSent({ params }: SandboxCall, { form }: CoinNetwork) {
  const address = params.get('address') ?? '';
  const tag = params.get('addressTag') ?? '';
  if (!new RegExp(addressPattern(form)).test(address)) throw badData('address');
  if (form.usesTag !== true) {
    if (tag !== '') throw badData('addressTag');
  } else if (tag === '') throw missing('addressTag');
  else if (!new RegExp(TAG_PATTERN).test(tag)) throw badData('addressTag');
  return { address, tag };
}

/** Returns the user of the sandbox whose deposit address it is. */
function ownerOf(
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
    const text = `More than ${spanMs / 3_600_000} hours between startTime and endTime.`;
    throw new SandboxRefusal(400, -1127, text);
  }
  const all = exchange.engines.get(FUNDS).withdrawals.of(userOf(call));
  const rows = rowsIn(all, window, (one) => one.applyTime).filter(
    (one) =>
      isOf(call, one.network.coin, one.status) &&
      (orderId === undefined || one.orderId === orderId) &&
      (ids === undefined || ids.includes(one.id)),
  );
  return JSON.stringify(sliceOf(call, rows).map((one) => withdrawalRecord(one, now)));
}

/** What was withdrawn is what arrives: the amount asked for less the fee (choice: not shown in the interface). */
function withdrawalRecord(one: Withdrawal, now: number) {
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
      isOf(call, one.coin, one.status) &&
      (txId === undefined || depositChainDetails(exchange.seed, one).txId === txId),
  );
  const withSource = params.get('includeSource') === 'true';
  return JSON.stringify(sliceOf(call, rows).map((one) => depositRecord(exchange.seed, one, now, withSource)));
}

function depositRecord(seed: number, one: Deposit, now: number, withSource: boolean) {
  const { network } = one;
  const trail = depositChainDetails(seed, one);
  return {
    id: trail.id,
    amount: amountText(one.amount),
    coin: one.coin,
    network: network.network,
    status: one.status,
    address: trail.address,
    addressTag: trail.tag,
    txId: trail.txId,
    insertTime: one.insertTime,
    ...(one.completeTime === undefined ? {} : { completeTime: one.completeTime }),
    transferType: one.isInternal ? 1 : 0,
    confirmTimes: `${depositConfirmations(one, now)}/${network.confirmations}`,
    unlockConfirm: network.unlockConfirmations,
    walletType: one.wallet === 'FUNDING' ? 1 : 0,
    ...(withSource ? { sourceAddress: trail.senderAddress } : {}),
  };
}

function isOf({ params }: SandboxCall, coin: string, status: number): boolean {
  return (params.get('coin') ?? coin) === coin && (params.get('status') ?? String(status)) === String(status);
}

function sliceOf<R>(call: SandboxCall, rows: readonly R[]): readonly R[] {
  const offset = integer(call, 'offset');
  return rows.slice(offset, offset + integer(call, 'limit'));
}

/** Returns a time as the exchange writes it in withdrawals, such as "2024-01-31 12:00:00". */
function utcText(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}
