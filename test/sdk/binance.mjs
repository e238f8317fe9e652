/** Checks the `binance` package; only its baseUrl is set. */
import { readFileSync } from 'node:fs';
import { MainClient } from 'binance';
import {
  checksOf,
  HOUR,
  KEY,
  must,
  pricesAround,
  raw,
  refused,
  rested,
  restingPrice,
  SECRET,
  SPOT,
  START,
  same,
  sameInQuiet,
} from './checks.mjs';

const { version } = JSON.parse(
  readFileSync(new URL('./node_modules/binance/package.json', import.meta.url), 'utf8'),
);
const { check, end } = checksOf(`binance ${version}`);
// getServerTime is not checked, because it ignores baseUrl and calls the public address.
const client = new MainClient({
  api_key: KEY,
  api_secret: SECRET,
  baseUrl: SPOT,
  beautifyResponses: false,
});

const still = (name, path, query, call) =>
  check(name, () =>
    sameInQuiet(
      () => raw(path, query),
      call,
      (found, answer) => same(found, answer),
    ),
  );

await still('testConnectivity', '/api/v3/ping', {}, () => client.testConnectivity());
await check('getExchangeInfo', async () => {
  const timeless = ({ serverTime: _time, ...rest }) => rest;
  same(timeless(await client.getExchangeInfo()), timeless(await raw('/api/v3/exchangeInfo')));
  same(
    timeless(await client.getExchangeInfo({ symbols: ['BTCUSDT', 'ETHUSDT'] })),
    timeless(await raw('/api/v3/exchangeInfo', { symbols: '["BTCUSDT","ETHUSDT"]' })),
  );
});

const closed = { symbol: 'BTCUSDT', startTime: START, endTime: START + 24 * HOUR };
const hourly = { ...closed, interval: '1h' };
await still('getKlines', '/api/v3/klines', hourly, () => client.getKlines(hourly));
await still('getUIKlines', '/api/v3/uiKlines', hourly, () => client.getUIKlines(hourly));
await still('getAggregateTrades', '/api/v3/aggTrades', closed, () => client.getAggregateTrades(closed));
const older = { symbol: 'BTCUSDT', fromId: 1000, limit: 50 };
await still('getHistoricalTrades', '/api/v3/historicalTrades', older, () =>
  client.getHistoricalTrades(older),
);
const few = { symbol: 'BTCUSDT', limit: 5 };
await still('getRecentTrades', '/api/v3/trades', few, () => client.getRecentTrades(few));
await still('getOrderBook', '/api/v3/depth', few, () => client.getOrderBook(few));
const one = { symbol: 'BTCUSDT' };
await still('getSymbolPriceTicker', '/api/v3/ticker/price', one, () => client.getSymbolPriceTicker(one));
await still('getSymbolOrderBookTicker', '/api/v3/ticker/bookTicker', one, () =>
  client.getSymbolOrderBookTicker(one),
);

const lasting = ({ openTime: _open, closeTime: _close, ...rest }) => rest;
await check('get24hrChangeStatistics', () =>
  sameInQuiet(
    async () => lasting(await raw('/api/v3/ticker/24hr', one)),
    () => client.get24hrChangeStatistics(one),
    (found, answer) => same(lasting(found), answer),
  ),
);
await check('getAvgPrice', () =>
  sameInQuiet(
    async () => (await raw('/api/v3/avgPrice', one)).price,
    () => client.getAvgPrice(one),
    (found, answer) => same(found.price, answer),
  ),
);

await check('a symbol that is not there comes back with its code', async () => {
  const error = await refused(() => client.getOrderBook({ symbol: 'NOPEUSDT' }));
  same([error.code, error.message], [-1121, 'Invalid symbol.']);
});

const balanceOf = async (asset) =>
  (await client.getAccountInformation()).balances.find((balance) => balance.asset === asset);

await check('getAccountInformation', async () => {
  const account = await client.getAccountInformation();
  same([account.accountType, account.canTrade], ['SPOT', true]);
  must(Number((await balanceOf('USDT')).free) > 0, 'no USDT');
  return `${account.balances.length} assets`;
});

