/** Reads new spot orders and lists as calls ask for them (interface document, Spot order and OCO parameters). */
import { type Decimal, decimalOf } from '../../../core/decimal.ts';
import type { MarketSymbol } from '../../engine/market/symbols.ts';
import type { SelfTradePrevention } from '../../engine/matching/order-book.ts';
import { orderRejected } from '../../engine/refusal.ts';
import { fitted, type OrderSize } from '../../engine/spot/order-filters.ts';
import type { OrderRequest, OrderType, TimeInForce } from '../../engine/spot/orders.ts';
import type { ListRequest } from '../../engine/spot/placement.ts';
import { preventionModes, SELF_TRADE_DEFAULT } from '../../engine/spot/symbol-filters.ts';
import { type SandboxCall, SandboxRefusal } from '../../types.ts';
import { symbolOf } from '../call-values.ts';

/** What does not go with a type (public facts, Order parameter facts). */
const NOT_REQUIRED: Readonly<Record<OrderType, readonly string[]>> = {
  LIMIT: ['quoteOrderQty', 'stopPrice', 'trailingDelta'],
  LIMIT_MAKER: ['timeInForce', 'quoteOrderQty', 'stopPrice', 'trailingDelta'],
  MARKET: ['timeInForce', 'price', 'stopPrice', 'trailingDelta', 'icebergQty'],
  STOP_LOSS: ['timeInForce', 'price', 'quoteOrderQty', 'icebergQty'],
  TAKE_PROFIT: ['timeInForce', 'price', 'quoteOrderQty', 'icebergQty'],
  STOP_LOSS_LIMIT: ['quoteOrderQty'],
  TAKE_PROFIT_LIMIT: ['quoteOrderQty'],
};

/** Strategy types below it are the exchange's own (public facts, Order parameter facts). */
const STRATEGY_TYPE_MIN = 1_000_000;

/** Reads a new order of spot or margin and fits it to the symbol's filters. Refuses what they do not allow. */
export function orderOf(call: SandboxCall): OrderRequest {
  const { params } = call;
  const type = params.get('type') as OrderType;
  for (const name of NOT_REQUIRED[type]) {
    if (params.has(name)) {
      throw new SandboxRefusal(400, -1106, `Parameter '${name}' sent when not required.`);
    }
  }
  return requestOf(call, type, {
    isBuy: params.get('side') === 'BUY',
    price: params.get('price'),
    stopPrice: params.get('stopPrice'),
    icebergQty: params.get('icebergQty'),
    quoteOrderQty: params.get('quoteOrderQty'),
    timeInForce: params.get('timeInForce'),
    trailingDelta: params.get('trailingDelta'),
    clientOrderId: params.get('newClientOrderId'),
    strategyId: params.get('strategyId'),
    strategyType: params.get('strategyType'),
  });
}

/**
 * Reads an order list: the limit order is a LIMIT_MAKER, the stop order a STOP_LOSS_LIMIT where it has a limit price,
 * else a STOP_LOSS (public facts, Lists).
 */
export function listOf(call: SandboxCall): ListRequest {
  const { params } = call;
  const isBuy = params.get('side') === 'BUY';
  const stopLimitPrice = params.get('stopLimitPrice');
  if (stopLimitPrice === undefined) {
    for (const name of ['stopLimitTimeInForce', 'stopIcebergQty']) {
      if (params.has(name)) {
        throw new SandboxRefusal(400, -1106, `Parameter '${name}' sent when not required.`);
      }
    }
  }
  const nothing = { quoteOrderQty: undefined, trailingDelta: undefined } as const;
  const stop = requestOf(call, stopLimitPrice === undefined ? 'STOP_LOSS' : 'STOP_LOSS_LIMIT', {
    ...nothing,
    isBuy,
    price: stopLimitPrice,
    stopPrice: params.get('stopPrice'),
    icebergQty: params.get('stopIcebergQty'),
    timeInForce: params.get('stopLimitTimeInForce'),
    trailingDelta: params.get('trailingDelta'),
    clientOrderId: params.get('stopClientOrderId'),
    strategyId: params.get('stopStrategyId'),
    strategyType: params.get('stopStrategyType'),
  });
  const limit = requestOf(call, 'LIMIT_MAKER', {
    ...nothing,
    isBuy,
    price: params.get('price'),
    stopPrice: undefined,
    icebergQty: params.get('limitIcebergQty'),
    timeInForce: undefined,
    clientOrderId: params.get('limitClientOrderId'),
    strategyId: params.get('limitStrategyId'),
    strategyType: params.get('limitStrategyType'),
  });
  return { clientId: params.get('listClientOrderId'), stop, limit };
}

/** Wire text by what it means; undefined for what was not sent. */
interface Sent {
  readonly isBuy: boolean;
  readonly price: string | undefined;
  readonly stopPrice: string | undefined;
  readonly icebergQty: string | undefined;
  readonly quoteOrderQty: string | undefined;
  readonly timeInForce: string | undefined;
  readonly trailingDelta: string | undefined;
  readonly clientOrderId: string | undefined;
  readonly strategyId: string | undefined;
  readonly strategyType: string | undefined;
}

function requestOf(call: SandboxCall, type: OrderType, sent: Sent): OrderRequest {
  const { params, exchange, now } = call;
  const symbol = symbolOf(call);
  const desk = exchange.spot.deskOf(symbol);
  const { isBuy, trailingDelta } = sent;
  const asked: OrderSize = {
    isBuy,
    type,
    price: decimal(sent.price),
    quantity: decimal(params.get('quantity')),
    quoteOrderQty: decimal(sent.quoteOrderQty),
    stopPrice: decimal(sent.stopPrice),
    icebergQty: decimal(sent.icebergQty),
    trailingDelta: trailingDelta === undefined ? undefined : Number(trailingDelta),
  };
  const size = fitted(desk.filters, asked, () => desk.averagePrice(now));
  // A market order shows GTC, and so does a LIMIT_MAKER, which takes none (public facts, Spot matching facts).
  const timeInForce = (sent.timeInForce ?? 'GTC') as TimeInForce;
  if (size.slice > 0 && timeInForce !== 'GTC') throw orderRejected('Unsupported order combination');
  return {
    symbol,
    isBuy,
    type,
    ...size,
    timeInForce,
    clientOrderId: sent.clientOrderId,
    prevention: preventionOf(params, symbol),
    strategyId: sent.strategyId,
    strategyType: strategyTypeOf(sent.strategyType),
  };
}

function preventionOf(params: ReadonlyMap<string, string>, symbol: MarketSymbol): SelfTradePrevention {
  const asked = params.get('selfTradePreventionMode') ?? SELF_TRADE_DEFAULT;
  const mode = preventionModes(symbol).find((one) => one === asked);
  if (mode !== undefined) return mode;
  throw new SandboxRefusal(
    400,
    -1013,
    'This symbol does not allow the specified self-trade prevention mode.',
  );
}

function strategyTypeOf(text: string | undefined): string | undefined {
  if (text !== undefined && BigInt(text) < STRATEGY_TYPE_MIN) {
    throw new SandboxRefusal(400, -1134, `strategyType was less than ${STRATEGY_TYPE_MIN}.`);
  }
  return text === undefined ? undefined : String(BigInt(text));
}

function decimal(text: string | undefined): Decimal | undefined {
  return text === undefined ? undefined : decimalOf(text);
}
