/**
 * Transfers between a master and its sub-accounts (interface document, Sub-accounts; records from public
 * facts).
 */

import { DAY_MS } from '../../../core/time-units.ts';
import { FUNDS } from '../../engine/funds/engine.ts';
import { emailOf, type SubTransfer } from '../../engine/funds/sub-accounts.ts';
import type { UserWallet, Wallet } from '../../engine/funds/wallet-types.ts';
import type { User } from '../../engine/ledger/accounts.ts';
import { amountText } from '../../engine/ledger/amounts.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { invalidValue, marginPairName, requiredAmount, requiredAsset } from '../amounts.ts';
import { pageOf, rowsIn, windowOf } from '../history-pages.ts';
import { optionalInteger } from '../request-values.ts';
import { notAllowed, requestedSubAccount, requiredMaster, subAccountRegistry } from './values.ts';

/** The request handlers by endpoint id. */
export const subAccountTransferHandlers: Readonly<Record<string, Handler>> = {
  'sub.transfer.history': transferHistory,
  'sub.futures.transfer': futuresTransfer,
  'sub.transfer.to-sub': transferToSub,
  'sub.transfer.to-master': transferToMaster,
  'sub.transfer.universal': transferUniversal,
  'sub.transfer.universal-history': universalHistory,
  'sub.transfer.own-history': ownHistory,
  'sub.futures.internal-transfer': internalTransfer,
  'sub.futures.internal-history': internalHistory,
};

/** The source and target wallet of a futures transfer, by type (interface document, Sub-accounts). */
const FUTURES_TRANSFERS: Readonly<Record<string, readonly [Wallet, Wallet]>> = {
  '1': ['MAIN', 'UMFUTURE'],
  '2': ['UMFUTURE', 'MAIN'],
  '3': ['MAIN', 'CMFUTURE'],
  '4': ['CMFUTURE', 'MAIN'],
};

function futuresTransfer(call: SandboxCall): string {
  const user = requestedSubAccount(call);
  const [from, to] = FUTURES_TRANSFERS[call.params.get('type')!]!;
  const tranId = transferAsset(call, { user, wallet: from }, { user, wallet: to });
  return JSON.stringify({ txnId: String(tranId) });
}

function transferToSub(call: SandboxCall): string {
  const user = userOf(call);
  if (user.master === undefined) throw notAllowed();
  const to = subAccountRegistry(call).find(user.master, call.params.get('toEmail') ?? '', 'toEmail');
  if (to === user) throw invalidValue('toEmail');
  return JSON.stringify({ txnId: String(transferAsset(call, spotWallet(user), spotWallet(to))) });
}

function transferToMaster(call: SandboxCall): string {
  const user = userOf(call);
  if (user.master === undefined) throw notAllowed();
  return JSON.stringify({ txnId: String(transferAsset(call, spotWallet(user), spotWallet(user.master))) });
}

function transferUniversal(call: SandboxCall): string {
  const { params } = call;
  const master = requiredMaster(call);
  const from = requestedWallet(call, 'fromEmail', 'fromAccountType');
  const to = requestedWallet(call, 'toEmail', 'toAccountType');
  assertAllowedPair(master, from, to);
  const clientTranId = params.get('clientTranId');
  const subs = subAccountRegistry(call);
  if (clientTranId !== undefined && subs.hasClientId(master, clientTranId))
    throw invalidValue('clientTranId');
  const tranId = transferAsset(call, from, to, {
    isUniversal: true,
    ...(clientTranId === undefined ? {} : { clientTranId }),
  });
  if (clientTranId !== undefined) subs.recordClientId(master, clientTranId);
  return JSON.stringify({ tranId, ...(clientTranId === undefined ? {} : { clientTranId }) });
}

function requestedWallet(call: SandboxCall, email: string, type: string): UserWallet {
  const user = call.params.has(email) ? requestedSubAccount(call, email) : requiredMaster(call);
  switch (call.params.get(type)) {
    case 'USDT_FUTURE':
      return { user, wallet: 'UMFUTURE' };
    case 'COIN_FUTURE':
      return { user, wallet: 'CMFUTURE' };
    case 'MARGIN':
      return { user, wallet: 'MARGIN' };
    case 'ISOLATED_MARGIN':
      return { user, wallet: `ISOLATED ${marginPairName(call)}` };
    default:
      return spotWallet(user);
  }
}

