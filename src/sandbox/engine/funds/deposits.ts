/**
 * On-chain deposits. A deposit is pending (0) until its network has confirmed it often enough, then credited
 * but locked for withdrawal (6), and completed (1) after the network's number of unlock confirmations.
 */

import { decimalOf } from '../../../core/decimal.ts';
import { DAY_MS } from '../../../core/time-units.ts';
import type { Exchange } from '../exchange.ts';
import type { User } from '../ledger/accounts.ts';
import { amountOf } from '../ledger/amounts.ts';
import { chooseBy } from '../ledger/seeded-history.ts';
import { blend, fraction, scramble } from '../market/noise.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { depositAddress, foreignAddress, hexFor, transactionFor } from './addresses.ts';
import type { DueEventQueue } from './due-event-queue.ts';
import { type CoinNetwork, findNetwork } from './networks.ts';
import type { Deposit, FundsEvent } from './planned-movements.ts';
import type { UserWallet } from './wallet-types.ts';
import { payInto } from './wallets.ts';

/** The on-chain details of a deposit. */
export interface DepositChainDetails {
  readonly id: string;
  readonly address: string;
  readonly tag: string;
  readonly txId: string;
  /** The sender's address; empty for an internal transfer. */
  readonly senderAddress: string;
}

/** A deposit that is about to be recorded. */
export interface IncomingDeposit {
  readonly user: User;
  readonly wallet: 'MAIN' | 'FUNDING';
  readonly network: CoinNetwork;
  readonly amount: bigint;
}

/** The deposits of all users. */
export class Deposits {
  readonly #exchange: Exchange;
  readonly #dueEvents: DueEventQueue<FundsEvent>;
  readonly #byUser = new Map<User, Deposit[]>();
  /** Deposits that are credited but still locked for withdrawal. */
  readonly #locked = new Set<Deposit>();
  #count = 0;

  constructor(exchange: Exchange, dueEvents: DueEventQueue<FundsEvent>) {
    this.#exchange = exchange;
    this.#dueEvents = dueEvents;
  }

  /** Returns a user's deposits, oldest first. */
  of(user: User): readonly Deposit[] {
    return this.#byUser.get(user) ?? [];
  }

  /** Records a pending on-chain deposit and schedules its crediting and its unlocking. */
  receive(incoming: IncomingDeposit, now: number): Deposit {
    const deposit = this.#add(incoming, false, now);
    const { blockMs, confirmations, unlockConfirmations } = incoming.network;
    this.#dueEvents.add(now + confirmations * blockMs, { type: 'confirm', deposit });
    this.#dueEvents.add(now + unlockConfirmations * blockMs, { type: 'unlock', deposit });
    return deposit;
  }

  /**
   * Credits a deposit that its network has confirmed often enough; the amount stays locked for withdrawal.
   */
  confirm(deposit: Deposit, time: number): void {
    deposit.status = 6;
    this.#locked.add(deposit);
    this.#credit(deposit, time);
  }

  /** Completes a deposit, so that its amount can be withdrawn. */
  unlock(deposit: Deposit, time: number): void {
    deposit.status = 1;
    this.#locked.delete(deposit);
    deposit.completeTime = time;
  }

  /** Records, credits and completes an internal deposit at once, without a network transaction. */
  credit(incoming: IncomingDeposit, now: number): Deposit {
    const deposit = this.#add(incoming, true, now);
    deposit.status = 1;
    deposit.completeTime = now;
    this.#credit(deposit, now);
    return deposit;
  }

