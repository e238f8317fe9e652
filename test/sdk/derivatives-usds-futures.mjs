/** Checks the exchange's own client of USD-M futures; only its address is set. */
import { DerivativesTradingUsdsFutures } from '@binance/derivatives-trading-usds-futures';
import { checksOf, HOUR, KEY, must, refused, SECRET, START, same } from './checks.mjs';

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
end();
