/**
 * USD-margined futures: clock, rules, books and trades, and the list of all open endpoints (interface document,
 * USD-margined futures; parameters the document leaves empty and records from public facts, USD-M market data).
 */

import { HOUR_MS } from '../../core/time-units.ts';
import { bookView, clockView, emptyView } from '../columns/plain-views.ts';
import { aggTradeColumns, tradeColumns } from '../columns/trades.ts';
import { dispute, endpoint, requiredParam } from '../define.ts';
import { publicRead } from '../endpoint-defaults.ts';
import {
  aggTradeContinuity,
  endTime,
  factsParam,
  fromId,
  limit,
  maxSpanRules,
  startTime,
  symbol,
  symbols,
  tradeContinuity,
} from '../params.ts';
import { filtersColumn } from '../symbol-filters.ts';
import { usdmCandles } from './candles.ts';
import { depthWeight } from './futures.ts';
import { usdmMarketReads } from './market-reads.ts';
import { usdmPrices } from './prices.ts';
import { usdmStatistics } from './statistics.ts';

const open = publicRead('usdm');

const usdmTradeColumns = [...tradeColumns, { name: 'isRPITrade', is: 'boolean', hidden: true }] as const;

export const ping = endpoint({
  ...open,
  id: 'usdm.ping',
  summary: 'Test that the exchange answers',
  path: '/fapi/v1/ping',
  weight: 1,
  params: {},
  view: emptyView,
});

export const time = endpoint({
  ...open,
  id: 'usdm.time',
  summary: "The exchange's clock",
  path: '/fapi/v1/time',
  weight: 1,
  params: {},
  isServerTime: true,
  view: clockView,
});

export const exchangeInfo = endpoint({
  ...open,
  id: 'usdm.exchange-info',
  summary: 'Trading rules, filters and limits of contracts',
  path: '/fapi/v1/exchangeInfo',
  weight: 1,
  params: { symbol, symbols },
  rules: [{ rule: 'at-most-one', of: ['symbol', 'symbols'] }],
  view: {
    shape: 'rows',
    rowsAt: 'symbols',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'status', is: 'text' },
      { name: 'contractType', title: 'contract', is: 'text' },
      { name: 'deliveryDate', title: 'delivery', is: 'time' },
      { name: 'pair', is: 'text', hidden: true },
      { name: 'onboardDate', title: 'listed', is: 'time', hidden: true },
      { name: 'baseAsset', title: 'base', is: 'text' },
      { name: 'quoteAsset', title: 'quote', is: 'text' },
      { name: 'marginAsset', title: 'margin', is: 'text' },
      { name: 'pricePrecision', title: 'price digits', is: 'integer', hidden: true },
      { name: 'quantityPrecision', title: 'quantity digits', is: 'integer', hidden: true },
      { name: 'triggerProtect', title: 'trigger protection', is: 'decimal', hidden: true },
      { name: 'liquidationFee', title: 'liquidation fee', is: 'decimal', hidden: true },
      { name: 'marketTakeBound', title: 'market take bound', is: 'decimal', hidden: true },
      { name: 'orderTypes', title: 'order types', is: 'text', wire: 'list', hidden: true },
      { name: 'timeInForce', title: 'time in force', is: 'text', wire: 'list', hidden: true },
      filtersColumn,
    ],
  },
  notes: ['Live hosts take no parameters here and return all contracts.'],
});

export const depth = endpoint({
  ...open,
  id: 'usdm.depth',
  summary: 'The order book',
  path: '/fapi/v1/depth',
  weight: depthWeight,
  params: {
    symbol: requiredParam(symbol),
    limit: {
      type: 'INT',
      about: 'Levels on each side',
      default: 500,
      min: 1,
      max: dispute(
        1000,
        5000,
        'second',
        'the first listing allows 5, 10, 20, 50, 100, 500 and 1000, the second anything up to 5000',
      ),
      commonValues: [5, 10, 20, 50, 100, 500, 1000],
    },
  },
  view: bookView,
});

export const trades = endpoint({
  ...open,
  id: 'usdm.trades',
  summary: 'Latest trades',
  path: '/fapi/v1/trades',
  weight: 1,
  params: { symbol: factsParam(requiredParam(symbol)), limit: factsParam(limit(500, 1000)) },
  view: { shape: 'rows', columns: usdmTradeColumns },
  today: { weight: 5 },
});

export const historicalTrades = endpoint({
  ...open,
  id: 'usdm.historical-trades',
  summary: 'Older trades by id',
  path: '/fapi/v1/historicalTrades',
  security: dispute(
    'USER_DATA',
    'MARKET_DATA',
    'first',
    'the document marks it as signed; the live interface needs the key alone and takes a signed call as well',
  ),
  weight: 20,
  params: {
    symbol: factsParam(requiredParam(symbol)),
    limit: factsParam({
      ...limit(500, 1000),
      max: dispute(500, 1000, 'second', 'today 500 and by default 100, before that 1000 and by default 500'),
    }),
    fromId: factsParam({ ...fromId, about: 'First trade id; the latest trades if omitted' }),
  },
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'id', continuity: tradeContinuity },
  view: { shape: 'rows', columns: usdmTradeColumns },
});

export const aggTrades = endpoint({
  ...open,
  id: 'usdm.agg-trades',
  summary: 'Aggregate trades',
  path: '/fapi/v1/aggTrades',
  weight: 1,
  params: {
    symbol: factsParam(requiredParam(symbol)),
    fromId: factsParam({ ...fromId, about: 'First aggregate trade id' }),
    startTime: factsParam(startTime),
    endTime: factsParam(endTime),
    limit: factsParam(limit(500, 1000)),
  },
  rules: maxSpanRules(HOUR_MS),
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'a', continuity: aggTradeContinuity },
  view: { shape: 'rows', columns: aggTradeColumns },
  today: { weight: 20 },
});

export const usdmMarket = [
  ping,
  time,
  exchangeInfo,
  depth,
  trades,
  historicalTrades,
  aggTrades,
  ...usdmCandles,
  ...usdmPrices,
  ...usdmStatistics,
  ...usdmMarketReads,
] as const;
