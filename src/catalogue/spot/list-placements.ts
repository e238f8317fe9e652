/**
 * Order lists of spot as the live interface places them today (spot API documentation, Order lists and "One pays the
 * other"). OCO: one order cancels the other. OTO: the pending order is placed once the working order is filled.
 * OTOCO: the pending order is an OCO. OPO and OPOCO: the pending orders sell what the working order received.
 */
import { endpoint, requiredParam } from '../define.ts';
import { SIDES } from '../enums/orders.ts';
import {
  FREE_IF_DONE,
  newOrderRespType,
  positive,
  selfTradePreventionMode,
  spotOrderRules,
} from '../order-params.ts';
import { clientOrderId, symbol } from '../params.ts';
import type { Rule } from '../types.ts';
import { orderListProof } from '../write-proofs.ts';
import type { ClientIds, OrderLeg } from '../write-types.ts';
import { listView } from './lists.ts';
import {
  LEG_TYPES,
  legParams,
  legRules,
  orderLeg,
  pairRules,
  workingParams,
  workingRules,
} from './order-legs.ts';

const placement = {
  proof: orderListProof,
  product: 'spot',
  origin: 'today',
  method: 'POST',
  security: 'TRADE',
  effect: 'write',
  weight: 1,
  lookup: 'spot.order-list.get',
  orderRules: spotOrderRules,
  view: listView,
} as const;

const listParams = {
  symbol: requiredParam(symbol),
  listClientOrderId: { ...clientOrderId, about: 'Client id of the order list; generated if omitted' },
  newOrderRespType: { ...newOrderRespType, about: 'Response type of each order' },
  selfTradePreventionMode,
} as const;

const side = (of: string) => requiredParam({ type: 'ENUM', about: `Side of ${of}`, values: SIDES });
const quantity = (of: string) => requiredParam({ ...positive, about: `Amount of the base asset, of ${of}` });

const working = {
  ...workingParams(),
  workingSide: side('the working order'),
  workingQuantity: quantity('the working order'),
} as const;
const pairParams = {
  ...legParams('pendingAbove', 'the pending order above the market', LEG_TYPES.pair),
  ...legParams('pendingBelow', 'the pending order below the market', LEG_TYPES.pair),
} as const;

const pendingRules = legRules('pending', LEG_TYPES.pending);
const pairTypeRules = [
  ...legRules('pendingAbove', LEG_TYPES.pair),
  ...legRules('pendingBelow', LEG_TYPES.pair),
  ...pairRules('pendingAbove', 'pendingBelow', 'pendingSide'),
] as const;

/** The rule that in a list whose working order pays for the pending orders, the sides are opposite. */
const sideRules = [
  {
    rule: 'conflict',
    param: 'workingSide',
    values: ['SELL'],
    refusal: [-1222, 'Working order in an OPO list must be a bid.'],
  },
  {
    rule: 'conflict',
    param: 'pendingSide',
    values: ['BUY'],
    refusal: [-1223, 'Pending orders in an OPO list must be asks.'],
  },
] as const satisfies readonly Rule[];

const workingLeg = orderLeg('working', { side: 'workingSide', quantity: 'workingQuantity' });
const pending = { side: 'pendingSide', quantity: 'pendingQuantity' } as const;
/** In an OPO list the quantity of the pending order follows from what the working order receives. */
const paidPending = { side: 'pendingSide' } as const;

function clientIds(legs: readonly OrderLeg[]): ClientIds {
  return {
    noun: 'order list',
    param: 'listClientOrderId',
    parts: { params: legs.map(({ params }) => params['newClientOrderId']!), lookup: 'spot.order.get' },
  };
}

/** Returns the fields of an endpoint that follow from the orders of its list. */
function placing(legs: readonly OrderLeg[]) {
  return { legs, clientIds: clientIds(legs) } as const;
}

