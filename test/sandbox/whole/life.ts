/**
 * A week on the exchange after which every answer has something to tell: the demo user trades on every line, borrows,
 * moves coins, subscribes and converts, while fundings, interest, an expiry and a liquidation happen.
 */
import { scenarioMarket } from '../../../src/sandbox/engine/scenario.ts';
import { command, type SandboxExchange, settled } from '../../../src/sandbox/exchange.ts';
import { type StillClock, stillClock } from '../clock.ts';
import { ask, askOpenly, type Credentials, call, exchangeWith, type Params } from '../signed-calls.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const BTC = { symbol: 'BTCUSDT' } as const;
const TENTH = { asset: 'USDT', amount: '0.1' } as const;

/** Looking is not what is tested here: it may cost what it does. */
export const UNLIMITED = {
  spotWeight: 1e9,
  futuresWeight: 1e9,
  sapiAddressWeight: 1e9,
  sapiAccountWeight: 1e9,
  futuresDataRequests: 1e9,
} as const;

/** The exchange after that week, and what calls need to know of it. */
export interface Life {
  readonly exchange: SandboxExchange;
  readonly clock: StillClock;
  /** A key of the demo user's first sub-account. */
  readonly desk: Credentials;
  /** A key of a user who has done nothing yet. */
  readonly newcomer: Credentials;
  /** Return the last price moved by so many per cent, of spot, USD-M and COIN-M. */
  near(symbol: string, percent: number): string;
  nearFuture(symbol: string, percent: number): string;
  nearCoin(symbol: string, percent: number): string;
  /** An option that is listed for some weeks, and the lowest price that it takes. */
  readonly option: string;
  readonly lowest: string;
  /** Ids of orders: three that were filled, two that rest, one of a list, one that met an order of its own user. */
  readonly firstOrder: number;
  readonly firstFuture: number;
  readonly firstCoin: number;
  readonly cancelMe: number;
  readonly cancelFuture: number;
  readonly cancelCoin: number;
  readonly listed: number;
  readonly prevented: number;
  readonly optionOrder: string;
  readonly marginOrder: number;
  readonly isolatedOrder: number;
  /** Ids of what was done to the wallets. */
  readonly loan: number;
  readonly repayment: number;
  readonly withdrawal: string;
  readonly deposit: string;
  readonly purchase: number;
  readonly lockedPurchase: number;
  /** Ask for a fresh quote of a conversion, and for the listen key of spot. */
  quote(): string;
  listenKey(): string;
}

