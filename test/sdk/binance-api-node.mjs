/** Checks binance-api-node; no address is set, `bourse sandbox run --sdk` leads it to the sandbox. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  checksOf,
  HOUR,
  IS_TODAY,
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
const Binance = require('binance-api-node').default;
const { version } = JSON.parse(
  readFileSync(new URL('./node_modules/binance-api-node/package.json', import.meta.url), 'utf8'),
);
const { check, end } = checksOf(`binance-api-node ${version}`);
const client = Binance({ apiKey: KEY, apiSecret: SECRET });
const symbol = 'BTCUSDT';

/** Waits until a stream is open, which the client does not report. */
function opened() {
  return new Promise((resolve) => setTimeout(resolve, 1000));
}

await check('ping, time, exchangeInfo, book, prices', async () => {
  same(await client.ping(), true);
  must((await client.time()) > START, 'a time');
  must((await client.exchangeInfo()).symbols.length > 100, 'symbols');
  must((await client.book({ symbol })).bids.length > 0, 'bids');
  must(Number((await client.prices())[symbol]) > 0, 'a price');
});
await check('candles, aggTrades, trades, dailyStats, avgPrice, allBookTickers', async () => {
  const rows = await client.candles({
    symbol,
    interval: '1h',
    startTime: START,
    endTime: START + 24 * HOUR - 1,
  });
  same([rows.length, rows[0].openTime], [24, START]);
  must((await client.aggTrades({ symbol, limit: 5 })).length === 5, 'aggregate trades');
  must((await client.trades({ symbol, limit: 5 })).length === 5, 'trades');
  must(Number((await client.dailyStats({ symbol })).lastPrice) > 0, 'a last price');
  must(Number((await client.avgPrice({ symbol })).price) > 0, 'an average price');
  must(Number((await client.allBookTickers())[symbol].bidPrice) > 0, 'a bid');
});
await check('accountInfo, accountCoins, tradeFee', async () => {
  must((await client.accountInfo()).balances.length > 0, 'balances');
  must((await client.accountCoins()).length > 0, 'coins');
  must((await client.tradeFee()).length > 0, 'fees');
});
await check('order, getOrder, openOrders, cancelOrder', async () => {
  const { farBelow } = await pricesAround(symbol);
  const placed = await client.order({ symbol, side: 'BUY', quantity: '0.01', price: String(farBelow) });
  same((await client.getOrder({ symbol, orderId: placed.orderId })).status, 'NEW');
  must(
    (await client.openOrders({ symbol })).some(({ orderId }) => orderId === placed.orderId),
    'open',
  );
  same((await client.cancelOrder({ symbol, orderId: placed.orderId })).status, 'CANCELED');
});
await check('order at market, myTrades, allOrders', async () => {
  const bought = await client.order({ symbol, side: 'BUY', type: 'MARKET', quantity: '0.01' });
  // The client chooses no newOrderRespType, and in the interface document that means ACK: an answer without a status.
  same((await client.getOrder({ symbol, orderId: bought.orderId })).status, 'FILLED');
  same(bought.status, IS_TODAY ? 'FILLED' : undefined);
  must(
    (await client.myTrades({ symbol })).some(({ orderId }) => orderId === bought.orderId),
    'a trade',
  );
  must(
    (await client.allOrders({ symbol })).some(({ orderId }) => orderId === bought.orderId),
    'the order',
  );
  await client.order({ symbol, side: 'SELL', type: 'MARKET', quantity: '0.01' });
});
await check('orderOco, getOrderOco, cancelOrderOco', async () => {
  const { below, above } = await pricesAround(symbol);
  await rested();
  const list = await client.orderOco({
    symbol,
    side: 'SELL',
    quantity: '0.01',
    price: String(above),
    stopPrice: String(below),
    stopLimitPrice: String(below - 10),
  });
  same((await client.getOrderOco({ orderListId: list.orderListId })).listOrderStatus, 'EXECUTING');
  same((await client.cancelOrderOco({ symbol, orderListId: list.orderListId })).listOrderStatus, 'ALL_DONE');
});
await check('a refusal has its code', async () => {
  same((await refused(() => client.cancelOrder({ symbol, orderId: 999_999_999 }))).code, -2011);
});
await check('ws: candles, trades, depth, ticker', async () => {
  const first = (open) =>
    new Promise((resolve) => {
      const close = open((value) => {
        close();
        resolve(value);
      });
    });
  must(
    Number(
      (
        await soon(
          first((on) => client.ws.candles(symbol, '1m', on)),
          'a candle',
        )
      ).close,
    ) > 0,
    'a close',
  );
  must(
    Number(
      (
        await soon(
          first((on) => client.ws.trades([symbol], on)),
          'a trade',
        )
      ).price,
    ) > 0,
    'a price',
  );
  must(
    (
      await soon(
        first((on) => client.ws.depth(symbol, on)),
        'a depth',
      )
    ).bidDepth !== undefined,
    'a depth',
  );
  must(
    Number(
      (
        await soon(
          first((on) => client.ws.ticker(symbol, on)),
          'a ticker',
        )
      ).curDayClose,
    ) > 0,
    'a ticker',
  );
});
await check('ws: user sees an own order', async () => {
  let heard;
  const event = new Promise((resolve) => {
    heard = resolve;
  });
  const close = await client.ws.user((one) => one.eventType === 'executionReport' && heard(one));
  await opened();
  await client.order({ symbol, side: 'BUY', type: 'MARKET', quantity: '0.01' });
  same((await soon(event, 'an event')).symbol, symbol);
  await close();
  await client.order({ symbol, side: 'SELL', type: 'MARKET', quantity: '0.01' });
});