export const listOco = endpoint({
  ...placement,
  ...placing([
    orderLeg('above', { side: 'side', quantity: 'quantity' }),
    orderLeg('below', { side: 'side', quantity: 'quantity' }),
  ]),
  id: 'spot.order-list.oco',
  answersOne: true,
  summary: 'Place two orders of which one cancels the other (OCO)',
  wsMethod: 'orderList.place.oco',
  path: '/api/v3/orderList/oco',
  params: {
    ...listParams,
    side: side('both orders'),
    quantity: quantity('each order'),
    ...legParams('above', 'the order above the market', LEG_TYPES.pair),
    ...legParams('below', 'the order below the market', LEG_TYPES.pair),
  },
  rules: [
    ...legRules('above', LEG_TYPES.pair),
    ...legRules('below', LEG_TYPES.pair),
    ...pairRules('above', 'below', 'side'),
  ],
  notes: [
    FREE_IF_DONE,
    'To sell, the limit or take-profit order is above and the stop-loss order below the market; to buy, the other way round.',
  ],
});

export const listOto = endpoint({
  ...placement,
  ...placing([workingLeg, orderLeg('pending', pending)]),
  id: 'spot.order-list.oto',
  answersOne: true,
  summary: 'Place an order that triggers another once it is filled (OTO)',
  wsMethod: 'orderList.place.oto',
  path: '/api/v3/orderList/oto',
  params: {
    ...listParams,
    ...working,
    ...legParams('pending', 'the pending order', LEG_TYPES.pending),
    pendingSide: side('the pending order'),
    pendingQuantity: quantity('the pending order'),
  },
  rules: [...workingRules(), ...pendingRules],
  notes: [FREE_IF_DONE, 'The pending order is placed when the working order is completely filled.'],
});

export const listOtoco = endpoint({
  ...placement,
  ...placing([workingLeg, orderLeg('pendingAbove', pending), orderLeg('pendingBelow', pending)]),
  id: 'spot.order-list.otoco',
  answersOne: true,
  summary: 'Place an order that triggers an OCO once it is filled (OTOCO)',
  wsMethod: 'orderList.place.otoco',
  path: '/api/v3/orderList/otoco',
  params: {
    ...listParams,
    ...working,
    pendingSide: side('both pending orders'),
    pendingQuantity: quantity('each pending order'),
    ...pairParams,
  },
  rules: [...workingRules(), ...pairTypeRules],
  notes: [FREE_IF_DONE, 'The pending orders are placed when the working order is completely filled.'],
  sourceNotes: [
    'The documentation lists pendingBelowType as optional; a list without it would be an OTO, so bourse requires it.',
  ],
});

export const listOpo = endpoint({
  ...placement,
  ...placing([workingLeg, orderLeg('pending', paidPending)]),
  id: 'spot.order-list.opo',
  answersOne: true,
  summary: 'Place an order to buy, and one that sells what it received (OPO)',
  wsMethod: 'orderList.place.opo',
  path: '/api/v3/orderList/opo',
  params: {
    ...listParams,
    ...working,
    ...legParams('pending', 'the pending order', LEG_TYPES.pending),
    pendingSide: side('the pending order'),
  },
  rules: [...workingRules(), ...pendingRules, ...sideRules],
  notes: [
    FREE_IF_DONE,
    'The pending order sells what the working order received, less commission, rounded down to the step size.',
  ],
});

export const listOpoco = endpoint({
  ...placement,
  ...placing([workingLeg, orderLeg('pendingAbove', paidPending), orderLeg('pendingBelow', paidPending)]),
  id: 'spot.order-list.opoco',
  answersOne: true,
  summary: 'Place an order to buy, and an OCO that sells what it received (OPOCO)',
  wsMethod: 'orderList.place.opoco',
  path: '/api/v3/orderList/opoco',
  params: {
    ...listParams,
    ...working,
    pendingSide: side('both pending orders'),
    ...pairParams,
  },
  rules: [...workingRules(), ...pairTypeRules, ...sideRules],
  notes: [
    FREE_IF_DONE,
    'The pending orders sell what the working order received, less commission, rounded down to the step size.',
  ],
  sourceNotes: [
    'The documentation lists pendingBelowType as optional; a list without it would be an OPO, so bourse requires it.',
  ],
});

export const spotListPlacements = [listOco, listOto, listOtoco, listOpo, listOpoco] as const;
