/**
 * Orders of USD-margined futures (interface document, USD-margined futures; parameters the document leaves empty
 * from public facts, USD-M trading).
 */

import { DAY_MS } from '../../core/time-units.ts';
import { acknowledgementView } from '../columns/plain-views.ts';
import { dispute, endpoint, requiredParam } from '../define.ts';
import { accountRead, tradeWrite } from '../endpoint-defaults.ts';
import { BATCH_NOTE, batchParam, orderId, orderIdRequired } from '../order-params.ts';
import { endTime, factsParam, limit, maxSpanRules, startTime, symbol } from '../params.ts';
import { batchProof, cancelProof, codeProof, orderProof } from '../write-proofs.ts';
import { algoBatchToday, algoOrdersToday } from './algo-orders.ts';
import { batchChanges } from './batch-changes.ts';
import { futuresOrderRules } from './futures-defaults.ts';
import { orderChanges } from './order-changes.ts';
import { orderColumns, orderParams, orderReference, orderRepeats, orderRules } from './orders.ts';
import { usdmPositions } from './positions.ts';

const WEEK_MS = 7 * DAY_MS;

const write = tradeWrite('usdm');
const read = accountRead('usdm');
const ruledBy = futuresOrderRules('usdm');
const view = { shape: 'rows', columns: orderColumns } as const;
const contract = { ...symbol, about: 'Contract, such as BTCUSDT' } as const;

export const orderNew = endpoint({
  ...write,
  id: 'usdm.order.new',
  answersOne: true,
  proof: orderProof,
  summary: 'Place an order',
  method: 'POST',
  path: '/fapi/v1/order',
  weight: dispute(0, 1, 'second', 'the first listing gives 0, the second 1; a request never counts as free'),
  params: orderParams,
  rules: orderRules,
  lookup: 'usdm.order.get',
  clientIds: { noun: 'order', param: 'newClientOrderId' },
  wsMethod: 'order.place',
  testEndpoint: 'usdm.order.test',
  orderRules: ruledBy,
  view,
  today: { ...algoOrdersToday('usdm'), omits: ['avgPrice', 'cumQuote'] },
  notes: ['Today the default of self-trade prevention is EXPIRE_MAKER.'],
});

export const orderTest = endpoint({
  product: 'usdm',
  id: 'usdm.order.test',
  answersOne: true,
  summary: 'Check an order without placing it',
  origin: 'today',
  method: 'POST',
  path: '/fapi/v1/order/test',
  security: 'TRADE',
  effect: 'dry-run',
  weight: 'unlisted',
  params: orderParams,
  rules: orderRules,
  orderRules: ruledBy,
  view,
});

export const orderBatch = endpoint({
  ...write,
  id: 'usdm.order.batch',
  proof: batchProof,
  summary: 'Place up to 5 orders at once',
  method: 'POST',
  path: '/fapi/v1/batchOrders',
  weight: 5,
  params: {
    batchOrders: batchParam(orderParams, orderRules, 5),
  },
  lookup: 'usdm.order.get',
  clientIds: { noun: 'order', param: 'newClientOrderId', listField: 'batchOrders' },
  orderRules: ruledBy,
  view,
  today: { ...algoBatchToday('usdm', 'batchOrders'), omits: ['avgPrice', 'cumQuote'] },
  notes: [BATCH_NOTE],
});

export const orderCancel = endpoint({
  ...write,
  id: 'usdm.order.cancel',
  answersOne: true,
  ofAlgoOrder: 'usdm.algo-order.cancel',
  proof: cancelProof,
  summary: 'Cancel an order',
  inWords: 'Cancel order {orderId|origClientOrderId} of {symbol} on USD-M futures',
  method: 'DELETE',
  path: '/fapi/v1/order',
  weight: 1,
  params: {
    symbol: factsParam(orderReference.symbol),
    orderId: factsParam(orderId),
    origClientOrderId: factsParam(orderReference.origClientOrderId),
  },
  rules: orderIdRequired,
  wsMethod: 'order.cancel',
  lookup: 'usdm.order.get',
  view,
  today: { omits: ['avgPrice', 'cumQuote'] },
});

export const openOrdersCancel = endpoint({
  ...write,
  id: 'usdm.open-orders.cancel',
  proof: codeProof,
  summary: 'Cancel all open orders of a contract',
  inWords: 'Cancel all open orders of {symbol} on USD-M futures',
  method: 'DELETE',
  path: '/fapi/v1/allOpenOrders',
  weight: 1,
  params: { symbol: requiredParam(contract) },
  lookup: 'usdm.open-orders',
  view: acknowledgementView,
});

export const orderGet = endpoint({
  ...read,
  id: 'usdm.order.get',
  answersOne: true,
  summary: 'Look up an order',
  path: '/fapi/v1/order',
  weight: 1,
  params: orderReference,
  rules: orderIdRequired,
  wsMethod: 'order.status',
  lookupFields: {
    param: 'origClientOrderId',
    idField: 'clientOrderId',
    timeFields: ['time'],
    echoes: orderRepeats,
    open: 'usdm.open-orders',
    history: 'usdm.all-orders',
  },
  view,
  notes: ['Orders that ended without a fill are found for 3 days, all others for 90.'],
});

export const openOrders = endpoint({
  ...read,
  id: 'usdm.open-orders',
  summary: 'Open orders, of one contract or of all',
  path: '/fapi/v1/openOrders',
  weight: 1,
  params: { symbol: factsParam({ ...contract, about: 'Contract; all if omitted' }) },
  view,
  today: { weight: { by: 'presence', param: 'symbol', present: 1, absent: 40 } },
});

export const allOrders = endpoint({
  ...read,
  id: 'usdm.all-orders',
  summary: 'All orders of a contract: open, filled, cancelled',
  path: '/fapi/v1/allOrders',
  weight: 5,
  params: {
    symbol: factsParam({ ...requiredParam(contract), today: { required: false } }),
    orderId: factsParam({ ...orderId, about: 'First order id, inclusive' }),
    startTime: factsParam(startTime),
    endTime: factsParam(endTime),
    limit: factsParam(limit(500, 1000)),
  },
  // The documentation says "under 7 days": a time span of exactly 7 days is refused.
  rules: maxSpanRules(WEEK_MS - 1),
  pages: { by: 'id', from: 'orderId', limit: 'limit', at: 'orderId' },
  view,
  notes: ['Without times and ids the orders of the last 7 days are listed.'],
});

export const usdmTrading = [
  orderNew,
  orderTest,
  orderBatch,
  orderCancel,
  openOrdersCancel,
  orderGet,
  openOrders,
  allOrders,
  ...usdmPositions,
  ...orderChanges('usdm'),
  ...batchChanges('usdm'),
] as const;
