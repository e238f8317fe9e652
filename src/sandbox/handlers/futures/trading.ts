/**
 * Orders of USD-M and COIN-M futures (interface document, USD-margined futures and Coin-margined futures).
 */

import { FUTURES_PRODUCTS } from '../../../catalogue/futures-products.ts';
import { DAY_MS } from '../../../core/time-units.ts';
import type { FuturesOrder } from '../../engine/futures/orders.ts';
import { createRefusal, Refusal } from '../../engine/refusal.ts';
import type { KeyRanges } from '../../engine/state/rows.ts';
import { checkElements } from '../../gate/list-elements.ts';
import { assertElementServedToday } from '../../gate/served-interface.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { optionalId, userOf } from '../account-values.ts';
import { selectArchiveRows } from '../history-query.ts';
import { optionalInteger, requiredInteger } from '../request-values.ts';
import { engineOf } from './engines.ts';
import { cancelRecord, placementRecord, queryRecord } from './order-records.ts';
import { orderRequestOf } from './order-request.ts';
import { contractOf } from './values.ts';

/**
 * How long closed orders without fills, and with fills, can be queried, in ms (public facts, USD-M trading).
 */
const UNFILLED_RETENTION_MS = 3 * DAY_MS;
const RETENTION_MS = 90 * DAY_MS;

/** The time span, in ms, of a history request that sends neither times nor ids. */
const DEFAULT_SPAN_MS = 7 * DAY_MS;

const HANDLERS_BY_ACTION = {
  'order.new': placeOrder,
  'order.batch': placeBatch,
  'order.cancel': cancelOrder,
  'open-orders.cancel': cancelAll,
  'order.get': getOrder,
  'open-orders': openOrders,
  'all-orders': allOrders,
} as const;

/** The request handlers of USD-M and COIN-M futures by endpoint id. */
export const futuresTradingHandlers: Readonly<Record<string, Handler>> = Object.fromEntries(
  FUTURES_PRODUCTS.flatMap((line) =>
    Object.entries(HANDLERS_BY_ACTION).map(([name, handler]) => [`${line}.${name}`, handler]),
  ),
);

function placeOrder(call: SandboxCall): string {
  return JSON.stringify(placeSingle(call, call.params));
}

function placeSingle(call: SandboxCall, params: ReadonlyMap<string, string>) {
  const user = userOf(call);
  const engine = engineOf(call);
  const order = engine.placeOrder(user, orderRequestOf(call, params), call.now);
  return placementRecord(order, params.get('newOrderRespType') !== 'RESULT');
}

/** Places each order of a batch on its own: one refusal does not affect the others. */
function placeBatch(call: SandboxCall): string {
  return JSON.stringify(
    checkElements(call.endpoint, call.params).map((element) =>
      resultOrRefusal(() => {
        if ('refusal' in element) throw element.refusal;
        if (call.interface === 'today') assertElementServedToday(call.endpoint, element.params);
        return placeSingle(call, element.params);
      }),
    ),
  );
}

/** Returns the result of one element of a batch, or its refusal as batches show it. */
export function resultOrRefusal<T>(
  execute: () => T,
): T | { readonly code: number | string; readonly msg: string } {
  try {
    return execute();
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return { code: thrown.code, msg: thrown.message };
  }
}

export function orderIdsOf(call: SandboxCall) {
  return { orderId: optionalId(call, 'orderId'), clientOrderId: call.params.get('origClientOrderId') };
}

function cancelOrder(call: SandboxCall): string {
  const order = engineOf(call).cancelOrder(userOf(call), contractOf(call), orderIdsOf(call), call.now);
  return JSON.stringify(cancelRecord(order));
}

function cancelAll(call: SandboxCall): string {
  engineOf(call).cancelAllOrders(userOf(call), contractOf(call), call.now);
  return '{"code":200,"msg":"The operation of cancel all open order is done."}';
}

function getOrder(call: SandboxCall): string {
  const order = engineOf(call).findOrder(userOf(call), contractOf(call), orderIdsOf(call));
  if (order === undefined || !isRetained(order, call.now))
    throw createRefusal(-2013, 'Order does not exist.');
  return JSON.stringify(queryRecord(order));
}

function isRetained({ status, executed, updateTime }: FuturesOrder, now: number): boolean {
  if (status === 'NEW' || status === 'PARTIALLY_FILLED') return true;
  return updateTime > now - (executed === 0 && status !== 'FILLED' ? UNFILLED_RETENTION_MS : RETENTION_MS);
}

/**
 * Returns a filter that orders of the requested symbol or pair pass; every order passes if neither is sent.
 */
function symbolFilter(call: SandboxCall): (order: FuturesOrder) => boolean {
  const pair = call.params.get('pair');
  if (call.params.has('symbol')) {
    const contract = contractOf(call);
    return (order) => order.contract === contract;
  }
  return (order) => pair === undefined || order.contract.pair === pair;
}

function openOrders(call: SandboxCall): string {
  const open = engineOf(call).accounts.openOrders(userOf(call)).filter(symbolFilter(call));
  return JSON.stringify(open.map(queryRecord));
}

function allOrders(call: SandboxCall): string {
  const { orders } = engineOf(call).accounts.historyOf(userOf(call));
  const isRequested = symbolFilter(call);
  const fromId = optionalId(call, 'orderId');
  const endTime = optionalInteger(call, 'endTime');
  const startTime =
    optionalInteger(call, 'startTime') ?? (fromId === undefined ? historyStart(call, endTime) : undefined);
  const isWindow = call.params.has('startTime') || fromId !== undefined;
  const bounds: KeyRanges = { time: [startTime ?? 0, endTime ?? Number.POSITIVE_INFINITY] };
  const query = {
    fromId,
    startTime: isWindow ? startTime : undefined,
    endTime,
    limit: requiredInteger(call, 'limit'),
  };
  const selected = selectArchiveRows(
    orders,
    query,
    bounds,
    (order) => isRequested(order) && isRetained(order, call.now),
  );
  return JSON.stringify(selected.map(queryRecord));
}

/** Returns the start time for a history request that sends no start time. */
export function historyStart({ now }: SandboxCall, endTime: number | undefined): number {
  return (endTime ?? now) - DEFAULT_SPAN_MS;
}
