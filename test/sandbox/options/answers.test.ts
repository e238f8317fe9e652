import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import type { Endpoint } from '../../../src/catalogue/types.ts';
import { answer } from '../../../src/sandbox/exchange.ts';
import { type Shape, shapeFaults } from '../shapes.ts';
import { ask, askOpenly, exchangeWith, type Params, signedRequest } from '../signed-calls.ts';

/** What each answer consists of, by the public facts; `d` is a decimal as text, `i` an integer, `?` may be absent. */
const order: Shape = {
  orderId: 'i',
  symbol: 's',
  price: 'd',
  quantity: 'd',
  executedQty: 'd',
  side: 's',
  type: 's',
  timeInForce: 's',
  reduceOnly: 'b',
  postOnly: 'b',
  updateTime: 'i',
  status: 's',
  avgPrice: 'd',
  source: 's',
  clientOrderId: 's',
  priceScale: 'i',
  quantityScale: 'i',
  optionSide: 's',
  quoteAsset: 's',
  mmp: 'b',
};
const protection: Shape = {
  underlyingId: 'i',
  underlying: 's',
  windowTimeInMilliseconds: 'i',
  frozenTimeInMilliseconds: 'i',
  qtyLimit: 'd',
  deltaLimit: 'd',
  lastTriggerTime: 'i',
};
const SHAPES: Readonly<Record<string, Shape>> = {
  'options.ping': {},
  'options.time': { serverTime: 'i' },
  'options.exchange-info': {
    timezone: 's',
    serverTime: 'i',
    optionContracts: [{ baseAsset: 's', quoteAsset: 's', underlying: 's', settleAsset: 's' }],
    optionAssets: [{ name: 's' }],
    optionSymbols: [
      {
        symbol: 's',
        side: 's',
        strikePrice: 'd',
        underlying: 's',
        unit: 'i',
        expiryDate: 'i',
        makerFeeRate: 'd',
        takerFeeRate: 'd',
        liquidationFeeRate: 'd',
        minQty: 'd',
        maxQty: 'd',
        initialMargin: 'd',
        maintenanceMargin: 'd',
        minInitialMargin: 'd',
        minMaintenanceMargin: 'd',
        priceScale: 'i',
        quantityScale: 'i',
        quoteAsset: 's',
        filters: ['*'],
      },
    ],
    rateLimits: [{ rateLimitType: 's', interval: 's', intervalNum: 'i', limit: 'i' }],
  },
  'options.depth': { T: 'i', u: 'i', lastUpdateId: 'i', bids: [['d']], asks: [['d']] },
  'options.klines': [['*']],
  'options.mark': [
    {
      symbol: 's',
      markPrice: 'd',
      bidIV: 'd',
      askIV: 'd',
      markIV: 'd',
      delta: 'd',
      theta: 'd',
      gamma: 'd',
      vega: 'd',
      highPriceLimit: 'd',
      lowPriceLimit: 'd',
      riskFreeInterest: 'd',
    },
  ],
  'options.ticker': [
    {
      symbol: 's',
      priceChange: 'd',
      priceChangePercent: 'd',
      lastPrice: 'd',
      lastQty: 'd',
      open: 'd',
      high: 'd',
      low: 'd',
      volume: 'd',
      amount: 'd',
      bidPrice: 'd',
      askPrice: 'd',
      openTime: 'i',
      closeTime: 'i',
      firstTradeId: 'i',
      tradeCount: 'i',
      strikePrice: 'd',
      exercisePrice: 'd',
    },
  ],
  'options.index': { time: 'i', indexPrice: 'd' },
  'options.exercise-history': [
    { symbol: 's', strikePrice: 'd', realStrikePrice: 'd', expiryDate: 'i', strikeResult: 's' },
  ],
  'options.open-interest': [{ symbol: 's', sumOpenInterest: 'd', sumOpenInterestUsd: 'd', timestamp: 's' }],
  'options.option-info': [{ symbol: 's', delta: 'd', gamma: 'd', theta: 'd', vega: 'd', markIV: 'd' }],
  'options.order.new': { ...order, fee: 'd', createTime: 'i' },
  'options.order.batch': [
    {
      orderId: 'i',
      clientOrderId: 's',
      symbol: 's',
      price: 'd',
      quantity: 'd',
      side: 's',
      type: 's',
      createDate: 'i',
      reduceOnly: 'b',
      postOnly: 'b',
      mmp: 'b',
    },
  ],
  'options.order.get': { ...order, createTime: 'i' },
  'options.order.cancel': { ...order, createDate: 'i' },
  'options.open-orders.cancel': { code: 'i', msg: 's' },
  'options.open-orders': [{ ...order, createTime: 'i' }],
  'options.order-history': [{ ...order, createTime: 'i' }],
  'options.mmp.set': protection,
  'options.mmp.get': protection,
  'options.account': {
    totalWalletBalance: 'd',
    totalMarginBalance: 'd',
    totalPositionInitialMargin: 'd',
    totalOpenOrderInitialMargin: 'd',
    totalCrossWalletBalance: 'd',
    totalCrossUnPnl: 'd',
    availableBalance: 'd',
    maxWithdrawAmount: 'd',
    asset: [{ asset: 's', marginBalance: 'd', equity: 'd', available: 'd', locked: 'd', unrealizedPNL: 'd' }],
    greek: [{ underlying: 's', delta: 'd', gamma: 'd', theta: 'd', vega: 'd' }],
    riskLevel: 's',
    time: 'i',
  },
  'options.position': [
    {
      entryPrice: 'd',
      symbol: 's',
      side: 's',
      quantity: 'd',
      reducibleQty: 'd',
      markValue: 'd',
      ror: 'd',
      unrealizedPNL: 'd',
      markPrice: 'd',
      strikePrice: 'd',
      positionCost: 'd',
      expiryDate: 'i',
      priceScale: 'i',
      quantityScale: 'i',
      optionSide: 's',
      quoteAsset: 's',
      time: 'i',
      bidQuantity: 'd',
      askQuantity: 'd',
    },
  ],
  'options.my-trades': [
    {
      id: 'i',
      tradeId: 'i',
      orderId: 'i',
      symbol: 's',
      price: 'd',
      quantity: 'd',
      fee: 'd',
      realizedProfit: 'd',
      side: 's',
      type: 's',
      volatility: 'd',
      liquidity: 's',
      time: 'i',
      priceScale: 'i',
      quantityScale: 'i',
      optionSide: 's',
      quoteAsset: 's',
    },
  ],
};

