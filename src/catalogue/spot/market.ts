/**
 * Spot market data: the fifteen open endpoints (interface document, Spot market data; records from the
 * public facts). Where the listings' weights differ the second is the one in force on the live service.
 */
import { candleColumns } from '../candle-columns.ts';
import { disputed, endpoint, required } from '../define.ts';
import { PERMISSIONS, PERMISSIONS_TODAY } from '../enums/market.ts';
import {
  endTime,
  fromId,
  intervalSpot,
  limit,
  startTime,
  symbol,
  symbols,
  tickerType,
  timeZone,
} from '../params.ts';
import type { Column } from '../types.ts';

const LATER_LISTING =
  'the budget counts the larger weight, and the second listing is in force on the live service';

const tradeColumns = [
  { name: 'id', is: 'integer' },
  { name: 'time', is: 'time' },
  { name: 'price', is: 'decimal' },
  { name: 'qty', is: 'decimal' },
  { name: 'quoteQty', title: 'quote qty', is: 'decimal' },
  { name: 'isBuyerMaker', title: 'buyer is maker', is: 'boolean' },
  { name: 'isBestMatch', is: 'boolean', aside: true },
] as const satisfies readonly Column[];

const windowColumns = [
  { name: 'symbol', is: 'text' },
  { name: 'lastPrice', title: 'last', is: 'decimal' },
  { name: 'priceChange', title: 'change', is: 'decimal' },
  { name: 'priceChangePercent', title: 'change %', is: 'percent' },
  { name: 'weightedAvgPrice', title: 'vwap', is: 'decimal', aside: true },
  { name: 'openPrice', title: 'open', is: 'decimal' },
  { name: 'highPrice', title: 'high', is: 'decimal' },
  { name: 'lowPrice', title: 'low', is: 'decimal' },
  { name: 'volume', is: 'decimal' },
  { name: 'quoteVolume', title: 'quote volume', is: 'decimal' },
  { name: 'openTime', title: 'open time', is: 'time', aside: true },
  { name: 'closeTime', title: 'close time', is: 'time', aside: true },
  { name: 'firstId', is: 'integer', aside: true },
  { name: 'lastId', is: 'integer', aside: true },
  { name: 'count', title: 'trades', is: 'integer' },
] as const satisfies readonly Column[];

const dayColumns = [
  ...windowColumns,
  { name: 'prevClosePrice', title: 'previous close', is: 'decimal', aside: true },
  { name: 'lastQty', title: 'last qty', is: 'decimal', aside: true },
  { name: 'bidPrice', title: 'bid', is: 'decimal', aside: true },
  { name: 'bidQty', title: 'bid qty', is: 'decimal', aside: true },
  { name: 'askPrice', title: 'ask', is: 'decimal', aside: true },
  { name: 'askQty', title: 'ask qty', is: 'decimal', aside: true },
] as const satisfies readonly Column[];

export const ping = endpoint({
  id: 'spot.ping',
  product: 'spot',
  summary: 'Test that the exchange answers',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/ping',
  security: 'NONE',
  effect: 'read',
  weight: 1,
  params: {},
  view: { shape: 'record', columns: [] },
});

export const time = endpoint({
  id: 'spot.time',
  product: 'spot',
  summary: "The exchange's clock",
  origin: 'document',
  method: 'GET',
  path: '/api/v3/time',
  security: 'NONE',
  effect: 'read',
  weight: 1,
  params: {},
  view: { shape: 'record', columns: [{ name: 'serverTime', title: 'server time', is: 'time' }] },
});

export const exchangeInfo = endpoint({
  id: 'spot.exchange-info',
  product: 'spot',
  summary: 'Trading rules, filters and limits of symbols',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/exchangeInfo',
  security: 'NONE',
  effect: 'read',
  weight: 20,
  params: {
    symbol,
    symbols,
    permissions: {
      type: 'ARRAY',
      about: 'Only symbols with one of these permissions',
      items: {
        type: 'ENUM',
        about: 'Permission',
        values: PERMISSIONS,
        today: { alsoValues: PERMISSIONS_TODAY },
      },
    },
  },
  rules: [{ rule: 'at-most-one', of: ['symbol', 'symbols', 'permissions'] }],
  view: {
    shape: 'rows',
    rowsAt: 'symbols',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'status', is: 'text' },
      { name: 'baseAsset', title: 'base', is: 'text' },
      { name: 'quoteAsset', title: 'quote', is: 'text' },
      { name: 'baseAssetPrecision', title: 'base precision', is: 'integer', aside: true },
      { name: 'quotePrecision', title: 'quote precision', is: 'integer', aside: true },
      { name: 'orderTypes', title: 'order types', is: 'text', aside: true },
      { name: 'isSpotTradingAllowed', title: 'spot', is: 'boolean' },
      { name: 'isMarginTradingAllowed', title: 'margin', is: 'boolean' },
      { name: 'icebergAllowed', title: 'iceberg', is: 'boolean' },
      { name: 'ocoAllowed', title: 'oco', is: 'boolean' },
      { name: 'filters', is: 'text', aside: true },
    ],
  },
});

