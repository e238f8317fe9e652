/** The one way in which money comes into a user's wallet and leaves it. */
import type { Exchange } from '../exchange.ts';
import { freeBalance, type LedgerAccount } from '../ledger/postings.ts';
import { Refusal } from '../refusal.ts';
import { emitMovement } from './user-events.ts';
import { type Amount, accountOf, type UserWallet } from './wallet-types.ts';

/** Returns what may leave a wallet: what is free, less what positions and debts hold back. */
export function transferableAmount(
  { accounts, engines: parts }: Exchange,
  userWallet: UserWallet,
  asset: string,
): bigint {
  const free = freeBalance(accountOf(accounts, userWallet), asset);
  const transferable =
    userWallet.wallet === 'MAIN'
      ? undefined
      : parts.maxTransferable(userWallet.user, userWallet.wallet, asset);
  return transferable === undefined || transferable > free ? free : transferable;
}

/** Returns the refusal of what a wallet does not have (public facts, Futures codes, on balances on /sapi). */
export function insufficientBalance(): Refusal {
  return new Refusal(400, -5002, 'You have insufficient balance');
}

/**
 * Refuses an amount that may not leave a wallet: with -3041 of margin wallets; of others with -5002 what is not there,
 * and with -3020 what positions hold back (public facts, Futures codes; which code is which is a choice).
 */
export function assertTransferable(
  exchange: Exchange,
  userWallet: UserWallet,
  { asset, amount }: Amount,
): void {
  if (transferableAmount(exchange, userWallet, asset) >= amount) return;
  const isMargin = userWallet.wallet === 'MARGIN' || userWallet.wallet.startsWith('ISOLATED ');
  if (isMargin) throw new Refusal(400, -3041, 'Balance is not enough');
  const isFree = freeBalance(accountOf(exchange.accounts, userWallet), asset) >= amount;
  throw isFree ? new Refusal(400, -3020, 'Transfer out amount exceeds max amount.') : insufficientBalance();
}

/** Moves an amount between two wallets, which `assertSpare` let go, and tells the streams of both. */
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

/** Pays into a wallet from an account of the exchange's own or the world's, and tells its stream. */
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

/** Pays out of a wallet, from which the amount may leave, and tells its stream. */
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

/** Lets the parts and the streams know; the amount is below 0 where it left the wallet. */
function announceMovement(exchange: Exchange, userWallet: UserWallet, movement: Amount, now: number): void {
  const { user, wallet } = userWallet;
  if (wallet !== 'MAIN') exchange.engines.notifyTransfer(user, wallet, movement.asset, movement.amount);
  emitMovement(exchange, userWallet, movement, now);
}
