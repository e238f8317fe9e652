/**
 * Prices and trades of coin-margined futures that the interface document does not list: clock and connectivity, latest
 * trades and prices, funding, open interest, constituents (today's interface, COIN-M rows).
 */
import { emptyView } from '../columns/plain-views.ts';
import { bestPriceColumns } from '../columns/tickers.ts';
import { endpoint, requiredParam } from '../define.ts';
import { publicRead } from '../endpoint-defaults.ts';
import {
  endTime,
  fromId,
  limit,
  pair,
  startNotAfterEnd,
  startTime,
  symbol,
  todayParam,
  tradeContinuity,
} from '../params.ts';
import type { Column } from '../types.ts';
import {
  constituents as usdmConstituents,
  fundingRate as usdmFunding,
  fundingInfo as usdmFundingInfo,
} from '../usdm/prices.ts';

const today = { ...publicRead('coinm'), origin: 'today' } as const;

const contract = { ...symbol, about: 'Contract, such as BTCUSD_PERP' } as const;

/** Parameters that select one contract, all contracts of a pair, or all contracts. */
const selection = {
  symbol: todayParam({ ...contract, about: 'Contract, such as BTCUSD_PERP; all if omitted' }),
  pair: todayParam({ ...pair, about: 'All contracts of this pair, such as BTCUSD' }),
} as const;
const selectionRules = [{ rule: 'at-most-one', of: ['symbol', 'pair'] }] as const;

const tradeColumns = [
  { name: 'id', is: 'integer' },
  { name: 'price', is: 'decimal' },
  { name: 'qty', title: 'contracts', is: 'decimal' },
  { name: 'baseQty', title: 'base qty', is: 'decimal' },
  { name: 'time', is: 'time' },
  { name: 'isBuyerMaker', title: 'buyer is maker', is: 'boolean' },
] as const satisfies readonly Column[];

export const ping = endpoint({
  ...today,
  id: 'coinm.ping',
  summary: 'Test that the exchange answers',
  path: '/dapi/v1/ping',
  weight: 1,
  params: {},
  view: emptyView,
});

export const trades = endpoint({
  ...today,
  id: 'coinm.trades',
  summary: 'Latest trades',
  path: '/dapi/v1/trades',
  weight: 5,
  params: { symbol: todayParam(requiredParam(contract)), limit: todayParam(limit(500, 1000)) },
  view: { shape: 'rows', columns: tradeColumns },
});

export const historicalTrades = endpoint({
  ...today,
  id: 'coinm.historical-trades',
  summary: 'Older trades by id',
  path: '/dapi/v1/historicalTrades',
  security: 'MARKET_DATA',
  weight: 20,
  params: {
    symbol: todayParam(requiredParam(contract)),
    limit: todayParam(limit(100, 500)),
    fromId: todayParam({ ...fromId, about: 'First trade id; the latest trades if omitted' }),
  },
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'id', continuity: tradeContinuity },
  view: { shape: 'rows', columns: tradeColumns },
  notes: ['Live hosts keep trades for a month.'],
});

export const fundingRate = endpoint({
  ...today,
  id: 'coinm.funding-rate',
  summary: 'Historical funding rates',
  path: '/dapi/v1/fundingRate',
  weight: 1,
  params: {
    symbol: todayParam(requiredParam(contract)),
    startTime: todayParam(startTime),
    endTime: todayParam(endTime),
    limit: todayParam(limit(100, 1000)),
  },
  rules: [startNotAfterEnd],
  ...(usdmFunding.pages === undefined ? {} : { pages: usdmFunding.pages }),
  view: usdmFunding.view!,
  notes: ['Contracts with a delivery date have no funding.'],
});

export const fundingInfo = endpoint({
  ...today,
  id: 'coinm.funding-info',
  summary: usdmFundingInfo.summary,
  path: '/dapi/v1/fundingInfo',
  weight: 1,
  params: {},
  view: usdmFundingInfo.view!,
});

export const tickerPrice = endpoint({
  ...today,
  id: 'coinm.ticker-price',
  summary: 'Latest price',
  path: '/dapi/v1/ticker/price',
  weight: { by: 'presence', param: 'symbol', present: 1, absent: 2 },
  params: selection,
  rules: selectionRules,
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'ps', title: 'pair', is: 'text', hidden: true },
      { name: 'price', is: 'decimal' },
      { name: 'time', is: 'time' },
    ],
  },
});

export const tickerBook = endpoint({
  ...today,
  id: 'coinm.ticker-book',
  summary: 'Best bid and ask',
  path: '/dapi/v1/ticker/bookTicker',
  weight: { by: 'presence', param: 'symbol', present: 2, absent: 5 },
  params: selection,
  rules: selectionRules,
  view: {
    shape: 'rows',
    columns: [
      ...bestPriceColumns,
      { name: 'pair', is: 'text', hidden: true },
      { name: 'time', is: 'time' },
      { name: 'lastUpdateId', is: 'integer', hidden: true },
    ],
  },
});

export const openInterest = endpoint({
  ...today,
  id: 'coinm.open-interest',
  answersOne: true,
  summary: 'Open interest of a contract now',
  path: '/dapi/v1/openInterest',
  weight: 1,
  params: { symbol: todayParam(requiredParam(contract)) },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'pair', is: 'text', hidden: true },
      { name: 'contractType', title: 'contract', is: 'text' },
      { name: 'openInterest', title: 'contracts', is: 'decimal' },
      { name: 'time', is: 'time' },
    ],
  },
});

export const constituents = endpoint({
  ...today,
  id: 'coinm.constituents',
  summary: usdmConstituents.summary,
  path: '/dapi/v1/constituents',
  weight: 2,
  params: { symbol: todayParam(requiredParam({ ...symbol, about: 'Pair of the index, such as BTCUSD' })) },
  view: usdmConstituents.view!,
});

export const coinmPrices = [
  ping,
  trades,
  historicalTrades,
  fundingRate,
  fundingInfo,
  tickerPrice,
  tickerBook,
  openInterest,
  constituents,
] as const;
