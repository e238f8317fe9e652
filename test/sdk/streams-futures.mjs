/** Checks futures streams through ccxt.pro, binance and the exchange's own client; only addresses are set. */
import { DerivativesTradingUsdsFutures } from '@binance/derivatives-trading-usds-futures';
import { CoinMClient, USDMClient, WebsocketClient } from 'binance';
import ccxt from 'ccxt';
import { checksOf, KEY, must, SECRET, same, soon } from './checks.mjs';

const { check, end } = checksOf('futures streams');
const quiet = { trace() {}, info() {}, error() {} };

const LINES = [
  {
    name: 'binanceusdm',
    rest: process.env.SANDBOX_USDM_URL ?? '',
    streams: process.env.SANDBOX_USDM_WS_URL ?? '',
    root: 'fapi',
    subType: 'linear',
    ws: 'future',
    symbol: 'BTC/USDT:USDT',
    id: 'BTCUSDT',
    amount: 0.01,
    asset: 'USDT',
    key: 'usdm',
    Client: USDMClient,
    follow: (client) => client.subscribeUsdFuturesUserDataStream(),
  },
  {
    name: 'binancecoinm',
    rest: process.env.SANDBOX_COINM_URL ?? '',
    streams: process.env.SANDBOX_COINM_WS_URL ?? '',
    root: 'dapi',
    subType: 'inverse',
    ws: 'delivery',
    symbol: 'BTC/USD:BTC',
    id: 'BTCUSD_PERP',
    amount: 5,
    asset: 'BTC',
    key: 'coinm',
    Client: CoinMClient,
    follow: (client) => client.subscribeCoinFuturesUserDataStream(),
  },
];

for (const line of LINES) {
  await checkCcxt(line);
  await checkBinance(line);
}
await checkOwnClient(LINES[0]);
end();
// Exits explicitly, because clients keep timers running.
process.exit();

async function checkCcxt({ name, rest, streams, root, subType, ws, symbol, id, amount, asset }) {
  const exchange = new ccxt.pro[name]({
    apiKey: KEY,
    secret: SECRET,
    enableRateLimit: false,
    options: { fetchMarkets: { types: [subType] }, fetchCurrencies: false, fetchMargins: false },
  });
  for (const kind of ['Public', 'Private']) {
    for (const version of ['', 'V2', 'V3'])
      exchange.urls.api[`${root}${kind}${version}`] = `${rest}/${root}/${version.toLowerCase() || 'v1'}`;
  }
  // Without this setting ccxt opens no ws:// address.
  await exchange.loadHttpProxyAgent();
  exchange.urls.api.ws[ws] = `${streams}/ws`;
  const raw = async (path, query) =>
    (await fetch(`${rest}/${root}/v1${path}?${new URLSearchParams(query)}`)).json();

  await check(
    `ccxt.pro ${name} watchOrderBook: kept by its own rules, beside REST at the same id`,
    async () => {
      for (let tries = 0; tries < 200; tries += 1) {
        const book = await soon(exchange.watchOrderBook(symbol, 100), 'a book');
        const depth = await raw('/depth', { symbol: id, limit: 20 });
        if (book.nonce !== depth.lastUpdateId) continue;
        const numbers = (side) => side.map((level) => level.map(Number));
        same(
          { bids: book.bids.slice(0, 20), asks: book.asks.slice(0, 20) },
          { bids: numbers(depth.bids), asks: numbers(depth.asks) },
        );
        return `id ${book.nonce}`;
      }
      throw new Error('book and REST never met');
    },
  );

  await check(`ccxt.pro ${name} watchTrades: trades that REST lists too`, async () => {
    const [first] = await soon(exchange.watchTrades(symbol), 'a trade');
    const listed = await raw('/aggTrades', { symbol: id, limit: 1000 });
    const [found] = listed.filter(({ f, l }) => f <= Number(first.id) && Number(first.id) <= l);
    same([Number(found?.p), found?.T], [first.price, first.timestamp]);
  });

  await check(`ccxt.pro ${name} watchTicker, watchMarkPrice and watchOHLCV`, async () => {
    const ticker = await soon(exchange.watchTicker(symbol), 'a ticker');
    must(ticker.last > 0 && ticker.percentage !== undefined, 'the ticker is empty');
    const mark = await soon(exchange.watchMarkPrice(symbol), 'a mark price');
    must(mark.markPrice > 0, 'there is no mark price');
    const [candle] = await soon(exchange.watchOHLCV(symbol, '1m'), 'a candle');
    must(candle[2] >= candle[3], 'high is below low');
  });

  await check(`ccxt.pro ${name} watchOrders, watchMyTrades, watchBalance and watchPositions`, async () => {
    const pending = [
      exchange.watchOrders(symbol),
      exchange.watchMyTrades(symbol),
      exchange.watchBalance(),
      heldOf(exchange, symbol),
    ];
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const placed = await exchange.createOrder(symbol, 'market', 'buy', amount);
    const [orders, trades, balance, positions] = await soon(Promise.all(pending), 'an event');
    same([orders[0].id, trades[0].order], [placed.id, placed.id]);
    must(balance[asset].total > 0, `there is no ${asset}`);
    same([positions[0].symbol, positions[0].contracts > 0], [symbol, true]);
    const closing = exchange.watchOrders(symbol);
    await exchange.createOrder(symbol, 'market', 'sell', amount);
    must((await soon(closing, 'the closing order')).length > 0, 'no order event');
    return `${trades.length} trades`;
  });
  await exchange.close();
}

