/** The messages of spot streams, written as JSON text (public facts, Spot market streams). */

import type { Interval } from '../../catalogue/candle-intervals.ts';
import { DAY_MS, MINUTE_MS } from '../../core/time-units.ts';
import type { UnixMs } from '../../core/words.ts';
import type { DepthSnapshot, MarketLevel } from '../engine/market/book.ts';
import type { Candle, Market } from '../engine/market/market.ts';
import { averageText, changeText, percentText, quoteText, symbolText } from '../engine/market/number-text.ts';
import type { MarketSymbol } from '../engine/market/symbols.ts';
import type { AggregateTrade } from '../engine/market/time-span.ts';
import { type Trade, tradeIdsOf, tradeSpan } from '../engine/market/trade-groups.ts';
import type { BookChange } from './change-feed.ts';
import type { Message, TimeFormat } from './message.ts';

/** The number of minutes of the volume-weighted average price, as in the answer of avgPrice. */
const AVERAGE_MINUTES = 5;

function messageHead(event: string, now: number, symbol: MarketSymbol, times: TimeFormat): string {
  return `{"e":"${event}","E":${times.at(now)},"s":${quoteText(symbol.name)}`;
}

export function aggregateTradeMessage(symbol: MarketSymbol, trade: AggregateTrade, now: number): Message {
  const { price, lots } = symbolText(symbol);
  const { firstId, lastId } = tradeIdsOf(trade);
  return (times) =>
    `${messageHead('aggTrade', now, symbol, times)},"a":${trade.id},"p":"${price(trade.price)}","q":"${lots(trade.lots)}",` +
    `"f":${firstId},"l":${lastId},"T":${times.at(trade.time)},"m":${trade.isBuyerMaker},"M":true}`;
}

export function tradeMessage(symbol: MarketSymbol, made: Trade, now: number): Message {
  const { price, lots } = symbolText(symbol);
  return (times) =>
    `${messageHead('trade', now, symbol, times)},"t":${made.id},"p":"${price(made.price)}","q":"${lots(made.lots)}",` +
    `"T":${times.at(made.time)},"m":${made.isBuyerMaker},"M":true}`;
}

export function candleMessage(
  symbol: MarketSymbol,
  interval: Interval,
  { openTime, closeTime, summary }: Candle,
  now: number,
): Message {
  const { price, lots, quote } = symbolText(symbol);
  const { firstId, lastId, count } = tradeSpan(summary);
  return (times) =>
    `${messageHead('kline', now, symbol, times)},"k":{"t":${times.at(openTime)},"T":${times.end(closeTime)},` +
    `"s":${quoteText(symbol.name)},"i":"${interval}","f":${firstId},"L":${lastId},` +
    `"o":"${price(summary.open)}","c":"${price(summary.close)}","h":"${price(summary.high)}",` +
    `"l":"${price(summary.low)}","v":"${lots(summary.lots)}","n":${count},"x":${closeTime < now},` +
    `"q":"${quote(summary.quote)}","V":"${lots(summary.buyLots)}","Q":"${quote(summary.buyQuote)}","B":"0"}}`;
}

/** Returns the 24-hour mini ticker. */
export function miniTickerMessage(market: Market, symbol: MarketSymbol, now: number): Message {
  const { price, lots, quote } = symbolText(symbol);
  const day = market.summary(symbol, now - DAY_MS, now + 1);
  return (times) =>
    `${messageHead('24hrMiniTicker', now, symbol, times)},"c":"${price(day.close)}","o":"${price(day.open)}",` +
    `"h":"${price(day.high)}","l":"${price(day.low)}","v":"${lots(day.lots)}","q":"${quote(day.quote)}"}`;
}

/** Returns the 24-hour ticker with the best bid and ask. */
export function tickerMessage(market: Market, symbol: MarketSymbol, now: number): Message {
  const { price, lots, quote } = symbolText(symbol);
  const openTime = now - DAY_MS;
  const day = market.summary(symbol, openTime, now + 1);
  const before = market.lastPrice(symbol, (openTime - 1) as UnixMs);
  const last = market.lastTrade(symbol, now as UnixMs);
  const isRecent = last !== undefined && last.time >= openTime;
  const lastLots = isRecent ? market.tradesOf(symbol, last).at(-1)!.lots : 0;
  const { bids, asks } = market.book(symbol, 1, now as UnixMs);
  const { firstId, lastId, count } = tradeSpan(day);
  return (times) =>
    `${messageHead('24hrTicker', now, symbol, times)},"p":"${changeText(symbol, day.close - day.open)}",` +
    `"P":"${percentText(day.close - day.open, day.open)}","w":"${averageText(symbol, day.quote, day.lots)}",` +
    `"x":"${price(before)}","c":"${price(day.close)}","Q":"${lots(lastLots)}",${bestPriceFields(symbol, bids[0], asks[0])},` +
    `"o":"${price(day.open)}","h":"${price(day.high)}","l":"${price(day.low)}","v":"${lots(day.lots)}",` +
    `"q":"${quote(day.quote)}","O":${times.at(openTime)},"C":${times.at(now)},` +
    `"F":${firstId},"L":${lastId},"n":${count}}`;
}

