/** Candles and 24-hour statistics of options, calculated from their trades. */

import { candleNumber, candleOpen, type Interval } from '../../../catalogue/candle-intervals.ts';
import { DAY_MS } from '../../../core/time-units.ts';
import type { OptionContract } from './contracts.ts';
import { premiumOf } from './orders.ts';
import type { PublicOptionTrading } from './public-quotes.ts';
import type { OptionQuote, OptionTrade } from './quotes.ts';

/**
 * A summary of the option's trades in a time span. Prices are in ticks; without a trade all four prices are
 * the last price before.
 */
export interface OptionSummary {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lots: number;
  readonly amount: bigint;
  readonly count: number;
  /** The lots and the amount of the trades whose taker bought. */
  readonly buyLots: number;
  readonly buyAmount: bigint;
  readonly trades: readonly OptionTrade[];
}

export interface OptionCandle {
  readonly openTime: number;
  readonly closeTime: number;
  readonly summary: OptionSummary;
}

export interface OptionCandleQuery {
  readonly interval: Interval;
  /**
   * The first and last open time of candles, both inclusive. If `from` is given, the oldest rows are
   * returned, otherwise the newest.
   */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly limit: number;
  readonly now: number;
}

/** Returns the candles of an option in order of time, from its first trade on. */
export function optionCandles(
  trading: PublicOptionTrading,
  contract: OptionContract,
  query: OptionCandleQuery,
): OptionCandle[] {
  const { interval, from, limit, now } = query;
  const to = Math.min(query.to ?? now, now, contract.expiry.expiresAt - 1);
  const firstTradeTime = trading.firstTime(contract);
  if (to < firstTradeTime || (from !== undefined && from > to)) return [];
  const earliest = candleNumber(interval, 0, firstTradeTime);
  const latest = candleNumber(interval, 0, to);
  let first = Math.max(earliest, latest - limit + 1);
  if (from !== undefined) {
    const number = candleNumber(interval, 0, from);
    first = Math.max(earliest, candleOpen(interval, 0, number) < from ? number + 1 : number);
  }
  const count = Math.max(0, Math.min(limit, latest - first + 1));
  const opens = Array.from({ length: count + 1 }, (_, index) => candleOpen(interval, 0, first + index));
  if (count === 0) return [];
  const trades = trading.trades(contract, opens[0]! - 1, Math.min(opens[count]! - 1, now));
  let last = trading.lastTrade(contract, opens[0]! - 1)?.price ?? trades[0]?.price ?? 0;
  let tradeIndex = 0;
  return opens.slice(0, count).map((openTime, index) => {
    const end = opens[index + 1]!;
    const start = tradeIndex;
    while (tradeIndex < trades.length && trades[tradeIndex]!.time < end) tradeIndex += 1;
    const summary = summarizeTrades(contract, trades.slice(start, tradeIndex), last);
    last = summary.close;
    return { openTime, closeTime: end - 1, summary };
  });
}

/** The statistics of the 24 hours up to a time. */
export interface OptionDayStatistics {
  readonly openTime: number;
  readonly summary: OptionSummary;
  /** The lots of the last trade. */
  readonly lastLots: number;
  /** The id of the first trade; undefined without trades. */
  readonly firstId: number | undefined;
}

/**
 * Returns the statistics of an option's last 24 hours; before its first trade all prices are the mark price.
 */
export function dayStatistics(
  trading: PublicOptionTrading,
  contract: OptionContract,
  { mark }: OptionQuote,
  now: number,
): OptionDayStatistics {
  const openTime = now - DAY_MS;
  const previousPrice = trading.lastTrade(contract, openTime)?.price ?? mark;
  const trades = trading.trades(contract, openTime, now);
  const summary = summarizeTrades(contract, trades, previousPrice);
  return { openTime, summary, lastLots: trades.at(-1)?.lots ?? 0, firstId: trades[0]?.id };
}

/** Summarizes trades; `previousPrice` is the last price before the first of them. */
export function summarizeTrades(
  contract: OptionContract,
  trades: readonly OptionTrade[],
  previousPrice: number,
): OptionSummary {
  let [high, low, lots, buyLots] = [
    trades[0]?.price ?? previousPrice,
    trades[0]?.price ?? previousPrice,
    0,
    0,
  ];
  let [amount, buyAmount] = [0n, 0n];
  for (const trade of trades) {
    high = Math.max(high, trade.price);
    low = Math.min(low, trade.price);
    const value = BigInt(trade.price) * BigInt(trade.lots);
    lots += trade.lots;
    amount += value;
    if (trade.isBuyerMaker) continue;
    buyLots += trade.lots;
    buyAmount += value;
  }
  const unit = premiumOf(contract, 1, 1);
  const [open, close] = [trades[0]?.price ?? previousPrice, trades.at(-1)?.price ?? previousPrice];
  return {
    ...{ open, high, low, close, lots, buyLots, trades },
    amount: amount * unit,
    buyAmount: buyAmount * unit,
    count: trades.length,
  };
}
