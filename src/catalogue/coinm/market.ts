/**
 * Coin-margined futures: book, candles, trades, statistics (interface document, Coin-margined futures; what the
 * document leaves empty from public facts, COIN-M).
 */

import { DAY_MS } from '../../core/time-units.ts';
import { candleColumns } from '../columns/candles.ts';
import { bookView, clockView } from '../columns/plain-views.ts';
import { aggTradeColumns } from '../columns/trades.ts';
import { endpoint, requiredParam } from '../define.ts';
import { publicRead } from '../endpoint-defaults.ts';
import {
  aggTradeContinuity,
  candleContinuity,
  endTime,
  factsParam,
  fromId,
  intervalFutures,
  limit,
  pair,
  startNotAfterEnd,
  startTime,
  symbol,
  todayParam,
} from '../params.ts';
import { filtersColumn } from '../symbol-filters.ts';
import type { Column } from '../types.ts';
import { candleWeightToday, dayColumns, depthWeight, premiumColumns } from '../usdm/futures.ts';
import { coinmPrices } from './prices.ts';
import { coinmStatistics } from './statistics.ts';

/** The longest window of candles (public facts, COIN-M). */
const CANDLE_SPAN_MS = 200 * DAY_MS;

const open = publicRead('coinm');

const contract = { ...symbol, about: 'Contract, such as BTCUSD_PERP' } as const;

/**
 * In COIN-M candles the volume is in contracts, and the fields that give the quote asset in USD-M candles
 * give the base asset.
 */
const coinCandleColumns = [
  ...candleColumns.slice(0, 7),
  { name: 'baseVolume', title: 'base volume', is: 'decimal', at: 7 },
  candleColumns[8],
  candleColumns[9],
  { name: 'takerBuyBaseVolume', title: 'taker buy base', is: 'decimal', at: 10, hidden: true },
  candleColumns[11],
] as const satisfies readonly Column[];

const today = { ...open, origin: 'today', weight: 1 } as const;

export const time = endpoint({
  ...today,
  id: 'coinm.time',
  summary: "The exchange's clock",
  path: '/dapi/v1/time',
  params: {},
  isServerTime: true,
  view: clockView,
});

export const exchangeInfo = endpoint({
  ...today,
  id: 'coinm.exchange-info',
  summary: 'Trading rules, filters and limits of contracts',
  path: '/dapi/v1/exchangeInfo',
  params: {},
  view: {
    shape: 'rows',
    rowsAt: 'symbols',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'contractStatus', title: 'status', is: 'text' },
      { name: 'contractType', title: 'contract', is: 'text' },
      { name: 'deliveryDate', title: 'delivery', is: 'time' },
      { name: 'contractSize', title: 'contract size', is: 'integer' },
      { name: 'baseAsset', title: 'base', is: 'text' },
      { name: 'quoteAsset', title: 'quote', is: 'text' },
      { name: 'marginAsset', title: 'margin', is: 'text' },
      { name: 'pair', is: 'text', hidden: true },
      { name: 'onboardDate', title: 'listed', is: 'time', hidden: true },
      { name: 'pricePrecision', title: 'price digits', is: 'integer', hidden: true },
      { name: 'quantityPrecision', title: 'quantity digits', is: 'integer', hidden: true },
      filtersColumn,
    ],
  },
});

export const premiumIndex = endpoint({
  ...today,
  id: 'coinm.premium-index',
  summary: 'Mark price, index price and next funding rate',
  path: '/dapi/v1/premiumIndex',
  weight: 10,
  params: {
    symbol: todayParam({ ...contract, about: 'Contract; all if omitted' }),
    pair: todayParam({ ...pair, about: 'Pair of contracts, such as BTCUSD' }),
  },
  view: {
    shape: 'rows',
    columns: [{ name: 'symbol', is: 'text' }, { name: 'pair', is: 'text', hidden: true }, ...premiumColumns],
  },
});

export const depth = endpoint({
  ...open,
  id: 'coinm.depth',
  summary: 'The order book',
  path: '/dapi/v1/depth',
  weight: depthWeight,
  params: {
    symbol: requiredParam(contract),
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
    symbol: requiredParam(contract),
    interval: requiredParam(intervalFutures),
    startTime,
    endTime,
    limit: limit(500, 1500),
  },
  rules: [startNotAfterEnd],
  pages: {
    by: 'time',
    from: 'startTime',
    to: 'endTime',
    limit: 'limit',
    at: 'openTime',
    spanMs: CANDLE_SPAN_MS,
    leavesOutOldest: true,
    continuity: candleContinuity,
  },
  view: { shape: 'rows', columns: coinCandleColumns, candles: true },
  today: { weight: candleWeightToday },
  notes: [
    'The exchange takes windows of at most 200 days, and of one with more candles than --limit it answers the newest; --all goes through all of it piece by piece.',
  ],
});

export const aggTrades = endpoint({
  ...open,
  id: 'coinm.agg-trades',
  summary: 'Aggregate trades',
  path: '/dapi/v1/aggTrades',
  weight: 20,
  params: {
    symbol: requiredParam(contract),
    fromId: { ...fromId, about: 'First aggregate trade id' },
    startTime,
    endTime,
    limit: limit(500, 1000),
  },
  rules: [startNotAfterEnd],
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'a', continuity: aggTradeContinuity },
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
    symbol: factsParam({ ...contract, about: 'Contract, such as BTCUSD_PERP; all if omitted' }),
    pair: factsParam({ ...pair, about: 'All contracts of this pair, such as BTCUSD' }),
  },
  rules: [{ rule: 'at-most-one', of: ['symbol', 'pair'] }],
  view: {
    shape: 'rows',
    columns: [
      ...dayColumns.filter(({ name }) => name !== 'quoteVolume'),
      { name: 'pair', is: 'text', hidden: true },
      { name: 'baseVolume', title: 'base volume', is: 'decimal' },
    ],
  },
});

export const coinmMarket = [
  time,
  exchangeInfo,
  premiumIndex,
  depth,
  klines,
  aggTrades,
  ticker24hr,
  ...coinmPrices,
  ...coinmStatistics,
] as const;
