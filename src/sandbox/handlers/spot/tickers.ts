/** The five tickers of spot market data, a row for each symbol (public facts, Spot market data records). */
import { DAY_MS, MINUTE_MS } from '../../../core/time-units.ts';
import type { UnixMs } from '../../../core/words.ts';
import { candleNumber, candleOpen, zoneMinutesOf } from '../../engine/market/intervals.ts';
import { averageText, changeText, percentText, quoted, symbolText } from '../../engine/market/number-text.ts';
import type { MarketSymbol } from '../../engine/market/symbols.ts';
import { tradeSpan } from '../../engine/market/trade-groups.ts';
import type { SandboxCall } from '../../types.ts';
import { askedSymbols, listedSymbols, symbolOf } from '../call-values.ts';

/** One symbol asked for by name is answered with an object, several or all with an array. */
export function eachSymbol(
  call: SandboxCall,
  row: (call: SandboxCall, symbol: MarketSymbol) => string,
): string {
  if (call.params.has('symbol')) return row(call, symbolOf(call));
  return `[${(askedSymbols(call) ?? listedSymbols(call)).map((symbol) => row(call, symbol)).join(',')}]`;
}

/** Returns the price of the last trade. */
export function priceTicker({ exchange, now }: SandboxCall, symbol: MarketSymbol): string {
  const price = symbolText(symbol).price(exchange.publicMarket.lastPrice(symbol, now));
  return `{"symbol":${quoted(symbol.name)},"price":"${price}"}`;
}

/** Returns the best bid and ask, zeros where trading has ended. */
export function bookTicker(call: SandboxCall, symbol: MarketSymbol): string {
  return `{"symbol":${quoted(symbol.name)},${bestText(call, symbol)}}`;
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

/** A window of time whose trades a ticker sums up, and the times that the ticker states for it. */
interface Window {
  readonly openTime: number;
  readonly closeTime: number;
}

/** Returns the statistics of the last 24 hours, up to the request. */
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

/** Returns the statistics of the trading day of a zone; its times are those of the whole day. */
export function tradingDayTicker(call: SandboxCall, symbol: MarketSymbol): string {
  const zone = zoneMinutesOf(call.params.get('timeZone') ?? '0');
  const day = candleNumber('1d', zone, call.now);
  return windowTicker(call, symbol, {
    openTime: candleOpen('1d', zone, day),
    closeTime: candleOpen('1d', zone, day + 1) - 1,
  });
}

/**
 * Returns the statistics of a rolling window. It opens on a minute, so that it can be up to 59999 ms wider than
 * asked, and closes at the request (interface document, Spot market data).
 */
export function rollingTicker(call: SandboxCall, symbol: MarketSymbol): string {
  const size = call.params.get('windowSize') ?? '1d';
  const units: Readonly<Record<string, number>> = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: DAY_MS };
  const span = Number(size.slice(0, -1)) * units[size.slice(-1)]!;
  const openTime = Math.floor((call.now - span) / MINUTE_MS) * MINUTE_MS;
  return windowTicker(call, symbol, { openTime, closeTime: call.now });
}

/** Returns the ticker of a window, full or mini; `previous` and `best` are the fields that only the 24 h one has. */
function windowTicker(
  call: SandboxCall,
  symbol: MarketSymbol,
  { openTime, closeTime }: Window,
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
  const name = `{"symbol":${quoted(symbol.name)},`;
  if (call.params.get('type') === 'MINI') return name + prices + lastPrice + rest;
  const changes =
    `"priceChange":"${changeText(symbol, close - open)}","priceChangePercent":"${percentText(close - open, open)}",` +
    `"weightedAvgPrice":"${averageText(symbol, quote, lots)}",`;
  return name + changes + previous + lastPrice + best + prices + rest;
}
