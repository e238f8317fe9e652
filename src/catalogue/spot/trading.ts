/**
 * Spot orders (interface document, Spot trading and account and Spot order parameters; what the document leaves
 * open is taken from public facts and marked so).
 */
import { disputed, endpoint, required } from '../define.ts';
import { CANCEL_RESTRICTIONS, ORDER_TYPES_SPOT } from '../enums/orders.ts';
import { progressColumns, termColumns } from '../order-columns.ts';
import {
  icebergQty,
  newClientOrderId,
  newOrderRespType,
  oneOfTwoIds,
  orderId,
  origClientOrderId,
  positive,
  price,
  quantity,
  quoteOrderQty,
  ruledBySpot,
  selfTradePreventionMode,
  side,
  stopPrice,
  timeInForce,
} from '../order-params.ts';
import { clientOrderId, endTime, fromFacts, limit, startTime, symbol, withinSpan } from '../params.ts';
import { nothingView } from '../plain-views.ts';
import type { Column, Rule } from '../types.ts';
import { orderAmendments } from './amendments.ts';

const DAY_MS = 86_400_000;

/** Parameters of a new order; which of them are needed depends on its type. */
export const orderParams = {
  symbol: required(symbol),
  side: required(side),
  type: required({ type: 'ENUM', about: 'Order type', values: ORDER_TYPES_SPOT }),
  timeInForce,
  quantity,
  quoteOrderQty,
  price,
  newClientOrderId,
  strategyId: {
    type: 'LONG',
    about: 'Your own number of a strategy (INT in one listing, LONG in the other)',
  },
  strategyType: {
    type: 'INT',
    about: 'Your own kind of strategy; one place says at least 1000000, another below 1000000',
  },
  stopPrice,
  trailingDelta: { type: 'LONG', about: 'Distance of a trailing stop', unit: 'bips', min: 1 },
  icebergQty,
  newOrderRespType,
  selfTradePreventionMode,
  goodTillDate: { type: 'LONG', about: 'Time until which it stays', unit: 'ms' },
} as const;

const stopOrTrail = { anyOf: ['stopPrice', 'trailingDelta'] } as const;

/** What each type needs, and what does not go with a type. */
export const orderRules = [
  {
    rule: 'needs-by-value',
    param: 'type',
    needs: {
      LIMIT: ['timeInForce', 'quantity', 'price'],
      MARKET: [{ anyOf: ['quantity', 'quoteOrderQty'] }],
      STOP_LOSS: ['quantity', stopOrTrail],
      TAKE_PROFIT: ['quantity', stopOrTrail],
      STOP_LOSS_LIMIT: ['timeInForce', 'quantity', 'price', stopOrTrail],
      TAKE_PROFIT_LIMIT: ['timeInForce', 'quantity', 'price', stopOrTrail],
      LIMIT_MAKER: ['quantity', 'price'],
    },
  },
  { rule: 'at-most-one', of: ['quantity', 'quoteOrderQty'] },
] as const satisfies readonly Rule<keyof typeof orderParams>[];

/** What the record of an order repeats of the parameters that made or amended it. */
export const spotOrderRepeats = {
  symbol: ['symbol'],
  side: ['side'],
  type: ['type'],
  quantity: ['origQty'],
  newQty: ['origQty'],
  quoteOrderQty: ['origQuoteOrderQty'],
  price: ['price'],
} as const;

/** Columns of an order, of an order's query and of its placement. */
export const orderColumns = [
  { name: 'symbol', is: 'text' },
  { name: 'orderId', title: 'order', is: 'integer' },
  ...termColumns,
  ...progressColumns,
  { name: 'updateTime', title: 'updated', is: 'time', aside: true },
  { name: 'transactTime', title: 'transacted', is: 'time' },
  { name: 'origClientOrderId', title: 'client id of the order', is: 'text', aside: true },
  { name: 'orderListId', title: 'list', is: 'integer', aside: true },
  { name: 'stopPrice', title: 'stop', is: 'decimal', aside: true },
  { name: 'icebergQty', title: 'iceberg', is: 'decimal', aside: true },
  { name: 'isWorking', title: 'working', is: 'boolean', aside: true },
  { name: 'workingTime', title: 'working since', is: 'time', aside: true },
  { name: 'origQuoteOrderQty', title: 'quote quantity', is: 'decimal', aside: true },
  { name: 'selfTradePreventionMode', title: 'self-trade prevention', is: 'text', aside: true },
] as const satisfies readonly Column[];