/** Returns the ticker of a rolling window of 1h, 4h or 1d, which starts on a full minute as at the REST endpoint. */
export function windowTickerMessage(
  market: Market,
  symbol: MarketSymbol,
  window: string,
  now: number,
): Message {
  const { price, lots, quote } = symbolText(symbol);
  const hours = window === '1d' ? 24 : Number(window.slice(0, -1));
  const openTime = Math.floor((now - hours * 60 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  const sum = market.summary(symbol, openTime, now + 1);
  const { firstId, lastId, count } = tradeSpan(sum);
  return (times) =>
    `${messageHead(`${window}Ticker`, now, symbol, times)},"p":"${changeText(symbol, sum.close - sum.open)}",` +
    `"P":"${percentText(sum.close - sum.open, sum.open)}","o":"${price(sum.open)}","h":"${price(sum.high)}",` +
    `"l":"${price(sum.low)}","c":"${price(sum.close)}","w":"${averageText(symbol, sum.quote, sum.lots)}",` +
    `"v":"${lots(sum.lots)}","q":"${quote(sum.quote)}","O":${times.at(openTime)},"C":${times.at(now)},` +
    `"F":${firstId},"L":${lastId},"n":${count}}`;
}

export function averagePriceMessage(market: Market, symbol: MarketSymbol, now: number): Message {
  const { lots, quote } = market.summary(symbol, now - AVERAGE_MINUTES * MINUTE_MS, now + 1);
  const last = market.lastTrade(symbol, now as UnixMs);
  const price =
    lots > 0
      ? averageText(symbol, quote, lots)
      : symbolText(symbol).price(market.lastPrice(symbol, now as UnixMs));
  return (times) =>
    `${messageHead('avgPrice', now, symbol, times)},"i":"${AVERAGE_MINUTES}m","w":"${price}",` +
    `"T":${times.at(last?.time ?? symbol.listedAt)}}`;
}

export function bookTickerMessage(
  symbol: MarketSymbol,
  { lastUpdateId, bids, asks }: DepthSnapshot,
): Message {
  return () =>
    `{"u":${lastUpdateId},"s":${quoteText(symbol.name)},${bestPriceFields(symbol, bids[0], asks[0])}}`;
}

export function partialBookMessage(
  symbol: MarketSymbol,
  { lastUpdateId, bids, asks }: DepthSnapshot,
): Message {
  return () =>
    `{"lastUpdateId":${lastUpdateId},"bids":${levelsText(symbol, bids)},"asks":${levelsText(symbol, asks)}}`;
}

/**
 * Returns a depth update with the levels that differ between two order books: absolute quantities, 0 for a
 * removed level.
 */
export function bookChangesMessage(symbol: MarketSymbol, change: BookChange, now: number): Message {
  return (times) =>
    `${messageHead('depthUpdate', now, symbol, times)},"U":${change.firstId},"u":${change.lastId},` +
    `"b":${levelsText(symbol, change.bids)},"a":${levelsText(symbol, change.asks)}}`;
}

function bestPriceFields(
  symbol: MarketSymbol,
  bid: MarketLevel | undefined,
  ask: MarketLevel | undefined,
): string {
  const { price, lots } = symbolText(symbol);
  return (
    `"b":"${price(bid?.price ?? 0)}","B":"${lots(bid?.lots ?? 0)}",` +
    `"a":"${price(ask?.price ?? 0)}","A":"${lots(ask?.lots ?? 0)}"`
  );
}

function levelsText(symbol: MarketSymbol, rows: readonly MarketLevel[]): string {
  const { price, lots } = symbolText(symbol);
  return `[${rows.map((row) => `["${price(row.price)}","${lots(row.lots)}"]`).join(',')}]`;
}
