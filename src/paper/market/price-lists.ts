/** The candles and trades of one symbol, in the order of time. */
import type { Decimal } from '../../core/decimal.ts';
import { lowerBound } from '../../core/sorted-search.ts';
import { PriceColumn } from './price-column.ts';

/** The prices of a candle. */
export interface CandlePrices {
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly close: Decimal;
}

/** The prices of a candle as safe integers of units of 10^-scale. */
export interface CandleUnits {
  readonly scale: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Two prices between which nothing happens to any position; null where there is no bound on that side. */
export interface QuietRange {
  readonly above: Decimal | null;
  readonly below: Decimal | null;
}

/** The candles of one symbol and interval. */
export class CandleList {
  readonly lengthMs: number;
  #times: number[] = [];
  #open = new PriceColumn();
  #high = new PriceColumn();
  #low = new PriceColumn();
  #close = new PriceColumn();

  constructor(lengthMs: number) {
    this.lengthMs = lengthMs;
  }

  get size(): number {
    return this.#times.length;
  }

  push(time: number, { open, high, low, close }: CandlePrices): void {
    this.#times.push(time);
    this.#open.push(open);
    this.#high.push(high);
    this.#low.push(low);
    this.#close.push(close);
  }

  pushUnits(time: number, { scale, open, high, low, close }: CandleUnits): void {
    this.#times.push(time);
    this.#open.pushUnits(open, scale);
    this.#high.pushUnits(high, scale);
    this.#low.pushUnits(low, scale);
    this.#close.pushUnits(close, scale);
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

  /**
   * Returns the index of the first candle, searched forwards from a given one, that ends after a time or has a price
   * at or outside the bounds of a quiet range. A candle with a price of very many digits counts as outside.
   */
  quietUntil(from: number, time: number, { above, below }: QuietRange): number {
    const lowMin = above === null ? Number.NEGATIVE_INFINITY : this.#low.toUnits(above, 'floor');
    const highMax = below === null ? Number.POSITIVE_INFINITY : this.#high.toUnits(below, 'ceil');
    let index = from;
    while (
      index < this.size &&
      this.#times[index]! + this.lengthMs <= time &&
      this.#low.unitsAt(index) > lowMin &&
      this.#high.unitsAt(index) < highMax
    ) {
      index += 1;
    }
    return index;
  }

  /** Returns a copy that has only the candles that end at a time or before it. The list must be sorted. */
  endingBy(time: number): CandleList {
    const count = this.indexAt(time - this.lengthMs + 1);
    const copy = new CandleList(this.lengthMs);
    copy.#times = this.#times.slice(0, count);
    copy.#open = this.#open.firstOnes(count);
    copy.#high = this.#high.firstOnes(count);
    copy.#low = this.#low.firstOnes(count);
    copy.#close = this.#close.firstOnes(count);
    return copy;
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
  #prices = new PriceColumn();

  get size(): number {
    return this.#times.length;
  }

  push(time: number, price: Decimal): void {
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

  /** Returns a copy that has only the trades before a time. The list must be sorted. */
  before(time: number): TradeList {
    const count = this.indexAt(time);
    const copy = new TradeList();
    copy.#times = this.#times.slice(0, count);
    copy.#prices = this.#prices.firstOnes(count);
    return copy;
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
