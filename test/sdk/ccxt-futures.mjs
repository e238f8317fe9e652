/** Checks ccxt's futures classes; only their addresses are set. */
import ccxt from 'ccxt';
import { checksOf, HOUR, IS_TODAY, KEY, must, refused, SECRET, START, same } from './checks.mjs';

const LINES = [
  {
    name: 'binanceusdm',
    url: process.env.SANDBOX_USDM_URL ?? '',
    root: 'fapi',
    symbol: 'BTC/USDT:USDT',
    id: 'BTCUSDT',
    amount: 0.5,
    asset: 'USDT',
  },
  {
    name: 'binancecoinm',
    url: process.env.SANDBOX_COINM_URL ?? '',
    root: 'dapi',
    symbol: 'BTC/USD:BTC',
    id: 'BTCUSD_PERP',
    amount: 50,
    asset: 'BTC',
  },
];

/** Says that a call means algo orders. */
const TRIGGER = { trigger: true };

for (const line of LINES) await checkLine(line);

async function checkLine({ name, url, root, symbol, id, amount, asset }) {
  const { check, end } = checksOf(`ccxt ${ccxt.version} ${name}`);
  const type = name === 'binanceusdm' ? 'linear' : 'inverse';
  const exchange = new ccxt[name]({
    apiKey: KEY,
    secret: SECRET,
    enableRateLimit: false,
    options: { fetchMarkets: { types: [type] }, fetchCurrencies: false, fetchMargins: false },
  });
  for (const kind of ['Public', 'Private']) {
    exchange.urls.api[`${root}${kind}`] = `${url}/${root}/v1`;
    exchange.urls.api[`${root}${kind}V2`] = `${url}/${root}/v2`;
    exchange.urls.api[`${root}${kind}V3`] = `${url}/${root}/v3`;
  }
  exchange.urls.api[`${root}Data`] = `${url}/futures/data`;
  const raw = async (path, query = {}) => {
    const response = await fetch(`${url}/${root}/v1${path}?${new URLSearchParams(query)}`);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };

  /**
   * The client places conditional orders as algo orders, which the interface document lacks: under that interface this
   * check calls the client's method for the documented path.
   */
  const create = async (kind, side, price, params) => {
    if (kind === 'LIMIT' || IS_TODAY) {
      return exchange.createOrder(symbol, kind, side, amount, price, params);
    }
    const order = { symbol: id, type: kind, side: side.toUpperCase(), quantity: amount, ...params };
    const method = `${root}PrivatePostOrder`;
    const { orderId } = await exchange[method]({ ...order, ...(price && { price }) });
    return { id: String(orderId) };
  };

  /** Returns the open orders, with the algo orders where there are any. */
  const openOrders = async () => {
    const algoOrders = IS_TODAY ? await exchange.fetchOpenOrders(symbol, undefined, undefined, TRIGGER) : [];
    return { orders: await exchange.fetchOpenOrders(symbol), algoOrders };
  };

  /** Cancels what a check left open, so that it disturbs no other check. */
  const cancelOpenOrders = async () => {
    const { orders, algoOrders } = await openOrders();
    if (orders.length > 0) await exchange.cancelAllOrders(symbol);
    for (const { id: algoId } of algoOrders) await exchange.cancelOrder(algoId, symbol, TRIGGER);
  };

  await check('loadMarkets: contracts with their precision and kind', async () => {
    const markets = await exchange.loadMarkets();
    const { symbols } = await raw('/exchangeInfo');
    same(Object.keys(markets).length, symbols.length);
    const market = exchange.market(symbol);
    same([market.id, market.swap, market[type]], [id, true, true]);
    return `${symbols.length} contracts`;
  });

  await check('fetchOHLCV: a closed window of candles', async () => {
    const rows = await raw('/klines', { symbol: id, interval: '1h', startTime: START, limit: 48 });
    const found = await exchange.fetchOHLCV(symbol, '1h', START, 48);
    same(
      found.map((row) => row.slice(0, 5)),
      rows.map((row) => [row[0], ...row.slice(1, 5).map(Number)]),
    );
    must(found.at(-1)[0] === START + 47 * HOUR, 'the window ends where it should');
  });

  await check('fetchOrderBook, fetchTicker and fetchTrades', async () => {
    const book = await exchange.fetchOrderBook(symbol, 20);
    must(book.bids.length === 20 && book.bids[0][0] < book.asks[0][0], 'a book of 20 levels');
    const ticker = await exchange.fetchTicker(symbol);
    must(ticker.low <= ticker.last && ticker.last <= ticker.high, 'the last price lies in its range');
  });

  await check('createOrder: every kind, seen open, then cancelled', async () => {
    const { last } = await exchange.fetchTicker(symbol);
    const at = (percent) => exchange.priceToPrecision(symbol, last * (1 + percent / 100));
    const kinds = [
      ['LIMIT', 'buy', at(-4), {}],
      ['LIMIT', 'buy', at(-4), { postOnly: true }],
      ['STOP', 'buy', at(4), { stopPrice: at(3) }],
      ['STOP_MARKET', 'sell', undefined, { stopPrice: at(-3) }],
      ['TAKE_PROFIT', 'sell', at(3), { stopPrice: at(3) }],
      ['TAKE_PROFIT_MARKET', 'buy', undefined, { stopPrice: at(-3) }],
      ['TRAILING_STOP_MARKET', 'sell', undefined, { callbackRate: 1 }],
    ];
    const placed = [];
    try {
      for (const [kind, side, price, params] of kinds) {
        placed.push(await create(kind, side, price, params));
      }
      const { orders, algoOrders } = await openOrders();
      same(algoOrders.length, IS_TODAY ? 5 : 0);
      same(
        [...orders, ...algoOrders].map((order) => order.id).sort(),
        placed.map((order) => order.id).sort(),
      );
      await exchange.cancelOrder(placed[0].id, symbol);
      same((await exchange.fetchOrder(placed[0].id, symbol)).status, 'canceled');
    } finally {
      await cancelOpenOrders();
    }
    same(await openOrders(), { orders: [], algoOrders: [] });
    return `${kinds.length} kinds${IS_TODAY ? ', 5 of them algo orders' : ''}`;
  });

  await check('createOrder at the market: balance, position and own trades', async () => {
    const order = await exchange.createOrder(symbol, 'market', 'buy', amount);
    const found = await exchange.fetchOrder(order.id, symbol);
    same([found.status, found.filled], ['closed', amount]);
    const trades = await exchange.fetchMyTrades(symbol);
    const filled = trades
      .filter((trade) => trade.order === order.id)
      .reduce((sum, trade) => sum + trade.amount, 0);
    must(Math.abs(filled - amount) < 1e-9, 'the trades add up to the order');
    const account =
      type === 'linear' ? await exchange.fapiPrivateV2GetAccount() : await exchange.dapiPrivateGetAccount();
    const own = account.assets.find((one) => one.asset === asset);
    must(Number(own.walletBalance) > 0 && Number(own.initialMargin) > 0, 'margin is in use');
    const method = type === 'linear' ? 'fapiPrivateV2GetPositionRisk' : 'dapiPrivateGetPositionRisk';
    const held = (await exchange[method]()).filter((one) => Number(one.positionAmt) !== 0);
    same(
      held.map((one) => [one.symbol, Number(one.positionAmt)]),
      [[id, amount]],
    );
  });

  await check('refusals come as the errors that the client knows', async () => {
    const absent = await refused(() => exchange.fetchOrder('999999', symbol));
    must(absent instanceof ccxt.OrderNotFound, `an order not found, not ${absent}`);
    const reduce = await refused(() =>
      exchange.createOrder(symbol, 'market', 'buy', amount, undefined, { reduceOnly: true }),
    );
    must(String(reduce).includes('-2022'), `a refusal with -2022, not ${reduce}`);
  });

  await check('setPositionMode and createOrder with hedged: a long and a short side by side', async () => {
    const method = type === 'linear' ? 'fapiPrivateV2GetPositionRisk' : 'dapiPrivateGetPositionRisk';
    const held = async () =>
      (await exchange[method]())
        .filter((one) => Number(one.positionAmt) !== 0)
        .map((one) => [one.symbol, one.positionSide, Number(one.positionAmt)]);
    const atMarket = (side, params) =>
      exchange.createOrder(symbol, 'market', side, amount, undefined, params);
    await cancelOpenOrders();
    const early = await refused(() => exchange.setPositionMode(true, symbol));
    must(String(early).includes('-4068'), `a refusal with -4068 while a position is held, not ${early}`);
    await atMarket('sell', { reduceOnly: true });
    await exchange.setPositionMode(true, symbol);
    same((await exchange.fetchPositionMode(symbol)).hedged, true);
    await atMarket('buy', { hedged: true });
    await atMarket('sell', { positionSide: 'SHORT' });
    same(await held(), [
      [id, 'LONG', amount],
      [id, 'SHORT', -amount],
    ]);
    const oneWay = await refused(() => atMarket('buy', {}));
    must(String(oneWay).includes('-4061'), `a refusal with -4061 without a side, not ${oneWay}`);
    await atMarket('sell', { hedged: true, reduceOnly: true });
    await atMarket('buy', { positionSide: 'SHORT' });
    same(await held(), []);
    await exchange.setPositionMode(false, symbol);
  });

  await check('editOrder, and what the client asks of positions, tiers and fees', async () => {
    const { last } = await exchange.fetchTicker(symbol);
    const at = (percent) => exchange.priceToPrecision(symbol, last * (1 + percent / 100));
    const placed = await exchange.createOrder(symbol, 'limit', 'buy', amount, at(-3));
    await exchange.editOrder(placed.id, symbol, 'limit', 'buy', amount * 2, at(-4));
    const changed = await exchange.fetchOpenOrder(placed.id, symbol);
    same([changed.amount, String(changed.price)], [amount * 2, String(Number(at(-4)))]);
    await exchange.cancelAllOrders(symbol);
    await exchange.createOrder(symbol, 'market', 'buy', amount);
    const [position] = await exchange.fetchPositions([symbol]);
    must(position.side === 'long' && position.contracts > 0, 'a long position');
    must((await exchange.fetchBalance())[asset].total > 0, 'a balance');
    const tiers = (await exchange.fetchLeverageTiers([symbol]))[symbol];
    same([tiers[0].maxLeverage, tiers.length], [125, 10]);
    same((await exchange.fetchTradingFee(symbol)).taker, 0.0005);
    must((await exchange.fetchLedger()).length > 0, 'commissions in the ledger');
    same((await exchange.fetchMyLiquidations(symbol)).length, 0);
    same((await exchange.fetchLeverage(symbol)).longLeverage, 20);
    await exchange.createOrder(symbol, 'market', 'sell', amount, undefined, { reduceOnly: true });
  });

  if (type === 'linear') {
    await check('setLeverage, setMarginMode, fetchFundingRateHistory', async () => {
      same((await exchange.setLeverage(10, 'ETH/USDT:USDT')).leverage, 10);
      await exchange.setMarginMode('isolated', 'ETH/USDT:USDT');
      const rates = await exchange.fetchFundingRateHistory(symbol, START, 5);
      same(
        rates.map((one) => one.timestamp % (8 * HOUR)),
        [0, 0, 0, 0, 0],
      );
    });
  }
  end();
}
