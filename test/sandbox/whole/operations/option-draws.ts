/** Orders on options that expire soon, and protection of market makers. */
import { OPTIONS } from '../../../../src/sandbox/engine/options/engine.ts';
import { expiriesAt } from '../../../../src/sandbox/engine/options/schedule.ts';
import { type Draw, type Drawing, type Kind, one, openOrder, post, remove } from './drawing.ts';

const ORDER = '/eapi/v1/order';
const OPEN_MAX = 12;

const placed: Draw = (drawing) => {
  const { chance, orders, user } = drawing;
  if (orders.of(user, 'options').length > OPEN_MAX) return cancelled(drawing);
  const { symbol, price, quantity } = optionOf(drawing);
  const isMarket = chance.isLess(0.4);
  const params = {
    symbol,
    side: chance.pick(['BUY', 'SELL']),
    type: isMarket ? 'MARKET' : 'LIMIT',
    quantity,
    newOrderRespType: chance.pick(['ACK', 'RESULT']),
    ...(isMarket ? {} : { price, timeInForce: chance.pick(['GTC', 'GTC', 'IOC', 'FOK']) }),
    ...(chance.isLess(0.1) ? { reduceOnly: 'true' } : {}),
    ...(!isMarket && chance.isLess(0.1) ? { postOnly: 'true' } : {}),
    ...(chance.isLess(0.1) ? { isMmp: 'true' } : {}),
  };
  return one('options order', post(ORDER, params));
};

const cancelled: Draw = (drawing) => {
  const order = openOrder(drawing, 'options');
  const { symbol, orderId } = order ?? { symbol: optionOf(drawing).symbol, orderId: 1 };
  return one('options cancel', remove(ORDER, { symbol, orderId }));
};

const allCancelled: Draw = (drawing) =>
  one('options cancel of all', remove('/eapi/v1/allOpenOrders', { symbol: optionOf(drawing).symbol }));

const guarded: Draw = ({ chance }) =>
  one(
    'options protection',
    post('/eapi/v1/mmpSet', {
      underlying: 'BTCUSDT',
      windowTimeInMilliseconds: chance.whole(1, 5000),
      frozenTimeInMilliseconds: chance.whole(0, 5000),
      qtyLimit: (chance.next() * 2 + 0.01).toFixed(2),
      deltaLimit: (chance.next() + 0.01).toFixed(2),
    }),
  );

/** An option of the next expiries, so that few meet the others on the same. */
function optionOf({ chance, exchange }: Drawing) {
  const { contracts, quotes } = exchange.engines.get(OPTIONS).services;
  const now = exchange.clock.now();
  const underlying = contracts.findUnderlying(chance.pick(['BTCUSDT', 'ETHUSDT']))!;
  const expiry = expiriesAt(now)[chance.whole(0, 1)]!;
  const options = contracts.contractsExpiring(underlying, expiry);
  const middle = Math.floor(options.length / 2);
  const contract = options[middle + chance.whole(-3, 3)]!;
  const { mark } = quotes.quoteAt(contract, now);
  const ticks = Math.max(1, Math.round(mark * (0.85 + chance.next() * 0.3)));
  return {
    symbol: contract.symbol,
    price: (ticks / 10 ** underlying.priceDecimals).toFixed(underlying.priceDecimals),
    quantity: (chance.whole(1, 30) / 10 ** underlying.lotDecimals).toFixed(underlying.lotDecimals),
  };
}

export const optionKinds: readonly Kind[] = [
  [6, placed],
  [2, cancelled],
  [0.1, allCancelled],
  [0.1, guarded],
];
