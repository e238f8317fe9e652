/**
 * Market data of USD-M that the live exchange has today and the interface document lacks: retail price improvement,
 * deleveraging risk, insurance fund, sessions, composite indexes, deliveries (today's interface, USD-M rows).
 */
import { bookView } from '../columns/plain-views.ts';
import { endpoint, requiredParam } from '../define.ts';
import { publicRead } from '../endpoint-defaults.ts';
import { pair, symbol, todayParam } from '../params.ts';

const today = { ...publicRead('usdm'), origin: 'today' } as const;

const symbolOrAll = todayParam({ ...symbol, about: 'Contract, such as BTCUSDT; all if omitted' });

const rpiDepth = endpoint({
  ...today,
  id: 'usdm.rpi-depth',
  summary: 'The order book with retail price improvement orders',
  path: '/fapi/v1/rpiDepth',
  weight: 20,
  params: {
    symbol: todayParam(requiredParam(symbol)),
    limit: todayParam({
      type: 'INT',
      about: 'Levels on each side',
      default: 1000,
      values: [1000],
    }),
  },
  view: bookView,
});

const adlRisk = endpoint({
  ...today,
  id: 'usdm.adl-risk',
  answersOneWith: 'symbol',
  summary: 'How likely positions of a contract are deleveraged, updated every 30 minutes',
  path: '/fapi/v1/symbolAdlRisk',
  weight: 1,
  params: { symbol: symbolOrAll },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'adlRisk', title: 'risk', is: 'text' },
      { name: 'updateTime', title: 'updated', is: 'time' },
    ],
  },
});

const insurance = endpoint({
  ...today,
  id: 'usdm.insurance',
  answersOneWith: 'symbol',
  summary: 'Balance of the insurance funds',
  path: '/fapi/v1/insuranceBalance',
  weight: 1,
  params: { symbol: symbolOrAll },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbols', title: 'contracts', is: 'text', wire: 'list' },
      { name: 'assets', is: 'text', wire: 'list' },
    ],
  },
});

const tradingSchedule = endpoint({
  ...today,
  id: 'usdm.trading-schedule',
  summary: 'Sessions of the markets behind contracts on equities and commodities',
  path: '/fapi/v1/tradingSchedule',
  weight: 5,
  params: {},
  view: {
    shape: 'record',
    columns: [
      { name: 'updateTime', title: 'updated', is: 'time' },
      { name: 'marketSchedules', title: 'sessions', is: 'text' },
    ],
  },
  unsimulated: 'the sandbox has no contracts on equities or commodities',
});

const indexInfo = endpoint({
  ...today,
  id: 'usdm.index-info',
  summary: 'Constituents of composite indexes',
  path: '/fapi/v1/indexInfo',
  weight: 1,
  params: { symbol: todayParam({ ...symbol, about: 'Composite index, such as DEFIUSDT; all if omitted' }) },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'time', is: 'time' },
      { name: 'component', is: 'text' },
      { name: 'baseAssetList', title: 'assets', is: 'text' },
    ],
  },
  unsimulated: 'the sandbox has no contracts on composite indexes',
});

const deliveryPrice = endpoint({
  ...today,
  id: 'usdm.delivery-price',
  summary: 'Delivery prices of the contracts of a pair, newest first',
  path: '/futures/data/delivery-price',
  weight: 1,
  notes: ['Live hosts count weight 0.'],
  params: { pair: todayParam(requiredParam(pair)) },
  view: {
    shape: 'rows',
    columns: [
      { name: 'deliveryTime', title: 'delivery', is: 'time' },
      { name: 'deliveryPrice', title: 'price', is: 'decimal', wire: 'number' },
    ],
  },
});

export const usdmMarketReads = [
  rpiDepth,
  adlRisk,
  insurance,
  tradingSchedule,
  indexInfo,
  deliveryPrice,
] as const;
