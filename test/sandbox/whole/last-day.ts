/**
 * Orders of the last day: filled ones, resting ones, order lists, and one expired by self-trade prevention.
 */
import type { SandboxExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { type Params, requestPublicJson, sendSigned } from '../signed-calls.ts';
import { BTC, type DemoClient, type Post } from './demo-client.ts';

/** Places a resting buy order; returns its id. */
function placeRestingOrder(post: Post, path: string, price: string, params: Params): number {
  return post(path, { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price, quantity: '0.01', ...params })
    .orderId;
}

export function placeSpotOrders({ exchange, post, priceNear }: DemoClient) {
  const path = '/api/v3/order';
  const routing = { ...BTC, side: 'BUY', type: 'MARKET', quantity: '2' } as const;
  const { orderId: routedOrder } = post('/api/v3/sor/order', routing);
  const { orderId: firstOrder } = post(path, { ...BTC, side: 'SELL', type: 'MARKET', quantity: '0.1' });
  const lowPrice = priceNear('BTCUSDT', -8);
  placeRestingOrder(post, path, lowPrice, {
    ...BTC,
    newClientOrderId: 'tagged',
    strategyId: 1,
    strategyType: 1_000_000,
  });
  placeRestingOrder(post, path, lowPrice, { ...BTC, newClientOrderId: 'cancel-me' });
  const cancelMe = placeRestingOrder(post, path, lowPrice, BTC);
  const preventedOrder = triggerSelfTradePrevention(exchange, post);
  const { orders } = post('/api/v3/order/oco', {
    ...BTC,
    side: 'SELL',
    quantity: '0.01',
    price: priceNear('BTCUSDT', 6),
    stopPrice: priceNear('BTCUSDT', -6),
    listClientOrderId: 'pair',
  });
  return { firstOrder, routedOrder, cancelMe, preventedOrder, listOrder: orders[0].orderId as number };
}

export function placeFuturesOrders({ post, futuresPriceNear, coinmPriceNear }: DemoClient) {
  const futuresPrice = futuresPriceNear('BTCUSDT', -4);
  placeRestingOrder(post, '/fapi/v1/order', futuresPrice, { ...BTC, newClientOrderId: 'future' });
  const coinmPrice = coinmPriceNear('BTCUSD_PERP', -4);
  const contract = { symbol: 'BTCUSD_PERP', quantity: '10' } as const;
  placeRestingOrder(post, '/dapi/v1/order', coinmPrice, { ...contract, newClientOrderId: 'coin' });
  return {
    cancelFuture: placeRestingOrder(post, '/fapi/v1/order', futuresPrice, BTC),
    cancelCoin: placeRestingOrder(post, '/dapi/v1/order', coinmPrice, contract),
  };
}

export function placeMarginOrders({ post, priceNear }: DemoClient) {
  const path = '/sapi/v1/margin/order';
  const isolated = { ...BTC, isIsolated: 'TRUE' } as const;
  const market = { side: 'BUY', type: 'MARKET', quantity: '0.01' } as const;
  const lowPrice = priceNear('BTCUSDT', -8);
  post(path, { ...isolated, ...market });
  const { orderId: marginOrder } = post(path, { ...BTC, ...market });
  placeRestingOrder(post, path, lowPrice, { ...BTC, newClientOrderId: 'borrowed' });
  return { marginOrder, isolatedOrder: placeRestingOrder(post, path, lowPrice, isolated) };
}

export function placeOptionsOrders({ exchange, post }: DemoClient) {
  const { option, lowestPrice } = tradeOptions(exchange, post);
  for (const clientOrderId of ['option', 'option-two']) {
    placeRestingOrder(post, '/eapi/v1/order', lowestPrice, {
      symbol: option,
      quantity: '0.1',
      clientOrderId,
    });
  }
  const { body } = sendSigned(exchange, 'GET', '/eapi/v1/openOrders', { symbol: option });
  // The id has too many digits for a JavaScript number.
  const optionOrder = [...body.matchAll(/"orderId":(\d+)/g)].at(-1)![1]!;
  return { option, lowestPrice, optionOrder };
}

/** Places two crossing orders of one user inside the spread; returns the id of the order that expired. */
function triggerSelfTradePrevention(exchange: SandboxExchange, post: Post): number {
  const { bidPrice, askPrice } = requestPublicJson(exchange, '/api/v3/ticker/bookTicker?symbol=BTCUSDT');
  const price = ((Number(bidPrice) + Number(askPrice)) / 2).toFixed(2);
  const order = { ...BTC, type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01', price } as const;
  const { orderId } = post('/api/v3/order', { ...order, side: 'BUY' });
  post('/api/v3/order', { ...order, side: 'SELL', selfTradePreventionMode: 'EXPIRE_BOTH' });
  return orderId;
}

function tradeOptions(
  exchange: SandboxExchange,
  post: Post,
): { readonly option: string; readonly lowestPrice: string } {
  const { optionSymbols } = requestPublicJson(exchange, '/eapi/v1/exchangeInfo');
  const { symbol } = optionSymbols.find((one: { symbol: string }) => /^BTC-240223-.*-C$/.test(one.symbol));
  post('/eapi/v1/order', { symbol, side: 'BUY', type: 'MARKET', quantity: '0.2' });
  const [{ lowPriceLimit }] = requestPublicJson(exchange, `/eapi/v1/mark?symbol=${symbol}`);
  return { option: symbol, lowestPrice: lowPriceLimit };
}
