/**
 * Orders of options and market maker protection (interface document, Options; records and what the document leaves
 * empty from public facts, Options).
 */

import { acknowledgementView } from '../columns/plain-views.ts';
import { endpoint, requiredParam } from '../define.ts';
import { accountRead, tradeWrite } from '../endpoint-defaults.ts';
import {
  ORDER_TYPES_OPTIONS,
  RESPONSE_TYPES_FUTURES,
  SIDES,
  STP_MODES,
  TIME_IN_FORCE_SPOT,
} from '../enums/orders.ts';
import { BATCH_NOTE, batchParam, newClientOrderId, orderId, origClientOrderId } from '../order-params.ts';
import { endTime, factsParam, limit, startNotAfterEnd, startTime, todayParam } from '../params.ts';
import type { Rule } from '../types.ts';
import {
  mmpProof,
  optionBatchProof,
  optionCancelProof,
  optionOrderProof,
  zeroCodeProof,
} from '../write-proofs.ts';
import { optionsBlockOrders } from './block-orders.ts';
import { optionsCancellations } from './cancellations.ts';
import { contract, optionOrderRules, underlying } from './contract.ts';
import { mmpView, view } from './order-views.ts';

const write = tradeWrite('options');
const read = accountRead('options');

/** Parameters of a new order. */
export const orderParams = {
  symbol: requiredParam(contract),
  side: requiredParam({ type: 'ENUM', about: 'Side', values: SIDES }),
  type: requiredParam({ type: 'ENUM', about: 'Order type', values: ORDER_TYPES_OPTIONS }),
  quantity: requiredParam({ type: 'DECIMAL', about: 'Amount of the underlying', above: '0' }),
  price: { type: 'DECIMAL', about: 'Limit price' },
  timeInForce: {
    type: 'ENUM',
    about: 'Time in force; GTX is post-only',
    values: TIME_IN_FORCE_SPOT,
    today: { alsoValues: ['GTX'] },
  },
  reduceOnly: { type: 'BOOLEAN', about: 'Reduce-only', default: false },
  postOnly: {
    type: 'BOOLEAN',
    about: 'Post-only: reject the order if it would match immediately',
    default: false,
  },
  newOrderRespType: {
    type: 'ENUM',
    about: 'Response type',
    values: RESPONSE_TYPES_FUTURES,
    default: 'ACK',
  },
  clientOrderId: newClientOrderId,
  isMmp: { type: 'BOOLEAN', about: 'Counts for market maker protection', default: false },
  selfTradePreventionMode: todayParam({
    type: 'ENUM',
    about: 'Self-trade prevention mode',
    values: STP_MODES,
  }),
} as const;

/** The rule that a limit order needs a price. */
export const orderRules = [
  { rule: 'needs-by-value', param: 'type', needs: { LIMIT: ['price'] } },
] as const satisfies readonly Rule<keyof typeof orderParams>[];

const oneOfTwoIds = [{ rule: 'at-least-one', of: ['orderId', 'clientOrderId'] }] as const;

/** Today's interface has limit orders only; the code is that of an unknown order type (our choice). */
const LIMIT_ONLY = {
  param: 'type',
  values: ['MARKET'],
  code: -1116,
  text: 'Invalid orderType.',
  instead: 'Place a LIMIT order; with the time in force IOC, what its price does not fill at once expires.',
} as const;

export const orderNew = endpoint({
  ...write,
  id: 'options.order.new',
  answersOne: true,
  proof: optionOrderProof,
  summary: 'Place an order',
  method: 'POST',
  path: '/eapi/v1/order',
  weight: 1,
  params: orderParams,
  rules: orderRules,
  lookup: 'options.order.get',
  clientIds: { noun: 'order', param: 'clientOrderId' },
  orderRules: optionOrderRules,
  today: { refuses: LIMIT_ONLY },
  view,
});

export const orderBatch = endpoint({
  ...write,
  id: 'options.order.batch',
  proof: optionBatchProof,
  summary: 'Place up to 20 orders at once',
  method: 'POST',
  path: '/eapi/v1/batchOrders',
  weight: 5,
  params: {
    orders: batchParam(orderParams, orderRules, 20),
  },
  lookup: 'options.order.get',
  clientIds: { noun: 'order', param: 'clientOrderId', listField: 'orders' },
  orderRules: optionOrderRules,
  today: { refuses: { ...LIMIT_ONLY, list: 'orders' } },
  view,
  notes: [BATCH_NOTE, 'Live hosts allow 10 orders in a batch.'],
});