export const depth = endpoint({
  id: 'spot.depth',
  product: 'spot',
  summary: 'The order book',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/depth',
  security: 'NONE',
  effect: 'read',
  weight: disputed(
    {
      by: 'limit',
      param: 'limit',
      tiers: [{ upTo: 100, weight: 1 }, { upTo: 500, weight: 5 }, { upTo: 1000, weight: 10 }, { weight: 50 }],
    },
    {
      by: 'limit',
      param: 'limit',
      tiers: [
        { upTo: 100, weight: 5 },
        { upTo: 500, weight: 25 },
        { upTo: 1000, weight: 50 },
        { weight: 250 },
      ],
    },
    'second',
    LATER_LISTING,
  ),
  params: {
    symbol: required(symbol),
    limit: {
      type: 'INT',
      about: 'Levels on each side',
      default: 100,
      min: 1,
      max: 5000,
      clamps: true,
      values: [5, 10, 20, 50, 100, 500, 1000, 5000],
    },
  },
  view: {
    shape: 'book',
    columns: [
      { name: 'side', is: 'text' },
      { name: 'price', is: 'decimal' },
      { name: 'qty', is: 'decimal' },
    ],
  },
  notes: ['A limit above 5000 is answered with 5000 levels.'],
});

export const trades = endpoint({
  id: 'spot.trades',
  product: 'spot',
  summary: 'Latest trades',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/trades',
  security: 'NONE',
  effect: 'read',
  weight: disputed(10, 25, 'second', LATER_LISTING),
  params: { symbol: required(symbol), limit: limit(500, 1000) },
  view: { shape: 'rows', columns: tradeColumns },
});

export const historicalTrades = endpoint({
  id: 'spot.historical-trades',
  product: 'spot',
  summary: 'Older trades by id',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/historicalTrades',
  security: disputed(
    'USER_DATA',
    'NONE',
    'second',
    'the first listing marks it as signed, the second as open; the live service needs no key, so nothing is signed unless a key is asked for',
  ),
  effect: 'read',
  weight: 25,
  params: {
    symbol: required(symbol),
    limit: limit(500, 1000),
    fromId: { ...fromId, about: 'First trade id wanted; the latest trades where absent' },
  },
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'id' },
  view: { shape: 'rows', columns: tradeColumns },
});

export const aggTrades = endpoint({
  id: 'spot.agg-trades',
  product: 'spot',
  summary: 'Trades of one taker order at one price as one row',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/aggTrades',
  security: 'NONE',
  effect: 'read',
  weight: disputed(2, 4, 'second', LATER_LISTING),
  params: {
    symbol: required(symbol),
    fromId: { ...fromId, about: 'First aggregate trade id wanted' },
    startTime,
    endTime,
    limit: limit(500, 1000),
  },
  rules: [{ rule: 'not-after', from: 'startTime', to: 'endTime' }],
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'a' },
  view: {
    shape: 'rows',
    columns: [
      { name: 'a', title: 'id', is: 'integer' },
      { name: 'T', title: 'time', is: 'time' },
      { name: 'p', title: 'price', is: 'decimal' },
      { name: 'q', title: 'qty', is: 'decimal' },
      { name: 'f', title: 'first trade', is: 'integer' },
      { name: 'l', title: 'last trade', is: 'integer' },
      { name: 'm', title: 'buyer is maker', is: 'boolean' },
      { name: 'M', is: 'boolean', aside: true },
    ],
  },
});

const klineParams = {
  symbol: required(symbol),
  interval: required(intervalSpot),
  startTime,
  endTime,
  timeZone,
  limit: limit(500, 1000),
} as const;

const klinePages = { by: 'time', from: 'startTime', to: 'endTime', limit: 'limit', at: 'openTime' } as const;

export const klines = endpoint({
  id: 'spot.klines',
  product: 'spot',
  summary: 'Candles',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/klines',
  security: 'NONE',
  effect: 'read',
  weight: 2,
  params: klineParams,
  rules: [{ rule: 'not-after', from: 'startTime', to: 'endTime' }],
  pages: klinePages,
  view: { shape: 'rows', columns: candleColumns, candles: true },
});

export const uiKlines = endpoint({
  id: 'spot.ui-klines',
  product: 'spot',
  summary: 'Candles adjusted for chart display',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/uiKlines',
  security: 'NONE',
  effect: 'read',
  weight: 2,
  params: klineParams,
  rules: [{ rule: 'not-after', from: 'startTime', to: 'endTime' }],
  pages: klinePages,
  view: { shape: 'rows', columns: candleColumns, candles: true },
});

