/** Candles of prices that nobody trades: index, mark and premium. */
import type { UnixMs } from '../../../core/words.ts';
import { candleNumber, candleOpen, type Interval } from '../market/intervals.ts';
import type { Contract } from './contracts.ts';
import { type FuturesMarket, premium, priceOf } from './market.ts';

/** A candle of prices or rates in 10^-8. */
export interface PriceCandle {
  readonly openTime: number;
  readonly closeTime: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  /** How many price points it is made of. */
  readonly points: number;
}

export interface PriceQuery {
  readonly interval: Interval;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly limit: number;
  readonly now: UnixMs;
}

const bounds = ({ from, to }: PriceQuery) => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

/** Returns candles of the index of a contract, which is its mark price too; a point is a trade of the spot pair. */
export function indexCandles(
  market: FuturesMarket,
  contract: Contract,
  query: PriceQuery,
): readonly PriceCandle[] {
  const { interval, limit, now } = query;
  const { index } = contract;
  const rows = market.spot.candles({ symbol: index, interval, zoneMinutes: 0, limit, now, ...bounds(query) });
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
 * Returns candles of the premium index: contract over index at the end of every minute, in candles longer than
 * 15 minutes at the end of every quarter, in those longer than 8 hours of every hour (choice).
 */
export function premiumCandles(
  market: FuturesMarket,
  contract: Contract,
  query: PriceQuery,
): readonly PriceCandle[] {
  const { interval, now } = query;
  const opens = market.traded
    .candles({
      symbol: contract.market,
      interval,
      zoneMinutes: 0,
      limit: query.limit,
      now,
      ...bounds(query),
    })
    .map(({ openTime, closeTime }) => ({ openTime, closeTime }));
  if (opens.length === 0) return [];
  const point = pointOf(interval);
  const from = opens[0]!.openTime;
  const to = Math.min(opens.at(-1)!.closeTime, now);
  const limit = Math.ceil((to - from + 1) / POINT_MS[point]) + 1;
  const closes = (symbol: Contract['market'], of: FuturesMarket['traded']) =>
    new Map(
      of
        .candles({ symbol, interval: point, zoneMinutes: 0, from, to, limit, now })
        .map(({ openTime, summary }) => [openTime, priceOf(symbol, summary.close)]),
    );
  const traded = closes(contract.market, market.traded);
  const index = closes(contract.index, market.spot);
  return opens.flatMap(({ openTime, closeTime }) => {
    const points: bigint[] = [];
    for (let at = openTime; at <= closeTime; at += POINT_MS[point]) {
      const [price, base] = [traded.get(at), index.get(at)];
      if (price !== undefined && base !== undefined) points.push(premium(price, base));
    }
    return points.length === 0 ? [] : [candleOf(openTime, closeTime, points)];
  });
}

const POINT_MS = { '1m': 60_000, '15m': 900_000, '1h': 3_600_000 } as const;

function pointOf(interval: Interval): keyof typeof POINT_MS {
  const span = candleOpen(interval, 0, candleNumber(interval, 0, 0) + 1) - candleOpen(interval, 0, 0);
  if (span <= POINT_MS['15m']) return '1m';
  return span <= 8 * POINT_MS['1h'] ? '15m' : '1h';
}

function candleOf(openTime: number, closeTime: number, points: readonly bigint[]): PriceCandle {
  return {
    openTime,
    closeTime,
    open: points[0]!,
    high: points.reduce((most, one) => (one > most ? one : most)),
    low: points.reduce((least, one) => (one < least ? one : least)),
    close: points.at(-1)!,
    points: points.length,
  };
}
