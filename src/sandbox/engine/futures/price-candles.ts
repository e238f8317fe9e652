/** Candles of index price, mark price and premium index. */
import { candleNumber, candleOpen, type Interval } from '../../../catalogue/candle-intervals.ts';
import { HOUR_MS } from '../../../core/time-units.ts';
import type { UnixMs } from '../../../core/words.ts';
import type { Contract } from './contracts.ts';
import { type FuturesMarket, premiumOf, priceOf } from './market.ts';

/** A candle of prices or rates in 10^-8. */
export interface PriceCandle {
  readonly openTime: number;
  readonly closeTime: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  /** The number of price points in the candle. */
  readonly points: number;
}

export interface PriceCandleQuery {
  readonly interval: Interval;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly limit: number;
  readonly now: UnixMs;
}

const timeBounds = ({ from, to }: PriceCandleQuery) => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

/** Returns candles of a contract's index price; each spot trade is a price point. */
export function indexCandles(
  market: FuturesMarket,
  contract: Contract,
  query: PriceCandleQuery,
): readonly PriceCandle[] {
  const { interval, limit, now } = query;
  const { index } = contract;
  const rows = market.spot.candles({
    symbol: index,
    interval,
    zoneMinutes: 0,
    limit,
    now,
    ...timeBounds(query),
  });
  return rows
    .filter(({ closeTime }) => closeTime >= contract.market.listedAt)
    .map(({ openTime, closeTime, summary }) => ({
      openTime,
      closeTime,
      open: priceOf(index, summary.open),
      high: priceOf(index, summary.high),
      low: priceOf(index, summary.low),
      close: priceOf(index, summary.close),
      points: summary.count,
    }));
}

/**
 * Returns candles of a contract's mark price; each spot trade is a price point. The basis is constant within an hour, so
 * longer candles are put together from hours.
 */
export function markCandles(
  market: FuturesMarket,
  contract: Contract,
  query: PriceCandleQuery,
): readonly PriceCandle[] {
  const rows = indexCandles(market, contract, query);
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return [];
  const addBasis = (row: PriceCandle): PriceCandle => {
    const at = (price: bigint) => market.markAtIndex(contract, price, row.openTime);
    return { ...row, open: at(row.open), high: at(row.high), low: at(row.low), close: at(row.close) };
  };
  if (first.closeTime - first.openTime < HOUR_MS) return rows.map(addBasis);
  const limit = Math.ceil((last.closeTime + 1 - first.openTime) / HOUR_MS);
  const hours = indexCandles(market, contract, {
    interval: '1h',
    from: first.openTime,
    to: last.closeTime,
    limit,
    now: query.now,
  }).map(addBasis);
  let next = 0;
  return rows.flatMap(({ openTime, closeTime }) => {
    const start = next;
    while (next < hours.length && hours[next]!.openTime <= closeTime) next += 1;
    const parts = hours.slice(start, next);
    return parts.length === 0 ? [] : [joinCandles(openTime, closeTime, parts)];
  });
}

function joinCandles(openTime: number, closeTime: number, parts: readonly PriceCandle[]): PriceCandle {
  return {
    openTime,
    closeTime,
    open: parts[0]!.open,
    high: parts.reduce((highest, { high }) => (high > highest ? high : highest), parts[0]!.high),
    low: parts.reduce((lowest, { low }) => (low < lowest ? low : lowest), parts[0]!.low),
    close: parts.at(-1)!.close,
    points: parts.reduce((sum, { points }) => sum + points, 0),
  };
}

/**
 * Returns candles of the premium index. The price points are the premiums at the end of each minute; for
 * intervals longer than 15 minutes of each quarter of an hour, and for intervals longer than 8 hours of each
 * hour (our choice).
 */
export function premiumCandles(
  market: FuturesMarket,
  contract: Contract,
  query: PriceCandleQuery,
): readonly PriceCandle[] {
  const { interval, now } = query;
  const candles = market.contractMarket
    .candles({
      symbol: contract.market,
      interval,
      zoneMinutes: 0,
      limit: query.limit,
      now,
      ...timeBounds(query),
    })
    .map(({ openTime, closeTime }) => ({ openTime, closeTime }));
  if (candles.length === 0) return [];
  const pointInterval = pointIntervalOf(interval);
  const from = candles[0]!.openTime;
  const to = Math.min(candles.at(-1)!.closeTime, now);
  const limit = Math.ceil((to - from + 1) / POINT_MS[pointInterval]) + 1;
  const closes = (symbol: Contract['market'], of: FuturesMarket['contractMarket']) =>
    new Map(
      of
        .candles({ symbol, interval: pointInterval, zoneMinutes: 0, from, to, limit, now })
        .map(({ openTime, summary }) => [openTime, priceOf(symbol, summary.close)]),
    );
  const traded = closes(contract.market, market.contractMarket);
  const index = closes(contract.index, market.spot);
  return candles.flatMap(({ openTime, closeTime }) => {
    const points: bigint[] = [];
    for (let at = openTime; at <= closeTime; at += POINT_MS[pointInterval]) {
      const [price, base] = [traded.get(at), index.get(at)];
      if (price !== undefined && base !== undefined) points.push(premiumOf(price, base));
    }
    return points.length === 0 ? [] : [candleOf(openTime, closeTime, points)];
  });
}

const POINT_MS = { '1m': 60_000, '15m': 900_000, '1h': 3_600_000 } as const;

function pointIntervalOf(interval: Interval): keyof typeof POINT_MS {
  const span = candleOpen(interval, 0, candleNumber(interval, 0, 0) + 1) - candleOpen(interval, 0, 0);
  if (span <= POINT_MS['15m']) return '1m';
  return span <= 8 * POINT_MS['1h'] ? '15m' : '1h';
}

function candleOf(openTime: number, closeTime: number, points: readonly bigint[]): PriceCandle {
  return {
    openTime,
    closeTime,
    open: points[0]!,
    high: points.reduce((highest, one) => (one > highest ? one : highest)),
    low: points.reduce((lowest, one) => (one < lowest ? one : lowest)),
    close: points.at(-1)!,
    points: points.length,
  };
}
