/** Spot orders: placed, tested, changed and looked up (interface document, Spot trading and account). */
import { decimalOf } from '../../../core/decimal.ts';
import { amountText, COMMISSION_PER_10000 } from '../../engine/ledger/amounts.ts';
import { assertLots, assertNotional, precise } from '../../engine/spot/order-filters.ts';
import { isOpen, type SpotOrder } from '../../engine/spot/orders.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { discountOf, idOf, userOf } from '../account-values.ts';
import { integer, optional, symbolOf } from '../call-values.ts';
import { selectKept } from '../rows.ts';
import { cancelledListRecord } from './list-records.ts';
import {
  ackRecord,
  amendmentRecord,
  amendRecord,
  cancelRecord,
  fullRecord,
  queryRecord,
  resultRecord,
} from './order-records.ts';
import { orderOf } from './order-request.ts';

/** The handlers by endpoint id. */
export const spotTradingHandlers: Readonly<Record<string, Handler>> = {
  'spot.order.new': placeOrder,
  'spot.order.test': testOrder,
  'spot.order.cancel': cancelOrder,
  'spot.open-orders.cancel': cancelAll,
  'spot.order.amend': amendOrder,
  'spot.order.amendments': amendments,
  'spot.order.get': getOrder,
  'spot.open-orders': openOrders,
  'spot.all-orders': allOrders,
};

function placeOrder(call: SandboxCall): string {
  const { exchange, now, params } = call;
  const user = userOf(call);
  const { order, fills } = exchange.spot.place(user, orderOf(call), now);
  call.addHeaders?.(exchange.spot.counts.headers(user.id, now));
  if (params.get('newOrderRespType') === 'FULL') return fullRecord(order, fills);
  return params.get('newOrderRespType') === 'RESULT' ? resultRecord(order) : ackRecord(order);
}

/** Checks all but funds and what the book says (choice: not shown in the interface). */
function testOrder(call: SandboxCall): string {
  const request = orderOf(call);
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

/** Of a list the one order is shown; the other is cancelled with it (choice: not shown in the interface). */
function cancelOrder(call: SandboxCall): string {
  const { exchange, params, now } = call;
  const restriction = params.get('cancelRestrictions');
  const { order, clientOrderId } = exchange.spot.cancel(
    userOf(call),
    symbolOf(call),
    {
      ...askedIds(call),
      only: restriction === undefined ? undefined : restriction === 'ONLY_NEW' ? 'NEW' : 'PARTIALLY_FILLED',
      cancelId: params.get('newClientOrderId'),
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
    return cancelledListRecord(list, cancelled, now);
  });
  return `[${rows.join(',')}]`;
}

function amendOrder(call: SandboxCall): string {
  const { exchange, params, now } = call;
  const symbol = symbolOf(call);
  const desk = exchange.spot.deskOf(symbol);
  const { filters } = desk;
  const quantity = precise('newQty', decimalOf(params.get('newQty')!));
  const lots = Number(quantity / filters.lotUnit);
  const assertFits = (order: SpotOrder) => {
    assertLots(filters, order.type, quantity);
    const { price, stop, quoteAsked, type } = order;
    const size = { price, stopPrice: stop?.price ?? 0, lots, quoteAsked };
    assertNotional(filters, type, size, () => desk.averagePrice(now));
    // Seen in practice; what the engine says of a quantity that is filled already is not public.
    if (lots <= order.executed) throw new SandboxRefusal(400, -1013, 'Invalid quantity.');
  };
  const amending = { ...askedIds(call), newId: params.get('newClientOrderId'), lots, assertLots: assertFits };
  return amendRecord(exchange.spot.amend(userOf(call), symbol, amending, now), now);
}

/** An order that was never amended has no rows. */
function amendments(call: SandboxCall): string {
  const order = call.exchange.spot.find(userOf(call), symbolOf(call), askedIds(call));
  if (order === undefined) throw new SandboxRefusal(400, -2013, 'Order does not exist.');
  const from = idOf(call, 'fromExecutionId') ?? 0;
  const rows = order.amendments.filter(({ executionId }) => executionId >= from);
  return `[${rows
    .slice(0, integer(call, 'limit'))
    .map((row) => amendmentRecord(order, row))
    .join(',')}]`;
}

function getOrder(call: SandboxCall): string {
  const order = call.exchange.spot.find(userOf(call), symbolOf(call), askedIds(call));
  if (order === undefined) throw new SandboxRefusal(400, -2013, 'Order does not exist.');
  return queryRecord(order);
}

function openOrders(call: SandboxCall): string {
  const { exchange, params } = call;
  const { id } = userOf(call);
  const wanted = params.has('symbol') ? symbolOf(call) : undefined;
  const open = [...exchange.spot.desks]
    .filter((desk) => wanted === undefined || desk.symbol === wanted)
    .flatMap((desk) => [...desk.historyOf(id).open].filter(isOpen))
    .sort((a, b) => a.time - b.time || (a.symbol.name < b.symbol.name ? -1 : 1) || a.orderId - b.orderId);
  return `[${open.map(queryRecord).join(',')}]`;
}

function allOrders(call: SandboxCall): string {
  const desk = call.exchange.spot.deskOf(symbolOf(call));
  const query = {
    fromId: idOf(call, 'orderId'),
    startTime: optional(call, 'startTime'),
    endTime: optional(call, 'endTime'),
    limit: integer(call, 'limit'),
  };
  const rows = selectKept(desk.historyOf(userOf(call).id).orders, query);
  return `[${rows.map(queryRecord).join(',')}]`;
}

function askedIds(call: SandboxCall) {
  return { orderId: idOf(call, 'orderId'), clientOrderId: call.params.get('origClientOrderId') };
}
