/** Commands for market data of futures and options. */
import { chartOptions, fanOutSymbols, interval, pair, symbol } from '../calling/arguments.ts';
import type { Positional, Verb } from '../types.ts';

const period: Positional = { name: 'period', required: true };

/** The symbol or pair of statistics, which USD-M takes by contract and COIN-M by pair. */
const symbolOrPair: readonly Positional[] = [
  { ...symbol, on: ['usdm'] },
  { ...pair, on: ['coinm'] },
];

export const derivativesVerbs: readonly Verb[] = [
  {
    words: ['continuous-klines'],
    summary: 'Continuous contract candles of a pair',
    endpoint: { usdm: 'usdm.continuous-klines' },
    positionals: [pair, { name: 'contract-type', required: true }, interval],
    options: chartOptions,
    handler: () => import('./klines.ts'),
    examples: [
      'market continuous-klines BTCUSDT PERPETUAL 1h',
      'market continuous-klines BTCUSDT CURRENT_QUARTER 1d --chart',
    ],
  },
  {
    words: ['index-price-klines'],
    summary: 'Candles of the index price of a pair',
    endpoint: { usdm: 'usdm.index-price-klines' },
    positionals: [pair, interval],
    options: chartOptions,
    handler: () => import('./klines.ts'),
    examples: ['market index-price-klines BTCUSDT 1h', 'market index-price-klines BTCUSDT 1d --chart'],
  },
  {
    words: ['mark-price-klines'],
    summary: 'Candles of the mark price',
    endpoint: { usdm: 'usdm.mark-price-klines' },
    positionals: [symbol, interval],
    options: chartOptions,
    handler: () => import('./klines.ts'),
    examples: [
      'market mark-price-klines BTCUSDT 1h',
      'market mark-price-klines BTCUSDT 15m --start -1d -o csv',
    ],
  },
  {
    words: ['premium-index-klines'],
    summary: 'Candles of the premium index',
    endpoint: { usdm: 'usdm.premium-index-klines' },
    positionals: [symbol, interval],
    options: chartOptions,
    handler: () => import('./klines.ts'),
    examples: [
      'market premium-index-klines BTCUSDT 1h',
      'market premium-index-klines BTCUSDT 1h --limit 24 -o csv',
    ],
  },
  {
    words: ['premium-index'],
    summary: 'Mark price, index price and next funding rate',
    endpoint: { usdm: 'usdm.premium-index', coinm: 'coinm.premium-index' },
    positionals: [fanOutSymbols],
    examples: ['market premium-index BTCUSDT', 'market premium-index -o csv'],
  },
  {
    words: ['funding-rate'],
    summary: 'Historical funding rates',
    endpoint: { usdm: 'usdm.funding-rate', coinm: 'coinm.funding-rate' },
    positionals: [fanOutSymbols],
    examples: [
      'market funding-rate BTCUSDT --limit 30',
      'market funding-rate BTCUSDT --start 2024-01-01 --all -o csv',
    ],
  },
  {
    words: ['funding-info'],
    summary: 'Symbols with an adjusted funding cap, floor or interval',
    endpoint: { usdm: 'usdm.funding-info', coinm: 'coinm.funding-info' },
    examples: ['market funding-info', 'market funding-info --on coinm -o json'],
  },
  {
    words: ['open-interest'],
    summary: 'Open interest of a contract, or of the options on an asset',
    endpoint: {
      usdm: 'usdm.open-interest',
      coinm: 'coinm.open-interest',
      options: 'options.open-interest',
    },
    positionals: [
      { ...symbol, on: ['usdm', 'coinm'] },
      { name: 'underlying-asset', required: true, on: ['options'] },
      { name: 'expiration', on: ['options'] },
    ],
    examples: [
      'market open-interest BTCUSDT',
      'market open-interest BTCUSD_PERP --on coinm',
      'market open-interest BTC 20240628 --on options',
    ],
  },
  {
    words: ['open-interest-history'],
    summary: 'Open interest over time',
    endpoint: { usdm: 'usdm.open-interest-history', coinm: 'coinm.open-interest-history' },
    positionals: [...symbolOrPair, period],
    examples: [
      'market open-interest-history BTCUSDT 1h',
      'market open-interest-history BTCUSDT 5m --start -1d --all -o csv',
      'market open-interest-history BTCUSD 1h --on coinm',
    ],
  },
  {
    words: ['long-short', 'top-accounts'],
    summary: 'Long/short account ratio of top traders',
    endpoint: { usdm: 'usdm.long-short.top-accounts', coinm: 'coinm.long-short.top-accounts' },
    positionals: [...symbolOrPair, period],
    examples: [
      'market long-short top-accounts BTCUSDT 1h',
      'market long-short top-accounts BTCUSDT 5m --start -1d --all -o csv',
      'market long-short top-accounts BTCUSD 1h --on coinm',
    ],
  },
  {
    words: ['long-short', 'top-positions'],
    summary: 'Long/short position ratio of top traders',
    endpoint: { usdm: 'usdm.long-short.top-positions', coinm: 'coinm.long-short.top-positions' },
    positionals: [...symbolOrPair, period],
    examples: [
      'market long-short top-positions BTCUSDT 1h',
      'market long-short top-positions BTCUSDT 5m --start -1d --all -o csv',
      'market long-short top-positions BTCUSD 1h --on coinm',
    ],
  },
  {
    words: ['long-short', 'accounts'],
    summary: 'Long/short account ratio of all traders',
    endpoint: { usdm: 'usdm.long-short.accounts', coinm: 'coinm.long-short.accounts' },
    positionals: [...symbolOrPair, period],
    examples: [
      'market long-short accounts BTCUSDT 1h',
      'market long-short accounts BTCUSDT 5m --start -1d --all -o csv',
      'market long-short accounts BTCUSD 1h --on coinm',
    ],
  },
  {
    words: ['taker-volume'],
    summary: 'Taker buy and sell volume',
    endpoint: { usdm: 'usdm.taker-volume', coinm: 'coinm.taker-volume' },
    positionals: [
      { ...symbol, on: ['usdm'] },
      { ...pair, on: ['coinm'] },
      { name: 'contract-type', required: true, on: ['coinm'] },
      period,
    ],
    examples: [
      'market taker-volume BTCUSDT 1h',
      'market taker-volume BTCUSDT 5m --start -1d --all -o csv',
      'market taker-volume BTCUSD PERPETUAL 1h --on coinm',
    ],
  },
  {
    words: ['basis'],
    summary: 'Basis between futures price and index price',
    endpoint: { usdm: 'usdm.basis', coinm: 'coinm.basis' },
    positionals: [pair, { name: 'contract-type', required: true }, period],
    examples: [
      'market basis BTCUSDT PERPETUAL 1h',
      'market basis BTCUSDT CURRENT_QUARTER 1d --limit 30 -o csv',
      'market basis BTCUSD PERPETUAL 1h --on coinm',
    ],
  },
  {
    words: ['constituents'],
    summary: 'Constituents of an index price: exchanges and symbols',
    endpoint: { usdm: 'usdm.constituents', coinm: 'coinm.constituents' },
    positionals: [symbol],
    examples: ['market constituents BTCUSDT', 'market constituents BTCUSD --on coinm -o json'],
  },
  {
    words: ['asset-index'],
    summary: 'Asset index of margin assets in multi-assets mode',
    endpoint: { usdm: 'usdm.asset-index' },
    positionals: [fanOutSymbols],
    examples: ['market asset-index USDTUSD', 'market asset-index -o csv'],
  },
  {
    words: ['rpi-depth'],
    summary: 'Order book with retail price improvement orders',
    endpoint: { usdm: 'usdm.rpi-depth' },
    positionals: [symbol],
    examples: ['market rpi-depth BTCUSDT', 'market rpi-depth BTCUSDT -o json'],
  },
  {
    words: ['adl-risk'],
    summary: 'Risk that positions of a contract are deleveraged',
    endpoint: { usdm: 'usdm.adl-risk' },
    positionals: [fanOutSymbols],
    examples: ['market adl-risk BTCUSDT', 'market adl-risk -o csv'],
  },
  {
    words: ['insurance'],
    summary: 'Balance of the insurance funds of futures',
    endpoint: { usdm: 'usdm.insurance' },
    positionals: [fanOutSymbols],
    examples: ['market insurance BTCUSDT', 'market insurance -o json'],
  },
  {
    words: ['trading-schedule'],
    summary: 'Sessions of the markets behind contracts on equities and commodities',
    endpoint: { usdm: 'usdm.trading-schedule' },
    examples: ['market trading-schedule', 'market trading-schedule -o json'],
  },
  {
    words: ['index-info'],
    summary: 'Constituents of composite indexes',
    endpoint: { usdm: 'usdm.index-info' },
    positionals: [fanOutSymbols],
    examples: ['market index-info DEFIUSDT', 'market index-info -o json'],
  },
  {
    words: ['delivery-price'],
    summary: 'Delivery prices of the contracts of a pair',
    endpoint: { usdm: 'usdm.delivery-price' },
    positionals: [pair],
    examples: ['market delivery-price BTCUSDT', 'market delivery-price BTCUSDT -o csv'],
  },
  {
    words: ['mark'],
    summary: 'Mark prices of options with implied volatility, greeks and price limits',
    endpoint: { options: 'options.mark' },
    positionals: [fanOutSymbols],
    examples: ['market mark BTC-240628-60000-C', 'market mark -o csv'],
  },
  {
    words: ['greeks'],
    summary: 'The greeks of an option',
    endpoint: { options: 'options.option-info' },
    positionals: [fanOutSymbols],
    examples: ['market greeks BTC-240628-60000-C', 'market greeks BTC-240628-60000-C -o json'],
  },
  {
    words: ['index-price'],
    summary: 'Index price of an options underlying',
    endpoint: { options: 'options.index' },
    positionals: [{ name: 'underlying', required: true }],
    examples: ['market index-price BTCUSDT', 'market index-price BTCUSDT -o json'],
  },
  {
    words: ['exercise-history'],
    summary: 'Expired options with their settlement prices',
    endpoint: { options: 'options.exercise-history' },
    positionals: [{ name: 'underlying', required: true }],
    examples: ['market exercise-history BTCUSDT', 'market exercise-history BTCUSDT --start -30d -o csv'],
  },
];
