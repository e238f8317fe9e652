/** The wallet section as a part of the exchange: what comes in and goes out, and what moves between wallets. */

import type { EngineKey, Exchange, ProductEngine } from '../exchange.ts';
import type { User } from '../ledger/accounts.ts';
import { DEMO_USER } from '../ledger/demo-account.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { Deposits, SeededArrivals } from './deposits.ts';
import { Agenda } from './due-events.ts';
import { allNetworks } from './networks.ts';
import type { Planned } from './planned-movements.ts';
import { Snapshots } from './snapshots.ts';
import { SubAccounts } from './sub-accounts.ts';
import { Transfers } from './transfers.ts';
import { Withdrawals } from './withdrawals.ts';

/** Ids of transactions begin here. */
const TRANSACTION_FIRST = 100_000_000_001;

/** What was distributed to a user: interest and the like. */
export interface Dividend {
  readonly id: number;
  readonly tranId: number;
  readonly asset: string;
  readonly amount: bigint;
  readonly time: number;
  readonly why: string;
}

export class Funds implements ProductEngine {
  readonly deposits: Deposits;
  readonly withdrawals: Withdrawals;
  readonly transfers: Transfers;
  readonly snapshots: Snapshots;
  readonly subAccounts: SubAccounts;
  readonly #exchange: Exchange;
  readonly #agenda = new Agenda<Planned>((planned, time) => this.#carryOut(planned, time));
  readonly #arrivals: SeededArrivals;
  readonly #dividends = new Map<User, Dividend[]>();
  #transactions = 0;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    const { names } = exchange.accounts;
    names.addAll('network', allNetworks, ({ coin, network }) => `${coin} ${network}`);
    this.deposits = new Deposits(exchange, this.#agenda);
    this.withdrawals = new Withdrawals(exchange, this.#agenda, this.deposits);
    this.transfers = new Transfers(exchange, this.nextId);
    this.snapshots = new Snapshots(exchange);
    this.subAccounts = new SubAccounts(exchange);
    this.#arrivals = new SeededArrivals(exchange.seed);
  }

  /** Returns a new id of a transaction. */
  readonly nextId = (): number => TRANSACTION_FIRST - 1 + ++this.#transactions;

  /** Returns what was distributed to a user, oldest first. */
  dividendsOf(user: User): readonly Dividend[] {
    return this.#dividends.get(user) ?? [];
  }

  /** Notes what was distributed to a user; paying it is the part's that distributes. */
  noteDividend(user: User, dividend: Omit<Dividend, 'id' | 'tranId'>): void {
    const own = this.#dividends.get(user) ?? [];
    this.#dividends.set(user, own);
    own.push({ id: own.length + 1, tranId: this.nextId(), ...dividend });
  }

  /** It is asked before every signed call: mostly there is nothing, and saying so has to cost nothing. */
  nextDueAt(now: number): number | undefined {
    const planned = this.#agenda.next(now);
    const arrival = this.#arrivals.next(now);
    const midnight = this.snapshots.next(now);
    return earlier(earlier(planned, arrival), midnight);
  }

  runDueEvent(time: number): void {
    if (this.#agenda.next(time) === time) this.#agenda.happen();
    else if (this.#arrivals.next(time) === time)
      this.#arrivals.happen(this.deposits, this.#exchange.accounts.findUser(DEMO_USER)!);
    else this.snapshots.happen(time);
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.deposits.checkpoint(checkpointer);
    this.withdrawals.checkpoint(checkpointer);
    this.transfers.checkpoint(checkpointer);
    this.snapshots.checkpoint(checkpointer);
    this.subAccounts.checkpoint(checkpointer);
    this.#agenda.checkpoint(checkpointer);
    this.#arrivals.checkpoint(checkpointer);
    checkpointer.value(this.#dividends);
    this.#transactions = checkpointer.value(this.#transactions);
  }

  #carryOut(planned: Planned, time: number): void {
    if (planned.what === 'fail') this.withdrawals.fail(planned.withdrawal, planned.status, time);
    else if (planned.what === 'confirm') this.deposits.confirm(planned.deposit, time);
    else if (planned.what === 'unlock') this.deposits.unlock(planned.deposit, time);
    else if (planned.what === 'approve') this.withdrawals.approve(planned.withdrawal, time);
    else this.withdrawals.complete(planned.withdrawal, time);
  }
}

function earlier(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined) return b;
  return b !== undefined && b < a ? b : a;
}

/** It is opened with the exchange: deposits arrive whether or not anybody looks. */
export const FUNDS: EngineKey<Funds> = { name: 'funds', rank: 5, open: (exchange) => new Funds(exchange) };
