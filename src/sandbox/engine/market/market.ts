/**
 * The market of the sandbox: candles, trades and order books of every symbol at any time, as a pure function
 * of seed, symbol and time. Nothing is stored, and answers that overlap agree to the last digit.
 */

import { candleNumber, candleOpen, type Interval } from '../../../catalogue/candle-intervals.ts';
import { DAY_MS } from '../../../core/time-units.ts';
import { type UnixMs, unixMs } from '../../../core/words.ts';
import { BOOK_STEP_MS, bookStep, type DepthSnapshot, type LastTouch } from './book.ts';
import { bestBid, bookAt } from './book-snapshot.ts';
import { createSymbolModel } from './models.ts';
import { DEFAULT_MARKET_MODEL, type MarketModel } from './symbol-model.ts';
import { symbolProfileOf } from './symbol-profile.ts';
import { listSymbols, type MarketSymbol } from './symbols.ts';
import type { AggregateTrade } from './time-span.ts';
import { TimeSpans } from './time-spans.ts';
import { aggregateIdOf, type Trade, tradesOf } from './trade-groups.ts';
import { lastTrade, summarizeWindows, tradesById } from './trade-search.ts';
import { type PriceRange, priceRangeOf, type Summary } from './trade-summary.ts';

export interface Candle {
  readonly openTime: number;
  /** The last ms of the candle, even if the candle is still open. */
  readonly closeTime: number;
  readonly summary: Summary;
}

export interface CandleQuery {
  readonly symbol: MarketSymbol;
  readonly interval: Interval;
  /** The time zone in minutes east of UTC, -720 to 840. */
  readonly zoneMinutes: number;
  /**
   * The first and last open time, both inclusive. If `from` is given, the oldest rows are returned, otherwise
   * the newest.
   */
  readonly from?: number;
  readonly to?: number;
  /** The largest number of rows, 1 or more. */
  readonly limit: number;
  readonly now: UnixMs;
}

export interface Market {
  readonly seed: number;
  readonly model: MarketModel;
  /** Returns another market with the same scenario applied; absent for a market without a scenario. */
  readonly alike?: (other: Market) => Market;
  /**
   * All symbols of the market, past and future ones included, in the order in which the exchange lists them.
   */
  readonly symbols: readonly MarketSymbol[];
  /** Returns the symbol of a name if it has been listed by a given time. */
  find(name: string, at: UnixMs): MarketSymbol | undefined;
  /** Returns whether a symbol is listed and not yet delisted. */
  isTrading(symbol: MarketSymbol, at: UnixMs): boolean;
  /** Returns candles in order of time; a candle that is still open covers only the trades up to now. */
  candles(query: CandleQuery): readonly Candle[];
  /** Returns what was traded from `from` (inclusive) to `to` (exclusive); `from` must be below `to`. */
  summary(symbol: MarketSymbol, from: number, to: number): Summary;
  /** Returns the low and high of the summary of a window, which a market may know at less cost; undefined without trades. */
  priceRange(symbol: MarketSymbol, from: number, to: number): PriceRange | undefined;
  /** Returns the last aggregate trade at or before a moment, or undefined before the first. */
  lastTrade(symbol: MarketSymbol, at: UnixMs): AggregateTrade | undefined;
  /** Returns the price of the last trade in ticks; before the first trade, the price at the listing. */
  lastPrice(symbol: MarketSymbol, at: UnixMs): number;
  /** Returns how far a futures contract lies above its index at a time, as a fraction. */
  basisAt(symbol: MarketSymbol, at: number): number;
  /** Returns the least and the greatest basis from `from` (inclusive) to `to` (exclusive). */
  basisRange(symbol: MarketSymbol, from: number, to: number): { readonly low: number; readonly high: number };
  /**
   * Returns the aggregate trades with ids from `from` (inclusive) to `to` (exclusive), future trades
   * included.
   */
  aggregateTrades(symbol: MarketSymbol, from: number, to: number): readonly AggregateTrade[];
  /** Returns the single trades with ids from `from` (inclusive) to `to` (exclusive), future trades included. */
  trades(symbol: MarketSymbol, from: number, to: number): readonly Trade[];
  /** Returns the single trades of which an aggregate trade consists. */
  tradesOf(symbol: MarketSymbol, aggregate: AggregateTrade): readonly Trade[];
  /** Returns the lots at a price on one side of the order book; 0 if there is no level at this price. */
  lotsAtPrice(symbol: MarketSymbol, isBids: boolean, price: number, at: UnixMs): number;
  /**
   * Returns up to `levels` price levels on each side of the order book (at most 5000), none if trading has
   * ended. The levels lie around the last trade before the book's step, or around the price that `touchAt`
   * returns for the moment of the step.
   */
  book(symbol: MarketSymbol, levels: number, at: UnixMs, touchAt?: (at: UnixMs) => LastTouch): DepthSnapshot;
}

