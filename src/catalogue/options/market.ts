/**
 * Declares the endpoints of European options for market data: clock, contracts, book, candles, mark prices,
 * settlement. Their parameters are from the interface document, Options; the fields of their answers are public facts.
 */

import { bookView, clockView, emptyView } from '../columns/plain-views.ts';
import { dispute, endpoint, requiredParam } from '../define.ts';
import { publicRead } from '../endpoint-defaults.ts';
import { candleContinuity, endTime, intervalFutures, limit, startNotAfterEnd, startTime } from '../params.ts';
import { filtersColumn } from '../symbol-filters.ts';
import { contract, underlying } from './contract.ts';
import { optionsTrades } from './trades.ts';

const open = { ...publicRead('options'), weight: 1 } as const;

const contractOrAll = { ...contract, about: `${contract.about}; all if omitted` } as const;
const oneOrAll = { by: 'presence', param: 'symbol', present: 1, absent: 5 } as const;

export const ping = endpoint({
  ...open,
  id: 'options.ping',
  summary: 'Test that the exchange answers',
  path: '/eapi/v1/ping',
  params: {},
  view: emptyView,
});

export const time = endpoint({
  ...open,
  id: 'options.time',
  summary: "The exchange's clock",
  path: '/eapi/v1/time',
  params: {},
  isServerTime: true,
  view: clockView,
});

export const exchangeInfo = endpoint({
  ...open,
  id: 'options.exchange-info',
  summary: 'Options that can be traded, with their rules',
  path: '/eapi/v1/exchangeInfo',
  params: {},
  view: {
    shape: 'rows',
    rowsAt: 'optionSymbols',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'side', is: 'text' },
      { name: 'strikePrice', title: 'strike', is: 'decimal' },
      { name: 'underlying', is: 'text' },
      { name: 'expiryDate', title: 'expiry', is: 'time' },
      { name: 'quoteAsset', title: 'quote', is: 'text' },
      { name: 'unit', is: 'integer', hidden: true },
      { name: 'minQty', title: 'min', is: 'decimal' },
      { name: 'maxQty', title: 'max', is: 'decimal' },
      { name: 'makerFeeRate', title: 'maker fee', is: 'decimal', hidden: true },
      { name: 'takerFeeRate', title: 'taker fee', is: 'decimal', hidden: true },
      { name: 'liquidationFeeRate', title: 'liquidation fee', is: 'decimal', hidden: true },
      { name: 'initialMargin', title: 'initial margin', is: 'decimal', hidden: true },
      { name: 'maintenanceMargin', title: 'maintenance margin', is: 'decimal', hidden: true },
      { name: 'minInitialMargin', is: 'decimal', hidden: true },
      { name: 'minMaintenanceMargin', is: 'decimal', hidden: true },
      { name: 'priceScale', title: 'price digits', is: 'integer', hidden: true },
      { name: 'quantityScale', title: 'quantity digits', is: 'integer', hidden: true },
      filtersColumn,
    ],
  },
});

export const depth = endpoint({
  ...open,
  id: 'options.depth',
  summary: 'The order book',
  path: '/eapi/v1/depth',
  params: {
    symbol: requiredParam(contract),
    limit: {
      type: 'INT',
      about: 'Levels on each side',
      default: 100,
      min: 1,
      max: dispute(
        100,
        1000,
        'second',
        'the first listing allows 10, 20, 50 and 100, the second anything up to 1000',
      ),
      commonValues: [10, 20, 50, 100],
    },
  },
  view: bookView,
  today: {
    weight: {
      by: 'limit',
      param: 'limit',
      tiers: [{ upTo: 50, weight: 1 }, { upTo: 100, weight: 5 }, { upTo: 500, weight: 10 }, { weight: 20 }],
    },
  },
});

/** The greeks of an option. */
const greeks = [
  { name: 'delta', is: 'decimal' },
  { name: 'gamma', is: 'decimal' },
  { name: 'theta', is: 'decimal' },
  { name: 'vega', is: 'decimal' },
] as const;

/** Today a candle of options is an array; it used to be an object with these field names. */
export const klines = endpoint({
  ...open,
  id: 'options.klines',
  summary: 'Candles',
  path: '/eapi/v1/klines',
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
    continuity: candleContinuity,
  },
  view: {
    shape: 'rows',
    columns: [
      { name: 'openTime', title: 'open time', is: 'time', at: 0 },
      { name: 'open', is: 'decimal', at: 1 },
      { name: 'high', is: 'decimal', at: 2 },
      { name: 'low', is: 'decimal', at: 3 },
      { name: 'close', is: 'decimal', at: 4 },
      { name: 'volume', is: 'decimal', at: 5 },
      { name: 'closeTime', title: 'close time', is: 'time', at: 6, hidden: true },
      { name: 'amount', is: 'decimal', at: 7 },
      { name: 'tradeCount', title: 'trades', is: 'integer', at: 8 },
      { name: 'takerVolume', title: 'taker volume', is: 'decimal', at: 9, hidden: true },
      { name: 'takerAmount', title: 'taker amount', is: 'decimal', at: 10, hidden: true },
    ],
    candles: true,
  },
});

