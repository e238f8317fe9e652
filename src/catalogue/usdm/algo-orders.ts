/**
 * Algo orders of USD-M and COIN-M futures: stop, take-profit and trailing-stop orders, which the public hosts
 * accept at these endpoints and no longer as ordinary orders (public facts, Algo orders).
 */
import { DAY_MS } from '../../core/time-units.ts';
import { acknowledgementView } from '../columns/plain-views.ts';
import { endpoint, requiredParam } from '../define.ts';
import {
  CONDITIONAL_ORDER_TYPES,
  POSITION_SIDES,
  PRICE_MATCHES,
  RESPONSE_TYPES_FUTURES,
  SIDES,
  STP_MODES,
  TEXT_BOOLEANS,
  TIME_IN_FORCE_FUTURES,
  WORKING_TYPES,
} from '../enums/orders.ts';
import { FUTURES_TITLES, type FuturesProduct } from '../futures-products.ts';
import { endTime, limit, maxSpanRules, startTime, symbol } from '../params.ts';
import type { Column, EndpointToday, Param, Rule } from '../types.ts';
import { algoCancelProof, algoOrderProof, codeProof } from '../write-proofs.ts';
import { CONTRACT_HELP, futuresOrderRules, PATH_PREFIXES } from './futures-defaults.ts';

const WEEK_MS = 7 * DAY_MS;

/** The day since when the public hosts refuse conditional types of ordinary orders. */
const SINCE = { usdm: '2025-12-09', coinm: '2026-06-30' } as const;

const ALGO_ORDERS_TEXT =
  'Order type not supported for this endpoint. Please use the Algo Order API endpoints instead.';

const algoId = { type: 'LONG', about: 'Id of the algo order', min: 1 } as const satisfies Param;
const clientAlgoId = {
  type: 'STRING',
  about: 'Client id of the algo order; generated if omitted',
  format: 'client-order-id',
  maxLength: 36,
} as const satisfies Param;
const ids = { algoId, clientAlgoId: { ...clientAlgoId, about: 'Client id of the algo order' } } as const;
const idRequired = [{ rule: 'at-least-one', of: ['algoId', 'clientAlgoId'] }] as const;

const priced = { anyOf: ['price', 'priceMatch'] } as const;
const sizedOrClosing = { anyOf: ['quantity', 'closePosition'] } as const;

const rules = [
  {
    rule: 'needs-by-value',
    param: 'type',
    needs: {
      STOP: ['quantity', priced, 'triggerPrice'],
      TAKE_PROFIT: ['quantity', priced, 'triggerPrice'],
      STOP_MARKET: ['triggerPrice', sizedOrClosing],
      TAKE_PROFIT_MARKET: ['triggerPrice', sizedOrClosing],
      TRAILING_STOP_MARKET: ['quantity', 'callbackRate'],
    },
  },
  { rule: 'needs-by-value', param: 'timeInForce', needs: { GTD: ['goodTillDate'] } },
  { rule: 'at-most-one', of: ['price', 'priceMatch'] },
] as const satisfies readonly Rule[];

const columns = [
  { name: 'symbol', is: 'text' },
  { name: 'algoId', title: 'algo order', is: 'integer' },
  { name: 'side', is: 'text' },
  { name: 'positionSide', title: 'position', is: 'text' },
  { name: 'orderType', title: 'type', is: 'text' },
  { name: 'timeInForce', title: 'tif', is: 'text' },
  { name: 'triggerPrice', title: 'trigger', is: 'decimal', noneAt: '0' },
  { name: 'activatePrice', title: 'activation', is: 'decimal', noneAt: '0' },
  { name: 'callbackRate', title: 'callback %', is: 'percent', noneAt: '0' },
  { name: 'price', is: 'decimal', noneAt: '0' },
  { name: 'quantity', is: 'decimal' },
  { name: 'algoStatus', title: 'status', is: 'text' },
  { name: 'actualOrderId', title: 'order', is: 'text' },
  { name: 'actualPrice', title: 'average', is: 'decimal', noneAt: '0' },
  { name: 'clientAlgoId', title: 'client id', is: 'text' },
  { name: 'createTime', title: 'time', is: 'time' },
  { name: 'reduceOnly', title: 'reduce only', is: 'boolean', hidden: true },
  { name: 'closePosition', title: 'close position', is: 'boolean', hidden: true },
  { name: 'workingType', title: 'triggered by', is: 'text', hidden: true },
  { name: 'priceProtect', title: 'protected', is: 'boolean', hidden: true },
  { name: 'priceMatch', title: 'price match', is: 'text', hidden: true, noneAt: 'NONE' },
  { name: 'selfTradePreventionMode', title: 'self-trade prevention', is: 'text', hidden: true },
  { name: 'actualQty', title: 'executed', is: 'decimal', hidden: true },
  { name: 'actualType', title: 'placed as', is: 'text', hidden: true },
  { name: 'updateTime', title: 'updated', is: 'time', hidden: true },
  { name: 'triggerTime', title: 'triggered', is: 'time', hidden: true },
  { name: 'goodTillDate', title: 'good till', is: 'time', hidden: true, noneAt: '0' },
  { name: 'algoType', title: 'algo type', is: 'text', hidden: true },
] as const satisfies readonly Column[];
const view = { shape: 'rows', columns } as const;

