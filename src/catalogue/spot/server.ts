/**
 * Spot: whether the exchange answers, its clock, and the rules of its symbols (interface document, Spot market data).
 */

import { clockView, emptyView } from '../columns/plain-views.ts';
import { endpoint } from '../define.ts';
import { PERMISSIONS, PERMISSIONS_TODAY } from '../enums/market.ts';
import { symbol, symbols } from '../params.ts';
import { filtersColumn } from '../symbol-filters.ts';
import { open } from './public-read.ts';

export const ping = endpoint({
  ...open,
  id: 'spot.ping',
  summary: 'Test that the exchange answers',
  path: '/api/v3/ping',
  weight: 1,
  params: {},
  view: emptyView,
});

export const time = endpoint({
  ...open,
  id: 'spot.time',
  summary: "The exchange's clock",
  path: '/api/v3/time',
  weight: 1,
  params: {},
  isServerTime: true,
  view: clockView,
});

export const exchangeInfo = endpoint({
  ...open,
  id: 'spot.exchange-info',
  summary: 'Trading rules, filters and limits of symbols',
  path: '/api/v3/exchangeInfo',
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
      { name: 'baseAssetPrecision', title: 'base precision', is: 'integer', hidden: true },
      { name: 'quotePrecision', title: 'quote precision', is: 'integer', hidden: true },
      { name: 'orderTypes', title: 'order types', is: 'text', wire: 'list', hidden: true },
      { name: 'isSpotTradingAllowed', title: 'spot', is: 'boolean' },
      { name: 'isMarginTradingAllowed', title: 'margin', is: 'boolean' },
      { name: 'icebergAllowed', title: 'iceberg', is: 'boolean' },
      { name: 'ocoAllowed', title: 'oco', is: 'boolean' },
      filtersColumn,
    ],
  },
});

export const spotServer = [ping, time, exchangeInfo] as const;
