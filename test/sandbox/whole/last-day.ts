/** The last day: orders that are filled, that rest, that stand in lists and that met another of their own user. */
import type { SandboxExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { askOpenly, call, type Params } from '../signed-calls.ts';
import { BTC, type Hand, type Post } from './hand.ts';

/** Places an order to buy that waits; returns its id. */
function rest(post: Post, path: string, price: string, more: Params): number {
  return post(path, { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price, quantity: '0.01', ...more })
    .orderId;
}

export function orderSpot({ exchange, post, near }: Hand) {
  const path = '/api/v3/order';
  const { orderId: firstOrder } = post(path, { ...BTC, side: 'SELL', type: 'MARKET', quantity: '0.1' });
  const low = near('BTCUSDT', -8);
  rest(post, path, low, { ...BTC, newClientOrderId: 'tagged', strategyId: 1, strategyType: 1_000_000 });
  rest(post, path, low, { ...BTC, newClientOrderId: 'cancel-me' });
  const cancelMe = rest(post, path, low, BTC);
  const prevented = meetOneself(exchange, post);
  const { orders } = post('/api/v3/order/oco', {
    ...BTC,
    side: 'SELL',
    quantity: '0.01',
    price: near('BTCUSDT', 6),
    stopPrice: near('BTCUSDT', -6),
    listClientOrderId: 'pair',
  });
  return { firstOrder, cancelMe, prevented, listed: orders[0].orderId as number };
}

export function orderFutures({ post, nearFuture, nearCoin }: Hand) {
  const future = nearFuture('BTCUSDT', -4);
  rest(post, '/fapi/v1/order', future, { ...BTC, newClientOrderId: 'future' });
  const coin = nearCoin('BTCUSD_PERP', -4);
  const contract = { symbol: 'BTCUSD_PERP', quantity: '10' } as const;
  rest(post, '/dapi/v1/order', coin, { ...contract, newClientOrderId: 'coin' });
  return {
    cancelFuture: rest(post, '/fapi/v1/order', future, BTC),
    cancelCoin: rest(post, '/dapi/v1/order', coin, contract),
  };
}

export function orderOnMargin({ post, near }: Hand) {
  const path = '/sapi/v1/margin/order';
  const isolated = { ...BTC, isIsolated: 'TRUE' } as const;
  const market = { side: 'BUY', type: 'MARKET', quantity: '0.01' } as const;
  const low = near('BTCUSDT', -8);
  post(path, { ...isolated, ...market });
  const { orderId: marginOrder } = post(path, { ...BTC, ...market });
  rest(post, path, low, { ...BTC, newClientOrderId: 'borrowed' });
  return { marginOrder, isolatedOrder: rest(post, path, low, isolated) };
}

export function orderOptions({ exchange, post }: Hand) {
  const { option, lowest } = tradeOptions(exchange, post);
  for (const clientOrderId of ['option', 'option-two']) {
    rest(post, '/eapi/v1/order', lowest, { symbol: option, quantity: '0.1', clientOrderId });
  }
  const { body } = call(exchange, 'GET', '/eapi/v1/openOrders', { symbol: option });
  // Such an id has more digits than a number of JavaScript.
  const optionOrder = [...body.matchAll(/"orderId":(\d+)/g)].at(-1)![1]!;
  return { option, lowest, optionOrder };
}

/** Lets an order meet another of its own user, between the market's best prices; returns the id of the one that ended. */
function meetOneself(exchange: SandboxExchange, post: Post): number {
  const { bidPrice, askPrice } = askOpenly(exchange, '/api/v3/ticker/bookTicker?symbol=BTCUSDT');
  const price = ((Number(bidPrice) + Number(askPrice)) / 2).toFixed(2);
  const order = { ...BTC, type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01', price } as const;
  const { orderId } = post('/api/v3/order', { ...order, side: 'BUY' });
  post('/api/v3/order', { ...order, side: 'SELL', selfTradePreventionMode: 'EXPIRE_BOTH' });
  return orderId;
}

function tradeOptions(
  exchange: SandboxExchange,
  post: Post,
): { readonly option: string; readonly lowest: string } {
  const { optionSymbols } = askOpenly(exchange, '/eapi/v1/exchangeInfo');
  const { symbol } = optionSymbols.find((one: { symbol: string }) => /^BTC-240223-.*-C$/.test(one.symbol));
  post('/eapi/v1/order', { symbol, side: 'BUY', type: 'MARKET', quantity: '0.2' });
  const [{ lowPriceLimit }] = askOpenly(exchange, `/eapi/v1/mark?symbol=${symbol}`);
  return { option: symbol, lowest: lowPriceLimit };
}
