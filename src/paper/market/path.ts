/**
 * The price path of a symbol, as points and ranges in the order of time. Each minute uses the finest data
 * (trades, 1-second or 1-minute candles) that reach the high and low of the coarser data. The price path
 * depends on the market data alone.
 */

import { compare, type Decimal, max, min } from '../../core/decimal.ts';
import { MINUTE_MS, SECOND_MS } from '../../core/time-units.ts';
import type { CandleList, QuietRange, TradeList } from './price-lists.ts';
import { SeenMinutes } from './seen-minutes.ts';

/** What a price comes from. */
export type PriceSource = '1m' | '1s' | 'trade' | 'book';

/** A price at a time: a trade, or the opening of a candle that ends at `end`. */
export interface PathPoint {
  readonly kind: 'point';
  readonly time: number;
  readonly price: Decimal;
  readonly source: PriceSource;
  /** The exclusive end of the candle; for a trade, its own time. */
  readonly end: number;
}

/** The high and low of a candle, applied at the candle's last millisecond. */
export interface PathRange {
  readonly kind: 'range';
  readonly time: number;
  readonly low: Decimal;
  readonly high: Decimal;
  /** The close, which is the last price afterwards. */
  readonly price: Decimal;
  readonly source: PriceSource;
}

export type PathEvent = PathPoint | PathRange;

/** The candles and trades from which a price path is built. */
export interface PathData {
  readonly minutes: CandleList;
  readonly seconds: CandleList;
  readonly trades: TradeList;
}

/** A price path that is walked event by event. */
export interface PathWalk {
  /** Returns the next event without moving on; undefined at the end. */
  peek(): PathEvent | undefined;
  /** Returns the next event and moves on. */
  take(): PathEvent | undefined;
  /** Moves on over candles whose prices are all inside a quiet range, as `Path.passQuiet` does. */
  passQuiet(time: number, quiet: QuietRange): PathRange | undefined;
  /** The minutes that were walked and have data. */
  readonly seenMinutes: SeenMinutes;
}

/** Returns the price path of a single price. */
export function singlePoint(time: number, price: Decimal, source: PriceSource): PathWalk {
  let event: PathEvent | undefined = { kind: 'point', time, price, source, end: time };
  const seenMinutes = new SeenMinutes();
  seenMinutes.add(minuteOf(time));
  return {
    seenMinutes,
    peek: () => event,
    take: () => {
      const taken = event;
      event = undefined;
      return taken;
    },
    passQuiet: () => undefined,
  };
}

/** A span of row indexes from `from` up to but not including `to`. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Walks a price path from one time to another; candles that extend beyond these times are not used. A minute in
 * which one of these times lies is walked by its finer data.
 */
export class Path implements PathWalk {
  readonly #data: PathData;
  readonly #end: number;
  #minute = 0;
  #second = 0;
  #trade = 0;
  #events: PathEvent[] = [];
  #next = 0;
  /** The indexes of the next candles and trades before the events were read. */
  #filledFrom: readonly [minute: number, second: number, trade: number];
  /** The minutes for which the price path has data. */
  readonly seenMinutes = new SeenMinutes();

  constructor(data: PathData, start: number, end: number) {
    this.#data = data;
    this.#end = end;
    this.#minute = data.minutes.indexAt(start);
    this.#second = data.seconds.indexAt(start);
    this.#trade = data.trades.indexAt(start);
    this.#filledFrom = [this.#minute, this.#second, this.#trade];
  }

