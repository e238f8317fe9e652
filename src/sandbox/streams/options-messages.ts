/** The messages of options streams, written as JSON text (public facts, Options: the older streams). */
import { amountText } from '../engine/ledger/amounts.ts';
import { percentText } from '../engine/market/number-text.ts';
import { optionGreeks } from '../engine/options/black-scholes.ts';
import type { OptionContract, OptionUnderlying } from '../engine/options/contracts.ts';
import { floatText, indexText, lotsText, priceText } from '../engine/options/number-text.ts';
import { amountForLots, indexAmount } from '../engine/options/orders.ts';
import type { PublicOptionTrading } from '../engine/options/public-quotes.ts';
import {
  type OptionBook,
  type OptionQuotes,
  type OptionTrade,
  RISK_FREE_RATE,
} from '../engine/options/quotes.ts';
import { dayStatistics, type OptionCandle } from '../engine/options/tickers.ts';
import type { BookChange } from './change-feed.ts';
import type { Message, TimeFormat } from './message.ts';

/** The data from which messages of options streams are written. */
export interface OptionSource {
  readonly quotes: OptionQuotes;
  /** Public trades and books. */
  readonly shown: PublicOptionTrading;
}

function messageHead(event: string, now: number, times: TimeFormat): string {
  return `{"e":"${event}","E":${times.at(now)}`;
}

/** Returns the message of a trade; the order ids of the simulated market are 0 (our choice). */
export function tradeMessage(contract: OptionContract, made: OptionTrade, now: number): Message {
  const { id, price, lots, time, isBuyerMaker, isBlock } = made;
  return (times) =>
    `${messageHead('trade', now, times)},"s":"${contract.symbol}","t":"${id}","p":"${priceText(contract, price)}",` +
    `"q":"${lotsText(contract, lots)}","b":0,"a":0,"T":${times.at(time)},"S":"${isBuyerMaker ? -1 : 1}","X":"${isBlock === true ? 'BLOCK' : 'MARKET'}"}`;
}

export function candleMessage(
  contract: OptionContract,
  interval: string,
  { openTime, closeTime, summary }: OptionCandle,
  now: number,
): Message {
  const { open, high, low, close, lots, amount, count, buyLots, buyAmount, trades } = summary;
  const price = (ticks: number) => priceText(contract, ticks);
  const [firstId, lastId] = [trades[0]?.id ?? -1, trades.at(-1)?.id ?? -1];
  return (times) =>
    `${messageHead('kline', now, times)},"s":"${contract.symbol}","k":{"t":${times.at(openTime)},"T":${times.end(closeTime)},` +
    `"s":"${contract.symbol}","i":"${interval}","f":${firstId},"L":${lastId},"o":"${price(open)}","c":"${price(close)}",` +
    `"h":"${price(high)}","l":"${price(low)}","v":"${lotsText(contract, lots)}","n":${count},"x":${closeTime < now},` +
    `"q":"${amountText(amount)}","V":"${lotsText(contract, buyLots)}","Q":"${amountText(buyAmount)}","B":"0"}}`;
}

/** Returns the 24-hour ticker with quotes and greeks; before settlement the exercise price is the index price. */
export function tickerMessage(
  { quotes, shown }: OptionSource,
  contract: OptionContract,
  now: number,
): Message {
  const quote = quotes.quoteAt(contract, now);
  const { bidVolatility, askVolatility } = quotes.bestQuotes(contract, quote);
  const { bids, asks } = shown.book(contract, 1, now);
  const { summary, lastLots, firstId = 0 } = dayStatistics(shown, contract, quote, now);
  const { open, high, low, close, lots, amount, count, trades } = summary;
  const { delta, theta, gamma, vega } = optionGreeks(quote.terms);
  const price = (ticks: number) => priceText(contract, ticks);
  const change = `${close < open ? '-' : ''}${price(Math.abs(close - open))}`;
  const [bid, ask] = [bids[0], asks[0]];
  return (times) =>
    `${messageHead('24hrTicker', now, times)},"T":${times.at(now)},"s":"${contract.symbol}","o":"${price(open)}",` +
    `"h":"${price(high)}","l":"${price(low)}","c":"${price(close)}","V":"${lotsText(contract, lots)}",` +
    `"A":"${amountText(amount)}","P":"${percentText(close - open, open)}","p":"${change}",` +
    `"Q":"${lotsText(contract, lastLots)}","F":"${firstId}","L":"${trades.at(-1)?.id ?? 0}","n":${count},` +
    `"bo":"${price(bid?.price ?? 0)}","ao":"${price(ask?.price ?? 0)}",` +
    `"bq":"${lotsText(contract, bid?.lots ?? 0)}","aq":"${lotsText(contract, ask?.lots ?? 0)}",` +
    `"b":"${floatText(bidVolatility)}","a":"${floatText(askVolatility)}","d":"${floatText(delta)}",` +
    `"t":"${floatText(theta)}","g":"${floatText(gamma)}","v":"${floatText(vega)}",` +
    `"vo":"${floatText(quote.terms.volatility)}","mp":"${price(quote.mark)}","hl":"${price(quote.highLimit)}",` +
    `"ll":"${price(quote.lowLimit)}","eep":"${indexText(contract, quote.index)}","r":"${floatText(RISK_FREE_RATE)}"}`;
}

