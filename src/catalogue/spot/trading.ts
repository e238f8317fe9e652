/**
 * Spot orders (interface document, Spot trading and account and Spot order parameters; what the document leaves
 * open is taken from public facts and marked so).
 */

import { DAY_MS } from '../../core/time-units.ts';
import { termColumns } from '../columns/orders.ts';
import { emptyView } from '../columns/plain-views.ts';
import { dispute, endpoint, requiredParam } from '../define.ts';
import { CANCEL_RESTRICTIONS } from '../enums/orders.ts';
import { orderId, orderIdRequired, origClientOrderId, positive, spotOrderRules } from '../order-params.ts';
import { clientOrderId, endTime, factsParam, limit, maxSpanRules, startTime, symbol } from '../params.ts';
import { amendProof, cancelAllProof, orderProof, spotCancelProof } from '../write-proofs.ts';
import { orderAmendments } from './amendments.ts';
import { orderReplace } from './cancel-replace.ts';
import { orderColumns, orderParams, orderRules, spotOrderRepeats } from './orders.ts';
import { sorNew, sorTest } from './sor.ts';

export const orderNew = endpoint({
  id: 'spot.order.new',
  answersOne: true,
  proof: orderProof,
  product: 'spot',
  summary: 'Place an order',
  origin: 'document',
  method: 'POST',
  path: '/api/v3/order',
  security: 'TRADE',
  effect: 'write',
  wsMethod: 'order.place',
  weight: 1,
  params: orderParams,
  rules: orderRules,
  lookup: 'spot.order.get',
  clientIds: { noun: 'order', param: 'newClientOrderId' },
  testEndpoint: 'spot.order.test',
  orderRules: spotOrderRules,
  view: { shape: 'rows', columns: orderColumns },
  notes: ['A stop or take-profit order requires stopPrice, trailingDelta or both.'],
  sourceNotes: [
    'The document requires stopPrice of stop and take-profit orders; public facts allow trailingDelta alone.',
  ],
});

export const orderTest = endpoint({
  id: 'spot.order.test',
  product: 'spot',
  summary: 'Check an order without placing it',
  origin: 'document',
  method: 'POST',
  path: '/api/v3/order/test',
  security: 'TRADE',
  effect: 'dry-run',
  wsMethod: 'order.test',
  weight: dispute(
    1,
    { by: 'presence', param: 'computeCommissionRates', present: 20, absent: 1 },
    'second',
    'the document lists 1; with commission rates the live interface counts 20',
  ),
  params: {
    ...orderParams,
    computeCommissionRates: {
      type: 'BOOLEAN',
      about: 'Answer with the commission it would cost',
      default: false,
      origin: 'facts',
    },
  },
  rules: orderRules,
  orderRules: spotOrderRules,
  view: emptyView,
});

export const orderCancel = endpoint({
  id: 'spot.order.cancel',
  answersOne: true,
  proof: spotCancelProof,
  product: 'spot',
  summary: 'Cancel an order',
  inWords: 'Cancel order {orderId|origClientOrderId} of {symbol}',
  origin: 'document',
  method: 'DELETE',
  path: '/api/v3/order',
  security: 'TRADE',
  effect: 'write',
  wsMethod: 'order.cancel',
  weight: 1,
  params: {
    symbol: requiredParam(symbol),
    orderId,
    origClientOrderId,
    newClientOrderId: { ...clientOrderId, about: 'Client id of the cancellation' },
    cancelRestrictions: {
      type: 'ENUM',
      about: 'Cancel only an order in this state',
      values: CANCEL_RESTRICTIONS,
    },
  },
  rules: orderIdRequired,
  lookup: 'spot.order.get',
  view: { shape: 'rows', columns: orderColumns },
});

export const orderGet = endpoint({
  id: 'spot.order.get',
  answersOne: true,
  product: 'spot',
  summary: 'Look up an order',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/order',
  security: 'USER_DATA',
  effect: 'read',
  wsMethod: 'order.status',
  weight: 4,
  params: {
    symbol: requiredParam(symbol),
    orderId,
    origClientOrderId,
  },
  rules: orderIdRequired,
  lookupFields: {
    param: 'origClientOrderId',
    idField: 'clientOrderId',
    timeFields: ['time'],
    echoes: spotOrderRepeats,
    open: 'spot.open-orders',
    history: 'spot.all-orders',
  },
  view: { shape: 'rows', columns: orderColumns },
});

export const openOrders = endpoint({
  id: 'spot.open-orders',
  product: 'spot',
  summary: 'Open orders, of one symbol or of all',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/openOrders',
  security: 'USER_DATA',
  effect: 'read',
  wsMethod: 'openOrders.status',
  weight: dispute(
    6,
    { by: 'presence', param: 'symbol', present: 6, absent: 80 },
    'second',
    'the first listing gives 6; the second 6 with a symbol and 80 without, which is in force today',
  ),
  params: { symbol },
  view: { shape: 'rows', columns: orderColumns },
});