/**
 * Returns what the public hosts do with an ordinary order of a conditional type: they refuse it, because it
 * must be placed as an algo order.
 */
export function algoOrdersToday(product: FuturesProduct) {
  return {
    since: SINCE[product],
    refuses: { param: 'type', values: CONDITIONAL_ORDER_TYPES, code: -4120, text: ALGO_ORDERS_TEXT },
    replacedBy: {
      endpoint: `${product}.algo-order.new`,
      names: {
        stopPrice: 'triggerPrice',
        activationPrice: 'activatePrice',
        newClientOrderId: 'clientAlgoId',
      },
      sets: { algoType: 'CONDITIONAL' },
      // The exchange stores these ids for the user; they change nothing about the order.
      drops: ['strategyId', 'strategyType'],
    },
  } as const satisfies EndpointToday;
}

/**
 * Returns what the public hosts do with conditional orders in a batch: they refuse them, and no endpoint
 * accepts a batch of algo orders.
 */
export function algoBatchToday(product: FuturesProduct, list: string) {
  const { since, refuses } = algoOrdersToday(product);
  return { since, refuses: { ...refuses, list, instead: ON_ITS_OWN } } as const satisfies EndpointToday;
}

const ON_ITS_OWN =
  'Place each of them on its own: bourse trade stop, trade take-profit or trade trailing-stop.';

