/** Checks the exchange's own connector; only its basePath is set. */
import { readFileSync } from 'node:fs';
import { Spot } from '@binance/spot';
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
  readFileSync(new URL('./node_modules/@binance/spot/package.json', import.meta.url), 'utf8'),
);
const { check, end } = checksOf(`@binance/spot ${version}`);
const configurationRestAPI = { apiKey: KEY, apiSecret: SECRET, basePath: SPOT, timeout: 10_000 };
const { restAPI } = new Spot({ configurationRestAPI });
const data = async (response) => (await response).data();

await check('ping and time', async () => {
  same(await data(restAPI.ping()), {});
  const before = (await raw('/api/v3/time')).serverTime;
  const { serverTime } = await data(restAPI.time());
  if (!(BigInt(before) <= BigInt(serverTime))) throw new Error(`${serverTime} is before ${before}`);
});

await check('the weight used comes as a rate limit of the answer', async () => {
  const response = await restAPI.ping();
  const [limit] = response.rateLimits ?? [];
  same([limit?.rateLimitType, limit?.interval, limit?.intervalNum], ['REQUEST_WEIGHT', 'MINUTE', 1]);
  if (!(limit.count > 0)) throw new Error(`count was ${limit.count}`);
});

const still = (name, path, query, call) =>
  check(name, () =>
    sameInQuiet(
      () => raw(path, query),
      () => data(call()),
      (found, answer) => same(plain(found), plain(answer)),
    ),
  );

/** Returns a value with the large numbers that the connector parses as bigint converted. */
function plain(value) {
  return JSON.parse(JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? Number(one) : one)));
}

await check('exchangeInfo: all, one, several, by permission', async () => {
  const timeless = ({ serverTime: _time, ...rest }) => plain(rest);
  const all = await raw('/api/v3/exchangeInfo');
  same(timeless(await data(restAPI.exchangeInfo())), timeless(all));
  for (const [parameters, query] of [
    [{ symbol: 'BTCUSDT' }, { symbol: 'BTCUSDT' }],
    [{ symbols: ['BTCUSDT', 'ETHUSDT'] }, { symbols: '["BTCUSDT","ETHUSDT"]' }],
    [{ permissions: ['MARGIN'] }, { permissions: 'MARGIN' }],
  ])
    same(
      timeless(await data(restAPI.exchangeInfo(parameters))),
      timeless(await raw('/api/v3/exchangeInfo', query)),
    );
  return `${all.symbols.length} symbols`;
});

const closed = { symbol: 'BTCUSDT', startTime: START, endTime: START + 24 * HOUR };
await still('klines', '/api/v3/klines', { ...closed, interval: '1h' }, () =>
  restAPI.klines({ ...closed, interval: '1h' }),
);
await still(
  'klines in another time zone',
  '/api/v3/klines',
  { ...closed, interval: '1d', timeZone: '-3:30' },
  () => restAPI.klines({ ...closed, interval: '1d', timeZone: '-3:30' }),
);
await still('uiKlines', '/api/v3/uiKlines', { ...closed, interval: '15m' }, () =>
  restAPI.uiKlines({ ...closed, interval: '15m' }),
);
await still('aggTrades of a window', '/api/v3/aggTrades', { ...closed, limit: 100 }, () =>
  restAPI.aggTrades({ ...closed, limit: 100 }),
);
await still(
  'historicalTrades',
  '/api/v3/historicalTrades',
  { symbol: 'BTCUSDT', fromId: 1000, limit: 50 },
  () => restAPI.historicalTrades({ symbol: 'BTCUSDT', fromId: 1000, limit: 50 }),
);
await still('trades of the moment', '/api/v3/trades', { symbol: 'BTCUSDT', limit: 5 }, () =>
  restAPI.getTrades({ symbol: 'BTCUSDT', limit: 5 }),
);
await still('depth', '/api/v3/depth', { symbol: 'BTCUSDT', limit: 20 }, () =>
  restAPI.depth({ symbol: 'BTCUSDT', limit: 20 }),
);
await still('tickerPrice', '/api/v3/ticker/price', { symbols: '["BTCUSDT","ETHUSDT"]' }, () =>
  restAPI.tickerPrice({ symbols: ['BTCUSDT', 'ETHUSDT'] }),
);
await still('tickerBookTicker', '/api/v3/ticker/bookTicker', { symbol: 'BTCUSDT' }, () =>
  restAPI.tickerBookTicker({ symbol: 'BTCUSDT' }),
);

/** Returns a rolling ticker without its times, which change with every call. */
function windowOf({ openTime: _open, closeTime: _close, ...rest }) {
  return plain(rest);
}

