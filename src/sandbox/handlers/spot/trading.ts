/** Placement, tests, changes and queries of spot orders (interface document, Spot trading and account). */
import { decimalOf } from '../../../core/decimal.ts';
import { amountText, COMMISSION_PER_10000 } from '../../engine/ledger/amounts.ts';
import { assertLots, assertNotional, toAmount } from '../../engine/spot/order-filters.ts';
import { alternativesOf, isOpen, type SpotOrder, usedLots } from '../../engine/spot/orders.ts';
import type { PlacedOrder } from '../../engine/spot/placement.ts';
import { routedWith } from '../../engine/spot/sor.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { discountOf, optionalId, userOf } from '../account-values.ts';
import { historyQuery, selectArchiveRows } from '../history-query.ts';
import { requiredInteger, symbolOf } from '../request-values.ts';
import { listCancelRecord } from './order-list-records.ts';
import {
  ackRecord,
  amendmentRecord,
  amendRecord,
  cancelRecord,
  fullRecord,
  queryRecord,
  resultRecord,
} from './order-records.ts';
import { orderRequestOf } from './order-request.ts';

/** The request handlers by endpoint id. */
export const spotTradingHandlers: Readonly<Record<string, Handler>> = {
  'spot.order.new': placeOrder,
  'spot.order.test': testOrder,
  'spot.sor.new': placeRouted,
  'spot.sor.test': testRouted,
  'spot.order.cancel': cancelOrder,
  'spot.open-orders.cancel': cancelAll,
  'spot.order.amend': amendOrder,
  'spot.order.amendments': amendments,
  'spot.order.get': getOrder,
  'spot.open-orders': openOrders,
  'spot.all-orders': allOrders,
};

function placeOrder(call: SandboxCall): string {
  const { exchange, now } = call;
  const user = userOf(call);
  return placementRecord(call, exchange.spot.place(user, orderRequestOf(call), now));
}

function placeRouted(call: SandboxCall): string {
  const { exchange, now } = call;
  return placementRecord(call, exchange.spot.placeRouted(userOf(call), orderRequestOf(call), now));
}

function placementRecord(call: SandboxCall, { order, fills }: PlacedOrder): string {
  const { exchange, params, now } = call;
  call.addHeaders?.(exchange.spot.counts.headers(userOf(call).id, now));
  if (params.get('newOrderRespType') === 'FULL') return fullRecord(order, fills, call.interface);
  return params.get('newOrderRespType') === 'RESULT' ? resultRecord(order, call.interface) : ackRecord(order);
}

function testRouted(call: SandboxCall): string {
  routedWith(symbolOf(call).name);
  return testOrder(call);
}

/**
 * Checks an order in every respect except balances and the order book (our choice: not shown in the
 * interface).
 */
function testOrder(call: SandboxCall): string {
  const request = orderRequestOf(call);
  call.exchange.spot.assertPlaceable(userOf(call), request.symbol, [request], call.now);
  if (call.params.get('computeCommissionRates') !== 'true') return '{}';
  const rate = amountText(BigInt(COMMISSION_PER_10000) * 10_000n);
  const rates = (both: string) => ({ maker: both, taker: both });
  return JSON.stringify({
    standardCommissionForOrder: rates(rate),
    specialCommissionForOrder: rates(amountText(0n)),
    taxCommissionForOrder: rates(amountText(0n)),
    discount: discountOf(call, request.symbol),
  });
}

/**
 * Cancels an order. If the order belongs to an order list, both orders are cancelled and one is returned (our
 * choice: not shown in the interface).
 */
function cancelOrder(call: SandboxCall): string {
  const { exchange, params, now } = call;
  const restriction = params.get('cancelRestrictions');
  const { order, clientOrderId } = exchange.spot.cancel(
    userOf(call),
    symbolOf(call),
    {
      ...orderIdsOf(call),
      requiredStatus:
        restriction === undefined ? undefined : restriction === 'ONLY_NEW' ? 'NEW' : 'PARTIALLY_FILLED',
      cancelClientOrderId: params.get('newClientOrderId'),
    },
    now,
  );
  return cancelRecord(order, clientOrderId, now);
}

