/** JSON records of spot order lists, with the exchange's names and types (public facts, Lists). */
import type { Interface } from '../../../catalogue/environments.ts';
import type { PlacedList } from '../../engine/spot/list-placement.ts';
import type { CancelledOrder } from '../../engine/spot/order-changes.ts';
import type { OrderList } from '../../engine/spot/orders.ts';
import { ackRecord, cancelRecord, fullRecord, resultRecord } from './order-records.ts';

/** Returns an order list as query responses show it. */
export function listRecord(list: OrderList): string {
  return `{${listFields(list, list.time)}}`;
}

/** Returns the response to a list placement; `responseType` selects the records of its orders. */
export function listPlacementRecord(
  { list, fills }: PlacedList,
  responseType: string | undefined,
  served: Interface = 'document',
): string {
  const reports = list.orders.map((order) => {
    if (responseType === 'FULL') {
      const own = fills.filter((fill) => fill.order.orderId === order.orderId);
      return fullRecord(order, own, served);
    }
    return responseType === 'RESULT' ? resultRecord(order, served) : ackRecord(order);
  });
  return `{${listFields(list, list.time)},"orderReports":[${reports.join(',')}]}`;
}

/** Returns the response to a list cancellation. */
export function listCancelRecord(
  list: OrderList,
  cancelled: readonly CancelledOrder[],
  time: number,
): string {
  const reports = cancelled.map(({ order, clientOrderId }) => cancelRecord(order, clientOrderId, time));
  return `{${listFields(list, time)},"orderReports":[${reports.join(',')}]}`;
}

function listFields(list: OrderList, time: number): string {
  const { id, isDone, clientId, symbol, orders, contingency } = list;
  const rows = orders.map(
    ({ orderId, clientOrderId }) =>
      `{"symbol":"${symbol.name}","orderId":${orderId},"clientOrderId":${JSON.stringify(clientOrderId)}}`,
  );
  return (
    `"orderListId":${id},"contingencyType":"${contingency}","listStatusType":"${isDone ? 'ALL_DONE' : 'EXEC_STARTED'}",` +
    `"listOrderStatus":"${isDone ? 'ALL_DONE' : 'EXECUTING'}","listClientOrderId":${JSON.stringify(clientId)},` +
    `"transactionTime":${time},"symbol":"${symbol.name}","orders":[${rows.join(',')}]`
  );
}
