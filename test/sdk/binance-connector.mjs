/** Checks @binance/connector; no address is set, `bourse sandbox run --sdk` leads it to the sandbox. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  checksOf,
  HOUR,
  KEY,
  must,
  pricesAround,
  refused,
  rested,
  SECRET,
  START,
  same,
  soon,
} from './checks.mjs';

const require = createRequire(import.meta.url);
const { Spot, WebsocketAPI, WebsocketStream } = require('@binance/connector');
const { version } = JSON.parse(
  readFileSync(new URL('./node_modules/@binance/connector/package.json', import.meta.url), 'utf8'),
);
const { check, retired, end } = checksOf(`@binance/connector ${version}`);
const client = new Spot(KEY, SECRET);
const data = async (answer) => (await answer).data;
const symbol = 'BTCUSDT';

await check('ping, time, exchangeInfo', async () => {
  same(await data(client.ping()), {});
  must((await data(client.time())).serverTime > START, 'a time');
  must((await data(client.exchangeInfo())).symbols.length > 100, 'symbols');
  same((await data(client.exchangeInfo({ symbols: ['BTCUSDT', 'ETHUSDT'] }))).symbols.length, 2);
});
await check('depth, trades, historicalTrades, aggTrades', async () => {
  same((await data(client.depth(symbol, { limit: 10 }))).bids.length, 10);
  same((await data(client.trades(symbol, { limit: 5 }))).length, 5);
  same((await data(client.historicalTrades(symbol, { limit: 5 }))).length, 5);
  same((await data(client.aggTrades(symbol, { limit: 5 }))).length, 5);
});
await check('klines, uiklines, avgPrice', async () => {
  const window = { startTime: START, endTime: START + 24 * HOUR - 1 };
  same((await data(client.klines(symbol, '1h', window))).length, 24);
  same((await data(client.uiklines(symbol, '1h', window))).length, 24);
  must(Number((await data(client.avgPrice(symbol))).price) > 0, 'a price');
});
await check('ticker24hr, tickerPrice, bookTicker, rollingWindowTicker', async () => {
  must(Number((await data(client.ticker24hr(symbol))).lastPrice) > 0, 'a price');
  same((await data(client.tickerPrice('', ['BTCUSDT', 'ETHUSDT']))).length, 2);
  must(Number((await data(client.bookTicker(symbol))).bidPrice) > 0, 'a bid');
  must(Number((await data(client.rollingWindowTicker(symbol))).lastPrice) > 0, 'a price');
});
await check('newOrderTest, newOrder, getOrder, openOrders, cancelOrder', async () => {
  const { farBelow } = await pricesAround(symbol);
  const order = { price: String(farBelow), quantity: 0.01, timeInForce: 'GTC' };
  same(await data(client.newOrderTest(symbol, 'BUY', 'LIMIT', order)), {});
  const { orderId } = await data(client.newOrder(symbol, 'BUY', 'LIMIT', order));
  same((await data(client.getOrder(symbol, { orderId }))).status, 'NEW');
  must(
    (await data(client.openOrders({ symbol }))).some((one) => one.orderId === orderId),
    'open',
  );
  same((await data(client.cancelOrder(symbol, { orderId }))).status, 'CANCELED');
});
await check('cancelAndReplace', async () => {
  const { farBelow } = await pricesAround(symbol);
  const order = { price: String(farBelow), quantity: 0.01, timeInForce: 'GTC' };
  const { orderId } = await data(client.newOrder(symbol, 'BUY', 'LIMIT', order));
  const replaced = await data(
    client.cancelAndReplace(symbol, 'BUY', 'LIMIT', 'STOP_ON_FAILURE', {
      ...order,
      price: String(farBelow - 10),
      cancelOrderId: orderId,
    }),
  );
  same(replaced.cancelResult, 'SUCCESS');
  await client.cancelOpenOrders(symbol);
});
await check('newOCOOrder, getOCOOrder, cancelOCOOrder', async () => {
  const { below, above } = await pricesAround(symbol);
  await rested();
  const terms = { abovePrice: above, belowStopPrice: below };
  const { orderListId } = await data(
    client.newOCOOrder(symbol, 'SELL', 0.01, 'LIMIT_MAKER', 'STOP_LOSS', terms),
  );
  same((await data(client.getOCOOrder({ orderListId }))).listOrderStatus, 'EXECUTING');
  same((await data(client.cancelOCOOrder(symbol, { orderListId }))).listOrderStatus, 'ALL_DONE');
});
await check('account, myTrades, orderCount', async () => {
  await client.newOrder(symbol, 'BUY', 'MARKET', { quantity: 0.01 });
  await client.newOrder(symbol, 'SELL', 'MARKET', { quantity: 0.01 });
  must((await data(client.account())).balances.length > 0, 'balances');
  must((await data(client.myTrades(symbol))).length >= 2, 'trades');
  must((await data(client.orderCount())).length >= 2, 'counts');
});
await check(
  'wallet: systemStatus, coinInfo, fundingWallet, userAsset, apiPermissions, tradeFee',
  async () => {
    same((await data(client.systemStatus())).status, 0);
    must((await data(client.coinInfo())).length > 0, 'coins');
    must(Array.isArray(await data(client.fundingWallet())), 'the funding wallet');
    must(Array.isArray(await data(client.userAsset())), 'assets');
    must((await data(client.apiPermissions())).enableReading === true, 'permissions');
    must((await data(client.tradeFee())).length > 0, 'fees');
  },
);
await check('margin: account, pairs, order, openOrders, cancel', async () => {
  must((await data(client.marginAllPairs())).length > 0, 'pairs');
  must((await data(client.marginAccount())).userAssets.length > 0, 'assets');
  must((await data(client.isolatedMarginAllSymbols())).length > 0, 'isolated pairs');
});
await retired('createListenKey, renewListenKey, closeListenKey', async () => {
  const { listenKey } = await data(client.createListenKey());
  same(await data(client.renewListenKey(listenKey)), {});
  same(await data(client.closeListenKey(listenKey)), {});
});
await check('a refusal has its code', async () => {
  same((await refused(() => client.cancelOrder(symbol, { orderId: 999_999_999 }))).response.data.code, -2011);
});
await check('WebsocketStream: kline, trade, diffBookDepth', async () => {
  for (const subscribe of ['kline', 'trade', 'diffBookDepth']) {
    let heard;
    const message = new Promise((resolve) => {
      heard = resolve;
    });
    const stream = new WebsocketStream({ callbacks: { message: heard } });
    const more = { kline: ['1m'], trade: [], diffBookDepth: ['100ms'] };
    stream[subscribe](symbol.toLowerCase(), ...more[subscribe]);
    must(String(await soon(message, subscribe)).includes('"s":"BTCUSDT"'), subscribe);
    stream.disconnect();
  }
});
await check('WebsocketAPI: time, account, an order', async () => {
  let heard = () => {};
  const api = new WebsocketAPI(KEY, SECRET, {
    callbacks: { open: () => heard(), message: (text) => heard(text) },
  });
  const next = () =>
    new Promise((resolve) => {
      heard = resolve;
    });
  await soon(next(), 'the connection');
  const ask = async (run) => {
    const answer = next();
    run();
    return JSON.parse(await soon(answer, 'an answer'));
  };
  same((await ask(() => api.time())).status, 200);
  same((await ask(() => api.account())).status, 200);
  // The interface document answers an order with ACK unless another form is asked for.
  const order = { quantity: 0.01, newOrderRespType: 'FULL' };
  const { status, result } = await ask(() => api.newOrder(symbol, 'BUY', 'MARKET', order));
  same([status, result.status], [200, 'FILLED']);
  await ask(() => api.newOrder(symbol, 'SELL', 'MARKET', { quantity: 0.01 }));
  api.disconnect();
});
end();
process.exit();
