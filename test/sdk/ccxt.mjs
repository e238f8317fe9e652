/** Checks ccxt's binance class; only its spot addresses are set. */
import ccxt from 'ccxt';
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

const { check, end } = checksOf(`ccxt ${ccxt.version}`);
const exchange = new ccxt.binance({
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
// Not needed by any check, but set so that no request with keys goes to the public address.
exchange.urls.api.sapi = `${SPOT}/sapi/v1`;

await check('fetchTime', async () => {
  const before = (await raw('/api/v3/time')).serverTime;
  const found = await exchange.fetchTime();
  const after = (await raw('/api/v3/time')).serverTime;
  if (!(before <= found && found <= after)) throw new Error(`${found} is not from ${before} to ${after}`);
});

await check('loadMarkets: every symbol with its precision, bounds and state', async () => {
  const markets = await exchange.loadMarkets();
  const { symbols } = await raw('/api/v3/exchangeInfo');
  same(
    Object.values(markets)
      .map((one) => one.id)
      .sort(),
    symbols.map((one) => one.symbol).sort(),
  );
  for (const symbol of symbols) {
    const market = exchange.markets_by_id[symbol.symbol][0];
    const filter = (name) => symbol.filters.find((one) => one.filterType === name);
    same(
      {
        base: market.baseId,
        quote: market.quoteId,
        type: market.type,
        active: market.active,
        price: market.precision.price,
        amount: market.precision.amount,
        minAmount: market.limits.amount.min,
        maxAmount: market.limits.amount.max,
        minCost: market.limits.cost.min,
      },
      {
        base: symbol.baseAsset,
        quote: symbol.quoteAsset,
        type: 'spot',
        active: symbol.status === 'TRADING',
        price: Number(filter('PRICE_FILTER').tickSize),
        amount: Number(filter('LOT_SIZE').stepSize),
        minAmount: Number(filter('LOT_SIZE').minQty),
        maxAmount: Number(filter('LOT_SIZE').maxQty),
        minCost: Number((filter('NOTIONAL') ?? filter('MIN_NOTIONAL')).minNotional),
      },
    );
  }
  return `${symbols.length} symbols`;
});

await check('fetchOHLCV: a closed window of candles', async () => {
  const found = await exchange.fetchOHLCV('BTC/USDT', '1h', START, 48);
  const rows = await raw('/api/v3/klines', {
    symbol: 'BTCUSDT',
    interval: '1h',
    startTime: START,
    limit: 48,
  });
  same(
    found,
    rows.map((row) => [row[0], ...row.slice(1, 6).map(Number)]),
  );
  return `${found.length} candles`;
});

await check('fetchOHLCV: until, paged by ccxt itself', async () => {
  const until = START + 1500 * HOUR;
  const found = await exchange.fetchOHLCV('ETH/USDT', '1h', START, undefined, { until, paginate: true });
  const window = (startTime, endTime) =>
    raw('/api/v3/klines', { symbol: 'ETHUSDT', interval: '1h', startTime, endTime, limit: 1000 });
  const middle = START + 800 * HOUR;
  const rows = [...(await window(START, middle - 1)), ...(await window(middle, until))];
  same(
    found,
    rows.map((row) => [row[0], ...row.slice(1, 6).map(Number)]),
  );
  return `${found.length} candles`;
});

await check('fetchOrderBook: levels, order and nonce', () =>
  sameInQuiet(
    () => raw('/api/v3/depth', { symbol: 'BTCUSDT', limit: 100 }),
    () => exchange.fetchOrderBook('BTC/USDT', 100),
    (book, answer) => {
      const numbers = (side) => side.map((level) => level.map(Number));
      same(
        { nonce: book.nonce, bids: book.bids, asks: book.asks },
        { nonce: answer.lastUpdateId, bids: numbers(answer.bids), asks: numbers(answer.asks) },
      );
      return `${book.bids.length} bids, ${book.asks.length} asks`;
    },
  ),
);

await check('fetchTrades: aggregate trades of a closed window', async () => {
  const found = await exchange.fetchTrades('BTC/USDT', START, 200);
  const rows = await raw('/api/v3/aggTrades', {
    symbol: 'BTCUSDT',
    startTime: START,
    endTime: START + HOUR,
    limit: 200,
  });
  same(
    found.map((one) => [one.id, one.timestamp, one.price, one.amount, one.side]),
    rows.map((one) => [String(one.a), one.T, Number(one.p), Number(one.q), one.m ? 'sell' : 'buy']),
  );
  return `${found.length} trades`;
});

await check('fetchTrades: single trades of the moment', () =>
  sameInQuiet(
    () => raw('/api/v3/trades', { symbol: 'BTCUSDT', limit: 5 }),
    () => exchange.fetchTrades('BTC/USDT', undefined, 5, { fetchTradesMethod: 'publicGetTrades' }),
    (found, rows) =>
      same(
        found.map((one) => [one.id, one.timestamp, one.price, one.cost]),
        rows.map((one) => [String(one.id), one.time, Number(one.price), Number(one.quoteQty)]),
      ),
  ),
);

const tickerOf = (one) => [
  one.symbol,
  one.openPrice,
  one.highPrice,
  one.lowPrice,
  one.lastPrice,
  one.bidPrice,
  one.askPrice,
];
const readTicker = (one) => [one.info.symbol, one.open, one.high, one.low, one.last, one.bid, one.ask];
const asNumbers = ([symbol, ...values]) => [symbol, ...values.map(Number)];

await check('fetchTicker: statistics of 24 hours', () =>
  sameInQuiet(
    async () => tickerOf(await raw('/api/v3/ticker/24hr', { symbol: 'BTCUSDT' })),
    () => exchange.fetchTicker('BTC/USDT'),
    (found, answer) => same(readTicker(found), asNumbers(answer)),
  ),
);

await check('fetchTickers: two symbols, and all of them', async () => {
  const symbols = '["BTCUSDT","ETHUSDT"]';
  await sameInQuiet(
    async () => (await raw('/api/v3/ticker/24hr', { symbols })).map(tickerOf),
    () => exchange.fetchTickers(['BTC/USDT', 'ETH/USDT']),
    (found, answer) =>
      same(
        answer.map(([symbol]) => readTicker(Object.values(found).find((one) => one.info.symbol === symbol))),
        answer.map(asNumbers),
      ),
  );
  const all = await exchange.fetchTickers();
  const listed = await raw('/api/v3/ticker/24hr');
  same(
    Object.values(all)
      .map((one) => one.info.symbol)
      .sort(),
    listed.map((one) => one.symbol).sort(),
  );
  return `${listed.length} tickers`;
});

await check('fetchBidsAsks and fetchLastPrices: every symbol', async () => {
  const listed = (await raw('/api/v3/ticker/price')).map((one) => one.symbol).sort();
  same(
    Object.values(await exchange.fetchBidsAsks())
      .map((one) => one.info.symbol)
      .sort(),
    listed,
  );
  same(
    Object.values(await exchange.fetchLastPrices())
      .map((one) => one.info.symbol)
      .sort(),
    listed,
  );
});

await check('a symbol that is not there is a BadSymbol', async () => {
  const error = await refused(() => exchange.publicGetDepth({ symbol: 'NOPEUSDT' }));
  if (!(error instanceof ccxt.BadSymbol)) throw new Error(`got ${error?.name}: ${error?.message}`);
});

await check('a bad interval is a BadRequest', async () => {
  const error = await refused(() => exchange.publicGetKlines({ symbol: 'BTCUSDT', interval: '7x' }));
  if (!(error instanceof ccxt.BadRequest)) throw new Error(`got ${error?.name}: ${error?.message}`);
});

await check('fetchBalance', async () => {
  const balance = await exchange.fetchBalance();
  must(balance.USDT.total > 0, `USDT is ${JSON.stringify(balance.USDT)}`);
  const { canTrade, balances } = balance.info;
  same(canTrade, true);
  for (const { asset, free, locked } of balances)
    same([balance[asset].free, balance[asset].used], [Number(free), Number(locked)]);
  return `${balances.length} assets`;
});

await check('createOrder, fetchOrder, fetchOpenOrders, cancelOrder: a limit order', async () => {
  const before = (await exchange.fetchBalance()).USDT;
  const price = Number(await restingPrice('BTCUSDT'));
  const placed = await exchange.createOrder('BTC/USDT', 'limit', 'buy', 0.01, price, {
    clientOrderId: 'ccxt-limit',
  });
  const found = await exchange.fetchOrder(placed.id, 'BTC/USDT');
  same(
    [found.clientOrderId, found.status, found.price, found.amount, found.filled],
    ['ccxt-limit', 'open', price, 0.01, 0],
  );
  same(
    (await exchange.fetchOpenOrders('BTC/USDT')).map((one) => one.id),
    [placed.id],
  );
  const locked = (await exchange.fetchBalance()).USDT.used - before.used;
  must(Math.abs(locked - price * 0.01) < 1e-6, `locked ${locked}`);
  same((await exchange.cancelOrder(placed.id, 'BTC/USDT')).status, 'canceled');
  same(await exchange.fetchOpenOrders('BTC/USDT'), []);
  same((await exchange.fetchOrder(placed.id, 'BTC/USDT')).status, 'canceled');
  same((await exchange.fetchBalance()).USDT, before);
});

await check('createOrder and fetchMyTrades: a market order, fees and balances', async () => {
  const before = await exchange.fetchBalance();
  const order = await exchange.createOrder('BTC/USDT', 'market', 'buy', 0.01);
  same([order.status, order.filled, order.remaining], ['closed', 0.01, 0]);
  const trades = (await exchange.fetchMyTrades('BTC/USDT')).filter((one) => one.order === order.id);
  const sum = (of) => trades.reduce((total, one) => total + of(one), 0);
  must(Math.abs(sum((one) => one.amount) - 0.01) < 1e-9, 'the trades are the order');
  must(Math.abs(sum((one) => one.cost) - order.cost) < 1e-6, 'the trades cost what the order did');
  const after = await exchange.fetchBalance();
  const gained = after.BTC.total - before.BTC.total;
  must(Math.abs(gained - 0.01 + sum((one) => one.fee.cost)) < 1e-9, `gained ${gained}`);
  must(Math.abs(before.USDT.total - after.USDT.total - order.cost) < 1e-6, 'paid what it cost');
  return `${trades.length} trades`;
});

await check('createOrder: every kind of stop, by price and trailing', async () => {
  const { below, farBelow, above, farAbove } = await pricesAround('BTCUSDT');
  await rested();
  const kinds = [
    ['STOP_LOSS', 'sell', undefined, { stopPrice: below }],
    ['TAKE_PROFIT', 'sell', undefined, { stopPrice: above }],
    ['STOP_LOSS_LIMIT', 'buy', farAbove, { stopPrice: above }],
    ['TAKE_PROFIT_LIMIT', 'buy', farBelow, { stopPrice: below, timeInForce: 'GTC' }],
    ['STOP_LOSS', 'sell', undefined, { trailingDelta: 500 }],
  ];
  for (const [type, side, price, params] of kinds) {
    const placed = await exchange.createOrder('BTC/USDT', type, side, 0.01, price, params);
    const found = await exchange.fetchOrder(placed.id, 'BTC/USDT');
    same([found.info.type, found.status, found.side, found.info.isWorking], [type, 'open', side, false]);
    same(found.triggerPrice ?? 0, params.stopPrice ?? 0);
    same(Number(found.info.trailingDelta ?? 0), params.trailingDelta ?? 0);
  }
  await exchange.cancelAllOrders('BTC/USDT');
  same(await exchange.fetchOpenOrders('BTC/USDT'), []);
  return `${kinds.length} kinds`;
});

await check('createOrder: post only, immediate or cancel, fill or kill, iceberg, by cost', async () => {
  const { above, farBelow } = await pricesAround('BTCUSDT');
  await rested();
  const maker = await exchange.createOrder('BTC/USDT', 'limit', 'buy', 0.01, farBelow, { postOnly: true });
  same([maker.info.type, maker.status, maker.postOnly], ['LIMIT_MAKER', 'open', true]);
  const taking = await refused(() =>
    exchange.createOrder('BTC/USDT', 'limit', 'buy', 0.01, above, { postOnly: true }),
  );
  must(taking instanceof ccxt.OrderImmediatelyFillable, `got ${taking?.name}: ${taking?.message}`);
  for (const timeInForce of ['IOC', 'FOK']) {
    const order = await exchange.createOrder('BTC/USDT', 'limit', 'buy', 0.01, farBelow, { timeInForce });
    same([order.status, order.filled], ['expired', 0]);
  }
  const iceberg = await exchange.createOrder('BTC/USDT', 'limit', 'buy', 0.01, farBelow, {
    icebergQty: 0.002,
  });
  same(Number((await exchange.fetchOrder(iceberg.id, 'BTC/USDT')).info.icebergQty), 0.002);
  await exchange.cancelAllOrders('BTC/USDT');
  const bought = await exchange.createMarketBuyOrderWithCost('BTC/USDT', 100);
  must(bought.cost <= 100 && bought.cost > 95, `it cost ${bought.cost}`);
});

await check('an order list: placed, looked up, cancelled', async () => {
  const { below, above } = await pricesAround('BTCUSDT');
  await rested();
  const placed = await exchange.privatePostOrderOco({
    symbol: 'BTCUSDT',
    side: 'SELL',
    quantity: 0.01,
    price: above,
    stopPrice: below,
    stopLimitPrice: below - 10,
    stopLimitTimeInForce: 'GTC',
  });
  const { orderListId } = placed;
  same((await exchange.privateGetOrderList({ orderListId })).listOrderStatus, 'EXECUTING');
  same(
    (await exchange.privateGetOpenOrderList()).map((one) => one.orderListId),
    [orderListId],
  );
  same((await exchange.fetchOpenOrders('BTC/USDT')).length, 2);
  const gone = await exchange.privateDeleteOrderList({ symbol: 'BTCUSDT', orderListId });
  same(gone.listOrderStatus, 'ALL_DONE');
  same(await exchange.fetchOpenOrders('BTC/USDT'), []);
  must((await exchange.privateGetAllOrderList()).length >= 1, 'no list');
});

await check(
  'an order that is too dear is InsufficientFunds, one that is not there OrderNotFound',
  async () => {
    const price = Number(await restingPrice('BTCUSDT'));
    const dear = await refused(() => exchange.createOrder('BTC/USDT', 'limit', 'buy', 100, price));
    must(dear instanceof ccxt.InsufficientFunds, `got ${dear?.name}: ${dear?.message}`);
    const gone = await refused(() => exchange.fetchOrder('999999', 'BTC/USDT'));
    must(gone instanceof ccxt.OrderNotFound, `got ${gone?.name}: ${gone?.message}`);
  },
);

await check('a wrong secret is an AuthenticationError', async () => {
  const { urls, options } = exchange;
  const other = new ccxt.binance({ apiKey: KEY, secret: 'wrong', enableRateLimit: false, options });
  other.urls = urls;
  const error = await refused(() => other.privateGetAccount());
  must(error instanceof ccxt.AuthenticationError, `got ${error?.name}: ${error?.message}`);
});

end();
