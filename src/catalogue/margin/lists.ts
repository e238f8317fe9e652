/**
 * Order lists on margin (public facts, Margin today). An OCO takes the parameters of the interface document's OCO on
 * spot; OTO and OTOCO take those of today's lists on spot. The interface document has none of these endpoints.
 */
import { DAY_MS } from '../../core/time-units.ts';
import { endpoint, requiredParam } from '../define.ts';
import { accountRead, tradeWrite } from '../endpoint-defaults.ts';
import { SIDE_EFFECTS, SIDE_EFFECTS_TODAY } from '../enums/orders.ts';
import { spotOrderRules } from '../order-params.ts';
import { endTime, fromId, limit, maxSpanRules, startTime, symbol, todayParam } from '../params.ts';
import { listOto as spotOto, listOtoco as spotOtoco } from '../spot/list-placements.ts';
import { listView, listCancel as spotCancel, ocoNew as spotOco } from '../spot/lists.ts';
import { listCancelProof, orderListProof } from '../write-proofs.ts';
import type { ClientIds } from '../write-types.ts';
import { isIsolated, isolatedNeedsSymbol } from './isolated.ts';
import { marginOrderWeightToday } from './orders.ts';

const origin = 'today';
const read = { ...accountRead('margin'), origin } as const;
const write = { ...tradeWrite('margin'), origin } as const;

const view = {
  ...listView,
  columns: [
    ...listView.columns,
    { name: 'isIsolated', title: 'isolated', is: 'boolean' },
    { name: 'marginBuyBorrowAmount', title: 'borrowed', is: 'decimal', hidden: true },
    { name: 'marginBuyBorrowAsset', title: 'borrowed asset', is: 'text', hidden: true },
  ],
} as const;

/** Returns the parameters that an order list on margin has besides those of its orders. */
function marginParams<const V extends readonly string[]>(sideEffects: V) {
  return {
    isIsolated: todayParam(isIsolated),
    sideEffectType: todayParam({
      type: 'ENUM',
      about: 'Side effect: borrow the funds that the order lacks, or repay debt from its fills',
      values: sideEffects,
      default: 'NO_SIDE_EFFECT',
    }),
    autoRepayAtCancel: todayParam({
      type: 'BOOLEAN',
      about: 'Repay what the list borrowed when it is cancelled unfilled',
      default: true,
    }),
  } as const;
}

/** Returns the client ids of an order list, whose orders are looked up by the margin endpoint. */
function idsOf({ parts, ...ids }: ClientIds): ClientIds {
  return parts === undefined ? ids : { ...ids, parts: { ...parts, lookup: 'margin.order.get' } };
}

const placement = {
  proof: orderListProof,
  ...write,
  method: 'POST',
  weight: marginOrderWeightToday,
  isWeighedByAccount: true,
  lookup: 'margin.order-list.get',
  orderRules: spotOrderRules,
  view,
} as const;
const BORROWING_NOTES = [
  'MARGIN_BUY borrows what the orders that are placed at once lack; a pending order borrows nothing.',
] as const;
/** The side effects (loans) of an order list that places a pending order later. */
const OTO_SIDE_EFFECTS = ['NO_SIDE_EFFECT', 'MARGIN_BUY'] as const;

export const ocoNew = endpoint({
  ...placement,
  id: 'margin.oco.new',
  answersOne: true,
  summary: 'Place an OCO order list on margin: a limit order and a stop order',
  path: '/sapi/v1/margin/order/oco',
  params: { ...spotOco.params, ...marginParams([...SIDE_EFFECTS, ...SIDE_EFFECTS_TODAY]) },
  rules: spotOco.rules!,
  clientIds: idsOf(spotOco.clientIds!),
  notes: [...spotOco.notes!, ...BORROWING_NOTES],
});

export const otoNew = endpoint({
  ...placement,
  id: 'margin.oto.new',
  answersOne: true,
  summary: 'Place an order on margin that triggers another once it is filled (OTO)',
  path: '/sapi/v1/margin/order/oto',
  params: { ...spotOto.params, ...marginParams(OTO_SIDE_EFFECTS) },
  rules: spotOto.rules!,
  legs: spotOto.legs!,
  clientIds: idsOf(spotOto.clientIds!),
  notes: [...spotOto.notes!, ...BORROWING_NOTES],
});

