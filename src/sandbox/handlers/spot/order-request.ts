/** Reads and validates spot orders and order lists (interface document, Spot order and OCO parameters). */

import type { OrderLeg } from '../../../catalogue/write-types.ts';
import { type Decimal, decimalOf } from '../../../core/decimal.ts';
import type { MarketSymbol } from '../../engine/market/symbols.ts';
import type { SelfTradePrevention } from '../../engine/matching/order-book.ts';
import { orderRejected } from '../../engine/refusal.ts';
import type { ListRequest } from '../../engine/spot/list-placement.ts';
import { fitToFilters, type OrderSize } from '../../engine/spot/order-filters.ts';
import type { OrderRequest, OrderType, PegRule, TimeInForce } from '../../engine/spot/orders.ts';

import { preventionModes, SELF_TRADE_DEFAULT } from '../../engine/spot/symbol-filters.ts';
import { type SandboxCall, SandboxRefusal } from '../../types.ts';
import { symbolOf } from '../request-values.ts';

/** The parameters that are not allowed with an order type (public facts, Order parameter facts). */
const NOT_REQUIRED: Readonly<Record<OrderType, readonly string[]>> = {
  LIMIT: ['quoteOrderQty', 'stopPrice', 'trailingDelta'],
  LIMIT_MAKER: ['timeInForce', 'quoteOrderQty', 'stopPrice', 'trailingDelta'],
  MARKET: ['timeInForce', 'price', 'stopPrice', 'trailingDelta', 'icebergQty'],
  STOP_LOSS: ['timeInForce', 'price', 'quoteOrderQty', 'icebergQty'],
  TAKE_PROFIT: ['timeInForce', 'price', 'quoteOrderQty', 'icebergQty'],
  STOP_LOSS_LIMIT: ['quoteOrderQty'],
  TAKE_PROFIT_LIMIT: ['quoteOrderQty'],
};

/**
 * The lowest strategy type of users; lower ones are reserved by the exchange (public facts, Order parameter
 * facts).
 */
const STRATEGY_TYPE_MIN = 1_000_000;

/**
 * Returns the order of a spot or margin request in ticks and lots; throws if the symbol's filters reject it.
 */
export function orderRequestOf(call: SandboxCall): OrderRequest {
  const { params } = call;
  const type = params.get('type') as OrderType;
  for (const name of NOT_REQUIRED[type]) {
    if (params.has(name)) {
      throw new SandboxRefusal(400, -1106, `Parameter '${name}' sent when not required.`);
    }
  }
  return fittedRequest(call, type, {
    isBuy: params.get('side') === 'BUY',
    quantity: params.get('quantity'),
    price: params.get('price'),
    stopPrice: params.get('stopPrice'),
    icebergQty: params.get('icebergQty'),
    quoteOrderQty: params.get('quoteOrderQty'),
    timeInForce: params.get('timeInForce'),
    trailingDelta: params.get('trailingDelta'),
    clientOrderId: params.get('newClientOrderId'),
    strategyId: params.get('strategyId'),
    strategyType: params.get('strategyType'),
    pegPriceType: params.get('pegPriceType'),
    pegOffsetValue: params.get('pegOffsetValue'),
  });
}

/**
 * Returns the OCO list of a request: a LIMIT_MAKER, and a STOP_LOSS_LIMIT with a limit price or a STOP_LOSS
 * without one (public facts, Lists).
 */
export function listRequestOf(call: SandboxCall): ListRequest {
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
  const absent = {
    quoteOrderQty: undefined,
    trailingDelta: undefined,
    pegPriceType: undefined,
    pegOffsetValue: undefined,
  } as const;
  const quantity = params.get('quantity');
  const stop = fittedRequest(call, stopLimitPrice === undefined ? 'STOP_LOSS' : 'STOP_LOSS_LIMIT', {
    ...absent,
    isBuy,
    quantity,
    price: stopLimitPrice,
    stopPrice: params.get('stopPrice'),
    icebergQty: params.get('stopIcebergQty'),
    timeInForce: params.get('stopLimitTimeInForce'),
    trailingDelta: params.get('trailingDelta'),
    clientOrderId: params.get('stopClientOrderId'),
    strategyId: params.get('stopStrategyId'),
    strategyType: params.get('stopStrategyType'),
  });
  const limit = fittedRequest(call, 'LIMIT_MAKER', {
    ...absent,
    isBuy,
    quantity,
    price: params.get('price'),
    stopPrice: undefined,
    icebergQty: params.get('limitIcebergQty'),
    timeInForce: undefined,
    clientOrderId: params.get('limitClientOrderId'),
    strategyId: params.get('limitStrategyId'),
    strategyType: params.get('limitStrategyType'),
  });
  const clientId = params.get('listClientOrderId');
  return { clientId, working: undefined, others: [stop, limit], isPaidByWorking: false };
}

