/** Generates orders on options that expire soon, and market maker protection settings. */
import { OPTIONS } from '../../../../src/sandbox/engine/options/engine.ts';
import { expiriesAt } from '../../../../src/sandbox/engine/options/schedule.ts';
import {
  del,
  type Generator,
  type GeneratorContext,
  post,
  randomOpenOrder,
  singleCall,
  type WeightedGenerator,
} from './generator-context.ts';

const ORDER = '/eapi/v1/order';
const OPEN_MAX = 12;

const placeOrder: Generator = (drawing) => {
  const { chance, orders, user } = drawing;
  if (orders.ordersOf(user, 'options').length > OPEN_MAX) return cancelOrder(drawing);
  const { symbol, price, quantity } = randomOption(drawing);
  const isMarket = chance.isTrueWith(0.4);
  const params = {
    symbol,
    side: chance.pick(['BUY', 'SELL']),
    type: isMarket ? 'MARKET' : 'LIMIT',
    quantity,
    newOrderRespType: chance.pick(['ACK', 'RESULT']),
    ...(isMarket ? {} : { price, timeInForce: chance.pick(['GTC', 'GTC', 'IOC', 'FOK']) }),
    ...(chance.isTrueWith(0.1) ? { reduceOnly: 'true' } : {}),
    ...(!isMarket && chance.isTrueWith(0.1) ? { postOnly: 'true' } : {}),
    ...(chance.isTrueWith(0.1) ? { isMmp: 'true' } : {}),
  };
  return singleCall('options order', post(ORDER, params));
};

const cancelOrder: Generator = (drawing) => {
  const order = randomOpenOrder(drawing, 'options');
  const { symbol, orderId } = order ?? { symbol: randomOption(drawing).symbol, orderId: 1 };
  return singleCall('options cancel', del(ORDER, { symbol, orderId }));
};

const cancelAll: Generator = (drawing) =>
  singleCall(
    'options cancel of all',
    del('/eapi/v1/allOpenOrders', { symbol: randomOption(drawing).symbol }),
  );

const setProtection: Generator = ({ chance }) =>
  singleCall(
    'options protection',
    post('/eapi/v1/mmpSet', {
      underlying: 'BTCUSDT',
      windowTimeInMilliseconds: chance.integer(1, 5000),
      frozenTimeInMilliseconds: chance.integer(0, 5000),
      qtyLimit: (chance.next() * 2 + 0.01).toFixed(2),
      deltaLimit: (chance.next() + 0.01).toFixed(2),
    }),
  );

/** Returns a random option near the money of one of the next two expiries. */
function randomOption({ chance, exchange }: GeneratorContext) {
  const { contracts, quotes } = exchange.engines.get(OPTIONS).services;
  const now = exchange.clock.now();
  const underlying = contracts.findUnderlying(chance.pick(['BTCUSDT', 'ETHUSDT']))!;
  const expiry = expiriesAt(now)[chance.integer(0, 1)]!;
  const options = contracts.contractsExpiring(underlying, expiry);
  const middle = Math.floor(options.length / 2);
  const contract = options[middle + chance.integer(-3, 3)]!;
  const { mark } = quotes.quoteAt(contract, now);
  const ticks = Math.max(1, Math.round(mark * (0.85 + chance.next() * 0.3)));
  return {
    symbol: contract.symbol,
    price: (ticks / 10 ** underlying.priceDecimals).toFixed(underlying.priceDecimals),
    quantity: (chance.integer(1, 30) / 10 ** underlying.lotDecimals).toFixed(underlying.lotDecimals),
  };
}

export const optionGenerators: readonly WeightedGenerator[] = [
  [6, placeOrder],
  [2, cancelOrder],
  [0.1, cancelAll],
  [0.1, setProtection],
];
