/**
 * A loopback server that accepts every order, in a process of its own so that it takes no CPU time from the measured
 * process. It answers with the rules of one symbol, its clock, or the order that it received.
 *
 * node order-server.mjs
 */
import { createServer } from 'node:http';

const RULES = {
  timezone: 'UTC',
  rateLimits: [],
  exchangeFilters: [],
  symbols: [
    {
      symbol: 'BTCUSDT',
      status: 'TRADING',
      baseAsset: 'BTC',
      baseAssetPrecision: 8,
      quoteAsset: 'USDT',
      quoteAssetPrecision: 8,
      orderTypes: ['LIMIT', 'LIMIT_MAKER', 'MARKET'],
      filters: [
        { filterType: 'PRICE_FILTER', minPrice: '0.01', maxPrice: '1000000', tickSize: '0.01' },
        { filterType: 'LOT_SIZE', minQty: '0.00001', maxQty: '9000', stepSize: '0.00001' },
        { filterType: 'NOTIONAL', minNotional: '5', applyMinToMarket: true, maxNotional: '9000000' },
      ],
    },
  ],
};

let orders = 0;

const server = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  const [path] = request.url.split('?');
  const text = JSON.stringify(answerTo(path, Object.fromEntries(new URLSearchParams(body))));
  response.setHeader('Content-Type', 'application/json;charset=UTF-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.setHeader('X-MBX-USED-WEIGHT-1M', '2');
  response.end(text);
});

function answerTo(path, { symbol, newClientOrderId, price, quantity, type, side, timeInForce }) {
  if (path === '/api/v3/time') return { serverTime: Date.now() };
  if (path === '/api/v3/exchangeInfo') return RULES;
  orders += 1;
  return {
    symbol,
    orderId: orders,
    orderListId: -1,
    clientOrderId: newClientOrderId,
    transactTime: Date.now(),
    price,
    origQty: quantity,
    executedQty: '0.00000000',
    cummulativeQuoteQty: '0.00000000',
    status: 'NEW',
    timeInForce,
    type,
    side,
    fills: [],
  };
}

server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
