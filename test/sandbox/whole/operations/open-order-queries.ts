/** Compares the open orders of REST responses with those of user data streams. */

import { get } from './generator-context.ts';
import { type OpenOrder, type OpenOrders, unitsOf } from './open-orders.ts';
import { type Params, performOperation } from './operation.ts';
import { USERS, type World } from './world.ts';

/** The open order queries by scope. */
const OPEN_ORDER_QUERIES: readonly (readonly [scope: string, path: string, params: Params])[] = [
  ['spot', '/api/v3/openOrders', {}],
  ['margin', '/sapi/v1/margin/openOrders', {}],
  ['margin BTCUSDT', '/sapi/v1/margin/openOrders', { symbol: 'BTCUSDT', isIsolated: 'TRUE' }],
  ['usdm', '/fapi/v1/openOrders', {}],
  ['coinm', '/dapi/v1/openOrders', {}],
  ['options', '/eapi/v1/openOrders', {}],
];

/** Returns the first account whose open orders differ from those that its user data stream reported. */
export function openOrdersFault({ exchange, clock, traders }: World, orders: OpenOrders): string | undefined {
  for (const user of USERS) {
    for (const [scope, path, params] of OPEN_ORDER_QUERIES) {
      const query = { kind: 'question', waitMs: 0, user, calls: [get(path, params)] };
      const [answer] = performOperation(exchange, clock, traders, query);
      const actual = rowsOf(answer!.body).sort().join(', ');
      const expected = orders.ordersOf(user, scope).map(orderText).sort().join(', ');
      if (actual !== expected) return `${user} has on ${scope} ${actual}, its stream reported ${expected}`;
    }
  }
  return undefined;
}

function rowsOf(body: string): string[] {
  // Order ids of options have too many digits for a JavaScript number.
  const rows = JSON.parse(body.replaceAll(/"orderId":(\d+)/g, '"orderId":"$1"'));
  if (!Array.isArray(rows)) throw new Error(`no open orders: ${body}`);
  return rows.map(({ symbol, orderId, origQty, quantity, executedQty }) =>
    text(symbol, orderId, unitsOf(origQty ?? quantity), unitsOf(executedQty)),
  );
}

function orderText({ symbol, orderId, quantity, executed }: OpenOrder): string {
  return text(symbol, orderId, quantity, executed);
}

function text(symbol: string, orderId: string, quantity: bigint, executed: bigint): string {
  return `${symbol} ${orderId}: ${executed} of ${quantity}`;
}
