/**
 * Spot: the order book, trades, and the average price (interface document, Spot market data; records from public facts).
 */

import { bookView } from '../columns/plain-views.ts';
import { aggTradeColumns, tradeColumns } from '../columns/trades.ts';
import { dispute, endpoint, requiredParam } from '../define.ts';
import {
  aggTradeContinuity,
  endTime,
  fromId,
  limit,
  startNotAfterEnd,
  startTime,
  symbol,
  tradeContinuity,
} from '../params.ts';
import { LATER_LISTING, open } from './public-read.ts';

const spotTradeColumns = [...tradeColumns, { name: 'isBestMatch', is: 'boolean', hidden: true }] as const;

export const depth = endpoint({
  ...open,
  id: 'spot.depth',
  summary: 'The order book',
  path: '/api/v3/depth',
  weight: dispute(
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
    symbol: requiredParam(symbol),
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
  view: bookView,
  notes: ['A limit above 5000 is answered with 5000 levels.'],
});

export const trades = endpoint({
  ...open,
  id: 'spot.trades',
  summary: 'Latest trades',
  path: '/api/v3/trades',
  weight: dispute(10, 25, 'second', LATER_LISTING),
  params: { symbol: requiredParam(symbol), limit: limit(500, 1000) },
  view: { shape: 'rows', columns: spotTradeColumns },
});

export const historicalTrades = endpoint({
  ...open,
  id: 'spot.historical-trades',
  summary: 'Older trades by id',
  path: '/api/v3/historicalTrades',
  security: dispute(
    'USER_DATA',
    'NONE',
    'second',
    'the first listing marks it as signed, the second as open; the live interface needs no key, so nothing is signed unless a key is asked for',
  ),
  weight: 25,
  params: {
    symbol: requiredParam(symbol),
    limit: limit(500, 1000),
    fromId: { ...fromId, about: 'First trade id; the latest trades if omitted' },
  },
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'id', continuity: tradeContinuity },
  view: { shape: 'rows', columns: spotTradeColumns },
});

export const aggTrades = endpoint({
  ...open,
  id: 'spot.agg-trades',
  summary: 'Aggregate trades',
  path: '/api/v3/aggTrades',
  weight: dispute(2, 4, 'second', LATER_LISTING),
  params: {
    symbol: requiredParam(symbol),
    fromId: { ...fromId, about: 'First aggregate trade id' },
    startTime,
    endTime,
    limit: limit(500, 1000),
  },
  rules: [startNotAfterEnd],
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'a', continuity: aggTradeContinuity },
  view: {
    shape: 'rows',
    columns: [...aggTradeColumns, { name: 'M', is: 'boolean', hidden: true }],
  },
});

export const avgPrice = endpoint({
  ...open,
  id: 'spot.avg-price',
  summary: 'Average price over the last minutes',
  path: '/api/v3/avgPrice',
  weight: 2,
  params: { symbol: requiredParam(symbol) },
  view: {
    shape: 'record',
    columns: [
      { name: 'mins', is: 'integer' },
      { name: 'price', is: 'decimal' },
      { name: 'closeTime', title: 'close time', is: 'time' },
    ],
  },
});

export const spotTrades = [depth, trades, historicalTrades, aggTrades, avgPrice] as const;
