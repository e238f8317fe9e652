/** Orders, positions and settings of both lines of futures. */
import type { FuturesProduct } from '../../../../src/catalogue/futures-products.ts';
import { engineOf } from '../../../../src/sandbox/handlers/futures/engines.ts';
import {
  contractOn,
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
  type Traded,
} from './drawing.ts';
import type { Params } from './operation.ts';

const PAIRS: Readonly<Record<FuturesProduct, readonly string[]>> = {
  usdm: ['BTCUSDT', 'ETHUSDT'],
  coinm: ['BTCUSD', 'ETHUSD'],
};
const ROOTS: Readonly<Record<FuturesProduct, string>> = { usdm: '/fapi/v1', coinm: '/dapi/v1' };
const OPEN_MAX = 20;

function kindsOf(line: FuturesProduct): readonly Kind[] {
  const root = ROOTS[line];
  const named = (what: string) => `${line} ${what}`;
  const contractOf = (drawing: Drawing) => contractOn(drawing, line, PAIRS[line]);
  const isFull = ({ orders, user }: Drawing) => orders.of(user, line).length > OPEN_MAX;

  const placed: Draw = (drawing) => {
    if (isFull(drawing)) return cancelled(drawing);
    return one(named('order'), post(`${root}/order`, orderOf(drawing, contractOf(drawing), line)));
  };
  const batch: Draw = (drawing) => {
    if (isFull(drawing)) return cancelled(drawing);
    const orders = Array.from({ length: drawing.chance.whole(1, 5) }, () => {
      const order = orderOf(drawing, contractOf(drawing), line);
      return Object.fromEntries(Object.entries(order).map(([name, value]) => [name, String(value)]));
    });
    return one(named('batch'), post(`${root}/batchOrders`, { batchOrders: JSON.stringify(orders) }));
  };
  const cancelled: Draw = (drawing) => {
    const order = openOrder(drawing, line);
    const { name } = contractOf(drawing);
    const params = { symbol: order?.symbol ?? name, orderId: order?.orderId ?? 1 };
    return one(named('cancel'), remove(`${root}/order`, params));
  };
  const allCancelled: Draw = (drawing) =>
    one(named('cancel of all'), remove(`${root}/allOpenOrders`, { symbol: contractOf(drawing).name }));
  const leverage: Draw = (drawing) => {
    const params = { symbol: contractOf(drawing).name, leverage: drawing.chance.pick([1, 5, 20, 50, 125]) };
    return one(named('leverage'), post('/fapi/v1/leverage', params));
  };
  const marginType: Draw = (drawing) => {
    const params = {
      symbol: contractOf(drawing).name,
      marginType: drawing.chance.pick(['ISOLATED', 'CROSSED']),
    };
    return one(named('margin type'), post('/fapi/v1/marginType', params));
  };
  const margin: Draw = (drawing) => {
    const amount = drawing.chance.whole(1, 200).toFixed(2);
    const params = { symbol: contractOf(drawing).name, amount, type: drawing.chance.whole(1, 2) };
    return one(named('position margin'), post('/fapi/v1/positionMargin', params));
  };
  const mode: Draw = ({ chance }) =>
    one(
      named('position mode'),
      post(`${root}/positionSide/dual`, { dualSidePosition: chance.pick(['true', 'false']) }),
    );
  const settings: readonly Kind[] = [
    [0.4, leverage],
    [0.4, marginType],
    [0.4, margin],
  ];
  return [
    [8, placed],
    [0.7, batch],
    [3, cancelled],
    [0.2, allCancelled],
    [0.3, mode],
    ...(line === 'usdm' ? settings : []),
  ];
}

/** Returns an order of any type. */
function orderOf(drawing: Drawing, traded: Traded, line: FuturesProduct): Params {
  const { chance } = drawing;
  const type = chance.weighted([
    [6, 'LIMIT'],
    [5, 'MARKET'],
    [1, 'STOP'],
    [1, 'TAKE_PROFIT'],
    [1, 'STOP_MARKET'],
    [1, 'TAKE_PROFIT_MARKET'],
    [1, 'TRAILING_STOP_MARKET'],
  ] as const);
  const side = chance.pick(['BUY', 'SELL'] as const);
  const rises = type.startsWith('STOP') === (side === 'BUY');
  const worth = chance.pick([300, 3000, 30_000]);
  // A coin-margined contract is worth 100 dollars or 10, whatever the price.
  const quantity = line === 'usdm' ? quantityOf(chance, traded, worth) : String(chance.whole(1, worth / 30));
  const price = priceNear(chance, traded);
  const stopPrice = priceAt(traded, (rises ? 1 : -1) * chance.next());
  const common = {
    symbol: traded.name,
    side,
    type,
    newOrderRespType: chance.pick(['ACK', 'RESULT']),
    ...sideOf(drawing, line),
    ...(line === 'usdm' && chance.isLess(0.3) ? { selfTradePreventionMode: 'EXPIRE_BOTH' } : {}),
  };
  const workingType = chance.pick(['MARK_PRICE', 'CONTRACT_PRICE']);
  switch (type) {
    case 'LIMIT':
      if (line === 'usdm' && chance.isLess(0.1)) {
        return {
          ...common,
          quantity,
          timeInForce: 'GTC',
          priceMatch: chance.pick(['OPPONENT', 'QUEUE', 'QUEUE_5']),
        };
      }
      return {
        ...common,
        quantity,
        price,
        timeInForce: chance.pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'GTX']),
      };
    case 'MARKET':
      return { ...common, quantity };
    case 'STOP':
    case 'TAKE_PROFIT':
      return { ...common, quantity, price, stopPrice, workingType, timeInForce: 'GTC' };
    case 'TRAILING_STOP_MARKET':
      return { ...common, quantity, callbackRate: (0.1 + chance.next() * 2).toFixed(1), workingType };
    default:
      return chance.isLess(0.3)
        ? {
            symbol: traded.name,
            side,
            type,
            stopPrice,
            workingType,
            ...sideOf(drawing, line),
            closePosition: 'true',
          }
        : { ...common, quantity, stopPrice, workingType };
  }
}

/** In hedge mode an order says which position it changes, in the other it may only make one smaller. */
function sideOf({ chance, exchange, user }: Drawing, line: FuturesProduct): Params {
  const { positions } = engineOf({ exchange, endpoint: { product: line } } as never).accounts;
  if (positions.isHedgeMode(exchange.accounts.findUser(user)!)) {
    return { positionSide: chance.pick(['LONG', 'SHORT']) };
  }
  return chance.isLess(0.15) ? { reduceOnly: 'true' } : {};
}

export const futuresKinds: readonly Kind[] = [...kindsOf('usdm'), ...kindsOf('coinm')];
