/** The days that fill the histories: liquidations, an option expiry, and wallet movements. */
import type { SandboxExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { runAdminCommand } from '../../../src/sandbox/exchange/requests.ts';
import { type Credentials, requestJson, requestPublicJson } from '../signed-calls.ts';
import { BTC, type Post } from './demo-client.ts';

const SMALL_TRANSFER = { asset: 'USDT', amount: '0.1' } as const;

/** Borrows on an isolated margin account before the crash, which liquidates it. */
export function prepareMarginLiquidation(post: Post): void {
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

/** Opens futures positions with high leverage before the crash, which liquidates them. */
export function prepareFuturesLiquidation(post: Post): void {
  for (const [root, symbol, quantity] of [
    ['/fapi/v1', 'SOLUSDT', '10'],
    ['/dapi/v1', 'ETHUSD_PERP', '10'],
  ] as const) {
    post(`${root}/marginType`, { symbol, marginType: 'ISOLATED' });
    post(`${root}/leverage`, { symbol, leverage: 50 });
    post(`${root}/order`, { symbol, side: 'BUY', type: 'MARKET', quantity });
  }
}

/** Buys an option that expires the next morning. */
export function buyExpiringOption(exchange: SandboxExchange, post: Post): void {
  const { optionSymbols } = requestPublicJson(exchange, '/eapi/v1/exchangeInfo');
  const nextExpiry = Math.min(...optionSymbols.map(({ expiryDate }: { expiryDate: number }) => expiryDate));
  const call = optionSymbols.find(
    ({ symbol, expiryDate }: { symbol: string; expiryDate: number }) =>
      expiryDate === nextExpiry && /^BTC-.*-C$/.test(symbol),
  );
  post('/eapi/v1/order', { symbol: call.symbol, side: 'BUY', type: 'MARKET', quantity: '0.1' });
}

/** Deposits, withdraws, borrows, subscribes and converts; returns the ids. */
export function useWallets(exchange: SandboxExchange, post: Post, subAccount: Credentials) {
  runAdminCommand(exchange, { do: 'fund', user: 'demo', asset: 'USDT', amount: '25', network: 'BSC' });
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
    post(path, { ...SMALL_TRANSFER, ...BTC, isIsolated: 'TRUE', amount: '50' });
  }
  const earn = '/sapi/v1/simple-earn';
  const { purchaseId } = post(`${earn}/flexible/subscribe`, { productId: 'USDT001', amount: '1000' });
  const { purchaseId: lockedPurchase } = post(`${earn}/locked/subscribe`, {
    projectId: 'Bnb*30',
    amount: '1',
  });
  post('/sapi/v1/sub-account/transfer/subToMaster', SMALL_TRANSFER, subAccount);
  post('/sapi/v1/asset/transfer', { type: 'MAIN_CMFUTURE', asset: 'BTC', amount: '0.1' });
  const { quoteId } = post('/sapi/v1/convert/getQuote', {
    fromAsset: 'USDT',
    toAsset: 'BTC',
    fromAmount: '100',
  });
  post('/sapi/v1/convert/acceptQuote', { quoteId });
  const [{ txId }] = requestJson(exchange, 'GET', '/sapi/v1/capital/deposit/hisrec', { coin: 'USDT' });
  return { loan: tranId, repayment, withdrawal, deposit: txId, purchase: purchaseId, lockedPurchase };
}

/** Opens positions that stay open over funding times, one of them in a sub-account; returns two order ids. */
export function openFuturesPositions(post: Post, subAccount: Credentials) {
  const market = { side: 'SELL', type: 'MARKET' } as const;
  const coin = { ...market, symbol: 'BTCUSD_PERP', quantity: '10' } as const;
  const long = { ...market, ...BTC, side: 'BUY' } as const;
  const { orderId: firstFuture } = post('/fapi/v1/order', { ...long, quantity: '0.05' });
  post('/fapi/v1/order', { ...long, quantity: '0.01' }, subAccount);
  post('/fapi/v1/marginType', { symbol: 'ETHUSDT', marginType: 'ISOLATED' });
  post('/fapi/v1/leverage', { symbol: 'ETHUSDT', leverage: 2 });
  post('/fapi/v1/order', { ...market, symbol: 'ETHUSDT', quantity: '0.5' });
  const { orderId: firstCoin } = post('/dapi/v1/order', coin);
  post('/dapi/v1/leverage', { symbol: 'ETHUSD_PERP', leverage: 2 });
  post('/dapi/v1/order', { ...coin, symbol: 'ETHUSD_PERP' });
  return { firstFuture, firstCoin };
}