await check('submitNewOrder, getOrder, getOpenOrders, cancelOrder: a limit order', async () => {
  const before = await balanceOf('USDT');
  const terms = { ...one, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: 0.01 };
  const price = await restingPrice('BTCUSDT');
  const placed = await client.submitNewOrder({ ...terms, price, newOrderRespType: 'FULL' });
  same([placed.status, placed.fills], ['NEW', []]);
  const { orderId, clientOrderId } = placed;
  const found = await client.getOrder({ ...one, orderId });
  same([found.clientOrderId, found.status, Number(found.price)], [clientOrderId, 'NEW', Number(price)]);
  same(await client.getOpenOrders(one), [found]);
  const cancelled = await client.cancelOrder({ ...one, origClientOrderId: clientOrderId });
  same([cancelled.orderId, cancelled.status], [orderId, 'CANCELED']);
  same(await client.getOpenOrders(one), []);
  same(await balanceOf('USDT'), before);
});

await check('submitNewOrder and getAccountTradeList: a market order', async () => {
  const placed = await client.submitNewOrder({
    ...one,
    side: 'SELL',
    type: 'MARKET',
    quantity: 0.01,
    newOrderRespType: 'FULL',
  });
  same([placed.status, placed.executedQty], ['FILLED', '0.01000000']);
  const trades = await client.getAccountTradeList({ ...one, orderId: placed.orderId });
  const fills = placed.fills.map((fill) => [fill.tradeId, fill.price, fill.qty, fill.commission]);
  same(
    trades.map((trade) => [trade.id, trade.price, trade.qty, trade.commission]),
    fills,
  );
  return `${trades.length} trades`;
});

await check('submitNewOCO, getOCO, getAllOCO, getAllOpenOCO, cancelOCO', async () => {
  const { below, above } = await pricesAround('BTCUSDT');
  await rested();
  const placed = await client.submitNewOCO({
    ...one,
    side: 'SELL',
    quantity: 0.01,
    price: above,
    stopPrice: below,
    newOrderRespType: 'FULL',
  });
  same(
    placed.orderReports.map((order) => [order.type, order.status]),
    [
      ['STOP_LOSS', 'NEW'],
      ['LIMIT_MAKER', 'NEW'],
    ],
  );
  const { orderListId } = placed;
  const { orderReports: _, ...list } = placed;
  same(await client.getOCO({ orderListId }), list);
  same(await client.getAllOpenOCO(), [list]);
  same((await client.getAllOCO()).at(-1), list);
  const gone = await client.cancelOCO({ ...one, orderListId });
  same([gone.listStatusType, gone.orderReports.length], ['ALL_DONE', 2]);
  same(await client.getOpenOrders(one), []);
});

await check('submitNewOrder: stops and icebergs; cancelAllSymbolOrders', async () => {
  const { below, above, farAbove, farBelow } = await pricesAround('BTCUSDT');
  await rested();
  const terms = { ...one, quantity: 0.01, newOrderRespType: 'RESULT' };
  const limited = { ...terms, timeInForce: 'GTC' };
  const stop = await client.submitNewOrder({ ...terms, side: 'SELL', type: 'STOP_LOSS', stopPrice: below });
  same([stop.status, Number(stop.stopPrice), stop.workingTime], ['NEW', below, -1]);
  const trailing = { ...limited, side: 'BUY', type: 'STOP_LOSS_LIMIT', price: farAbove, trailingDelta: 300 };
  same((await client.submitNewOrder(trailing)).trailingDelta, 300);
  const profit = { ...limited, side: 'SELL', type: 'TAKE_PROFIT_LIMIT', price: farAbove, stopPrice: above };
  same((await client.submitNewOrder(profit)).type, 'TAKE_PROFIT_LIMIT');
  const iceberg = { ...limited, side: 'BUY', type: 'LIMIT', price: farBelow, icebergQty: 0.002 };
  same(Number((await client.submitNewOrder(iceberg)).icebergQty), 0.002);
  same((await client.cancelAllSymbolOrders(one)).length, 4);
  same(await client.getOpenOrders(one), []);
});

await check('testNewOrder', async () => {
  same(await client.testNewOrder({ ...one, side: 'BUY', type: 'MARKET', quantity: 0.01 }), {});
});

await check('refusals come back with their codes', async () => {
  const gone = await refused(() => client.cancelOrder({ ...one, orderId: 999999 }));
  same([gone.code, gone.message], [-2011, 'Unknown order sent.']);
  const stranger = new MainClient({ api_key: KEY, api_secret: 'wrong', baseUrl: SPOT });
  same((await refused(() => stranger.getAccountInformation())).code, -1022);
});

end();
