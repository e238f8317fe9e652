/** One option: the users' orders that rest on it, and the market's liquidity less what users have taken of it. */
import type { Level } from '../book.ts';
import { type Offers, RestingBook } from '../matching.ts';
import type { OptionContract } from './contracts.ts';
import type { OptionOrder, Position } from './orders.ts';
import type { Quotes } from './quotes.ts';

/** Users' trades are numbered from here, so that none is taken for one of the market's. */
const TRADE_ID_FIRST = 1_000_000_000_000;
/** The market's book is this deep (see `quotes.ts`). */
const LEVELS_MAX = 50;

export class OptionDesk {
  readonly contract: OptionContract;
  readonly book = new RestingBook<OptionOrder>();
  /** What users hold, by user id. */
  readonly positions = new Map<number, Position>();
  readonly #quotes: Quotes;
  #trades = 0;
  #updateId = -1;
  readonly #taken = new Map<string, number>();

  constructor(contract: OptionContract, quotes: Quotes) {
    this.contract = contract;
    this.#quotes = quotes;
  }

  nextTradeId(): number {
    this.#trades += 1;
    return TRADE_ID_FIRST + this.#trades;
  }

  /** Whether anything can still happen to it. */
  get isBusy(): boolean {
    return this.book.size > 0 || this.positions.size > 0;
  }

  /** Returns the market's offers to someone who buys or sells at a moment. */
  offersTo(isBuyer: boolean, at: number): Offers {
    let levels: readonly Level[] | undefined;
    return (place) => {
      levels ??= this.#left(isBuyer, at);
      return levels[place];
    };
  }

  /** Takes lots of the market's offer at a price, until the book moves on. */
  take(isBuyer: boolean, { price, lots }: Level): void {
    const name = `${isBuyer} ${price}`;
    this.#taken.set(name, (this.#taken.get(name) ?? 0) + lots);
  }

  #left(isBuyer: boolean, at: number): readonly Level[] {
    const { lastUpdateId, bids, asks } = this.#quotes.book(this.contract, LEVELS_MAX, at);
    if (lastUpdateId !== this.#updateId) this.#taken.clear();
    this.#updateId = lastUpdateId;
    return (isBuyer ? asks : bids)
      .map(({ price, lots }) => ({ price, lots: lots - (this.#taken.get(`${isBuyer} ${price}`) ?? 0) }))
      .filter(({ lots }) => lots > 0);
  }
}
