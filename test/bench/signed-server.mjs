/**
 * A loopback server of signed endpoints, in a process of its own so that it takes no CPU time from the
 * measured process. It checks the key and signature of each call, and responds with a constant account, an order or
 * numbered trades.
 *
 * node signed-server.mjs [API key] [HMAC secret] [trades in all]
 */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';

const [apiKey, secret, total] = process.argv.slice(2);
const TRADES = Number(total);
const ASSETS = 40;
const pages = new Map();

const ACCOUNT = JSON.stringify({
  makerCommission: 10,
  takerCommission: 10,
  canTrade: true,
  accountType: 'SPOT',
  balances: Array.from({ length: ASSETS }, (_, index) => ({
    asset: `COIN${index}`,
    free: `${index}.12345678`,
    locked: '0.00000000',
  })),
  permissions: ['SPOT'],
  uid: 354937868,
});

const server = createServer((request, response) => {
  const [path, query = ''] = request.url.split('?');
  if (path === '/api/v3/time') return answer(response, 200, JSON.stringify({ serverTime: Date.now() }));
  const [, payload, signature] = /^(.*)&signature=([0-9a-f]{64})$/.exec(query) ?? [];
  const isRight =
    request.headers['x-mbx-apikey'] === apiKey &&
    payload !== undefined &&
    createHmac('sha256', secret).update(payload).digest('hex') === signature;
  if (!isRight)
    return answer(response, 401, '{"code":-1022,"msg":"Signature for this request is not valid."}');
  if (path === '/api/v3/account') return answer(response, 200, ACCOUNT);
  if (path === '/api/v3/order') return answer(response, 200, orderOf(new URLSearchParams(payload)));
  if (path === '/api/v3/myTrades') return answer(response, 200, pageOf(new URLSearchParams(payload)));
  answer(response, 404, '{}');
});

function answer(response, status, body) {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json;charset=UTF-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

function orderOf(params) {
  return JSON.stringify({
    symbol: params.get('symbol'),
    orderId: Number(params.get('orderId')),
    orderListId: -1,
    clientOrderId: `own-${params.get('orderId')}`,
    price: '60000.01000000',
    origQty: '0.00100000',
    executedQty: '0.00000000',
    cummulativeQuoteQty: '0.00000000',
    status: 'NEW',
    timeInForce: 'GTC',
    type: 'LIMIT',
    side: 'BUY',
    stopPrice: '0.00000000',
    icebergQty: '0.00000000',
    time: 1_700_000_000_000,
    updateTime: 1_700_000_000_000,
    isWorking: true,
    origQuoteOrderQty: '0.00000000',
  });
}

/** Returns the trades from an id on, cached because only the client is measured. */
function pageOf(params) {
  const first = Number(params.get('fromId'));
  const count = Math.max(0, Math.min(Number(params.get('limit')), TRADES - first));
  const name = `${first} ${count}`;
  let page = pages.get(name);
  if (page === undefined) {
    page = JSON.stringify(Array.from({ length: count }, (_, index) => trade(first + index)));
    pages.set(name, page);
  }
  return page;
}

function trade(id) {
  return {
    symbol: 'BTCUSDT',
    id,
    orderId: 100_000 + id,
    orderListId: -1,
    price: `${60_000 + (id % 1000)}.01000000`,
    qty: '0.00100000',
    quoteQty: '60.00001000',
    commission: '0.00000100',
    commissionAsset: 'BTC',
    time: 1_700_000_000_000 + id * 1000,
    isBuyer: id % 2 === 0,
    isMaker: id % 3 === 0,
    isBestMatch: true,
  };
}

server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
