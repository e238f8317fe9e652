/** Spot: candles (interface document, Spot market data). */
import { candleColumns } from '../columns/candles.ts';
import { endpoint, requiredParam } from '../define.ts';
import {
  candleContinuity,
  endTime,
  intervalSpot,
  limit,
  startNotAfterEnd,
  startTime,
  symbol,
  timeZone,
} from '../params.ts';
import { open } from './public-read.ts';

const klineParams = {
  symbol: requiredParam(symbol),
  interval: requiredParam(intervalSpot),
  startTime,
  endTime,
  timeZone,
  limit: limit(500, 1000),
} as const;

const klinePages = {
  by: 'time',
  from: 'startTime',
  to: 'endTime',
  limit: 'limit',
  at: 'openTime',
  continuity: { ...candleContinuity, step: { ...candleContinuity.step, zone: 'timeZone' } },
} as const;

export const klines = endpoint({
  ...open,
  id: 'spot.klines',
  summary: 'Candles',
  path: '/api/v3/klines',
  weight: 2,
  params: klineParams,
  rules: [startNotAfterEnd],
  pages: klinePages,
  view: { shape: 'rows', columns: candleColumns, candles: true },
});

export const uiKlines = endpoint({
  ...open,
  id: 'spot.ui-klines',
  summary: 'Candles adjusted for chart display',
  path: '/api/v3/uiKlines',
  weight: 2,
  params: klineParams,
  rules: [startNotAfterEnd],
  pages: klinePages,
  view: { shape: 'rows', columns: candleColumns, candles: true },
});

export const spotCandles = [klines, uiKlines] as const;
