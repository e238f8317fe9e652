/**
 * Test orders, order modification, dead man's switch and liquidation orders of futures (public facts, USD-M
 * trading).
 */
import { stringifyJson } from '../../../core/json.ts';
import type { OrderChange } from '../../engine/futures/amendments.ts';
import { type FuturesOrder, isOpen } from '../../engine/futures/orders.ts';
import { createRefusal } from '../../engine/refusal.ts';
import { checkElements } from '../../gate/list-elements.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { selectRows } from '../history-query.ts';
import { listValues, optionalInteger, requiredInteger } from '../request-values.ts';
import { engineOf } from './engines.ts';
import { cancelRecord, placementRecord, queryRecord } from './order-records.ts';
import { changeOf, orderRequestOf } from './order-request.ts';
import { historyStart, orderIdsOf, resultOrRefusal } from './trading.ts';
import { contractOf, contractText } from './values.ts';

/** The request handlers of USD-M and COIN-M futures by endpoint id. */
export const futuresOrderChangeHandlers: Readonly<Record<string, Handler>> = {
  'usdm.order.test': testOrder,
  'usdm.order.amend': amendOrder,
  'usdm.order.amendments': amendments,
  'usdm.order.open': openOrder,
  'usdm.countdown': setCountdown,
  'usdm.force-orders': liquidationOrders,
  'usdm.order.batch-amend': amendBatch,
  'usdm.order.batch-cancel': cancelBatch,
  'coinm.order.batch-amend': amendBatch,
  'coinm.order.batch-cancel': cancelBatch,
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
  return stringifyJson(amendSingle(call));
}

function amendSingle(call: SandboxCall) {
  const engine = engineOf(call);
  const user = userOf(call);
  const contract = contractOf(call);
  const change = changeOf(call, engine.findOrder(user, contract, orderIdsOf(call)));
  const order = engine.amendOrder(user, contract, orderIdsOf(call), change, call.now);
  return { ...placementRecord(order, false), ...modifyIdField(change) };
}

/** Returns the field with the user's own id of a modification; answers lack it if none was sent. */
function modifyIdField({ modifyId }: Pick<OrderChange, 'modifyId'>) {
  return modifyId === undefined ? {} : { modifyId };
}

/** Modifies each order of a batch on its own: one refusal does not affect the others. */
function amendBatch(call: SandboxCall): string {
  return stringifyJson(
    checkElements(call.endpoint, call.params).map((element) =>
      resultOrRefusal(() => {
        if ('refusal' in element) throw element.refusal;
        return amendSingle({ ...call, params: element.params });
      }),
    ),
  );
}

/** Cancels each order of a batch on its own: one refusal does not affect the others. */
function cancelBatch(call: SandboxCall): string {
  const engine = engineOf(call);
  const user = userOf(call);
  const contract = contractOf(call);
  const orderIds = listValues(call.params.get('orderIdList')) ?? [];
  const clientIds = listValues(call.params.get('origClientOrderIdList')) ?? [];
  const references = [
    ...orderIds.map((id) => ({ orderId: Number(id), clientOrderId: undefined })),
    ...clientIds.map((clientOrderId) => ({ orderId: undefined, clientOrderId })),
  ];
  return JSON.stringify(
    references.map((ids) =>
      resultOrRefusal(() => cancelRecord(engine.cancelOrder(user, contract, ids, call.now))),
    ),
  );
}

function openOrder(call: SandboxCall): string {
  const order = engineOf(call).findOrder(userOf(call), contractOf(call), orderIdsOf(call));
  if (order === undefined || !isOpen(order)) throw createRefusal(-2013, 'Order does not exist.');
  return JSON.stringify(queryRecord(order));
}

/** Lists the modifications of an order, or of all orders of the contract if no id is sent. */
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
  return stringifyJson(rows.slice(0, requiredInteger(call, 'limit')).map(amendmentRecord));
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
      ...modifyIdField(amendment),
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
    throw createRefusal(-1023, 'Start time is greater than end time.');
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
