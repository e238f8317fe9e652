/** Checks streams and the WebSocket API through ccxt, binance and @binance/spot; only addresses are set. */
import { Spot } from '@binance/spot';
import { WebsocketAPIClient, WebsocketClient } from 'binance';
import ccxt from 'ccxt';
import { checksOf, KEY, must, raw, SECRET, SPOT, same, soon } from './checks.mjs';

const STREAMS = process.env.SANDBOX_SPOT_WS_URL;
const WS_API = process.env.SANDBOX_WS_API_URL;

const { check, end } = checksOf('streams');
const exchange = new ccxt.pro.binance({
  apiKey: KEY,
  secret: SECRET,
  enableRateLimit: false,
  options: {
    defaultType: 'spot',
    fetchMarkets: { types: ['spot'] },
    fetchCurrencies: false,
    fetchMargins: false,
  },
});
for (const name of ['public', 'v1', 'private']) exchange.urls.api[name] = `${SPOT}/api/v3`;
exchange.urls.api.sapi = `${SPOT}/sapi/v1`;
// Without this setting ccxt opens no ws:// address.
await exchange.loadHttpProxyAgent();
exchange.urls.api.ws.spot = `${STREAMS}/ws`;
exchange.urls.api.ws['ws-api'].spot = WS_API;

await check('ccxt.pro watchTrades: trades that REST lists too', async () => {
  const [first] = await soon(exchange.watchTrades('BTC/USDT'), 'a trade');
  const listed = await raw('/api/v3/historicalTrades', {
    symbol: 'BTCUSDT',
    fromId: first.id,
    limit: 1,
  }).catch(() => raw('/api/v3/aggTrades', { symbol: 'BTCUSDT', fromId: first.id, limit: 1 }));
  same(Number(listed[0].price ?? listed[0].p), first.price);
});

await check('ccxt.pro watchOrderBook: kept by its own rules, beside REST at the same id', async () => {
  for (let tries = 0; tries < 200; tries += 1) {
    const book = await soon(exchange.watchOrderBook('ETH/USDT', 100), 'a book');
    const rest = await raw('/api/v3/depth', { symbol: 'ETHUSDT', limit: 20 });
    if (book.nonce !== rest.lastUpdateId) continue;
    const numbers = (side) => side.map((level) => level.map(Number));
    same(
      { bids: book.bids.slice(0, 20), asks: book.asks.slice(0, 20) },
      { bids: numbers(rest.bids), asks: numbers(rest.asks) },
    );
    return `id ${book.nonce}`;
  }
  throw new Error('book and REST never met');
});

await check('ccxt.pro watchTicker and watchOHLCV', async () => {
  const ticker = await soon(exchange.watchTicker('BTC/USDT'), 'a ticker');
  must(ticker.last > 0 && ticker.baseVolume > 0, 'the ticker is empty');
  const candles = await soon(exchange.watchOHLCV('BTC/USDT', '1m'), 'a candle');
  must(candles[0][2] >= candles[0][3], 'high is below low');
});

await check('ccxt.pro watchOrders, watchMyTrades and watchBalance: events of the WebSocket API', async () => {
  const orders = exchange.watchOrders('BTC/USDT');
  const trades = exchange.watchMyTrades('BTC/USDT');
  const balance = exchange.watchBalance();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const placed = await exchange.createOrder('BTC/USDT', 'market', 'buy', 0.01);
  const [order] = await soon(orders, 'an order');
  same(order.id, placed.id);
  same((await soon(trades, 'a trade'))[0].order, placed.id);
  const { BTC } = await soon(balance, 'a balance');
  must(BTC.free > 0, 'no BTC is free');
});

