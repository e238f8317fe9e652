/**
 * Modes of the USD-M account that the live exchange has today and the interface document lacks: multi-assets mode, and
 * commission paid in BNB (today's interface, USD-M rows: multiAssetsMargin, feeBurn).
 */
import { acknowledgementView } from '../columns/plain-views.ts';
import { endpoint, requiredParam } from '../define.ts';
import { TEXT_BOOLEANS } from '../enums/orders.ts';
import { todayParam } from '../params.ts';
import { codeProof } from '../write-proofs.ts';

const read = {
  product: 'usdm',
  origin: 'today',
  method: 'GET',
  security: 'USER_DATA',
  effect: 'read',
  weight: 30,
  params: {},
} as const;

const write = {
  product: 'usdm',
  origin: 'today',
  method: 'POST',
  security: 'TRADE',
  effect: 'write',
  weight: 1,
  view: acknowledgementView,
  proof: codeProof,
} as const;

const MULTI_ASSETS = '/fapi/v1/multiAssetsMargin';
const FEE_BURN = '/fapi/v1/feeBurn';

export const assetsMode = endpoint({
  ...read,
  id: 'usdm.assets-mode',
  summary: 'Multi-assets mode: whether several assets are margin of all positions',
  path: MULTI_ASSETS,
  view: {
    shape: 'record',
    columns: [{ name: 'multiAssetsMargin', title: 'multi-assets mode', is: 'boolean' }],
  },
});

export const feeBurn = endpoint({
  ...read,
  id: 'usdm.fee-burn',
  summary: 'Whether commissions are paid in BNB at a discount',
  path: FEE_BURN,
  view: { shape: 'record', columns: [{ name: 'feeBurn', title: 'pays in BNB', is: 'boolean' }] },
});

export const setAssetsMode = endpoint({
  ...write,
  id: 'usdm.assets-mode.set',
  summary: 'Switch multi-assets mode on or off',
  inWords: 'Set multi-assets mode of USD-M futures: {multiAssetsMargin}',
  path: MULTI_ASSETS,
  params: {
    multiAssetsMargin: todayParam(
      requiredParam({
        type: 'STRING',
        about: 'true for multi-assets mode, false for margin in the asset of each contract',
        values: TEXT_BOOLEANS,
      }),
    ),
  },
  verifiedBy: {
    noun: 'setting',
    query: 'usdm.assets-mode',
    by: 'state',
    echoes: { multiAssetsMargin: 'multiAssetsMargin' },
  },
  likelyErrors: [-4167, -4169, -4170, -4171, -4172],
  notes: ['All positions must have cross margin, and no orders may be open.'],
});

export const setFeeBurn = endpoint({
  ...write,
  id: 'usdm.fee-burn.set',
  summary: 'Pay commissions in BNB at a discount, or in the margin asset',
  inWords: 'Pay commissions of USD-M futures in BNB: {feeBurn}',
  path: FEE_BURN,
  params: {
    feeBurn: todayParam(
      requiredParam({
        type: 'STRING',
        about:
          'true to pay in BNB from the futures wallet while it has some, false to pay in the margin asset',
        values: TEXT_BOOLEANS,
      }),
    ),
  },
  verifiedBy: { noun: 'setting', query: 'usdm.fee-burn', by: 'state', echoes: { feeBurn: 'feeBurn' } },
});
