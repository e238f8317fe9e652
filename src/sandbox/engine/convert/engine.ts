/** Conversions as a part of the exchange: what is given is taken at once, what is received comes a moment later. */

import type { EngineKey, Exchange, ProductEngine } from '../exchange.ts';
import { Agenda } from '../funds/due-events.ts';
import { insufficientBalance, payFrom, payInto, spareAt } from '../funds/wallets.ts';
import type { User } from '../ledger/accounts.ts';
import type { Account } from '../ledger/postings.ts';
import { Refusal } from '../refusal.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { type Quote, quoteOf } from './quotes.ts';

export interface Conversion {
  readonly orderId: number;
  readonly user: User;
  readonly quote: Quote;
  readonly time: number;
  status: 'PROCESS' | 'SUCCESS';
}

/** How long a conversion takes. */
const PROCESS_MS = 1000;

/** Ids of conversions begin here. */
const ORDER_FIRST = 900_000_001;

export class Convert implements ProductEngine {
  readonly #exchange: Exchange;
  readonly #agenda = new Agenda<Conversion>((conversion, time) => this.#complete(conversion, time));
  readonly #byUser = new Map<User, Conversion[]>();
  readonly #accepted = new Set<string>();
  #orders = 0;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /** Returns a user's conversions, oldest first. */
  of(user: User): readonly Conversion[] {
    return this.#byUser.get(user) ?? [];
  }

  /**
   * Accepts a quote. Refuses with -1130 one that is not the user's, is no longer valid or was accepted before (choice:
   * no codes of the line are public), and with -5002 what the wallet does not have.
   */
  accept(user: User, quoteId: string, now: number): Conversion {
    const quote = quoteOf(this.#exchange, user, quoteId);
    if (quote === undefined || now < quote.time || now > quote.validUntil || this.#accepted.has(quoteId)) {
      throw new Refusal(400, -1130, "Data sent for parameter 'quoteId' is not valid.");
    }
    const place = { user, wallet: quote.wallet } as const;
    const given = { asset: quote.from, amount: quote.fromAmount };
    if (spareAt(this.#exchange, place, quote.from) < quote.fromAmount) throw insufficientBalance();
    this.#accepted.add(quoteId);
    payFrom(this.#exchange, place, this.#house, given, now);
    this.#orders += 1;
    const conversion: Conversion = {
      orderId: ORDER_FIRST - 1 + this.#orders,
      user,
      quote,
      time: now,
      status: 'PROCESS',
    };
    const own = this.#byUser.get(user);
    if (own === undefined) this.#byUser.set(user, [conversion]);
    else own.push(conversion);
    this.#agenda.add(now + PROCESS_MS, conversion);
    return conversion;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#agenda.checkpoint(checkpointer);
    checkpointer.value(this.#byUser);
    checkpointer.value(this.#accepted);
    this.#orders = checkpointer.value(this.#orders);
  }

  nextDueAt(now: number): number | undefined {
    return this.#agenda.next(now);
  }

  runDueEvent(): void {
    this.#agenda.happen();
  }

  #complete(conversion: Conversion, time: number): void {
    const { user, quote } = conversion;
    conversion.status = 'SUCCESS';
    const paid = { asset: quote.to, amount: quote.toAmount };
    payInto(this.#exchange, this.#house, { user, wallet: quote.wallet }, paid, time);
  }

  get #house(): Account {
    return this.#exchange.accounts.house('convert');
  }
}

export const CONVERT: EngineKey<Convert> = {
  name: 'convert',
  rank: 7,
  open: (exchange) => new Convert(exchange),
};
