/** The one way in which money comes into a user's wallet and leaves it. */
import type { Exchange } from '../exchange.ts';
import { type Account, freeOf } from '../ledger/postings.ts';
import { Refusal } from '../refusal.ts';
import { tellMovement } from './user-events.ts';
import { type Amount, accountAt, type Place } from './wallet-types.ts';

/** Returns what may leave a wallet: what is free, less what positions and debts hold back. */
export function spareAt({ accounts, engines: parts }: Exchange, place: Place, asset: string): bigint {
  const free = freeOf(accountAt(accounts, place), asset);
  const spare = place.wallet === 'MAIN' ? undefined : parts.maxTransferable(place.user, place.wallet, asset);
  return spare === undefined || spare > free ? free : spare;
}

/** Returns the refusal of what a wallet does not have (public facts, Futures codes, on balances on /sapi). */
export function insufficientBalance(): Refusal {
  return new Refusal(400, -5002, 'You have insufficient balance');
}

/**
 * Refuses an amount that may not leave a wallet: with -3041 of margin wallets; of others with -5002 what is not there,
 * and with -3020 what positions hold back (public facts, Futures codes; which code is which is a choice).
 */
export function assertSpare(exchange: Exchange, place: Place, { asset, amount }: Amount): void {
  if (spareAt(exchange, place, asset) >= amount) return;
  const isMargin = place.wallet === 'MARGIN' || place.wallet.startsWith('ISOLATED ');
  if (isMargin) throw new Refusal(400, -3041, 'Balance is not enough');
  const isThere = freeOf(accountAt(exchange.accounts, place), asset) >= amount;
  throw isThere ? new Refusal(400, -3020, 'Transfer out amount exceeds max amount.') : insufficientBalance();
}

/** Moves an amount between two wallets, which `assertSpare` let go, and tells the streams of both. */
export function moveBetween(exchange: Exchange, from: Place, to: Place, moved: Amount, now: number): void {
  const { accounts } = exchange;
  accounts.ledger.pay(moved.asset, moved.amount, accountAt(accounts, from), accountAt(accounts, to));
  noteMovement(exchange, from, { ...moved, amount: -moved.amount }, now);
  noteMovement(exchange, to, moved, now);
}

/** Pays into a wallet from an account of the exchange's own or the world's, and tells its stream. */
export function payInto(exchange: Exchange, from: Account, to: Place, paid: Amount, now: number): void {
  const { accounts } = exchange;
  accounts.ledger.pay(paid.asset, paid.amount, from, accountAt(accounts, to));
  noteMovement(exchange, to, paid, now);
}

/** Pays out of a wallet, from which the amount may leave, and tells its stream. */
export function payFrom(exchange: Exchange, from: Place, to: Account, paid: Amount, now: number): void {
  const { accounts } = exchange;
  accounts.ledger.pay(paid.asset, paid.amount, accountAt(accounts, from), to);
  noteMovement(exchange, from, { ...paid, amount: -paid.amount }, now);
}

/** Lets the parts and the streams know; the amount is below 0 where it left the wallet. */
function noteMovement(exchange: Exchange, place: Place, moved: Amount, now: number): void {
  const { user, wallet } = place;
  if (wallet !== 'MAIN') exchange.engines.notifyTransfer(user, wallet, moved.asset, moved.amount);
  tellMovement(exchange, place, moved, now);
}
