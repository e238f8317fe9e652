/** Generates orders and settings of USD-M and COIN-M futures. */
import type { FuturesProduct } from '../../../../src/catalogue/futures-products.ts';
import { engineOf } from '../../../../src/sandbox/handlers/futures/engines.ts';
import {
  del,
  type Generator,
  type GeneratorContext,
  type PricedMarket,
  post,
  priceAtPercent,
  priceNear,
  quantityOf,
  randomContract,
  randomOpenOrder,
  singleCall,
  type WeightedGenerator,
} from './generator-context.ts';
import type { Params } from './operation.ts';

const PAIRS: Readonly<Record<FuturesProduct, readonly string[]>> = {
  usdm: ['BTCUSDT', 'ETHUSDT'],
  coinm: ['BTCUSD', 'ETHUSD'],
};
const ROOTS: Readonly<Record<FuturesProduct, string>> = { usdm: '/fapi/v1', coinm: '/dapi/v1' };
const OPEN_MAX = 20;

function generatorsOf(product: FuturesProduct): readonly WeightedGenerator[] {
  const root = ROOTS[product];
  const kindName = (what: string) => `${product} ${what}`;
  const randomMarket = (drawing: GeneratorContext) => randomContract(drawing, product, PAIRS[product]);
  const isFull = ({ orders, user }: GeneratorContext) => orders.ordersOf(user, product).length > OPEN_MAX;

  const placeOrder: Generator = (drawing) => {
    if (isFull(drawing)) return cancelOrder(drawing);
    return singleCall(
      kindName('order'),
      post(`${root}/order`, randomOrder(drawing, randomMarket(drawing), product)),
    );
  };
  const placeBatch: Generator = (drawing) => {
    if (isFull(drawing)) return cancelOrder(drawing);
    const orders = Array.from({ length: drawing.chance.integer(1, 5) }, () => {
      const order = randomOrder(drawing, randomMarket(drawing), product);
      return Object.fromEntries(Object.entries(order).map(([name, value]) => [name, String(value)]));
    });
    return singleCall(
      kindName('batch'),
      post(`${root}/batchOrders`, { batchOrders: JSON.stringify(orders) }),
    );
  };
  const cancelOrder: Generator = (drawing) => {
    const order = randomOpenOrder(drawing, product);
    const { name } = randomMarket(drawing);
    const params = { symbol: order?.symbol ?? name, orderId: order?.orderId ?? 1 };
    return singleCall(kindName('cancel'), del(`${root}/order`, params));
  };
  const cancelAll: Generator = (drawing) =>
    singleCall(
      kindName('cancel of all'),
      del(`${root}/allOpenOrders`, { symbol: randomMarket(drawing).name }),
    );
  const leverage: Generator = (drawing) => {
    const params = { symbol: randomMarket(drawing).name, leverage: drawing.chance.pick([1, 5, 20, 50, 125]) };
    return singleCall(kindName('leverage'), post('/fapi/v1/leverage', params));
  };
  const marginType: Generator = (drawing) => {
    const params = {
      symbol: randomMarket(drawing).name,
      marginType: drawing.chance.pick(['ISOLATED', 'CROSSED']),
    };
    return singleCall(kindName('margin type'), post('/fapi/v1/marginType', params));
  };
  const changeMargin: Generator = (drawing) => {
    const amount = drawing.chance.integer(1, 200).toFixed(2);
    const params = { symbol: randomMarket(drawing).name, amount, type: drawing.chance.integer(1, 2) };
    return singleCall(kindName('position margin'), post('/fapi/v1/positionMargin', params));
  };
  const setPositionMode: Generator = ({ chance }) =>
    singleCall(
      kindName('position mode'),
      post(`${root}/positionSide/dual`, { dualSidePosition: chance.pick(['true', 'false']) }),
    );
  const settingGenerators: readonly WeightedGenerator[] = [
    [0.4, leverage],
    [0.4, marginType],
    [0.4, changeMargin],
  ];
  return [
    [8, placeOrder],
    [0.7, placeBatch],
    [3, cancelOrder],
    [0.2, cancelAll],
    [0.3, setPositionMode],
    ...(product === 'usdm' ? settingGenerators : []),
  ];
}

/** Returns a random order of any type. */
function randomOrder(drawing: GeneratorContext, market: PricedMarket, product: FuturesProduct): Params {
  const { chance } = drawing;
  const type = chance.pickWeighted([
    [6, 'LIMIT'],
    [5, 'MARKET'],
    [1, 'STOP'],
    [1, 'TAKE_PROFIT'],
    [1, 'STOP_MARKET'],
    [1, 'TAKE_PROFIT_MARKET'],
    [1, 'TRAILING_STOP_MARKET'],
  ] as const);
  const side = chance.pick(['BUY', 'SELL'] as const);
  const triggersAbove = type.startsWith('STOP') === (side === 'BUY');
  const notional = chance.pick([300, 3000, 30_000]);
  // A COIN-M contract is worth 100 or 10 USD at any price.
  const quantity =
    product === 'usdm' ? quantityOf(chance, market, notional) : String(chance.integer(1, notional / 30));
  const price = priceNear(chance, market);
  const stopPrice = priceAtPercent(market, (triggersAbove ? 1 : -1) * chance.next());
  const common = {
    symbol: market.name,
    side,
    type,
    newOrderRespType: chance.pick(['ACK', 'RESULT']),
    ...positionParams(drawing, product),
    ...(product === 'usdm' && chance.isTrueWith(0.3) ? { selfTradePreventionMode: 'EXPIRE_BOTH' } : {}),
  };
  const workingType = chance.pick(['MARK_PRICE', 'CONTRACT_PRICE']);
  switch (type) {
    case 'LIMIT':
      if (product === 'usdm' && chance.isTrueWith(0.1)) {
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
      return chance.isTrueWith(0.3)
        ? {
            symbol: market.name,
            side,
            type,
            stopPrice,
            workingType,
            ...positionParams(drawing, product),
            closePosition: 'true',
          }
        : { ...common, quantity, stopPrice, workingType };
  }
}

/** Returns the position side in hedge mode, and sometimes reduceOnly in one-way mode. */
function positionParams({ chance, exchange, user }: GeneratorContext, product: FuturesProduct): Params {
  const { positions } = engineOf({ exchange, endpoint: { product: product } } as never).accounts;
  if (positions.isHedgeMode(exchange.accounts.findUser(user)!)) {
    return { positionSide: chance.pick(['LONG', 'SHORT']) };
  }
  return chance.isTrueWith(0.15) ? { reduceOnly: 'true' } : {};
}

export const futuresGenerators: readonly WeightedGenerator[] = [
  ...generatorsOf('usdm'),
  ...generatorsOf('coinm'),
];