for (const [name, path, query, call] of [
  [
    'ticker24hr',
    '/api/v3/ticker/24hr',
    { symbol: 'BTCUSDT' },
    () => restAPI.ticker24hr({ symbol: 'BTCUSDT' }),
  ],
  [
    'ticker24hr MINI',
    '/api/v3/ticker/24hr',
    { symbol: 'BTCUSDT', type: 'MINI' },
    () => restAPI.ticker24hr({ symbol: 'BTCUSDT', type: 'MINI' }),
  ],
  [
    'ticker of a window',
    '/api/v3/ticker',
    { symbol: 'BTCUSDT', windowSize: '4h' },
    () => restAPI.ticker({ symbol: 'BTCUSDT', windowSize: '4h' }),
  ],
  [
    'tickerTradingDay',
    '/api/v3/ticker/tradingDay',
    { symbol: 'BTCUSDT' },
    () => restAPI.tickerTradingDay({ symbol: 'BTCUSDT' }),
  ],
])
  await check(name, () =>
    sameInQuiet(
      async () => windowOf(await raw(path, query)),
      () => data(call()),
      (found, answer) => same(windowOf(found), answer),
    ),
  );

await check('avgPrice', () =>
  sameInQuiet(
    async () => (await raw('/api/v3/avgPrice', { symbol: 'BTCUSDT' })).price,
    () => data(restAPI.avgPrice({ symbol: 'BTCUSDT' })),
    (found, answer) => same([found.mins, found.price], [5, answer]),
  ),
);

await check('a symbol that is not there is a bad request with its code', async () => {
  const error = await refused(() => restAPI.depth({ symbol: 'NOPEUSDT' }));
  same([error.name, error.code, error.message], ['BadRequestError', -1121, 'Invalid symbol.']);
});

const one = { symbol: 'BTCUSDT' };
const balanceOf = async (asset) =>
  plain((await data(restAPI.getAccount())).balances.find((balance) => balance.asset === asset));

await check('getAccount and accountCommission', async () => {
  const account = await data(restAPI.getAccount({ omitZeroBalances: true }));
  same([account.accountType, account.canTrade], ['SPOT', true]);
  must(Number((await balanceOf('USDT')).free) > 0, 'no USDT');
  const { standardCommission } = await data(restAPI.accountCommission(one));
  must(Number(standardCommission.taker) > 0, 'no commission');
  return `${account.balances.length} assets`;
});

await check('newOrder, getOrder, getOpenOrders, allOrders, deleteOrder: a limit order', async () => {
  const before = await balanceOf('USDT');
  const price = Number(await restingPrice('BTCUSDT'));
  const terms = { ...one, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: 0.01, price };
  const placed = await data(restAPI.newOrder({ ...terms, newOrderRespType: 'RESULT' }));
  same(placed.status, 'NEW');
  const { orderId, clientOrderId } = placed;
  const found = plain(await data(restAPI.getOrder({ ...one, orderId })));
  same([found.clientOrderId, found.status, Number(found.price)], [clientOrderId, 'NEW', price]);
  same(plain(await data(restAPI.getOpenOrders(one))), [found]);
  same(plain(await data(restAPI.allOrders(one))).at(-1), found);
  const cancelled = await data(restAPI.deleteOrder({ ...one, orderId }));
  same(cancelled.status, 'CANCELED');
  same(plain(await data(restAPI.getOpenOrders(one))), []);
  same(await balanceOf('USDT'), before);
});

await check('newOrder and myTrades: a market order', async () => {
  const placed = await data(
    restAPI.newOrder({ ...one, side: 'SELL', type: 'MARKET', quantity: 0.01, newOrderRespType: 'FULL' }),
  );
  same([placed.status, placed.executedQty], ['FILLED', '0.01000000']);
  const trades = await data(restAPI.myTrades({ ...one, orderId: placed.orderId }));
  same(
    plain(trades).map((trade) => [trade.id, trade.price, trade.qty]),
    plain(placed.fills).map((fill) => [fill.tradeId, fill.price, fill.qty]),
  );
  return `${trades.length} trades`;
});

