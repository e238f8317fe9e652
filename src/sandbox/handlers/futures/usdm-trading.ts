/** Orders of both lines of futures (interface document, USD-margined futures and Coin-margined futures). */

import type { Endpoint, Params } from '../../../catalogue/types.ts';
import { DAY_MS } from '../../../core/time-units.ts';
import { checkArguments } from '../../../request/check.ts';
import type { FuturesOrder } from '../../engine/futures/orders.ts';
import { refused } from '../../engine/futures/refusals.ts';
import { Refusal } from '../../engine/refusal.ts';
import type { KeyRanges } from '../../engine/state/rows.ts';
import { refusalOf } from '../../gate/refusals.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { idOf, userOf } from '../account-values.ts';
import { integer, optional } from '../call-values.ts';
import { selectKept } from '../rows.ts';
import { engineOf } from './engines.ts';
import { cancelledRecord, orderRecord, placedRecord } from './order-records.ts';
import { requestOf } from './order-request.ts';
import { contractOf } from './values.ts';

/** Orders that ended without a fill are found so long, all others so long (public facts, USD-M trading). */
const UNFILLED_KEPT_MS = 3 * DAY_MS;
const KEPT_MS = 90 * DAY_MS;

/** Without times and ids a history goes back so far. */
const USUAL_SPAN_MS = 7 * DAY_MS;

const handlers = {
  'order.new': placeOrder,
  'order.batch': placeBatch,
  'order.cancel': cancelOrder,
  'open-orders.cancel': cancelAll,
  'order.get': getOrder,
  'open-orders': openOrders,
  'all-orders': allOrders,
} as const;

/** The handlers of both lines by endpoint id. */
export const futuresTradingHandlers: Readonly<Record<string, Handler>> = Object.fromEntries(
  (['usdm', 'coinm'] as const).flatMap((line) =>
    Object.entries(handlers).map(([name, handler]) => [`${line}.${name}`, handler]),
  ),
);

function placeOrder(call: SandboxCall): string {
  return JSON.stringify(place(call, call.params));
}

function place(call: SandboxCall, words: ReadonlyMap<string, string>) {
  const user = userOf(call);
  const engine = engineOf(call);
  const order = engine.place(user, requestOf(call, words), call.now);
  return placedRecord(order, words.get('newOrderRespType') !== 'RESULT');
}

/** Each order of a batch succeeds or fails on its own. */
function placeBatch(call: SandboxCall): string {
  const wire = call.params.get('batchOrders') ?? '';
  const listed = JSON.parse(wire) as readonly Readonly<Record<string, unknown>>[];
  const { items } = call.endpoint.params['batchOrders']!;
  const endpoint: Endpoint = { ...call.endpoint, params: items as Params, rules: [] };
  const answers = listed.map((fields) => {
    const words = new Map(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    try {
      const fault = refusalOf(endpoint, words, checkArguments(endpoint, words));
      if (fault !== undefined) throw fault;
      return place(call, words);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      return { code: thrown.code, msg: thrown.message };
    }
  });
  return JSON.stringify(answers);
}

export function askedIds(call: SandboxCall) {
  return { orderId: idOf(call, 'orderId'), clientOrderId: call.params.get('origClientOrderId') };
}

function cancelOrder(call: SandboxCall): string {
  const order = engineOf(call).cancel(userOf(call), contractOf(call), askedIds(call), call.now);
  return JSON.stringify(cancelledRecord(order));
}

function cancelAll(call: SandboxCall): string {
  engineOf(call).cancelAll(userOf(call), contractOf(call), call.now);
  return '{"code":200,"msg":"The operation of cancel all open order is done."}';
}

function getOrder(call: SandboxCall): string {
  const order = engineOf(call).find(userOf(call), contractOf(call), askedIds(call));
  if (order === undefined || !isKept(order, call.now)) throw refused(-2013, 'Order does not exist.');
  return JSON.stringify(orderRecord(order));
}

function isKept({ status, executed, updateTime }: FuturesOrder, now: number): boolean {
  if (status === 'NEW' || status === 'PARTIALLY_FILLED') return true;
  return updateTime > now - (executed === 0 && status !== 'FILLED' ? UNFILLED_KEPT_MS : KEPT_MS);
}

/** Whether an order belongs to the contract or the pair that a call names, or the call names none. */
function isAsked(call: SandboxCall): (order: FuturesOrder) => boolean {
  const pair = call.params.get('pair');
  if (call.params.has('symbol')) {
    const contract = contractOf(call);
    return (order) => order.contract === contract;
  }
  return (order) => pair === undefined || order.contract.pair === pair;
}

function openOrders(call: SandboxCall): string {
  const open = engineOf(call).books.openOrders(userOf(call)).filter(isAsked(call));
  return JSON.stringify(open.map(orderRecord));
}

function allOrders(call: SandboxCall): string {
  const { orders } = engineOf(call).books.historyOf(userOf(call));
  const asked = isAsked(call);
  const fromId = idOf(call, 'orderId');
  const endTime = optional(call, 'endTime');
  const startTime =
    optional(call, 'startTime') ?? (fromId === undefined ? spanStart(call, endTime) : undefined);
  const isWindow = call.params.has('startTime') || fromId !== undefined;
  const bounds: KeyRanges = { time: [startTime ?? 0, endTime ?? Number.POSITIVE_INFINITY] };
  const query = {
    fromId,
    startTime: isWindow ? startTime : undefined,
    endTime,
    limit: integer(call, 'limit'),
  };
  const chosen = selectKept(orders, query, bounds, (order) => asked(order) && isKept(order, call.now));
  return JSON.stringify(chosen.map(orderRecord));
}

/** Returns where a history begins that is asked for without a start. */
export function spanStart({ now }: SandboxCall, endTime: number | undefined): number {
  return (endTime ?? now) - USUAL_SPAN_MS;
}
