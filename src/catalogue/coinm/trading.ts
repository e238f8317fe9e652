/**
 * Orders of coin-margined futures (interface document, Coin-margined futures). The document lists no query,
 * no cancellation and no list of orders; those of today's interface are declared here, because otherwise an
 * order whose outcome is unclear could not be looked up.
 */

import { DAY_MS } from '../../core/time-units.ts';
import { acknowledgementView } from '../columns/plain-views.ts';
import { endpoint, requiredParam } from '../define.ts';
import { accountRead } from '../endpoint-defaults.ts';
import { BATCH_NOTE, batchParam, orderIdRequired } from '../order-params.ts';
import { endTime, limit, maxSpanRules, pair, startTime, symbol, todayParam } from '../params.ts';
import { algoBatchToday, algoOrdersToday } from '../usdm/algo-orders.ts';
import { batchChanges } from '../usdm/batch-changes.ts';
import { futuresOrderRules } from '../usdm/futures-defaults.ts';
import { orderChanges } from '../usdm/order-changes.ts';
import {
  commonOrderParams,
  commonOrderRules,
  orderColumns,
  orderReference,
  orderRepeats,
} from '../usdm/orders.ts';
import { positionModes } from '../usdm/position-mode.ts';
import { leverage, marginType, positionMargin } from '../usdm/positions.ts';
import { positionVerification } from '../usdm/verification.ts';
import { batchProof, cancelProof, codeProof, orderProof } from '../write-proofs.ts';

const WEEK_MS = 7 * DAY_MS;

const write = { product: 'coinm', security: 'TRADE', effect: 'write' } as const;
const read = {
  ...accountRead('coinm'),
  origin: 'today',
} as const;
const ruledBy = futuresOrderRules('coinm');
const view = { shape: 'rows', columns: orderColumns } as const;
const contract = { ...symbol, about: 'Contract, such as BTCUSD_PERP' } as const;

const orderParams = {
  ...commonOrderParams,
  symbol: requiredParam(contract),
  quantity: { ...commonOrderParams.quantity, about: 'Number of contracts' },
} as const;

const reference = { ...orderReference, symbol: requiredParam(contract) } as const;

export const orderNew = endpoint({
  ...write,
  id: 'coinm.order.new',
  answersOne: true,
  proof: orderProof,
  summary: 'Place an order',
  origin: 'document',
  method: 'POST',
  path: '/dapi/v1/order',
  weight: 1,
  params: orderParams,
  rules: commonOrderRules,
  lookup: 'coinm.order.get',
  clientIds: { noun: 'order', param: 'newClientOrderId' },
  wsMethod: 'order.place',
  orderRules: ruledBy,
  view,
  today: { ...algoOrdersToday('coinm'), omits: ['avgPrice', 'cumBase'] },
});

export const orderBatch = endpoint({
  ...write,
  id: 'coinm.order.batch',
  proof: batchProof,
  summary: 'Place up to 5 orders at once',
  origin: 'document',
  method: 'POST',
  path: '/dapi/v1/batchOrders',
  weight: 5,
  params: {
    batchOrders: batchParam(orderParams, commonOrderRules, 5),
  },
  lookup: 'coinm.order.get',
  clientIds: { noun: 'order', param: 'newClientOrderId', listField: 'batchOrders' },
  orderRules: ruledBy,
  view,
  today: { ...algoBatchToday('coinm', 'batchOrders'), omits: ['avgPrice', 'cumBase'] },
  notes: [BATCH_NOTE],
});

export const orderCancel = endpoint({
  ...write,
  id: 'coinm.order.cancel',
  answersOne: true,
  ofAlgoOrder: 'coinm.algo-order.cancel',
  proof: cancelProof,
  summary: 'Cancel an order',
  inWords: 'Cancel order {orderId|origClientOrderId} of {symbol} on COIN-M futures',
  origin: 'today',
  method: 'DELETE',
  path: '/dapi/v1/order',
  weight: 1,
  params: reference,
  rules: orderIdRequired,
  wsMethod: 'order.cancel',
  lookup: 'coinm.order.get',
  view,
  today: { omits: ['avgPrice', 'cumBase'] },
});

