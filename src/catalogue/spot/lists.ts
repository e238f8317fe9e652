/**
 * Spot order lists: two orders of which one cancels the other (interface document, OCO order parameters; what the
 * document leaves open from public facts, Spot trading).
 */
import { DAY_MS } from '../../core/time-units.ts';
import { endpoint, requiredParam } from '../define.ts';
import { accountRead, tradeWrite } from '../endpoint-defaults.ts';
import { SIDES, TIME_IN_FORCE_SPOT } from '../enums/orders.ts';
import {
  FREE_IF_DONE,
  newOrderRespType,
  positive,
  selfTradePreventionMode,
  spotOrderRules,
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
} from '../params.ts';
import type { Column, Param } from '../types.ts';
import { listCancelProof, orderListProof } from '../write-proofs.ts';

const write = tradeWrite('spot');
const read = accountRead('spot');

const orderListId = {
  type: 'LONG',
  about: "The exchange's number of the list",
  min: 0,
} as const satisfies Param;
const listId = { ...clientOrderId, about: 'Client id of the order list' } as const;

const listColumns = [
  { name: 'symbol', is: 'text' },
  { name: 'orderListId', title: 'list', is: 'integer' },
  { name: 'contingencyType', title: 'type', is: 'text' },
  { name: 'listStatusType', title: 'status', is: 'text' },
  { name: 'listOrderStatus', title: 'orders', is: 'text' },
  { name: 'listClientOrderId', title: 'client id', is: 'text' },
  { name: 'transactionTime', title: 'transacted', is: 'time' },
  { name: 'orders', title: 'order ids', is: 'text', wire: 'list', hidden: true },
  { name: 'orderReports', title: 'order reports', is: 'text', wire: 'list', hidden: true },
] as const satisfies readonly Column[];

/** The view in which order lists are shown. */
export const listView = { shape: 'rows', columns: listColumns } as const;

export const ocoNew = endpoint({
  ...write,
  id: 'spot.oco.new',
  answersOne: true,
  proof: orderListProof,
  summary: 'Place an OCO order list: a limit order and a stop order',
  inWords:
    '{side} {quantity} of {symbol} at {price}; or STOP_LOSS[_LIMIT at {stopLimitPrice}] triggered at {stopPrice}',
  wsMethod: 'orderList.place',
  method: 'POST',
  path: '/api/v3/order/oco',
  weight: 1,
  params: {
    symbol: requiredParam(symbol),
    listClientOrderId: { ...clientOrderId, about: 'Client id of the order list; generated if omitted' },
    side: requiredParam({ type: 'ENUM', about: 'Side of both orders', values: SIDES }),
    quantity: requiredParam({ ...positive, about: 'Amount of the base asset, of each order' }),
    limitClientOrderId: { ...clientOrderId, about: 'Client id of the limit order' },
    price: requiredParam({ ...positive, about: 'Price of the limit order' }),
    limitIcebergQty: { ...positive, about: 'Iceberg quantity of the limit order' },
    stopClientOrderId: { ...clientOrderId, about: 'Client id of the stop order' },
    stopPrice: requiredParam({ ...positive, about: 'Trigger price of the stop order' }),
    stopLimitPrice: { ...positive, about: 'Limit price of the stop order; a market order if omitted' },
    stopIcebergQty: { ...positive, about: 'Iceberg quantity of the stop order' },
    stopLimitTimeInForce: {
      type: 'ENUM',
      about: 'Time in force of the triggered stop order',
      values: TIME_IN_FORCE_SPOT,
    },
    newOrderRespType: { ...newOrderRespType, about: 'Response type of each order' },
    selfTradePreventionMode,
    limitStrategyId: factsParam({
      type: 'LONG',
      about: 'Strategy id, for the limit order',
    }),
    limitStrategyType: factsParam({ type: 'INT', about: 'Strategy type, for the limit order' }),
    stopStrategyId: factsParam({ type: 'LONG', about: 'Strategy id, for the stop order' }),
    stopStrategyType: factsParam({ type: 'INT', about: 'Strategy type, for the stop order' }),
    trailingDelta: factsParam({
      type: 'LONG',
      about: 'Distance of a trailing stop order',
      unit: 'bips',
      min: 1,
    }),
  },
  rules: [{ rule: 'only-with', param: 'stopLimitPrice', needs: ['stopLimitTimeInForce'] }],
  lookup: 'spot.order-list.get',
  clientIds: {
    noun: 'order list',
    param: 'listClientOrderId',
    parts: { params: ['limitClientOrderId', 'stopClientOrderId'], lookup: 'spot.order.get' },
  },
  orderRules: spotOrderRules,
  view: listView,
  notes: [
    'To sell, the limit price is above and the stop price below the market; to buy, the other way round.',
  ],
});

export const listCancel = endpoint({
  ...write,
  id: 'spot.order-list.cancel',
  answersOne: true,
  proof: listCancelProof,
  summary: 'Cancel an order list with both of its orders',
  inWords: 'Cancel order list {orderListId|listClientOrderId} of {symbol}',
  wsMethod: 'orderList.cancel',
  method: 'DELETE',
  path: '/api/v3/orderList',
  weight: 1,
  params: {
    symbol: factsParam(requiredParam(symbol)),
    orderListId: factsParam(orderListId),
    listClientOrderId: factsParam(listId),
    newClientOrderId: factsParam({ ...clientOrderId, about: 'Client id of the cancellation' }),
  },
  rules: [{ rule: 'at-least-one', of: ['orderListId', 'listClientOrderId'] }],
  lookup: 'spot.order-list.get',
  view: listView,
  notes: [FREE_IF_DONE],
});

export const listGet = endpoint({
  ...read,
  id: 'spot.order-list.get',
  answersOne: true,
  summary: 'Look up an order list',
  wsMethod: 'orderList.status',
  path: '/api/v3/orderList',
  weight: 4,
  params: { orderListId: factsParam(orderListId), origClientOrderId: factsParam(listId) },
  rules: [{ rule: 'at-least-one', of: ['orderListId', 'origClientOrderId'] }],
  lookupFields: {
    param: 'origClientOrderId',
    idField: 'listClientOrderId',
    timeFields: ['transactionTime'],
    echoes: { symbol: ['symbol'] },
    open: 'spot.open-order-lists',
    history: 'spot.all-order-lists',
    part: 'spot.order.get',
  },
  view: listView,
});

export const allLists = endpoint({
  ...read,
  id: 'spot.all-order-lists',
  summary: 'All order lists: open, done, cancelled',
  wsMethod: 'allOrderLists',
  path: '/api/v3/allOrderList',
  weight: 20,
  params: {
    fromId: factsParam({ ...fromId, about: 'First order list id, inclusive; not with times' }),
    startTime: factsParam(startTime),
    endTime: factsParam(endTime),
    limit: factsParam(limit(500, 1000)),
  },
  rules: [
    {
      rule: 'combinations',
      of: ['fromId', 'startTime', 'endTime'],
      allowed: [['fromId'], ['startTime'], ['endTime'], ['startTime', 'endTime']],
    },
    ...maxSpanRules(DAY_MS),
  ],
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'orderListId' },
  view: listView,
});

export const openLists = endpoint({
  ...read,
  id: 'spot.open-order-lists',
  summary: 'Open order lists',
  wsMethod: 'openOrderLists.status',
  path: '/api/v3/openOrderList',
  weight: 6,
  params: {},
  view: listView,
});

export const spotLists = [ocoNew, listCancel, listGet, allLists, openLists] as const;
