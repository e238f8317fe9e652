/** Payments into and out of users' wallets; each notifies the engines and the user data streams. */
import type { Exchange } from '../exchange.ts';
import { freeBalance, type LedgerAccount } from '../ledger/postings.ts';
import { createRefusal, type Refusal } from '../refusal.ts';
import { emitMovement } from './user-events.ts';
import { type Amount, accountOf, type UserWallet } from './wallet-types.ts';

/** Returns the amount that may leave a wallet: the free balance, less what positions and debts require. */
export function transferableAmount(
  { accounts, engines }: Exchange,
  userWallet: UserWallet,
  asset: string,
): bigint {
  const free = freeBalance(accountOf(accounts, userWallet), asset);
  const transferable =
    userWallet.wallet === 'MAIN'
      ? undefined
      : engines.maxTransferable(userWallet.user, userWallet.wallet, asset);
  return transferable === undefined || transferable > free ? free : transferable;
}

/** Returns the rejection for an insufficient balance (public facts, Futures codes, on balances on /sapi). */
export function insufficientBalance(): Refusal {
  return createRefusal(-5002, 'You have insufficient balance');
}

/**
 * Rejects an amount that may not leave a wallet: with -3041 for margin wallets; for others with -5002 if it
 * exceeds the free balance and with -3020 if positions require it (public facts, Futures codes; which code
 * applies is a choice).
 */
export function assertTransferable(
  exchange: Exchange,
  userWallet: UserWallet,
  { asset, amount }: Amount,
): void {
  if (transferableAmount(exchange, userWallet, asset) >= amount) return;
  const isMargin = userWallet.wallet === 'MARGIN' || userWallet.wallet.startsWith('ISOLATED ');
  if (isMargin) throw createRefusal(-3041, 'Balance is not enough');
  const isFree = freeBalance(accountOf(exchange.accounts, userWallet), asset) >= amount;
  throw isFree ? createRefusal(-3020, 'Transfer out amount exceeds max amount.') : insufficientBalance();
}

/**
 * Transfers an amount between two wallets and announces it for both; the caller has checked that it is
 * allowed.
 */
export function transferAmount(
  exchange: Exchange,
  from: UserWallet,
  to: UserWallet,
  movement: Amount,
  now: number,
): void {
  const { accounts } = exchange;
  accounts.ledger.transfer(
    movement.asset,
    movement.amount,
    accountOf(accounts, from),
    accountOf(accounts, to),
  );
  announceMovement(exchange, from, { ...movement, amount: -movement.amount }, now);
  announceMovement(exchange, to, movement, now);
}

/** Pays an amount from an account of the exchange or the outside world into a wallet, and announces it. */
export function payInto(
  exchange: Exchange,
  from: LedgerAccount,
  to: UserWallet,
  payment: Amount,
  now: number,
): void {
  const { accounts } = exchange;
  accounts.ledger.transfer(payment.asset, payment.amount, from, accountOf(accounts, to));
  announceMovement(exchange, to, payment, now);
}

/** Pays an amount out of a wallet and announces it; the caller has checked that it is allowed. */
export function payFrom(
  exchange: Exchange,
  from: UserWallet,
  to: LedgerAccount,
  payment: Amount,
  now: number,
): void {
  const { accounts } = exchange;
  accounts.ledger.transfer(payment.asset, payment.amount, accountOf(accounts, from), to);
  announceMovement(exchange, from, { ...payment, amount: -payment.amount }, now);
}

/**
 * Notifies the engines and the user data streams of a movement; the amount is below 0 if it left the wallet.
 */
function announceMovement(exchange: Exchange, userWallet: UserWallet, movement: Amount, now: number): void {
  const { user, wallet } = userWallet;
  if (wallet !== 'MAIN') exchange.engines.notifyTransfer(user, wallet, movement.asset, movement.amount);
  emitMovement(exchange, userWallet, movement, now);
}
