/**
 * The stream of changed contracts: USD-M has always had it, and the COIN-M hosts send it today (public facts of today,
 * Futures stream addresses).
 */
import { contractInfoView } from './columns/stream-views.ts';
import { type FuturesProduct, ROUTES_TODAY } from './futures-products.ts';
import { contractKind, head } from './stream-fields.ts';
import { float, integer, list, MERGED_TODAY, type Stream, stream, text, time } from './stream-types.ts';

/** Returns the stream of contracts that are listed, settled or get new leverage brackets. */
export function contractInfo(product: FuturesProduct, origin: 'facts' | 'today'): Stream {
  // The bounds of COIN-M are amounts of a coin, with fractions.
  const bound = product === 'coinm' ? float : integer;
  return stream({
    product,
    payload: 'object',
    ...ROUTES_TODAY[product].market,
    id: `${product}.contract-info`,
    isRare: true,
    kind: 'contract-info',
    name: '!contractInfo',
    slots: {},
    summary: 'Contracts listed, settled or with new brackets',
    origin,
    event: 'contractInfo',
    fields: {
      ...head,
      ps: text('pair'),
      ct: text('contract type'),
      dt: time('delivery time'),
      ot: time('time of listing', 'listingTime'),
      cs: text('contract status'),
      bks: list('brackets', {
        bs: integer('notional bracket', 'bracket'),
        bnf: bound('floor of the bracket', 'notionalFloor'),
        bnc: bound('cap of the bracket', 'notionalCap'),
        mmr: float('maintenance ratio'),
        cf: float('auxiliary number'),
        mi: integer('least leverage'),
        ma: integer('largest leverage'),
      }),
      st: contractKind,
    },
    view: contractInfoView,
    sequence: { by: 'ascent', at: 'E', per: 's' },
    ...MERGED_TODAY,
  });
}
