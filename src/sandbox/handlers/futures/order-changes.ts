/** Orders of both lines of futures tested, changed, counted down and closed by force (public facts, USD-M trading). */
import { type FuturesOrder, isOpen } from '../../engine/futures/orders.ts';
import { refused } from '../../engine/futures/refusals.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { integer, optional } from '../call-values.ts';
import { selectRows } from '../rows.ts';
import { engineOf } from './engines.ts';
import { orderRecord, placedRecord } from './order-records.ts';
import { changeOf, requestOf } from './order-request.ts';
import { askedIds, spanStart } from './usdm-trading.ts';
import { contractOf, contractText } from './values.ts';

/** The handlers of both lines by endpoint id. */
export const futuresChangeHandlers: Readonly<Record<string, Handler>> = {
  'usdm.order.test': testOrder,
  'usdm.order.amend': amendOrder,
  'usdm.order.amendments': amendments,
  'usdm.order.open': openOrder,
  'usdm.countdown': countDown,
  'usdm.force-orders': forceOrders,
  'coinm.order.amend': amendOrder,
  'coinm.order.amendments': amendments,
  'coinm.order.open': openOrder,
  'coinm.countdown': countDown,
  'coinm.force-orders': forceOrders,
};

/** An order that is only checked has the number 0 (choice: not shown in the interface). */
function testOrder(call: SandboxCall): string {
  const order = engineOf(call).check(userOf(call), requestOf(call, call.params), call.now);
  return JSON.stringify(placedRecord(order, true));
}

function amendOrder(call: SandboxCall): string {
  const engine = engineOf(call);
  const user = userOf(call);
  const contract = contractOf(call);
  const change = changeOf(call, engine.find(user, contract, askedIds(call)));
  const order = engine.amend(user, contract, askedIds(call), change, call.now);
  return JSON.stringify(placedRecord(order, false));
}

function openOrder(call: SandboxCall): string {
  const order = engineOf(call).find(userOf(call), contractOf(call), askedIds(call));
  if (order === undefined || !isOpen(order)) throw refused(-2013, 'Order does not exist.');
  return JSON.stringify(orderRecord(order));
}

/** Without an id the changes of all orders of the contract are listed. */
function amendments(call: SandboxCall): string {
  const contract = contractOf(call);
  const { orderId, clientOrderId } = askedIds(call);
  const rows = engineOf(call)
    .books.historyOf(userOf(call))
    .orders.filter(
      (order) =>
        order.contract === contract && (clientOrderId === undefined || order.clientOrderId === clientOrderId),
      orderId === undefined ? {} : { id: [orderId, orderId] },
    )
    .flatMap((order) => order.amendments.map((amendment, place) => ({ order, amendment, count: place + 1 })))
    .filter(({ amendment: { time } }) => isWithin(call, time))
    .sort((a, b) => b.amendment.time - a.amendment.time || b.amendment.id - a.amendment.id);
  return JSON.stringify(rows.slice(0, integer(call, 'limit')).map(amendmentRecord));
}

function isWithin(call: SandboxCall, time: number): boolean {
  return time >= (optional(call, 'startTime') ?? 0) && time <= (optional(call, 'endTime') ?? call.now);
}

function amendmentRecord({ order, amendment, count }: AmendmentRow) {
  const { contract } = order;
  const { price, lots } = contractText(contract);
  return {
    amendmentId: amendment.id,
    symbol: contract.name,
    pair: contract.pair,
    orderId: order.orderId,
    clientOrderId: order.clientOrderId,
    time: amendment.time,
    amendment: {
      price: { before: price(amendment.price.before), after: price(amendment.price.after) },
      origQty: { before: lots(amendment.lots.before), after: lots(amendment.lots.after) },
      count,
    },
    ...(contract.isInverse ? {} : { priceMatch: order.priceMatch }),
  };
}

interface AmendmentRow {
  readonly order: FuturesOrder;
  readonly amendment: FuturesOrder['amendments'][number];
  readonly count: number;
}

function countDown(call: SandboxCall): string {
  const { countdowns } = engineOf(call);
  const user = userOf(call);
  const contract = contractOf(call);
  const ms = integer(call, 'countdownTime');
  if (ms === 0) countdowns.takeBack(user, contract);
  else countdowns.begin({ user, contract, at: call.now + ms });
  return JSON.stringify({ symbol: contract.name, countdownTime: String(ms) });
}

/** Nobody is closed for the losses of others, so that only liquidations are listed. */
function forceOrders(call: SandboxCall): string {
  const { params } = call;
  const only = params.has('symbol') ? contractOf(call) : undefined;
  const [startTime, endTime] = [optional(call, 'startTime'), optional(call, 'endTime')];
  if (startTime !== undefined && endTime !== undefined && endTime < startTime) {
    throw refused(-1023, 'Start time is greater than end time.');
  }
  const since = startTime ?? spanStart(call, endTime);
  const rows = engineOf(call)
    .books.historyOf(userOf(call))
    .orders.filter(({ contract, isForced }) => isForced && (only === undefined || contract === only), {
      time: [since, Number.POSITIVE_INFINITY],
    });
  const asked = params.get('autoCloseType') === 'ADL' ? [] : rows;
  const query = { fromId: undefined, startTime, endTime, limit: integer(call, 'limit') };
  const chosen = selectRows(asked, query, { id: (one) => one.orderId, time: (one) => one.time });
  return JSON.stringify(chosen.map(orderRecord));
}
