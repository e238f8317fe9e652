/**
 * Coin-margined futures: book, candles, trades, statistics (interface document, Coin-margined futures; what the
 * document leaves empty from public facts, COIN-M).
 */
import { endpoint, required } from '../define.ts';
import { endTime, fromFacts, fromId, intervalFutures, limit, pair, startTime, symbol } from '../params.ts';
import type { Column } from '../types.ts';
import { aggTradeColumns, bookView, candleColumns, dayColumns, depthWeight } from '../usdm/futures.ts';

/** The longest window of candles (public facts, COIN-M). */
const CANDLE_SPAN_MS = 200 * 86_400_000;

const open = {
  product: 'coinm',
  origin: 'document',
  method: 'GET',
  security: 'NONE',
  effect: 'read',
} as const;

const contract = { ...symbol, about: 'Contract, such as BTCUSD_PERP' } as const;

/** Volume is in contracts, what USD-margined candles give in the quote asset in the base asset. */
const coinCandleColumns = [
  ...candleColumns.slice(0, 7),
  { name: 'baseVolume', title: 'base volume', is: 'decimal', at: 7 },
  candleColumns[8],
  candleColumns[9],
  { name: 'takerBuyBaseVolume', title: 'taker buy base', is: 'decimal', at: 10, aside: true },
  candleColumns[11],
] as const satisfies readonly Column[];

export const depth = endpoint({
  ...open,
  id: 'coinm.depth',
  summary: 'The order book',
  path: '/dapi/v1/depth',
  weight: depthWeight,
  params: {
    symbol: required(contract),
    limit: {
      type: 'INT',
      about: 'Levels on each side',
      default: 500,
      min: 1,
      max: 5000,
      commonValues: [5, 10, 20, 50, 100, 500, 1000],
    },
  },
  view: bookView,
});

export const klines = endpoint({
  ...open,
  id: 'coinm.klines',
  summary: 'Candles',
  path: '/dapi/v1/klines',
  weight: 1,
  params: {
    symbol: required(contract),
    interval: required(intervalFutures),
    startTime,
    endTime,
    limit: limit(500, 1500),
  },
  rules: [{ rule: 'not-after', from: 'startTime', to: 'endTime' }],
  pages: {
    by: 'time',
    from: 'startTime',
    to: 'endTime',
    limit: 'limit',
    at: 'openTime',
    spanMs: CANDLE_SPAN_MS,
  },
  view: { shape: 'rows', columns: coinCandleColumns, candles: true },
  notes: [
    'The exchange takes windows of at most 200 days; --all goes through a longer one piece by piece.',
    'The live service counts 1 below a limit of 100, 2 below 500, 5 up to 1000 and 10 above.',
  ],
});

export const aggTrades = endpoint({
  ...open,
  id: 'coinm.agg-trades',
  summary: 'Trades of one taker order at one price as one row',
  path: '/dapi/v1/aggTrades',
  weight: 20,
  params: {
    symbol: required(contract),
    fromId: { ...fromId, about: 'First aggregate trade id wanted' },
    startTime,
    endTime,
    limit: limit(500, 1000),
  },
  rules: [{ rule: 'not-after', from: 'startTime', to: 'endTime' }],
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'a' },
  view: { shape: 'rows', columns: aggTradeColumns },
  notes: ['Quantities are in contracts.'],
});

export const ticker24hr = endpoint({
  ...open,
  id: 'coinm.ticker-24hr',
  summary: 'Price statistics of the last 24 hours',
  path: '/dapi/v1/ticker/24hr',
  weight: { by: 'presence', param: 'symbol', present: 1, absent: 40 },
  params: {
    symbol: fromFacts({ ...contract, about: 'Contract, such as BTCUSD_PERP; all of them where absent' }),
    pair: fromFacts({ ...pair, about: 'All contracts of this pair, such as BTCUSD' }),
  },
  rules: [{ rule: 'at-most-one', of: ['symbol', 'pair'] }],
  view: {
    shape: 'rows',
    columns: [
      ...dayColumns.filter(({ name }) => name !== 'quoteVolume'),
      { name: 'pair', is: 'text', aside: true },
      { name: 'baseVolume', title: 'base volume', is: 'decimal' },
    ],
  },
});

export const coinmMarket = [depth, klines, aggTrades, ticker24hr] as const;