export function indexPriceMessage(quotes: OptionQuotes, underlying: OptionUnderlying, now: number): Message {
  const price = indexText({ underlying }, quotes.indexPriceAt(underlying, now));
  return (times) => `${messageHead('index', now, times)},"s":"${underlying.name}","p":"${price}"}`;
}

export function markPriceMessage(quotes: OptionQuotes, contract: OptionContract, now: number): Message {
  const mark = priceText(contract, quotes.quoteAt(contract, now).mark);
  return (times) => `${messageHead('markPrice', now, times)},"s":"${contract.symbol}","mp":"${mark}"}`;
}

/** Returns the message of the best levels, with the ids of the last update and of the previous message. */
export function partialBookMessage(
  contract: OptionContract,
  { lastUpdateId, bids, asks }: OptionBook,
  previousId: number,
  now: number,
): Message {
  return (times) =>
    `${messageHead('depth', now, times)},"T":${times.at(now)},"s":"${contract.symbol}","u":${lastUpdateId},"pu":${previousId},` +
    `"b":${levelRows(contract, bids)},"a":${levelRows(contract, asks)}}`;
}

/** Returns the message of the changed levels (today's interface; the fields follow the official connector). */
export function bookChangesMessage(contract: OptionContract, change: BookChange, now: number): Message {
  const { firstId, lastId, previousId, bids, asks } = change;
  return (times) =>
    `${messageHead('depthUpdate', now, times)},"T":${times.at(now)},"s":"${contract.symbol}","U":${firstId},"u":${lastId},` +
    `"pu":${previousId},"b":${levelRows(contract, bids)},"a":${levelRows(contract, asks)}}`;
}

function levelRows(contract: OptionContract, levels: OptionBook['bids']): string {
  const rows = levels.map(
    ({ price, lots }) => `["${priceText(contract, price)}","${lotsText(contract, lots)}"]`,
  );
  return `[${rows.join(',')}]`;
}

/** The best bid and ask of a contract; a side without offers has none. */
export interface OptionBestPrices {
  readonly lastUpdateId: number;
  readonly bid: OptionBook['bids'][number] | undefined;
  readonly ask: OptionBook['asks'][number] | undefined;
}

/** Returns the best bid and ask; a side without offers has price and quantity 0 (our choice). */
export function bestPriceMessage(
  contract: OptionContract,
  { lastUpdateId, bid, ask }: OptionBestPrices,
  now: number,
): Message {
  const price = (ticks = 0) => priceText(contract, ticks);
  const lots = (count = 0) => lotsText(contract, count);
  return (times) =>
    `{"e":"bookTicker","u":${lastUpdateId},"s":"${contract.symbol}","b":"${price(bid?.price)}","B":"${lots(bid?.lots)}",` +
    `"a":"${price(ask?.price)}","A":"${lots(ask?.lots)}","T":${times.at(now)},"E":${times.at(now)}}`;
}

/** Returns the open interest of an option and its value at the index price, as in the answer of openInterest. */
export function openInterestMessage(
  { quotes }: OptionSource,
  contract: OptionContract,
  now: number,
): Message {
  const lots = quotes.openInterestLots(contract, now);
  const perUnit = indexAmount(contract, quotes.indexPriceAt(contract.underlying, now));
  return (times) =>
    `${messageHead('openInterest', now, times)},"s":"${contract.symbol}","o":"${lotsText(contract, lots)}",` +
    `"h":"${amountText(amountForLots(contract, perUnit, lots))}"}`;
}

export function newSymbolMessage({ symbol }: OptionContract, now: number): Message {
  return (times) => `${messageHead('OPTION_PAIR', now, times)},"s":"${symbol}"}`;
}