  /** Returns the next event of the price path without moving on; undefined at the end. */
  peek(): PathEvent | undefined {
    if (this.#next >= this.#events.length) this.#fill();
    return this.#events[this.#next];
  }

  /** Returns the next event of the price path and moves on. */
  take(): PathEvent | undefined {
    const event = this.peek();
    if (event !== undefined && this.#next === 0) this.seenMinutes.add(minuteOf(event.time));
    this.#next += 1;
    return event;
  }

  /**
   * Moves on over 1-minute candles that end before a time and whose prices are all inside a quiet range. Returns the
   * range of the last of them; undefined if there is none. Stops at a minute that also has trades or 1-second candles.
   */
  passQuiet(time: number, quiet: QuietRange): PathRange | undefined {
    if (this.#next === 0) this.#returnEvents();
    else if (this.#next < this.#events.length) return undefined;
    const { minutes, seconds, trades } = this.#data;
    const from = this.#minute;
    const finer = Math.min(timeOr(seconds, this.#second, time), timeOr(trades, this.#trade, time), this.#end);
    const to = minutes.quietUntil(from, Math.min(time, finer), quiet);
    if (to === from) return undefined;
    for (let index = from; index < to; index += 1) this.seenMinutes.add(minutes.time(index));
    this.#minute = to;
    return new CandleRange(minutes, to - 1, '1m');
  }

  /** Goes back to the start of a minute of which no event has been taken. */
  #returnEvents(): void {
    this.#events = [];
    [this.#minute, this.#second, this.#trade] = this.#filledFrom;
  }

  /** Reads the events of the next minute that has data. */
  #fill(): void {
    this.#events = [];
    this.#next = 0;
    this.#filledFrom = [this.#minute, this.#second, this.#trade];
    const { minutes, seconds, trades } = this.#data;
    const next = Math.min(
      timeOr(minutes, this.#minute, this.#end),
      timeOr(seconds, this.#second, this.#end),
      timeOr(trades, this.#trade, this.#end),
    );
    if (next >= this.#end) return;
    const minute = minuteOf(next);
    const end = Math.min(minute + MINUTE_MS, this.#end);
    const isWhole = end === minute + MINUTE_MS;
    const hasCandle = isWhole && this.#minute < minutes.size && minutes.time(this.#minute) === minute;
    // The last second that is over at the end begins a second before it.
    const lastSecond = end - SECOND_MS;
    const inSeconds: Span = { from: this.#second, to: endOf(seconds, this.#second, lastSecond + 1) };
    const inTrades: Span = { from: this.#trade, to: endOf(trades, this.#trade, end) };
    if (!hasCandle) {
      if (inSeconds.to > inSeconds.from) this.#addSeconds(inSeconds, inTrades);
      else this.#addTrades(inTrades);
    } else if (this.#tradesCover(inTrades, minutes, this.#minute)) this.#addTrades(inTrades);
    else if (this.#secondsCover(inSeconds, this.#minute)) this.#addSeconds(inSeconds, inTrades);
    else this.#addCandle(minutes, this.#minute, '1m');
    if (hasCandle) this.#minute += 1;
    this.#second = inSeconds.to;
    this.#trade = inTrades.to;
  }

  /**
   * Adds the events of 1-second candles; the trades of a second replace its candle where they reach its high
   * and low.
   */
  #addSeconds({ from, to }: Span, inTrades: Span): void {
    const { seconds, trades } = this.#data;
    let trade = inTrades.from;
    for (let index = from; index < to; index += 1) {
      const start = seconds.time(index);
      while (trade < inTrades.to && trades.time(trade) < start) trade += 1;
      const within: Span = { from: trade, to: endOf(trades, trade, start + SECOND_MS) };
      if (this.#tradesCover(within, seconds, index)) this.#addTrades(within);
      else this.#addCandle(seconds, index, '1s');
      trade = within.to;
    }
  }

  #addTrades({ from, to }: Span): void {
    const { trades } = this.#data;
    for (let index = from; index < to; index += 1) {
      const time = trades.time(index);
      this.#events.push({ kind: 'point', time, price: trades.price(index), source: 'trade', end: time });
    }
  }

  #addCandle(list: CandleList, index: number, source: '1m' | '1s'): void {
    this.#events.push(new CandlePoint(list, index, source), new CandleRange(list, index, source));
  }

  /** Returns whether the trades of a candle's time reach exactly its low and its high. */
  #tradesCover({ from, to }: Span, list: CandleList, index: number): boolean {
    if (to === from) return false;
    const { trades } = this.#data;
    let low = trades.price(from);
    let high = low;
    for (let at = from + 1; at < to; at += 1) {
      const price = trades.price(at);
      low = min(low, price);
      high = max(high, price);
    }
    return compare(low, list.low(index)) === 0 && compare(high, list.high(index)) === 0;
  }

  /**
   * Returns whether the 1-second candles of a minute reach exactly the low and the high of its 1-minute
   * candle.
   */
  #secondsCover({ from, to }: Span, minute: number): boolean {
    if (to === from) return false;
    const { minutes, seconds } = this.#data;
    let low = seconds.low(from);
    let high = seconds.high(from);
    for (let at = from + 1; at < to; at += 1) {
      low = min(low, seconds.low(at));
      high = max(high, seconds.high(at));
    }
    return compare(low, minutes.low(minute)) === 0 && compare(high, minutes.high(minute)) === 0;
  }
}

/** Returns a time rounded down to the whole minute. */
export function minuteOf(time: number): number {
  return Math.floor(time / MINUTE_MS) * MINUTE_MS;
}

/** Returns the time of a candle or trade; another time past the end of the list. */
function timeOr(list: CandleList | TradeList, index: number, otherwise: number): number {
  return index < list.size ? list.time(index) : otherwise;
}

/**
 * Returns the index of the first candle or trade at a time or later, searched forwards from a given index.
 */
function endOf(list: CandleList | TradeList, from: number, time: number): number {
  let index = from;
  while (index < list.size && list.time(index) < time) index += 1;
  return index;
}

/** The opening of a candle. Its price is read when it is asked for: most candles meet no position. */
class CandlePoint implements PathPoint {
  readonly kind = 'point';
  readonly time: number;
  readonly end: number;
  readonly source: PriceSource;
  readonly #list: CandleList;
  readonly #index: number;

  constructor(list: CandleList, index: number, source: PriceSource) {
    this.time = list.time(index);
    this.end = this.time + list.lengthMs;
    this.source = source;
    this.#list = list;
    this.#index = index;
  }

  get price(): Decimal {
    return this.#list.open(this.#index);
  }
}

/** The range of a candle, read when it is asked for. */
class CandleRange implements PathRange {
  readonly kind = 'range';
  readonly time: number;
  readonly source: PriceSource;
  readonly #list: CandleList;
  readonly #index: number;

  constructor(list: CandleList, index: number, source: PriceSource) {
    this.time = list.time(index) + list.lengthMs - 1;
    this.source = source;
    this.#list = list;
    this.#index = index;
  }

  get low(): Decimal {
    return this.#list.low(this.#index);
  }

  get high(): Decimal {
    return this.#list.high(this.#index);
  }

  get price(): Decimal {
    return this.#list.close(this.#index);
  }
}
