/** Checks the exchange's own client of USD-M futures; only its address is set. */
import { DerivativesTradingUsdsFutures } from '@binance/derivatives-trading-usds-futures';
import { checksOf, HOUR, IS_TODAY, KEY, must, refused, SECRET, START, same, soon } from './checks.mjs';

const { check, end } = checksOf('@binance/derivatives-trading-usds-futures');
const basePath = process.env.SANDBOX_USDM_URL ?? '';
const { restAPI } = new DerivativesTradingUsdsFutures({
  configurationRestAPI: { apiKey: KEY, apiSecret: SECRET, basePath },
});
const data = async (answer) => (await answer).data();
const symbol = 'BTCUSDT';

await check('exchangeInformation, orderBook, mark price', async () => {
  const { symbols } = await data(restAPI.exchangeInformation());
  must(
    symbols.some((one) => one.symbol === symbol),
    'the contract is listed',
  );
  const book = await data(restAPI.orderBook({ symbol, limit: 10 }));
  same([book.bids.length, book.asks.length], [10, 10]);
  const mark = await data(restAPI.markPrice({ symbol }));
  must(Number(mark.markPrice) > 0 && mark.nextFundingTime > mark.time, 'a mark price and a funding to come');
});

await check('klineCandlestickData: a closed window of candles', async () => {
  const rows = await data(
    restAPI.klineCandlestickData({ symbol, interval: '1h', startTime: START, limit: 48 }),
  );
  same([rows.length, rows.at(-1)[0]], [48, START + 47 * HOUR]);
});

await check('newOrder, queryOrder, cancelOrder', async () => {
  const { price } = await data(restAPI.symbolPriceTicker({ symbol }));
  const placed = await data(
    restAPI.newOrder({
      symbol,
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: 0.1,
      price: Math.floor(Number(price) * 0.97),
    }),
  );
  same(placed.status, 'NEW');
  const { orderId } = placed;
  same((await data(restAPI.queryOrder({ symbol, orderId }))).origQty, '0.100');
  same((await data(restAPI.cancelOrder({ symbol, orderId }))).status, 'CANCELED');
});

await check('newOrder at the market, position and trades', async () => {
  // Another client may have left a position in this account; quantities have three decimals.
  const held = async () => {
    const [position] = await data(restAPI.positionInformationV2({ symbol }));
    return Math.round(Number(position?.positionAmt ?? 0) * 1000);
  };
  const before = await held();
  const { orderId } = await data(
    restAPI.newOrder({ symbol, side: 'SELL', type: 'MARKET', quantity: 0.01, newOrderRespType: 'RESULT' }),
  );
  same(await held(), before - 10);
  const trades = await data(restAPI.accountTradeList({ symbol }));
  must(
    trades.some((trade) => String(trade.orderId) === String(orderId)),
    'the trade is listed',
  );
});

await check('a refusal comes with its text', async () => {
  const refusal = await refused(() => restAPI.queryOrder({ symbol, orderId: 999_999 }));
  must(String(refusal.message).includes('Order does not exist.'), `the text, not ${refusal.message}`);
});

const { websocketAPI } = new DerivativesTradingUsdsFutures({
  configurationWebsocketAPI: {
    apiKey: KEY,
    apiSecret: SECRET,
    wsURL: process.env.SANDBOX_USDM_WS_API_URL ?? '',
  },
});

// The interface document has no WebSocket API of futures.
if (IS_TODAY) {
  const connection = await soon(websocketAPI.connect(), 'the connection');
  const result = async (answer) => (await soon(answer, 'an answer')).data;

  await check('websocketAPI: book, prices, account, listen key', async () => {
    same((await result(connection.orderBook({ symbol, limit: 5 }))).bids.length, 5);
    same((await result(connection.symbolPriceTicker({ symbol }))).symbol, symbol);
    same((await result(connection.symbolOrderBookTicker({ symbol }))).symbol, symbol);
    const usdt = ({ asset }) => asset === 'USDT';
    const older = (await result(connection.futuresAccountBalance())).find(usdt);
    const newer = (await result(connection.futuresAccountBalanceV2())).find(usdt);
    same(newer.balance, older.balance);
    must((await result(connection.accountInformation())).canTrade, 'permissions in the older form');
    same((await result(connection.accountInformationV2())).canTrade, undefined);
    same((await result(connection.positionInformation({ symbol }))).length, 1);
    must(Array.isArray(await result(connection.positionInformationV2({ symbol }))), 'positions');
    const { listenKey } = await result(connection.startUserDataStream());
    same((await result(connection.keepaliveUserDataStream())).listenKey, listenKey);
    same(await result(connection.closeUserDataStream()), {});
  });

  await check('websocketAPI: newOrder, queryOrder, modifyOrder, cancelOrder', async () => {
    const { price } = await result(connection.symbolPriceTicker({ symbol }));
    const order = { symbol, side: 'BUY', quantity: 0.1, price: Math.floor(Number(price) * 0.97) };
    const { orderId } = await result(connection.newOrder({ ...order, type: 'LIMIT', timeInForce: 'GTC' }));
    same((await result(connection.queryOrder({ symbol, orderId }))).status, 'NEW');
    const changed = await result(connection.modifyOrder({ ...order, orderId, quantity: 0.2 }));
    same(changed.origQty, '0.200');
    same((await result(connection.cancelOrder({ symbol, orderId }))).status, 'CANCELED');
  });

  await check('websocketAPI: a stop is an algo order, and none of the ordinary ones', async () => {
    const stop = { symbol, side: 'SELL', type: 'STOP_MARKET', quantity: 0.1 };
    const algo = { ...stop, algoType: 'CONDITIONAL', triggerPrice: 40000 };
    const { algoId } = await result(connection.newAlgoOrder(algo));
    same((await result(connection.cancelAlgoOrder({ algoId }))).code, '200');
    const { code } = await refused(() => result(connection.newOrder({ ...stop, stopPrice: 40000 })));
    same(code, -4120);
  });
}
end();
// Exits explicitly, because the connection stays open.
process.exit();
