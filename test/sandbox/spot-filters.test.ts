/** Filters of some symbols only, and filters that count open orders (public facts, Spot filters). */
import { describe, expect, it } from 'vitest';
import { FILTERS } from '../../src/catalogue/errors/filters.ts';
import { symbolText } from '../../src/sandbox/engine/market/number-text.ts';
import { listSymbols, type MarketSymbol } from '../../src/sandbox/engine/market/symbols.ts';
import type { OrderRequest } from '../../src/sandbox/engine/spot/orders.ts';
import type { SandboxExchange } from '../../src/sandbox/exchange/create-exchange.ts';
import { runAdminCommand } from '../../src/sandbox/exchange/requests.ts';
import { manualClock } from './manual-clock.ts';
import { createScriptedMarket, requireSymbol } from './scripted-market.ts';
import {
  createTestExchange,
  type Params,
  requestJson,
  requestPublicJson,
  sendSigned,
} from './signed-calls.ts';

const LAST_TICKS = 30_000;
const MANY = { perSecond: 1_000_000, perDay: 1_000_000 };

/** Trading symbols for which 1000 lots at the last price exceed the minimum notional. */
const trading = listSymbols().filter(
  (one) => one.delistedAt === undefined && one.listedAt < 1_700_000_000_000,
);
const illiquidSymbol = trading.find((one) => !one.isMarginAllowed && one.quote.name === 'USDT')!;
const older = trading.find((one) => one.quote.name === 'BNB')!;
const liquidSymbols = trading.filter((one) => one.isMarginAllowed && one.quote.name === 'USDT');

function openFundedExchange(
  clock = manualClock(),
  scriptedMarket = createScriptedMarket(LAST_TICKS),
): SandboxExchange {
  const exchange = createTestExchange({ clock, liquiditySource: scriptedMarket, orderLimits: MANY });
  const assets = new Set(trading.flatMap(({ base, quote }) => [base.name, quote.name]));
  for (const asset of assets)
    runAdminCommand(exchange, { do: 'fund', user: 'demo', asset, amount: '1000000000' });
  return exchange;
}

function orderAtPrice(symbol: MarketSymbol, ticks: number, lots: number, changed: Params = {}): Params {
  const text = symbolText(symbol);
  return {
    symbol: symbol.name,
    side: 'SELL',
    type: 'LIMIT',
    timeInForce: 'GTC',
    price: text.price(ticks),
    quantity: text.lots(lots),
    ...changed,
  };
}

/** Returns the lots with a notional of 100 of the quote asset at the last price. */
function enough({ tickDecimals, lotDecimals }: MarketSymbol): number {
  return Math.ceil((100 * 10 ** (tickDecimals + lotDecimals)) / LAST_TICKS);
}

function refusal(exchange: SandboxExchange, params: Params, path = '/api/v3/order'): string {
  const { status, body } = sendSigned(exchange, 'POST', path, params);
  const { code, msg } = JSON.parse(body);
  return status === 200 ? 'taken' : `${status} ${code} ${msg}`;
}

describe('every filter that exchangeInfo names', () => {
  it('is one of the public facts, with its fields', () => {
    const { symbols, exchangeFilters } = requestPublicJson(createTestExchange(), '/api/v3/exchangeInfo');
    const names = new Set<string>();
    for (const filter of [
      ...symbols.flatMap((one: { filters: object[] }) => one.filters),
      ...exchangeFilters,
    ]) {
      const { filterType, ...fields } = filter;
      const declared = FILTERS.find(({ name }) => name === filterType)?.fields.map(({ name }) => name);
      expect([filterType, Object.keys(fields).sort()]).toEqual([filterType, [...(declared ?? [])].sort()]);
    }
    for (const { filters } of symbols) for (const { filterType } of filters) names.add(filterType);
    for (const { filterType } of exchangeFilters) names.add(filterType);
    expect([...names].sort()).toEqual([
      'EXCHANGE_MAX_NUM_ALGO_ORDERS',
      'EXCHANGE_MAX_NUM_ICEBERG_ORDERS',
      'EXCHANGE_MAX_NUM_ORDERS',
      'EXCHANGE_MAX_NUM_ORDER_LISTS',
      'ICEBERG_PARTS',
      'LOT_SIZE',
      'MARKET_LOT_SIZE',
      'MAX_NUM_ALGO_ORDERS',
      'MAX_NUM_ICEBERG_ORDERS',
      'MAX_NUM_ORDERS',
      'MAX_NUM_ORDER_AMENDS',
      'MAX_NUM_ORDER_LISTS',
      'MAX_POSITION',
      'MIN_NOTIONAL',
      'NOTIONAL',
      'PERCENT_PRICE',
      'PERCENT_PRICE_BY_SIDE',
      'PRICE_FILTER',
      'TRAILING_DELTA',
    ]);
  });
});

