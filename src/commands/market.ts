import type { CommandGroup, Positional } from './types.ts';

const symbol: Positional = { name: 'symbol', required: true };
const interval: Positional = { name: 'interval', required: true };
const pair: Positional = { name: 'pair', required: true };
const period: Positional = { name: 'period', required: true };
const someSymbols: Positional = {
  name: 'symbol',
  on: ['spot', 'usdm'],
  many: true,
  severalAs: 'symbols',
  about: 'One trading pair or several; all of them where none is given',
};
/** Several symbols in one call are a matter of spot. */
const spotSymbols: Positional = { ...someSymbols, on: ['spot'] };
const oneByOne: Positional = {
  name: 'symbol',
  on: ['usdm', 'coinm', 'options'],
  many: true,
  eachAlone: true,
  about: 'One symbol or several, each asked for in a call of its own; all of them where none is given',
};
const oneOrMoreSymbols: Positional = { ...spotSymbols, about: 'One trading pair or several, at most 100' };
const chart = [{ name: 'chart', about: 'Draw the candles in the terminal' }] as const;

const dayTickers = {
  spot: 'spot.ticker-24hr',
  usdm: 'usdm.ticker-24hr',
  coinm: 'coinm.ticker-24hr',
  options: 'options.ticker',
} as const;

