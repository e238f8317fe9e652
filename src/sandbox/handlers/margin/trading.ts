/** Orders and trades on margin (interface document, Margin; records from the public facts, Margin). */
import type { SideEffect } from '../../engine/margin/orders.ts';
import { isOpen } from '../../engine/spot/orders.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { optionalId } from '../account-values.ts';
import { historyQuery, orderBounds, selectArchiveRows } from '../history-query.ts';
import { symbolOf } from '../request-values.ts';
import { orderRequestOf } from '../spot/order-request.ts';
import {
  ackRecord,
  cancelRecord,
  fullRecord,
  queryRecord,
  resultRecord,
  tradeRecord,
} from './order-records.ts';
import { accountOf, marginEngineOf } from './values.ts';

/** The request handlers by endpoint id. */
export const marginOrderHandlers: Readonly<Record<string, Handler>> = {
  'margin.order.new': placeOrder,
  'margin.order.cancel': cancelOrder,
  'margin.open-orders.cancel': cancelAll,
  'margin.order.get': getOrder,
  'margin.open-orders': openOrders,
  'margin.all-orders': allOrders,
  'margin.my-trades': myTrades,
};

function placeOrder(call: SandboxCall): string {
  const { params, exchange, now } = call;
  const account = accountOf(call);
  const request = {
    order: orderRequestOf(call),
    sideEffect: (params.get('sideEffectType') ?? 'NO_SIDE_EFFECT') as SideEffect,
    repaysAtCancel: params.get('autoRepayAtCancel') === 'true',
  };
  const placed = marginEngineOf(call).orders.placeOrder(account, request, now);
  call.addHeaders?.(exchange.spot.counts.headers(account.trader.id, now));
  if (params.get('newOrderRespType') === 'FULL')
    return fullRecord(placed.order, placed.fills, placed.borrowed);
  return params.get('newOrderRespType') === 'RESULT' ? resultRecord(placed.order) : ackRecord(placed.order);
}

function cancelOrder(call: SandboxCall): string {
  const account = accountOf(call);
  const which = {
    ...orderIdsOf(call),
    requiredStatus: undefined,
    cancelClientOrderId: call.params.get('newClientOrderId'),
  };
  const { order, clientOrderId } = marginEngineOf(call).orders.cancelOrder(
    account,
    symbolOf(call),
    which,
    call.now,
  );
  return cancelRecord(order, clientOrderId);
}

function cancelAll(call: SandboxCall): string {
  const cancelled = marginEngineOf(call).orders.cancelAll(accountOf(call), symbolOf(call), call.now);
  return `[${cancelled.map(({ order, clientOrderId }) => cancelRecord(order, clientOrderId)).join(',')}]`;
}

function getOrder(call: SandboxCall): string {
  const order = call.exchange.spot.find(accountOf(call).trader, symbolOf(call), orderIdsOf(call));
  if (order === undefined) throw new SandboxRefusal(400, -2013, 'Order does not exist.');
  return queryRecord(order);
}

function openOrders(call: SandboxCall): string {
  const { spot } = call.exchange;
  const { trader } = accountOf(call);
  const wanted = call.params.has('symbol') ? symbolOf(call) : undefined;
  const open = [...spot.instruments]
    .filter((instrument) => wanted === undefined || instrument.symbol === wanted)
    .flatMap((instrument) => [...instrument.historyOf(trader.id).open].filter(isOpen))
    .sort((a, b) => a.time - b.time || (a.symbol.name < b.symbol.name ? -1 : 1));
  return `[${open.map(queryRecord).join(',')}]`;
}

function allOrders(call: SandboxCall): string {
  const { orders } = call.exchange.spot.instrumentOf(symbolOf(call)).historyOf(accountOf(call).trader.id);
  const rows = selectArchiveRows(orders, historyQuery(call, 'orderId'));
  return `[${rows.map(queryRecord).join(',')}]`;
}

function myTrades(call: SandboxCall): string {
  const { fills } = call.exchange.spot.instrumentOf(symbolOf(call)).historyOf(accountOf(call).trader.id);
  const orderId = optionalId(call, 'orderId');
  const rows = selectArchiveRows(fills, historyQuery(call, 'fromId'), orderBounds(orderId));
  return `[${rows.map(tradeRecord).join(',')}]`;
}

function orderIdsOf(call: SandboxCall) {
  return { orderId: optionalId(call, 'orderId'), clientOrderId: call.params.get('origClientOrderId') };
}
