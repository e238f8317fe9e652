/**
 * Statistics of coin-margined futures over periods (today's interface, COIN-M rows: /futures/data on the host of
 * COIN-M). They are asked for by pair, those of USD-M by contract.
 */
import { DAY_MS } from '../../core/time-units.ts';
import { endpoint, requiredParam } from '../define.ts';
import { publicRead } from '../endpoint-defaults.ts';
import { STATISTICS_PERIODS } from '../enums/market.ts';
import { endTime, limit, pair, startNotAfterEnd, startTime, todayParam } from '../params.ts';
import type { Column } from '../types.ts';

const CONTRACT_TYPES = ['PERPETUAL', 'CURRENT_QUARTER', 'NEXT_QUARTER'] as const;

const coinPair = todayParam(requiredParam({ ...pair, about: 'Pair of contracts, such as BTCUSD' }));

const window = {
  period: todayParam(requiredParam({ type: 'ENUM', about: 'Span of one row', values: STATISTICS_PERIODS })),
  startTime: todayParam(startTime),
  endTime: todayParam(endTime),
  limit: todayParam(limit(30, 500)),
} as const;

const contractType = todayParam(
  requiredParam({ type: 'ENUM', about: 'Contract type', values: CONTRACT_TYPES }),
);
/** Which contracts of the pair a statistic covers; the perpetual contract if omitted (our choice). */
const anyContractType = todayParam({
  type: 'ENUM',
  about: 'Contract type',
  values: CONTRACT_TYPES,
});

const statistics = {
  ...publicRead('coinm'),
  origin: 'today',
  weight: 1,
  rules: [startNotAfterEnd],
  pages: {
    by: 'time',
    from: 'startTime',
    to: 'endTime',
    limit: 'limit',
    at: 'timestamp',
    spanMs: 30 * DAY_MS,
    continuity: { row: 'row', step: { by: 'interval', param: 'period' } },
  },
  notes: ['Rows are kept for 30 days. 1000 requests in 5 minutes are allowed to these statistics.'],
} as const;

const headColumns = [
  { name: 'timestamp', title: 'time', is: 'time' },
  { name: 'pair', is: 'text' },
] as const satisfies readonly Column[];

const accountColumns = [
  ...headColumns,
  { name: 'longShortRatio', title: 'long/short', is: 'decimal' },
  { name: 'longAccount', title: 'long', is: 'decimal' },
  { name: 'shortAccount', title: 'short', is: 'decimal' },
] as const satisfies readonly Column[];

export const openInterestHistory = endpoint({
  ...statistics,
  id: 'coinm.open-interest-history',
  summary: 'Open interest over time',
  path: '/futures/data/openInterestHist',
  params: {
    pair: coinPair,
    contractType: todayParam({
      type: 'ENUM',
      about: 'Contract type; ALL adds up all contracts of the pair',
      values: ['ALL', ...CONTRACT_TYPES],
      default: 'ALL',
    }),
    ...window,
  },
  view: {
    shape: 'rows',
    charted: 'sumOpenInterest',
    columns: [
      ...headColumns,
      { name: 'contractType', title: 'contract', is: 'text' },
      { name: 'sumOpenInterest', title: 'contracts', is: 'decimal' },
      { name: 'sumOpenInterestValue', title: 'value in the base asset', is: 'decimal' },
    ],
  },
});

export const topAccounts = endpoint({
  ...statistics,
  id: 'coinm.long-short.top-accounts',
  summary: 'Long/short account ratio of top traders',
  path: '/futures/data/topLongShortAccountRatio',
  params: { pair: coinPair, contractType: anyContractType, ...window },
  view: { shape: 'rows', columns: accountColumns, charted: 'longShortRatio' },
});

export const topPositions = endpoint({
  ...statistics,
  id: 'coinm.long-short.top-positions',
  summary: 'Long/short position ratio of top traders',
  path: '/futures/data/topLongShortPositionRatio',
  params: { pair: coinPair, ...window },
  view: {
    shape: 'rows',
    charted: 'longShortRatio',
    columns: [
      ...headColumns,
      { name: 'longShortRatio', title: 'long/short', is: 'decimal' },
      { name: 'longPosition', title: 'long', is: 'decimal' },
      { name: 'shortPosition', title: 'short', is: 'decimal' },
    ],
  },
});

export const globalAccounts = endpoint({
  ...statistics,
  id: 'coinm.long-short.accounts',
  summary: 'Long/short account ratio',
  path: '/futures/data/globalLongShortAccountRatio',
  params: { pair: coinPair, contractType: anyContractType, ...window },
  view: { shape: 'rows', columns: accountColumns, charted: 'longShortRatio' },
});

export const takerVolume = endpoint({
  ...statistics,
  id: 'coinm.taker-volume',
  summary: 'Volume that takers bought and sold',
  path: '/futures/data/takerBuySellVol',
  params: { pair: coinPair, contractType, ...window },
  view: {
    shape: 'rows',
    charted: 'takerBuyVol',
    columns: [
      ...headColumns,
      { name: 'contractType', title: 'contract', is: 'text' },
      { name: 'takerBuyVol', title: 'bought contracts', is: 'decimal' },
      { name: 'takerSellVol', title: 'sold contracts', is: 'decimal' },
      { name: 'takerBuyVolValue', title: 'bought base', is: 'decimal' },
      { name: 'takerSellVolValue', title: 'sold base', is: 'decimal' },
    ],
  },
});

export const basis = endpoint({
  ...statistics,
  id: 'coinm.basis',
  summary: 'Difference between futures price and index price',
  path: '/futures/data/basis',
  params: { pair: coinPair, contractType, ...window },
  view: {
    shape: 'rows',
    charted: 'basisRate',
    columns: [
      ...headColumns,
      { name: 'contractType', title: 'contract', is: 'text' },
      { name: 'futuresPrice', title: 'futures', is: 'decimal' },
      { name: 'indexPrice', title: 'index', is: 'decimal' },
      { name: 'basis', is: 'decimal' },
      { name: 'basisRate', title: 'rate', is: 'decimal' },
      { name: 'annualizedBasisRate', title: 'APR', is: 'text' },
    ],
  },
});

export const coinmStatistics = [
  openInterestHistory,
  topAccounts,
  topPositions,
  globalAccounts,
  takerVolume,
  basis,
] as const;
