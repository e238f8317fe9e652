/**
 * Withdrawals. A withdrawal awaits approval (2), is processed on chain (4) and completed (6), each after a
 * fixed time. The amount leaves the wallet at once and is refunded if the withdrawal is cancelled (1),
 * rejected (3) or failed (5). Choice: all withdrawals complete except those whose note asks for another
 * outcome.
 */

import type { Exchange } from '../exchange.ts';
import type { User } from '../ledger/accounts.ts';
import type { LedgerAccount } from '../ledger/postings.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { hexFor, transactionFor } from './addresses.ts';
import type { Deposits } from './deposits.ts';
import type { DueEventQueue } from './due-event-queue.ts';
import type { CoinNetwork } from './networks.ts';
import type { FundsEvent, Withdrawal, WithdrawalRequest, WithdrawalStatus } from './planned-movements.ts';
import type { Amount } from './wallet-types.ts';
import { insufficientBalance, payFrom, payInto, transferableAmount } from './wallets.ts';

/**
 * How long a withdrawal awaits approval, in ms, and after what time without e-mail confirmation it is
 * cancelled.
 */
const APPROVAL_MS = 10_000;
const EMAIL_MS = 1_800_000;

/**
 * The outcomes that the note of a withdrawal can ask for: the final status, and the status in which it is
 * reached.
 */
const NOTE_OUTCOMES: Readonly<
  Record<string, { readonly atStatus: WithdrawalStatus; readonly finalStatus: 1 | 3 | 5 }>
> = {
  'sandbox:cancelled': { atStatus: 0, finalStatus: 1 },
  'sandbox:rejected': { atStatus: 2, finalStatus: 3 },
  'sandbox:failed': { atStatus: 4, finalStatus: 5 },
};

const FAILURE_TEXTS: Readonly<Record<1 | 3 | 5, string>> = {
  1: 'The e-mail confirmation was not given in time.',
  3: 'The withdrawal was rejected.',
  5: 'The transaction failed on chain.',
};

/** The withdrawals of all users. */
export class Withdrawals {
  readonly #exchange: Exchange;
  readonly #dueEvents: DueEventQueue<FundsEvent>;
  readonly #deposits: Deposits;
  readonly #byUser = new Map<User, Withdrawal[]>();
  readonly #pending = new Set<Withdrawal>();
  readonly #orderIds = new Map<User, Set<string>>();
  readonly #withoutFast = new Set<User>();
  #count = 0;

  constructor(exchange: Exchange, dueEvents: DueEventQueue<FundsEvent>, deposits: Deposits) {
    this.#exchange = exchange;
    this.#dueEvents = dueEvents;
    this.#deposits = deposits;
  }

  /** Returns a user's withdrawals, oldest first. */
  of(user: User): readonly Withdrawal[] {
    return this.#byUser.get(user) ?? [];
  }

  /**
   * Enables or disables fast (internal, off-chain) withdrawals to other users of the exchange; enabled by
   * default.
   */
  setFastWithdrawal(user: User, isEnabled: boolean): void {
    if (isEnabled) this.#withoutFast.delete(user);
    else this.#withoutFast.add(user);
  }