/** Lives the week. */
export function liveWeek(): Life {
  const clock = stillClock();
  const exchange = exchangeWith({
    clock,
    limits: UNLIMITED,
    // A third is lost in a quarter of an hour: whoever owes on margin is closed.
    reshape: (market, now) => scenarioMarket(market, 'crash', now),
  });
  const desk = addKey(exchange, 'desk');
  command(exchange, { do: 'add-user', user: 'newcomer' });
  const newcomer = addKey(exchange, 'newcomer');
  const post = (path: string, params: Params, keys?: Credentials) =>
    ask(exchange, 'POST', path, params, keys);
  const pass = (ms: number) => {
    clock.move(ms);
    settled(exchange, clock.now());
  };
  const priceOf = (path: string, decimals: number) => (symbol: string, percent: number) => {
    const found = askOpenly(exchange, `${path}?symbol=${symbol}`);
    const price = Number(found.price ?? found[0].lastPrice);
    return (price * (1 + percent / 100)).toFixed(decimals);
  };
  const near = priceOf('/api/v3/ticker/price', 1);
  const nearFuture = priceOf('/fapi/v1/ticker/price', 1);
  const nearCoin = priceOf('/dapi/v1/ticker/24hr', 1);

  closeByForce(post);
  closeFutures(post);
  exerciseNext(exchange, post);
  pass(5 * DAY_MS);
  const money = moveMoney(exchange, post, desk);
  const { orderId: firstFuture } = post('/fapi/v1/order', {
    ...BTC,
    side: 'BUY',
    type: 'MARKET',
    quantity: '0.05',
  });
  post('/fapi/v1/marginType', { symbol: 'ETHUSDT', marginType: 'ISOLATED' });
  post('/fapi/v1/leverage', { symbol: 'ETHUSDT', leverage: 2 });
  post('/fapi/v1/order', { symbol: 'ETHUSDT', side: 'SELL', type: 'MARKET', quantity: '0.5' });
  post('/fapi/v1/order', { ...BTC, side: 'BUY', type: 'MARKET', quantity: '0.01' }, desk);
  const { orderId: firstCoin } = post('/dapi/v1/order', {
    symbol: 'BTCUSD_PERP',
    side: 'SELL',
    type: 'MARKET',
    quantity: '10',
  });
  post('/dapi/v1/leverage', { symbol: 'ETHUSD_PERP', leverage: 2 });
  post('/dapi/v1/order', { symbol: 'ETHUSD_PERP', side: 'SELL', type: 'MARKET', quantity: '10' });
  pass(2 * DAY_MS);

  const rest = (path: string, price: string, quantity: string, more: Params): number | string =>
    post(path, { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price, quantity, ...more }).orderId;
  const spot = '/api/v3/order';
  const { orderId: firstOrder } = post(spot, { ...BTC, side: 'SELL', type: 'MARKET', quantity: '0.1' });
  const low = near('BTCUSDT', -8);
  rest(spot, low, '0.01', { ...BTC, newClientOrderId: 'tagged', strategyId: 1, strategyType: 1_000_000 });
  rest(spot, low, '0.01', { ...BTC, newClientOrderId: 'cancel-me' });
  const cancelMe = rest(spot, low, '0.01', BTC) as number;
  const prevented = meetOneself(exchange, post);
  const { orders } = post('/api/v3/order/oco', {
    ...BTC,
    side: 'SELL',
    quantity: '0.01',
    price: near('BTCUSDT', 6),
    stopPrice: near('BTCUSDT', -6),
    listClientOrderId: 'pair',
  });
  pass(1000);

  const future = nearFuture('BTCUSDT', -4);
  rest('/fapi/v1/order', future, '0.01', { ...BTC, newClientOrderId: 'future' });
  const cancelFuture = rest('/fapi/v1/order', future, '0.01', BTC) as number;
  const coin = nearCoin('BTCUSD_PERP', -4);
  rest('/dapi/v1/order', coin, '10', { symbol: 'BTCUSD_PERP', newClientOrderId: 'coin' });
  const cancelCoin = rest('/dapi/v1/order', coin, '10', { symbol: 'BTCUSD_PERP' }) as number;

  const margin = '/sapi/v1/margin/order';
  const isolated = { ...BTC, isIsolated: 'TRUE' } as const;
  post(margin, { ...isolated, side: 'BUY', type: 'MARKET', quantity: '0.01' });
  const { orderId: marginOrder } = post(margin, { ...BTC, side: 'BUY', type: 'MARKET', quantity: '0.01' });
  rest(margin, low, '0.01', { ...BTC, newClientOrderId: 'borrowed' });
  const isolatedOrder = rest(margin, low, '0.01', isolated) as number;

  const { option, lowest } = tradeOptions(exchange, post);
  const bid = { symbol: option, clientOrderId: 'option' };
  rest('/eapi/v1/order', lowest, '0.1', bid);
  rest('/eapi/v1/order', lowest, '0.1', { ...bid, clientOrderId: 'option-two' });
  const { body } = call(exchange, 'GET', '/eapi/v1/openOrders', { symbol: option });
  return {
    exchange,
    clock,
    desk,
    newcomer,
    near,
    nearFuture,
    nearCoin,
    option,
    lowest,
    firstOrder,
    firstFuture,
    firstCoin,
    cancelMe,
    cancelFuture,
    cancelCoin,
    listed: orders[0].orderId,
    prevented,
    // Such an id has more digits than a number of JavaScript.
    optionOrder: [...body.matchAll(/"orderId":(\d+)/g)].at(-1)![1]!,
    marginOrder,
    isolatedOrder,
    ...money,
    quote: () =>
      post('/sapi/v1/convert/getQuote', { fromAsset: 'USDT', toAsset: 'BTC', fromAmount: '100' }).quoteId,
    listenKey: () => post('/api/v3/userDataStream', {}).listenKey,
  };
}

type Post = (path: string, params: Params, keys?: Credentials) => ReturnType<typeof ask>;

function addKey(exchange: SandboxExchange, user: string): Credentials {
  const keys = { apiKey: `SandboxKey${user}`.padEnd(64, '0'), apiSecret: 's'.repeat(64) };
  command(exchange, {
    do: 'add-key',
    user,
    apiKey: keys.apiKey,
    kind: 'HMAC',
    secret: keys.apiSecret,
    permissions: ['reading', 'transfers', 'futures'],
  });
  return keys;
}

/** An isolated account that holds borrowed coins on the eve of a crash. */
function closeByForce(post: Post): void {
  const eth = { symbol: 'ETHUSDT', isIsolated: 'TRUE' } as const;
  const transfer = {
    type: 'MARGIN_ISOLATEDMARGIN',
    toSymbol: 'ETHUSDT',
    asset: 'USDT',
    amount: '1000',
  } as const;
  post('/sapi/v1/asset/transfer', { ...transfer, type: 'MAIN_MARGIN' });
  post('/sapi/v1/sub-account/universalTransfer', {
    toEmail: 'desk@example.com',
    fromAccountType: 'SPOT',
    toAccountType: 'ISOLATED_MARGIN',
    symbol: 'BTCUSDT',
    asset: 'USDT',
    amount: '10',
  });
  post('/sapi/v1/asset/transfer', {
    type: 'ISOLATEDMARGIN_ISOLATEDMARGIN',
    fromSymbol: 'BTCUSDT',
    toSymbol: 'ETHUSDT',
    asset: 'USDT',
    amount: '1000',
  });
  post('/sapi/v1/margin/order', {
    ...eth,
    side: 'BUY',
    type: 'MARKET',
    quoteOrderQty: '2900',
    sideEffectType: 'MARGIN_BUY',
  });
}

