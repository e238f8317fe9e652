/** Spot orders: placed, tested, cancelled and looked up (interface document, Spot trading and account). */
import { type Decimal, decimalOf } from '../../core/decimal.ts';
import { amountText, COMMISSION_PER_10000 } from '../engine/amounts.ts';
import type { SelfTradePrevention } from '../engine/matching.ts';
import { fitted } from '../engine/order-filters.ts';
import { isOpen, type OrderRequest, type OrderType, type TimeInForce } from '../engine/orders.ts';
import { SELF_TRADE_PREVENTION } from '../engine/rules.ts';
import { notSimulated } from '../refusals.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../types.ts';
import { idOf, userOf } from './account-values.ts';
import { integer, optional, symbolOf } from './call-values.ts';
import { ackRecord, cancelRecord, fullRecord, queryRecord, resultRecord } from './order-records.ts';
import { selectRows } from './rows.ts';

/** The handlers by endpoint id. */
export const spotTradingHandlers: Readonly<Record<string, Handler>> = {
  'spot.order.new': placeOrder,
  'spot.order.test': testOrder,
  'spot.order.cancel': cancelOrder,
  'spot.order.get': getOrder,
  'spot.open-orders': openOrders,
  'spot.all-orders': allOrders,
};

/** What does not go with a type; the types that are not listed are not simulated. */
const NOT_REQUIRED: Readonly<Record<OrderType, readonly string[]>> = {
  LIMIT: ['quoteOrderQty', 'stopPrice', 'trailingDelta'],
  LIMIT_MAKER: ['timeInForce', 'quoteOrderQty', 'stopPrice', 'trailingDelta'],
  MARKET: ['timeInForce', 'price', 'stopPrice', 'trailingDelta', 'icebergQty'],
};

/** Strategy types below it are the exchange's own (public facts, Order parameter facts). */
const STRATEGY_TYPE_MIN = 1_000_000;

function placeOrder(call: SandboxCall): string {
  const { exchange, now, params } = call;
  const user = userOf(call);
  const { order, fills } = exchange.spot.place(user, orderOf(call), now);
  call.addHeaders?.(exchange.spot.counts.headers(user.id, now));
  if (params.get('newOrderRespType') === 'FULL') return fullRecord(order, fills);
  return params.get('newOrderRespType') === 'RESULT' ? resultRecord(order) : ackRecord(order);
}

/** Checks all but funds and what the book says (choice: not shown in the interface). */
function testOrder(call: SandboxCall): string {
  call.exchange.spot.assertPlaceable(userOf(call), orderOf(call), call.now);
  if (call.params.get('computeCommissionRates') !== 'true') return '{}';
  const rate = amountText(BigInt(COMMISSION_PER_10000) * 10_000n);
  const rates = (both: string) => ({ maker: both, taker: both });
  return JSON.stringify({
    standardCommissionForOrder: rates(rate),
    specialCommissionForOrder: rates(amountText(0n)),
    taxCommissionForOrder: rates(amountText(0n)),
    discount: {
      enabledForAccount: false,
      enabledForSymbol: false,
      discountAsset: 'BNB',
      discount: '0.25000000',
    },
  });
}

function cancelOrder(call: SandboxCall): string {
  const { exchange, params, now } = call;
  const restriction = params.get('cancelRestrictions');
  const { order, clientOrderId } = exchange.spot.cancel(
    userOf(call),
    symbolOf(call),
    {
      ...askedIds(call),
      only: restriction === undefined ? undefined : restriction === 'ONLY_NEW' ? 'NEW' : 'PARTIALLY_FILLED',
      cancelId: params.get('newClientOrderId'),
    },
    now,
  );
  return cancelRecord(order, clientOrderId, now);
}

function getOrder(call: SandboxCall): string {
  const order = call.exchange.spot.find(userOf(call), symbolOf(call), askedIds(call));
  if (order === undefined) throw new SandboxRefusal(400, -2013, 'Order does not exist.');
  return queryRecord(order);
}

