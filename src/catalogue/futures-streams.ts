/**
 * Market streams of both kinds of futures (interface document, Market streams; payloads and periods are public
 * facts). The document marks all-market streams as spot's; futures send them too (public fact).
 */

import {
  aggTradeView,
  depthView,
  klineView,
  liquidationView,
  markPriceView,
  miniTickerView,
  tickerView,
  timedBestLevelsView,
  timedBookTickerView,
  tradeView,
} from './columns/stream-views.ts';
import { DEPTH_SPEEDS_FUTURES, MARK_PRICE_SPEEDS } from './enums/streams.ts';
import { type FuturesProduct, ROUTES_TODAY } from './futures-products.ts';
import {
  aggTrade,
  bestPrices,
  bookLevels,
  contractKind,
  forceOrder,
  futuresDepth,
  futuresTicker,
  head,
  intervalFutures,
  kline,
  miniTicker,
  pairOfToday,
  symbol,
} from './stream-fields.ts';
import {
  decimal,
  flag,
  integer,
  MERGED_TODAY,
  object,
  type Stream,
  stream,
  text,
  time,
  today,
} from './stream-types.ts';

/** The fields that COIN-M messages have in addition; empty for USD-M messages. */
export interface FuturesKind {
  readonly product: FuturesProduct;
  readonly pairField: Readonly<Record<string, ReturnType<typeof text>>>;
}

const SPEEDS = { '250ms': 250, '500ms': 500, '100ms': 100 } as const;
/**
 * The interface document gives "default 1000ms" for spot and futures together; by public facts the default of
 * futures is 250 ms.
 */
const speedNotes = [
  'The document gives 1000ms as the default of spot and futures together; futures have no such speed, and 250ms is theirs.',
];
const speed = {
  about: 'Time between messages',
  values: DEPTH_SPEEDS_FUTURES,
  default: '250ms',
} as const;
const markSpeed = { about: 'Time between messages', values: MARK_PRICE_SPEEDS, default: '3s' } as const;
const MARK_SPEEDS = { '3s': 3000, '1s': 1000 } as const;
/** What an aggregate trade would be without retail price improvement orders (public facts of today). */
const plainQuantity = today(decimal('quantity without retail price improvement orders', 'plainQuantity'));
const byEventTime = { by: 'ascent', at: 'E' } as const;
const previousRange = { by: 'range', first: 'U', last: 'u', previous: 'pu' } as const;

