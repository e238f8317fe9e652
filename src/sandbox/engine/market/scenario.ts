/**
 * Scenarios that a market goes through by name: a crash, a trend, a thin order book. A scenario begins soon
 * after a given moment and ends at the prices that the market itself has by then; within it every trade keeps
 * its id and time and gets another price and size. So a market with a scenario, too, is a pure function of
 * seed, symbol and time.
 */
import { MINUTE_MS } from '../../../core/time-units.ts';
import type { UnixMs } from '../../../core/words.ts';
import type { Asset } from './assets.ts';
import { baseUnits } from './base-volume.ts';
import type { DepthSnapshot } from './book.ts';
import { lotsInBook, type Market } from './market.ts';
import { inverseTermsOf } from './models.ts';
import { findPriceRange } from './price-range-search.ts';
import { type Curve, type Episode, SCENARIOS, type ScenarioName } from './scenario-kinds.ts';
import type { MarketSymbol } from './symbols.ts';
import type { AggregateTrade } from './time-span.ts';
import { aggregateIdOf } from './trade-groups.ts';
import {
  combineSummaries,
  type PriceRange,
  priceRangeOf,
  type Summary,
  TradeTally,
} from './trade-summary.ts';

/** The daily volatility below which an asset counts as a stablecoin, which a scenario does not move. */
const STABLE_BELOW = 0.01;
/**
 * The daily volatility of assets that follow a price curve exactly; assets with other volatilities move less
 * or more.
 */
const TYPICAL_MOVE = 0.03;
const MIN_SHARE = 0.8;
const MAX_SHARE = 1.3;

/**
 * The smallest number of lots of an aggregate trade: it may consist of this many trades of at least one lot.
 */
const LOTS_MIN = 4;

/** Returns a market with a scenario that begins with the first whole minute after a moment. */
export function scenarioMarket(market: Market, name: ScenarioName, startAt: number): Market {
  const episode: Episode = SCENARIOS[name];
  const begin = Math.ceil(startAt / MINUTE_MS) * MINUTE_MS;
  const end = begin + (episode.volume.at(-1)![0] as number) * MINUTE_MS;
  const anchors = new Map<MarketSymbol, number>();
  const minutes = new Map<MarketSymbol, Map<number, Summary>>();
  const isWithin = (time: number) => time >= begin && time < end;

  const reshapeTrade = (symbol: MarketSymbol, trade: AggregateTrade): AggregateTrade => {
    if (!isWithin(trade.time)) return trade;
    const minute = (trade.time - begin) / MINUTE_MS;
    const lots = Math.max(LOTS_MIN, Math.round(trade.lots * valueAt(episode.volume, minute)));
    const reshaped = { ...trade, price: reshapePrice(symbol, trade.price, minute), lots };
    const terms = inverseTermsOf(symbol, market.model);
    if (terms === undefined) return reshaped;
    return { ...reshaped, base: baseUnits(terms, symbol.tickDecimals, reshaped.price, lots) };
  };
  const priceCurve = episode.price ?? episode.dampening;
  const reshapePrice = (symbol: MarketSymbol, price: number, minute: number): number =>
    priceCurve === undefined ? price : priceFor(symbol, price, valueAt(priceCurve, minute));
  /** Returns what becomes of a price where the curve of the scenario's prices has a value. */
  const priceFor = (symbol: MarketSymbol, price: number, value: number): number => {
    if (episode.price !== undefined) {
      const factor = priceFactor(symbol.base, value);
      return Math.max(1, Math.round((price * factor) / priceFactor(symbol.quote, value)));
    }
    let anchor = anchors.get(symbol);
    if (anchor === undefined) {
      anchor = market.lastPrice(symbol, (begin - 1) as UnixMs);
      anchors.set(symbol, anchor);
    }
    return Math.max(1, Math.round(price + (anchor - price) * value));
  };
  const sumOf = (symbol: MarketSymbol, from: number, to: number): Summary => {
    const { firstId, count } = market.summary(symbol, from, to);
    const tally = new TradeTally(symbol, inverseTermsOf(symbol, market.model));
    if (count === 0) return tally;
    for (const trade of market.aggregateTrades(symbol, firstId, firstId + count)) {
      tally.addTrade(reshapeTrade(symbol, trade));
    }
    return tally;
  };
  const minuteOf = (symbol: MarketSymbol, from: number): Summary => {
    const cached = minutes.get(symbol) ?? new Map<number, Summary>();
    minutes.set(symbol, cached);
    const summary = cached.get(from) ?? sumOf(symbol, from, from + MINUTE_MS);
    cached.set(from, summary);
    return summary;
  };
  /** Returns summaries of the trades in a time window within the scenario, one for each minute of the window. */
  const within = (symbol: MarketSymbol, from: number, to: number): Summary[] => {
    const parts: Summary[] = [];
    for (let at = from; at < to; ) {
      const next = Math.min((Math.floor(at / MINUTE_MS) + 1) * MINUTE_MS, to);
      parts.push(next - at === MINUTE_MS ? minuteOf(symbol, at) : sumOf(symbol, at, next));
      at = next;
    }
    return parts;
  };
  const rangeWithin = (symbol: MarketSymbol, from: number, to: number): PriceRange | undefined =>
    findPriceRange(from, to, {
      boundsOf(start, end) {
        const range = market.priceRange(symbol, start, end);
        if (range === undefined || priceCurve === undefined) return range;
        const minutes = [(start - begin) / MINUTE_MS, (end - begin) / MINUTE_MS] as const;
        const prices = curveBounds(priceCurve, ...minutes).flatMap((value) => [
          priceFor(symbol, range.low, value),
          priceFor(symbol, range.high, value),
        ]);
        return { low: Math.min(...prices), high: Math.max(...prices) };
      },
      exactOf: (start, end) => priceRangeOf(sumOf(symbol, start, end)),
    });
  const touchOf = (symbol: MarketSymbol) => (at: UnixMs) =>
    scenarioView.lastTrade(symbol, at) ?? { price: market.lastPrice(symbol, at), isBuyerMaker: true };
  const scenarioView: Market = {
    ...market,
    alike: (other) => scenarioMarket(other, name, startAt),
    summary(symbol, from, to) {
      if (to <= begin) return market.summary(symbol, from, to);
      const parts: Summary[] = [];
      if (from < begin) parts.push(market.summary(symbol, from, begin));
      parts.push(...within(symbol, Math.max(from, begin), Math.min(to, end)));
      if (to > end) parts.push(market.summary(symbol, Math.max(from, end), to));
      return combineSummaries(symbol, parts) ?? unchangedSummary(scenarioView, symbol, from);
    },
    priceRange(symbol, from, to) {
      const ranges = [
        from < begin ? market.priceRange(symbol, from, Math.min(to, begin)) : undefined,
        rangeWithin(symbol, Math.max(from, begin), Math.min(to, end)),
        to > end ? market.priceRange(symbol, Math.max(from, end), to) : undefined,
      ].filter((range) => range !== undefined);
      if (ranges.length === 0) return undefined;
      return {
        low: Math.min(...ranges.map(({ low }) => low)),
        high: Math.max(...ranges.map(({ high }) => high)),
      };
    },
    candles(query) {
      return market.candles(query).map((candle) => {
        const { openTime, closeTime } = candle;
        const isOutside = closeTime < begin || (openTime >= end && candle.summary.count > 0);
        if (isOutside) return candle;
        const to = Math.min(closeTime, query.now) + 1;
        return { ...candle, summary: scenarioView.summary(query.symbol, openTime, to) };
      });
    },
    lastTrade(symbol, at) {
      const trade = market.lastTrade(symbol, at);
      return trade === undefined ? undefined : reshapeTrade(symbol, trade);
    },
    lastPrice: (symbol, at) => scenarioView.lastTrade(symbol, at)?.price ?? market.lastPrice(symbol, at),
    aggregateTrades: (symbol, from, to) =>
      market.aggregateTrades(symbol, from, to).map((trade) => reshapeTrade(symbol, trade)),
    trades(symbol, from, to) {
      if (from >= to) return [];
      return scenarioView
        .aggregateTrades(symbol, aggregateIdOf(from), aggregateIdOf(to - 1) + 1)
        .flatMap((aggregate) => market.tradesOf(symbol, aggregate))
        .filter(({ id }) => id >= from && id < to);
    },
    lotsAtPrice: (symbol, isBids, price, at) => lotsInBook(scenarioView, symbol, isBids, price, at),
    book(symbol, levels, at) {
      if (!isWithin(at)) return market.book(symbol, levels, at, touchOf(symbol));
      return thinBook(market.book(symbol, levels + episode.gap, at, touchOf(symbol)), episode);
    },
  };
  return scenarioView;
}

