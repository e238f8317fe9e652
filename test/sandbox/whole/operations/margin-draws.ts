/** Loans, repayments and orders on margin, cross and isolated. */
import {
  type Draw,
  type Drawing,
  type Kind,
  one,
  openOrder,
  post,
  priceNear,
  quantityOf,
  remove,
  spotNamed,
} from './drawing.ts';

const MARGIN = '/sapi/v1/margin';
const ISOLATED = { isIsolated: 'TRUE', symbol: 'BTCUSDT' } as const;

const amountOf = ({ chance }: Drawing, asset: string): string =>
  asset === 'USDT' ? chance.whole(10, 3000).toFixed(2) : (0.001 + chance.next() * 0.05).toFixed(5);

const borrowed: Draw = (drawing) => moved(drawing, 'loan');
const repaid: Draw = (drawing) => moved(drawing, 'repay');

function moved(drawing: Drawing, path: 'loan' | 'repay') {
  const asset = drawing.chance.pick(['USDT', 'BTC']);
  const params = { asset, amount: amountOf(drawing, asset) };
  const where = drawing.chance.isLess(0.3) ? ISOLATED : {};
  return one(`margin ${path}`, post(`${MARGIN}/${path}`, { ...params, ...where }));
}

const transferred: Draw = (drawing) => {
  const asset = drawing.chance.pick(['USDT', 'BTC']);
  const params = { asset, amount: amountOf(drawing, asset), type: drawing.chance.whole(1, 2) };
  return one('margin transfer', post(`${MARGIN}/transfer`, params));
};

const placed: Draw = (drawing) => {
  const { chance, orders, user } = drawing;
  const isIsolated = chance.isLess(0.3);
  if (orders.of(user, isIsolated ? 'margin BTCUSDT' : 'margin').length > 10) return cancelled(drawing);
  const traded = spotNamed(drawing, isIsolated ? 'BTCUSDT' : chance.pick(['BTCUSDT', 'ETHUSDT', 'BNBUSDT']));
  const isMarket = chance.isLess(0.4);
  const params = {
    symbol: traded.name,
    side: chance.pick(['BUY', 'SELL']),
    type: isMarket ? 'MARKET' : 'LIMIT',
    quantity: quantityOf(chance, traded, chance.pick([300, 3000, 12_000])),
    sideEffectType: chance.pick(['NO_SIDE_EFFECT', 'MARGIN_BUY', 'AUTO_REPAY']),
    newOrderRespType: chance.pick(['ACK', 'RESULT', 'FULL']),
    ...(isMarket
      ? {}
      : { price: priceNear(chance, traded), timeInForce: chance.pick(['GTC', 'IOC', 'FOK']) }),
    ...(isIsolated ? { isIsolated: 'TRUE' } : {}),
    ...(chance.isLess(0.3) ? { autoRepayAtCancel: 'true' } : {}),
  };
  return one('margin order', post(`${MARGIN}/order`, params));
};

const cancelled: Draw = (drawing) => {
  const isIsolated = drawing.chance.isLess(0.3);
  const order = openOrder(drawing, isIsolated ? 'margin BTCUSDT' : 'margin');
  const { symbol, orderId } = order ?? { symbol: 'BTCUSDT', orderId: 1 };
  const where = isIsolated ? { isIsolated: 'TRUE' } : {};
  return one('margin cancel', remove(`${MARGIN}/order`, { symbol, orderId, ...where }));
};

export const marginKinds: readonly Kind[] = [
  [1, borrowed],
  [1, repaid],
  [0.7, transferred],
  [5, placed],
  [1.5, cancelled],
];
