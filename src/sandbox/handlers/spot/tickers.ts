/** The five spot tickers, one row per symbol (public facts, Spot market data records). */

import { candleNumber, candleOpen, zoneMinutesOf } from '../../../catalogue/candle-intervals.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/time-units.ts';
import type { UnixMs } from '../../../core/words.ts';
import {
  averageText,
  changeText,
  percentText,
  quoteText,
  symbolText,
} from '../../engine/market/number-text.ts';
import type { MarketSymbol } from '../../engine/market/symbols.ts';
import { tradeSpan } from '../../engine/market/trade-groups.ts';
import type { SandboxCall } from '../../types.ts';
import { listedSymbols, requestedSymbols, symbolOf } from '../request-values.ts';

/**
 * Returns one row for the parameter symbol, otherwise an array of rows for the requested symbols or for all
 * listed ones.
 */
export function rowPerSymbol(
  call: SandboxCall,
  row: (call: SandboxCall, symbol: MarketSymbol) => string,
): string {
  if (call.params.has('symbol')) return row(call, symbolOf(call));
  return `[${(requestedSymbols(call) ?? listedSymbols(call)).map((symbol) => row(call, symbol)).join(',')}]`;
}

/** Returns the price ticker: the price of the last trade. */
export function priceTicker({ exchange, now }: SandboxCall, symbol: MarketSymbol): string {
  const price = symbolText(symbol).price(exchange.publicMarket.lastPrice(symbol, now));
  return `{"symbol":${quoteText(symbol.name)},"price":"${price}"}`;
}

/** Returns the book ticker: the best bid and ask, zeros after the end of trading. */
export function bookTicker(call: SandboxCall, symbol: MarketSymbol): string {
  return `{"symbol":${quoteText(symbol.name)},${bestText(call, symbol)}}`;
}

function bestText({ exchange, now }: SandboxCall, symbol: MarketSymbol): string {
  const { price, lots } = symbolText(symbol);
  const { bids, asks } = exchange.publicMarket.book(symbol, 1, now);
  const [bid, ask] = [bids[0], asks[0]];
  return (
    `"bidPrice":"${price(bid?.price ?? 0)}","bidQty":"${lots(bid?.lots ?? 0)}",` +
    `"askPrice":"${price(ask?.price ?? 0)}","askQty":"${lots(ask?.lots ?? 0)}"`
  );
}

/** The time window of a ticker in ms; both ends are inclusive. */
interface TickerWindow {
  readonly openTime: number;
  readonly closeTime: number;
}

/** Returns the 24-hour ticker, ending at the request. */
export function dayTicker(call: SandboxCall, symbol: MarketSymbol): string {
  const { publicMarket: market } = call.exchange;
  const window = { openTime: call.now - DAY_MS, closeTime: call.now };
  if (call.params.get('type') === 'MINI') return windowTicker(call, symbol, window);
  const text = symbolText(symbol);
  const before = market.lastPrice(symbol, (window.openTime - 1) as UnixMs);
  const last = market.lastTrade(symbol, call.now);
  const isRecent = last !== undefined && last.time >= window.openTime;
  const lastLots = isRecent ? market.tradesOf(symbol, last).at(-1)!.lots : 0;
  return windowTicker(
    call,
    symbol,
    window,
    `"prevClosePrice":"${text.price(before)}",`,
    `"lastQty":"${text.lots(lastLots)}",${bestText(call, symbol)},`,
  );
}

/** Returns the ticker of the current trading day in a time zone, with the start and end of that day. */
export function tradingDayTicker(call: SandboxCall, symbol: MarketSymbol): string {
  const zone = zoneMinutesOf(call.params.get('timeZone') ?? '0');
  const day = candleNumber('1d', zone, call.now);
  return windowTicker(call, symbol, {
    openTime: candleOpen('1d', zone, day),
    closeTime: candleOpen('1d', zone, day + 1) - 1,
  });
}

/**
 * Returns the ticker of a rolling window that ends at the request. The window opens at a full minute, so it
 * can be up to 59999 ms longer than requested (interface document, Spot market data).
 */
export function rollingTicker(call: SandboxCall, symbol: MarketSymbol): string {
  const size = call.params.get('windowSize') ?? '1d';
  const units: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
  const span = Number(size.slice(0, -1)) * units[size.slice(-1)]!;
  const openTime = Math.floor((call.now - span) / MINUTE_MS) * MINUTE_MS;
  return windowTicker(call, symbol, { openTime, closeTime: call.now });
}

/**
 * Returns the full or mini ticker of a time window; `previous` and `best` are fields that only the 24-hour
 * ticker has.
 */
function windowTicker(
  call: SandboxCall,
  symbol: MarketSymbol,
  { openTime, closeTime }: TickerWindow,
  previous = '',
  best = '',
): string {
  const text = symbolText(symbol);
  const summary = call.exchange.publicMarket.summary(symbol, openTime, Math.min(closeTime, call.now) + 1);
  const { open, high, low, close, lots, quote } = summary;
  const { firstId, lastId, count } = tradeSpan(summary);
  const prices = `"openPrice":"${text.price(open)}","highPrice":"${text.price(high)}","lowPrice":"${text.price(low)}",`;
  const lastPrice = `"lastPrice":"${text.price(close)}",`;
  const rest =
    `"volume":"${text.lots(lots)}","quoteVolume":"${text.quote(quote)}",` +
    `"openTime":${openTime},"closeTime":${closeTime},"firstId":${firstId},"lastId":${lastId},"count":${count}}`;
  const name = `{"symbol":${quoteText(symbol.name)},`;
  if (call.params.get('type') === 'MINI') return name + prices + lastPrice + rest;
  const changes =
    `"priceChange":"${changeText(symbol, close - open)}","priceChangePercent":"${percentText(close - open, open)}",` +
    `"weightedAvgPrice":"${averageText(symbol, quote, lots)}",`;
  return name + changes + previous + lastPrice + best + prices + rest;
}