/** Throws -1128 for wallets between which no transfer is allowed (public facts, Sub-accounts). */
function assertAllowedPair(master: User, from: UserWallet, to: UserWallet): void {
  const other = from.wallet === 'MAIN' ? to : from;
  const spot = from.wallet === 'MAIN' ? from : to;
  const isMargin = other.wallet === 'MARGIN' || other.wallet.startsWith('ISOLATED ');
  const isAllowed =
    spot.wallet === 'MAIN' &&
    (isMargin ? spot.user === master && other.user !== master : true) &&
    (from.wallet !== to.wallet || from.user !== to.user);
  if (!isAllowed) throw new SandboxRefusal(400, -1128, 'Combination of optional parameters invalid.');
}

/** Transfers the requested amount; throws -1002 if a wallet of a sub-account is not enabled. */
function transferAsset(
  call: SandboxCall,
  from: UserWallet,
  to: UserWallet,
  requestedAs: Pick<SubTransfer, 'isUniversal' | 'clientTranId'> = {},
): number {
  const { exchange, now } = call;
  const transferred = { asset: requiredAsset(call), amount: requiredAmount(call) };
  for (const { user, wallet } of [from, to]) if (!isEnabled(call, user, wallet)) throw notAllowed();
  const { transfers, subAccounts } = exchange.engines.get(FUNDS);
  const tranId = transfers.transferBetween(from, to, transferred, now);
  subAccounts.recordTransfer({
    tranId,
    from: from.user,
    to: to.user,
    ...transferred,
    time: now,
    ...(from.wallet === 'MAIN' ? {} : { fromWallet: from.wallet }),
    ...(to.wallet === 'MAIN' ? {} : { toWallet: to.wallet }),
    ...requestedAs,
  });
  return tranId;
}

function isEnabled(call: SandboxCall, user: User, wallet: Wallet): boolean {
  if (wallet === 'MAIN' || user.master === undefined) return true;
  const { isMarginEnabled, isFuturesEnabled } = subAccountRegistry(call).statusOf(user);
  return wallet === 'UMFUTURE' || wallet === 'CMFUTURE' ? isFuturesEnabled : isMarginEnabled;
}

function spotWallet(user: User): UserWallet {
  return { user, wallet: 'MAIN' };
}

