/**
 * Scripts as their authors would write them for the exchange: no address is set anywhere. `bourse sandbox run --sdk`
 * leads them to the sandbox.
 */
import ccxt from 'ccxt';
import { checksOf, KEY, must, refused, SECRET, same, soon } from './checks.mjs';

const keys = { apiKey: KEY, secret: SECRET };
const CLASSES = [
  { name: 'binance', symbol: 'BTC/USDT', amount: 0.01 },
  { name: 'binanceusdm', symbol: 'BTC/USDT:USDT', amount: 0.01 },
  { name: 'binancecoinm', symbol: 'BTC/USD:BTC', amount: 5 },
];

for (const { name, symbol, amount } of CLASSES) {
  const { check, end } = checksOf(`ccxt ${ccxt.version} ${name}, no address set`);
  const exchange = new ccxt[name](keys);
  await check('loadMarkets as by default, with currencies and margin pairs', async () => {
    const markets = await exchange.loadMarkets();
    must(markets[symbol] !== undefined, `${symbol} is among ${Object.keys(markets).length} markets`);
    return `${Object.keys(markets).length} markets, ${Object.keys(exchange.currencies).length} currencies`;
  });
  await check('fetchTicker, fetchOHLCV, fetchOrderBook, fetchTrades', async () => {
    must((await exchange.fetchTicker(symbol)).last > 0, 'a last price');
    same((await exchange.fetchOHLCV(symbol, '1h', undefined, 10)).length, 10);
    must((await exchange.fetchOrderBook(symbol, 10)).bids.length === 10, '10 bids');
    must((await exchange.fetchTrades(symbol, undefined, 10)).length === 10, '10 trades');
  });
  await check('fetchBalance', async () => {
    must(Object.keys((await exchange.fetchBalance()).total).length > 0, 'balances');
  });
  await check('createOrder, fetchOrder, fetchOpenOrders, cancelOrder', async () => {
    const { bid } = await exchange.fetchTicker(symbol).then(async (ticker) => ({
      bid: ticker.bid ?? (await exchange.fetchOrderBook(symbol, 5)).bids[0][0],
    }));
    const placed = await exchange.createOrder(symbol, 'limit', 'buy', amount, bid * 0.97);
    same((await exchange.fetchOrder(placed.id, symbol)).status, 'open');
    must(
      (await exchange.fetchOpenOrders(symbol)).some(({ id }) => id === placed.id),
      'the order is open',
    );
    await exchange.cancelOrder(placed.id, symbol);
    same((await exchange.fetchOrder(placed.id, symbol)).status, 'canceled');
  });
  await check('createOrder at market, fetchMyTrades, and back', async () => {
    const bought = await exchange.createOrder(symbol, 'market', 'buy', amount);
    const trades = await exchange.fetchMyTrades(symbol);
    must(
      trades.some(({ order }) => order === bought.id),
      'a trade of the order',
    );
    const close = name === 'binance' ? {} : { reduceOnly: true };
    await exchange.createOrder(symbol, 'market', 'sell', amount, undefined, close);
  });
  if (name !== 'binance') {
    await check('fetchPositions, setLeverage, setMarginMode, setPositionMode', async () => {
      same(
        (await exchange.fetchPositions([symbol])).filter(({ contracts }) => contracts > 0),
        [],
      );
      await exchange.setLeverage(7, symbol);
      await exchange.setMarginMode('isolated', symbol);
      await exchange.setMarginMode('cross', symbol);
      await exchange.setPositionMode(true);
      await exchange.setPositionMode(false);
    });
    await check('a stop-loss: placed, listed, cancelled', async () => {
      const { last } = await exchange.fetchTicker(symbol);
      const params = { stopLossPrice: exchange.priceToPrecision(symbol, last * 0.95) };
      const placed = await exchange.createOrder(symbol, 'market', 'sell', amount, undefined, params);
      const open = await exchange.fetchOpenOrders(symbol, undefined, undefined, { trigger: true });
      must(
        open.some(({ id }) => id === placed.id),
        `the stop order ${placed.id} is among ${open.length}`,
      );
      await exchange.cancelOrder(placed.id, symbol, { trigger: true });
    });
  }
  const pro = new ccxt.pro[name](keys);
  await check('pro: watchTicker, watchTrades, watchOHLCV, watchOrderBook', async () => {
    must((await soon(pro.watchTicker(symbol), 'a ticker')).last > 0, 'a last price');
    must((await soon(pro.watchTrades(symbol), 'a trade')).length > 0, 'trades');
    must((await soon(pro.watchOHLCV(symbol, '1m'), 'a candle')).length > 0, 'candles');
    const book = await soon(pro.watchOrderBook(symbol), 'a book');
    must(book.bids[0][0] < book.asks[0][0], 'a book that is not crossed');
  });
  await check('pro: watchOrders and watchBalance see an own order', async () => {
    const orders = pro.watchOrders(symbol);
    const balance = pro.watchBalance();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const bought = await exchange.createOrder(symbol, 'market', 'buy', amount);
    const seen = await soon(orders, 'an order event');
    must(
      seen.some(({ id }) => id === bought.id),
      'the event of the order',
    );
    await soon(balance, 'a balance event');
    const close = name === 'binance' ? {} : { reduceOnly: true };
    await exchange.createOrder(symbol, 'market', 'sell', amount, undefined, close);
  });
  await pro.close();
  await check('an unknown symbol is a BadSymbol, an unknown order an OrderNotFound', async () => {
    must(
      (await refused(() => exchange.fetchOrder('999999999', symbol))) instanceof ccxt.OrderNotFound,
      'not found',
    );
  });
  end();
}
process.exit();