export const mark = endpoint({
  ...open,
  id: 'options.mark',
  summary: 'Mark prices with volatility, greeks and price limits',
  path: '/eapi/v1/mark',
  today: { weight: 5 },
  weight: oneOrAll,
  params: { symbol: contractOrAll },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'markPrice', title: 'mark', is: 'decimal' },
      { name: 'markIV', title: 'mark IV', is: 'decimal' },
      { name: 'bidIV', title: 'bid IV', is: 'decimal', hidden: true },
      { name: 'askIV', title: 'ask IV', is: 'decimal', hidden: true },
      ...greeks,
      { name: 'highPriceLimit', title: 'high limit', is: 'decimal', hidden: true },
      { name: 'lowPriceLimit', title: 'low limit', is: 'decimal', hidden: true },
      { name: 'riskFreeInterest', title: 'risk-free rate', is: 'decimal', hidden: true },
    ],
  },
});

export const ticker = endpoint({
  ...open,
  id: 'options.ticker',
  summary: 'Price statistics of the last 24 hours',
  path: '/eapi/v1/ticker',
  today: { weight: 5 },
  weight: oneOrAll,
  params: { symbol: contractOrAll },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'lastPrice', title: 'last', is: 'decimal' },
      { name: 'lastQty', title: 'last qty', is: 'decimal', hidden: true },
      { name: 'priceChange', title: 'change', is: 'decimal' },
      { name: 'priceChangePercent', title: 'change %', is: 'percent' },
      { name: 'bidPrice', title: 'bid', is: 'decimal' },
      { name: 'askPrice', title: 'ask', is: 'decimal' },
      { name: 'open', is: 'decimal', hidden: true },
      { name: 'high', is: 'decimal' },
      { name: 'low', is: 'decimal' },
      { name: 'volume', is: 'decimal' },
      { name: 'amount', is: 'decimal' },
      { name: 'strikePrice', title: 'strike', is: 'decimal', hidden: true },
      { name: 'exercisePrice', title: 'exercise', is: 'decimal', hidden: true },
      { name: 'openTime', title: 'open time', is: 'time', hidden: true },
      { name: 'closeTime', title: 'close time', is: 'time', hidden: true },
      { name: 'firstTradeId', is: 'integer', hidden: true },
      { name: 'tradeCount', title: 'trades', is: 'integer' },
    ],
  },
});

export const index = endpoint({
  ...open,
  id: 'options.index',
  summary: 'Index price of the underlying of options',
  path: '/eapi/v1/index',
  params: { underlying: requiredParam(underlying) },
  view: {
    shape: 'record',
    columns: [
      { name: 'indexPrice', title: 'index', is: 'decimal' },
      { name: 'time', is: 'time' },
    ],
  },
});

export const exerciseHistory = endpoint({
  ...open,
  id: 'options.exercise-history',
  summary: 'Options that expired, with their settlement prices',
  path: '/eapi/v1/exerciseHistory',
  params: {
    underlying: { ...requiredParam(underlying), today: { required: false } },
    startTime,
    endTime,
    limit: limit(100, 100),
  },
  rules: [startNotAfterEnd],
  pages: { by: 'time', from: 'startTime', to: 'endTime', limit: 'limit', at: 'expiryDate' },
  today: { weight: 3 },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'strikePrice', title: 'strike', is: 'decimal' },
      { name: 'realStrikePrice', title: 'settlement', is: 'decimal' },
      { name: 'expiryDate', title: 'expiry', is: 'time' },
      { name: 'strikeResult', title: 'result', is: 'text' },
    ],
  },
});

export const openInterest = endpoint({
  ...open,
  id: 'options.open-interest',
  summary: 'Open interest of the options on an asset',
  path: '/eapi/v1/openInterest',
  params: {
    underlyingAsset: requiredParam({ type: 'STRING', about: 'Asset behind the options, such as BTC' }),
    expiration: {
      type: 'STRING',
      about: 'Day of expiry, such as 20240628',
      format: 'yyyymmdd',
      today: { required: true },
    },
  },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'sumOpenInterest', title: 'open interest', is: 'decimal' },
      { name: 'sumOpenInterestUsd', title: 'in USD', is: 'decimal' },
      { name: 'timestamp', title: 'time', is: 'time', wire: 'text' },
    ],
  },
  notes: ['The day may be YYYYMMDD or YYMMDD.', 'Live hosts count weight 0.'],
  sourceNotes: ['The document writes the day as YYYYMMDD; live hosts require it, as YYMMDD.'],
});

export const optionInfo = endpoint({
  ...open,
  id: 'options.option-info',
  summary: 'The greeks of an option',
  path: '/eapi/v1/optionInfo',
  params: { symbol: contract },
  view: {
    shape: 'rows',
    columns: [{ name: 'symbol', is: 'text' }, ...greeks, { name: 'markIV', title: 'mark IV', is: 'decimal' }],
  },
  today: { isGone: 404, replacedBy: { endpoint: 'options.mark' } },
  notes: ['Mark prices contain the greeks too.'],
});

export const optionsMarket = [
  ping,
  time,
  exchangeInfo,
  depth,
  klines,
  mark,
  ticker,
  index,
  exerciseHistory,
  openInterest,
  optionInfo,
  ...optionsTrades,
] as const;
