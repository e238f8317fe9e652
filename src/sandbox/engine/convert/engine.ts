/** The conversion engine: an accepted quote debits the wallet at once and credits it a moment later. */

import type { EngineKey, Exchange, ProductEngine } from '../exchange.ts';
import { DueEventQueue } from '../funds/due-event-queue.ts';
import { insufficientBalance, payFrom, payInto, transferableAmount } from '../funds/wallets.ts';
import type { User } from '../ledger/accounts.ts';
import type { LedgerAccount } from '../ledger/postings.ts';
import { createRefusal } from '../refusal.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { type ConvertQuote, findQuote } from './quotes.ts';

export interface Conversion {
  readonly orderId: number;
  readonly user: User;
  readonly quote: ConvertQuote;
  readonly time: number;
  status: 'PROCESS' | 'SUCCESS';
}

/** The time from accepting a conversion quote to crediting the converted amount, in ms. */
const PROCESS_MS = 1000;

/** The order id of the first conversion; ids ascend. */
const FIRST_ORDER_ID = 900_000_001;

export class ConvertEngine implements ProductEngine {
  readonly #exchange: Exchange;
  readonly #dueEvents = new DueEventQueue<Conversion>((conversion, time) => this.#complete(conversion, time));
  readonly #byUser = new Map<User, Conversion[]>();
  readonly #accepted = new Set<string>();
  #orderCount = 0;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /** Returns a user's conversions, oldest first. */
  of(user: User): readonly Conversion[] {
    return this.#byUser.get(user) ?? [];
  }

  /**
   * Accepts a quote. Rejects with -1130 a quote that belongs to another user, has expired or was accepted
   * before (our choice: no error codes of conversions are public), and with -5002 an amount above the transferable
   * balance.
   */
  acceptQuote(user: User, quoteId: string, now: number): Conversion {
    const quote = findQuote(this.#exchange, user, quoteId);
    if (quote === undefined || now < quote.time || now > quote.validUntil || this.#accepted.has(quoteId)) {
      throw createRefusal(-1130, "Data sent for parameter 'quoteId' is not valid.");
    }
    const userWallet = { user, wallet: quote.wallet } as const;
    const payment = { asset: quote.from, amount: quote.fromAmount };
    if (transferableAmount(this.#exchange, userWallet, quote.from) < quote.fromAmount)
      throw insufficientBalance();
    this.#accepted.add(quoteId);
    payFrom(this.#exchange, userWallet, this.#convertAccount, payment, now);
    this.#orderCount += 1;
    const conversion: Conversion = {
      orderId: FIRST_ORDER_ID - 1 + this.#orderCount,
      user,
      quote,
      time: now,
      status: 'PROCESS',
    };
    const conversions = this.#byUser.get(user);
    if (conversions === undefined) this.#byUser.set(user, [conversion]);
    else conversions.push(conversion);
    this.#dueEvents.add(now + PROCESS_MS, conversion);
    return conversion;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#dueEvents.checkpoint(checkpointer);
    checkpointer.value(this.#byUser);
    checkpointer.value(this.#accepted);
    this.#orderCount = checkpointer.value(this.#orderCount);
  }

  nextDueAt(now: number): number | undefined {
    return this.#dueEvents.nextDueAt(now);
  }

  runDueEvent(): void {
    this.#dueEvents.runNext();
  }

  #complete(conversion: Conversion, time: number): void {
    const { user, quote } = conversion;
    conversion.status = 'SUCCESS';
    const payout = { asset: quote.to, amount: quote.toAmount };
    payInto(this.#exchange, this.#convertAccount, { user, wallet: quote.wallet }, payout, time);
  }

  get #convertAccount(): LedgerAccount {
    return this.#exchange.accounts.houseAccount('convert');
  }
}

export const CONVERT: EngineKey<ConvertEngine> = {
  name: 'convert',
  rank: 7,
  open: (exchange) => new ConvertEngine(exchange),
};
