/**
 * Orders and trades on margin (interface document, Margin; parameters that it leaves open and records from
 * public facts, Margin). The document lists no query of a single order; that of today's interface is declared
 * here, because otherwise an order whose outcome is unclear could not be looked up.
 */

import { DAY_MS } from '../../core/time-units.ts';
import { orderFillColumns, progressColumns, termColumns } from '../columns/orders.ts';
import { fillColumns, fillCostColumns } from '../columns/trades.ts';
import { endpoint, requiredParam } from '../define.ts';
import { accountRead, tradeWrite } from '../endpoint-defaults.ts';
import { ORDER_TYPES_MARGIN, SIDE_EFFECTS, SIDE_EFFECTS_TODAY } from '../enums/orders.ts';
import {
  icebergQty,
  newClientOrderId,
  newOrderRespType,
  orderId,
  orderIdRequired,
  origClientOrderId,
  price,
  quantity,
  quoteOrderQty,
  selfTradePreventionMode,
  side,
  spotOrderRules,
  stopPrice,
  timeInForce,
} from '../order-params.ts';
import {
  clientOrderId,
  endTime,
  factsParam,
  fromId,
  limit,
  maxSpanRules,
  startTime,
  symbol,
  todayParam,
} from '../params.ts';
import type { Column, Weight } from '../types.ts';
import { cancelAllProof, orderProof, spotCancelProof } from '../write-proofs.ts';
import { isIsolated, isolatedNeedsSymbol } from './isolated.ts';

const write = tradeWrite('margin');
const read = accountRead('margin');

const orderColumns = [
  { name: 'symbol', is: 'text' },
  { name: 'orderId', title: 'order', is: 'integer' },
  { name: 'isIsolated', title: 'isolated', is: 'boolean' },
  ...termColumns,
  { name: 'stopPrice', title: 'trigger', is: 'decimal', noneAt: '0' },
  ...progressColumns,
  { name: 'transactTime', title: 'transacted', is: 'time' },
  { name: 'updateTime', title: 'updated', is: 'time', hidden: true },
  { name: 'origClientOrderId', title: 'client id of the order', is: 'text', hidden: true },
  { name: 'icebergQty', title: 'iceberg', is: 'decimal', hidden: true },
  { name: 'isWorking', title: 'working', is: 'boolean', hidden: true },
  { name: 'selfTradePreventionMode', title: 'self-trade prevention', is: 'text', hidden: true },
  { name: 'marginBuyBorrowAmount', title: 'borrowed', is: 'decimal', wire: 'number', hidden: true },
  { name: 'marginBuyBorrowAsset', title: 'borrowed asset', is: 'text', hidden: true },
  { name: 'fills', is: 'text', hidden: true, items: orderFillColumns },
] as const satisfies readonly Column[];
const view = { shape: 'rows', columns: orderColumns } as const;
/** The view of cancelled orders, whose numbers are text. */
const cancelledView = {
  shape: 'rows',
  columns: orderColumns.map((column: Column) =>
    column.name === 'orderId' ? { ...column, wire: ['text', 'number'] as const } : column,
  ),
} as const;

/** The weight of orders on margin on the public hosts: more where an order may borrow (public facts, Margin). */
export const marginOrderWeightToday = {
  by: 'value',
  param: 'sideEffectType',
  values: ['MARGIN_BUY', 'AUTO_BORROW_REPAY'],
  among: 1500,
  otherwise: 6,
} as const satisfies Weight;

export const orderNew = endpoint({
  ...write,
  id: 'margin.order.new',
  answersOne: true,
  proof: orderProof,
  summary: 'Place an order on margin',
  method: 'POST',
  path: '/sapi/v1/margin/order',
  weight: 6,
  today: { weight: marginOrderWeightToday, isWeighedByAccount: true },
  params: {
    symbol: requiredParam(symbol),
    isIsolated,
    side: requiredParam(side),
    type: requiredParam({ type: 'ENUM', about: 'Order type', values: ORDER_TYPES_MARGIN }),
    quantity,
    quoteOrderQty,
    price,
    stopPrice,
    newClientOrderId,
    icebergQty,
    newOrderRespType,
    sideEffectType: {
      type: 'ENUM',
      about: 'Side effect: borrow the funds that the order lacks, or repay debt from its fills',
      values: SIDE_EFFECTS,
      today: { alsoValues: SIDE_EFFECTS_TODAY },
      default: 'NO_SIDE_EFFECT',
    },
    timeInForce,
    autoRepayAtCancel: {
      type: 'BOOLEAN',
      about: 'Repay what the order borrowed when it is cancelled unfilled',
      default: false,
      today: { default: true },
    },
    selfTradePreventionMode,
  },
  rules: [
    {
      rule: 'needs-by-value',
      param: 'type',
      needs: {
        LIMIT: ['timeInForce', 'quantity', 'price'],
        MARKET: [{ anyOf: ['quantity', 'quoteOrderQty'] }],
        STOP_LOSS_LIMIT: ['timeInForce', 'quantity', 'price', 'stopPrice'],
        TAKE_PROFIT_LIMIT: ['timeInForce', 'quantity', 'price', 'stopPrice'],
      },
    },
    { rule: 'at-most-one', of: ['quantity', 'quoteOrderQty'] },
  ],
  lookup: 'margin.order.get',
  clientIds: { noun: 'order', param: 'newClientOrderId' },
  orderRules: spotOrderRules,
  view,
  notes: [
    'MARGIN_BUY borrows what is missing when the order is placed, AUTO_REPAY repays from what its fills bring.',
    'AUTO_BORROW_REPAY does both.',
    'Live hosts repay what an unfilled order borrowed when it is cancelled, unless autoRepayAtCancel is false.',
  ],
  sourceNotes: [
    'The parameters that each type requires are those of spot orders; the document shows no table for margin.',
  ],
});

