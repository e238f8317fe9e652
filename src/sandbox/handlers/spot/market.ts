/**
 * The public endpoints of spot market data (interface document, Spot market data; records and semantics from
 * the public facts). Rows are written directly as JSON text.
 */

import { type Interval, zoneMinutesOf } from '../../../catalogue/candle-intervals.ts';
import { rateLimitRows } from '../../../catalogue/limits/sets.ts';
import { MINUTE_MS } from '../../../core/time-units.ts';
import type { Candle } from '../../engine/market/market.ts';
import { averageText, quoteOf, symbolText } from '../../engine/market/number-text.ts';
import type { MarketSymbol } from '../../engine/market/symbols.ts';
import type { AggregateTrade } from '../../engine/market/time-span.ts';
import { type Trade, tradeIdsOf, tradeSpan } from '../../engine/market/trade-groups.ts';
import { SMART_ORDER_ROUTINGS } from '../../engine/spot/sor.ts';
import {
  exchangeFilters,
  listSymbolFilters,
  ORDER_TYPES,
  preventionModes,
  SELF_TRADE_DEFAULT,
} from '../../engine/spot/symbol-filters.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import {
  listedSymbols,
  listValues,
  optionalInteger,
  requestedSymbols,
  requiredInteger,
  symbolOf,
} from '../request-values.ts';
import {
  bookTicker,
  dayTicker,
  priceTicker,
  rollingTicker,
  rowPerSymbol,
  tradingDayTicker,
} from './tickers.ts';
import { aggregateTradeIdRange, tradeIdRange } from './trade-id-ranges.ts';

/** The number of minutes of the volume-weighted average price, as in the filters of every symbol. */
const AVERAGE_MINUTES = 5;

/** The request handlers by endpoint id. */
export const spotMarketHandlers: Readonly<Record<string, Handler>> = {
  'spot.ping': () => '{}',
  'spot.time': ({ now, shownTime = now }) => `{"serverTime":${shownTime}}`,
  'spot.exchange-info': exchangeInfo,
  'spot.depth': depth,
  'spot.trades': trades,
  'spot.historical-trades': trades,
  'spot.agg-trades': aggregateTrades,
  'spot.klines': candles,
  'spot.ui-klines': candles,
  'spot.avg-price': averagePrice,
  'spot.ticker-24hr': (call) => rowPerSymbol(call, dayTicker),
  'spot.ticker-trading-day': (call) => rowPerSymbol(call, tradingDayTicker),
  'spot.ticker-price': (call) => rowPerSymbol(call, priceTicker),
  'spot.ticker-book': (call) => rowPerSymbol(call, bookTicker),
  'spot.ticker-rolling': (call) => rowPerSymbol(call, rollingTicker),
};

function exchangeInfo(call: SandboxCall): string {
  const { params, now } = call;
  const { limits } = call.exchange;
  const wanted = listValues(params.get('permissions'));
  const symbols = (requestedSymbols(call) ?? listedSymbols(call)).filter(
    (symbol) => wanted === undefined || permissionsOf(symbol).some((one) => wanted.includes(one)),
  );
  return JSON.stringify({
    timezone: 'UTC',
    serverTime: now,
    rateLimits: rateLimitRows(limits.spotWeight, limits.orders.spot),
    exchangeFilters: exchangeFilters(),
    ...(call.interface === 'today' ? { sors: SMART_ORDER_ROUTINGS } : {}),
    symbols: symbols.map((symbol) => ({
      ...symbolInfo(call, symbol),
      ...(params.get('showPermissionSets') === 'false' ? { permissionSets: [] } : {}),
    })),
  });
}

function symbolInfo({ exchange, now, interface: served }: SandboxCall, symbol: MarketSymbol) {
  const permissions = permissionsOf(symbol);
  const isTrading = exchange.market.isTrading(symbol, now);
  return {
    symbol: symbol.name,
    status: isTrading ? 'TRADING' : 'BREAK',
    baseAsset: symbol.base.name,
    baseAssetPrecision: 8,
    quoteAsset: symbol.quote.name,
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    baseCommissionPrecision: 8,
    quoteCommissionPrecision: 8,
    orderTypes: ORDER_TYPES,
    icebergAllowed: true,
    ocoAllowed: true,
    otoAllowed: true,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: true,
    cancelReplaceAllowed: true,
    amendAllowed: true,
    ...(served === 'today' ? { opoAllowed: true, pegInstructionsAllowed: true } : {}),
    isSpotTradingAllowed: isTrading,
    isMarginTradingAllowed: symbol.isMarginAllowed,
    filters: listSymbolFilters(symbol),
    permissions,
    permissionSets: [permissions],
    defaultSelfTradePreventionMode: SELF_TRADE_DEFAULT,
    allowedSelfTradePreventionModes: preventionModes(symbol, served),
  };
}

