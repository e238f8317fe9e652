/** Generates random calls on all products from a seed, and describes the state that users can query. */
import { type Random, seededRandom } from '../../../../src/core/clock.ts';
import { OPTIONS } from '../../../../src/sandbox/engine/options/engine.ts';
import type { SandboxExchange } from '../../../../src/sandbox/exchange/create-exchange.ts';
import { answerRequest } from '../../../../src/sandbox/exchange/requests.ts';
import type { ManualClock } from '../../manual-clock.ts';

/** A call of a user. */
export interface LoadCall {
  readonly user: string;
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Limits that no load reaches. */
export const UNLIMITED = {
  limits: {
    spotWeight: 1e12,
    futuresWeight: 1e12,
    sapiAddressWeight: 1e12,
    sapiAccountWeight: 1e12,
    futuresDataRequests: 1e12,
    fundingRequests: 1e12,
  },
  orderLimits: { perSecond: 1e9, perDay: 1e9 },
} as const;

const USERS = ['demo', 'desk'];
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'BNBUSDT', 'ETHBTC', 'SOLUSDT'];
const CONTRACTS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'];
const INVERSE = ['BTCUSD_PERP', 'ETHUSD_PERP'];

/** The kinds of calls, with their relative frequencies. */
const WEIGHTS = {
  limit: 24,
  market: 10,
  cancel: 22,
  stop: 4,
  oco: 3,
  amend: 3,
  usdm: 12,
  coinm: 4,
  usdmCancel: 8,
  coinmCancel: 2,
  option: 3,
  optionCancel: 2,
  margin: 5,
  marginCancel: 2,
  transfer: 6,
  wallet: 3,
  earn: 2,
  convert: 2,
  settings: 1,
};
type Kind = keyof typeof WEIGHTS;
const KINDS: readonly Kind[] = Object.entries(WEIGHTS).flatMap(([kind, weight]) => Array(weight).fill(kind));

/** The most open orders per path that are remembered for cancellation. */
const REMEMBERED_MAX = 60;

/** Generates the next call of a user. */
export class MixedLoad {
  readonly #random: Random;
  readonly #clock: ManualClock;
  readonly #exchange: SandboxExchange;
  readonly #open = new Map<string, LoadCall[]>();
  readonly #stepMs: number;
  readonly #traders: readonly string[];
  #count = 0;

  /** Up to `stepMs` pass between two calls; if `stepMs` is above a second, sometimes hours. */
  constructor(
    exchange: SandboxExchange,
    clock: ManualClock,
    seed: number,
    {
      stepMs = 20_000,
      traders = USERS,
    }: { readonly stepMs?: number; readonly traders?: readonly string[] } = {},
  ) {
    this.#exchange = exchange;
    this.#clock = clock;
    this.#random = seededRandom(seed);
    this.#stepMs = stepMs;
    this.#traders = traders;
  }

  /** Advances the clock and returns the next call. */
  next(): LoadCall {
    this.#count += 1;
    const isLong = this.#stepMs > 1000 && this.#pick(40) === 0;
    this.#clock.move(isLong ? this.#pick(6 * 3_600_000) : this.#pick(this.#stepMs));
    return this.#callOf(this.#oneOf(KINDS));
  }

  /** Remembers the order that a call opened. */
  recordOrder(call: LoadCall, body: string): void {
    const isPlaced = call.method === 'POST' && call.path.endsWith('/order') && body.includes('"orderId":');
    if (!isPlaced) return;
    const orderId = /"orderId":"?(\d+)/.exec(body)![1]!;
    const rows = this.#open.get(call.path) ?? [];
    rows.push({ ...call, params: { symbol: call.params['symbol']!, orderId } });
    if (rows.length > REMEMBERED_MAX) rows.shift();
    this.#open.set(call.path, rows);
  }

