/** The columns in which a terminal shows the events of market streams; each column names a field of the message. */
import type { EventColumn, EventView } from '../stream-types.ts';

const eventTime = { at: 'E', title: 'time' } as const satisfies EventColumn;
const symbol = { at: 's', pinned: true } as const satisfies EventColumn;

/** The side of the taker: a trade whose buyer is the maker was sold. */
const takerSide = { at: 'm', title: 'side', words: { true: 'sell', false: 'buy' }, pinned: true } as const;

const tradeColumns = [
  { at: 'T', title: 'time' },
  symbol,
  { at: 'p', pinned: true },
  { at: 'q', pinned: true },
  takerSide,
] as const satisfies readonly EventColumn[];

export const tradeView = {
  isLog: true,
  columns: [...tradeColumns, { at: 't' }],
  tint: { by: 'side', at: 'm' },
  symbolAt: 's',
} as const satisfies EventView;

export const aggTradeView = {
  isLog: true,
  columns: [...tradeColumns, { at: 'a', title: 'id' }, { at: 'f' }, { at: 'l' }],
  tint: { by: 'side', at: 'm' },
  symbolAt: 's',
} as const satisfies EventView;

export const optionTradeView = {
  isLog: true,
  columns: [
    { at: 'T', title: 'time' },
    symbol,
    { at: 'p', pinned: true },
    { at: 'q', pinned: true },
    { at: 'S', title: 'side', words: { '1': 'buy', '-1': 'sell' }, pinned: true },
    { at: 'X', title: 'kind' },
    { at: 't' },
  ],
  tint: { by: 'side', at: 'S' },
  symbolAt: 's',
} as const satisfies EventView;

const candleColumns = [
  { at: 'k.i' },
  { at: 'k.o' },
  { at: 'k.h' },
  { at: 'k.l' },
  { at: 'k.c', pinned: true },
  { at: 'k.x', title: 'state', words: { true: 'closed', false: 'open' } },
  { at: 'k.v', title: 'volume' },
  { at: 'k.n' },
  { at: 'k.t' },
] as const satisfies readonly EventColumn[];
const candleTint = { by: 'against', at: 'k.c', other: 'k.o' } as const;

export const klineView = {
  columns: [eventTime, symbol, ...candleColumns],
  tint: candleTint,
  symbolAt: 's',
} as const satisfies EventView;

export const pairKlineView = {
  columns: [eventTime, { at: 'ps', pinned: true }, ...candleColumns],
  tint: candleTint,
  symbolAt: 'ps',
} as const satisfies EventView;

export const continuousKlineView = {
  columns: [eventTime, { at: 'ps', pinned: true }, { at: 'ct', title: 'contract' }, ...candleColumns],
  tint: candleTint,
  symbolAt: 'ps',
} as const satisfies EventView;

export const miniTickerView = {
  columns: [
    eventTime,
    symbol,
    { at: 'c', title: 'last', pinned: true },
    { at: 'o' },
    { at: 'h' },
    { at: 'l' },
    { at: 'v', title: 'volume' },
    { at: 'q' },
  ],
  tint: { by: 'against', at: 'c', other: 'o' },
  symbolAt: 's',
} as const satisfies EventView;

export const tickerView = {
  columns: [
    eventTime,
    symbol,
    { at: 'c', title: 'last', pinned: true },
    { at: 'P', title: 'change %', pinned: true },
    { at: 'p', title: 'change' },
    { at: 'h' },
    { at: 'l' },
    { at: 'v', title: 'volume' },
    { at: 'q' },
  ],
  tint: { by: 'sign', at: 'P' },
  symbolAt: 's',
} as const satisfies EventView;

export const optionTickerView = {
  columns: [
    eventTime,
    symbol,
    { at: 'c', title: 'last', pinned: true },
    { at: 'P', title: 'change %' },
    { at: 'bo', title: 'bid' },
    { at: 'ao', title: 'ask' },
    { at: 'mp', title: 'mark' },
    { at: 'vo', title: 'volatility' },
    { at: 'd' },
    { at: 'V' },
  ],
  tint: { by: 'sign', at: 'P' },
  symbolAt: 's',
} as const satisfies EventView;

const bestPrices = [
  { at: 'b', title: 'bid', pinned: true },
  { at: 'B', title: 'bid quantity' },
  { at: 'a', title: 'ask', pinned: true },
  { at: 'A', title: 'ask quantity' },
] as const satisfies readonly EventColumn[];

/** Best prices of spot, whose messages carry no time. */
export const bookTickerView = {
  columns: [symbol, ...bestPrices, { at: 'u' }],
  tint: { by: 'since-last', at: 'b' },
  symbolAt: 's',
} as const satisfies EventView;

export const timedBookTickerView = {
  ...bookTickerView,
  columns: [eventTime, ...bookTickerView.columns],
} as const satisfies EventView;