export const otocoNew = endpoint({
  ...placement,
  id: 'margin.otoco.new',
  answersOne: true,
  summary: 'Place an order on margin that triggers an OCO once it is filled (OTOCO)',
  path: '/sapi/v1/margin/order/otoco',
  params: { ...spotOtoco.params, ...marginParams(OTO_SIDE_EFFECTS) },
  rules: spotOtoco.rules!,
  legs: spotOtoco.legs!,
  clientIds: idsOf(spotOtoco.clientIds!),
  notes: [...spotOtoco.notes!, ...BORROWING_NOTES],
});

const { orderListId, listClientOrderId, newClientOrderId } = spotCancel.params;
const account = {
  isIsolated: todayParam(isIsolated),
  symbol: todayParam({ ...symbol, about: 'Trading pair of the isolated account' }),
} as const;

export const listCancel = endpoint({
  ...write,
  id: 'margin.order-list.cancel',
  answersOne: true,
  proof: listCancelProof,
  summary: 'Cancel an order list on margin with all of its orders',
  inWords: 'Cancel order list {orderListId|listClientOrderId} of {symbol} on margin',
  method: 'DELETE',
  path: '/sapi/v1/margin/orderList',
  weight: 1,
  isWeighedByAccount: true,
  params: {
    symbol: todayParam(requiredParam(symbol)),
    isIsolated: todayParam(isIsolated),
    orderListId: todayParam(orderListId),
    listClientOrderId: todayParam(listClientOrderId),
    newClientOrderId: todayParam(newClientOrderId),
  },
  rules: [{ rule: 'at-least-one', of: ['orderListId', 'listClientOrderId'] }],
  lookup: 'margin.order-list.get',
  view,
});

export const listGet = endpoint({
  ...read,
  id: 'margin.order-list.get',
  answersOne: true,
  summary: 'Look up an order list on margin',
  path: '/sapi/v1/margin/orderList',
  weight: 10,
  params: {
    ...account,
    orderListId: todayParam(orderListId),
    origClientOrderId: todayParam({ ...listClientOrderId, about: 'Client id of the order list' }),
  },
  rules: [{ rule: 'at-least-one', of: ['orderListId', 'origClientOrderId'] }, isolatedNeedsSymbol],
  lookupFields: {
    param: 'origClientOrderId',
    idField: 'listClientOrderId',
    timeFields: ['transactionTime'],
    echoes: { symbol: ['symbol'] },
    open: 'margin.open-order-lists',
    history: 'margin.all-order-lists',
    part: 'margin.order.get',
  },
  view,
});

export const openLists = endpoint({
  ...read,
  id: 'margin.open-order-lists',
  summary: 'Open order lists on margin',
  path: '/sapi/v1/margin/openOrderList',
  weight: 10,
  params: account,
  rules: [isolatedNeedsSymbol],
  view,
});

export const allLists = endpoint({
  ...read,
  id: 'margin.all-order-lists',
  summary: 'All order lists on margin: open, done, cancelled',
  path: '/sapi/v1/margin/allOrderList',
  weight: 200,
  params: {
    ...account,
    fromId: todayParam({ ...fromId, about: 'First order list id, inclusive; not with times' }),
    startTime: todayParam(startTime),
    endTime: todayParam(endTime),
    limit: todayParam(limit(500, 1000)),
  },
  rules: [
    {
      rule: 'combinations',
      of: ['fromId', 'startTime', 'endTime'],
      allowed: [['fromId'], ['startTime'], ['endTime'], ['startTime', 'endTime']],
    },
    ...maxSpanRules(DAY_MS),
    isolatedNeedsSymbol,
  ],
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'orderListId' },
  view,
});

export const marginLists = [ocoNew, otoNew, otocoNew, listCancel, listGet, openLists, allLists] as const;