/** Futures that are held with little margin on the eve of a crash. */
function closeFutures(post: Post): void {
  for (const [root, symbol, quantity] of [
    ['/fapi/v1', 'SOLUSDT', '10'],
    ['/dapi/v1', 'ETHUSD_PERP', '10'],
  ] as const) {
    post(`${root}/marginType`, { symbol, marginType: 'ISOLATED' });
    post(`${root}/leverage`, { symbol, leverage: 50 });
    post(`${root}/order`, { symbol, side: 'BUY', type: 'MARKET', quantity });
  }
}

/** Options that expire the next morning. */
function exerciseNext(exchange: SandboxExchange, post: Post): void {
  const { optionSymbols } = askOpenly(exchange, '/eapi/v1/exchangeInfo');
  const next = Math.min(...optionSymbols.map(({ expiryDate }: { expiryDate: number }) => expiryDate));
  const call = optionSymbols.find(
    ({ symbol, expiryDate }: { symbol: string; expiryDate: number }) =>
      expiryDate === next && /^BTC-.*-C$/.test(symbol),
  );
  post('/eapi/v1/order', { symbol: call.symbol, side: 'BUY', type: 'MARKET', quantity: '0.1' });
}

function moveMoney(exchange: SandboxExchange, post: Post, desk: Credentials) {
  command(exchange, { do: 'fund', user: 'demo', asset: 'USDT', amount: '25', network: 'BSC' });
  const { id: withdrawal } = post('/sapi/v1/capital/withdraw/apply', {
    coin: 'USDT',
    network: 'TRX',
    address: `T${'x'.repeat(33)}`,
    amount: '20',
    withdrawOrderId: 'rent',
  });
  const loan = { asset: 'USDT', amount: '1000' } as const;
  const { tranId } = post('/sapi/v1/margin/loan', loan);
  const { tranId: repayment } = post('/sapi/v1/margin/repay', { ...loan, amount: '100' });
  for (const path of ['/sapi/v1/margin/loan', '/sapi/v1/margin/repay']) {
    post(path, { ...TENTH, ...BTC, isIsolated: 'TRUE', amount: '50' });
  }
  const earn = '/sapi/v1/simple-earn';
  const { purchaseId } = post(`${earn}/flexible/subscribe`, { productId: 'USDT001', amount: '1000' });
  const { purchaseId: lockedPurchase } = post(`${earn}/locked/subscribe`, {
    projectId: 'Bnb*30',
    amount: '1',
  });
  post('/sapi/v1/sub-account/transfer/subToMaster', TENTH, desk);
  post('/sapi/v1/asset/transfer', { type: 'MAIN_CMFUTURE', asset: 'BTC', amount: '0.1' });
  const { quoteId } = post('/sapi/v1/convert/getQuote', {
    fromAsset: 'USDT',
    toAsset: 'BTC',
    fromAmount: '100',
  });
  post('/sapi/v1/convert/acceptQuote', { quoteId });
  const [{ txId }] = ask(exchange, 'GET', '/sapi/v1/capital/deposit/hisrec', { coin: 'USDT' });
  return { loan: tranId, repayment, withdrawal, deposit: txId, purchase: purchaseId, lockedPurchase };
}

/** Lets an order meet another of its own user, between the market's best prices; returns the id of the one that ended. */
function meetOneself(exchange: SandboxExchange, post: Post): number {
  const { bidPrice, askPrice } = askOpenly(exchange, '/api/v3/ticker/bookTicker?symbol=BTCUSDT');
  const price = ((Number(bidPrice) + Number(askPrice)) / 2).toFixed(2);
  const order = { ...BTC, type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01', price } as const;
  const { orderId } = post('/api/v3/order', { ...order, side: 'BUY' });
  post('/api/v3/order', { ...order, side: 'SELL', selfTradePreventionMode: 'EXPIRE_BOTH' });
  return orderId;
}

function tradeOptions(
  exchange: SandboxExchange,
  post: Post,
): { readonly option: string; readonly lowest: string } {
  const { optionSymbols } = askOpenly(exchange, '/eapi/v1/exchangeInfo');
  const { symbol } = optionSymbols.find((one: { symbol: string }) => /^BTC-240223-.*-C$/.test(one.symbol));
  post('/eapi/v1/order', { symbol, side: 'BUY', type: 'MARKET', quantity: '0.2' });
  const [{ lowPriceLimit }] = askOpenly(exchange, `/eapi/v1/mark?symbol=${symbol}`);
  return { option: symbol, lowest: lowPriceLimit };
}