  /** Returns the amount of a coin that a user could withdraw now. */
  availableAmount(user: User, wallet: 'MAIN' | 'FUNDING', coin: string): bigint {
    const transferable = transferableAmount(this.#exchange, { user, wallet }, coin);
    const locked = this.#deposits.lockedAmount(user, wallet, coin);
    return transferable > locked ? transferable - locked : 0n;
  }

  /** Returns the amount of a coin in a user's pending withdrawals. */
  pendingAmount(user: User, coin: string): bigint {
    let sum = 0n;
    for (const one of this.#pending) {
      if (one.user === user && one.network.coin === coin) sum += one.amount;
    }
    return sum;
  }

  /** Returns whether a user has already used a client id (`withdrawOrderId`) for a withdrawal. */
  hasOrderId(user: User, orderId: string): boolean {
    return this.#orderIds.get(user)?.has(orderId) === true;
  }

  /** Starts a withdrawal. Rejects with -5002 an amount above the available balance. */
  requestWithdrawal(request: WithdrawalRequest, now: number): Withdrawal {
    const { user, wallet, network, amount } = request;
    if (this.availableAmount(user, wallet, network.coin) < amount) throw insufficientBalance();
    const withdrawal = this.#add(request, now);
    payFrom(this.#exchange, { user, wallet }, this.#pendingAccount, coinAmount(network, amount), now);
    if (withdrawal.isInternal) this.#transferInternally(withdrawal, request, now);
    else if (withdrawal.status === 0)
      this.#dueEvents.add(now + EMAIL_MS, { type: 'fail', withdrawal, status: 1 });
    else this.#dueEvents.add(now + APPROVAL_MS, { type: 'approve', withdrawal });
    return withdrawal;
  }

  #add(request: WithdrawalRequest, now: number): Withdrawal {
    const { user, network, note, receiver } = request;
    this.#count += 1;
    const isInternal = receiver !== undefined && !this.#withoutFast.has(user);
    const withdrawal: Withdrawal = {
      ...request,
      number: this.#count,
      id: hexFor(32, [this.#exchange.seed, 'withdrawal', user.id, this.#count]),
      fee: isInternal ? 0n : network.withdrawFee,
      isInternal,
      applyTime: now,
      status: !isInternal && NOTE_OUTCOMES[note]?.atStatus === 0 ? 0 : 2,
      txId: '',
      sentTime: undefined,
      completeTime: undefined,
      info: '',
    };
    const withdrawals = this.#byUser.get(user);
    if (withdrawals === undefined) this.#byUser.set(user, [withdrawal]);
    else withdrawals.push(withdrawal);
    this.#pending.add(withdrawal);
    const orderIds = this.#orderIds.get(user) ?? new Set();
    if (request.orderId !== undefined) this.#orderIds.set(user, orderIds.add(request.orderId));
    return withdrawal;
  }

  /**
   * Credits the receiver of an internal withdrawal at once; the fee is refunded to the sender or the
   * receiver.
   */
  #transferInternally(
    withdrawal: Withdrawal,
    { receiver, isFeeForReceiver }: WithdrawalRequest,
    now: number,
  ): void {
    const { user, wallet, network, amount } = withdrawal;
    const refund = isFeeForReceiver ? 0n : network.withdrawFee;
    const { accounts } = this.#exchange;
    accounts.ledger.transfer(network.coin, amount - refund, this.#pendingAccount, accounts.outside);
    this.#deposits.credit({ user: receiver!, wallet: 'MAIN', network, amount: amount - refund }, now);
    if (refund > 0n)
      payInto(this.#exchange, this.#pendingAccount, { user, wallet }, coinAmount(network, refund), now);
    withdrawal.status = 6;
    this.#pending.delete(withdrawal);
    withdrawal.txId = `Internal transfer ${withdrawal.id.slice(0, 12)}`;
    withdrawal.sentTime = now;
    withdrawal.completeTime = now;
  }

  /** Sends an approved withdrawal to the network, or rejects it. */
  approve(withdrawal: Withdrawal, now: number): void {
    const { network, id, note, receiver, amount, fee } = withdrawal;
    const outcome = NOTE_OUTCOMES[note];
    if (outcome?.atStatus === 2) {
      this.fail(withdrawal, outcome.finalStatus, now);
      return;
    }
    withdrawal.status = 4;
    withdrawal.txId = transactionFor(network.network, [this.#exchange.seed, id]);
    withdrawal.sentTime = now;
    const confirmedAt = now + network.confirmations * network.blockMs;
    if (outcome !== undefined) {
      this.#dueEvents.add(confirmedAt, { type: 'fail', withdrawal, status: outcome.finalStatus });
      return;
    }
    this.#dueEvents.add(confirmedAt, { type: 'complete', withdrawal });
    if (receiver === undefined) return;
    this.#deposits.receive({ user: receiver, wallet: 'MAIN', network, amount: amount - fee }, now);
  }

  /** Completes a withdrawal that its network has confirmed. */
  complete(withdrawal: Withdrawal, now: number): void {
    const { network, amount, fee } = withdrawal;
    const { ledger, outside, fees } = this.#exchange.accounts;
    ledger.transfer(network.coin, amount - fee, this.#pendingAccount, outside);
    ledger.transfer(network.coin, fee, this.#pendingAccount, fees);
    withdrawal.status = 6;
    this.#pending.delete(withdrawal);
    withdrawal.completeTime = now;
  }

  /** Ends a withdrawal as cancelled (1), rejected (3) or failed (5) and refunds its amount. */
  fail(withdrawal: Withdrawal, status: 1 | 3 | 5, now: number): void {
    const { user, wallet, network, amount } = withdrawal;
    withdrawal.status = status;
    this.#pending.delete(withdrawal);
    withdrawal.info = FAILURE_TEXTS[status];
    withdrawal.completeTime = now;
    payInto(this.#exchange, this.#pendingAccount, { user, wallet }, coinAmount(network, amount), now);
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#byUser);
    checkpointer.value(this.#pending);
    checkpointer.value(this.#orderIds);
    checkpointer.value(this.#withoutFast);
    this.#count = checkpointer.value(this.#count);
  }

  /** The ledger account that holds the amounts of pending withdrawals. */
  get #pendingAccount(): LedgerAccount {
    return this.#exchange.accounts.houseAccount('withdrawals');
  }
}

/** Returns how many confirmations a withdrawal has, at most the number that its network needs. */
export function withdrawalConfirmations({ network, sentTime, isInternal }: Withdrawal, now: number): number {
  if (sentTime === undefined || isInternal) return 0;
  return Math.min(network.confirmations, Math.floor((now - sentTime) / network.blockMs));
}

function coinAmount({ coin }: CoinNetwork, amount: bigint): Amount {
  return { asset: coin, amount };
}