  /**
   * Returns the amount of a coin (10^-8) that was credited to a wallet but is still locked for withdrawal.
   */
  lockedAmount(user: User, wallet: 'MAIN' | 'FUNDING', coin: string): bigint {
    let sum = 0n;
    for (const one of this.#locked) {
      if (one.user === user && one.wallet === wallet && one.coin === coin) sum += one.amount;
    }
    return sum;
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#byUser);
    checkpointer.value(this.#locked);
    this.#count = checkpointer.value(this.#count);
  }

  #add({ user, wallet, network, amount }: IncomingDeposit, isInternal: boolean, now: number): Deposit {
    this.#count += 1;
    const deposit: Deposit = {
      number: this.#count,
      user,
      wallet,
      coin: network.coin,
      amount,
      network,
      isInternal,
      insertTime: now,
      status: 0,
      completeTime: undefined,
    };
    const userDeposits = this.#byUser.get(user);
    if (userDeposits === undefined) this.#byUser.set(user, [deposit]);
    else userDeposits.push(deposit);
    return deposit;
  }

  #credit({ user, wallet, coin, amount }: Deposit, now: number): void {
    const to: UserWallet = { user, wallet };
    payInto(this.#exchange, this.#exchange.accounts.outside, to, { asset: coin, amount }, now);
  }
}

/** Returns the on-chain details of a deposit; they are derived on demand and not stored. */
export function depositChainDetails(
  seed: number,
  { user, network, number, isInternal }: Deposit,
): DepositChainDetails {
  const names = [seed, 'deposit', user.id, number];
  return {
    id: hexFor(32, names),
    ...depositAddress(seed, user, network),
    txId: isInternal ? `Internal transfer ${hexFor(12, names)}` : transactionFor(network.network, names),
    senderAddress: isInternal ? '' : foreignAddress(network.form, names),
  };
}

/** Returns how many confirmations a deposit has, at most as many as its network needs for crediting. */
export function depositConfirmations({ network, insertTime, isInternal }: Deposit, now: number): number {
  if (isInternal) return network.confirmations;
  return Math.min(network.confirmations, Math.floor((now - insertTime) / network.blockMs));
}

/** Seeded deposits begin on 2024-01-01, a Monday, and arrive once a week. */
const FIRST_WEEK_START = Date.UTC(2024, 0, 1);
const WEEK_MS = 7 * DAY_MS;

/** The coins of seeded deposits, each with its smallest amount and its amount step. */
const SEEDED_AMOUNTS: readonly (readonly [coin: string, least: string, step: string])[] = [
  ['USDT', '50', '0.37'],
  ['BTC', '0.0005', '0.00001'],
  ['ETH', '0.01', '0.0002'],
  ['SOL', '0.2', '0.007'],
];

/** The deposits that the demo user receives without a command: one a week into the funding wallet. */
export class SeededDeposits {
  readonly #key: number;
  #week = 0;
  #time: number;

  constructor(seed: number) {
    this.#key = blend(scramble(seed), 0x6172726c);
    this.#time = this.#depositTimeOfWeek();
  }

  /** Returns when the next of the weekly seeded deposits arrives, if that is at or before `now`. */
  next(now: number): number | undefined {
    return this.#time <= now ? this.#time : undefined;
  }

  /** Records the next seeded deposit as pending. */
  receiveNext(deposits: Deposits, user: User): void {
    const [coin, least, step] = chooseBy(fraction(this.#randomKey(2)), SEEDED_AMOUNTS);
    const steps = BigInt(Math.floor(fraction(this.#randomKey(3)) * 100));
    const amount = amountUnits(least) + steps * amountUnits(step);
    const incoming = { user, wallet: 'FUNDING', network: findNetwork(coin, undefined)!, amount } as const;
    deposits.receive(incoming, this.#time);
    this.#week += 1;
    this.#time = this.#depositTimeOfWeek();
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#week = checkpointer.value(this.#week);
    this.#time = checkpointer.value(this.#time);
  }

  #depositTimeOfWeek(): number {
    const offsetMs = Math.floor(fraction(this.#randomKey(1)) * WEEK_MS);
    return FIRST_WEEK_START + this.#week * WEEK_MS + offsetMs;
  }

  #randomKey(index: number): number {
    return blend(blend(this.#key, this.#week), index);
  }
}

function amountUnits(text: string): bigint {
  return amountOf(decimalOf(text))!;
}