describe('an older symbol', () => {
  it('has one price band for both sides and a minimum notional', () => {
    const exchange = openFundedExchange();
    const [band, worth] = ['PERCENT_PRICE', 'MIN_NOTIONAL'].map(
      (name) => `400 -1013 Filter failure: ${name}`,
    );
    for (const side of ['BUY', 'SELL']) {
      expect(refusal(exchange, orderAtPrice(older, 5 * LAST_TICKS + 1, enough(older), { side }))).toBe(band);
      expect(refusal(exchange, orderAtPrice(older, LAST_TICKS / 5 - 1, enough(older) * 5, { side }))).toBe(
        band,
      );
    }
    expect(refusal(exchange, orderAtPrice(older, LAST_TICKS, 1))).toBe(worth);
    expect(refusal(exchange, orderAtPrice(older, 5 * LAST_TICKS, enough(older)))).toBe('taken');
  });
});

describe('a thinly traded symbol', () => {
  it('does not allow self-trades', () => {
    const params = orderAtPrice(illiquidSymbol, LAST_TICKS, enough(illiquidSymbol), {
      selfTradePreventionMode: 'NONE',
    });
    expect(refusal(openFundedExchange(), params)).toBe(
      '400 -1013 This symbol does not allow the specified self-trade prevention mode.',
    );
  });

  it('limits the balance and open buy quantity of a user', () => {
    const exchange = createTestExchange({
      liquiditySource: createScriptedMarket(LAST_TICKS),
      orderLimits: MANY,
    });
    const { symbols } = requestPublicJson(exchange, `/api/v3/exchangeInfo?symbol=${illiquidSymbol.name}`);
    const { maxPosition } = symbols[0].filters.find(
      (one: { filterType: string }) => one.filterType === 'MAX_POSITION',
    );
    runAdminCommand(exchange, {
      do: 'fund',
      user: 'demo',
      asset: illiquidSymbol.base.name,
      amount: maxPosition,
    });
    const buy = orderAtPrice(illiquidSymbol, LAST_TICKS, enough(illiquidSymbol), { side: 'BUY' });
    expect(refusal(exchange, buy)).toBe('400 -1013 Filter failure: MAX_POSITION');
    expect(refusal(exchange, { ...buy, side: 'SELL' })).toBe('taken');
    expect(refusal(exchange, buy)).toBe('400 -1013 Filter failure: MAX_POSITION');
  });

  it('allows five icebergs', () => {
    const exchange = openFundedExchange();
    const lots = 2 * enough(illiquidSymbol);
    const iceberg = orderAtPrice(illiquidSymbol, LAST_TICKS, lots, {
      icebergQty: symbolText(illiquidSymbol).lots(lots / 2),
    });
    for (let count = 0; count < 5; count += 1) expect(refusal(exchange, iceberg)).toBe('taken');
    expect(refusal(exchange, iceberg)).toBe('400 -2010 Filter failure: MAX_NUM_ICEBERG_ORDERS');
  });
});

describe('over all symbols a user may have open', () => {
  /** Places orders on one symbol after the other until an exchange-wide limit rejects them. */
  function fill(perSymbol: number, paramsOf: (symbol: MarketSymbol, count: number) => Params, path?: string) {
    const exchange = openFundedExchange();
    let placedCount = 0;
    for (const symbol of liquidSymbols) {
      for (let count = 0; count < perSymbol; count += 1) {
        const rejection = refusal(exchange, paramsOf(symbol, placedCount), path);
        if (rejection !== 'taken') return { placedCount, rejection };
        placedCount += 1;
      }
    }
    return { placedCount, rejection: 'taken' };
  }

  it.each([
    ['ORDERS', 1000, 200, {}],
    ['ALGO_ORDERS', 200, 5, { type: 'STOP_LOSS_LIMIT', below: true }],
    ['ICEBERG_ORDERS', 100, 30, { isIceberg: true }],
  ] as const)('MAX_NUM_%s %i', (name, max, perSymbol, kind) => {
    const found = fill(perSymbol, (symbol) => {
      const lots = 2 * enough(symbol);
      const { price, lots: quantity } = symbolText(symbol);
      return orderAtPrice(symbol, LAST_TICKS, lots, {
        ...('type' in kind ? { type: kind.type, stopPrice: price(LAST_TICKS - 10) } : {}),
        ...('isIceberg' in kind ? { icebergQty: quantity(lots / 2) } : {}),
      });
    });
    expect(found).toEqual({
      placedCount: max,
      rejection: `400 -2010 Filter failure: EXCHANGE_MAX_NUM_${name}`,
    });
  });

  it('MAX_NUM_ORDER_LISTS 100', () => {
    const found = fill(
      5,
      (symbol) => {
        const { price, lots } = symbolText(symbol);
        return {
          symbol: symbol.name,
          side: 'SELL',
          quantity: lots(2 * enough(symbol)),
          price: price(LAST_TICKS + 10),
          stopPrice: price(LAST_TICKS - 10),
        };
      },
      '/api/v3/order/oco',
    );
    expect(found).toEqual({
      placedCount: 100,
      rejection: '400 -2010 Filter failure: EXCHANGE_MAX_NUM_ORDER_LISTS',
    });
  });
});

