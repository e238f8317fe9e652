/** One option: the users' orders that rest on it, and the market's liquidity less what users have taken of it. */

import type { Level } from '../market/book.ts';
import { uncrossed } from '../matching/liquidity.ts';
import { type Offers, RestingBook } from '../matching/order-book.ts';
import type { UserBook } from '../matching/public-book.ts';
import { Tape } from '../matching/trade-tape.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { OptionContract } from './contracts.ts';
import type { OptionOrder, Position } from './orders.ts';
import type { Quotes } from './quotes.ts';

/** The market's book is this deep (see `quotes.ts`). */
const LEVELS_MAX = 50;

export class OptionDesk {
  readonly contract: OptionContract;
  readonly book = new RestingBook<OptionOrder>();
  /** What users hold, by user id. */
  readonly positions = new Map<number, Position>();
  /** Every trade of users. */
  readonly tape: Tape;
  readonly #quotes: Quotes;
  #updateId = -1;
  /** Lots that were taken of the market's levels since then, by price. */
  readonly #takenBids = new Map<number, number>();
  readonly #takenAsks = new Map<number, number>();

  constructor(contract: OptionContract, quotes: Quotes) {
    this.contract = contract;
    this.#quotes = quotes;
    this.tape = new Tape((time) => {
      const count = quotes.tradeCount(contract, time);
      // The first trade of an option has the id 1.
      return { aggregates: count, trades: count + 1 };
    });
  }

  /** Whether anything can still happen to it. */
  get isBusy(): boolean {
    return this.book.size > 0 || this.positions.size > 0;
  }

  /** What everybody sees of the users' orders at a moment. */
  shownAt(at: number): UserBook {
    const { book, tape } = this;
    const isOfNow = this.#quotes.updateId(this.contract, at) === this.#updateId;
    return {
      changes: book.changes + tape.trades.length,
      levels: (isBids) => book.levels(isBids),
      taken: (isBids) => (isOfNow ? this.#taken(isBids) : new Map()),
    };
  }

  /** Returns what the market offers to someone who buys or sells at a moment: what the book shows of it. */
  offersTo(isBuyer: boolean, at: number): Offers {
    let levels: readonly Level[] | undefined;
    const offers = (place: number) => {
      levels ??= this.#left(isBuyer, at);
      return levels[place];
    };
    return uncrossed(offers, isBuyer, this.book.best(isBuyer)?.price);
  }

  /** Takes lots of the market's offer at a price, until the book moves on. */
  take(isBuyer: boolean, { price, lots }: Level): void {
    const taken = this.#taken(!isBuyer);
    taken.set(price, (taken.get(price) ?? 0) + lots);
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.book.checkpoint(checkpointer);
    checkpointer.value(this.positions);
    this.tape.checkpoint(checkpointer);
    this.#updateId = checkpointer.value(this.#updateId);
    checkpointer.value(this.#takenBids);
    checkpointer.value(this.#takenAsks);
  }

  #left(isBuyer: boolean, at: number): readonly Level[] {
    const { lastUpdateId, bids, asks } = this.#quotes.book(this.contract, LEVELS_MAX, at);
    if (lastUpdateId !== this.#updateId) {
      this.#takenBids.clear();
      this.#takenAsks.clear();
    }
    this.#updateId = lastUpdateId;
    const taken = this.#taken(!isBuyer);
    return (isBuyer ? asks : bids)
      .map(({ price, lots }) => ({ price, lots: lots - (taken.get(price) ?? 0) }))
      .filter(({ lots }) => lots > 0);
  }

  #taken(isBids: boolean): Map<number, number> {
    return isBids ? this.#takenBids : this.#takenAsks;
  }
}