export const averagePriceView = {
  columns: [eventTime, symbol, { at: 'i' }, { at: 'w', pinned: true }, { at: 'T' }],
  tint: { by: 'since-last', at: 'w' },
  symbolAt: 's',
} as const satisfies EventView;

/** The best levels of spot, whose messages contain neither symbol nor time. */
export const bestLevelsView = {
  columns: [
    { at: 'name.symbol', pinned: true },
    { at: 'bids.0.0', title: 'bid', pinned: true },
    { at: 'bids.0.1', title: 'bid quantity' },
    { at: 'asks.0.0', title: 'ask', pinned: true },
    { at: 'asks.0.1', title: 'ask quantity' },
    { at: 'bids', isCount: true },
    { at: 'asks', isCount: true },
    { at: 'lastUpdateId' },
  ],
  tint: { by: 'since-last', at: 'bids.0.0' },
  symbolAt: 'name.symbol',
} as const satisfies EventView;

export const timedBestLevelsView = {
  columns: [
    eventTime,
    symbol,
    { at: 'b.0.0', title: 'bid', pinned: true },
    { at: 'b.0.1', title: 'bid quantity' },
    { at: 'a.0.0', title: 'ask', pinned: true },
    { at: 'a.0.1', title: 'ask quantity' },
    { at: 'b', isCount: true },
    { at: 'a', isCount: true },
    { at: 'u' },
  ],
  tint: { by: 'since-last', at: 'b.0.0' },
  symbolAt: 's',
} as const satisfies EventView;

export const depthView = {
  columns: [
    eventTime,
    symbol,
    { at: 'b', isCount: true, pinned: true },
    { at: 'a', isCount: true, pinned: true },
    { at: 'U' },
    { at: 'u' },
  ],
  symbolAt: 's',
} as const satisfies EventView;

export const markPriceView = {
  columns: [
    eventTime,
    symbol,
    { at: 'p', title: 'mark', pinned: true },
    { at: 'i', title: 'index' },
    { at: 'r', title: 'funding rate', pinned: true },
    { at: 'T', title: 'next funding' },
    { at: 'P', title: 'settlement' },
  ],
  tint: { by: 'since-last', at: 'p' },
  symbolAt: 's',
} as const satisfies EventView;

export const optionMarkPriceView = {
  columns: [eventTime, symbol, { at: 'mp', title: 'mark', pinned: true }],
  tint: { by: 'since-last', at: 'mp' },
  symbolAt: 's',
} as const satisfies EventView;

export const liquidationView = {
  isLog: true,
  columns: [
    eventTime,
    { at: 'o.s', pinned: true },
    { at: 'o.S', pinned: true },
    { at: 'o.q', pinned: true },
    { at: 'o.p', pinned: true },
    { at: 'o.ap' },
    { at: 'o.z', title: 'filled' },
    { at: 'o.X', title: 'status' },
  ],
  tint: { by: 'side', at: 'o.S' },
  symbolAt: 'o.s',
} as const satisfies EventView;

export const compositeIndexView = {
  columns: [eventTime, symbol, { at: 'p', pinned: true }, { at: 'C' }, { at: 'c', isCount: true }],
  tint: { by: 'since-last', at: 'p' },
  symbolAt: 's',
} as const satisfies EventView;

export const contractInfoView = {
  isLog: true,
  columns: [
    eventTime,
    symbol,
    { at: 'ct', title: 'type' },
    { at: 'cs', title: 'status', pinned: true },
    { at: 'dt' },
    { at: 'ot' },
    { at: 'bks', isCount: true },
  ],
  symbolAt: 's',
} as const satisfies EventView;

export const tradingSessionView = {
  columns: [
    eventTime,
    { at: 'e', title: 'market', pinned: true },
    { at: 'S', pinned: true },
    { at: 't' },
    { at: 'T' },
  ],
} as const satisfies EventView;

export const assetIndexView = {
  columns: [
    eventTime,
    symbol,
    { at: 'i', title: 'index', pinned: true },
    { at: 'b' },
    { at: 'a' },
    { at: 'B' },
    { at: 'A' },
  ],
  tint: { by: 'since-last', at: 'i' },
  symbolAt: 's',
} as const satisfies EventView;

/** Index prices of COIN-M, whose messages name the pair as `i`. */
export const pairIndexView = {
  columns: [eventTime, { at: 'i', pinned: true }, { at: 'p', title: 'index', pinned: true }],
  tint: { by: 'since-last', at: 'p' },
  symbolAt: 'i',
} as const satisfies EventView;

export const indexView = {
  columns: [eventTime, symbol, { at: 'p', title: 'index', pinned: true }],
  tint: { by: 'since-last', at: 'p' },
  symbolAt: 's',
} as const satisfies EventView;

export const openInterestView = {
  columns: [eventTime, symbol, { at: 'o', title: 'contracts', pinned: true }, { at: 'h', title: 'dollars' }],
  symbolAt: 's',
} as const satisfies EventView;

export const newSymbolView = {
  isLog: true,
  columns: [eventTime, { at: 's', pinned: true }],
} as const satisfies EventView;
