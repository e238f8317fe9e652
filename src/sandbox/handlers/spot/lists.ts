/** Spot order lists: placed, cancelled and looked up (interface document, Spot trading; public facts, Lists). */
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { idOf, userOf } from '../account-values.ts';
import { integer, optional, symbolOf } from '../call-values.ts';
import { selectKept } from '../rows.ts';
import { cancelledListRecord, listRecord, placedListRecord } from './list-records.ts';
import { listOf } from './order-request.ts';

/** The handlers by endpoint id. */
export const spotListHandlers: Readonly<Record<string, Handler>> = {
  'spot.oco.new': placeList,
  'spot.order-list.cancel': cancelList,
  'spot.order-list.get': getList,
  'spot.all-order-lists': allLists,
  'spot.open-order-lists': openLists,
};

function placeList(call: SandboxCall): string {
  const { exchange, now, params } = call;
  const user = userOf(call);
  const list = exchange.spot.placeList(user, symbolOf(call), listOf(call), now);
  call.addHeaders?.(exchange.spot.counts.headers(user.id, now));
  return placedListRecord(list, params.get('newOrderRespType'));
}

function cancelList(call: SandboxCall): string {
  const { exchange, now, params } = call;
  const { list, cancelled } = exchange.spot.cancelList(
    userOf(call),
    symbolOf(call),
    {
      listId: idOf(call, 'orderListId'),
      clientId: params.get('listClientOrderId'),
      cancelId: params.get('newClientOrderId'),
    },
    now,
  );
  return cancelledListRecord(list, cancelled, now);
}

function getList(call: SandboxCall): string {
  const ids = { listId: idOf(call, 'orderListId'), clientId: call.params.get('origClientOrderId') };
  const list = call.exchange.spot.lists.find(userOf(call), ids);
  // The code of an unknown order; none of lists is listed (choice).
  if (list === undefined) throw new SandboxRefusal(400, -2013, 'Order does not exist.');
  return listRecord(list);
}

function allLists(call: SandboxCall): string {
  const query = {
    fromId: idOf(call, 'fromId'),
    startTime: optional(call, 'startTime'),
    endTime: optional(call, 'endTime'),
    limit: integer(call, 'limit'),
  };
  const rows = selectKept(call.exchange.spot.lists.of(userOf(call)), query);
  return `[${rows.map(listRecord).join(',')}]`;
}

function openLists(call: SandboxCall): string {
  const open = call.exchange.spot.lists.openOf(userOf(call));
  return `[${open.map(listRecord).join(',')}]`;
}