export const allOrders = endpoint({
  id: 'spot.all-orders',
  product: 'spot',
  summary: 'All orders of a symbol: open, filled, cancelled',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/allOrders',
  security: 'USER_DATA',
  effect: 'read',
  wsMethod: 'allOrders',
  weight: 20,
  params: {
    symbol: requiredParam(symbol),
    orderId: { ...orderId, about: 'First order id, inclusive' },
    startTime,
    endTime,
    limit: limit(500, 1000),
  },
  rules: maxSpanRules(DAY_MS),
  pages: { by: 'id', from: 'orderId', limit: 'limit', at: 'orderId' },
  view: { shape: 'rows', columns: orderColumns },
});

export const openOrdersCancel = endpoint({
  id: 'spot.open-orders.cancel',
  proof: cancelAllProof,
  product: 'spot',
  summary: 'Cancel all open orders of a symbol, order lists included',
  inWords: 'Cancel all open orders of {symbol}',
  origin: 'document',
  method: 'DELETE',
  path: '/api/v3/openOrders',
  security: 'TRADE',
  effect: 'write',
  wsMethod: 'openOrders.cancelAll',
  weight: 1,
  params: { symbol: factsParam(requiredParam(symbol)) },
  lookup: 'spot.open-orders',
  view: {
    shape: 'rows',
    columns: [
      ...orderColumns,
      { name: 'contingencyType', title: 'list type', is: 'text', hidden: true },
      { name: 'listStatusType', title: 'list status', is: 'text', hidden: true },
      { name: 'listOrderStatus', title: 'list orders', is: 'text', hidden: true },
      { name: 'listClientOrderId', title: 'client id of the list', is: 'text', hidden: true },
      { name: 'transactionTime', title: 'list transacted', is: 'time', hidden: true },
      { name: 'orders', is: 'text', wire: 'list', hidden: true },
      { name: 'orderReports', title: 'orders of the list', is: 'text', wire: 'list', hidden: true },
    ],
  },
});

export const orderAmend = endpoint({
  id: 'spot.order.amend',
  answersOne: true,
  proof: amendProof,
  product: 'spot',
  summary: 'Reduce the quantity of an order (keeps priority)',
  inWords: 'Reduce the quantity of order {orderId|origClientOrderId} of {symbol} to {newQty}',
  origin: 'document',
  method: 'PUT',
  path: '/api/v3/order/amend/keepPriority',
  security: 'TRADE',
  effect: 'write',
  wsMethod: 'order.amend.keepPriority',
  weight: 1,
  params: {
    symbol: factsParam(requiredParam(symbol)),
    orderId: factsParam(orderId),
    origClientOrderId: factsParam(origClientOrderId),
    newClientOrderId: factsParam({
      ...clientOrderId,
      about: 'Client id of the order from then on; generated if omitted',
    }),
    newQty: factsParam(requiredParam({ ...positive, about: 'New quantity, below the current one' })),
  },
  rules: orderIdRequired,
  lookup: 'spot.order.get',
  clientIds: { noun: 'amendment', param: 'newClientOrderId', isChange: true },
  orderRules: spotOrderRules,
  view: {
    shape: 'rows',
    rowsAt: 'amendedOrder',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'orderId', title: 'order', is: 'integer' },
      ...termColumns,
      { name: 'qty', title: 'quantity', is: 'decimal' },
      { name: 'executedQty', title: 'executed', is: 'decimal' },
      { name: 'status', is: 'text' },
      { name: 'clientOrderId', title: 'client id', is: 'text' },
      { name: 'origClientOrderId', title: 'client id before', is: 'text', hidden: true },
      { name: 'orderListId', title: 'list', is: 'integer', hidden: true, noneAt: '-1' },
      { name: 'preventedQty', title: 'prevented', is: 'decimal', hidden: true },
      { name: 'quoteOrderQty', title: 'quote quantity', is: 'decimal', hidden: true },
      { name: 'cumulativeQuoteQty', title: 'quote filled', is: 'decimal', hidden: true },
      { name: 'workingTime', title: 'working since', is: 'time', hidden: true, noneAt: '-1' },
      { name: 'selfTradePreventionMode', title: 'self-trade prevention', is: 'text', hidden: true },
    ],
  },
  today: { weight: 4 },
  notes: ['Live hosts count weight 0 if the amendment ends the order.'],
});

export const spotTrading = [
  orderNew,
  orderTest,
  orderCancel,
  openOrdersCancel,
  orderGet,
  openOrders,
  allOrders,
  orderAmend,
  orderAmendments,
  orderReplace,
  sorNew,
  sorTest,
] as const;
