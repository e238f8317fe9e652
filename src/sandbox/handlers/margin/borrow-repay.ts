/** Loans, repayments and transfers of margin accounts by the calls of today (public facts, Margin today). */
import { DAY_MS, HOUR_MS } from '../../../core/time-units.ts';
import type { Wallet } from '../../engine/funds/wallet-types.ts';
import { amountText } from '../../engine/ledger/amounts.ts';
import type { LoanRecord, MarginAccount, RepaymentRecord } from '../../engine/margin/accounts.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { pageOf, rowsIn, type TimeWindow } from '../history-pages.ts';
import { optionalInteger } from '../request-values.ts';
import { type MarginMovement, movementsOf } from './movements.ts';
import {
  accountOf,
  marginAssetOf,
  marginEngineOf,
  requestedAccount,
  requiredMarginAmount,
} from './values.ts';

/** The request handlers by endpoint id. */
export const marginBorrowRepayHandlers: Readonly<Record<string, Handler>> = {
  'margin.borrow-repay': borrowRepay,
  'margin.borrow-repay.list': borrowRepays,
  'margin.transfers': transfers,
};

/** The longest time windows of histories, and the window of requests without times, in ms. */
const WINDOW_OF_ASSET_MS = 30 * DAY_MS;
const WINDOW_OF_ALL_MS = 7 * DAY_MS;
const WINDOW_DEFAULT_MS = 7 * DAY_MS;

function borrowRepay(call: SandboxCall): string {
  const [account, amount, asset] = [accountOf(call), requiredMarginAmount(call), marginAssetOf(call)];
  const engine = marginEngineOf(call);
  const tranId =
    call.params.get('type') === 'BORROW'
      ? engine.borrow(account, asset, amount, call.now)
      : engine.repay(account, asset, amount, call.now);
  return JSON.stringify({ tranId });
}

function borrowRepays(call: SandboxCall): string {
  const account = requestedAccount(call);
  const isBorrow = call.params.get('type') === 'BORROW';
  const asset = call.params.has('asset') ? marginAssetOf(call) : undefined;
  const txId = optionalInteger(call, 'txId');
  const records: readonly (LoanRecord | RepaymentRecord)[] = isBorrow ? account.loans : account.repayments;
  const ofAsset = records.filter((one) => asset === undefined || one.asset === asset);
  const longest = asset === undefined ? WINDOW_OF_ALL_MS : WINDOW_OF_ASSET_MS;
  const found =
    txId === undefined
      ? rowsIn(ofAsset, historyWindow(call, longest), ({ time }) => time)
      : ofAsset.filter(({ id }) => id === txId);
  return pageOfNewest(call, found, (record) => debtRecord(record, account));
}

function debtRecord(record: LoanRecord | RepaymentRecord, { pair }: MarginAccount) {
  const { id, asset, principal, time, cause } = record;
  const interest = 'interest' in record ? record.interest : 0n;
  return {
    type: cause,
    ...(pair === undefined ? {} : { isolatedSymbol: pair.name }),
    amount: amountText(principal + interest),
    asset,
    interest: amountText(interest),
    principal: amountText(principal),
    status: 'CONFIRMED',
    timestamp: time,
    txId: id,
  };
}

function transfers(call: SandboxCall): string {
  const account = requestedAccount(call);
  const { params } = call;
  const asset = params.has('asset') ? marginAssetOf(call) : undefined;
  const direction = params.get('type');
  const found = rowsIn(
    movementsOf(call, account),
    historyWindow(call, WINDOW_OF_ASSET_MS),
    ({ time }) => time,
  ).filter(
    (one) =>
      (asset === undefined || one.asset === asset) &&
      (direction === undefined || direction === directionOf(one)),
  );
  return pageOfNewest(call, found, (movement) => transferRecord(movement, account));
}

function directionOf({ amount }: MarginMovement): string {
  return amount > 0n ? 'ROLL_IN' : 'ROLL_OUT';
}

function transferRecord(movement: MarginMovement, { owner, pair }: MarginAccount) {
  const { id, time, asset, amount, otherWallet, isOtherUser } = movement;
  const own = pair === undefined ? CROSS : { word: ISOLATED_MARGIN, symbol: pair.name };
  const otherUserWord = owner.master === undefined ? 'SUB_SPOT' : 'MOTHER_SPOT';
  const other = isOtherUser ? { word: otherUserWord, symbol: undefined } : walletWord(otherWallet);
  const [from, to] = amount > 0n ? [other, own] : [own, other];
  return {
    amount: amountText(amount < 0n ? -amount : amount),
    asset,
    status: 'CONFIRMED',
    timestamp: time,
    txId: id,
    type: directionOf(movement),
    transFrom: from.word,
    transTo: to.word,
    ...(from.symbol === undefined ? {} : { fromSymbol: from.symbol }),
    ...(to.symbol === undefined ? {} : { toSymbol: to.symbol }),
  };
}

const ISOLATED_MARGIN = 'ISOLATED_MARGIN';
const CROSS = { word: 'CROSS_MARGIN', symbol: undefined } as const;

/** The names of wallets in transfer records. */
const WALLET_WORDS: Readonly<Partial<Record<Wallet, string>>> = {
  MAIN: 'SPOT',
  FUNDING: 'FUNDING',
  UMFUTURE: 'FUTURES',
  CMFUTURE: 'DELIVERY',
  OPTION: 'OPTION',
  MINING: 'MINING',
  MARGIN: CROSS.word,
};

function walletWord(wallet: Wallet): { readonly word: string; readonly symbol: string | undefined } {
  const word = WALLET_WORDS[wallet];
  return word === undefined
    ? { word: ISOLATED_MARGIN, symbol: wallet.slice('ISOLATED '.length) }
    : { word, symbol: undefined };
}

/**
 * Returns the requested time window; if only one bound is given, the window is as long as allowed (our
 * choice). Throws -1127 for a longer window.
 */
function historyWindow(call: SandboxCall, longestMs: number): TimeWindow {
  const start = optionalInteger(call, 'startTime');
  const end = optionalInteger(call, 'endTime');
  if (start === undefined) {
    const to = end ?? call.now;
    return { from: to - WINDOW_DEFAULT_MS, to };
  }
  if (end === undefined) return { from: start, to: start + longestMs };
  if (end - start <= longestMs) return { from: start, to: end };
  throw new SandboxRefusal(
    400,
    -1127,
    `More than ${longestMs / HOUR_MS} hours between startTime and endTime.`,
  );
}

/** Returns the requested page of records, newest first. */
function pageOfNewest<R>(
  call: SandboxCall,
  oldestFirst: readonly R[],
  toRecord: (record: R) => object,
): string {
  const rows = pageOf(call, [...oldestFirst].reverse(), 'current', 'size');
  return JSON.stringify({ rows: rows.map(toRecord), total: oldestFirst.length });
}