function transferHistory(call: SandboxCall): string {
  const { params } = call;
  const user = userOf(call);
  const [from, to] = [params.get('fromEmail'), params.get('toEmail')];
  const window = {
    from: optionalInteger(call, 'startTime') ?? 0,
    to: optionalInteger(call, 'endTime') ?? call.now,
  };
  const all = subAccountRegistry(call).transfersOf(user.master ?? user);
  const rows = rowsIn(all, window, (one) => one.time).filter(
    (one) =>
      one.fromWallet === undefined &&
      one.toWallet === undefined &&
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

/** The span of a history without times, in ms (today's interface, sub-account rows). */
const SPAN_MS = 30 * DAY_MS;

/** The names of wallets in the histories of today's interface. */
const ACCOUNT_TYPES: Readonly<Record<string, string>> = {
  UMFUTURE: 'USDT_FUTURE',
  CMFUTURE: 'COIN_FUTURE',
  MARGIN: 'MARGIN',
};

function accountType(wallet: Wallet | undefined): string {
  if (wallet === undefined) return 'SPOT';
  return ACCOUNT_TYPES[wallet] ?? 'ISOLATED_MARGIN';
}

/** Lists universal transfers, the newest first; without addresses those out of the master account. */
function universalHistory(call: SandboxCall): string {
  const { params } = call;
  const master = requiredMaster(call);
  const [fromEmail, toEmail] = [params.get('fromEmail'), params.get('toEmail')];
  const clientTranId = params.get('clientTranId');
  const window = windowOf(call, 'startTime', 'endTime', SPAN_MS);
  const all = subAccountRegistry(call).transfersOf(master);
  const rows = rowsIn(all, window, (one) => one.time)
    .filter(
      (one) =>
        one.isUniversal === true &&
        (toEmail === undefined
          ? emailOf(one.from) === (fromEmail ?? emailOf(master))
          : emailOf(one.to) === toEmail) &&
        (clientTranId === undefined || one.clientTranId === clientTranId),
    )
    .toReversed();
  const result = pageOf(call, rows, 'page', 'limit').map((one) => ({
    tranId: one.tranId,
    fromEmail: emailOf(one.from),
    toEmail: emailOf(one.to),
    asset: one.asset,
    amount: amountText(one.amount),
    createTimeStamp: one.time,
    fromAccountType: accountType(one.fromWallet),
    toAccountType: accountType(one.toWallet),
    status: 'SUCCESS',
    clientTranId: one.clientTranId ?? '',
  }));
  return JSON.stringify({ result, totalCount: rows.length });
}

/** Lists transfers of the calling sub-account from or to other accounts, the newest first; none ever failed. */
function ownHistory(call: SandboxCall): string {
  const { params } = call;
  const user = userOf(call);
  if (user.master === undefined) throw notAllowed();
  const isIn = params.get('type') === '1';
  const asset = params.get('asset');
  const window = windowOf(call, 'startTime', 'endTime', SPAN_MS);
  const rows = rowsIn(subAccountRegistry(call).transfersOf(user.master), window, (one) => one.time)
    .filter(
      ({ from, to, asset: moved }) =>
        from !== to && (isIn ? to : from) === user && (asset === undefined || moved === asset),
    )
    .toReversed();
  return JSON.stringify(
    rows.slice(0, optionalInteger(call, 'limit')).map((one) => {
      const other = isIn ? one.from : one.to;
      return {
        counterParty: other.master === undefined ? 'master' : 'subAccount',
        email: emailOf(other),
        type: isIn ? 1 : 2,
        asset: one.asset,
        qty: amountText(one.amount),
        fromAccountType: accountType(one.fromWallet),
        toAccountType: accountType(one.toWallet),
        status: 'SUCCESS',
        tranId: one.tranId,
        time: one.time,
      };
    }),
  );
}

/** Returns the wallet that the parameter futuresType means. */
function futuresWallet({ params }: SandboxCall): 'UMFUTURE' | 'CMFUTURE' {
  return params.get('futuresType') === '2' ? 'CMFUTURE' : 'UMFUTURE';
}

/** Transfers between the futures wallets of two accounts of one master account, of which one may be the master. */
function internalTransfer(call: SandboxCall): string {
  const wallet = futuresWallet(call);
  const [from, to] = [requestedMember(call, 'fromEmail'), requestedMember(call, 'toEmail')];
  if (from === to) throw invalidValue('toEmail');
  const tranId = transferAsset(call, { user: from, wallet }, { user: to, wallet });
  return JSON.stringify({ success: true, txnId: String(tranId) });
}

/** Returns the master account or one of its sub-accounts, which the parameter names. */
function requestedMember(call: SandboxCall, param: string): User {
  const master = requiredMaster(call);
  return call.params.get(param) === emailOf(master) ? master : requestedSubAccount(call, param);
}

function internalHistory(call: SandboxCall): string {
  const user = requestedMember(call, 'email');
  const wallet = futuresWallet(call);
  const window = windowOf(call, 'startTime', 'endTime', SPAN_MS);
  const all = subAccountRegistry(call).transfersOf(requiredMaster(call));
  const rows = rowsIn(all, window, (one) => one.time)
    .filter(
      ({ from, to, fromWallet, toWallet }) =>
        from !== to && (from === user || to === user) && fromWallet === wallet && toWallet === wallet,
    )
    .toReversed();
  const transfers = pageOf(call, rows, 'page', 'limit').map((one) => ({
    from: emailOf(one.from),
    to: emailOf(one.to),
    asset: one.asset,
    qty: amountText(one.amount),
    tranId: one.tranId,
    time: one.time,
  }));
  return JSON.stringify({ success: true, futuresType: wallet === 'CMFUTURE' ? 2 : 1, transfers });
}