/**
 * Returns the order list of a request whose orders have parameters of their own. If one of two orders cancels
 * the other, the stop-loss order comes first (spot API documentation, Order lists).
 */
export function legListRequestOf(call: SandboxCall): ListRequest {
  const legs = call.endpoint.legs!;
  const hasWorking = legs[0]!.name === 'working';
  const isPaidByWorking = legs.some(({ params }) => params['quantity'] === undefined);
  const requests = legs.map((leg) => legRequestOf(call, leg));
  const others = requests.slice(hasWorking ? 1 : 0);
  const isStopLoss = ({ type }: OrderRequest) => type.startsWith('STOP_LOSS');
  return {
    clientId: call.params.get('listClientOrderId'),
    working: hasWorking ? requests[0] : undefined,
    others: [...others.filter(isStopLoss), ...others.filter((one) => !isStopLoss(one))],
    isPaidByWorking,
  };
}

function legRequestOf(call: SandboxCall, { params: names }: OrderLeg): OrderRequest {
  const text = (name: string) => call.params.get(names[name] ?? '');
  return fittedRequest(call, text('type') as OrderType, {
    isBuy: text('side') === 'BUY',
    quantity: text('quantity'),
    price: text('price'),
    stopPrice: text('stopPrice'),
    icebergQty: text('icebergQty'),
    quoteOrderQty: undefined,
    timeInForce: text('timeInForce'),
    trailingDelta: text('trailingDelta'),
    clientOrderId: text('newClientOrderId'),
    strategyId: text('strategyId'),
    strategyType: text('strategyType'),
    pegPriceType: text('pegPriceType'),
    pegOffsetValue: text('pegOffsetValue'),
  });
}

/** The parameters of one order as text, by meaning; undefined if not sent. */
interface RequestTexts {
  readonly isBuy: boolean;
  readonly quantity: string | undefined;
  readonly price: string | undefined;
  readonly stopPrice: string | undefined;
  readonly icebergQty: string | undefined;
  readonly quoteOrderQty: string | undefined;
  readonly timeInForce: string | undefined;
  readonly trailingDelta: string | undefined;
  readonly clientOrderId: string | undefined;
  readonly strategyId: string | undefined;
  readonly strategyType: string | undefined;
  readonly pegPriceType: string | undefined;
  readonly pegOffsetValue: string | undefined;
}

function fittedRequest(call: SandboxCall, type: OrderType, texts: RequestTexts): OrderRequest {
  const { exchange, now } = call;
  const symbol = symbolOf(call);
  const instrument = exchange.spot.instrumentOf(symbol);
  const { isBuy, trailingDelta } = texts;
  const requestedSize: OrderSize = {
    isBuy,
    type,
    price: optionalDecimal(texts.price),
    quantity: optionalDecimal(texts.quantity),
    quoteOrderQty: optionalDecimal(texts.quoteOrderQty),
    stopPrice: optionalDecimal(texts.stopPrice),
    icebergQty: optionalDecimal(texts.icebergQty),
    trailingDelta: trailingDelta === undefined ? undefined : Number(trailingDelta),
  };
  const size = fitToFilters(instrument.filters, requestedSize, () => instrument.averagePrice(now));
  // MARKET and LIMIT_MAKER orders, which have no timeInForce parameter, show GTC (public facts, Spot matching
  // facts).
  const timeInForce = (texts.timeInForce ?? 'GTC') as TimeInForce;
  if (size.icebergLots > 0 && timeInForce !== 'GTC') throw orderRejected('Unsupported order combination');
  return {
    symbol,
    isBuy,
    type,
    ...size,
    peg: pegOf(texts, size.price),
    timeInForce,
    clientOrderId: texts.clientOrderId,
    selfTradePrevention: preventionOf(call, symbol),
    strategyId: texts.strategyId,
    strategyType: strategyTypeOf(texts.strategyType),
  };
}

function pegOf({ pegPriceType, pegOffsetValue }: RequestTexts, sentPrice: number): OrderRequest['peg'] {
  if (pegPriceType === undefined) return undefined;
  const priceType = pegPriceType as PegRule['priceType'];
  return { priceType, offset: Number(pegOffsetValue ?? 0), sentPrice };
}

function preventionOf({ params, interface: served }: SandboxCall, symbol: MarketSymbol): SelfTradePrevention {
  const requestedMode = params.get('selfTradePreventionMode') ?? SELF_TRADE_DEFAULT;
  const mode = preventionModes(symbol, served).find((one) => one === requestedMode);
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

function optionalDecimal(text: string | undefined): Decimal | undefined {
  return text === undefined ? undefined : decimalOf(text);
}
