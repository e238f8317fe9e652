/**
 * Prices of USD-margined futures: mark price and funding, tickers, open interest, constituents of an index
 * (interface document, USD-margined futures; records from public facts, USD-M market data).
 */

import { HOUR_MS, SECOND_MS } from '../../core/time-units.ts';
import { bestPriceColumns } from '../columns/tickers.ts';
import { dispute, endpoint, requiredParam } from '../define.ts';
import { publicRead } from '../endpoint-defaults.ts';
import { endTime, factsParam, limit, pair, startNotAfterEnd, startTime, symbol } from '../params.ts';
import { dayColumns, premiumColumns } from './futures.ts';

const prices = publicRead('usdm');

/**
 * The longest time between two fundings: they lie 8 hours apart, on some contracts 4, 2 or 1 (public facts,
 * Futures mechanics), plus a few ms of delay.
 */
const FUNDING_INTERVAL_MAX_MS = 8 * HOUR_MS + SECOND_MS;

/** Selects one contract; if omitted, all contracts. */
const symbolOrAll = { ...symbol, about: 'Contract, such as BTCUSDT; all if omitted' } as const;

export const premiumIndex = endpoint({
  ...prices,
  id: 'usdm.premium-index',
  answersOneWith: 'symbol',
  summary: 'Mark price, index price and next funding rate',
  path: '/fapi/v1/premiumIndex',
  weight: dispute(
    1,
    { by: 'presence', param: 'symbol', present: 1, absent: 40 },
    'second',
    'the first listing gives 1; the second 40 for all symbols',
  ),
  params: { symbol: symbolOrAll },
  view: {
    shape: 'rows',
    columns: [{ name: 'symbol', is: 'text' }, ...premiumColumns],
  },
  notes: ['The funding rate is the running estimate for the next funding.'],
});

export const fundingRate = endpoint({
  ...prices,
  id: 'usdm.funding-rate',
  summary: 'Historical funding rates',
  path: '/fapi/v1/fundingRate',
  weight: 1,
  params: { symbol: symbolOrAll, startTime, endTime, limit: limit(100, 1000) },
  rules: [startNotAfterEnd],
  pages: {
    by: 'time',
    from: 'startTime',
    to: 'endTime',
    limit: 'limit',
    at: 'fundingTime',
    continuity: { row: 'row', step: { by: 'at-most', ms: FUNDING_INTERVAL_MAX_MS } },
  },
  view: {
    shape: 'rows',
    charted: 'fundingRate',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'fundingTime', title: 'funding', is: 'time' },
      { name: 'fundingRate', title: 'rate', is: 'decimal' },
      { name: 'markPrice', title: 'mark', is: 'decimal' },
    ],
  },
});

export const fundingInfo = endpoint({
  ...prices,
  id: 'usdm.funding-info',
  summary: 'Contracts whose funding has a cap, floor or interval of its own',
  path: '/fapi/v1/fundingInfo',
  weight: 1,
  params: {},
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'adjustedFundingRateCap', title: 'cap', is: 'decimal' },
      { name: 'adjustedFundingRateFloor', title: 'floor', is: 'decimal' },
      { name: 'fundingIntervalHours', title: 'hours', is: 'integer' },
      { name: 'disclaimer', is: 'boolean', hidden: true },
    ],
  },
});

export const ticker24hr = endpoint({
  ...prices,
  id: 'usdm.ticker-24hr',
  answersOneWith: 'symbol',
  summary: 'Price statistics of the last 24 hours',
  path: '/fapi/v1/ticker/24hr',
  weight: dispute(
    { by: 'range', from: 1, to: 80 },
    { by: 'presence', param: 'symbol', present: 1, absent: 40 },
    'second',
    'the document gives only the range 1 to 80; the numbers inside it are those of the live interface',
  ),
  params: { symbol: symbolOrAll, pair },
  view: { shape: 'rows', columns: dayColumns },
});

const oneOrAll = dispute(
  { by: 'range', from: 1, to: 2 },
  { by: 'presence', param: 'symbol', present: 1, absent: 2 },
  'second',
  'the document gives only the range 1 to 2, and one contract costs the smaller weight',
);

export const tickerPrice = endpoint({
  ...prices,
  id: 'usdm.ticker-price',
  answersOneWith: 'symbol',
  summary: 'Latest price',
  path: '/fapi/v1/ticker/price',
  today: { path: '/fapi/v2/ticker/price', since: '2026-07-13', keepsOldPath: true },
  weight: oneOrAll,
  params: { symbol: factsParam(symbolOrAll) },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'price', is: 'decimal' },
      { name: 'time', is: 'time' },
    ],
  },
});

export const tickerBook = endpoint({
  ...prices,
  id: 'usdm.ticker-book',
  answersOneWith: 'symbol',
  summary: 'Best bid and ask',
  path: '/fapi/v1/ticker/bookTicker',
  weight: oneOrAll,
  params: { symbol: factsParam(symbolOrAll) },
  view: {
    shape: 'rows',
    columns: [
      ...bestPriceColumns,
      { name: 'time', is: 'time' },
      { name: 'lastUpdateId', is: 'integer', hidden: true },
    ],
  },
  today: { weight: { by: 'presence', param: 'symbol', present: 2, absent: 5 } },
});

export const openInterest = endpoint({
  ...prices,
  id: 'usdm.open-interest',
  answersOne: true,
  summary: 'Open interest of a contract now',
  path: '/fapi/v1/openInterest',
  weight: 1,
  params: { symbol: requiredParam(symbol) },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'openInterest', title: 'open interest', is: 'decimal' },
      { name: 'time', is: 'time' },
    ],
  },
});

export const constituents = endpoint({
  ...prices,
  id: 'usdm.constituents',
  summary: 'The exchanges and symbols that an index price is made of',
  path: '/fapi/v1/constituents',
  weight: 2,
  params: { symbol: factsParam(requiredParam(symbol)) },
  view: {
    shape: 'rows',
    rowsAt: 'constituents',
    columns: [
      { name: 'exchange', is: 'text' },
      { name: 'symbol', is: 'text' },
      { name: 'price', is: 'decimal' },
      { name: 'weight', is: 'decimal' },
    ],
  },
});

export const assetIndex = endpoint({
  ...prices,
  id: 'usdm.asset-index',
  answersOneWith: 'symbol',
  summary: 'Exchange rates of margin assets in multi-assets mode',
  path: '/fapi/v1/assetIndex',
  weight: 1,
  params: {
    symbol: factsParam({ ...symbol, about: 'Asset pair, such as BTCUSD; all if omitted' }),
  },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'index', is: 'decimal' },
      { name: 'bidRate', title: 'bid rate', is: 'decimal' },
      { name: 'askRate', title: 'ask rate', is: 'decimal' },
      { name: 'bidBuffer', title: 'bid buffer', is: 'decimal' },
      { name: 'askBuffer', title: 'ask buffer', is: 'decimal' },
      { name: 'autoExchangeBidRate', is: 'decimal', hidden: true },
      { name: 'autoExchangeAskRate', is: 'decimal', hidden: true },
      { name: 'autoExchangeBidBuffer', is: 'decimal', hidden: true },
      { name: 'autoExchangeAskBuffer', is: 'decimal', hidden: true },
      { name: 'time', is: 'time', hidden: true },
    ],
  },
});

export const usdmPrices = [
  premiumIndex,
  fundingRate,
  fundingInfo,
  ticker24hr,
  tickerPrice,
  tickerBook,
  openInterest,
  constituents,
  assetIndex,
] as const;