export const orderCancel = endpoint({
  ...write,
  id: 'margin.order.cancel',
  answersOne: true,
  proof: spotCancelProof,
  summary: 'Cancel an order on margin',
  inWords: 'Cancel order {orderId|origClientOrderId} of {symbol} on margin',
  method: 'DELETE',
  path: '/sapi/v1/margin/order',
  weight: 10,
  params: {
    symbol: factsParam(requiredParam(symbol)),
    isIsolated: factsParam(isIsolated),
    orderId: factsParam(orderId),
    origClientOrderId: factsParam(origClientOrderId),
    newClientOrderId: factsParam({ ...clientOrderId, about: 'Client id of the cancellation' }),
  },
  rules: orderIdRequired,
  lookup: 'margin.order.get',
  view: cancelledView,
  notes: ['The answer holds the order number as text.'],
});

export const orderGet = endpoint({
  ...read,
  origin: 'today',
  id: 'margin.order.get',
  answersOne: true,
  summary: 'Look up an order on margin',
  path: '/sapi/v1/margin/order',
  weight: 10,
  params: {
    symbol: todayParam(requiredParam(symbol)),
    isIsolated: todayParam(isIsolated),
    orderId: todayParam(orderId),
    origClientOrderId: todayParam(origClientOrderId),
  },
  rules: orderIdRequired,
  lookupFields: {
    param: 'origClientOrderId',
    idField: 'clientOrderId',
    timeFields: ['time'],
    echoes: {
      symbol: ['symbol'],
      side: ['side'],
      type: ['type'],
      quantity: ['origQty'],
      price: ['price'],
    },
    open: 'margin.open-orders',
    history: 'margin.all-orders',
  },
  view,
});

export const openOrdersCancel = endpoint({
  ...write,
  origin: 'today',
  id: 'margin.open-orders.cancel',
  proof: cancelAllProof,
  summary: 'Cancel all open orders on margin of a symbol, order lists included',
  inWords: 'Cancel all open orders of {symbol} on margin',
  method: 'DELETE',
  path: '/sapi/v1/margin/openOrders',
  weight: 1,
  params: { symbol: todayParam(requiredParam(symbol)), isIsolated: todayParam(isIsolated) },
  lookup: 'margin.open-orders',
  view: cancelledView,
});

export const openOrders = endpoint({
  ...read,
  id: 'margin.open-orders',
  summary: 'Open orders on margin, of one symbol or of all',
  path: '/sapi/v1/margin/openOrders',
  weight: 10,
  params: { symbol: factsParam(symbol), isIsolated: factsParam(isIsolated) },
  rules: [isolatedNeedsSymbol],
  view,
});

export const allOrders = endpoint({
  ...read,
  id: 'margin.all-orders',
  summary: 'All orders on margin of a symbol: open, filled, cancelled',
  path: '/sapi/v1/margin/allOrders',
  weight: 200,
  params: {
    symbol: factsParam(requiredParam(symbol)),
    isIsolated: factsParam(isIsolated),
    orderId: factsParam({ ...orderId, about: 'First order id, inclusive' }),
    startTime: factsParam(startTime),
    endTime: factsParam(endTime),
    limit: factsParam({ ...limit(500, 500), today: { max: 1000 } }),
  },
  rules: maxSpanRules(DAY_MS),
  pages: { by: 'id', from: 'orderId', limit: 'limit', at: 'orderId' },
  view,
});

export const myTrades = endpoint({
  ...read,
  id: 'margin.my-trades',
  summary: 'Trades of the margin account on a symbol',
  path: '/sapi/v1/margin/myTrades',
  weight: 10,
  params: {
    symbol: factsParam(requiredParam(symbol)),
    isIsolated: factsParam(isIsolated),
    orderId: factsParam({ ...orderId, about: 'Only trades of this order' }),
    startTime: factsParam(startTime),
    endTime: factsParam(endTime),
    fromId: factsParam({ ...fromId, about: 'First trade id, inclusive' }),
    limit: factsParam(limit(500, 1000)),
  },
  rules: maxSpanRules(DAY_MS),
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'id' },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'isIsolated', title: 'isolated', is: 'boolean' },
      { name: 'id', title: 'trade', is: 'integer' },
      ...fillColumns,
      ...fillCostColumns,
      { name: 'isBestMatch', is: 'boolean', hidden: true },
    ],
  },
});

export const marginOrders = [
  orderNew,
  orderCancel,
  openOrdersCancel,
  orderGet,
  openOrders,
  allOrders,
  myTrades,
] as const;
