/**
 * The parameters, rules and columns of a futures order, USD-M and COIN-M (interface document, Futures order
 * parameters; the parameters that each type requires are a public fact, USD-M trading).
 */
import { requiredParam } from '../define.ts';
import {
  ORDER_TYPES_FUTURES,
  POSITION_SIDES,
  PRICE_MATCHES,
  RESPONSE_TYPES_FUTURES,
  SIDES,
  STP_MODES,
  TEXT_BOOLEANS,
  TIME_IN_FORCE_FUTURES,
  WORKING_TYPES,
} from '../enums/orders.ts';
import { newClientOrderId, orderId, origClientOrderId } from '../order-params.ts';
import { symbol, todayParam } from '../params.ts';
import type { Column, Rule } from '../types.ts';

/** Parameters that an order has on both USD-margined and coin-margined futures. */
export const commonOrderParams = {
  symbol: requiredParam({ ...symbol, about: 'Contract, such as BTCUSDT' }),
  side: requiredParam({ type: 'ENUM', about: 'Side', values: SIDES }),
  positionSide: {
    type: 'ENUM',
    about: 'Position side: BOTH in one-way mode, LONG or SHORT in hedge mode',
    values: POSITION_SIDES,
    default: 'BOTH',
  },
  type: requiredParam({ type: 'ENUM', about: 'Order type', values: ORDER_TYPES_FUTURES }),
  timeInForce: { type: 'ENUM', about: 'Time in force', values: TIME_IN_FORCE_FUTURES },
  quantity: { type: 'DECIMAL', about: 'Amount', above: '0' },
  reduceOnly: {
    type: 'STRING',
    about: 'Reduce-only; not allowed in hedge mode',
    values: TEXT_BOOLEANS,
    default: 'false',
  },
  price: { type: 'DECIMAL', about: 'Limit price' },
  newClientOrderId,
  strategyId: { type: 'LONG', about: 'Strategy id' },
  strategyType: { type: 'LONG', about: 'Strategy type' },
  stopPrice: { type: 'DECIMAL', about: 'Trigger price of a stop or take-profit order' },
  closePosition: {
    type: 'STRING',
    about: 'Close the whole position when triggered, without a quantity',
    values: TEXT_BOOLEANS,
    default: 'false',
  },
  activationPrice: {
    type: 'DECIMAL',
    about: 'Price from which a trailing stop follows; the latest price if omitted',
  },
  callbackRate: {
    type: 'DECIMAL',
    about: 'Distance at which a trailing stop follows',
    unit: 'percent',
    min: '0.1',
    max: '5',
    today: { max: '20' },
  },
  workingType: {
    type: 'ENUM',
    about: 'Trigger price',
    values: WORKING_TYPES,
    default: 'CONTRACT_PRICE',
  },
  priceProtect: {
    type: 'STRING',
    about: 'Price protection: do not trigger while mark price and last price are far apart',
    values: TEXT_BOOLEANS,
    default: 'false',
  },
  newOrderRespType: {
    type: 'ENUM',
    about: 'Response type: RESULT waits for the final state of an order that ends at once',
    values: RESPONSE_TYPES_FUTURES,
    default: 'ACK',
  },
} as const;

/** The user's own id of a modification (public facts of today: since 2026-07-22). */
export const modifyId = todayParam({
  type: 'LONG',
  about: 'Your own id of the modification; answer, event and list repeat it',
});

/** Parameters of an order of USD-margined futures. */
export const orderParams = {
  ...commonOrderParams,
  priceMatch: {
    type: 'ENUM',
    about: 'Price match: take the price from the book',
    values: PRICE_MATCHES,
    default: 'NONE',
  },
  selfTradePreventionMode: {
    type: 'ENUM',
    about: 'Self-trade prevention mode',
    values: STP_MODES,
    default: 'NONE',
  },
  goodTillDate: { type: 'LONG', about: 'Good-till date of a GTD order', unit: 'ms', liesAhead: true, min: 0 },
} as const;

const priced = { anyOf: ['price', 'priceMatch'] } as const;
const sizedOrClosing = { anyOf: ['quantity', 'closePosition'] } as const;