export const orderNew = endpoint({
  id: 'spot.order.new',
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
  ownId: { noun: 'order', param: 'newClientOrderId' },
  testedBy: 'spot.order.test',
  ruledBy: ruledBySpot,
  view: { shape: 'rows', columns: orderColumns },
  notes: [
    'The document wants stopPrice of stop and take-profit orders, and trailingDelta beside it; trailingDelta alone is taken as well, as public facts have it.',
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
  weight: disputed(
    1,
    { by: 'presence', param: 'computeCommissionRates', present: 20, absent: 1 },
    'second',
    'the document lists 1; with commission rates the live service counts 20',
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
  ruledBy: ruledBySpot,
  view: nothingView,
});

export const orderCancel = endpoint({
  id: 'spot.order.cancel',
  product: 'spot',
  summary: 'Cancel an order',
  origin: 'document',
  method: 'DELETE',
  path: '/api/v3/order',
  security: 'TRADE',
  effect: 'write',
  wsMethod: 'order.cancel',
  weight: 1,
  params: {
    symbol: required(symbol),
    orderId,
    origClientOrderId,
    newClientOrderId: { ...clientOrderId, about: 'Your own id of the cancellation' },
    cancelRestrictions: {
      type: 'ENUM',
      about: 'Cancel only an order in this state',
      values: CANCEL_RESTRICTIONS,
    },
  },
  rules: oneOfTwoIds,
  lookup: 'spot.order.get',
  view: { shape: 'rows', columns: orderColumns },
});

export const orderGet = endpoint({
  id: 'spot.order.get',
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
    symbol: required(symbol),
    orderId,
    origClientOrderId,
  },
  rules: oneOfTwoIds,
  shows: {
    by: 'origClientOrderId',
    id: 'clientOrderId',
    time: ['time'],
    repeats: spotOrderRepeats,
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
  weight: disputed(
    6,
    { by: 'presence', param: 'symbol', present: 6, absent: 80 },
    'second',
    'the first listing gives 6; the second 6 with a symbol and 80 without, which is in force on the live service',
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
    symbol: required(symbol),
    orderId: { ...orderId, about: 'First order wanted, inclusive' },
    startTime,
    endTime,
    limit: limit(500, 1000),
  },
  rules: withinSpan(DAY_MS),
  pages: { by: 'id', from: 'orderId', limit: 'limit', at: 'orderId' },
  view: { shape: 'rows', columns: orderColumns },
});

export const openOrdersCancel = endpoint({
  id: 'spot.open-orders.cancel',
  product: 'spot',
  summary: 'Cancel all open orders of a symbol, order lists included',
  origin: 'document',
  method: 'DELETE',
  path: '/api/v3/openOrders',
  security: 'TRADE',
  effect: 'write',
  wsMethod: 'openOrders.cancelAll',
  weight: 1,
  params: { symbol: fromFacts(required(symbol)) },
  lookup: 'spot.open-orders',
  view: {
    shape: 'rows',
    columns: [
      ...orderColumns,
      { name: 'contingencyType', title: 'list type', is: 'text', aside: true },
      { name: 'listStatusType', title: 'list status', is: 'text', aside: true },
      { name: 'listOrderStatus', title: 'list orders', is: 'text', aside: true },
      { name: 'listClientOrderId', title: 'client id of the list', is: 'text', aside: true },
      { name: 'transactionTime', title: 'list transacted', is: 'time', aside: true },
      { name: 'orders', is: 'text', aside: true },
      { name: 'orderReports', title: 'orders of the list', is: 'text', aside: true },
    ],
  },
});

export const orderAmend = endpoint({
  id: 'spot.order.amend',
  product: 'spot',
  summary: 'Make an order smaller; it keeps its place in the queue',
  origin: 'document',
  method: 'PUT',
  path: '/api/v3/order/amend/keepPriority',
  security: 'TRADE',
  effect: 'write',
  wsMethod: 'order.amend.keepPriority',
  weight: 1,
  params: {
    symbol: fromFacts(required(symbol)),
    orderId: fromFacts(orderId),
    origClientOrderId: fromFacts(origClientOrderId),
    newClientOrderId: fromFacts({
      ...clientOrderId,
      about: 'Your own id of the order from then on; one is made when absent',
    }),
    newQty: fromFacts(required({ ...positive, about: 'New quantity, below the one it has' })),
  },
  rules: oneOfTwoIds,
  lookup: 'spot.order.get',
  ownId: { noun: 'amendment', param: 'newClientOrderId', isChange: true },
  ruledBy: ruledBySpot,
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
      { name: 'origClientOrderId', title: 'client id before', is: 'text', aside: true },
      { name: 'orderListId', title: 'list', is: 'integer', aside: true },
      { name: 'preventedQty', title: 'prevented', is: 'decimal', aside: true },
      { name: 'quoteOrderQty', title: 'quote quantity', is: 'decimal', aside: true },
      { name: 'cumulativeQuoteQty', title: 'quote executed', is: 'decimal', aside: true },
      { name: 'workingTime', title: 'working since', is: 'time', aside: true },
      { name: 'selfTradePreventionMode', title: 'self-trade prevention', is: 'text', aside: true },
    ],
  },
  notes: ['The live service counts 4.'],
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
] as const;
