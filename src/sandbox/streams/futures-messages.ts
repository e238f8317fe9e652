/** The messages of futures streams, written as JSON text (public facts, USD-M streams and COIN-M). */

import type { Interval } from '../../catalogue/candle-intervals.ts';
import { DAY_MS } from '../../core/time-units.ts';
import type { UnixMs } from '../../core/words.ts';
import type { AssetIndex } from '../engine/futures/asset-index.ts';
import { type Contract, contractTypeAt, PERPETUAL_DELIVERY_TIME } from '../engine/futures/contracts.ts';
import { averagePriceIn, FUNDING_MS, type FuturesMarket } from '../engine/futures/market.ts';
import { bracketsOf } from '../engine/futures/order-rules.ts';
import type { PriceCandle } from '../engine/futures/price-candles.ts';
import type { DepthSnapshot, MarketLevel } from '../engine/market/book.ts';
import type { Candle } from '../engine/market/market.ts';
import { percentText } from '../engine/market/number-text.ts';
import type { AggregateTrade } from '../engine/market/time-span.ts';
import { type Trade, tradeIdsOf, tradeSpan } from '../engine/market/trade-groups.ts';
import { valueText } from '../handlers/futures/market.ts';
import { contractText, rateText } from '../handlers/futures/values.ts';
import type { BookChange } from './change-feed.ts';
import type { Message, TimeFormat } from './message.ts';

function messageHead(event: string, now: number, times: TimeFormat): string {
  return `{"e":"${event}","E":${times.at(now)}`;
}

/** Returns the pair field, which only coin-margined messages have. */
function pairField({ isInverse, pair }: Contract): string {
  return isInverse ? `,"ps":"${pair}"` : '';
}

export function aggregateTradeMessage(contract: Contract, trade: AggregateTrade, now: number): Message {
  const { price, lots } = contractText(contract);
  const { firstId, lastId } = tradeIdsOf(trade);
  return (times) =>
    `${messageHead('aggTrade', now, times)},"s":"${contract.name}","a":${trade.id},"p":"${price(trade.price)}",` +
    `"q":"${lots(trade.lots)}","f":${firstId},"l":${lastId},"T":${times.at(trade.time)},"m":${trade.isBuyerMaker}}`;
}

export function tradeMessage(contract: Contract, made: Trade, now: number): Message {
  const { price, lots } = contractText(contract);
  return (times) =>
    `${messageHead('trade', now, times)},"T":${times.at(made.time)},"s":"${contract.name}","t":${made.id},` +
    `"p":"${price(made.price)}","q":"${lots(made.lots)}","X":"MARKET","m":${made.isBuyerMaker}}`;
}

export function candleMessage(contract: Contract, interval: Interval, row: Candle, now: number): Message {
  return (times) =>
    `${messageHead('kline', now, times)},"s":"${contract.name}",` +
    `"k":${candleRecord(contract, interval, row, now, times, `"s":"${contract.name}",`)}}`;
}

/** Returns the message of a continuous contract's candle, with the contract type. */
export function continuousCandleMessage(
  contract: Contract,
  interval: Interval,
  row: Candle,
  now: number,
): Message {
  const type = contractTypeAt(contract, now);
  return (times) =>
    `${messageHead('continuous_kline', now, times)},"ps":"${contract.pair}","ct":"${type}",` +
    `"k":${candleRecord(contract, interval, row, now, times, '')}}`;
}

function candleRecord(
  contract: Contract,
  interval: Interval,
  { openTime, closeTime, summary }: Candle,
  now: number,
  times: TimeFormat,
  name: string,
): string {
  const { price, lots } = contractText(contract);
  const { firstId, lastId, count } = tradeSpan(summary);
  const bought = { ...summary, lots: summary.buyLots, quote: summary.buyQuote };
  return (
    `{"t":${times.at(openTime)},"T":${times.end(closeTime)},${name}"i":"${interval}","f":${firstId},"L":${lastId},` +
    `"o":"${price(summary.open)}","c":"${price(summary.close)}","h":"${price(summary.high)}",` +
    `"l":"${price(summary.low)}","v":"${lots(summary.lots)}","n":${count},"x":${closeTime < now},` +
    `"q":"${valueText(contract, summary)}","V":"${lots(summary.buyLots)}","Q":"${valueText(contract, bought)}","B":"0"}`
  );
}

