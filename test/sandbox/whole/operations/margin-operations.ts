/** Generates loans, repayments and orders on cross and isolated margin. */
import {
  del,
  type Generator,
  type GeneratorContext,
  post,
  priceNear,
  quantityOf,
  randomOpenOrder,
  singleCall,
  spotMarket,
  type WeightedGenerator,
} from './generator-context.ts';

const MARGIN = '/sapi/v1/margin';
const ISOLATED = { isIsolated: 'TRUE', symbol: 'BTCUSDT' } as const;

const amountOf = ({ chance }: GeneratorContext, asset: string): string =>
  asset === 'USDT' ? chance.integer(10, 3000).toFixed(2) : (0.001 + chance.next() * 0.05).toFixed(5);

const borrow: Generator = (drawing) => loanOperation(drawing, 'loan');
const repay: Generator = (drawing) => loanOperation(drawing, 'repay');

function loanOperation(drawing: GeneratorContext, path: 'loan' | 'repay') {
  const asset = drawing.chance.pick(['USDT', 'BTC']);
  const params = { asset, amount: amountOf(drawing, asset) };
  const account = drawing.chance.isTrueWith(0.3) ? ISOLATED : {};
  return singleCall(`margin ${path}`, post(`${MARGIN}/${path}`, { ...params, ...account }));
}

const transfer: Generator = (drawing) => {
  const asset = drawing.chance.pick(['USDT', 'BTC']);
  const params = { asset, amount: amountOf(drawing, asset), type: drawing.chance.integer(1, 2) };
  return singleCall('margin transfer', post(`${MARGIN}/transfer`, params));
};

const placeOrder: Generator = (drawing) => {
  const { chance, orders, user } = drawing;
  const isIsolated = chance.isTrueWith(0.3);
  if (orders.ordersOf(user, isIsolated ? 'margin BTCUSDT' : 'margin').length > 10)
    return cancelOrder(drawing);
  const pair = spotMarket(drawing, isIsolated ? 'BTCUSDT' : chance.pick(['BTCUSDT', 'ETHUSDT', 'BNBUSDT']));
  const isMarket = chance.isTrueWith(0.4);
  const params = {
    symbol: pair.name,
    side: chance.pick(['BUY', 'SELL']),
    type: isMarket ? 'MARKET' : 'LIMIT',
    quantity: quantityOf(chance, pair, chance.pick([300, 3000, 12_000])),
    sideEffectType: chance.pick(['NO_SIDE_EFFECT', 'MARGIN_BUY', 'AUTO_REPAY']),
    newOrderRespType: chance.pick(['ACK', 'RESULT', 'FULL']),
    ...(isMarket ? {} : { price: priceNear(chance, pair), timeInForce: chance.pick(['GTC', 'IOC', 'FOK']) }),
    ...(isIsolated ? { isIsolated: 'TRUE' } : {}),
    ...(chance.isTrueWith(0.3) ? { autoRepayAtCancel: 'true' } : {}),
  };
  return singleCall('margin order', post(`${MARGIN}/order`, params));
};

const cancelOrder: Generator = (drawing) => {
  const isIsolated = drawing.chance.isTrueWith(0.3);
  const order = randomOpenOrder(drawing, isIsolated ? 'margin BTCUSDT' : 'margin');
  const { symbol, orderId } = order ?? { symbol: 'BTCUSDT', orderId: 1 };
  const account = isIsolated ? { isIsolated: 'TRUE' } : {};
  return singleCall('margin cancel', del(`${MARGIN}/order`, { symbol, orderId, ...account }));
};

export const marginGenerators: readonly WeightedGenerator[] = [
  [1, borrow],
  [1, repay],
  [0.7, transfer],
  [5, placeOrder],
  [1.5, cancelOrder],
];
