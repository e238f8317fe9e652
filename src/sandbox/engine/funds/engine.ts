/** The engine of wallets: deposits, withdrawals, transfers, daily snapshots and sub-accounts. */

import type { EngineKey, Exchange, ProductEngine } from '../exchange.ts';
import type { User } from '../ledger/accounts.ts';
import { DEMO_USER } from '../ledger/demo-account.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { Deposits, SeededDeposits } from './deposits.ts';
import { DueEventQueue } from './due-event-queue.ts';
import type { DustConversion } from './dust.ts';
import { allNetworks } from './networks.ts';
import type { FundsEvent } from './planned-movements.ts';
import { Snapshots } from './snapshots.ts';
import { SubAccounts } from './sub-accounts.ts';
import { Transfers } from './transfers.ts';
import { Withdrawals } from './withdrawals.ts';

/** The id of the first transaction; ids ascend. */
const FIRST_TRANSACTION_ID = 100_000_000_001;

/** An amount that was distributed to a user, such as interest. */
export interface Dividend {
  readonly id: number;
  readonly tranId: number;
  readonly asset: string;
  readonly amount: bigint;
  readonly time: number;
  readonly reason: string;
}

/** Dust that was converted at one time. */
export interface DustConversions {
  readonly wallet: 'MAIN' | 'MARGIN';
  readonly time: number;
  readonly conversions: readonly DustConversion[];
}

export class Funds implements ProductEngine {
  readonly deposits: Deposits;
  readonly withdrawals: Withdrawals;
  readonly transfers: Transfers;
  readonly snapshots: Snapshots;
  readonly subAccounts: SubAccounts;
  readonly #exchange: Exchange;
  readonly #dueEvents = new DueEventQueue<FundsEvent>((event, time) => this.#runEvent(event, time));
  readonly #seededDeposits: SeededDeposits;
  readonly #dividends = new Map<User, Dividend[]>();
  readonly #dustConversions = new Map<User, DustConversions[]>();
  #transactions = 0;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    const { names } = exchange.accounts;
    names.registerLazily('network', allNetworks, ({ coin, network }) => `${coin} ${network}`);
    this.deposits = new Deposits(exchange, this.#dueEvents);
    this.withdrawals = new Withdrawals(exchange, this.#dueEvents, this.deposits);
    this.transfers = new Transfers(exchange, this.nextTransactionId);
    this.snapshots = new Snapshots(exchange);
    this.subAccounts = new SubAccounts(exchange);
    this.#seededDeposits = new SeededDeposits(exchange.seed);
  }

  /** Returns the id of a new transaction. */
  readonly nextTransactionId = (): number => FIRST_TRANSACTION_ID - 1 + ++this.#transactions;

  /** Returns the distributions to a user, oldest first. */
  dividendsOf(user: User): readonly Dividend[] {
    return this.#dividends.get(user) ?? [];
  }

  /** Records a distribution to a user; the engine that distributes has already paid the amount. */
  recordDividend(user: User, dividend: Omit<Dividend, 'id' | 'tranId'>): void {
    const dividends = this.#dividends.get(user) ?? [];
    this.#dividends.set(user, dividends);
    dividends.push({ id: dividends.length + 1, tranId: this.nextTransactionId(), ...dividend });
  }

  /** Returns the dust conversions of a user, oldest first. */
  dustConversionsOf(user: User): readonly DustConversions[] {
    return this.#dustConversions.get(user) ?? [];
  }

  /** Records dust balances that were converted together. */
  recordDust(user: User, converted: DustConversions): void {
    const all = this.#dustConversions.get(user) ?? [];
    this.#dustConversions.set(user, [...all, converted]);
  }

  /**
   * Returns when the next event is due. It is called before every signed call, so it must be fast when
   * nothing is due.
   */
  nextDueAt(now: number): number | undefined {
    const event = this.#dueEvents.nextDueAt(now);
    const seededDeposit = this.#seededDeposits.next(now);
    const midnight = this.snapshots.nextDueAt(now);
    return earlier(earlier(event, seededDeposit), midnight);
  }

  runDueEvent(time: number): void {
    if (this.#dueEvents.nextDueAt(time) === time) this.#dueEvents.runNext();
    else if (this.#seededDeposits.next(time) === time)
      this.#seededDeposits.receiveNext(this.deposits, this.#exchange.accounts.findUser(DEMO_USER)!);
    else this.snapshots.takeSnapshots(time);
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.deposits.checkpoint(checkpointer);
    this.withdrawals.checkpoint(checkpointer);
    this.transfers.checkpoint(checkpointer);
    this.snapshots.checkpoint(checkpointer);
    this.subAccounts.checkpoint(checkpointer);
    this.#dueEvents.checkpoint(checkpointer);
    this.#seededDeposits.checkpoint(checkpointer);
    checkpointer.value(this.#dividends);
    checkpointer.value(this.#dustConversions);
    this.#transactions = checkpointer.value(this.#transactions);
  }

  #runEvent(event: FundsEvent, time: number): void {
    if (event.type === 'fail') this.withdrawals.fail(event.withdrawal, event.status, time);
    else if (event.type === 'confirm') this.deposits.confirm(event.deposit, time);
    else if (event.type === 'unlock') this.deposits.unlock(event.deposit, time);
    else if (event.type === 'approve') this.withdrawals.approve(event.withdrawal, time);
    else this.withdrawals.complete(event.withdrawal, time);
  }
}

function earlier(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined) return b;
  return b !== undefined && b < a ? b : a;
}

/**
 * The key of the wallet engine, which is opened together with the exchange, because deposits arrive even if
 * no call concerns wallets.
 */
export const FUNDS: EngineKey<Funds> = { name: 'funds', rank: 5, open: (exchange) => new Funds(exchange) };
