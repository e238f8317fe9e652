/**
 * The parameters, rules and columns of a spot order (interface document, Spot order parameters; records from
 * public facts).
 */

import { orderFillColumns, progressColumns, termColumns } from '../columns/orders.ts';
import { requiredParam } from '../define.ts';
import { ORDER_TYPES_SPOT } from '../enums/orders.ts';
import {
  icebergQty,
  newClientOrderId,
  newOrderRespType,
  price,
  quantity,
  quoteOrderQty,
  selfTradePreventionMode,
  side,
  stopPrice,
  timeInForce,
} from '../order-params.ts';
import { symbol } from '../params.ts';
import type { Column, Rule } from '../types.ts';
import { pegParams, pegRules } from './pegs.ts';

/** Parameters of a new order; which of them are needed depends on its type. */
export const orderParams = {
  symbol: requiredParam(symbol),
  side: requiredParam(side),
  type: requiredParam({ type: 'ENUM', about: 'Order type', values: ORDER_TYPES_SPOT }),
  timeInForce,
  quantity,
  quoteOrderQty,
  price,
  newClientOrderId,
  strategyId: {
    type: 'LONG',
    about: 'Strategy id',
    sourceNote: 'INT in one listing, LONG in the other',
  },
  strategyType: {
    type: 'INT',
    about: 'Strategy type',
    sourceNote: 'At least 1000000 in one part of the document, below 1000000 in another',
  },
  stopPrice,
  trailingDelta: { type: 'LONG', about: 'Distance of a trailing stop', unit: 'bips', min: 1 },
  icebergQty,
  newOrderRespType,
  selfTradePreventionMode,
  ...pegParams,
  goodTillDate: { type: 'LONG', about: 'Good-till date', unit: 'ms', liesAhead: true, min: 0 },
} as const;

/** The rule that an order needs a price, unless it is pegged and takes its price from the order book. */
const pricedOrPegged = { param: 'price', unless: 'pegPriceType' } as const;
const stopOrTrail = { anyOf: ['stopPrice', 'trailingDelta'] } as const;

/** The parameters that each order type requires, and those that do not go with a type. */
export const orderRules = [
  {
    rule: 'needs-by-value',
    param: 'type',
    needs: {
      LIMIT: ['timeInForce', 'quantity', pricedOrPegged],
      MARKET: [{ anyOf: ['quantity', 'quoteOrderQty'] }],
      STOP_LOSS: ['quantity', stopOrTrail],
      TAKE_PROFIT: ['quantity', stopOrTrail],
      STOP_LOSS_LIMIT: ['timeInForce', 'quantity', pricedOrPegged, stopOrTrail],
      TAKE_PROFIT_LIMIT: ['timeInForce', 'quantity', pricedOrPegged, stopOrTrail],
      LIMIT_MAKER: ['quantity', pricedOrPegged],
    },
  },
  { rule: 'at-most-one', of: ['quantity', 'quoteOrderQty'] },
  ...pegRules(
    {
      type: 'type',
      priceType: 'pegPriceType',
      offsetType: 'pegOffsetType',
      offsetValue: 'pegOffsetValue',
    },
    ORDER_TYPES_SPOT,
  ),
] as const satisfies readonly Rule<keyof typeof orderParams>[];

/** The fields of an order's record that repeat the parameters by which it was placed or amended. */
export const spotOrderRepeats = {
  symbol: ['symbol'],
  side: ['side'],
  type: ['type'],
  quantity: ['origQty'],
  newQty: ['origQty'],
  quoteOrderQty: ['origQuoteOrderQty'],
  price: ['price'],
} as const;

/** The columns of an order, used when it is placed and when it is queried. */
export const orderColumns = [
  { name: 'symbol', is: 'text' },
  { name: 'orderId', title: 'order', is: 'integer' },
  ...termColumns,
  { name: 'stopPrice', title: 'trigger', is: 'decimal', noneAt: '0' },
  ...progressColumns,
  { name: 'updateTime', title: 'updated', is: 'time', hidden: true },
  { name: 'transactTime', title: 'transacted', is: 'time' },
  { name: 'origClientOrderId', title: 'client id of the order', is: 'text', hidden: true },
  { name: 'orderListId', title: 'list', is: 'integer', hidden: true, noneAt: '-1' },
  { name: 'icebergQty', title: 'iceberg', is: 'decimal', hidden: true, noneAt: '0' },
  { name: 'isWorking', title: 'working', is: 'boolean', hidden: true },
  { name: 'workingTime', title: 'working since', is: 'time', hidden: true, noneAt: '-1' },
  { name: 'origQuoteOrderQty', title: 'quote quantity', is: 'decimal', hidden: true, noneAt: '0' },
  { name: 'selfTradePreventionMode', title: 'self-trade prevention', is: 'text', hidden: true },
  { name: 'pegPriceType', title: 'peg', is: 'text', hidden: true },
  { name: 'pegOffsetType', title: 'peg offset in', is: 'text', hidden: true },
  { name: 'pegOffsetValue', title: 'peg offset', is: 'integer', hidden: true },
  { name: 'peggedPrice', title: 'pegged price', is: 'decimal', hidden: true },
  { name: 'workingFloor', title: 'last active on', is: 'text', hidden: true },
  { name: 'usedSor', title: 'routed', is: 'boolean', hidden: true },
  { name: 'expiryReason', title: 'expired because', is: 'text', hidden: true },
  { name: 'fills', is: 'text', hidden: true, items: orderFillColumns },
] as const satisfies readonly Column[];
