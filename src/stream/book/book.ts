/** An order book: two sides and the id of the last update. */
import { decimalOf, formatTrimmed } from '../../core/decimal.ts';
import type { MessageId } from '../ids.ts';
import { BookSide, hasDecimals, isBelow, type PriceLevel } from './book-side.ts';

/** A depth update as the exchange sends it: absolute quantities, 0 removes a level. */
export interface DepthEvent {
  /** The first and last update id that the event covers. */
  readonly first: MessageId;
  readonly last: MessageId;
  /** The last update id of the previous event; only on futures. */
  readonly before?: MessageId;
  readonly bids: readonly PriceLevel[];
  readonly asks: readonly PriceLevel[];
}

/** The book at one update id. */
export interface Snapshot {
  readonly lastId: MessageId;
  readonly bids: readonly PriceLevel[];
  readonly asks: readonly PriceLevel[];
}

export class Book {
  readonly bids = new BookSide(true);
  readonly asks = new BookSide(false);
  lastId: MessageId = -1;
  /** The number of decimals of all prices in the book: the largest seen so far. */
  #decimals: number | undefined;

  load({ lastId, bids, asks }: Snapshot): void {
    this.bids.clear();
    this.asks.clear();
    this.#set(bids, asks);
    this.lastId = lastId;
  }

  apply({ last, bids, asks }: DepthEvent): void {
    this.#set(bids, asks);
    this.lastId = last;
  }

  /**
   * Returns whether the best bid is at or above the best ask, which is never so in a correct order book
   * between two events.
   */
  isCrossed(): boolean {
    const bid = this.bids.best();
    const ask = this.asks.best();
    return bid !== undefined && ask !== undefined && !isBelow(bid, ask);
  }

  #set(bids: readonly PriceLevel[], asks: readonly PriceLevel[]): void {
    this.#setLevels(this.bids, bids);
    this.#setLevels(this.asks, asks);
  }

  #setLevels(side: BookSide, levels: readonly PriceLevel[]): void {
    for (const level of levels) {
      const price = level[0];
      const quantity = level[1];
      // A price that the side knows has the decimals of the book.
      if (!side.setKnown(price, quantity)) side.set(this.#normalizePrice(price), quantity);
    }
  }

  /** Returns a price with the decimals of the book, because "1.10" and "1.1" are the same price. */
  #normalizePrice(price: string): string {
    if (this.#decimals === undefined) this.#decimals = decimalsOf(price);
    if (hasDecimals(price, this.#decimals)) return price;
    const plain = formatTrimmed(decimalOf(price));
    const needed = decimalsOf(plain);
    if (needed > this.#decimals) this.#setDecimals(needed);
    return padDecimals(plain, this.#decimals);
  }

  #setDecimals(decimals: number): void {
    this.#decimals = decimals;
    for (const side of [this.bids, this.asks]) {
      const levels = [...side.entries()];
      side.clear();
      for (const [price, quantity] of levels) side.set(padDecimals(price, decimals), quantity);
    }
  }
}

function decimalsOf(price: string): number {
  const point = price.indexOf('.');
  return point === -1 ? 0 : price.length - point - 1;
}

function padDecimals(price: string, decimals: number): string {
  const has = decimalsOf(price);
  if (decimals === 0 || has === decimals) return price;
  return `${price}${has === 0 ? '.' : ''}${'0'.repeat(decimals - has)}`;
}