/** Returns the market of a seed (an integer) with the given symbols, by default the spot symbols. */
export function createMarket({
  seed,
  model = DEFAULT_MARKET_MODEL,
  symbols = listSymbols(),
}: {
  readonly seed: number;
  readonly model?: MarketModel;
  readonly symbols?: readonly MarketSymbol[];
}): Market {
  const byName = new Map(symbols.map((symbol) => [symbol.name, symbol]));
  const known = new Map<MarketSymbol, TimeSpans>();
  const of = (symbol: MarketSymbol): TimeSpans => {
    let spans = known.get(symbol);
    if (spans === undefined) {
      spans = new TimeSpans(createSymbolModel(symbolProfileOf(symbol, seed), model));
      known.set(symbol, spans);
    }
    return spans;
  };
  return {
    seed,
    model,
    symbols,
    find(name, at) {
      const symbol = byName.get(name);
      return symbol !== undefined && symbol.listedAt <= at ? symbol : undefined;
    },
    isTrading,
    candles: (query) => buildCandles(of(query.symbol), query),
    summary: (symbol, from, to) => summarizeWindows(of(symbol), [from, to])[0]!,
    priceRange: (symbol, from, to) => priceRangeOf(summarizeWindows(of(symbol), [from, to])[0]!),
    lastTrade: (symbol, at) => lastTrade(of(symbol), at),
    lastPrice: (symbol, at) => lastTouch(of(symbol), at).price,
    basisAt: (symbol, at) => of(symbol).model.basisAt(at),
    basisRange: (symbol, from, to) => of(symbol).model.basisRange(from, to),
    aggregateTrades: (symbol, from, to) => tradesById(of(symbol), from, to),
    trades: (symbol, from, to) => tradesBetween(of(symbol), from, to),
    tradesOf: (symbol, aggregate) => tradesOf(aggregate, of(symbol).model.profile.key),
    lotsAtPrice(symbol, isBids, price, at) {
      if (!isTrading(symbol, at)) return 0;
      const step = bookStep(at);
      const bid = bestBid(lastTouch(of(symbol), step * BOOK_STEP_MS));
      const side = { isBids, best: isBids ? bid : bid + 1, step };
      return of(symbol).model.lotsAtPrice(side, price);
    },
    book(symbol, levels, at, touchAt = (before) => lastTouch(of(symbol), before)) {
      const step = bookStep(at);
      const touch = touchAt(unixMs(step * BOOK_STEP_MS));
      return bookAt(of(symbol).model, touch, isTrading(symbol, at) ? levels : 0, step);
    },
  };
}

/**
 * The number of levels that are searched for a price in a market whose order books do not follow from a
 * market model.
 */
const EXAMINED_LEVELS = 1000;

/**
 * Returns the lots at a price on one side of a market's order book; 0 if the price is not among the best
 * levels.
 */
export function lotsInBook(
  market: Market,
  symbol: MarketSymbol,
  isBids: boolean,
  price: number,
  at: UnixMs,
): number {
  const { bids, asks } = market.book(symbol, EXAMINED_LEVELS, at);
  return (isBids ? bids : asks).find((level) => level.price === price)?.lots ?? 0;
}

function isTrading({ listedAt, delistedAt }: MarketSymbol, at: number): boolean {
  return listedAt <= at && (delistedAt === undefined || at < delistedAt);
}

/** The time window of a candle: `end` (exclusive) is where the known trades of the candle end. */
export interface CandleWindow {
  readonly openTime: number;
  readonly closeTime: number;
  readonly end: number;
}

/** Returns the time windows of the candles that a query requests, in order of time. */
export function candleWindows(query: CandleQuery): readonly CandleWindow[] {
  const { symbol, interval, zoneMinutes, from, limit, now } = query;
  const { listedAt, delistedAt = Number.POSITIVE_INFINITY } = symbol;
  const to = Math.min(query.to ?? now, now, delistedAt - 1);
  if (from !== undefined && from > to) return [];
  const earliest = candleNumber(interval, zoneMinutes, listedAt);
  const latest = candleNumber(interval, zoneMinutes, to);
  let first = Math.max(earliest, latest - limit + 1);
  if (from !== undefined) {
    const number = candleNumber(interval, zoneMinutes, from);
    first = Math.max(earliest, candleOpen(interval, zoneMinutes, number) < from ? number + 1 : number);
  }
  const count = Math.max(0, Math.min(limit, latest - first + 1));
  const windows: CandleWindow[] = [];
  let openTime = candleOpen(interval, zoneMinutes, first);
  for (let place = 1; place <= count; place += 1) {
    const next = candleOpen(interval, zoneMinutes, first + place);
    windows.push({ openTime, closeTime: next - 1, end: Math.min(next, now + 1) });
    openTime = next;
  }
  return windows;
}

function buildCandles(spans: TimeSpans, query: CandleQuery): readonly Candle[] {
  const windows = candleWindows(query);
  if (windows.length === 0) return [];
  const bounds = [...windows.map(({ openTime }) => openTime), windows.at(-1)!.end];
  return summarizeWindows(spans, bounds).map((summary, index) => {
    const { openTime, closeTime } = windows[index]!;
    return { openTime, closeTime, summary };
  });
}

/** The last trade before the moment that was asked for last, which a server asks for many times in a millisecond. */
const latestTouches = new WeakMap<TimeSpans, { readonly at: number; readonly touch: LastTouch }>();

function lastTouch(spans: TimeSpans, at: number): LastTouch {
  const latest = latestTouches.get(spans);
  if (latest?.at === at) return latest.touch;
  const touch = findTouch(spans, at);
  latestTouches.set(spans, { at, touch });
  return touch;
}

function findTouch(spans: TimeSpans, at: number): LastTouch {
  const { model } = spans;
  const listedDay = model.profile.symbol.listedAt / DAY_MS;
  return lastTrade(spans, at) ?? { price: model.ticksAt(listedDay), isBuyerMaker: true };
}

function tradesBetween(spans: TimeSpans, from: number, to: number): readonly Trade[] {
  if (from >= to) return [];
  return tradesById(spans, aggregateIdOf(from), aggregateIdOf(to - 1) + 1)
    .flatMap((aggregate) => tradesOf(aggregate, spans.model.profile.key))
    .filter((trade) => trade.id >= from && trade.id < to);
}
