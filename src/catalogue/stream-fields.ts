/** Slots of stream names and fields of messages that several products share (public facts, Spot market streams). */
import { KLINE_INTERVALS_FUTURES, KLINE_INTERVALS_SPOT } from './enums/market.ts';
import { PARTIAL_DEPTH_LEVELS } from './enums/streams.ts';
import { decimal, flag, integer, levels, type NameSlot, object, text, time, today } from './stream-types.ts';

export const symbol = {
  about: 'Trading pair, lowercase',
  letterCase: 'lower',
} as const satisfies NameSlot;
export const pair = {
  about: 'Underlying pair of contracts, lowercase',
  letterCase: 'lower',
} as const satisfies NameSlot;
export const intervalSpot = {
  about: 'Candle interval',
  values: KLINE_INTERVALS_SPOT,
} as const satisfies NameSlot;
export const intervalFutures = {
  about: 'Candle interval',
  values: KLINE_INTERVALS_FUTURES,
} as const satisfies NameSlot;
/**
 * A time zone in a stream name, in the format of the klines parameter `timeZone`; public facts show it with a
 * sign: `@+08:00`.
 */
export const zone = {
  about: 'Offset from UTC that shifts the borders of candles, such as +08:00',
  default: '+00:00',
} as const satisfies NameSlot;
/**
 * The numbers of price levels that a partial order book stream may have (interface document, Market streams).
 */
export const bookLevels = {
  about: 'Levels of a side',
  values: PARTIAL_DEPTH_LEVELS,
} as const satisfies NameSlot;

/** Event time and symbol, the first fields of most messages. */
export const head = { e: text('event type'), E: time('event time'), s: text('symbol') } as const;

export const aggTrade = {
  ...head,
  a: integer('aggregate trade id'),
  p: decimal('price'),
  q: decimal('quantity'),
  f: integer('first trade id'),
  l: integer('last trade id'),
  T: time('trade time'),
  m: flag('whether the buyer is the maker', 'isBuyerMaker'),
} as const;

/** The fields of a candle; the trade ids `f` and `L` are -1 when nothing was traded. */
export const candle = {
  t: time('open time'),
  T: time('close time'),
  s: text('symbol'),
  i: text('interval'),
  f: integer('first trade id'),
  L: integer('last trade id'),
  o: decimal('open'),
  c: decimal('close'),
  h: decimal('high'),
  l: decimal('low'),
  v: decimal('base volume'),
  n: integer('number of trades', 'trades'),
  x: flag('whether the candle is closed', 'isClosed'),
  q: decimal('quote volume'),
  V: decimal('taker buy base volume'),
  Q: decimal('taker buy quote volume'),
  B: text('ignored'),
} as const;

export const kline = { ...head, k: object('candle', candle) } as const;

export const miniTicker = {
  ...head,
  c: decimal('close'),
  o: decimal('open'),
  h: decimal('high'),
  l: decimal('low'),
  v: decimal('base volume'),
  q: decimal('quote volume'),
} as const;

/** The fields of a ticker: prices, volumes and trades of its time window. */
export const statistics = {
  o: decimal('open'),
  h: decimal('high'),
  l: decimal('low'),
  v: decimal('base volume'),
  q: decimal('quote volume'),
  O: time('open time of the statistics', 'openTime'),
  C: time('close time of the statistics', 'closeTime'),
  F: integer('first trade id'),
  L: integer('last trade id'),
  n: integer('number of trades', 'trades'),
} as const;

/**
 * The fields of a futures ticker: a spot ticker without the best bid and ask and the price before the window.
 */
export const futuresTicker = {
  ...head,
  p: decimal('price change'),
  P: decimal('price change in percent', 'priceChangePercent'),
  w: decimal('weighted average price', 'weightedAveragePrice'),
  c: decimal('last price'),
  Q: decimal('last quantity'),
  ...statistics,
} as const;

/** The best bid and ask, without event type and time. */
export const bestPrices = {
  u: integer('update id of the book', 'updateId'),
  s: text('symbol'),
  b: decimal('best bid price', 'bidPrice'),
  B: decimal('best bid quantity', 'bidQuantity'),
  a: decimal('best ask price', 'askPrice'),
  A: decimal('best ask quantity', 'askQuantity'),
} as const;

export const spotDepth = {
  ...head,
  U: integer('first update id'),
  u: integer('last update id'),
  b: levels('bids changed: absolute quantities, 0 removes the level', 'bids'),
  a: levels('asks changed: absolute quantities, 0 removes the level', 'asks'),
} as const;

export const futuresDepth = {
  e: head.e,
  E: head.E,
  T: time('transaction time'),
  s: head.s,
  U: integer('first update id'),
  u: integer('last update id'),
  pu: integer('last update id of the message before', 'previousUpdateId'),
  b: spotDepth.b,
  a: spotDepth.a,
} as const;

/** The kind of contract that a futures message is about; messages name it since 2026-06-30 (public facts of today). */
export const contractKind = today(integer('kind of contract: 1 is USD-M, 2 is COIN-M', 'contractKind'));

/** The pair of a contract, which USD-M messages name since 2026-06-30 (public facts of today). */
export const pairOfToday = { ps: today(text('pair')) } as const;

export const forceOrder = {
  s: text('symbol'),
  S: text('side'),
  o: text('order type, LIMIT'),
  f: text('time in force, IOC'),
  q: decimal('quantity'),
  p: decimal('price'),
  ap: decimal('average price'),
  X: text('order status'),
  l: decimal('last filled quantity'),
  z: decimal('filled quantity'),
  T: time('trade time'),
} as const;
