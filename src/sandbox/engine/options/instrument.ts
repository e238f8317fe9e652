/**
 * One option: the users' resting orders and the simulated market's liquidity, less the lots that users took
 * of it.
 */

import type { MarketLevel } from '../market/book.ts';
import { skipCrossedOffers } from '../matching/liquidity.ts';
import { type ExternalOffers, OrderBook } from '../matching/order-book.ts';
import type { UserBook } from '../matching/public-book.ts';
import { TradeTape } from '../matching/trade-tape.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { OptionContract } from './contracts.ts';
import type { OptionOrder, OptionPosition } from './orders.ts';
import type { OptionQuotes } from './quotes.ts';

/** The depth of the market's book (see `quotes.ts`). */
const LEVELS_MAX = 50;

export class OptionInstrument {
  readonly contract: OptionContract;
  readonly book = new OrderBook<OptionOrder>();
  /** The positions by user id. */
  readonly positions = new Map<number, OptionPosition>();
  /** All trades of users. */
  readonly tape: TradeTape;
  readonly #quotes: OptionQuotes;
  #updateId = -1;
  /**
   * The lots of the simulated market's levels that users took since the last update of its book, by price.
   */
  readonly #consumedBids = new Map<number, number>();
  readonly #consumedAsks = new Map<number, number>();

  constructor(contract: OptionContract, quotes: OptionQuotes) {
    this.contract = contract;
    this.#quotes = quotes;
    this.tape = new TradeTape((time) => {
      const count = quotes.tradeCount(contract, time);
      // The first trade of an option has the id 1.
      return { aggregates: count, trades: count + 1 };
    });
  }

  /** Returns whether the option has resting orders or positions. */
  get isActive(): boolean {
    return this.book.size > 0 || this.positions.size > 0;
  }

  /**
   * Whether trades of the simulated market affect the instrument: they fill resting orders and change the
   * margin of short positions.
   */
  get needsMarketTrades(): boolean {
    if (this.book.size > 0) return true;
    for (const { lots } of this.positions.values()) if (lots < 0) return true;
    return false;
  }

  /**
   * Returns what the public book shows of the users' orders and of the liquidity that they consumed at a
   * time.
   */
  userBookAt(at: number): UserBook {
    const { book, tape } = this;
    const isSameUpdate = this.#quotes.updateId(this.contract, at) === this.#updateId;
    return {
      changes: book.changes + tape.trades.length,
      levels: (isBid) => book.visibleLevels(isBid),
      consumedLots: (isBid) => (isSameUpdate ? this.#consumedOn(isBid) : new Map()),
    };
  }

  /** Returns the market's liquidity for a buyer or a seller at a time, as the public book shows it. */
  offersTo(isBuyer: boolean, at: number): ExternalOffers {
    let levels: readonly MarketLevel[] | undefined;
    const offers = (place: number) => {
      levels ??= this.#remainingLevels(isBuyer, at);
      return levels[place];
    };
    return skipCrossedOffers(offers, isBuyer, this.book.best(isBuyer)?.price);
  }

  /** Consumes lots of the market's level at a price, until the next update of the book. */
  consume(isBuyer: boolean, { price, lots }: MarketLevel): void {
    const consumed = this.#consumedOn(!isBuyer);
    consumed.set(price, (consumed.get(price) ?? 0) + lots);
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.book.checkpoint(checkpointer);
    checkpointer.value(this.positions);
    this.tape.checkpoint(checkpointer);
    this.#updateId = checkpointer.value(this.#updateId);
    checkpointer.value(this.#consumedBids);
    checkpointer.value(this.#consumedAsks);
  }

  #remainingLevels(isBuyer: boolean, at: number): readonly MarketLevel[] {
    const { lastUpdateId, bids, asks } = this.#quotes.book(this.contract, LEVELS_MAX, at);
    if (lastUpdateId !== this.#updateId) {
      this.#consumedBids.clear();
      this.#consumedAsks.clear();
    }
    this.#updateId = lastUpdateId;
    const consumed = this.#consumedOn(!isBuyer);
    return (isBuyer ? asks : bids)
      .map(({ price, lots }) => ({ price, lots: lots - (consumed.get(price) ?? 0) }))
      .filter(({ lots }) => lots > 0);
  }

  #consumedOn(isBid: boolean): Map<number, number> {
    return isBid ? this.#consumedBids : this.#consumedAsks;
  }
}
