/** What REST answers of open orders, held against what the streams told of them. */

import { get } from './drawing.ts';
import { type OpenOrder, type OpenOrders, unitsOf } from './open-orders.ts';
import { type Params, perform } from './operation.ts';
import { USERS, type World } from './world.ts';

/** How the open orders of a scope are asked for. */
const QUESTIONS: readonly (readonly [scope: string, path: string, params: Params])[] = [
  ['spot', '/api/v3/openOrders', {}],
  ['margin', '/sapi/v1/margin/openOrders', {}],
  ['margin BTCUSDT', '/sapi/v1/margin/openOrders', { symbol: 'BTCUSDT', isIsolated: 'TRUE' }],
  ['usdm', '/fapi/v1/openOrders', {}],
  ['coinm', '/dapi/v1/openOrders', {}],
  ['options', '/eapi/v1/openOrders', {}],
];

/** Returns the first account whose open orders are not those that its stream told of. */
export function openFault({ exchange, clock, traders }: World, orders: OpenOrders): string | undefined {
  for (const user of USERS) {
    for (const [scope, path, params] of QUESTIONS) {
      const asked = { kind: 'question', waitMs: 0, user, calls: [get(path, params)] };
      const [answer] = perform(exchange, clock, traders, asked);
      const answered = rowsOf(answer!.body).sort().join(', ');
      const told = orders.of(user, scope).map(toldText).sort().join(', ');
      if (answered !== told) return `${user} has on ${scope} ${answered}, was told of ${told}`;
    }
  }
  return undefined;
}

function rowsOf(body: string): string[] {
  // Ids of options have more digits than a number of JavaScript.
  const rows = JSON.parse(body.replaceAll(/"orderId":(\d+)/g, '"orderId":"$1"'));
  if (!Array.isArray(rows)) throw new Error(`no open orders: ${body}`);
  return rows.map(({ symbol, orderId, origQty, quantity, executedQty }) =>
    text(symbol, orderId, unitsOf(origQty ?? quantity), unitsOf(executedQty)),
  );
}

function toldText({ symbol, orderId, quantity, executed }: OpenOrder): string {
  return text(symbol, orderId, quantity, executed);
}

function text(symbol: string, orderId: string, quantity: bigint, executed: bigint): string {
  return `${symbol} ${orderId}: ${executed} of ${quantity}`;
}