/** Returns the factor by which an asset's price is multiplied when the price curve has a given value. */
function priceFactor({ volatility }: Asset, value: number): number {
  if (volatility < STABLE_BELOW) return 1;
  return 1 + (value - 1) * Math.min(Math.max(volatility / TYPICAL_MOVE, MIN_SHARE), MAX_SHARE);
}

function valueAt(curve: Curve, minute: number): number {
  // Called for every trade, so it has no callback.
  let next = 0;
  while (next < curve.length && curve[next]![0] <= minute) next += 1;
  if (next === 0 || next === curve.length) return curve[Math.max(0, next - 1)]![1];
  const [from, first] = curve[next - 1]!;
  const [to, second] = curve[next]!;
  return first + ((second - first) * (minute - from)) / (to - from);
}

/** How far computed values of a curve may lie beyond its points, relatively; far more than rounding makes. */
const CURVE_TOLERANCE = 1e-9;

/** Returns a value below and one above all values of a curve in a time window. */
function curveBounds(curve: Curve, from: number, to: number): readonly [number, number] {
  const within = curve.filter(([at]) => at >= from && at <= to).map(([, value]) => value);
  const values = [valueAt(curve, from), valueAt(curve, to), ...within];
  return [Math.min(...values) * (1 - CURVE_TOLERANCE), Math.max(...values) * (1 + CURVE_TOLERANCE)];
}

function thinBook(book: DepthSnapshot, { depth, gap }: Episode): DepthSnapshot {
  const side = (levels: DepthSnapshot['bids']) =>
    levels.slice(gap).map(({ price, lots }) => ({ price, lots: Math.max(1, Math.floor(lots * depth)) }));
  return { ...book, bids: side(book.bids), asks: side(book.asks) };
}

function unchangedSummary(market: Market, symbol: MarketSymbol, from: number): Summary {
  const tally = new TradeTally(symbol, inverseTermsOf(symbol, market.model));
  tally.setUnchanged(market.lastPrice(symbol, (from - 1) as UnixMs));
  return tally;
}