/** Returns the message of a candle of index or mark prices, with the given event type and name field. */
export function priceCandleMessage(
  event: 'indexPrice_kline' | 'markPrice_kline',
  { pair, name }: { readonly pair: string; readonly name: string },
  interval: Interval,
  { openTime, closeTime, open, high, low, close, points }: PriceCandle,
  now: number,
): Message {
  return (times) =>
    `${messageHead(event, now, times)},"ps":"${pair}","k":{"t":${times.at(openTime)},"T":${times.end(closeTime)},` +
    `"s":"${name}","i":"${interval}","f":0,"L":0,"o":"${rateText(open)}","c":"${rateText(close)}",` +
    `"h":"${rateText(high)}","l":"${rateText(low)}","v":"${rateText(0n)}","n":${points},"x":${closeTime < now},` +
    `"q":"${rateText(0n)}","V":"${rateText(0n)}","Q":"${rateText(0n)}","B":"0"}}`;
}

/** Returns the 24-hour mini ticker. */
export function miniTickerMessage({ publicView }: FuturesMarket, contract: Contract, now: number): Message {
  const { price, lots } = contractText(contract);
  const day = publicView.summary(contract.market, now - DAY_MS, now + 1);
  return (times) =>
    `${messageHead('24hrMiniTicker', now, times)},"s":"${contract.name}","c":"${price(day.close)}","o":"${price(day.open)}",` +
    `"h":"${price(day.high)}","l":"${price(day.low)}","v":"${lots(day.lots)}",` +
    `"q":"${valueText(contract, day)}"${pairField(contract)}}`;
}

/** Returns the 24-hour ticker. */
export function tickerMessage({ publicView }: FuturesMarket, contract: Contract, now: number): Message {
  const { price, lots } = contractText(contract);
  const openTime = now - DAY_MS;
  const day = publicView.summary(contract.market, openTime, now + 1);
  const last = publicView.lastTrade(contract.market, now as UnixMs);
  const isRecent = last !== undefined && last.time >= openTime;
  const lastLots = isRecent ? publicView.tradesOf(contract.market, last).at(-1)!.lots : 0;
  const { firstId, lastId, count } = tradeSpan(day);
  const average = day.lots === 0 ? 0n : averagePriceIn(contract.market, day);
  return (times) =>
    `${messageHead('24hrTicker', now, times)},"s":"${contract.name}","p":"${price(day.close - day.open)}",` +
    `"P":"${percentText(day.close - day.open, day.open)}","w":"${rateText(average)}","c":"${price(day.close)}",` +
    `"Q":"${lots(lastLots)}","o":"${price(day.open)}","h":"${price(day.high)}","l":"${price(day.low)}",` +
    `"v":"${lots(day.lots)}","q":"${valueText(contract, day)}","O":${times.at(openTime)},"C":${times.at(now)},` +
    `"F":${firstId},"L":${lastId},"n":${count}${pairField(contract)}}`;
}

export function bookTickerMessage(
  contract: Contract,
  { lastUpdateId, bids, asks }: DepthSnapshot,
  now: number,
): Message {
  const { price, lots } = contractText(contract);
  const [bid, ask] = [bids[0], asks[0]];
  return (times) =>
    `{"e":"bookTicker","u":${lastUpdateId},"s":"${contract.name}","b":"${price(bid?.price ?? 0)}",` +
    `"B":"${lots(bid?.lots ?? 0)}","a":"${price(ask?.price ?? 0)}","A":"${lots(ask?.lots ?? 0)}"` +
    `${pairField(contract)},"T":${times.at(now)},"E":${times.at(now)}}`;
}