/** Resolves with the positions of a contract once there are some; the first result is the state from REST. */
async function heldOf(exchange, symbol) {
  for (;;) {
    const positions = await exchange.watchPositions([symbol]);
    if (positions.length > 0) return positions;
  }
}

async function checkBinance({ name, rest, streams, id, amount, key, Client, follow }) {
  const keys = { api_key: KEY, api_secret: SECRET };

  await check(`binance WebsocketClient ${key}: subscribe by name`, async () => {
    const client = new WebsocketClient({ wsUrl: streams }, quiet);
    const seen = new Set();
    const arrived = new Promise((resolve, reject) => {
      client.on('message', (message) => {
        const { e, s } = message.data ?? message;
        if (s === id) seen.add(e);
        if (seen.size === 3) resolve();
      });
      client.on('exception', reject);
    });
    const topics = ['aggTrade', 'markPrice', 'depth5'].map((word) => `${id.toLowerCase()}@${word}`);
    await client.subscribe(topics, key);
    await soon(arrived, 'messages of three streams');
    client.closeAll(true);
    return [...seen].join(', ');
  });

  await check(`binance WebsocketClient ${key}: events of the account`, async () => {
    const client = new WebsocketClient({ ...keys, wsUrl: streams, restOptions: { baseUrl: rest } }, quiet);
    const events = new Promise((resolve, reject) => {
      const seen = [];
      client.on('message', (message) => {
        seen.push((message.data ?? message).e);
        if (seen.includes('ORDER_TRADE_UPDATE') && seen.includes('ACCOUNT_UPDATE')) resolve(seen);
      });
      client.on('exception', reject);
    });
    await soon(follow(client), 'the user stream');
    const trader = new Client({ ...keys, baseUrl: rest });
    const order = { symbol: id, side: 'BUY', type: 'MARKET', quantity: String(amount) };
    await trader.submitNewOrder(order);
    const seen = await soon(events, 'the events of an order');
    await trader.submitNewOrder({ ...order, side: 'SELL' });
    client.closeAll(true);
    return `${name}: ${seen.length} events`;
  });
}

async function checkOwnClient({ rest, streams, id }) {
  const client = new DerivativesTradingUsdsFutures({
    configurationRestAPI: { apiKey: KEY, apiSecret: SECRET, basePath: rest },
    configurationWebsocketStreams: { wsURL: streams },
  });
  const first = (stream) => new Promise((resolve) => stream.on('message', resolve));
  const symbol = id.toLowerCase();

  await check('@binance/derivatives-trading-usds-futures: market streams', async () => {
    const connection = await soon(client.websocketStreams.connect(), 'the connection');
    // Each is a message to the exchange, which allows five per second.
    const openings = [
      () => connection.aggregateTradeStreams({ symbol }),
      () => connection.markPriceStream({ symbol }),
      () => connection.partialBookDepthStreams({ symbol, levels: 10 }),
      () => connection.klineCandlestickStreams({ symbol, interval: '1m' }),
      () => connection.individualSymbolTickerStreams({ symbol }),
      () => connection.allMarketTickersStreams(),
      () => connection.compositeIndexSymbolInformationStreams({ symbol }),
    ];
    const messages = [];
    for (const open of openings) {
      messages.push(await soon(first(open()), 'a message'));
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    same(
      messages.map((message) => [message].flat()[0].e),
      ['aggTrade', 'markPriceUpdate', 'depthUpdate', 'kline', '24hrTicker', '24hrTicker', 'compositeIndex'],
    );
    await connection.disconnect();
  });

  await check('@binance/derivatives-trading-usds-futures: events of the account', async () => {
    const { listenKey } = await (await client.restAPI.startUserDataStream()).data();
    const connection = await soon(client.websocketStreams.connect(), 'the connection');
    const events = new Promise((resolve) => {
      const seen = [];
      connection.userData(listenKey).on('message', ({ e }) => {
        seen.push(e);
        if (seen.includes('ORDER_TRADE_UPDATE') && seen.includes('ACCOUNT_UPDATE')) resolve(seen);
      });
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const order = { symbol: id, side: 'BUY', type: 'MARKET', quantity: 0.01 };
    await client.restAPI.newOrder(order);
    const seen = await soon(events, 'the events of an order');
    await client.restAPI.newOrder({ ...order, side: 'SELL' });
    await connection.disconnect();
    return `${seen.length} events`;
  });
}