/** Returns the endpoints of algo orders of a futures product. */
export function algoOrders(product: FuturesProduct) {
  const path = PATH_PREFIXES[product];
  const contract = { ...symbol, about: CONTRACT_HELP[product] } as const;
  const shared = { product, origin: 'today', view } as const;
  const write = { ...shared, security: 'TRADE', effect: 'write' } as const;
  const read = { ...shared, method: 'GET', security: 'USER_DATA', effect: 'read' } as const;
  return [
    endpoint({
      ...write,
      id: `${product}.algo-order.new`,
      answersOne: true,
      proof: algoOrderProof,
      summary: 'Place a stop, take-profit or trailing-stop order',
      method: 'POST',
      path: `${path}/algoOrder`,
      weight: 0,
      params: {
        algoType: {
          type: 'ENUM',
          about: 'Kind of algo order',
          values: ['CONDITIONAL'],
          required: true,
        },
        symbol: requiredParam(contract),
        side: requiredParam({ type: 'ENUM', about: 'Side', values: SIDES }),
        positionSide: {
          type: 'ENUM',
          about: 'Position side: BOTH in one-way mode, LONG or SHORT in hedge mode',
          values: POSITION_SIDES,
          default: 'BOTH',
        },
        type: requiredParam({ type: 'ENUM', about: 'Order type', values: CONDITIONAL_ORDER_TYPES }),
        timeInForce: {
          type: 'ENUM',
          about: 'Time in force of the order that the trigger places',
          values: TIME_IN_FORCE_FUTURES,
          default: 'GTC',
        },
        quantity: {
          type: 'DECIMAL',
          about: product === 'usdm' ? 'Amount' : 'Number of contracts',
          above: '0',
        },
        price: { type: 'DECIMAL', about: 'Limit price of STOP and TAKE_PROFIT', above: '0' },
        triggerPrice: {
          type: 'DECIMAL',
          about: 'Trigger price; all types but the trailing stop',
          above: '0',
        },
        workingType: {
          type: 'ENUM',
          about: 'Trigger price',
          values: WORKING_TYPES,
          default: 'CONTRACT_PRICE',
        },
        priceMatch: {
          type: 'ENUM',
          about: 'Price match: take the price from the book',
          values: PRICE_MATCHES,
          default: 'NONE',
        },
        closePosition: {
          type: 'STRING',
          about: 'Close the whole position when triggered, without a quantity',
          values: TEXT_BOOLEANS,
          default: 'false',
        },
        priceProtect: {
          type: 'STRING',
          about: 'Price protection: do not trigger while mark price and last price are far apart',
          values: TEXT_BOOLEANS,
          default: 'false',
        },
        reduceOnly: {
          type: 'STRING',
          about: 'Reduce-only; not allowed in hedge mode',
          values: TEXT_BOOLEANS,
          default: 'false',
        },
        activatePrice: {
          type: 'DECIMAL',
          about: 'Price from which a trailing stop follows; the latest price if omitted',
          above: '0',
        },
        callbackRate: {
          type: 'DECIMAL',
          about: 'Distance at which a trailing stop follows',
          unit: 'percent',
          min: '0.1',
          max: '20',
        },
        clientAlgoId,
        newOrderRespType: {
          type: 'ENUM',
          about: 'Response type; both give the same record',
          values: RESPONSE_TYPES_FUTURES,
          default: 'ACK',
        },
        selfTradePreventionMode: {
          type: 'ENUM',
          about: 'Self-trade prevention mode',
          values: STP_MODES,
          default: 'NONE',
        },
        goodTillDate: { type: 'LONG', about: 'Good-till date of a GTD order', unit: 'ms', liesAhead: true },
      },
      rules,
      ...(product === 'usdm' ? { wsMethod: 'algoOrder.place' } : {}),
      lookup: `${product}.algo-order.get`,
      clientIds: { noun: 'algo order', param: 'clientAlgoId' },
      orderRules: futuresOrderRules(product),
      likelyErrors: [-2021, -4045, -4130, -4509],
      notes: [
        'An algo order reserves no margin: a trigger that the margin does not cover ends it as REJECTED.',
      ],
    }),
    endpoint({
      ...write,
      id: `${product}.algo-order.cancel`,
      proof: algoCancelProof,
      summary: 'Cancel an algo order',
      inWords: `Cancel algo order {algoId|clientAlgoId} on ${FUTURES_TITLES[product]}`,
      method: 'DELETE',
      path: `${path}/algoOrder`,
      weight: 1,
      params: ids,
      rules: idRequired,
      ...(product === 'usdm' ? { wsMethod: 'algoOrder.cancel' } : {}),
      lookup: `${product}.algo-order.get`,
      likelyErrors: [-2011],
      view: {
        shape: 'record',
        columns: [
          { name: 'algoId', title: 'algo order', is: 'integer' },
          { name: 'clientAlgoId', title: 'client id', is: 'text' },
          { name: 'code', is: 'text' },
          { name: 'msg', title: 'message', is: 'text' },
        ],
      },
    }),
    endpoint({
      ...write,
      id: `${product}.algo-orders.cancel`,
      proof: codeProof,
      summary: 'Cancel all open algo orders of a contract',
      inWords: `Cancel all open algo orders of {symbol} on ${FUTURES_TITLES[product]}`,
      method: 'DELETE',
      path: `${path}/algoOpenOrders`,
      weight: 1,
      params: { symbol: requiredParam(contract) },
      lookup: `${product}.algo-orders.open`,
      view: acknowledgementView,
    }),
    endpoint({
      ...read,
      id: `${product}.algo-order.get`,
      answersOne: true,
      summary: 'Look up an algo order',
      path: `${path}/algoOrder`,
      weight: 1,
      params: ids,
      rules: idRequired,
      lookupFields: {
        param: 'clientAlgoId',
        idField: 'clientAlgoId',
        timeFields: ['createTime'],
        echoes: {
          symbol: ['symbol'],
          side: ['side'],
          positionSide: ['positionSide'],
          type: ['orderType'],
          quantity: ['quantity'],
          price: ['price'],
          triggerPrice: ['triggerPrice'],
        },
        open: `${product}.algo-orders.open`,
        history: `${product}.algo-orders.all`,
      },
      notes: ['Orders that ended without a fill are found for 3 days, all others for 90.'],
    }),
    endpoint({
      ...read,
      id: `${product}.algo-orders.open`,
      summary: 'Open algo orders, of one contract or of all',
      path: `${path}/openAlgoOrders`,
      weight: { by: 'presence', param: 'symbol', present: 1, absent: 40 },
      params: {
        algoType: { type: 'ENUM', about: 'Kind of algo order', values: ['CONDITIONAL'] },
        symbol: { ...contract, about: 'Contract; all if omitted' },
        algoId,
      },
    }),
    endpoint({
      ...read,
      id: `${product}.algo-orders.all`,
      summary: 'All algo orders of a contract: open, triggered, ended',
      path: `${path}/allAlgoOrders`,
      weight: 5,
      params: {
        symbol: requiredParam(contract),
        algoId: { ...algoId, about: 'First id, inclusive' },
        startTime,
        endTime,
        limit: limit(500, 1000),
      },
      // The time span must be less than seven days.
      rules: maxSpanRules(WEEK_MS - 1),
      pages: { by: 'id', from: 'algoId', limit: 'limit', at: 'algoId' },
      notes: ['The last 7 days if neither a time nor an id is given.'],
    }),
  ] as const;
}