const FUTURES = [
  { name: 'futures', symbol: 'BTCUSDT', quantity: '0.01' },
  { name: 'delivery', symbol: 'BTCUSD_PERP', quantity: '5' },
];
for (const { name, symbol: contract, quantity } of FUTURES) {
  const call = (noun, params) => client[`${name}${noun}`](params);
  await check(`${name}: ping, exchangeInfo, book, candles, prices, markPrice`, async () => {
    await call('Ping');
    must((await call('ExchangeInfo')).symbols.length > 5, 'contracts');
    must((await call('Book', { symbol: contract })).bids.length > 0, 'bids');
    same((await call('Candles', { symbol: contract, interval: '1h', limit: 5 })).length, 5);
    must(Number((await call('Prices'))[contract]) > 0, 'a price');
    must((await call('MarkPrice', { symbol: contract })) !== undefined, 'a mark price');
  });
  await check(`${name}: order, getOrder, openOrders, cancelOrder`, async () => {
    const price = Math.floor(Number((await call('Prices'))[contract]) * 0.97);
    const placed = await call('Order', {
      symbol: contract,
      side: 'BUY',
      quantity,
      price: String(price),
      type: 'LIMIT',
      timeInForce: 'GTC',
    });
    const { orderId } = placed;
    same((await call('GetOrder', { symbol: contract, orderId })).status, 'NEW');
    must(
      (await call('OpenOrders', { symbol: contract })).some((one) => one.orderId === orderId),
      'open',
    );
    same((await call('CancelOrder', { symbol: contract, orderId })).status, 'CANCELED');
  });
  await check(
    `${name}: accountInfo, accountBalance, positionRisk, positionMode, leverage, income`,
    async () => {
      must((await call('AccountInfo')).assets.length > 0, 'assets');
      must((await call('AccountBalance')).length > 0, 'balances');
      must((await call('PositionRisk')).length >= 0, 'positions');
      same((await call('PositionMode')).dualSidePosition, false);
      same((await call('Leverage', { symbol: contract, leverage: 9 })).leverage, 9);
      must((await call('Income')).length >= 0, 'income');
    },
  );
  await check(`${name}: ws user stream with its keep-alive`, async () => {
    let heard;
    const event = new Promise((resolve) => {
      heard = resolve;
    });
    const close = await client.ws[`${name}User`](
      (one) => one.eventType === 'ORDER_TRADE_UPDATE' && heard(one),
    );
    await opened();
    await call('Order', { symbol: contract, side: 'BUY', quantity, type: 'MARKET' });
    same((await soon(event, 'an event')).symbol, contract);
    const { listenKey } = await call('GetDataStream');
    await call('KeepDataStream', { listenKey });
    await close();
    await call('Order', { symbol: contract, side: 'SELL', quantity, type: 'MARKET', reduceOnly: 'true' });
  });
  await check(`${name}: ws candles, aggTrades, ticker`, async () => {
    const first = (open) =>
      new Promise((resolve) => {
        const close = open((value) => {
          close();
          resolve(value);
        });
      });
    must(
      await soon(
        first((on) => client.ws[`${name}Candles`](contract, '1m', on)),
        'a candle',
      ),
      'a candle',
    );
    must(
      await soon(
        first((on) => client.ws[`${name}AggTrades`]([contract], on)),
        'a trade',
      ),
      'a trade',
    );
    must(
      await soon(
        first((on) => client.ws[`${name}Ticker`](contract, on)),
        'a ticker',
      ),
      'a ticker',
    );
  });
}
await check('futures: multi-assets mode and a stop by an algo order', async () => {
  same((await client.getMultiAssetsMargin()).multiAssetsMargin, false);
  const price = Math.floor(Number((await client.futuresPrices()).BTCUSDT) * 0.95);
  const placed = await client.futuresOrder({
    symbol,
    side: 'SELL',
    type: 'STOP_MARKET',
    stopPrice: String(price),
    quantity: '0.01',
  });
  const { algoId } = placed;
  must(algoId !== undefined, `an algo id in ${JSON.stringify(placed)}`);
  must(
    (await client.futuresGetOpenAlgoOrders({ symbol })).some((one) => one.algoId === algoId),
    'open',
  );
  await client.futuresCancelAlgoOrder({ symbol, algoId });
});
end();
process.exit();