/** Returns the streams that USD-M and COIN-M futures both have, with the fields of the given product. */
export function futuresStreams({ product, pairField }: FuturesKind): readonly Stream[] {
  const routes = ROUTES_TODAY[product];
  const base = { product, origin: 'document', payload: 'object', ...routes.market } as const;
  const kind = { st: contractKind } as const;
  const pairToday = product === 'usdm' ? pairOfToday : {};
  const trade = { ...aggTrade, ...kind, ...(product === 'usdm' ? { nq: plainQuantity } : {}) };
  const depth = { ...futuresDepth, ...pairField, ...pairToday, ...kind };
  const ticker = { ...futuresTicker, ...pairField, ...kind };
  const mini = { ...miniTicker, ...pairField, ...pairToday, ...kind };
  const markPrice = {
    ...head,
    p: decimal('mark price'),
    i: decimal('index price'),
    P: decimal('estimated settlement price'),
    r: decimal('funding rate; empty for delivery contracts'),
    T: time('next funding time'),
    ...(product === 'usdm'
      ? { ap: today(decimal('moving average of the mark price', 'averageMarkPrice')) }
      : {}),
    ...kind,
  } as const;
  const best = {
    e: head.e,
    ...bestPrices,
    ...pairField,
    T: time('transaction time'),
    E: head.E,
    ...pairToday,
    ...kind,
  };
  const forced = { e: head.e, E: head.E, o: object('order', { ...forceOrder, ...pairField }) };
  return [
    stream({
      ...base,
      id: `${product}.agg-trade`,
      kind: 'agg-trades',
      name: '<symbol>@aggTrade',
      slots: { symbol },
      summary: 'Aggregate trades',
      event: 'aggTrade',
      fields: trade,
      view: aggTradeView,
      sequence: { by: 'step', at: 'a' },
      periodMs: 100,
    }),
    stream({
      ...base,
      id: `${product}.trade`,
      kind: 'trades',
      name: '<symbol>@trade',
      slots: { symbol },
      summary: 'Individual trades',
      origin: 'today',
      event: 'trade',
      fields: {
        e: head.e,
        E: head.E,
        T: time('trade time'),
        s: head.s,
        t: integer('trade id'),
        p: decimal('price'),
        q: decimal('quantity'),
        X: text('kind of trade', 'tradeKind'),
        m: flag('whether the buyer is the maker', 'isBuyerMaker'),
      },
      view: tradeView,
      sequence: { by: 'step', at: 't' },
      ...routes.book,
      notes: ['The document has it for spot only; the public hosts send it, and clients ask for it.'],
    }),
    stream({
      ...base,
      id: `${product}.kline`,
      kind: 'klines',
      name: '<symbol>@kline_<interval>',
      slots: { symbol, interval: intervalFutures },
      summary: 'Candles, identified by their open time',
      event: 'kline',
      fields: kline,
      view: klineView,
      sequence: byEventTime,
      periodMs: 250,
      otherContractsToday: 'by-name',
    }),
    stream({
      ...base,
      id: `${product}.mini-ticker`,
      kind: 'mini-ticker',
      name: '<symbol>@miniTicker',
      slots: { symbol },
      summary: '24-hour statistics, short',
      event: '24hrMiniTicker',
      fields: mini,
      view: miniTickerView,
      sequence: byEventTime,
      periodMs: 500,
    }),
    stream({
      ...base,
      id: `${product}.ticker`,
      kind: 'ticker',
      name: '<symbol>@ticker',
      slots: { symbol },
      summary: '24-hour statistics, full',
      event: '24hrTicker',
      fields: ticker,
      view: tickerView,
      sequence: byEventTime,
      periodMs: 500,
    }),
    stream({
      ...base,
      id: `${product}.book-ticker`,
      kind: 'book-ticker',
      name: '<symbol>@bookTicker',
      slots: { symbol },
      summary: 'Best bid and ask',
      event: 'bookTicker',
      fields: best,
      view: timedBookTickerView,
      sequence: { by: 'ascent', at: 'u' },
      ...routes.book,
    }),
    stream({
      ...base,
      id: `${product}.partial-depth`,
      kind: 'partial-depth',
      name: '<symbol>@depth<levels>[@<speed>]',
      slots: { symbol, levels: bookLevels, speed },
      summary: 'The best levels of the book',
      event: 'depthUpdate',
      fields: depth,
      view: timedBestLevelsView,
      sequence: { by: 'ascent', at: 'u' },
      periodMs: SPEEDS,
      ...routes.book,
      notes: speedNotes,
    }),
    stream({
      ...base,
      id: `${product}.depth`,
      kind: 'depth',
      name: '<symbol>@depth[@<speed>]',
      slots: { symbol, speed },
      summary: 'Changes of the book',
      event: 'depthUpdate',
      fields: depth,
      view: depthView,
      sequence: previousRange,
      periodMs: SPEEDS,
      ...routes.book,
      notes: speedNotes,
    }),
    stream({
      ...base,
      id: `${product}.mark-price`,
      kind: 'mark-price',
      name: '<symbol>@markPrice[@<speed>]',
      slots: { symbol, speed: markSpeed },
      summary: 'Mark price and funding rate',
      event: 'markPriceUpdate',
      fields: markPrice,
      view: markPriceView,
      sequence: byEventTime,
      periodMs: MARK_SPEEDS,
      otherContractsToday: 'by-name',
    }),
    stream({
      ...base,
      id: `${product}.all-mark-prices`,
      kind: 'all-mark-prices',
      name: '!markPrice@arr[@<speed>]',
      slots: { speed: markSpeed },
      summary: 'Mark prices of all symbols',
      event: 'markPriceUpdate',
      payload: 'array',
      fields: markPrice,
      view: markPriceView,
      sequence: byEventTime,
      periodMs: MARK_SPEEDS,
    }),
    stream({
      ...base,
      id: `${product}.force-order`,
      isRare: true,
      kind: 'liquidations',
      name: '<symbol>@forceOrder',
      slots: { symbol },
      summary: 'Liquidation orders: the last of each second',
      event: 'forceOrder',
      fields: forced,
      view: liquidationView,
      sequence: byEventTime,
      periodMs: 1000,
    }),
    stream({
      ...base,
      id: `${product}.all-force-orders`,
      isRare: true,
      kind: 'all-liquidations',
      name: '!forceOrder@arr',
      slots: {},
      summary: 'Liquidation orders of all symbols',
      origin: 'facts',
      event: 'forceOrder',
      fields: { ...forced, ...pairToday, ...kind },
      view: liquidationView,
      sequence: { by: 'ascent', at: 'E', per: 's' },
      periodMs: 1000,
      ...MERGED_TODAY,
    }),
    stream({
      ...base,
      id: `${product}.all-mini-tickers`,
      kind: 'all-mini-tickers',
      name: '!miniTicker@arr',
      slots: {},
      summary: '24-hour statistics of all symbols that changed, short',
      origin: 'facts',
      event: '24hrMiniTicker',
      payload: 'array',
      fields: mini,
      view: miniTickerView,
      sequence: byEventTime,
      periodMs: 1000,
      ...MERGED_TODAY,
    }),
    stream({
      ...base,
      id: `${product}.all-tickers`,
      kind: 'all-tickers',
      name: '!ticker@arr',
      slots: {},
      summary: '24-hour statistics of all symbols that changed, full',
      origin: 'facts',
      event: '24hrTicker',
      payload: 'array',
      fields: { ...ticker, ...pairToday },
      view: tickerView,
      sequence: byEventTime,
      periodMs: 1000,
      ...MERGED_TODAY,
    }),
    stream({
      ...base,
      id: `${product}.all-book-tickers`,
      kind: 'all-book-tickers',
      name: '!bookTicker',
      slots: {},
      summary: 'Best bid and ask of all symbols',
      origin: 'facts',
      event: 'bookTicker',
      fields: best,
      view: timedBookTickerView,
      sequence: { by: 'ascent', at: 'u', per: 's' },
      periodMs: 5000,
      ...routes.book,
      ...MERGED_TODAY,
    }),
  ];
}
