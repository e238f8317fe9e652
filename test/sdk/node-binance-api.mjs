/** Checks node-binance-api; no address is set, `bourse sandbox run --sdk` leads it to the sandbox. */
import { readFileSync } from 'node:fs';
import Binance from 'node-binance-api';
import { checksOf, KEY, must, pricesAround, refused, SECRET, same, soon } from './checks.mjs';

const { version } = JSON.parse(
  readFileSync(new URL('./node_modules/node-binance-api/package.json', import.meta.url), 'utf8'),
);
const { check, end } = checksOf(`node-binance-api ${version}`);
const client = new Binance({ APIKEY: KEY, APISECRET: SECRET });
const symbol = 'BTCUSDT';

/** Resolves with the first message of a stream. */
function firstOf(open) {
  return soon(new Promise((resolve) => open((...values) => resolve(values))), 'a message');
}

await check('time, exchangeInfo, prices, bookTickers, prevDay, depth', async () => {
  await client.useServerTime();
  must((await client.exchangeInfo()).symbols.length > 100, 'symbols');
  must(Number((await client.prices())[symbol]) > 0, 'a price');
  must(Number((await client.bookTickers(symbol))[symbol].bidPrice) > 0, 'a bid');
  must(Number((await client.prevDay(symbol)).lastPrice) > 0, 'a last price');
  must(Object.keys((await client.depth(symbol)).bids).length > 0, 'bids');
});
await check('candlesticks, aggTrades, recentTrades, avgPrice', async () => {
  same((await client.candles(symbol, '1h', { limit: 10 })).length, 10);
  same((await client.aggTrades(symbol, { limit: 5 })).length, 5);
  same((await client.recentTrades(symbol, 5)).length, 5);
  must((await client.avgPrice(symbol)) !== undefined, 'an average price');
});
await check('account, balance, tradeFee', async () => {
  must((await client.account()).balances.length > 0, 'balances');
  must(Number((await client.balance()).USDT.available) > 0, 'USDT');
  must((await client.tradeFee()).length > 0, 'fees');
});
await check('limitOrder, orderStatus, openOrders, cancel', async () => {
  const { farBelow } = await pricesAround(symbol);
  const { orderId } = await client.limitOrder('BUY', symbol, 0.01, farBelow);
  same((await client.orderStatus(symbol, orderId)).status, 'NEW');
  must(
    (await client.openOrders(symbol)).some((one) => one.orderId === orderId),
    'open',
  );
  same((await client.cancel(symbol, orderId)).status, 'CANCELED');
});
await check('marketBuy, marketSell, myTrades, allOrders', async () => {
  const { orderId } = await client.marketBuy(symbol, 0.01);
  await client.marketSell(symbol, 0.01);
  must(
    (await client.myTrades(symbol)).some((one) => one.orderId === orderId),
    'a trade',
  );
  must(
    (await client.allOrders(symbol)).some((one) => one.orderId === orderId),
    'the order',
  );
});
await check('a refusal has its code', async () => {
  must(
    String((await refused(() => client.cancel(symbol, 999_999_999))).message).includes('-2011'),
    'the code',
  );
});
await check('streams of trades, candles, depth and best prices', async () => {
  must((await firstOf((on) => client.tradesStream([symbol], on)))[0].s === symbol, 'a trade');
  must((await firstOf((on) => client.candlesticksStream([symbol], '1m', on)))[0].s === symbol, 'a candle');
  must((await firstOf((on) => client.depthStream([symbol], on)))[0].s === symbol, 'a depth');
  must((await firstOf((on) => client.bookTickersStream([symbol], on)))[0] !== undefined, 'best prices');
});
await check('userData sees an own order', async () => {
  let heard;
  const event = new Promise((resolve) => {
    heard = resolve;
  });
  await client.userData(heard, heard, () => {});
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await client.marketBuy(symbol, 0.01);
  await soon(event, 'an event');
  await client.marketSell(symbol, 0.01);
});
for (const [line, contract, quantity] of [
  ['futures', 'BTCUSDT', 0.01],
  ['delivery', 'BTCUSD_PERP', 5],
]) {
  await check(`${line}: exchangeInfo, prices, depth, candles, markPrice`, async () => {
    must((await client[`${line}ExchangeInfo`]()).symbols.length > 5, 'contracts');
    must((await client[`${line}Prices`]()) !== undefined, 'prices');
    must((await client[`${line}Depth`](contract)).bids !== undefined, 'bids');
    must((await client[`${line}Candles`](contract, '1h', { limit: 5 })).length === 5, 'candles');
    must((await client[`${line}MarkPrice`](contract)) !== undefined, 'a mark price');
  });
  await check(`${line}: account, balance, positionRisk, leverage, marginType`, async () => {
    must((await client[`${line}Account`]()).assets.length > 0, 'assets');
    must((await client[`${line}Balance`]()).length > 0, 'balances');
    must(Array.isArray(await client[`${line}PositionRisk`]()), 'positions');
    same((await client[`${line}Leverage`](contract, 8)).leverage, 8);
  });
  await check(`${line}: limit order, status, open orders, cancel; market order and back`, async () => {
    const [mark] = [await client[`${line}MarkPrice`](contract)].flat();
    const price = Math.floor(Number(mark.markPrice) * 0.97);
    const place = (side, type, more) =>
      client[`${line}Order`](type, side, contract, quantity, type === 'LIMIT' ? price : undefined, more);
    const { orderId } = await place('BUY', 'LIMIT', { timeInForce: 'GTC' });
    same((await client[`${line}OrderStatus`](contract, { orderId })).status, 'NEW');
    must(
      (await client[`${line}OpenOrders`](contract)).some((one) => one.orderId === orderId),
      'open',
    );
    // One of the two takes the id as it is.
    const id = line === 'futures' ? orderId : { orderId };
    same((await client[`${line}Cancel`](contract, id)).status, 'CANCELED');
    await place('BUY', 'MARKET', {});
    await place('SELL', 'MARKET', { reduceOnly: true });
  });
  await check(`${line}: streams of mark price and best prices`, async () => {
    must(
      (await firstOf((on) => client[`${line}MarkPriceStream`](contract, on)))[0] !== undefined,
      'a mark price',
    );
    must(
      (await firstOf((on) => client[`${line}BookTickerStream`](contract, on)))[0] !== undefined,
      'best prices',
    );
  });
}
await check('futures: a stop by an algo order', async () => {
  const mark = await client.futuresMarkPrice(symbol);
  const stopPrice = Math.floor(Number(mark.markPrice) * 0.95);
  const placed = await client.futuresOrder('STOP_MARKET', 'SELL', symbol, 0.01, undefined, { stopPrice });
  must(placed.algoId !== undefined, `an algo id in ${JSON.stringify(placed)}`);
  await client.futuresCancelAllAlgo(symbol);
});
end();
process.exit();