function permissionsOf(symbol: MarketSymbol): readonly string[] {
  return symbol.isMarginAllowed ? ['SPOT', 'MARGIN'] : ['SPOT'];
}

function depth(call: SandboxCall): string {
  const symbol = symbolOf(call);
  const { price, lots } = symbolText(symbol);
  const book = call.exchange.publicMarket.book(symbol, requiredInteger(call, 'limit'), call.now);
  const side = (levels: typeof book.bids) =>
    levels.map((level) => `["${price(level.price)}","${lots(level.lots)}"]`).join(',');
  return `{"lastUpdateId":${book.lastUpdateId},"bids":[${side(book.bids)}],"asks":[${side(book.asks)}]}`;
}

function trades(call: SandboxCall): string {
  const { publicMarket } = call.exchange;
  const symbol = symbolOf(call);
  const text = symbolText(symbol);
  const [from, to] = tradeIdRange(call, publicMarket, symbol);
  const row = ({ id, time, price, lots, isBuyerMaker }: Trade) =>
    `{"id":${id},"price":"${text.price(price)}","qty":"${text.lots(lots)}",` +
    `"quoteQty":"${text.quote(quoteOf(symbol, price, lots))}","time":${time},` +
    `"isBuyerMaker":${isBuyerMaker},"isBestMatch":true}`;
  return `[${publicMarket.trades(symbol, from, to).map(row).join(',')}]`;
}

function aggregateTrades(call: SandboxCall): string {
  const symbol = symbolOf(call);
  const text = symbolText(symbol);
  const market = call.exchange.publicMarket;
  const [from, to] = aggregateTradeIdRange(call, market, symbol);
  const row = (trade: AggregateTrade) => {
    const { firstId, lastId } = tradeIdsOf(trade);
    return (
      `{"a":${trade.id},"p":"${text.price(trade.price)}","q":"${text.lots(trade.lots)}","f":${firstId},` +
      `"l":${lastId},"T":${trade.time},"m":${trade.isBuyerMaker},"M":true}`
    );
  };
  return `[${market.aggregateTrades(symbol, from, to).map(row).join(',')}]`;
}

function candles(call: SandboxCall): string {
  const symbol = symbolOf(call);
  const from = optionalInteger(call, 'startTime');
  const to = optionalInteger(call, 'endTime');
  const rows = call.exchange.publicMarket.candles({
    symbol,
    interval: call.params.get('interval') as Interval,
    zoneMinutes: zoneMinutesOf(call.params.get('timeZone') ?? '0'),
    limit: requiredInteger(call, 'limit'),
    now: call.now,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
  return candlesText(symbol, rows);
}

/** Returns candles as the JSON text of a response. */
export function candlesText(symbol: MarketSymbol, rows: readonly Candle[]): string {
  const text = symbolText(symbol);
  return `[${rows
    .map(
      ({ openTime, closeTime, summary }) =>
        `[${openTime},"${text.price(summary.open)}","${text.price(summary.high)}","${text.price(summary.low)}",` +
        `"${text.price(summary.close)}","${text.lots(summary.lots)}",${closeTime},"${text.quote(summary.quote)}",` +
        `${tradeSpan(summary).count},"${text.lots(summary.buyLots)}","${text.quote(summary.buyQuote)}","0"]`,
    )
    .join(',')}]`;
}

function averagePrice(call: SandboxCall): string {
  const { publicMarket: market } = call.exchange;
  const symbol = symbolOf(call);
  const { lots, quote } = market.summary(symbol, call.now - AVERAGE_MINUTES * MINUTE_MS, call.now + 1);
  const last = market.lastTrade(symbol, call.now);
  const price =
    lots > 0
      ? averageText(symbol, quote, lots)
      : symbolText(symbol).price(market.lastPrice(symbol, call.now));
  return `{"mins":${AVERAGE_MINUTES},"price":"${price}","closeTime":${last?.time ?? symbol.listedAt}}`;
}
