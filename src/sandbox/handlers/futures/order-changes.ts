/**
 * Test orders, order modification, dead man's switch and liquidation orders of futures (public facts, USD-M
 * trading).
 */
import { type FuturesOrder, isOpen } from '../../engine/futures/orders.ts';
import { futuresRefusal } from '../../engine/futures/refusals.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { selectRows } from '../history-query.ts';
import { optionalInteger, requiredInteger } from '../request-values.ts';
import { engineOf } from './engines.ts';
import { placementRecord, queryRecord } from './order-records.ts';
import { changeOf, orderRequestOf } from './order-request.ts';
import { historyStart, orderIdsOf } from './trading.ts';
import { contractOf, contractText } from './values.ts';

/** The request handlers of USD-M and COIN-M futures by endpoint id. */
export const futuresOrderChangeHandlers: Readonly<Record<string, Handler>> = {
  'usdm.order.test': testOrder,
  'usdm.order.amend': amendOrder,
  'usdm.order.amendments': amendments,
  'usdm.order.open': openOrder,
  'usdm.countdown': setCountdown,
  'usdm.force-orders': liquidationOrders,
  'coinm.order.amend': amendOrder,
  'coinm.order.amendments': amendments,
  'coinm.order.open': openOrder,
  'coinm.countdown': setCountdown,
  'coinm.force-orders': liquidationOrders,
};

/** Checks an order without placing it; its order id is 0 (our choice: not shown in the interface). */
function testOrder(call: SandboxCall): string {
  const order = engineOf(call).testOrder(userOf(call), orderRequestOf(call, call.params), call.now);
  return JSON.stringify(placementRecord(order, true));
}

function amendOrder(call: SandboxCall): string {
  const engine = engineOf(call);
  const user = userOf(call);
  const contract = contractOf(call);
  const change = changeOf(call, engine.findOrder(user, contract, orderIdsOf(call)));
  const order = engine.amendOrder(user, contract, orderIdsOf(call), change, call.now);
  return JSON.stringify(placementRecord(order, false));
}

function openOrder(call: SandboxCall): string {
  const order = engineOf(call).findOrder(userOf(call), contractOf(call), orderIdsOf(call));
  if (order === undefined || !isOpen(order)) throw futuresRefusal(-2013, 'Order does not exist.');
  return JSON.stringify(queryRecord(order));
}

/** Lists the modifications of an order, or of all orders of the contract where no id is sent. */
function amendments(call: SandboxCall): string {
  const contract = contractOf(call);
  const { orderId, clientOrderId } = orderIdsOf(call);
  const rows = engineOf(call)
    .accounts.historyOf(userOf(call))
    .orders.filter(
      (order) =>
        order.contract === contract && (clientOrderId === undefined || order.clientOrderId === clientOrderId),
      orderId === undefined ? {} : { id: [orderId, orderId] },
    )
    .flatMap((order) => order.amendments.map((amendment, place) => ({ order, amendment, count: place + 1 })))
    .filter(({ amendment: { time } }) => isInWindow(call, time))
    .sort((a, b) => b.amendment.time - a.amendment.time || b.amendment.id - a.amendment.id);
  return JSON.stringify(rows.slice(0, requiredInteger(call, 'limit')).map(amendmentRecord));
}

function isInWindow(call: SandboxCall, time: number): boolean {
  return (
    time >= (optionalInteger(call, 'startTime') ?? 0) &&
    time <= (optionalInteger(call, 'endTime') ?? call.now)
  );
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

function setCountdown(call: SandboxCall): string {
  const { countdowns } = engineOf(call);
  const user = userOf(call);
  const contract = contractOf(call);
  const ms = requiredInteger(call, 'countdownTime');
  if (ms === 0) countdowns.cancel(user, contract);
  else countdowns.start({ user, contract, expiresAt: call.now + ms });
  return JSON.stringify({ symbol: contract.name, countdownTime: String(ms) });
}

/** Lists liquidation orders. The sandbox has no auto-deleveraging, so the type ADL gives no rows. */
function liquidationOrders(call: SandboxCall): string {
  const { params } = call;
  const only = params.has('symbol') ? contractOf(call) : undefined;
  const [startTime, endTime] = [optionalInteger(call, 'startTime'), optionalInteger(call, 'endTime')];
  if (startTime !== undefined && endTime !== undefined && endTime < startTime) {
    throw futuresRefusal(-1023, 'Start time is greater than end time.');
  }
  const since = startTime ?? historyStart(call, endTime);
  const rows = engineOf(call)
    .accounts.historyOf(userOf(call))
    .orders.filter(({ contract, isForced }) => isForced && (only === undefined || contract === only), {
      time: [since, Number.POSITIVE_INFINITY],
    });
  const ofType = params.get('autoCloseType') === 'ADL' ? [] : rows;
  const query = { fromId: undefined, startTime, endTime, limit: requiredInteger(call, 'limit') };
  const selected = selectRows(ofType, query, { id: (one) => one.orderId, time: (one) => one.time });
  return JSON.stringify(selected.map(queryRecord));
}
