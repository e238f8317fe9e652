/**
 * Records of margin accounts: interest, interest rates, liquidation orders, isolated accounts. The interface document
 * does not have these endpoints; the live interface does.
 */
import { DAY_MS } from '../../core/time-units.ts';
import { endpoint, requiredParam } from '../define.ts';
import { accountRead } from '../endpoint-defaults.ts';
import {
  asset,
  endTime,
  limit,
  maxSpanRules,
  page,
  startNotAfterEnd,
  startTime,
  symbol,
  todayParam,
} from '../params.ts';

const read = {
  ...accountRead('margin'),
  origin: 'today',
  weight: 1,
} as const;

/** The longest time span of capital flows that the exchange answers. */
const FLOW_SPAN_MS = 7 * DAY_MS;

/** The longest time span of interest records that the exchange answers. */
const INTEREST_SPAN_MS = 30 * DAY_MS;

const times = { startTime: todayParam(startTime), endTime: todayParam(endTime) } as const;
const pages = { current: todayParam(page), size: todayParam(limit(10, 100)) } as const;
const byPage = { by: 'page', page: 'current', size: 'size' } as const;
const isolatedSymbol = todayParam({
  ...symbol,
  about: 'Trading pair of an isolated account; the cross account if omitted',
});

export const interestHistory = endpoint({
  ...read,
  id: 'margin.interest-history',
  summary: 'Interest that was charged',
  path: '/sapi/v1/margin/interestHistory',
  params: {
    asset: todayParam({ ...asset, about: 'Asset; all if omitted' }),
    isolatedSymbol,
    ...times,
    ...pages,
  },
  rules: maxSpanRules(INTEREST_SPAN_MS),
  pages: byPage,
  view: {
    shape: 'rows',
    rowsAt: 'rows',
    columns: [
      { name: 'interestAccuredTime', title: 'time', is: 'time' },
      { name: 'asset', is: 'text' },
      { name: 'principal', is: 'decimal' },
      { name: 'interest', is: 'decimal' },
      { name: 'interestRate', title: 'daily rate', is: 'decimal' },
      { name: 'type', is: 'text' },
      { name: 'isolatedSymbol', title: 'isolated', is: 'text' },
      { name: 'rawAsset', is: 'text', hidden: true },
      { name: 'txId', title: 'transaction', is: 'integer', hidden: true },
    ],
  },
  notes: ['Newest first. Without times the last 7 days are answered; at most 30 days.'],
});

export const interestRates = endpoint({
  ...read,
  id: 'margin.interest-rates',
  summary: 'Daily interest rates of an asset',
  path: '/sapi/v1/margin/interestRateHistory',
  params: {
    asset: requiredParam(todayParam(asset)),
    vipLevel: todayParam({ type: 'INT', about: 'Level of the account; your own if omitted', min: 0 }),
    ...times,
  },
  rules: [startNotAfterEnd],
  view: {
    shape: 'rows',
    columns: [
      { name: 'timestamp', title: 'time', is: 'time' },
      { name: 'asset', is: 'text' },
      { name: 'dailyInterestRate', title: 'daily rate', is: 'decimal' },
      { name: 'vipLevel', title: 'level', is: 'integer' },
    ],
  },
});

export const liquidations = endpoint({
  ...read,
  id: 'margin.liquidations',
  summary: 'Liquidation orders of the margin account',
  path: '/sapi/v1/margin/forceLiquidationRec',
  params: { isolatedSymbol, ...times, ...pages },
  rules: [startNotAfterEnd],
  pages: byPage,
  view: {
    shape: 'rows',
    rowsAt: 'rows',
    columns: [
      { name: 'updatedTime', title: 'time', is: 'time' },
      { name: 'symbol', is: 'text' },
      { name: 'isIsolated', title: 'isolated', is: 'boolean' },
      { name: 'orderId', title: 'order', is: 'integer' },
      { name: 'side', is: 'text' },
      { name: 'qty', is: 'decimal' },
      { name: 'executedQty', title: 'executed', is: 'decimal' },
      { name: 'avgPrice', title: 'average', is: 'decimal' },
      { name: 'price', is: 'decimal', hidden: true },
      { name: 'timeInForce', title: 'tif', is: 'text', hidden: true },
    ],
  },
  notes: ['Newest first.'],
});

export const capitalFlow = endpoint({
  ...read,
  id: 'margin.capital-flow',
  summary: 'What came into a margin account and went out: transfers, loans, trades, commission',
  path: '/sapi/v1/margin/capital-flow',
  weight: 100,
  params: {
    asset: todayParam({ ...asset, about: 'Asset; all if omitted' }),
    symbol: todayParam({
      ...symbol,
      about: 'Trading pair of an isolated account; the cross account if omitted',
    }),
    type: todayParam({ type: 'STRING', about: 'Kind of flow, such as TRANSFER, BORROW or BUY_INCOME' }),
    ...times,
    fromId: todayParam({
      type: 'LONG',
      about: 'First id, inclusive; if given, the start time is ignored',
      min: 0,
    }),
    limit: todayParam(limit(500, 1000)),
  },
  rules: maxSpanRules(FLOW_SPAN_MS),
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'id' },
  view: {
    shape: 'rows',
    columns: [
      { name: 'timestamp', title: 'time', is: 'time' },
      { name: 'type', is: 'text' },
      { name: 'asset', is: 'text' },
      { name: 'amount', is: 'decimal' },
      { name: 'symbol', is: 'text' },
      { name: 'id', is: 'integer', hidden: true },
      { name: 'tranId', title: 'transaction', is: 'integer', hidden: true },
    ],
  },
  notes: ['The last 90 days can be queried, at most 7 days at once. Live hosts may add a note to a row.'],
});

export const marginRecords = [capitalFlow, interestHistory, interestRates, liquidations] as const;
