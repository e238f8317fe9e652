/**
 * Placement, cancellation and queries of spot order lists (interface document, Spot trading; public facts,
 * Lists).
 */
import type { ListRequest } from '../../engine/spot/list-placement.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { optionalId, userOf } from '../account-values.ts';
import { historyQuery, selectArchiveRows } from '../history-query.ts';
import { symbolOf } from '../request-values.ts';
import { listCancelRecord, listPlacementRecord, listRecord } from './order-list-records.ts';
import { legListRequestOf, listRequestOf } from './order-request.ts';

/** The request handlers by endpoint id. */
export const spotListHandlers: Readonly<Record<string, Handler>> = {
  'spot.oco.new': (call) => placeList(call, listRequestOf(call)),
  'spot.order-list.oco': (call) => placeList(call, legListRequestOf(call)),
  'spot.order-list.oto': (call) => placeList(call, legListRequestOf(call)),
  'spot.order-list.otoco': (call) => placeList(call, legListRequestOf(call)),
  'spot.order-list.opo': (call) => placeList(call, legListRequestOf(call)),
  'spot.order-list.opoco': (call) => placeList(call, legListRequestOf(call)),
  'spot.order-list.cancel': cancelList,
  'spot.order-list.get': getList,
  'spot.all-order-lists': allLists,
  'spot.open-order-lists': openLists,
};

function placeList(call: SandboxCall, request: ListRequest): string {
  const { exchange, now, params } = call;
  const user = userOf(call);
  const placed = exchange.spot.placeList(user, symbolOf(call), request, now);
  call.addHeaders?.(exchange.spot.counts.headers(user.id, now));
  return listPlacementRecord(placed, params.get('newOrderRespType'), call.interface);
}

function cancelList(call: SandboxCall): string {
  const { exchange, now, params } = call;
  const { list, cancelled } = exchange.spot.cancelList(
    userOf(call),
    symbolOf(call),
    {
      listId: optionalId(call, 'orderListId'),
      clientId: params.get('listClientOrderId'),
      cancelClientOrderId: params.get('newClientOrderId'),
    },
    now,
  );
  return listCancelRecord(list, cancelled, now);
}

function getList(call: SandboxCall): string {
  const ids = { listId: optionalId(call, 'orderListId'), clientId: call.params.get('origClientOrderId') };
  const list = call.exchange.spot.lists.find(userOf(call), ids);
  // No code for an unknown order list is published, so the code of an unknown order is used (our choice).
  if (list === undefined) throw new SandboxRefusal(400, -2013, 'Order does not exist.');
  return listRecord(list);
}

function allLists(call: SandboxCall): string {
  const query = historyQuery(call, 'fromId');
  const rows = selectArchiveRows(call.exchange.spot.lists.listsOf(userOf(call)), query);
  return `[${rows.map(listRecord).join(',')}]`;
}

function openLists(call: SandboxCall): string {
  const open = call.exchange.spot.lists.openOf(userOf(call));
  return `[${open.map(listRecord).join(',')}]`;
}
