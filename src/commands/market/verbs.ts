import { chartOptions, fanOutSymbols, interval, symbol } from '../calling/arguments.ts';
import type { CommandGroup, Positional } from '../types.ts';
import { derivativesVerbs } from './derivatives-verbs.ts';
import { referenceVerbs } from './reference-verbs.ts';

const optionalSymbols: Positional = {
  name: 'symbol',
  on: ['spot', 'usdm'],
  isVariadic: true,
  listParam: 'symbols',
  about: 'One symbol or several; all symbols if omitted',
};
/** The symbols of a command; only spot accepts several symbols in one call. */
const spotSymbols: Positional = { ...optionalSymbols, on: ['spot'] };
const oneOrMoreSymbols: Positional = { ...spotSymbols, about: 'One symbol or several, max 100' };

const DAY_TICKERS = {
  spot: 'spot.ticker-24hr',
  usdm: 'usdm.ticker-24hr',
  coinm: 'coinm.ticker-24hr',
  options: 'options.ticker',
} as const;

export const market: CommandGroup = {
  word: 'market',
  summary: 'Public market data',
  verbs: [
    {
      words: ['ping'],
      summary: 'Test connectivity to the exchange',
      endpoint: { spot: 'spot.ping', usdm: 'usdm.ping', coinm: 'coinm.ping', options: 'options.ping' },
      examples: ['market ping', 'market ping --env sandbox'],
    },
    {
      words: ['time'],
      summary: 'Server time of the exchange',
      endpoint: { spot: 'spot.time', usdm: 'usdm.time', coinm: 'coinm.time', options: 'options.time' },
      examples: ['market time', 'market time -o json'],
    },
    {
      words: ['info'],
      summary: 'Trading rules, filters and rate limits of symbols',
      endpoint: {
        spot: 'spot.exchange-info',
        usdm: 'usdm.exchange-info',
        coinm: 'coinm.exchange-info',
        options: 'options.exchange-info',
      },
      positionals: [optionalSymbols],
      examples: ['market info BTCUSDT', 'market info --permissions SPOT -o csv'],
    },
    {
      words: ['depth'],
      summary: 'Order book',
      endpoint: { spot: 'spot.depth', usdm: 'usdm.depth', coinm: 'coinm.depth', options: 'options.depth' },
      positionals: [symbol],
      examples: ['market depth BTCUSDT --limit 10', 'market depth BTCUSD_PERP --on coinm -o csv'],
    },
    {
      words: ['trades'],
      summary: 'Recent trades',
      endpoint: {
        spot: 'spot.trades',
        usdm: 'usdm.trades',
        coinm: 'coinm.trades',
        options: 'options.trades',
      },
      positionals: [symbol],
      examples: [
        'market trades BTCUSDT --limit 20',
        'market trades BTCUSDT -o ndjson',
        'market trades BTCUSD_PERP --on coinm',
      ],
    },
    {
      words: ['historical-trades'],
      summary: 'Historical trades by id',
      endpoint: {
        spot: 'spot.historical-trades',
        usdm: 'usdm.historical-trades',
        coinm: 'coinm.historical-trades',
      },
      positionals: [symbol],
      examples: [
        'market historical-trades BTCUSDT --from-id 1000',
        'market historical-trades BTCUSDT --from-id 0 --limit 5000 -o csv',
      ],
    },
    {
      words: ['agg-trades'],
      summary: 'Aggregate trades',
      endpoint: { spot: 'spot.agg-trades', usdm: 'usdm.agg-trades', coinm: 'coinm.agg-trades' },
      positionals: [symbol],
      examples: [
        'market agg-trades BTCUSDT --start-time -5m',
        'market agg-trades BTCUSDT --from-id 1 --limit 3000 -o ndjson',
      ],
    },
    {
      words: ['klines'],
      summary: 'Candles (klines)',
      endpoint: {
        spot: 'spot.klines',
        usdm: 'usdm.klines',
        coinm: 'coinm.klines',
        options: 'options.klines',
      },
      positionals: [symbol, interval],
      options: chartOptions,
      handler: () => import('./klines.ts'),
      examples: ['market klines BTCUSDT 1h', 'market klines BTCUSDT 1d --start-time 2024-01-01 --all -o csv'],
    },
    {
      words: ['ui-klines'],
      summary: 'Candles adjusted for chart display',
      endpoint: { spot: 'spot.ui-klines' },
      positionals: [symbol, interval],
      options: chartOptions,
      handler: () => import('./klines.ts'),
      examples: ['market ui-klines BTCUSDT 1d --time-zone 8', 'market ui-klines ETHUSDT 15m --chart'],
    },
    {
      words: ['avg-price'],
      summary: 'Average price over the last minutes',
      endpoint: { spot: 'spot.avg-price' },
      positionals: [symbol],
      examples: ['market avg-price BTCUSDT', 'market avg-price BTCUSDT -o json'],
    },
    ...referenceVerbs,
    {
      words: ['ticker'],
      summary: 'Price statistics of the last 24 hours, of one symbol or several',
      endpoint: DAY_TICKERS,
      reuses: Object.values(DAY_TICKERS),
      positionals: [spotSymbols, fanOutSymbols],
      examples: ['market ticker BTCUSDT ETHUSDT', 'market ticker BTCUSDT ETHUSDT --on usdm'],
    },
    {
      words: ['ticker', '24hr'],
      summary: 'Price statistics of the last 24 hours',
      endpoint: DAY_TICKERS,
      positionals: [spotSymbols, fanOutSymbols],
      examples: ['market ticker 24hr BTCUSDT', 'market ticker 24hr BTCUSDT ETHUSDT --type MINI'],
    },
    {
      words: ['ticker', 'trading-day'],
      summary: 'Price statistics of the trading day',
      endpoint: { spot: 'spot.ticker-trading-day' },
      positionals: [oneOrMoreSymbols],
      examples: [
        'market ticker trading-day BTCUSDT',
        'market ticker trading-day BTCUSDT ETHUSDT --time-zone 8',
      ],
    },
    {
      words: ['ticker', 'rolling'],
      summary: 'Price statistics of a rolling window',
      endpoint: { spot: 'spot.ticker-rolling' },
      positionals: [oneOrMoreSymbols],
      examples: [
        'market ticker rolling BTCUSDT --window-size 4h',
        'market ticker rolling BTCUSDT ETHUSDT --type MINI',
      ],
    },
    {
      words: ['ticker', 'price'],
      summary: 'Latest price',
      endpoint: { spot: 'spot.ticker-price', usdm: 'usdm.ticker-price', coinm: 'coinm.ticker-price' },
      positionals: [spotSymbols, fanOutSymbols],
      examples: [
        'market ticker price BTCUSDT',
        'market ticker price -o csv',
        'market ticker price --on coinm --pair BTCUSD',
      ],
    },
    {
      words: ['ticker', 'book'],
      summary: 'Best bid and ask',
      endpoint: { spot: 'spot.ticker-book', usdm: 'usdm.ticker-book', coinm: 'coinm.ticker-book' },
      positionals: [spotSymbols, fanOutSymbols],
      examples: [
        'market ticker book BTCUSDT',
        'market ticker book BTCUSDT ETHUSDT -o csv',
        'market ticker book BTCUSD_PERP --on coinm',
      ],
    },
    ...derivativesVerbs,
  ],
};
