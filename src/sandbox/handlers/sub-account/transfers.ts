/** Assets moved between a master and its sub-accounts (interface document, Sub-accounts; records from public facts). */

import { FUNDS } from '../../engine/funds/engine.ts';
import { emailOf, type SubTransfer } from '../../engine/funds/sub-accounts.ts';
import type { UserWallet, Wallet } from '../../engine/funds/wallet-types.ts';
import type { User } from '../../engine/ledger/accounts.ts';
import { amountText } from '../../engine/ledger/amounts.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { amountRequired, assetSent, badData, marginPair } from '../amounts-sent.ts';
import { optional } from '../call-values.ts';
import { pageOf, rowsIn } from '../history-pages.ts';
import { masterOf, notAllowed, subAccountsOf, subOf } from './values.ts';

/** The handlers by endpoint id. */
export const subAccountTransferHandlers: Readonly<Record<string, Handler>> = {
  'sub.transfer.history': history,
  'sub.futures.transfer': futuresTransfer,
  'sub.transfer.to-sub': toSub,
  'sub.transfer.to-master': toMaster,
  'sub.transfer.universal': universal,
};

/** From which wallet to which, by type (interface document, Sub-accounts). */
const FUTURES_TRANSFERS: Readonly<Record<string, readonly [Wallet, Wallet]>> = {
  '1': ['MAIN', 'UMFUTURE'],
  '2': ['UMFUTURE', 'MAIN'],
  '3': ['MAIN', 'CMFUTURE'],
  '4': ['CMFUTURE', 'MAIN'],
};

function futuresTransfer(call: SandboxCall): string {
  const user = subOf(call);
  const [from, to] = FUTURES_TRANSFERS[call.params.get('type')!]!;
  const tranId = move(call, { user, wallet: from }, { user, wallet: to });
  return JSON.stringify({ txnId: String(tranId) });
}

function toSub(call: SandboxCall): string {
  const user = userOf(call);
  if (user.master === undefined) throw notAllowed();
  const to = subAccountsOf(call).find(user.master, call.params.get('toEmail') ?? '', 'toEmail');
  if (to === user) throw badData('toEmail');
  return JSON.stringify({ txnId: String(move(call, spotOf(user), spotOf(to))) });
}

function toMaster(call: SandboxCall): string {
  const user = userOf(call);
  if (user.master === undefined) throw notAllowed();
  return JSON.stringify({ txnId: String(move(call, spotOf(user), spotOf(user.master))) });
}

function universal(call: SandboxCall): string {
  const { params } = call;
  const master = masterOf(call);
  const from = placeSent(call, 'fromEmail', 'fromAccountType');
  const to = placeSent(call, 'toEmail', 'toAccountType');
  assertPair(master, from, to);
  const clientTranId = params.get('clientTranId');
  const subs = subAccountsOf(call);
  if (clientTranId !== undefined && subs.hasClientId(master, clientTranId)) throw badData('clientTranId');
  const tranId = move(call, from, to);
  if (clientTranId !== undefined) subs.recordClientId(master, clientTranId);
  return JSON.stringify({ tranId, ...(clientTranId === undefined ? {} : { clientTranId }) });
}

function placeSent(call: SandboxCall, email: string, type: string): UserWallet {
  const user = call.params.has(email) ? subOf(call, email) : masterOf(call);
  switch (call.params.get(type)) {
    case 'USDT_FUTURE':
      return { user, wallet: 'UMFUTURE' };
    case 'COIN_FUTURE':
      return { user, wallet: 'CMFUTURE' };
    case 'MARGIN':
      return { user, wallet: 'MARGIN' };
    case 'ISOLATED_MARGIN':
      return { user, wallet: `ISOLATED ${marginPair(call)}` };
    default:
      return spotOf(user);
  }
}

/** Which wallets a transfer may join (public facts, Sub-accounts). */
function assertPair(master: User, from: UserWallet, to: UserWallet): void {
  const other = from.wallet === 'MAIN' ? to : from;
  const spot = from.wallet === 'MAIN' ? from : to;
  const isMargin = other.wallet === 'MARGIN' || other.wallet.startsWith('ISOLATED ');
  const isAllowed =
    spot.wallet === 'MAIN' &&
    (isMargin ? spot.user === master && other.user !== master : true) &&
    (from.wallet !== to.wallet || from.user !== to.user);
  if (!isAllowed) throw new SandboxRefusal(400, -1128, 'Combination of optional parameters invalid.');
}

/** Moves what the call names; a sub-account's wallet that is not enabled takes nothing in. */
function move(call: SandboxCall, from: UserWallet, to: UserWallet): number {
  const { exchange, now } = call;
  const moved = { asset: assetSent(call), amount: amountRequired(call) };
  for (const { user, wallet } of [from, to]) if (!isEnabled(call, user, wallet)) throw notAllowed();
  const { transfers, subAccounts } = exchange.engines.get(FUNDS);
  const tranId = transfers.transferBetween(from, to, moved, now);
  if (from.wallet === 'MAIN' && to.wallet === 'MAIN') {
    subAccounts.recordTransfer({ tranId, from: from.user, to: to.user, ...moved, time: now });
  }
  return tranId;
}

function isEnabled(call: SandboxCall, user: User, wallet: Wallet): boolean {
  if (wallet === 'MAIN' || user.master === undefined) return true;
  const { isMarginEnabled, isFuturesEnabled } = subAccountsOf(call).statusOf(user);
  return wallet === 'UMFUTURE' || wallet === 'CMFUTURE' ? isFuturesEnabled : isMarginEnabled;
}

function spotOf(user: User): UserWallet {
  return { user, wallet: 'MAIN' };
}

function history(call: SandboxCall): string {
  const { params } = call;
  const user = userOf(call);
  const [from, to] = [params.get('fromEmail'), params.get('toEmail')];
  const window = { from: optional(call, 'startTime') ?? 0, to: optional(call, 'endTime') ?? call.now };
  const all = subAccountsOf(call).transfersOf(user.master ?? user);
  const rows = rowsIn(all, window, (one) => one.time).filter(
    (one) =>
      (user.master === undefined || one.from === user || one.to === user) &&
      (from === undefined || emailOf(one.from) === from) &&
      (to === undefined || emailOf(one.to) === to),
  );
  return JSON.stringify(pageOf(call, rows, 'page', 'limit').map(transferRecord));
}

function transferRecord({ from, to, asset, amount, tranId, time }: SubTransfer) {
  return {
    from: emailOf(from),
    to: emailOf(to),
    asset,
    qty: amountText(amount),
    status: 'SUCCESS',
    tranId,
    time,
  };
}
