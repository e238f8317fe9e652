/**
 * Generates spot operations: orders of all types and times in force, lists, amendments, cancels and
 * replacements.
 */

import {
  del,
  type Generator,
  type GeneratorContext,
  type PricedMarket,
  post,
  priceAtPercent,
  priceNear,
  quantityOf,
  randomOpenOrder,
  singleCall,
  spotMarket,
  type WeightedGenerator,
} from './generator-context.ts';
import type { Params } from './operation.ts';
import type { RandomSource } from './random-source.ts';

const ORDER = '/api/v3/order';
export const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'ETHBTC', 'BNBUSDT'] as const;
const PREVENTIONS = ['EXPIRE_MAKER', 'EXPIRE_TAKER', 'EXPIRE_BOTH'] as const;

/** The most open orders of a user; above it an order is cancelled instead. */
const OPEN_MAX = 25;

const placeOrder: Generator = (drawing) => {
  const market = randomSymbol(drawing);
  const open = drawing.orders.ordersOf(drawing.user, 'spot').length;
  if (open > OPEN_MAX) return cancelOrder(drawing);
  return singleCall('spot order', post(ORDER, randomOrder(drawing.chance, market)));
};

/** Returns a random order of any type. */
export function randomOrder(chance: RandomSource, market: PricedMarket): Params {
  const type = chance.pickWeighted([
    [10, 'LIMIT'],
    [2, 'ICEBERG'],
    [3, 'LIMIT_MAKER'],
    [4, 'MARKET'],
    [1, 'STOP_LOSS'],
    [1, 'TAKE_PROFIT'],
    [1, 'STOP_LOSS_LIMIT'],
    [1, 'TAKE_PROFIT_LIMIT'],
    [1, 'TRAILING'],
  ] as const);
  const side = chance.pick(['BUY', 'SELL'] as const);
  const isBuy = side === 'BUY';
  const quantity = quantityOf(chance, market, market.price < 1 ? 0.05 : 600);
  const common = {
    symbol: market.name,
    side,
    selfTradePreventionMode: chance.pick(PREVENTIONS),
    newOrderRespType: chance.pick(['ACK', 'RESULT', 'FULL']),
  };
  const price = priceNear(chance, market);
  const timeInForce = chance.pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK']);
  if (type === 'MARKET') {
    const byQuote = chance.isTrueWith(0.4)
      ? { quoteOrderQty: market.price < 1 ? '0.05' : '500' }
      : { quantity };
    return { ...common, type, ...byQuote };
  }
  if (type === 'ICEBERG') {
    const icebergQty = (Number(quantity) / 4).toFixed(market.lotDecimals);
    return { ...common, type: 'LIMIT', timeInForce: 'GTC', quantity, price, icebergQty };
  }
  if (type === 'LIMIT_MAKER') return { ...common, type, quantity, price };
  if (type === 'LIMIT') return { ...common, type, timeInForce, quantity, price };
  if (type === 'TRAILING') {
    // The stop price is sent because a trailing buy without one locks an amount that events don't show.
    const stopPrice = priceAtPercent(market, isBuy ? -0.5 : 0.5);
    return { ...common, type: 'TAKE_PROFIT', quantity, stopPrice, trailingDelta: chance.integer(10, 300) };
  }
  const triggersAbove = type.startsWith('STOP_LOSS') === isBuy;
  const stopPrice = priceAtPercent(market, (triggersAbove ? 1 : -1) * chance.next());
  if (!type.endsWith('_LIMIT')) return { ...common, type, quantity, stopPrice };
  return { ...common, type, timeInForce: 'GTC', quantity, price, stopPrice };
}

const placeList: Generator = (drawing) => {
  const { chance } = drawing;
  if (drawing.orders.ordersOf(drawing.user, 'spot').length > OPEN_MAX) return cancelOrder(drawing);
  const market = randomSymbol(drawing);
  const isBuy = chance.isTrueWith(0.5);
  const stopLimit = chance.isTrueWith(0.5)
    ? {}
    : { stopLimitPrice: priceAtPercent(market, isBuy ? 3 : -3), stopLimitTimeInForce: 'GTC' };
  const params = {
    symbol: market.name,
    side: isBuy ? 'BUY' : 'SELL',
    quantity: quantityOf(chance, market, market.price < 1 ? 0.05 : 600),
    price: priceAtPercent(market, (isBuy ? -1 : 1) * (0.01 + chance.next())),
    stopPrice: priceAtPercent(market, (isBuy ? 1 : -1) * (0.1 + chance.next())),
    ...stopLimit,
  };
  return singleCall('spot list', post('/api/v3/order/oco', params));
};

const cancelOrder: Generator = (drawing) => {
  const order = randomOpenOrder(drawing, 'spot');
  if (order === undefined) return singleCall('spot cancel', del(ORDER, { symbol: 'BTCUSDT', orderId: 1 }));
  const { symbol, orderId, list } = order;
  const cancel = del(ORDER, { symbol, orderId });
  if (list < 0 || drawing.chance.isTrueWith(0.5)) return singleCall('spot cancel', cancel);
  return singleCall('spot cancel of a list', del('/api/v3/orderList', { symbol, orderListId: list }));
};

/** Cancels an order and places another, as cancel-replace of the WebSocket API does. */
const replaceOrder: Generator = (drawing) => {
  const order = randomOpenOrder(drawing, 'spot');
  if (order === undefined) return placeOrder(drawing);
  const { symbol, orderId } = order;
  const replacement = randomOrder(drawing.chance, spotMarket(drawing, symbol));
  return { kind: 'spot replacement', calls: [del(ORDER, { symbol, orderId }), post(ORDER, replacement)] };
};

const amendOrder: Generator = (drawing) => {
  const order = randomOpenOrder(drawing, 'spot');
  if (order === undefined) return placeOrder(drawing);
  const { symbol, orderId, quantity, executed } = order;
  const { lotDecimals } = spotMarket(drawing, symbol);
  const remaining = Number(quantity - executed) / 1e8;
  const newQty = (Number(executed) / 1e8 + remaining * drawing.chance.next()).toFixed(lotDecimals);
  const params = { symbol, orderId, newQty };
  return singleCall('spot amendment', { method: 'PUT', path: '/api/v3/order/amend/keepPriority', params });
};

const cancelAll: Generator = (drawing) =>
  singleCall('spot cancel of all', del('/api/v3/openOrders', { symbol: drawing.chance.pick(SYMBOLS) }));

function randomSymbol(drawing: GeneratorContext): PricedMarket {
  return spotMarket(drawing, drawing.chance.pick(SYMBOLS));
}

export const spotGenerators: readonly WeightedGenerator[] = [
  [26, placeOrder],
  [3, placeList],
  [8, cancelOrder],
  [3, replaceOrder],
  [3, amendOrder],
  [0.3, cancelAll],
];
