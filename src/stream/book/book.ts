/** An order book: two sides and the number of the last change; no time, no network, no floats. */
import { decimalOf, formatDecimal, trimZeros } from '../../core/decimal.ts';
import type { MessageId } from '../ids.ts';
import { BookSide, isBelow, isSpelled, type Level } from './book-side.ts';

/** A change of the book as the exchange sends it: absolute quantities, 0 removes a level. */
export interface DepthEvent {
  /** First and last update id that it covers. */
  readonly first: MessageId;
  readonly last: MessageId;
  /** Last update id of the event before; futures say it. */
  readonly before?: MessageId;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** The book at one update id. */
export interface Snapshot {
  readonly lastId: MessageId;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

export class Book {
  readonly bids = new BookSide(true);
  readonly asks = new BookSide(false);
  lastId: MessageId = -1;
  /** Decimals that prices are written with; as many as the most of those seen. */
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

  /** Whether somebody bids as much as somebody asks: no book of an exchange does between two events. */
  isCrossed(): boolean {
    const bid = this.bids.best();
    const ask = this.asks.best();
    return bid !== undefined && ask !== undefined && !isBelow(bid, ask);
  }

  #set(bids: readonly Level[], asks: readonly Level[]): void {
    for (const [price, quantity] of bids) this.bids.set(this.#spelled(price), quantity);
    for (const [price, quantity] of asks) this.asks.set(this.#spelled(price), quantity);
  }

  /** "1.10" and "1.1" are one price: all are written with the same decimals. */
  #spelled(price: string): string {
    if (this.#decimals === undefined) this.#decimals = decimalsOf(price);
    if (isSpelled(price, this.#decimals)) return price;
    const plain = formatDecimal(trimZeros(decimalOf(price)));
    const needed = decimalsOf(plain);
    if (needed > this.#decimals) this.#respell(needed);
    return padded(plain, this.#decimals);
  }

  #respell(decimals: number): void {
    this.#decimals = decimals;
    for (const side of [this.bids, this.asks]) {
      const levels = [...side.entries()];
      side.clear();
      for (const [price, quantity] of levels) side.set(padded(price, decimals), quantity);
    }
  }
}

function decimalsOf(price: string): number {
  const point = price.indexOf('.');
  return point === -1 ? 0 : price.length - point - 1;
}

function padded(price: string, decimals: number): string {
  const has = decimalsOf(price);
  if (decimals === 0 || has === decimals) return price;
  return `${price}${has === 0 ? '.' : ''}${'0'.repeat(decimals - has)}`;
}
