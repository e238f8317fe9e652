/** What a write intends, as the order journal records it before the write is sent. */

import { effectiveValue, isWriteEffect } from '../catalogue/define.ts';
import type { Endpoint } from '../catalogue/types.ts';
import { listElements } from './elements.ts';
import type { IntentPart, WireArguments, WriteIntent } from './types.ts';

/** The parameters by which an order of futures can only reduce a position (interface document, futures orders). */
const REDUCING_FLAGS = ['reduceOnly', 'closePosition'] as const;

/**
 * The order types that wait for a trigger; a sale by such an order on spot or margin limits a loss or takes a
 * profit.
 */
const TRIGGERED = /^(STOP|TAKE_PROFIT|TRAILING)/;

/** Side effects by which a margin order borrows what it sells, and so may open a short position (public facts, Margin). */
const BORROWING = /^(MARGIN_BUY|AUTO_BORROW_REPAY)$/i;

/** Returns the intent of a call for the order journal; undefined for a call that changes nothing. */
export function writeIntentOf(endpoint: Endpoint, wire: WireArguments): WriteIntent | undefined {
  if (!isWriteEffect(endpoint.effect)) return undefined;
  const { clientIds, verifiedBy, idempotencyKey, method } = endpoint;
  const idParam = clientIds?.param ?? idempotencyKey ?? verifiedBy?.clientId;
  const isCancel =
    method === 'DELETE' && effectiveValue(endpoint.security) === 'TRADE' && endpoint.cancelsNoOrder !== true;
  const isPlacement = clientIds !== undefined && clientIds.isChange !== true;
  const elements =
    clientIds?.listField === undefined ? undefined : listElements(wire.get(clientIds.listField) ?? '');
  const orders: readonly WireArguments[] = elements?.map(
    (fields) =>
      new Map([...fields].flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]))),
  ) ?? [wire];
  const parts = orders.map((order): IntentPart => {
    const id = idParam === undefined ? undefined : order.get(idParam);
    return {
      ...(id === undefined ? {} : { clientOrderId: id }),
      ...(order.has('symbol') ? { symbol: order.get('symbol')! } : {}),
      params: Object.fromEntries(order),
    };
  });
  const isReducing = orders.length > 0 && orders.every((order) => isReducingOrder(endpoint, order));
  return {
    noun: clientIds?.noun ?? verifiedBy?.noun ?? (isCancel ? 'cancellation' : 'call'),
    isReducing: isCancel || (isPlacement && isReducing),
    addsExposure: isPlacement && !isReducing,
    parts,
  };
}

/** Returns whether an order cannot add to a position or holding and can only close what is held. */
function isReducingOrder({ product }: Endpoint, order: WireArguments): boolean {
  if (REDUCING_FLAGS.some((name) => order.get(name)?.toLowerCase() === 'true')) return true;
  const isSpot = product === 'spot' || product === 'margin';
  if (BORROWING.test(order.get('sideEffectType') ?? '')) return false;
  return isSpot && order.get('side') === 'SELL' && TRIGGERED.test(order.get('type') ?? '');
}
