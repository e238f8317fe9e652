/** Streams of USD-margined futures (interface document, Market streams; the rest are public facts). */
import { continuousKlines } from '../continuous-klines.ts';
import { futuresStreams } from '../futures-streams.ts';
import { head, symbol } from '../stream-fields.ts';
import { decimal, float, integer, list, stream, text, time } from '../stream-types.ts';

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
    sequence: byEventTime,
    periodMs: 1000,
  }),
  stream({
    ...usdm,
    id: 'usdm.contract-info',
    isRare: true,
    kind: 'contract-info',
    name: '!contractInfo',
    slots: {},
    summary: 'Contracts listed, settled or with new brackets',
    origin: 'facts',
    event: 'contractInfo',
    fields: {
      ...head,
      ps: text('pair'),
      ct: text('contract type'),
      dt: time('delivery time'),
      ot: time('time of listing'),
      cs: text('contract status'),
      bks: list('brackets', {
        bs: integer('notional bracket'),
        bnf: integer('floor of the bracket'),
        bnc: integer('cap of the bracket'),
        mmr: float('maintenance ratio'),
        cf: float('auxiliary number'),
        mi: integer('least leverage'),
        ma: integer('largest leverage'),
      }),
    },
    sequence: { by: 'ascent', at: 'E', per: 's' },
  }),
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
    fields: assetIndex,
    sequence: byEventTime,
    periodMs: 1000,
  }),
] as const;
