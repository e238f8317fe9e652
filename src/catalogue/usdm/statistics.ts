/**
 * Statistics of USD-margined futures over periods (interface document, USD-margined futures; records from public
 * facts, USD-M market data). They have a host path and a request limit of their own.
 */
import { DAY_MS } from '../../core/time-units.ts';
import { endpoint, requiredParam } from '../define.ts';
import { publicRead } from '../endpoint-defaults.ts';
import { STATISTICS_PERIODS } from '../enums/market.ts';
import { endTime, factsParam, limit, pair, startNotAfterEnd, startTime, symbol } from '../params.ts';
import type { Column, Param } from '../types.ts';

const period = requiredParam({
  type: 'ENUM',
  about: 'Span of one row',
  values: STATISTICS_PERIODS,
} as const satisfies Param);

const params = {
  symbol: requiredParam(symbol),
  period,
  startTime,
  endTime,
  limit: limit(30, 500),
} as const;

/**
 * The exchange keeps only the last 30 days of these statistics, so a run over all rows needs a start time
 * within them.
 */
const pages = {
  by: 'time',
  from: 'startTime',
  to: 'endTime',
  limit: 'limit',
  at: 'timestamp',
  spanMs: 30 * DAY_MS,
  continuity: { row: 'row', step: { by: 'interval', param: 'period' } },
} as const;

const statistics = {
  ...publicRead('usdm'),
  weight: 1,
  rules: [startNotAfterEnd],
  pages,
  notes: ['Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.'],
} as const;

const ratioColumns = [
  { name: 'timestamp', title: 'time', is: 'time' },
  { name: 'symbol', is: 'text' },
  { name: 'longShortRatio', title: 'long/short', is: 'decimal' },
  { name: 'longAccount', title: 'long', is: 'decimal' },
  { name: 'shortAccount', title: 'short', is: 'decimal' },
] as const satisfies readonly Column[];

/** Long/short ratios: the shares that are long and short. */
const ratios = {
  ...statistics,
  params,
  view: { shape: 'rows', columns: ratioColumns, charted: 'longShortRatio' },
} as const;

export const openInterestHistory = endpoint({
  ...statistics,
  id: 'usdm.open-interest-history',
  summary: 'Open interest over time',
  path: '/futures/data/openInterestHist',
  params,
  view: {
    shape: 'rows',
    charted: 'sumOpenInterest',
    columns: [
      { name: 'timestamp', title: 'time', is: 'time' },
      { name: 'symbol', is: 'text' },
      { name: 'sumOpenInterest', title: 'open interest', is: 'decimal' },
      { name: 'sumOpenInterestValue', title: 'value', is: 'decimal' },
      { name: 'CMCCirculatingSupply', title: 'circulating supply', is: 'decimal', hidden: true },
    ],
  },
  notes: [...statistics.notes, 'Live hosts count weight 0.'],
});

export const topAccounts = endpoint({
  ...ratios,
  id: 'usdm.long-short.top-accounts',
  summary: 'Long/short account ratio of top traders',
  path: '/futures/data/topLongShortAccountRatio',
});

export const topPositions = endpoint({
  ...ratios,
  id: 'usdm.long-short.top-positions',
  summary: 'Long/short position ratio of top traders',
  path: '/futures/data/topLongShortPositionRatio',
});

export const globalAccounts = endpoint({
  ...ratios,
  id: 'usdm.long-short.accounts',
  summary: 'Long/short account ratio',
  path: '/futures/data/globalLongShortAccountRatio',
});

export const takerVolume = endpoint({
  ...statistics,
  id: 'usdm.taker-volume',
  summary: 'Volume that takers bought and sold',
  path: '/futures/data/takerlongshortRatio',
  params,
  view: {
    shape: 'rows',
    charted: 'buySellRatio',
    columns: [
      { name: 'timestamp', title: 'time', is: 'time' },
      { name: 'buySellRatio', title: 'buy/sell', is: 'decimal' },
      { name: 'buyVol', title: 'buy volume', is: 'decimal' },
      { name: 'sellVol', title: 'sell volume', is: 'decimal' },
    ],
  },
});

export const basis = endpoint({
  ...statistics,
  id: 'usdm.basis',
  summary: 'Difference between futures price and index price',
  path: '/futures/data/basis',
  params: {
    pair: factsParam(requiredParam(pair)),
    contractType: factsParam(
      requiredParam({
        type: 'ENUM',
        about: 'Contract type',
        values: ['CURRENT_QUARTER', 'NEXT_QUARTER', 'PERPETUAL'],
      }),
    ),
    period: factsParam(period),
    limit: factsParam(limit(30, 500)),
    startTime: factsParam(startTime),
    endTime: factsParam(endTime),
  },
  view: {
    shape: 'rows',
    charted: 'basisRate',
    columns: [
      { name: 'timestamp', title: 'time', is: 'time' },
      { name: 'pair', is: 'text' },
      { name: 'contractType', title: 'contract', is: 'text' },
      { name: 'futuresPrice', title: 'futures', is: 'decimal' },
      { name: 'indexPrice', title: 'index', is: 'decimal' },
      { name: 'basis', is: 'decimal' },
      { name: 'basisRate', title: 'rate', is: 'decimal' },
      { name: 'annualizedBasisRate', title: 'APR', is: 'text' },
    ],
  },
});

export const usdmStatistics = [
  openInterestHistory,
  topAccounts,
  topPositions,
  globalAccounts,
  takerVolume,
  basis,
] as const;
