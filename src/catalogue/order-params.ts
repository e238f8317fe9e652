/** Parameters and filters that orders of several products share (interface document, Spot order parameters). */
import { requiredParam } from './define.ts';
import {
  RESPONSE_TYPES_SPOT,
  SIDES,
  STP_MODES,
  STP_MODES_TODAY,
  TIME_IN_FORCE_SPOT,
} from './enums/orders.ts';
import { clientOrderId } from './params.ts';
import type { Param, Params, Rule } from './types.ts';
import type { OrderRules } from './write-types.ts';

/** Prices and amounts of an order are greater than 0. */
export const positive = { type: 'DECIMAL', above: '0' } as const;

/** The order id assigned by the exchange. */
export const orderId = {
  type: 'LONG',
  about: "The exchange's number of the order",
  min: 0,
} as const satisfies Param;

export const origClientOrderId = { ...clientOrderId, about: 'Client id of the order' } as const;
export const newClientOrderId = {
  ...clientOrderId,
  about: 'Client id of the order; generated if omitted',
} as const;

/** The rule that an order is looked up by its order id or its client order id, at least one of them. */
export const orderIdRequired = [{ rule: 'at-least-one', of: ['orderId', 'origClientOrderId'] }] as const;

export const side = { type: 'ENUM', about: 'Side', values: SIDES } as const satisfies Param;
export const timeInForce = {
  type: 'ENUM',
  about: 'Time in force',
  values: TIME_IN_FORCE_SPOT,
} as const satisfies Param;
export const quantity = { ...positive, about: 'Amount of the base asset' } as const;
export const quoteOrderQty = {
  ...positive,
  about: 'Amount of the quote asset to spend or to receive, MARKET only',
} as const;
export const price = { ...positive, about: 'Limit price' } as const;
export const stopPrice = { ...positive, about: 'Trigger price' } as const;
export const icebergQty = { ...positive, about: 'Iceberg quantity' } as const;

export const newOrderRespType = {
  type: 'ENUM',
  about: 'Response type',
  values: RESPONSE_TYPES_SPOT,
  default: 'ACK',
  today: { defaultBy: { param: 'type', values: { LIMIT: 'FULL', MARKET: 'FULL' } } },
} as const satisfies Param;

export const selfTradePreventionMode = {
  type: 'ENUM',
  about: 'Self-trade prevention mode',
  values: STP_MODES,
  today: { alsoValues: STP_MODES_TODAY },
  default: 'EXPIRE_MAKER',
} as const satisfies Param;

/** Spot orders, order lists and margin orders obey the spot filters. */
export const spotOrderRules = {
  rules: 'spot.exchange-info',
  price: { lookup: 'spot.avg-price', field: 'price' },
  postOnly: { param: 'type', value: 'LIMIT_MAKER' },
} as const satisfies OrderRules;

/** Returns the parameter of a batch of orders. */
export function batchParam<
  const P extends Params,
  const R extends readonly Rule<keyof P & string>[],
  const M extends number,
>(items: P, itemRules: R, max: M) {
  return requiredParam({
    type: 'LIST',
    about: 'Orders, each with the parameters of a single one',
    min: 1,
    max,
    items,
    itemRules,
  });
}

/** The note of orders and cancellations of spot that cost nothing if they succeed (today's interface, Spot over REST). */
export const FREE_IF_DONE = 'Live hosts count weight 0 if the call succeeds, its weight if it fails.';

/** The note that the endpoints of batches carry. */
export const BATCH_NOTE =
  'Each order succeeds or fails on its own; the answer has a row for each, in the order sent.';
