/**
 * Coins that come in on chain: a deposit is pending (0) until the chain has confirmed it often enough, then credited
 * but not to be withdrawn (6, confirmed), and credited for good (1) once more blocks have followed.
 */
import { decimalOf } from '../../../core/decimal.ts';
import type { Exchange } from '../exchange.ts';
import type { User } from '../ledger/accounts.ts';
import { amountOf } from '../ledger/amounts.ts';
import { pick } from '../ledger/seeded-history.ts';
import { blend, fraction, scramble } from '../market/noise.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { depositAddress, foreignAddress, hexFor, transactionFor } from './addresses.ts';
import type { Agenda } from './due-events.ts';
import { type CoinNetwork, networkOf } from './networks.ts';
import type { Deposit, Planned } from './planned-movements.ts';
import type { Place } from './wallet-types.ts';
import { payInto } from './wallets.ts';

/** What the chain says of a deposit. */
export interface DepositTrail {
  readonly id: string;
  readonly address: string;
  readonly tag: string;
  readonly txId: string;
  /** The address it came from; empty where no chain was asked. */
  readonly source: string;
}

/** What arrives. */
export interface Arrival {
  readonly user: User;
  readonly wallet: 'MAIN' | 'FUNDING';
  readonly network: CoinNetwork;
  readonly amount: bigint;
}

/** All deposits, by user. */
export class Deposits {
  readonly #exchange: Exchange;
  readonly #agenda: Agenda<Planned>;
  readonly #byUser = new Map<User, Deposit[]>();
  /** Those that are credited and may not be withdrawn yet. */
  readonly #unripe = new Set<Deposit>();
  #count = 0;

  constructor(exchange: Exchange, agenda: Agenda<Planned>) {
    this.#exchange = exchange;
    this.#agenda = agenda;
  }

  /** Returns a user's deposits, oldest first. */
  of(user: User): readonly Deposit[] {
    return this.#byUser.get(user) ?? [];
  }

  /** Lets a deposit arrive on chain; it is credited and unlocked as blocks follow. */
  arrive(arrival: Arrival, now: number): Deposit {
    const deposit = this.#add(arrival, false, now);
    const { blockMs, confirmations, unlockConfirmations } = arrival.network;
    this.#agenda.add(now + confirmations * blockMs, { what: 'confirm', deposit });
    this.#agenda.add(now + unlockConfirmations * blockMs, { what: 'unlock', deposit });
    return deposit;
  }

  /** The chain has confirmed a deposit often enough to be credited. */
  confirm(deposit: Deposit, time: number): void {
    deposit.status = 6;
    this.#unripe.add(deposit);
    this.#credit(deposit, time);
  }

  /** Enough blocks have followed for it to be withdrawn again. */
  unlock(deposit: Deposit, time: number): void {
    deposit.status = 1;
    this.#unripe.delete(deposit);
    deposit.completeTime = time;
  }

  /** Credits a deposit at once; the chain is not asked. */
  credit(arrival: Arrival, now: number): Deposit {
    const deposit = this.#add(arrival, true, now);
    deposit.status = 1;
    deposit.completeTime = now;
    this.#credit(deposit, now);
    return deposit;
  }

  /** Returns what was credited to a wallet but may not be withdrawn yet. */
  unripe(user: User, wallet: 'MAIN' | 'FUNDING', coin: string): bigint {
    let sum = 0n;
    for (const one of this.#unripe) {
      if (one.user === user && one.wallet === wallet && one.coin === coin) sum += one.amount;
    }
    return sum;
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#byUser);
    checkpointer.value(this.#unripe);
    this.#count = checkpointer.value(this.#count);
  }

  #add({ user, wallet, network, amount }: Arrival, isInternal: boolean, now: number): Deposit {
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
    const own = this.#byUser.get(user);
    if (own === undefined) this.#byUser.set(user, [deposit]);
    else own.push(deposit);
    return deposit;
  }

  #credit({ user, wallet, coin, amount }: Deposit, now: number): void {
    const to: Place = { user, wallet };
    payInto(this.#exchange, this.#exchange.accounts.outside, to, { asset: coin, amount }, now);
  }
}

/** Returns what the chain says of a deposit. It is worked out when somebody asks: mostly nobody does. */
export function trailOf(seed: number, { user, network, number, isInternal }: Deposit): DepositTrail {
  const names = [seed, 'deposit', user.id, number];
  return {
    id: hexFor(32, names),
    ...depositAddress(seed, user, network),
    txId: isInternal ? `Internal transfer ${hexFor(12, names)}` : transactionFor(network.network, names),
    source: isInternal ? '' : foreignAddress(network.form, names),
  };
}

/** Returns how often the chain has confirmed a deposit, at most as often as crediting it takes. */
export function confirmationsOf({ network, insertTime, isInternal }: Deposit, now: number): number {
  if (isInternal) return network.confirmations;
  return Math.min(network.confirmations, Math.floor((now - insertTime) / network.blockMs));
}

/** Seeded arrivals begin on 2024-01-01, a Monday, and come once a week. */
const ARRIVALS_FROM = Date.UTC(2024, 0, 1);
const ARRIVAL_EVERY_MS = 7 * 86_400_000;

/** What arrives by itself, least and in which steps. */
const ARRIVING: readonly (readonly [coin: string, least: string, step: string])[] = [
  ['USDT', '50', '0.37'],
  ['BTC', '0.0005', '0.00001'],
  ['ETH', '0.01', '0.0002'],
  ['SOL', '0.2', '0.007'],
];

/** The deposits that one user gets without anybody's doing: one a week into the funding wallet. */
export class SeededArrivals {
  readonly #key: number;
  #week = 0;
  #time: number;

  constructor(seed: number) {
    this.#key = blend(scramble(seed), 0x6172726c);
    this.#time = this.#timeOfWeek();
  }

  /** Returns when the next one arrives, if it does by `now`. */
  next(now: number): number | undefined {
    return this.#time <= now ? this.#time : undefined;
  }

  /** Lets the next one arrive. */
  happen(deposits: Deposits, user: User): void {
    const [coin, least, step] = pick(fraction(this.#part(2)), ARRIVING);
    const steps = BigInt(Math.floor(fraction(this.#part(3)) * 100));
    const amount = unitsOf(least) + steps * unitsOf(step);
    const arrival = { user, wallet: 'FUNDING', network: networkOf(coin, undefined)!, amount } as const;
    deposits.arrive(arrival, this.#time);
    this.#week += 1;
    this.#time = this.#timeOfWeek();
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#week = checkpointer.value(this.#week);
    this.#time = checkpointer.value(this.#time);
  }

  #timeOfWeek(): number {
    const within = Math.floor(fraction(this.#part(1)) * ARRIVAL_EVERY_MS);
    return ARRIVALS_FROM + this.#week * ARRIVAL_EVERY_MS + within;
  }

  #part(part: number): number {
    return blend(blend(this.#key, this.#week), part);
  }
}

function unitsOf(text: string): bigint {
  return amountOf(decimalOf(text))!;
}
