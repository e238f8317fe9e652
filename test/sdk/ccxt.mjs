/** ccxt's binance class, with its spot addresses set and nothing else changed. */
import ccxt from 'ccxt';
import { checksOf, HOUR, raw, refused, SPOT, START, same, sameInQuiet } from './checks.mjs';

const { check, end } = checksOf(`ccxt ${ccxt.version}`);
const exchange = new ccxt.binance({
  enableRateLimit: false,
  options: { defaultType: 'spot', fetchMarkets: { types: ['spot'] }, fetchCurrencies: false },
});
for (const name of ['public', 'v1', 'private']) exchange.urls.api[name] = `${SPOT}/api/v3`;

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
        minCost: Number(filter('NOTIONAL').minNotional),
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

end();