const isListenKey = ({ id }: Endpoint) => id.includes('listen-key');
const endpoints = ENDPOINTS.filter((one) => one.product === 'options' && !isListenKey(one));

/** An exchange on which the demo user has traded, and parameters that every endpoint takes. */
function busyExchange() {
  const exchange = exchangeWith();
  const { optionSymbols } = askOpenly(exchange, '/eapi/v1/exchangeInfo');
  const { symbol } = optionSymbols.find((one: { symbol: string }) => /^BTC-240223-.*-C$/.test(one.symbol));
  const [{ lowPriceLimit }] = askOpenly(exchange, `/eapi/v1/mark?symbol=${symbol}`);
  const place = (params: Params) =>
    ask(exchange, 'POST', '/eapi/v1/order', { symbol, side: 'BUY', ...params });
  place({ type: 'MARKET', quantity: '0.2' });
  const resting: Params = { type: 'LIMIT', quantity: '0.1', price: lowPriceLimit };
  place({ ...resting, clientOrderId: 'rests' });
  place({ ...resting, clientOrderId: 'mine' });
  const limited = { symbol, side: 'BUY', ...resting };
  const params: Readonly<Record<string, Params>> = {
    'options.order.new': { ...limited, newOrderRespType: 'RESULT' },
    'options.order.batch': { orders: JSON.stringify([limited]) },
    'options.order.get': { symbol, clientOrderId: 'rests' },
    'options.order.cancel': { symbol, clientOrderId: 'mine' },
    'options.klines': { symbol, interval: '1h' },
    'options.index': { underlying: 'BTCUSDT' },
    'options.exercise-history': { underlying: 'BTCUSDT' },
    'options.open-interest': { underlyingAsset: 'BTC', expiration: '20240223' },
    'options.mmp.set': {
      underlying: 'BTCUSDT',
      windowTimeInMilliseconds: 3000,
      frozenTimeInMilliseconds: 0,
      qtyLimit: '2',
      deltaLimit: '1',
    },
    'options.mmp.get': { underlying: 'BTCUSDT' },
  };
  return {
    exchange,
    symbol,
    paramsOf: (one: Endpoint): Params => params[one.id] ?? ('symbol' in one.params ? { symbol } : {}),
  };
}

describe('every endpoint of options', () => {
  it('stands in the table of shapes', () => {
    expect(endpoints.map(({ id }) => id).sort()).toEqual(Object.keys(SHAPES).sort());
    expect(endpoints.length).toBe(23);
  });

  it.each(endpoints.map((one) => [one.id, one] as const))(
    '%s answers with its fields and types',
    (id, one) => {
      const { exchange, paramsOf } = busyExchange();
      const given = paramsOf(one);
      const query = new URLSearchParams(given as Record<string, string>);
      const answered =
        one.security === 'NONE'
          ? askOpenly(exchange, `${one.path}?${query}`)
          : ask(exchange, one.method, one.path, given);
      expect(shapeFaults(SHAPES[id]!, answered)).toEqual([]);
    },
  );

  it('answers with order ids of 19 digits, to the last one', () => {
    const { exchange, symbol } = busyExchange();
    const { body } = answer(exchange, signedRequest(exchange, 'GET', '/eapi/v1/openOrders', { symbol }));
    expect([...body.matchAll(/"orderId":(\d+)/g)].map(([, id]) => id)).toEqual([
      '4611875134427365378',
      '4611875134427365379',
    ]);
    const { body: one } = answer(
      exchange,
      signedRequest(exchange, 'GET', '/eapi/v1/order', { symbol, orderId: '4611875134427365379' }),
    );
    expect(JSON.parse(one).clientOrderId).toBe('mine');
  });
});