await check('ccxt.pro createOrderWs, fetchOrderWs and cancelOrderWs', async () => {
  const price = (await exchange.fetchTicker('BTC/USDT')).last * 0.8;
  const placed = await soon(
    exchange.createOrderWs('BTC/USDT', 'limit', 'buy', 0.01, exchange.priceToPrecision('BTC/USDT', price)),
    'an order',
  );
  same((await soon(exchange.fetchOrderWs(placed.id, 'BTC/USDT'), 'the order')).status, 'open');
  same((await soon(exchange.cancelOrderWs(placed.id, 'BTC/USDT'), 'the cancellation')).status, 'canceled');
});
await exchange.close();

const quiet = { trace() {}, info() {}, error() {} };

await check('binance WebsocketClient: subscribe by name', async () => {
  const client = new WebsocketClient({ wsUrl: STREAMS }, quiet);
  const arrived = new Promise((resolve, reject) => {
    client.on('message', resolve);
    client.on('exception', reject);
  });
  await client.subscribe(['btcusdt@bookTicker', 'btcusdt@aggTrade'], 'main');
  const message = await soon(arrived, 'a message');
  same((message.data ?? message).s, 'BTCUSDT');
  client.closeAll(true);
});

await check('binance WebsocketAPIClient: book, order, cancellation', async () => {
  const client = new WebsocketAPIClient(
    {
      wsUrl: WS_API.replace('/ws-api/v3', ''),
      api_key: KEY,
      api_secret: SECRET,
      attachEventListeners: false,
    },
    quiet,
  );
  const { result } = await soon(client.getSpotOrderBook({ symbol: 'BTCUSDT', limit: 5 }), 'a book');
  same(result.bids.length, 5);
  const price = (Number(result.bids[0][0]) * 0.8).toFixed(2);
  const order = {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: '0.01',
    price,
  };
  const placed = await soon(client.submitNewSpotOrder({ ...order, timestamp: Date.now() }), 'an order');
  const { orderId } = placed.result;
  const cancelled = await soon(
    client.cancelSpotOrder({ symbol: 'BTCUSDT', orderId, timestamp: Date.now() }),
    'the cancellation',
  );
  same(cancelled.result.status, 'CANCELED');
  client.disconnectAll();
});

const spot = new Spot({
  configurationWebsocketStreams: { wsURL: STREAMS },
  configurationWebsocketAPI: { apiKey: KEY, apiSecret: SECRET, wsURL: WS_API },
});

await check('@binance/spot streams: aggTrade, partial depth, kline', async () => {
  const connection = await soon(spot.websocketStreams.connect(), 'the connection');
  const first = (stream) => new Promise((resolve) => stream.on('message', resolve));
  const [trade, book, candle] = await soon(
    Promise.all([
      first(connection.aggTrade({ symbol: 'btcusdt' })),
      first(connection.partialBookDepth({ symbol: 'btcusdt', levels: '5' })),
      first(connection.kline({ symbol: 'btcusdt', interval: '1m' })),
    ]),
    'messages',
  );
  same([trade.e, book.bids.length, candle.k.i], ['aggTrade', 5, '1m']);
  await connection.disconnect();
});

await check('@binance/spot API: session, order, events of the account', async () => {
  const connection = await soon(spot.websocketAPI.connect(), 'the connection');
  const price = (Number((await raw('/api/v3/ticker/price', { symbol: 'BTCUSDT' })).price) * 0.8).toFixed(2);
  const subscribed = await soon(connection.userDataStreamSubscribeSignature(), 'the subscription');
  const answer = subscribed.response ?? subscribed;
  const events = answer.stream ?? subscribed.stream;
  const event = events === undefined ? undefined : new Promise((resolve) => events.on('message', resolve));
  const placed = await soon(
    connection.orderPlace({
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: 0.01,
      price: Number(price),
    }),
    'an order',
  );
  if (event !== undefined) same((await soon(event, 'an event')).e, 'executionReport');
  const data = placed.data ?? placed;
  const cancelled = await soon(
    connection.orderCancel({ symbol: 'BTCUSDT', orderId: data.orderId }),
    'the cancellation',
  );
  same((cancelled.data ?? cancelled).status, 'CANCELED');
  await connection.disconnect();
});
end();
// Exits explicitly, because clients keep timers running.
process.exit();
