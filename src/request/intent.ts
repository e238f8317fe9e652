/** What a write intends, as the order journal records it before the write is sent. */

import { effectiveValue, isWriteEffect } from '../catalogue/define.ts';
import type { Endpoint } from '../catalogue/types.ts';
import type { OrderReplacement } from '../catalogue/write-types.ts';
import { listElements } from './elements.ts';
import type { IntentPart, WireArguments, WriteIntent } from './types.ts';

/** The parameters by which an order of futures can only reduce a position (interface document, futures orders). */
const REDUCING_FLAGS = ['reduceOnly', 'closePosition'] as const;

/**
 * The side that only closes a position of hedge mode; a one-way account refuses an order with such a position side
 * (interface document, position mode).
 */
const CLOSING_SIDES: Readonly<Record<string, string>> = { LONG: 'SELL', SHORT: 'BUY' };

/**
 * The order types that wait for a trigger; a sale by such an order on spot or margin limits a loss or takes a
 * profit.
 */
const TRIGGERED = /^(STOP|TAKE_PROFIT|TRAILING)/;

/** Side effects by which a margin order borrows what it sells, and so may open a short position (public facts, Margin). */
const BORROWING = /^(MARGIN_BUY|AUTO_BORROW_REPAY)$/i;

/** The name in messages for a call that cancels. */
const CANCELLATION = 'cancellation';

/** Returns the intent of a call for the order journal; undefined for a call that changes nothing. */
export function writeIntentOf(endpoint: Endpoint, wire: WireArguments): WriteIntent | undefined {
  if (!isWriteEffect(endpoint.effect)) return undefined;
  const { clientIds, verifiedBy, idempotencyKey, method, replaces, orderRules, trades } = endpoint;
  const idParam = clientIds?.param ?? idempotencyKey ?? verifiedBy?.clientId;
  const isCancel = isCancellation(endpoint);
  const isPlacement = trades !== undefined || (clientIds !== undefined && clientIds.isChange !== true);
  const orders = ordersIn(endpoint, wire);
  const parts = orders.map((order): IntentPart => {
    const id = idParam === undefined ? undefined : order.get(idParam);
    return {
      ...(id === undefined ? {} : { clientOrderId: id }),
      ...(replaces === undefined ? {} : { endpoint: replaces.placeEndpoint }),
      ...(isPlacement && isReducingOrder(endpoint, order) ? { isReducing: true } : {}),
      ...contentOf(order),
    };
  });
  const isReducing = parts.every((part) => part.isReducing === true);
  // An amendment with a client order id can only reduce the quantity of its order (interface document, Order amend).
  const mayEnlarge =
    method === 'PUT' && effectiveValue(endpoint.security) === 'TRADE' && clientIds === undefined;
  return {
    noun: isCancel ? CANCELLATION : nounOf(endpoint),
    isReducing: isCancel || isReducing,
    addsExposure: isPlacement && !isReducing,
    ...(isPlacement || mayEnlarge ? { isOrder: true } : {}),
    ...((isPlacement || mayEnlarge) && orderRules !== undefined ? { orderRules } : {}),
    parts,
    ...(replaces === undefined ? {} : { cancellation: cancellationOf(replaces, wire) }),
  };
}

/** Returns whether a call cancels orders. */
export function isCancellation({ method, security, cancelsNoOrder }: Endpoint): boolean {
  return method === 'DELETE' && effectiveValue(security) === 'TRADE' && cancelsNoOrder !== true;
}

function nounOf({ clientIds, trades, verifiedBy, idempotencyKey }: Endpoint): string {
  // All calls that the exchange accepts once for each id are transfers.
  return (
    clientIds?.noun ??
    trades?.noun ??
    verifiedBy?.noun ??
    (idempotencyKey === undefined ? 'call' : 'transfer')
  );
}

/**
 * Returns the parameters of each order or change of a batch or leg of a trade, and otherwise those of the call; a batch may
 * have no orders.
 */
function ordersIn({ clientIds, trades, changesIn }: Endpoint, wire: WireArguments): readonly WireArguments[] {
  const listField = clientIds?.listField ?? trades?.legsIn ?? changesIn;
  if (listField === undefined) return [wire];
  const elements = listElements(wire.get(listField) ?? '') ?? [];
  const orders = elements.map(
    (fields) =>
      new Map([...fields].flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]))),
  );
  return orders.length === 0 ? [wire] : orders;
}

/** Returns the cancellation that a call makes besides placing an order, with the parameters that it has alone. */
function cancellationOf({ cancelEndpoint, cancelNames }: OrderReplacement, wire: WireArguments): IntentPart {
  const params = Object.entries(cancelNames).flatMap(([name, from]) => {
    const value = wire.get(from);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { noun: CANCELLATION, endpoint: cancelEndpoint, ...contentOf(new Map(params)) };
}

function contentOf(wire: WireArguments): Pick<IntentPart, 'symbol' | 'params'> {
  const symbol = wire.get('symbol');
  return { ...(symbol === undefined ? {} : { symbol }), params: Object.fromEntries(wire) };
}

/** Returns whether an order of futures can only reduce a position. */
export function reducesPosition(order: WireArguments): boolean {
  if (REDUCING_FLAGS.some((name) => order.get(name)?.toLowerCase() === 'true')) return true;
  const closingSide = CLOSING_SIDES[order.get('positionSide')?.toUpperCase() ?? ''];
  return closingSide !== undefined && closingSide === order.get('side')?.toUpperCase();
}

/** Returns whether an order cannot add to a position or holding and can only close what is held. */
function isReducingOrder({ product, trades }: Endpoint, order: WireArguments): boolean {
  // The exchange ignores the flags in a leg, so that they promise nothing.
  if (trades !== undefined) return false;
  if (reducesPosition(order)) return true;
  const isSpot = product === 'spot' || product === 'margin';
  if (BORROWING.test(order.get('sideEffectType') ?? '')) return false;
  return isSpot && order.get('side') === 'SELL' && TRIGGERED.test(order.get('type') ?? '');
}