describe('on one symbol a user may have open', () => {
  /** The stop order of a list expires with the first fill of the limit order and no longer counts. */
  it('20 lists', () => {
    const [clock, scriptedMarket] = [manualClock(), createScriptedMarket(LAST_TICKS)];
    const exchange = openFundedExchange(clock, scriptedMarket);
    const symbol = liquidSymbols[0]!;
    const bob = { apiKey: `SandboxKey${'B'.repeat(54)}`, apiSecret: 'b'.repeat(64) };
    runAdminCommand(exchange, { do: 'add-user', user: 'bob' });
    const key = { apiKey: bob.apiKey, kind: 'HMAC', secret: bob.apiSecret, permissions: ['spot'] } as const;
    runAdminCommand(exchange, { do: 'add-key', user: 'bob', ...key });
    runAdminCommand(exchange, { do: 'fund', user: 'bob', asset: symbol.quote.name, amount: '1000000000' });
    const { price, lots } = symbolText(symbol);
    const list = (count: number): Params => ({
      symbol: symbol.name,
      side: 'SELL',
      quantity: lots(3 * enough(symbol)),
      price: price(LAST_TICKS + 100 - count),
      stopPrice: price(LAST_TICKS - 100),
    });
    for (let count = 0; count < 20; count += 1) {
      expect(refusal(exchange, list(count), '/api/v3/order/oco')).toBe('taken');
      const buy = orderAtPrice(symbol, LAST_TICKS + 100 - count, enough(symbol), { side: 'BUY' });
      requestJson(exchange, 'POST', '/api/v3/order', buy, bob);
      // The last price must be below the next limit again.
      scriptedMarket.prints.set(clock.now() + 1, LAST_TICKS);
      clock.move(100);
    }
    expect(refusal(exchange, list(20), '/api/v3/order/oco')).toBe(
      '400 -2010 Filter failure: MAX_NUM_ORDER_LISTS',
    );
  });
});

describe('the average price that filters use', () => {
  it('includes market and user trades, of the last minutes only', () => {
    const clock = manualClock();
    const exchange = createTestExchange({
      clock,
      liquiditySource: createScriptedMarket(3_000_000),
      orderLimits: MANY,
    });
    const seller = exchange.accounts.findUser('desk')!;
    const sold = (ticks: number) => {
      const order = { side: 'SELL', type: 'LIMIT', timeInForce: 'GTC', quantity: 0.1 } as const;
      const price = ticks / 100;
      runAdminCommand(exchange, { do: 'fund', user: 'desk', asset: 'BTC', amount: '1' });
      exchange.spot.place(seller, restingAt(ticks), clock.now());
      requestJson(exchange, 'POST', '/api/v3/order', { symbol: 'BTCUSDT', ...order, side: 'BUY', price });
    };
    const placeAt = (price: number) => {
      const order = {
        symbol: 'BTCUSDT',
        side: 'SELL',
        type: 'LIMIT',
        timeInForce: 'GTC',
        quantity: 0.1,
        price,
      };
      return sendSigned(exchange, 'POST', '/api/v3/order/test', order).status;
    };
    expect([placeAt(150_000), placeAt(150_001)]).toEqual([200, 400]);
    sold(2_000_000);
    expect([placeAt(100_000), placeAt(100_001)]).toEqual([200, 400]);
    clock.move(200_000);
    sold(1_000_000);
    expect([placeAt(75_000), placeAt(75_001)]).toEqual([200, 400]);
    clock.move(200_000);
    expect([placeAt(50_000), placeAt(50_001)]).toEqual([200, 400]);
  });
});

/** A resting SELL order of 0.1 BTC. */
function restingAt(ticks: number): OrderRequest {
  return {
    symbol: requireSymbol('BTCUSDT'),
    isBuy: false,
    type: 'LIMIT',
    timeInForce: 'GTC',
    price: ticks,
    lots: 10_000,
    quoteQuantity: 0n,
    icebergLots: 0,
    stopPrice: 0,
    trailingDelta: undefined,
    clientOrderId: undefined,
    selfTradePrevention: 'EXPIRE_MAKER',
    strategyId: undefined,
    strategyType: undefined,
  };
}