await check('orderOco, getOrderList, openOrderList, allOrderList, deleteOrderList', async () => {
  const { below, above } = await pricesAround('BTCUSDT');
  await rested();
  const terms = { ...one, side: 'SELL', quantity: 0.01, price: above, stopPrice: below };
  const limited = { ...terms, stopLimitPrice: below - 10, stopLimitTimeInForce: 'GTC' };
  const placed = plain(await data(restAPI.orderOco({ ...limited, newOrderRespType: 'FULL' })));
  same(
    placed.orderReports.map((order) => [order.type, order.status, order.orderListId]),
    [
      ['STOP_LOSS_LIMIT', 'NEW', placed.orderListId],
      ['LIMIT_MAKER', 'NEW', placed.orderListId],
    ],
  );
  const { orderReports: _, ...list } = placed;
  const { orderListId } = list;
  same(plain(await data(restAPI.getOrderList({ orderListId }))), list);
  same(plain(await data(restAPI.openOrderList())), [list]);
  same(plain(await data(restAPI.allOrderList())).at(-1), list);
  const gone = plain(await data(restAPI.deleteOrderList({ ...one, orderListId })));
  same([gone.listOrderStatus, gone.orderReports.length], ['ALL_DONE', 2]);
  same(plain(await data(restAPI.getOpenOrders(one))), []);
});

await check('newOrder: every other kind; orderAmendKeepPriority and deleteOpenOrders', async () => {
  const { below, above, farAbove, farBelow } = await pricesAround('BTCUSDT');
  await rested();
  const terms = { ...one, quantity: 0.01, newOrderRespType: 'RESULT' };
  const limited = { ...terms, timeInForce: 'GTC' };
  const orders = [
    { ...terms, side: 'SELL', type: 'STOP_LOSS', stopPrice: below },
    { ...terms, side: 'BUY', type: 'TAKE_PROFIT', trailingDelta: 400 },
    { ...limited, side: 'BUY', type: 'STOP_LOSS_LIMIT', stopPrice: above, price: farAbove },
    { ...limited, side: 'SELL', type: 'TAKE_PROFIT_LIMIT', stopPrice: above, price: farAbove },
    { ...terms, side: 'BUY', type: 'LIMIT_MAKER', price: farBelow },
    { ...limited, side: 'BUY', type: 'LIMIT', price: farBelow, icebergQty: 0.002 },
  ];
  const placed = [];
  for (const order of orders) placed.push(plain(await data(restAPI.newOrder(order))));
  same(
    placed.map(({ type, status }) => [type, status]),
    orders.map(({ type }) => [type, 'NEW']),
  );
  const { orderId } = placed.at(-1);
  const amended = plain(await data(restAPI.orderAmendKeepPriority({ ...one, orderId, newQty: 0.005 })));
  same([amended.amendedOrder.orderId, amended.amendedOrder.qty], [orderId, '0.00500000']);
  same(plain(await data(restAPI.deleteOpenOrders(one))).length, orders.length);
});

await check('myPreventedMatches and myAllocations', async () => {
  const { below } = await pricesAround('BTCUSDT');
  await rested();
  const limited = { ...one, type: 'LIMIT', timeInForce: 'GTC', quantity: 0.01, newOrderRespType: 'RESULT' };
  const { bidPrice } = await raw('/api/v3/ticker/bookTicker', one);
  // A bid above the market's is the best bid, so the sell order fills against it first.
  const own = { ...limited, side: 'BUY', price: Number(bidPrice), timeInForce: 'GTC' };
  const maker = plain(await data(restAPI.newOrder({ ...own, type: 'LIMIT' })));
  const taker = plain(
    await data(
      restAPI.newOrder({
        ...limited,
        side: 'SELL',
        price: below,
        selfTradePreventionMode: 'EXPIRE_BOTH',
        quantity: 5,
      }),
    ),
  );
  const matches = plain(await data(restAPI.myPreventedMatches({ ...one, orderId: taker.orderId })));
  if (maker.status === 'NEW' && taker.status === 'EXPIRED_IN_MATCH')
    same(
      matches.map((match) => [match.makerOrderId, match.selfTradePreventionMode]),
      [[maker.orderId, 'EXPIRE_BOTH']],
    );
  await refusedOrNot(() => data(restAPI.deleteOpenOrders(one)));
  same(plain(await data(restAPI.myAllocations(one))), []);
  return taker.status;
});

/** Runs a cancellation of all orders; accepts the error for no open orders. */
async function refusedOrNot(run) {
  try {
    await run();
  } catch (error) {
    same(error.code, -2011);
  }
}

await check('rateLimitOrder counts the orders placed', async () => {
  const rows = plain(await data(restAPI.rateLimitOrder()));
  const day = rows.find((row) => row.interval === 'DAY');
  must(day.count >= 1, `counted ${day.count}`);
});

await check('refusals come back with their codes', async () => {
  const gone = await refused(() => restAPI.deleteOrder({ ...one, orderId: 999999 }));
  same([gone.code, gone.message], [-2011, 'Unknown order sent.']);
  const wrong = new Spot({ configurationRestAPI: { ...configurationRestAPI, apiSecret: 'wrong' } });
  same((await refused(() => wrong.restAPI.getAccount())).code, -1022);
});

end();
