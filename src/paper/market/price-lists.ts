/** The candles and trades of one symbol, in the order of time. */
import type { Decimal } from '../../core/decimal.ts';
import { lowerBound } from '../../core/sorted-search.ts';
import { DecimalColumn } from './decimal-column.ts';

/** The prices of a candle as decimal strings. */
export interface CandleTexts {
  readonly o: string;
  readonly h: string;
  readonly l: string;
  readonly c: string;
}

/** The candles of one symbol and interval. */
export class CandleList {
  readonly lengthMs: number;
  #times: number[] = [];
  #open = new DecimalColumn();
  #high = new DecimalColumn();
  #low = new DecimalColumn();
  #close = new DecimalColumn();

  constructor(lengthMs: number) {
    this.lengthMs = lengthMs;
  }

  get size(): number {
    return this.#times.length;
  }

  push(time: number, { o, h, l, c }: CandleTexts): void {
    this.#times.push(time);
    this.#open.push(o);
    this.#high.push(h);
    this.#low.push(l);
    this.#close.push(c);
  }

  /** Returns the opening time of a candle. */
  time(index: number): number {
    return this.#times[index]!;
  }

  open(index: number): Decimal {
    return this.#open.at(index);
  }

  high(index: number): Decimal {
    return this.#high.at(index);
  }

  low(index: number): Decimal {
    return this.#low.at(index);
  }

  close(index: number): Decimal {
    return this.#close.at(index);
  }

  /** Returns the index of the first candle that opens at a time or after it. */
  indexAt(time: number): number {
    return lowerBound(this.#times, (one) => one, time);
  }

  /** Sorts the candles by time. Returns a time at which two candles open, or undefined. */
  sort(): number | undefined {
    const order = timeOrder(this.#times);
    if (order !== undefined) {
      this.#times = order.map((index) => this.#times[index]!);
      this.#open = this.#open.inOrder(order);
      this.#high = this.#high.inOrder(order);
      this.#low = this.#low.inOrder(order);
      this.#close = this.#close.inOrder(order);
    }
    return this.#times.find((time, index) => index > 0 && time === this.#times[index - 1]);
  }
}

/** The trades of one symbol. */
export class TradeList {
  #times: number[] = [];
  #prices = new DecimalColumn();

  get size(): number {
    return this.#times.length;
  }

  push(time: number, price: string): void {
    this.#times.push(time);
    this.#prices.push(price);
  }

  time(index: number): number {
    return this.#times[index]!;
  }

  price(index: number): Decimal {
    return this.#prices.at(index);
  }

  /** Returns the index of the first trade at a time or after it. */
  indexAt(time: number): number {
    return lowerBound(this.#times, (one) => one, time);
  }

  /** Sorts the trades by time; trades of the same time keep their order. */
  sort(): void {
    const order = timeOrder(this.#times);
    if (order === undefined) return;
    this.#times = order.map((index) => this.#times[index]!);
    this.#prices = this.#prices.inOrder(order);
  }
}

/**
 * Returns the indexes that sort a list of times without changing the order of equal times; undefined if the list is
 * sorted already.
 */
function timeOrder(times: readonly number[]): readonly number[] | undefined {
  if (times.every((time, index) => index === 0 || times[index - 1]! <= time)) return undefined;
  return times.map((_, index) => index).sort((a, b) => times[a]! - times[b]! || a - b);
}