function openOrders(call: SandboxCall): string {
  const { exchange, params } = call;
  const { id } = userOf(call);
  const wanted = params.has('symbol') ? symbolOf(call) : undefined;
  const open = [...exchange.spot.desks]
    .filter((desk) => wanted === undefined || desk.symbol === wanted)
    .flatMap((desk) => desk.historyOf(id).orders.filter(isOpen))
    .sort((a, b) => a.time - b.time || (a.symbol.name < b.symbol.name ? -1 : 1));
  return `[${open.map(queryRecord).join(',')}]`;
}

function allOrders(call: SandboxCall): string {
  const desk = call.exchange.spot.deskOf(symbolOf(call));
  const query = {
    fromId: idOf(call, 'orderId'),
    startTime: optional(call, 'startTime'),
    endTime: optional(call, 'endTime'),
    limit: integer(call, 'limit'),
  };
  const rows = selectRows(desk.historyOf(userOf(call).id).orders, query, {
    id: (order) => order.orderId,
    time: (order) => order.time,
  });
  return `[${rows.map(queryRecord).join(',')}]`;
}

function askedIds(call: SandboxCall) {
  return { orderId: idOf(call, 'orderId'), clientOrderId: call.params.get('origClientOrderId') };
}

/** Reads a new order of spot or margin and fits it to the symbol's filters. Refuses what they do not allow. */
export function orderOf(call: SandboxCall): OrderRequest {
  const { params, exchange, now } = call;
  const type = simulatedType(params);
  const symbol = symbolOf(call);
  const desk = exchange.spot.deskOf(symbol);
  const isBuy = params.get('side') === 'BUY';
  const size = fitted(
    desk.filters,
    {
      isBuy,
      isMarket: type === 'MARKET',
      price: decimal(params, 'price'),
      quantity: decimal(params, 'quantity'),
      quoteOrderQty: decimal(params, 'quoteOrderQty'),
    },
    () => exchange.spot.averagePrice(desk, now),
  );
  return {
    symbol,
    isBuy,
    type,
    ...size,
    // A market order shows GTC, and so does a LIMIT_MAKER, which takes none (public facts, Spot matching facts).
    timeInForce: (params.get('timeInForce') ?? 'GTC') as TimeInForce,
    clientOrderId: params.get('newClientOrderId'),
    prevention: preventionOf(params),
    strategyId: params.get('strategyId'),
    strategyType: strategyTypeOf(params),
  };
}

function simulatedType(params: ReadonlyMap<string, string>): OrderType {
  const type = params.get('type') ?? '';
  if (!Object.hasOwn(NOT_REQUIRED, type)) throw notSimulated(`${type} orders`);
  for (const name of NOT_REQUIRED[type as OrderType]) {
    if (params.has(name)) {
      throw new SandboxRefusal(400, -1106, `Parameter '${name}' sent when not required.`);
    }
  }
  if (params.has('icebergQty')) throw notSimulated('iceberg orders');
  return type as OrderType;
}

function preventionOf(params: ReadonlyMap<string, string>): SelfTradePrevention {
  const mode = params.get('selfTradePreventionMode') ?? SELF_TRADE_PREVENTION.default;
  if ((SELF_TRADE_PREVENTION.allowed as readonly string[]).includes(mode)) return mode as SelfTradePrevention;
  throw new SandboxRefusal(
    400,
    -1013,
    'This symbol does not allow the specified self-trade prevention mode.',
  );
}

function strategyTypeOf(params: ReadonlyMap<string, string>): string | undefined {
  const text = params.get('strategyType');
  if (text !== undefined && BigInt(text) < STRATEGY_TYPE_MIN) {
    throw new SandboxRefusal(400, -1134, `strategyType was less than ${STRATEGY_TYPE_MIN}.`);
  }
  return text === undefined ? undefined : String(BigInt(text));
}

function decimal(params: ReadonlyMap<string, string>, name: string): Decimal | undefined {
  const text = params.get(name);
  return text === undefined ? undefined : decimalOf(text);
}
