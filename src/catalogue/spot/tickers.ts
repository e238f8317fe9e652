/**
 * Spot: prices and their statistics over a day, a trading day or a rolling window (interface document, Spot market data;
 * records from public facts).
 */

import { bestPriceColumns, changeColumns, spanColumns } from '../columns/tickers.ts';
import { dispute, endpoint } from '../define.ts';
import { symbol, symbols, tickerType, timeZone } from '../params.ts';
import type { Column } from '../types.ts';
import { open } from './public-read.ts';

const windowColumns = [...changeColumns, ...spanColumns] as const;

const dayColumns = [
  ...windowColumns,
  { name: 'prevClosePrice', title: 'previous close', is: 'decimal', hidden: true },
  { name: 'lastQty', title: 'last qty', is: 'decimal', hidden: true },
  { name: 'bidPrice', title: 'bid', is: 'decimal', hidden: true },
  { name: 'bidQty', title: 'bid qty', is: 'decimal', hidden: true },
  { name: 'askPrice', title: 'ask', is: 'decimal', hidden: true },
  { name: 'askQty', title: 'ask qty', is: 'decimal', hidden: true },
] as const satisfies readonly Column[];

const oneOrSeveral = [{ rule: 'at-most-one', of: ['symbol', 'symbols'] }] as const;
const hundredSymbols = { ...symbols, max: 100 } as const;
const SYMBOLS_NOTE =
  'The second listing has a weight for more than 100 symbols here, although another part of the document allows 100; any number is sent.';

export const ticker24hr = endpoint({
  ...open,
  id: 'spot.ticker-24hr',
  answersOneWith: 'symbol',
  summary: 'Price statistics of the last 24 hours',
  path: '/api/v3/ticker/24hr',
  weight: dispute(
    { by: 'range', from: 1, to: 80 },
    {
      by: 'presence',
      param: 'symbol',
      present: 2,
      absent: {
        by: 'presence',
        param: 'symbols',
        present: {
          by: 'count',
          param: 'symbols',
          tiers: [{ upTo: 20, weight: 2 }, { upTo: 100, weight: 40 }, { weight: 80 }],
        },
        absent: 80,
      },
    },
    'second',
    'the first listing gives only the range 1 to 80, the second the tiers inside it',
  ),
  params: { symbol, symbols, type: tickerType },
  rules: oneOrSeveral,
  view: { shape: 'rows', columns: dayColumns },
  sourceNotes: [SYMBOLS_NOTE],
});

export const tickerTradingDay = endpoint({
  ...open,
  id: 'spot.ticker-trading-day',
  answersOneWith: 'symbol',
  summary: 'Price statistics of the trading day',
  path: '/api/v3/ticker/tradingDay',
  weight: { by: 'each', param: 'symbols', single: 'symbol', each: 4 },
  params: { symbol, symbols: hundredSymbols, timeZone, type: tickerType },
  rules: [{ rule: 'exactly-one', of: ['symbol', 'symbols'] }],
  view: { shape: 'rows', columns: windowColumns },
});

const oneOrAll = dispute(
  { by: 'range', from: 1, to: 4 },
  { by: 'presence', param: 'symbol', present: 2, absent: 4 },
  'second',
  'the first listing gives only the range 1 to 4, the second the numbers inside it',
);

export const tickerPrice = endpoint({
  ...open,
  id: 'spot.ticker-price',
  answersOneWith: 'symbol',
  summary: 'Latest price',
  path: '/api/v3/ticker/price',
  weight: oneOrAll,
  params: { symbol, symbols },
  rules: oneOrSeveral,
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'price', is: 'decimal' },
    ],
  },
});

export const tickerBook = endpoint({
  ...open,
  id: 'spot.ticker-book',
  answersOneWith: 'symbol',
  summary: 'Best bid and ask',
  path: '/api/v3/ticker/bookTicker',
  weight: oneOrAll,
  params: { symbol, symbols },
  rules: oneOrSeveral,
  view: { shape: 'rows', columns: bestPriceColumns },
});

export const tickerRolling = endpoint({
  ...open,
  id: 'spot.ticker-rolling',
  answersOneWith: 'symbol',
  summary: 'Price statistics of a rolling window',
  path: '/api/v3/ticker',
  weight: dispute(
    { by: 'range', from: 2, to: 80 },
    { by: 'each', param: 'symbols', single: 'symbol', each: 4, cap: 200 },
    'second',
    'the weight cell gives 2 to 80, its note 4 for each symbol capped at 200 above 50 symbols; the larger is counted',
  ),
  params: {
    symbol,
    symbols: hundredSymbols,
    windowSize: {
      type: 'ENUM',
      about: 'Window: 1m to 59m, 1h to 23h or 1d to 7d',
      default: '1d',
      format: 'window-size',
    },
    type: tickerType,
  },
  rules: [{ rule: 'exactly-one', of: ['symbol', 'symbols'] }],
  view: { shape: 'rows', columns: windowColumns },
  notes: [
    'The window can be up to 59999 ms longer than requested: its open time starts on a minute, its close time is the time of the request.',
  ],
});

export const spotTickers = [ticker24hr, tickerTradingDay, tickerPrice, tickerBook, tickerRolling] as const;
