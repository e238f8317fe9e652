/**
 * Order lists on margin: the same records as for spot, with the field `isIsolated` (public facts, Margin
 * today).
 */
import { amountText } from '../../engine/ledger/amounts.ts';
import type { SideEffect } from '../../engine/margin/orders.ts';
import type { ListRequest } from '../../engine/spot/list-placement.ts';
import type { OrderList } from '../../engine/spot/orders.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { optionalId } from '../account-values.ts';
import { historyQuery, selectArchiveRows } from '../history-query.ts';
import { symbolOf } from '../request-values.ts';
import { listCancelRecord, listPlacementRecord, listRecord } from '../spot/order-list-records.ts';
import { legListRequestOf, listRequestOf } from '../spot/order-request.ts';
import { accountOf, marginEngineOf } from './values.ts';

/** The request handlers by endpoint id. */
export const marginListHandlers: Readonly<Record<string, Handler>> = {
  'margin.oco.new': (call) => placeList(call, listRequestOf(call)),
  'margin.oto.new': (call) => placeList(call, legListRequestOf(call)),
  'margin.otoco.new': (call) => placeList(call, legListRequestOf(call)),
  'margin.order-list.cancel': cancelList,
  'margin.order-list.get': getList,
  'margin.open-order-lists': openLists,
  'margin.all-order-lists': allLists,
};

function placeList(call: SandboxCall, list: ListRequest): string {
  const { exchange, now, params } = call;
  const account = accountOf(call);
  const placed = marginEngineOf(call).orders.placeList(
    account,
    {
      symbol: symbolOf(call),
      list,
      sideEffect: (params.get('sideEffectType') ?? 'NO_SIDE_EFFECT') as SideEffect,
      repaysAtCancel: params.get('autoRepayAtCancel') === 'true',
    },
    now,
  );
  call.addHeaders?.(exchange.spot.counts.headers(account.trader.id, now));
  const loan =
    placed.borrowed === undefined
      ? {}
      : {
          marginBuyBorrowAmount: amountText(placed.borrowed.amount),
          marginBuyBorrowAsset: placed.borrowed.asset,
        };
  return withFields(listPlacementRecord(placed, params.get('newOrderRespType')), placed.list, loan);
}

function cancelList(call: SandboxCall): string {
  const { params, now } = call;
  const { list, cancelled } = marginEngineOf(call).orders.cancelList(
    accountOf(call),
    symbolOf(call),
    {
      listId: optionalId(call, 'orderListId'),
      clientId: params.get('listClientOrderId'),
      cancelClientOrderId: params.get('newClientOrderId'),
    },
    now,
  );
  return withFields(listCancelRecord(list, cancelled, now), list);
}

function getList(call: SandboxCall): string {
  const ids = { listId: optionalId(call, 'orderListId'), clientId: call.params.get('origClientOrderId') };
  const list = call.exchange.spot.lists.find(accountOf(call).trader, ids);
  // No code for an unknown order list is published, so the code of an unknown order is used (our choice).
  if (list === undefined) throw new SandboxRefusal(400, -2013, 'Order does not exist.');
  return queryRecord(list);
}

function openLists(call: SandboxCall): string {
  const open = call.exchange.spot.lists.openOf(accountOf(call).trader);
  return `[${open.map(queryRecord).join(',')}]`;
}

function allLists(call: SandboxCall): string {
  const lists = call.exchange.spot.lists.listsOf(accountOf(call).trader);
  const rows = selectArchiveRows(lists, historyQuery(call, 'fromId'));
  return `[${rows.map(queryRecord).join(',')}]`;
}

function queryRecord(list: OrderList): string {
  return withFields(listRecord(list), list);
}

/** Returns a spot record with the fields that an order list on margin has in addition. */
function withFields(
  record: string,
  { user }: OrderList,
  loan: Readonly<Record<string, string>> = {},
): string {
  const fields = JSON.stringify({ isIsolated: user.onBehalfOf?.scope !== 'margin', ...loan });
  return `${record.slice(0, -1)},${fields.slice(1)}`;
}
