/**
 * Position mode (one-way or hedge) of USD-M and COIN-M futures. The document lists neither the query nor the
 * setting; today's interface has both, and without them no order could name its position side (public facts,
 * USD-M trading: today-only neighbours).
 */

import { acknowledgementView } from '../columns/plain-views.ts';
import { endpoint, requiredParam } from '../define.ts';
import { TEXT_BOOLEANS } from '../enums/orders.ts';
import { FUTURES_TITLES, type FuturesProduct } from '../futures-products.ts';
import { todayParam } from '../params.ts';
import { codeProof } from '../write-proofs.ts';

/** Returns the endpoints that read and set the position mode of a futures product. */
export function positionModes(product: FuturesProduct) {
  const path = product === 'usdm' ? '/fapi/v1/positionSide/dual' : '/dapi/v1/positionSide/dual';
  const shared = { product, origin: 'today', path } as const;
  const get = endpoint({
    ...shared,
    id: `${product}.position-mode`,
    summary: 'Position mode: one-way or hedge',
    weight: 30,
    method: 'GET',
    security: 'USER_DATA',
    effect: 'read',
    params: {},
    view: {
      shape: 'record',
      columns: [{ name: 'dualSidePosition', title: 'hedge mode', is: 'boolean' }],
    },
  });
  const set = endpoint({
    ...shared,
    id: `${product}.position-mode.set`,
    summary: 'Set the position mode of all contracts: one-way or hedge',
    inWords: `Set the position mode of ${FUTURES_TITLES[product]}, hedge mode: {dualSidePosition}`,
    weight: 1,
    likelyErrors: [-4059, -4067, -4068],
    notes: ['USD-M and COIN-M share the setting; orders or positions of either keep it from changing.'],
    method: 'POST',
    security: 'TRADE',
    effect: 'write',
    proof: codeProof,
    params: {
      dualSidePosition: todayParam(
        requiredParam({
          type: 'STRING',
          about: 'true for hedge mode with a long and a short position, false for one-way mode',
          values: TEXT_BOOLEANS,
        }),
      ),
    },
    verifiedBy: {
      noun: 'setting',
      query: `${product}.position-mode`,
      by: 'state',
      echoes: { dualSidePosition: 'dualSidePosition' },
    },
    view: acknowledgementView,
  });
  return { get, set } as const;
}
