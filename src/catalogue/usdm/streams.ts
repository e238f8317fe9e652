/** Streams of USD-margined futures (interface document, Market streams; the rest are public facts). */

import {
  assetIndexView,
  compositeIndexView,
  depthView,
  tradingSessionView,
} from '../columns/stream-views.ts';
import { continuousKlines } from '../continuous-klines.ts';
import { contractInfo } from '../contract-info.ts';
import { futuresStreams } from '../futures-streams.ts';
import { contractKind, futuresDepth, head, pairOfToday, symbol } from '../stream-fields.ts';
import { decimal, list, stream, text, time } from '../stream-types.ts';

const usdm = { product: 'usdm', payload: 'object', routeToday: 'market' } as const;
const byEventTime = { by: 'ascent', at: 'E' } as const;

const assetIndex = {
  ...head,
  i: decimal('index price'),
  b: decimal('bid buffer'),
  a: decimal('ask buffer'),
  B: decimal('bid rate'),
  A: decimal('ask rate'),
  q: decimal('auto exchange bid buffer'),
  g: decimal('auto exchange ask buffer'),
  Q: decimal('auto exchange bid rate'),
  G: decimal('auto exchange ask rate'),
} as const;

export const usdmStreams = [
  ...futuresStreams({ product: 'usdm', pairField: {} }),
  continuousKlines('usdm'),
  stream({
    ...usdm,
    id: 'usdm.rpi-depth',
    kind: 'rpi-depth',
    name: '<symbol>@rpiDepth@500ms',
    slots: { symbol },
    summary: 'Changes of the book with retail price improvement orders',
    origin: 'today',
    event: 'depthUpdate',
    fields: { ...futuresDepth, ...pairOfToday, st: contractKind },
    view: depthView,
    sequence: { by: 'range', first: 'U', last: 'u', previous: 'pu' },
    periodMs: 500,
    routeToday: 'public',
    notes: [
      'A quantity of 0 also means that retail price improvement orders crossed the book and are hidden.',
    ],
  }),
  stream({
    ...usdm,
    id: 'usdm.trading-session',
    kind: 'trading-sessions',
    name: 'tradingSession',
    slots: {},
    summary: 'Sessions of the markets behind contracts on equities and commodities',
    origin: 'today',
    // The event is named after the market, such as EquityUpdate.
    event: '<market>Update',
    fields: {
      e: head.e,
      E: head.E,
      t: time('start of the session', 'startTime'),
      T: time('end of the session', 'endTime'),
      S: text('session, such as OVERNIGHT'),
    },
    view: tradingSessionView,
    sequence: { by: 'ascent', at: 'E', per: 'e' },
    periodMs: 1000,
    unsimulated: 'the sandbox has no contracts on equities or commodities',
    notes: ['One message for each market; `market trading-schedule` lists the sessions to come.'],
  }),
  stream({
    ...usdm,
    id: 'usdm.composite-index',
    kind: 'composite-index',
    name: '<symbol>@compositeIndex',
    slots: { symbol },
    summary: 'Composition of an index symbol',
    origin: 'facts',
    event: 'compositeIndex',
    fields: {
      ...head,
      p: decimal('price'),
      C: text('asset kind'),
      c: list('composition', {
        b: text('base asset'),
        q: text('quote asset'),
        w: decimal('weight in quantity'),
        W: decimal('weight in percent'),
        i: decimal('index price'),
      }),
    },
    view: compositeIndexView,
    sequence: byEventTime,
    periodMs: 1000,
  }),
  contractInfo('usdm', 'facts'),
  stream({
    ...usdm,
    id: 'usdm.asset-index',
    kind: 'asset-index',
    name: '<symbol>@assetIndex',
    slots: { symbol: { ...symbol, about: 'Asset pair, lowercase, such as btcusd' } },
    summary: 'Index of an asset in multi-assets mode',
    origin: 'facts',
    event: 'assetIndexUpdate',
    fields: assetIndex,
    view: assetIndexView,
    sequence: byEventTime,
    periodMs: 1000,
  }),
  stream({
    ...usdm,
    id: 'usdm.all-asset-indexes',
    kind: 'all-asset-indexes',
    name: '!assetIndex@arr',
    slots: {},
    summary: 'Indexes of all assets in multi-assets mode',
    origin: 'facts',
    event: 'assetIndexUpdate',
    payload: 'array',
    fields: { ...assetIndex, st: contractKind },
    view: assetIndexView,
    sequence: byEventTime,
    periodMs: 1000,
  }),
] as const;