export const orderGet = endpoint({
  ...read,
  id: 'options.order.get',
  answersOne: true,
  summary: 'Look up an order',
  path: '/eapi/v1/order',
  weight: 1,
  params: { symbol: requiredParam(contract), orderId, clientOrderId: origClientOrderId },
  rules: oneOfTwoIds,
  lookupFields: {
    param: 'clientOrderId',
    idField: 'clientOrderId',
    timeFields: ['createTime', 'createDate'],
    echoes: {
      symbol: ['symbol'],
      side: ['side'],
      type: ['type'],
      quantity: ['quantity'],
      price: ['price'],
    },
    open: 'options.open-orders',
    history: 'options.order-history',
  },
  view,
});

export const openOrders = endpoint({
  ...read,
  origin: 'today',
  id: 'options.open-orders',
  summary: 'Open orders, of one option or of all',
  path: '/eapi/v1/openOrders',
  weight: { by: 'presence', param: 'symbol', present: 1, absent: 40 },
  params: {
    symbol: todayParam({ ...contract, about: 'Option; all if omitted' }),
    orderId: todayParam({ ...orderId, about: 'First order id, inclusive' }),
    startTime: todayParam(startTime),
    endTime: todayParam(endTime),
  },
  rules: [startNotAfterEnd],
  view,
});

export const orderCancel = endpoint({
  ...write,
  id: 'options.order.cancel',
  answersOne: true,
  proof: optionCancelProof,
  summary: 'Cancel an order',
  inWords: 'Cancel order {orderId|clientOrderId} of {symbol} on options',
  method: 'DELETE',
  path: '/eapi/v1/order',
  weight: 1,
  params: {
    symbol: factsParam(requiredParam(contract)),
    orderId: factsParam(orderId),
    clientOrderId: factsParam(origClientOrderId),
  },
  rules: oneOfTwoIds,
  lookup: 'options.order.get',
  view,
});

export const openOrdersCancel = endpoint({
  ...write,
  id: 'options.open-orders.cancel',
  proof: zeroCodeProof,
  summary: 'Cancel all open orders of an option',
  inWords: 'Cancel all open orders of {symbol} on options',
  method: 'DELETE',
  path: '/eapi/v1/allOpenOrders',
  weight: 1,
  params: { symbol: requiredParam(contract) },
  lookup: 'options.open-orders',
  view: acknowledgementView,
  today: { weight: 5 },
});

export const historyOrders = endpoint({
  ...read,
  id: 'options.order-history',
  summary: 'Orders that ended in the last 5 days',
  path: '/eapi/v1/historyOrders',
  weight: 5,
  params: {
    symbol: requiredParam(contract),
    orderId: { ...orderId, about: 'First order id, inclusive' },
    startTime,
    endTime,
    limit: limit(500, 1000),
  },
  rules: [startNotAfterEnd],
  pages: { by: 'id', from: 'orderId', limit: 'limit', at: 'orderId' },
  view,
  today: { weight: 3 },
});

export const mmpSet = endpoint({
  ...write,
  id: 'options.mmp.set',
  proof: mmpProof,
  summary: 'Set market maker protection',
  inWords:
    'Set market maker protection of {underlying}: window {windowTimeInMilliseconds} ms, frozen {frozenTimeInMilliseconds} ms, quantity {qtyLimit}, delta {deltaLimit}',
  method: 'POST',
  path: '/eapi/v1/mmpSet',
  weight: 1,
  params: {
    underlying: requiredParam(underlying),
    // The bounds of the window time and of the frozen time come from public facts.
    windowTimeInMilliseconds: requiredParam({
      type: 'LONG',
      about: 'Window in which trades are counted, in ms',
      above: 0,
      max: 5000,
    }),
    frozenTimeInMilliseconds: requiredParam({
      type: 'LONG',
      about: 'How long new orders are refused then, in ms; with 0 until it is set again',
      min: 0,
    }),
    qtyLimit: requiredParam({ type: 'DECIMAL', about: 'Traded quantity that triggers it' }),
    deltaLimit: requiredParam({ type: 'DECIMAL', about: 'Net delta that triggers it' }),
  },
  verifiedBy: {
    noun: 'protection',
    query: 'options.mmp.get',
    by: 'state',
    queryParams: { underlying: 'underlying' },
    echoes: {
      windowTimeInMilliseconds: 'windowTimeInMilliseconds',
      frozenTimeInMilliseconds: 'frozenTimeInMilliseconds',
      qtyLimit: 'qtyLimit',
      deltaLimit: 'deltaLimit',
    },
  },
  view: mmpView,
});

export const mmpGet = endpoint({
  ...read,
  id: 'options.mmp.get',
  summary: 'Market maker protection as it is set',
  path: '/eapi/v1/mmpSet',
  weight: 1,
  params: { underlying: requiredParam(underlying) },
  view: mmpView,
  today: { path: '/eapi/v1/mmp' },
});

export const optionsTrading = [
  orderNew,
  orderBatch,
  orderGet,
  orderCancel,
  openOrdersCancel,
  openOrders,
  historyOrders,
  mmpSet,
  mmpGet,
  ...optionsCancellations,
  ...optionsBlockOrders,
] as const;