/** Returns a depth update or a partial book; both have the same format. */
export function bookUpdateMessage(contract: Contract, change: BookChange, now: number): Message {
  const { price, lots } = contractText(contract);
  const levels = (rows: readonly MarketLevel[]) =>
    `[${rows.map((row) => `["${price(row.price)}","${lots(row.lots)}"]`).join(',')}]`;
  return (times) =>
    `${messageHead('depthUpdate', now, times)},"T":${times.at(now)},"s":"${contract.name}","U":${change.firstId},` +
    `"u":${change.lastId},"pu":${change.previousId},"b":${levels(change.bids)},"a":${levels(change.asks)}` +
    `${pairField(contract)}}`;
}

/** Returns mark price, index price and the current funding rate, as premiumIndex answers them. */
export function markPriceMessage(market: FuturesMarket, contract: Contract, now: number): Message {
  const mark = rateText(market.markPrice(contract, now));
  const index = rateText(market.indexPrice(contract, now));
  const isPerpetual = contract.deliversAt === undefined;
  const rate = isPerpetual ? rateText(market.fundingRate(contract, now)) : '';
  const next = isPerpetual ? (Math.floor(now / FUNDING_MS) + 1) * FUNDING_MS : 0;
  return (times) =>
    `${messageHead('markPriceUpdate', now, times)},"s":"${contract.name}","p":"${mark}","i":"${index}","P":"${index}",` +
    `"r":"${rate}","T":${next === 0 ? 0 : times.at(next)}}`;
}

/** Returns the index price of a pair of coin-margined contracts. */
export function indexPriceMessage(market: FuturesMarket, contract: Contract, now: number): Message {
  const price = rateText(market.indexPrice(contract, now));
  return (times) => `${messageHead('indexPriceUpdate', now, times)},"i":"${contract.pair}","p":"${price}"}`;
}

/** Returns the composition of an index: the exchange's own spot pair only, as in constituents (our choice). */
export function compositeIndexMessage(market: FuturesMarket, contract: Contract, now: number): Message {
  const price = rateText(market.indexPrice(contract, now));
  const { baseAsset, quoteAsset, name } = contract;
  return (times) =>
    `${messageHead('compositeIndex', now, times)},"s":"${name}","p":"${price}","C":"baseAsset",` +
    `"c":[{"b":"${baseAsset}","q":"${quoteAsset}","w":"1.00000000","W":"1.00000000","i":"${price}"}]}`;
}

/** Returns a contract as in the exchange information, with its leverage brackets. */
export function contractInfoMessage(market: FuturesMarket, contract: Contract, now: number): Message {
  const status = market.isTrading(contract, now) ? 'TRADING' : 'CLOSE';
  const ladder = bracketsOf(contract);
  const brackets = ladder.map(({ leverage, minNotional, maxNotional, rate, cum }, index) => {
    const minLeverage = (ladder[index + 1]?.leverage ?? 0) + 1;
    return (
      `{"bs":${index + 1},"bnf":${jsonNumber(minNotional)},"bnc":${jsonNumber(maxNotional)},"mmr":${jsonNumber(rate)},"cf":${jsonNumber(cum)},` +
      `"mi":${minLeverage},"ma":${leverage}}`
    );
  });
  return (times) =>
    `${messageHead('contractInfo', now, times)},"s":"${contract.name}","ps":"${contract.pair}",` +
    `"ct":"${contractTypeAt(contract, now)}","dt":${times.at(contract.deliversAt ?? PERPETUAL_DELIVERY_TIME)},` +
    `"ot":${times.at(contract.market.listedAt)},"cs":"${status}","bks":[${brackets.join(',')}]}`;
}

/** Returns an amount in units of 10^-8 as a JSON number. */
function jsonNumber(value: bigint): string {
  return rateText(value).replace(/\.?0+$/, '');
}

export function assetIndexMessage({ symbol, ...rates }: AssetIndex, now: number): Message {
  const [index, buffer] = [rateText(rates.index), rateText(rates.buffer)];
  const [bid, ask] = [rateText(rates.bid), rateText(rates.ask)];
  return (times) =>
    `${messageHead('assetIndexUpdate', now, times)},"s":"${symbol}","i":"${index}","b":"${buffer}","a":"${buffer}",` +
    `"B":"${bid}","A":"${ask}","q":"${buffer}","g":"${buffer}","Q":"${bid}","G":"${ask}"}`;
}