export const market: CommandGroup = {
  word: 'market',
  summary: 'Public market data',
  parts: {
    spot: ['candles', 'tickers', 'trades', 'server'],
    usdm: ['market'],
    coinm: ['market'],
    options: ['market'],
  },
  verbs: [
    {
      words: ['ping'],
      summary: 'Test that the exchange answers',
      endpoint: { spot: 'spot.ping', usdm: 'usdm.ping', options: 'options.ping' },
      examples: ['market ping', 'market ping --env sandbox'],
    },
    {
      words: ['time'],
      summary: "The exchange's clock",
      endpoint: { spot: 'spot.time', usdm: 'usdm.time', coinm: 'coinm.time', options: 'options.time' },
      examples: ['market time', 'market time -o json'],
    },
    {
      words: ['info'],
      summary: 'Trading rules, filters and limits of symbols',
      endpoint: {
        spot: 'spot.exchange-info',
        usdm: 'usdm.exchange-info',
        coinm: 'coinm.exchange-info',
        options: 'options.exchange-info',
      },
      positionals: [someSymbols],
      examples: ['market info BTCUSDT', 'market info --permissions SPOT -o csv'],
    },
    {
      words: ['depth'],
      summary: 'The order book',
      endpoint: { spot: 'spot.depth', usdm: 'usdm.depth', coinm: 'coinm.depth', options: 'options.depth' },
      positionals: [symbol],
      examples: ['market depth BTCUSDT --limit 10', 'market depth BTCUSD_PERP --on coinm -o csv'],
    },
    {
      words: ['trades'],
      summary: 'Latest trades',
      endpoint: { spot: 'spot.trades', usdm: 'usdm.trades' },
      positionals: [symbol],
      examples: ['market trades BTCUSDT --limit 20', 'market trades BTCUSDT -o ndjson'],
    },
    {
      words: ['historical-trades'],
      summary: 'Older trades by id',
      endpoint: { spot: 'spot.historical-trades', usdm: 'usdm.historical-trades' },
      positionals: [symbol],
      examples: [
        'market historical-trades BTCUSDT --from-id 1000',
        'market historical-trades BTCUSDT --from-id 0 --limit 5000 -o csv',
      ],
    },
    {
      words: ['agg-trades'],
      summary: 'Trades of one taker order at one price as one row',
      endpoint: { spot: 'spot.agg-trades', usdm: 'usdm.agg-trades', coinm: 'coinm.agg-trades' },
      positionals: [symbol],
      examples: [
        'market agg-trades BTCUSDT --start-time -5m',
        'market agg-trades BTCUSDT --from-id 1 --limit 3000 -o ndjson',
      ],
    },
    {
      words: ['klines'],
      summary: 'Candles',
      endpoint: {
        spot: 'spot.klines',
        usdm: 'usdm.klines',
        coinm: 'coinm.klines',
        options: 'options.klines',
      },
      positionals: [symbol, interval],
      options: chart,
      handler: () => import('./handlers/candles.ts'),
      examples: ['market klines BTCUSDT 1h', 'market klines BTCUSDT 1d --start-time 2024-01-01 --all -o csv'],
    },
    {
      words: ['ui-klines'],
      summary: 'Candles adjusted for chart display',
      endpoint: { spot: 'spot.ui-klines' },
      positionals: [symbol, interval],
      options: chart,
      handler: () => import('./handlers/candles.ts'),
      examples: ['market ui-klines BTCUSDT 1d --time-zone 8', 'market ui-klines ETHUSDT 15m --chart'],
    },
    {
      words: ['avg-price'],
      summary: 'Average price over the last minutes',
      endpoint: { spot: 'spot.avg-price' },
      positionals: [symbol],
      examples: ['market avg-price BTCUSDT', 'market avg-price BTCUSDT -o json'],
    },
    {
      words: ['ticker'],
      summary: 'Price statistics of the last 24 hours, of one symbol or several',
      endpoint: dayTickers,
      borrows: Object.values(dayTickers),
      positionals: [spotSymbols, oneByOne],
      examples: ['market ticker BTCUSDT ETHUSDT', 'market ticker BTCUSDT ETHUSDT --on usdm'],
    },
    {
      words: ['ticker', '24hr'],
      summary: 'Price statistics of the last 24 hours',
      endpoint: dayTickers,
      positionals: [spotSymbols, oneByOne],
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
      endpoint: { spot: 'spot.ticker-price', usdm: 'usdm.ticker-price' },
      positionals: [spotSymbols, oneByOne],
      examples: ['market ticker price BTCUSDT', 'market ticker price -o csv'],
    },
    {
      words: ['ticker', 'book'],
      summary: 'Best bid and ask',
      endpoint: { spot: 'spot.ticker-book', usdm: 'usdm.ticker-book' },
      positionals: [spotSymbols, oneByOne],
      examples: ['market ticker book BTCUSDT', 'market ticker book BTCUSDT ETHUSDT -o csv'],
    },
    {
      words: ['continuous-klines'],
      summary: "Candles of a pair's contracts of one type, one after the other",
      endpoint: { usdm: 'usdm.continuous-klines' },
      positionals: [pair, { name: 'contract-type', required: true }, interval],
      options: chart,
      handler: () => import('./handlers/candles.ts'),
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
      options: chart,
      handler: () => import('./handlers/candles.ts'),
      examples: ['market index-price-klines BTCUSDT 1h', 'market index-price-klines BTCUSDT 1d --chart'],
    },
    {
      words: ['mark-price-klines'],
      summary: 'Candles of the mark price',
      endpoint: { usdm: 'usdm.mark-price-klines' },
      positionals: [symbol, interval],
      options: chart,
      handler: () => import('./handlers/candles.ts'),
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
      options: chart,
      handler: () => import('./handlers/candles.ts'),
      examples: [
        'market premium-index-klines BTCUSDT 1h',
        'market premium-index-klines BTCUSDT 1h --limit 24 -o csv',
      ],
    },
    {
      words: ['premium-index'],
      summary: 'Mark price, index price and the funding rate to come',
      endpoint: { usdm: 'usdm.premium-index', coinm: 'coinm.premium-index' },
      positionals: [oneByOne],
      examples: ['market premium-index BTCUSDT', 'market premium-index -o csv'],
    },
    {
      words: ['funding-rate'],
      summary: 'Funding rates that were paid',
      endpoint: { usdm: 'usdm.funding-rate' },
      positionals: [oneByOne],
      examples: [
        'market funding-rate BTCUSDT --limit 30',
        'market funding-rate BTCUSDT --start 2024-01-01 --all -o csv',
      ],
    },
    {
      words: ['funding-info'],
      summary: 'Contracts whose funding has a cap, floor or interval of its own',
      endpoint: { usdm: 'usdm.funding-info' },
      examples: ['market funding-info', 'market funding-info -o json'],
    },
    {
      words: ['open-interest'],
      summary: 'Open interest of a contract, or of the options on an asset',
      endpoint: { usdm: 'usdm.open-interest', options: 'options.open-interest' },
      positionals: [
        { ...symbol, on: ['usdm'] },
        { name: 'underlying-asset', required: true, on: ['options'] },
        { name: 'expiration', on: ['options'] },
      ],
      examples: ['market open-interest BTCUSDT', 'market open-interest BTC 20240628 --on options'],
    },
    {
      words: ['open-interest-history'],
      summary: 'Open interest over time',
      endpoint: { usdm: 'usdm.open-interest-history' },
      positionals: [symbol, period],
      examples: [
        'market open-interest-history BTCUSDT 1h',
        'market open-interest-history BTCUSDT 5m --start -1d --all -o csv',
      ],
    },
    {
      words: ['long-short', 'top-accounts'],
      summary: 'Share of top traders whose accounts are long and short',
      endpoint: { usdm: 'usdm.long-short.top-accounts' },
      positionals: [symbol, period],
      examples: [
        'market long-short top-accounts BTCUSDT 1h',
        'market long-short top-accounts BTCUSDT 5m --start -1d --all -o csv',
      ],
    },
    {
      words: ['long-short', 'top-positions'],
      summary: "Share of top traders' positions that are long and short",
      endpoint: { usdm: 'usdm.long-short.top-positions' },
      positionals: [symbol, period],
      examples: [
        'market long-short top-positions BTCUSDT 1h',
        'market long-short top-positions BTCUSDT 5m --start -1d --all -o csv',
      ],
    },
    {
      words: ['long-short', 'accounts'],
      summary: 'Share of all accounts that are long and short',
      endpoint: { usdm: 'usdm.long-short.accounts' },
      positionals: [symbol, period],
      examples: [
        'market long-short accounts BTCUSDT 1h',
        'market long-short accounts BTCUSDT 5m --start -1d --all -o csv',
      ],
    },
    {
      words: ['taker-volume'],
      summary: 'Volume that takers bought and sold',
      endpoint: { usdm: 'usdm.taker-volume' },
      positionals: [symbol, period],
      examples: ['market taker-volume BTCUSDT 1h', 'market taker-volume BTCUSDT 5m --start -1d --all -o csv'],
    },
    {
      words: ['basis'],
      summary: 'Difference between futures price and index price',
      endpoint: { usdm: 'usdm.basis' },
      positionals: [pair, { name: 'contract-type', required: true }, period],
      examples: [
        'market basis BTCUSDT PERPETUAL 1h',
        'market basis BTCUSDT CURRENT_QUARTER 1d --limit 30 -o csv',
      ],
    },
    {
      words: ['constituents'],
      summary: 'The exchanges and symbols that an index price is made of',
      endpoint: { usdm: 'usdm.constituents' },
      positionals: [symbol],
      examples: ['market constituents BTCUSDT', 'market constituents BTCUSDT -o json'],
    },
    {
      words: ['asset-index'],
      summary: 'Exchange rates of margin assets in multi-assets mode',
      endpoint: { usdm: 'usdm.asset-index' },
      positionals: [oneByOne],
      examples: ['market asset-index USDTUSD', 'market asset-index -o csv'],
    },
    {
      words: ['mark'],
      summary: 'Mark prices of options with volatility, greeks and price limits',
      endpoint: { options: 'options.mark' },
      positionals: [oneByOne],
      examples: ['market mark BTC-240628-60000-C', 'market mark -o csv'],
    },
    {
      words: ['greeks'],
      summary: 'The greeks of an option',
      endpoint: { options: 'options.option-info' },
      positionals: [oneByOne],
      examples: ['market greeks BTC-240628-60000-C', 'market greeks BTC-240628-60000-C -o json'],
    },
    {
      words: ['index-price'],
      summary: 'Index price behind options',
      endpoint: { options: 'options.index' },
      positionals: [{ name: 'underlying', required: true }],
      examples: ['market index-price BTCUSDT', 'market index-price BTCUSDT -o json'],
    },
    {
      words: ['exercise-history'],
      summary: 'Options that expired, with their settlement prices',
      endpoint: { options: 'options.exercise-history' },
      positionals: [{ name: 'underlying', required: true }],
      examples: ['market exercise-history BTCUSDT', 'market exercise-history BTCUSDT --start -30d -o csv'],
    },
  ],
};
