/** Orders on the spot market: all types and times in force, lists, amendments, cancels and replacements. */
import type { Chance } from './chance.ts';
import {
  type Draw,
  type Drawing,
  type Kind,
  one,
  openOrder,
  post,
  priceAt,
  priceNear,
  quantityOf,
  remove,
  spotNamed,
  type Traded,
} from './drawing.ts';
import type { Params } from './operation.ts';

const ORDER = '/api/v3/order';
export const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'ETHBTC', 'BNBUSDT'] as const;
const PREVENTIONS = ['EXPIRE_MAKER', 'EXPIRE_TAKER', 'EXPIRE_BOTH'] as const;

/** Orders of one user and symbol above which something is cancelled instead. */
const OPEN_MAX = 25;

const placed: Draw = (drawing) => {
  const traded = symbolOf(drawing);
  const open = drawing.orders.of(drawing.user, 'spot').length;
  if (open > OPEN_MAX) return cancelled(drawing);
  return one('spot order', post(ORDER, orderOf(drawing.chance, traded)));
};

/** Returns an order of any type. */
export function orderOf(chance: Chance, traded: Traded): Params {
  const type = chance.weighted([
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
  const quantity = quantityOf(chance, traded, traded.price < 1 ? 0.05 : 600);
  const common = {
    symbol: traded.name,
    side,
    selfTradePreventionMode: chance.pick(PREVENTIONS),
    newOrderRespType: chance.pick(['ACK', 'RESULT', 'FULL']),
  };
  const price = priceNear(chance, traded);
  const timeInForce = chance.pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK']);
  if (type === 'MARKET') {
    const byQuote = chance.isLess(0.4) ? { quoteOrderQty: traded.price < 1 ? '0.05' : '500' } : { quantity };
    return { ...common, type, ...byQuote };
  }
  if (type === 'ICEBERG') {
    const icebergQty = (Number(quantity) / 4).toFixed(traded.lotDecimals);
    return { ...common, type: 'LIMIT', timeInForce: 'GTC', quantity, price, icebergQty };
  }
  if (type === 'LIMIT_MAKER') return { ...common, type, quantity, price };
  if (type === 'LIMIT') return { ...common, type, timeInForce, quantity, price };
  if (type === 'TRAILING') {
    // One to buy that only trails sets an amount aside that its events do not tell.
    const stopPrice = priceAt(traded, isBuy ? -0.5 : 0.5);
    return { ...common, type: 'TAKE_PROFIT', quantity, stopPrice, trailingDelta: chance.whole(10, 300) };
  }
  const rises = type.startsWith('STOP_LOSS') === isBuy;
  const stopPrice = priceAt(traded, (rises ? 1 : -1) * chance.next());
  if (!type.endsWith('_LIMIT')) return { ...common, type, quantity, stopPrice };
  return { ...common, type, timeInForce: 'GTC', quantity, price, stopPrice };
}

const list: Draw = (drawing) => {
  const { chance } = drawing;
  if (drawing.orders.of(drawing.user, 'spot').length > OPEN_MAX) return cancelled(drawing);
  const traded = symbolOf(drawing);
  const isBuy = chance.isLess(0.5);
  const stops = chance.isLess(0.5)
    ? {}
    : { stopLimitPrice: priceAt(traded, isBuy ? 3 : -3), stopLimitTimeInForce: 'GTC' };
  const params = {
    symbol: traded.name,
    side: isBuy ? 'BUY' : 'SELL',
    quantity: quantityOf(chance, traded, traded.price < 1 ? 0.05 : 600),
    price: priceAt(traded, (isBuy ? -1 : 1) * (0.01 + chance.next())),
    stopPrice: priceAt(traded, (isBuy ? 1 : -1) * (0.1 + chance.next())),
    ...stops,
  };
  return one('spot list', post('/api/v3/order/oco', params));
};

const cancelled: Draw = (drawing) => {
  const order = openOrder(drawing, 'spot');
  if (order === undefined) return one('spot cancel', remove(ORDER, { symbol: 'BTCUSDT', orderId: 1 }));
  const { symbol, orderId, list } = order;
  const cancel = remove(ORDER, { symbol, orderId });
  if (list < 0 || drawing.chance.isLess(0.5)) return one('spot cancel', cancel);
  return one('spot cancel of a list', remove('/api/v3/orderList', { symbol, orderListId: list }));
};

/** What the WebSocket API makes of a replacement: a cancel, and an order at once. */
const replaced: Draw = (drawing) => {
  const order = openOrder(drawing, 'spot');
  if (order === undefined) return placed(drawing);
  const { symbol, orderId } = order;
  const fresh = orderOf(drawing.chance, spotNamed(drawing, symbol));
  return { kind: 'spot replacement', calls: [remove(ORDER, { symbol, orderId }), post(ORDER, fresh)] };
};

const amended: Draw = (drawing) => {
  const order = openOrder(drawing, 'spot');
  if (order === undefined) return placed(drawing);
  const { symbol, orderId, quantity, executed } = order;
  const { lotDecimals } = spotNamed(drawing, symbol);
  const left = Number(quantity - executed) / 1e8;
  const newQty = (Number(executed) / 1e8 + left * drawing.chance.next()).toFixed(lotDecimals);
  const params = { symbol, orderId, newQty };
  return one('spot amendment', { method: 'PUT', path: '/api/v3/order/amend/keepPriority', params });
};

const allCancelled: Draw = (drawing) =>
  one('spot cancel of all', remove('/api/v3/openOrders', { symbol: drawing.chance.pick(SYMBOLS) }));

function symbolOf(drawing: Drawing): Traded {
  return spotNamed(drawing, drawing.chance.pick(SYMBOLS));
}

export const spotKinds: readonly Kind[] = [
  [26, placed],
  [3, list],
  [8, cancelled],
  [3, replaced],
  [3, amended],
  [0.3, allCancelled],
];