function cancelAll(call: SandboxCall): string {
  const { exchange, now } = call;
  const rows = exchange.spot.cancelAll(userOf(call), symbolOf(call), now).map(({ order, clientOrderId }) => {
    const { list } = order;
    if (list === undefined) return cancelRecord(order, clientOrderId, now);
    const cancelled = list.orders.map((one) => ({ order: one, clientOrderId }));
    return listCancelRecord(list, cancelled, now);
  });
  return `[${rows.join(',')}]`;
}

function amendOrder(call: SandboxCall): string {
  const { exchange, params, now } = call;
  const symbol = symbolOf(call);
  const instrument = exchange.spot.instrumentOf(symbol);
  const { filters } = instrument;
  const quantity = toAmount('newQty', decimalOf(params.get('newQty')!));
  const lots = Number(quantity / filters.lotUnit);
  const assertAllowed = (order: SpotOrder) => {
    assertLots(filters, order.type, quantity);
    const { price, stop, quoteQuantity, type } = order;
    const size = { price, stopPrice: stop?.price ?? 0, lots, quoteQuantity };
    assertNotional(filters, type, size, () => instrument.averagePrice(now));
    // This code was observed in practice; the error for a quantity that is filled already is not published.
    const amended = [order, ...alternativesOf(order).filter(isOpen)];
    if (amended.some((one) => lots <= usedLots(one)))
      throw new SandboxRefusal(400, -1013, 'Invalid quantity.');
  };
  const amendRequest = {
    ...orderIdsOf(call),
    newClientOrderId: params.get('newClientOrderId'),
    lots,
    assertLots: assertAllowed,
  };
  return amendRecord(exchange.spot.amend(userOf(call), symbol, amendRequest, now), now);
}

/** Lists the amendments of an order. */
function amendments(call: SandboxCall): string {
  const order = call.exchange.spot.find(userOf(call), symbolOf(call), orderIdsOf(call));
  if (order === undefined) throw new SandboxRefusal(400, -2013, 'Order does not exist.');
  const from = optionalId(call, 'fromExecutionId') ?? 0;
  const rows = order.amendments.filter(({ executionId }) => executionId >= from);
  return `[${rows
    .slice(0, requiredInteger(call, 'limit'))
    .map((row) => amendmentRecord(order, row))
    .join(',')}]`;
}

function getOrder(call: SandboxCall): string {
  const order = call.exchange.spot.find(userOf(call), symbolOf(call), orderIdsOf(call));
  if (order === undefined) throw new SandboxRefusal(400, -2013, 'Order does not exist.');
  return queryRecord(order, call.interface);
}

function openOrders(call: SandboxCall): string {
  const { exchange, params } = call;
  const { id } = userOf(call);
  const wanted = params.has('symbol') ? symbolOf(call) : undefined;
  const open = [...exchange.spot.instruments]
    .filter((instrument) => wanted === undefined || instrument.symbol === wanted)
    .flatMap((instrument) => [...instrument.historyOf(id).open].filter(isOpen))
    .sort((a, b) => a.time - b.time || (a.symbol.name < b.symbol.name ? -1 : 1) || a.orderId - b.orderId);
  return `[${open.map((order) => queryRecord(order, call.interface)).join(',')}]`;
}

function allOrders(call: SandboxCall): string {
  const instrument = call.exchange.spot.instrumentOf(symbolOf(call));
  const query = historyQuery(call, 'orderId');
  const rows = selectArchiveRows(instrument.historyOf(userOf(call).id).orders, query);
  return `[${rows.map((order) => queryRecord(order, call.interface)).join(',')}]`;
}

function orderIdsOf(call: SandboxCall) {
  return { orderId: optionalId(call, 'orderId'), clientOrderId: call.params.get('origClientOrderId') };
}