export const avgPrice = endpoint({
  id: 'spot.avg-price',
  product: 'spot',
  summary: 'Average price over the last minutes',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/avgPrice',
  security: 'NONE',
  effect: 'read',
  weight: 2,
  params: { symbol: required(symbol) },
  view: {
    shape: 'record',
    columns: [
      { name: 'mins', is: 'integer' },
      { name: 'price', is: 'decimal' },
      { name: 'closeTime', title: 'close time', is: 'time' },
    ],
  },
});

const oneOrSeveral = [{ rule: 'at-most-one', of: ['symbol', 'symbols'] }] as const;
const hundredSymbols = { ...symbols, max: 100 } as const;

export const ticker24hr = endpoint({
  id: 'spot.ticker-24hr',
  product: 'spot',
  summary: 'Price statistics of the last 24 hours',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/ticker/24hr',
  security: 'NONE',
  effect: 'read',
  weight: disputed(
    { by: 'range', from: 1, to: 80 },
    {
      by: 'presence',
      param: 'symbol',
      present: 2,
      absent: {
        by: 'presence',
        param: 'symbols',
        present: {
          by: 'count',
          param: 'symbols',
          tiers: [{ upTo: 20, weight: 2 }, { upTo: 100, weight: 40 }, { weight: 80 }],
        },
        absent: 80,
      },
    },
    'second',
    'the first listing gives only the range 1 to 80, the second the tiers inside it',
  ),
  params: { symbol, symbols: hundredSymbols, type: tickerType },
  rules: oneOrSeveral,
  view: { shape: 'rows', columns: dayColumns },
});

export const tickerTradingDay = endpoint({
  id: 'spot.ticker-trading-day',
  product: 'spot',
  summary: 'Price statistics of the trading day',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/ticker/tradingDay',
  security: 'NONE',
  effect: 'read',
  weight: { by: 'each', param: 'symbols', single: 'symbol', each: 4 },
  params: { symbol, symbols: hundredSymbols, timeZone, type: tickerType },
  rules: [{ rule: 'exactly-one', of: ['symbol', 'symbols'] }],
  view: { shape: 'rows', columns: windowColumns },
});

export const tickerPrice = endpoint({
  id: 'spot.ticker-price',
  product: 'spot',
  summary: 'Latest price',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/ticker/price',
  security: 'NONE',
  effect: 'read',
  weight: disputed(
    { by: 'range', from: 1, to: 4 },
    { by: 'presence', param: 'symbol', present: 2, absent: 4 },
    'second',
    'the first listing gives only the range 1 to 4, the second the numbers inside it',
  ),
  params: { symbol, symbols },
  rules: oneOrSeveral,
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'price', is: 'decimal' },
    ],
  },
});

export const tickerBook = endpoint({
  id: 'spot.ticker-book',
  product: 'spot',
  summary: 'Best bid and ask',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/ticker/bookTicker',
  security: 'NONE',
  effect: 'read',
  weight: disputed(
    { by: 'range', from: 1, to: 4 },
    { by: 'presence', param: 'symbol', present: 2, absent: 4 },
    'second',
    'the first listing gives only the range 1 to 4, the second the numbers inside it',
  ),
  params: { symbol, symbols },
  rules: oneOrSeveral,
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'bidPrice', title: 'bid', is: 'decimal' },
      { name: 'bidQty', title: 'bid qty', is: 'decimal' },
      { name: 'askPrice', title: 'ask', is: 'decimal' },
      { name: 'askQty', title: 'ask qty', is: 'decimal' },
    ],
  },
});

export const tickerRolling = endpoint({
  id: 'spot.ticker-rolling',
  product: 'spot',
  summary: 'Price statistics of a rolling window',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/ticker',
  security: 'NONE',
  effect: 'read',
  weight: disputed(
    { by: 'range', from: 2, to: 80 },
    { by: 'each', param: 'symbols', single: 'symbol', each: 4, cap: 200 },
    'second',
    'the weight cell gives 2 to 80, its note 4 for each symbol capped at 200 above 50 symbols; the larger is counted',
  ),
  params: {
    symbol,
    symbols: hundredSymbols,
    windowSize: {
      type: 'ENUM',
      about: 'Window: 1m to 59m, 1h to 23h or 1d to 7d',
      default: '1d',
      format: 'window-size',
    },
    type: tickerType,
  },
  rules: [{ rule: 'exactly-one', of: ['symbol', 'symbols'] }],
  view: { shape: 'rows', columns: windowColumns },
  notes: [
    'The window can be up to 59999 ms wider than asked: its open time starts on a minute, its close time is the time of the request.',
  ],
});

export const spotMarket = [
  ping,
  time,
  exchangeInfo,
  depth,
  trades,
  historicalTrades,
  aggTrades,
  klines,
  uiKlines,
  avgPrice,
  ticker24hr,
  tickerTradingDay,
  tickerPrice,
  tickerBook,
  tickerRolling,
] as const;