  #callOf(kind: Kind): LoadCall {
    const user = this.#oneOf(this.#traders);
    const call = (method: string, path: string, params: LoadCall['params']): LoadCall => ({
      user,
      method,
      path,
      params,
    });
    const side = this.#oneOf(['BUY', 'SELL']);
    const id = `${kind}-${this.#count}`;
    switch (kind) {
      case 'limit':
      case 'market':
      case 'stop':
      case 'oco':
        return call(
          'POST',
          kind === 'oco' ? '/api/v3/order/oco' : '/api/v3/order',
          this.#spot(kind, side, id),
        );
      case 'cancel':
        return this.#callOnOpenOrder('/api/v3/order', 'DELETE', {}) ?? this.#callOf('limit');
      case 'amend':
        return (
          this.#callOnOpenOrder(
            '/api/v3/order',
            'PUT',
            { newQty: '0.03000000' },
            '/api/v3/order/amend/keepPriority',
          ) ?? this.#callOf('limit')
        );
      case 'usdm':
        return call('POST', '/fapi/v1/order', this.#futures(this.#oneOf(CONTRACTS), side, '0.05', id));
      case 'coinm':
        return call('POST', '/dapi/v1/order', this.#futures(this.#oneOf(INVERSE), side, '3', id));
      case 'usdmCancel':
        return this.#callOnOpenOrder('/fapi/v1/order', 'DELETE', {}) ?? this.#callOf('usdm');
      case 'coinmCancel':
        return this.#callOnOpenOrder('/dapi/v1/order', 'DELETE', {}) ?? this.#callOf('coinm');
      case 'option':
        return { ...call('POST', '/eapi/v1/order', this.#option(side, id)), user: 'demo' };
      case 'optionCancel':
        return this.#callOnOpenOrder('/eapi/v1/order', 'DELETE', {}) ?? this.#callOf('option');
      case 'margin':
        return { ...this.#margin(side, id), user: 'demo' };
      case 'marginCancel':
        return this.#callOnOpenOrder('/sapi/v1/margin/order', 'DELETE', {}) ?? this.#callOf('margin');
      default:
        return { user: 'demo', method: 'POST', ...this.#funds(kind) };
    }
  }

  #spot(kind: Kind, side: string, id: string): LoadCall['params'] {
    const symbol = this.#oneOf(SYMBOLS);
    const order = { symbol, side, quantity: '0.05000000', newOrderRespType: 'FULL' };
    // Some ids are used again after their order has been closed.
    const idParams = this.#pick(3) === 0 ? { newClientOrderId: this.#pick(6) === 0 ? 'again' : id } : {};
    if (kind === 'market') return { ...order, ...idParams, type: 'MARKET' };
    const near = (permille: number) => this.#priceNear(symbol, permille);
    if (kind === 'limit') {
      const timeInForce = this.#oneOf(['GTC', 'GTC', 'GTC', 'IOC', 'FOK']);
      return { ...order, ...idParams, type: 'LIMIT', timeInForce, price: near(this.#pick(30) - 15) };
    }
    const isBuy = side === 'BUY';
    const [worse, better] = isBuy ? [8, -8] : [-8, 8];
    if (kind === 'oco') {
      const list = { price: near(better), stopPrice: near(worse), stopLimitPrice: near(worse) };
      return { ...order, ...list, stopLimitTimeInForce: 'GTC', listClientOrderId: id };
    }
    const stop = { ...order, ...idParams, type: 'STOP_LOSS_LIMIT', timeInForce: 'GTC', price: near(worse) };
    return this.#pick(3) === 0 ? { ...stop, trailingDelta: '100' } : { ...stop, stopPrice: near(worse) };
  }

  #futures(symbol: string, side: string, quantity: string, id: string): LoadCall['params'] {
    const order = { symbol, side, quantity, ...(this.#pick(2) === 0 ? { newClientOrderId: id } : {}) };
    const isInverse = symbol.endsWith('_PERP');
    const price = this.#priceNear(`${symbol.slice(0, 3)}USDT`, this.#pick(20) - 10, 1);
    const kind = this.#pick(10);
    if (kind < 3) return { ...order, type: 'MARKET' };
    if (kind === 3) return { ...order, type: 'STOP_MARKET', stopPrice: this.#priceNear('BTCUSDT', 12, 1) };
    if (kind === 4) return { ...order, type: 'TRAILING_STOP_MARKET', callbackRate: '1' };
    if (kind === 5 && !isInverse) return { ...order, type: 'MARKET', reduceOnly: 'true' };
    return { ...order, type: 'LIMIT', timeInForce: this.#oneOf(['GTC', 'GTC', 'IOC']), price };
  }

  #option(side: string, id: string): LoadCall['params'] {
    const { services: optionServices } = this.#exchange.engines.get(OPTIONS);
    const contracts = optionServices.contracts.tradingContracts(this.#exchange.clock.now());
    const { symbol } = this.#oneOf(contracts.slice(0, 60));
    const price = String(5 * (1 + this.#pick(400)));
    const order = { symbol, side, type: 'LIMIT', quantity: '0.1', price, timeInForce: 'GTC' };
    return { ...order, newOrderRespType: 'RESULT', ...(this.#pick(2) === 0 ? { clientOrderId: id } : {}) };
  }

  #margin(side: string, id: string): Omit<LoadCall, 'user'> {
    const kind = this.#pick(6);
    const base = '/sapi/v1/margin';
    const post = (path: string, params: LoadCall['params']) => ({
      method: 'POST',
      path: `${base}/${path}`,
      params,
    });
    if (kind === 0) return post('transfer', { asset: 'USDT', amount: '50', type: this.#oneOf(['1', '2']) });
    if (kind === 1) return post('loan', { asset: this.#oneOf(['USDT', 'BTC']), amount: '0.01' });
    if (kind === 2) return post('repay', { asset: this.#oneOf(['USDT', 'BTC']), amount: '0.005' });
    const sideEffectType = this.#oneOf(['NO_SIDE_EFFECT', 'MARGIN_BUY', 'AUTO_REPAY']);
    const order = { symbol: 'BTCUSDT', side, quantity: '0.01', sideEffectType, newClientOrderId: id };
    const isolated = this.#pick(4) === 0 ? { isIsolated: 'TRUE' } : {};
    if (kind === 3) return post('order', { ...order, ...isolated, type: 'MARKET' });
    const price = this.#priceNear('BTCUSDT', this.#pick(20) - 10);
    return post('order', { ...order, ...isolated, type: 'LIMIT', timeInForce: 'GTC', price });
  }

  #funds(kind: Kind): { readonly path: string; readonly params: LoadCall['params'] } {
    if (kind === 'transfer') {
      const type = this.#oneOf(['MAIN_UMFUTURE', 'UMFUTURE_MAIN', 'MAIN_C2C', 'C2C_MAIN', 'MAIN_MARGIN']);
      return { path: '/sapi/v1/asset/transfer', params: { type, asset: 'USDT', amount: '3.25' } };
    }
    if (kind === 'wallet') {
      if (this.#pick(2) === 0) {
        const params = { toEmail: 'research@example.com', asset: 'USDT', amount: '1.5' };
        return { path: '/sapi/v1/sub-account/transfer/subToSub', params };
      }
      const sub = { fromAccountType: 'SPOT', toAccountType: 'SPOT', toEmail: 'desk@example.com' };
      return {
        path: '/sapi/v1/sub-account/universalTransfer',
        params: { ...sub, asset: 'USDT', amount: '2' },
      };
    }
    if (kind === 'earn') {
      const path = '/sapi/v1/simple-earn';
      const which = this.#pick(3);
      if (which === 0)
        return { path: `${path}/flexible/subscribe`, params: { productId: 'USDT001', amount: '20' } };
      if (which === 1)
        return { path: `${path}/flexible/redeem`, params: { productId: 'USDT001', amount: '5' } };
      return { path: `${path}/locked/subscribe`, params: { projectId: 'Bnb*30', amount: '0.5' } };
    }
    if (kind === 'convert') {
      const quoteParams = { fromAsset: 'USDT', toAsset: 'BTC', fromAmount: '25' };
      const quote = perform(this.#exchange, {
        user: 'demo',
        method: 'POST',
        path: '/sapi/v1/convert/getQuote',
        params: quoteParams,
      });
      const quoteId = /"quoteId":"([^"]+)"/.exec(quote)?.[1] ?? 'none';
      return { path: '/sapi/v1/convert/acceptQuote', params: { quoteId } };
    }
    const which = this.#pick(4);
    if (which === 0)
      return {
        path: '/fapi/v1/leverage',
        params: { symbol: this.#oneOf(CONTRACTS), leverage: String(1 + this.#pick(25)) },
      };
    if (which === 1)
      return {
        path: '/fapi/v1/marginType',
        params: { symbol: this.#oneOf(CONTRACTS), marginType: this.#oneOf(['ISOLATED', 'CROSSED']) },
      };
    if (which === 2) return { path: '/api/v3/userDataStream', params: {} };
    return {
      path: '/eapi/v1/mmpSet',
      params: {
        underlying: 'BTCUSDT',
        windowTimeInMilliseconds: '3000',
        frozenTimeInMilliseconds: '9000',
        qtyLimit: '5',
        deltaLimit: '5',
      },
    };
  }

  /** Returns a call on one of the open orders of a path. */
  #callOnOpenOrder(path: string, method: string, more: LoadCall['params'], at = path): LoadCall | undefined {
    const rows = this.#open.get(path) ?? [];
    if (rows.length === 0) return undefined;
    const index = this.#pick(rows.length);
    const row = rows[index]!;
    if (method === 'DELETE') rows.splice(index, 1);
    return { ...row, method, path: at, params: { ...row.params, ...more } };
  }

  #priceNear(name: string, permille: number, decimals?: number): string {
    const { market, clock } = this.#exchange;
    const symbol = market.find(name, clock.now())!;
    const ticks = Math.round(market.lastPrice(symbol, clock.now()) * (1 + permille / 1000));
    return (ticks / 10 ** symbol.tickDecimals).toFixed(decimals ?? symbol.tickDecimals);
  }

  #oneOf<T>(rows: readonly T[]): T {
    return rows[this.#pick(rows.length)]!;
  }

  #pick(below: number): number {
    return Math.floor(this.#random.next() * below);
  }
}

/** Makes a call as a user and returns the response body, also of a rejection. */
export function perform(exchange: SandboxExchange, { user, method, path, params }: LoadCall): string {
  const endpoint = exchange.routes.find(method, path);
  if (endpoint === undefined) throw new Error(`there is no ${method} ${path}`);
  const caller = exchange.accounts.findUser(user);
  if (caller === undefined) throw new Error(`there is no user ${user}`);
  return answerRequest(exchange, {
    method,
    target: `${path}?${new URLSearchParams(params).toString()}`,
    headers: {},
    body: '',
    client: 'load',
    resolved: { endpoint, authenticate: () => caller },
  }).body;
}

/** Returns all accounts, histories and trades that users can query, as a text. */
export function describeState(exchange: SandboxExchange): string {
  const responses: string[] = [];
  const addQuery = (user: string, path: string, params: LoadCall['params'] = {}) =>
    responses.push(`${path} ${perform(exchange, { user, method: 'GET', path, params })}`);
  for (const user of USERS) {
    addQuery(user, '/api/v3/account');
    addQuery(user, '/api/v3/openOrders');
    addQuery(user, '/api/v3/openOrderList');
    addQuery(user, '/api/v3/allOrderList', { limit: '1000' });
    addQuery(user, '/api/v3/rateLimit/order');
    for (const symbol of SYMBOLS) {
      addQuery(user, '/api/v3/allOrders', { symbol, limit: '1000' });
      addQuery(user, '/api/v3/allOrders', { symbol, orderId: '1', limit: '1000' });
      addQuery(user, '/api/v3/myTrades', { symbol, limit: '1000' });
      addQuery(user, '/api/v3/myTrades', { symbol, fromId: '0', limit: '1000' });
      addQuery(user, '/api/v3/order', { symbol, origClientOrderId: 'again' });
      addQuery(user, '/api/v3/trades', { symbol, limit: '50' });
      addQuery(user, '/api/v3/klines', { symbol, interval: '1h', limit: '50' });
      addQuery(user, '/api/v3/depth', { symbol, limit: '20' });
    }
    for (const [line, names] of [
      ['/fapi/v1', CONTRACTS],
      ['/dapi/v1', INVERSE],
    ] as const) {
      for (const symbol of names) {
        addQuery(user, `${line}/allOrders`, { symbol, limit: '1000' });
        addQuery(user, `${line}/userTrades`, { symbol, limit: '1000' });
        addQuery(user, `${line}/positionRisk`, { symbol });
      }
      addQuery(user, `${line}/openOrders`);
    }
    addQuery(user, '/dapi/v1/income', { limit: '1000' });
    addQuery(user, '/fapi/v2/account');
    addQuery(user, '/fapi/v2/balance');
    addQuery(user, '/dapi/v1/account');
    addQuery(user, '/eapi/v1/account');
    addQuery(user, '/eapi/v1/position');
    addQuery(user, '/eapi/v1/openOrders');
    addQuery(user, '/eapi/v1/mmpSet', { underlying: 'BTCUSDT' });
    addQuery(user, '/sapi/v1/capital/config/getall');
    addQuery(user, '/sapi/v1/capital/deposit/hisrec');
    addQuery(user, '/sapi/v1/capital/withdraw/history');
    addQuery(user, '/sapi/v1/account/snapshot', { type: 'SPOT' });
    addQuery(user, '/sapi/v1/asset/transfer', { type: 'MAIN_UMFUTURE' });
    addQuery(user, '/sapi/v1/asset/dividendRecord');
    addQuery(user, '/sapi/v1/sub-account/sub/transfer/history');
    addQuery(user, '/sapi/v1/margin/account');
    addQuery(user, '/sapi/v1/margin/openOrders');
    addQuery(user, '/sapi/v1/margin/allOrders', { symbol: 'BTCUSDT' });
    addQuery(user, '/sapi/v1/margin/myTrades', { symbol: 'BTCUSDT' });
    addQuery(user, '/sapi/v1/margin/loan', { asset: 'USDT' });
    addQuery(user, '/sapi/v1/margin/repay', { asset: 'USDT' });
    addQuery(user, '/sapi/v1/margin/interestHistory');
    addQuery(user, '/sapi/v1/margin/forceLiquidationRec');
    addQuery(user, '/sapi/v1/simple-earn/flexible/history/subscriptionRecord');
    addQuery(user, '/sapi/v1/simple-earn/locked/history/subscriptionRecord');
    const span = {
      startTime: String(exchange.clock.now() - 86_400_000),
      endTime: String(exchange.clock.now()),
    };
    addQuery(user, '/sapi/v1/convert/tradeFlow', span);
  }
  responses.push(
    JSON.stringify(exchange.executionLog.listAfter(0, 50)),
    JSON.stringify(exchange.executionLog.listAfter(5, 5)),
  );
  return responses.join('\n');
}