export const orderGet = endpoint({
  ...read,
  id: 'coinm.order.get',
  answersOne: true,
  summary: 'Look up an order',
  path: '/dapi/v1/order',
  weight: 1,
  params: reference,
  rules: orderIdRequired,
  wsMethod: 'order.status',
  lookupFields: {
    param: 'origClientOrderId',
    idField: 'clientOrderId',
    timeFields: ['time'],
    echoes: orderRepeats,
    open: 'coinm.open-orders',
    history: 'coinm.all-orders',
  },
  view,
});

export const openOrders = endpoint({
  ...read,
  id: 'coinm.open-orders',
  summary: 'Open orders, of one contract, of a pair or of all',
  path: '/dapi/v1/openOrders',
  weight: { by: 'presence', param: 'symbol', present: 1, absent: 40 },
  params: {
    symbol: todayParam({ ...contract, about: 'Contract; all if omitted' }),
    pair: todayParam({ ...pair, about: 'Pair of contracts, such as BTCUSD' }),
  },
  view,
});

export const allOrders = endpoint({
  ...read,
  id: 'coinm.all-orders',
  summary: 'All orders of a contract or of a pair: open, filled, cancelled',
  path: '/dapi/v1/allOrders',
  weight: 5,
  params: {
    symbol: todayParam(contract),
    pair: todayParam({ ...pair, about: 'Pair of contracts, such as BTCUSD; not with an order number' }),
    orderId: todayParam({ ...orderReference.orderId, about: 'First order id, inclusive' }),
    startTime: todayParam(startTime),
    endTime: todayParam(endTime),
    limit: todayParam(limit(50, 100)),
  },
  rules: [{ rule: 'exactly-one', of: ['symbol', 'pair'] }, ...maxSpanRules(WEEK_MS - 1)],
  pages: { by: 'id', from: 'orderId', limit: 'limit', at: 'orderId' },
  view,
});

export const openOrdersCancel = endpoint({
  ...write,
  id: 'coinm.open-orders.cancel',
  proof: codeProof,
  summary: 'Cancel all open orders of a contract',
  inWords: 'Cancel all open orders of {symbol} on COIN-M futures',
  origin: 'today',
  method: 'DELETE',
  path: '/dapi/v1/allOpenOrders',
  weight: 1,
  params: { symbol: todayParam(requiredParam(contract)) },
  lookup: 'coinm.open-orders',
  view: acknowledgementView,
});

/**
 * Defaults of the endpoints that change the settings of a position: the document lists them for USD-margined
 * contracts only; today's interface has them for COIN-M contracts too.
 */
const setting = {
  product: 'coinm',
  origin: 'today',
  weight: 1,
} as const;
const settingsSeenIn = positionVerification('coinm');

const positionSettings = [
  endpoint({
    ...leverage,
    ...setting,
    id: 'coinm.leverage',
    answersOne: true,
    verifiedBy: settingsSeenIn.leverage,
    path: '/dapi/v1/leverage',
    params: { ...leverage.params, symbol: requiredParam(contract) },
    view: {
      shape: 'rows',
      columns: [
        { name: 'symbol', is: 'text' },
        { name: 'leverage', is: 'integer' },
        { name: 'maxQty', title: 'max', is: 'decimal' },
      ],
    },
  }),
  endpoint({
    ...marginType,
    ...setting,
    id: 'coinm.margin-type',
    verifiedBy: settingsSeenIn.marginType,
    path: '/dapi/v1/marginType',
    params: { ...marginType.params, symbol: requiredParam(contract) },
  }),
  endpoint({
    ...positionMargin,
    ...setting,
    id: 'coinm.position-margin',
    verifiedBy: settingsSeenIn.positionMargin,
    path: '/dapi/v1/positionMargin',
    params: { ...positionMargin.params, symbol: requiredParam(contract) },
  }),
] as const;

export const coinmTrading = [
  orderNew,
  orderBatch,
  orderCancel,
  openOrdersCancel,
  orderGet,
  openOrders,
  allOrders,
  positionModes('coinm').set,
  ...positionSettings,
  ...orderChanges('coinm'),
  ...batchChanges('coinm'),
] as const;