/** The parameters that each type of futures order requires, and those that do not go together. */
export const orderRules = [
  {
    rule: 'needs-by-value',
    param: 'type',
    needs: {
      LIMIT: ['timeInForce', 'quantity', priced],
      MARKET: ['quantity'],
      STOP: ['quantity', priced, 'stopPrice'],
      TAKE_PROFIT: ['quantity', priced, 'stopPrice'],
      STOP_MARKET: ['stopPrice', sizedOrClosing],
      TAKE_PROFIT_MARKET: ['stopPrice', sizedOrClosing],
      TRAILING_STOP_MARKET: ['callbackRate'],
    },
  },
  { rule: 'needs-by-value', param: 'timeInForce', needs: { GTD: ['goodTillDate'] } },
  { rule: 'at-most-one', of: ['price', 'priceMatch'] },
] as const satisfies readonly Rule<keyof typeof orderParams>[];

/**
 * The rules of orders on both USD-M and COIN-M futures; COIN-M has no orders whose price is taken from the
 * order book.
 */
export const commonOrderRules = [
  {
    rule: 'needs-by-value',
    param: 'type',
    needs: {
      LIMIT: ['timeInForce', 'quantity', 'price'],
      MARKET: ['quantity'],
      STOP: ['quantity', 'price', 'stopPrice'],
      TAKE_PROFIT: ['quantity', 'price', 'stopPrice'],
      STOP_MARKET: ['stopPrice', sizedOrClosing],
      TAKE_PROFIT_MARKET: ['stopPrice', sizedOrClosing],
      TRAILING_STOP_MARKET: ['callbackRate'],
    },
  },
] as const satisfies readonly Rule<keyof typeof commonOrderParams>[];

/** The parameters by which an order is looked up: order id or client order id. */
export const orderReference = {
  symbol: requiredParam({ ...symbol, about: 'Contract, such as BTCUSDT' }),
  orderId,
  origClientOrderId,
} as const;

/**
 * The fields of an order's record that repeat its parameters; after an order was triggered, its original type
 * is in another field.
 */
export const orderRepeats = {
  symbol: ['symbol'],
  side: ['side'],
  positionSide: ['positionSide'],
  type: ['type', 'origType'],
  quantity: ['origQty'],
  price: ['price'],
} as const;

/**
 * Columns of a futures order when it is placed, looked up or cancelled. A row of a batch may hold an error
 * instead of an order.
 */
export const orderColumns = [
  { name: 'symbol', is: 'text' },
  { name: 'pair', is: 'text', hidden: true },
  { name: 'orderId', title: 'order', is: 'integer' },
  { name: 'side', is: 'text' },
  { name: 'positionSide', title: 'position', is: 'text' },
  { name: 'type', is: 'text' },
  { name: 'origType', title: 'original type', is: 'text', hidden: true },
  { name: 'timeInForce', title: 'tif', is: 'text' },
  { name: 'price', is: 'decimal', noneAt: '0' },
  { name: 'avgPrice', title: 'average', is: 'decimal', noneAt: '0' },
  { name: 'origQty', title: 'quantity', is: 'decimal' },
  { name: 'executedQty', title: 'executed', is: 'decimal' },
  { name: 'stopPrice', title: 'trigger', is: 'decimal', noneAt: '0' },
  { name: 'activatePrice', title: 'activation', is: 'decimal', noneAt: '0' },
  { name: 'priceRate', title: 'callback %', is: 'percent', noneAt: '0' },
  { name: 'status', is: 'text' },
  { name: 'clientOrderId', title: 'client id', is: 'text' },
  { name: 'reduceOnly', title: 'reduce only', is: 'boolean', hidden: true },
  { name: 'closePosition', title: 'close position', is: 'boolean', hidden: true },
  { name: 'time', is: 'time' },
  { name: 'updateTime', title: 'updated', is: 'time' },
  { name: 'cumQty', title: 'cumulative quantity', is: 'decimal', hidden: true },
  { name: 'cumQuote', title: 'quote filled', is: 'decimal', hidden: true },
  { name: 'cumBase', title: 'base executed', is: 'decimal', hidden: true },
  { name: 'workingType', title: 'triggered by', is: 'text', hidden: true },
  { name: 'priceProtect', title: 'protected', is: 'boolean', hidden: true },
  { name: 'priceMatch', title: 'price match', is: 'text', hidden: true, noneAt: 'NONE' },
  { name: 'selfTradePreventionMode', title: 'self-trade prevention', is: 'text', hidden: true },
  { name: 'goodTillDate', title: 'good till', is: 'time', hidden: true, noneAt: '0' },
  { name: 'code', is: 'integer' },
  { name: 'msg', title: 'fault', is: 'text' },
] as const satisfies readonly Column[];
