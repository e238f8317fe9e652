/** Each filter with valid and invalid values, and the nearest valid values next to an invalid one. */
import { describe, expect, it } from 'vitest';
import { type Decimal, decimalOf, isMultipleOf } from '../../src/core/decimal.ts';
import type { FilterContext } from '../../src/orders/filter-context.ts';
import { checkFilters, needsMarket } from '../../src/orders/filters.ts';
import { notionalOf } from '../../src/orders/market-filters.ts';
import { parseSymbolRules, type SymbolRules } from '../../src/orders/symbol-rules.ts';

const SPOT: SymbolRules = parseSymbolRules(
  {
    exchangeFilters: [{ filterType: 'EXCHANGE_MAX_NUM_ORDERS', maxNumOrders: 1000 }],
    symbols: [
      {
        symbol: 'BTCUSDT',
        baseAsset: 'BTC',
        quoteAsset: 'USDT',
        baseAssetPrecision: 8,
        quotePrecision: 8,
        filters: [
          { filterType: 'PRICE_FILTER', minPrice: '1.00000000', maxPrice: '100000.00', tickSize: '0.01' },
          { filterType: 'LOT_SIZE', minQty: '0.00010000', maxQty: '100', stepSize: '0.0001' },
          { filterType: 'MARKET_LOT_SIZE', minQty: '0', maxQty: '5', stepSize: '0' },
          {
            filterType: 'PERCENT_PRICE_BY_SIDE',
            bidMultiplierUp: '2',
            bidMultiplierDown: '0.5',
            askMultiplierUp: '3',
            askMultiplierDown: '0.9',
          },
          {
            filterType: 'NOTIONAL',
            minNotional: '10',
            applyMinToMarket: true,
            maxNotional: '90000',
            applyMaxToMarket: false,
          },
          { filterType: 'ICEBERG_PARTS', limit: 10 },
          {
            filterType: 'TRAILING_DELTA',
            minTrailingAboveDelta: 10,
            maxTrailingAboveDelta: 2000,
            minTrailingBelowDelta: 20,
            maxTrailingBelowDelta: 1000,
          },
          { filterType: 'MAX_NUM_ORDERS', maxNumOrders: 200 },
          { filterType: 'MAX_POSITION', maxPosition: '10' },
        ],
      },
    ],
  },
  'symbols',
  'BTCUSDT',
)!;

const LIMIT = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', quantity: '0.01', price: '20000' };

function context(
  order: Record<string, string>,
  rules = SPOT,
  market: string | null = '20000',
): FilterContext {
  return {
    rules,
    wire: new Map(Object.entries(order)),
    market: market === null ? undefined : decimalOf(market),
    isBandOneSided: false,
  };
}

/** Returns each failed filter with its parameter and the nearest valid values below and above. */
function failures(order: Record<string, string>, rules = SPOT, market: string | null = '20000') {
  return checkFilters(context(order, rules, market))
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ filter, param, nearest }) => [filter, param, nearest?.down, nearest?.up]);
}

describe('an order within all filters', () => {
  it('fails no filter', () => {
    expect(failures(LIMIT)).toEqual([]);
    expect(failures({ ...LIMIT, price: '20000.010000', quantity: '1e-2' })).toEqual([]);
    expect(failures({ ...LIMIT, quantity: '1', icebergQty: '0.1' })).toEqual([]);
  });

  it('passes each filter, whose bounds are stated', () => {
    const passed = checkFilters(context({ ...LIMIT, icebergQty: '0.001' }))
      .filter(({ verdict }) => verdict === 'pass')
      .map(({ filter, param, value, bound }) => `${filter} ${param} ${value}: ${bound}`);
    expect(passed).toEqual([
      'PRECISION price 20000: at most 8 digits after the point',
      'PRECISION quantity 0.01: at most 8 digits after the point',
      'PRECISION icebergQty 0.001: at most 8 digits after the point',
      'PRICE_FILTER price 20000: at least 1, at most 100000, a multiple of 0.01',
      'LOT_SIZE quantity 0.01: at least 0.0001, at most 100, a multiple of 0.0001',
      'LOT_SIZE icebergQty 0.001: at least 0.0001, at most 100, a multiple of 0.0001',
      'PERCENT_PRICE_BY_SIDE price 20000: 10000 to 40000, 0.5 to 2 times the price of the market',
      'NOTIONAL quantity 200: a notional of at least 10, at most 90000',
      'ICEBERG_PARTS icebergQty 0.001: at most 10 parts, found 10',
    ]);
    const market = checkFilters(context({ ...LIMIT, type: 'MARKET', quantity: '1' }));
    expect(market.find(({ filter }) => filter === 'MARKET_LOT_SIZE')?.bound).toBe(
      'at most 5, a multiple of 0',
    );
    const trailing = checkFilters(context({ ...LIMIT, trailingDelta: '20' }));
    expect(trailing.find(({ filter }) => filter === 'TRAILING_DELTA')).toMatchObject({
      ...{ verdict: 'pass', value: '20', bound: '10 to 2000 bips' },
    });
  });

  it('lists the filters that only the exchange can check, with their bounds', () => {
    const left = checkFilters(context(LIMIT)).filter(({ verdict }) => verdict === 'not checked');
    expect(left.map(({ filter, bound }) => `${filter} ${bound}`)).toEqual([
      'MAX_NUM_ORDERS at most 200',
      'MAX_POSITION at most 10',
      'EXCHANGE_MAX_NUM_ORDERS at most 1000',
    ]);
  });
});

describe('bounds on numbers that only the exchange knows', () => {
  it('are listed for the orders that they concern, and for no others', () => {
    const filters = [
      { filterType: 'MAX_NUM_ICEBERG_ORDERS', maxNumIcebergOrders: '5' },
      { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: '5' },
      { filterType: 'MAX_NUM_ORDER_LISTS', maxNumOrderLists: '20' },
      { filterType: 'MAX_NUM_ORDER_AMENDS', maxNumOrderAmends: '10' },
      { filterType: 'MAX_POSITION', maxPosition: '10' },
    ];
    const listed = (wire: Record<string, string>) =>
      checkFilters(context(wire, { ...SPOT, filters }))
        .filter(({ verdict }) => verdict === 'not checked')
        .map(({ filter }) => filter);
    expect(listed({ ...LIMIT, side: 'SELL' })).toEqual([]);
    expect(listed({ ...LIMIT, side: 'BUY' })).toEqual(['MAX_POSITION']);
    expect(listed({ ...LIMIT, side: 'SELL', newQty: '1' })).toEqual(['MAX_NUM_ORDER_AMENDS']);
    expect(listed({ ...LIMIT, side: 'SELL', stopPrice: '1' })).toEqual(['MAX_NUM_ALGO_ORDERS']);
    expect(listed({ ...LIMIT, side: 'SELL', icebergQty: '1' })).toEqual(['MAX_NUM_ICEBERG_ORDERS']);
    expect(listed({ ...LIMIT, side: 'SELL', listClientOrderId: 'a' })).toEqual(['MAX_NUM_ORDER_LISTS']);
  });
});

describe('an order that violates a filter', () => {
  it.each([
    ['a price between two ticks', { price: '20000.005' }, 'PRICE_FILTER', '20000', '20000.01'],
    ['a price above the largest', { price: '100000.01' }, 'PRICE_FILTER', '100000', null],
    ['a price below the least', { price: '0.5' }, 'PRICE_FILTER', null, '1'],
    ['a quantity between two steps', { quantity: '0.01005' }, 'LOT_SIZE', '0.01', '0.0101'],
    ['a quantity above the largest', { quantity: '100.5' }, 'LOT_SIZE', '100', null],
    ['a price far above the market', { price: '40300' }, 'PERCENT_PRICE_BY_SIDE', '40000', null],
    ['a price far below the market', { price: '9000' }, 'PERCENT_PRICE_BY_SIDE', null, '10000'],
    ['a sale far below the market', { side: 'SELL', price: '17000' }, 'PERCENT_PRICE_BY_SIDE', null, '18000'],
    ['too small a notional', { quantity: '0.0004' }, 'NOTIONAL', null, '0.0005'],
    ['too large a notional', { quantity: '5' }, 'NOTIONAL', '4.5', null],
    ['too many parts of an iceberg', { quantity: '1', icebergQty: '0.05' }, 'ICEBERG_PARTS', null, '0.1'],
  ])('by %s is reported with the nearest valid values', (_what, change, filter, down, up) => {
    const found = failures({ ...LIMIT, ...change }).filter(([name]) => name === filter);
    expect(found).toEqual([[filter, Object.keys(change).at(-1), down, up]]);
  });

  it.each([
    ['STOP_LOSS', 'BUY', '5', '10'],
    ['STOP_LOSS', 'SELL', '15', '20'],
    ['TAKE_PROFIT', 'SELL', '5', '10'],
    ['TAKE_PROFIT_LIMIT', 'BUY', '15', '20'],
  ])(
    'by the distance of a trailing %s to %s is reported with both bounds',
    (type, side, trailingDelta, up) => {
      const order = { symbol: 'BTCUSDT', type, side, quantity: '1', trailingDelta };
      expect(failures(order)).toEqual([['TRAILING_DELTA', 'trailingDelta', null, up]]);
    },
  );

  it('is reported for all violated filters together', () => {
    const found = failures({ ...LIMIT, price: '90000.001', quantity: '0.00001' });
    expect(new Set(found.map(([filter]) => filter))).toEqual(
      new Set(['PRICE_FILTER', 'LOT_SIZE', 'PERCENT_PRICE_BY_SIDE', 'NOTIONAL']),
    );
  });

  it('by more decimals than the asset has is reported, without counting trailing zeros', () => {
    const rules = { ...SPOT, filters: [] };
    expect(failures({ ...LIMIT, quantity: '0.123456789' }, rules)).toEqual([
      ['PRECISION', 'quantity', '0.12345678', '0.12345679'],
    ]);
    expect(failures({ ...LIMIT, quantity: '0.1234567800' }, rules)).toEqual([]);
  });
});

describe('a MARKET order', () => {
  const MARKET = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET' };

  it('has its own lot filter, in which a zero disables a bound', () => {
    expect(failures({ ...MARKET, quantity: '6' })).toEqual([['MARKET_LOT_SIZE', 'quantity', '5', null]]);
    expect(failures({ ...MARKET, quantity: '5' })).toEqual([]);
  });

  it('is valued at the market price; bounds that do not apply to it are not checked', () => {
    expect(failures({ ...MARKET, quantity: '0.0003' })).toEqual([['NOTIONAL', 'quantity', null, '0.0005']]);
    expect(failures({ ...MARKET, quoteOrderQty: '9' })).toEqual([['NOTIONAL', 'quoteOrderQty', null, '10']]);
    expect(failures({ ...MARKET, quoteOrderQty: '100000' })).toEqual([]);
  });

  it('needs the market price only if it has no price', () => {
    const wire = (order: Record<string, string>) => ({ rules: SPOT, wire: new Map(Object.entries(order)) });
    expect(needsMarket(wire({ ...MARKET, quantity: '1' }))).toBe(true);
    expect(needsMarket(wire({ ...MARKET, quoteOrderQty: '10' }))).toBe(false);
    expect(needsMarket({ ...wire(LIMIT), rules: { ...SPOT, filters: [] } })).toBe(false);
  });
});

describe('a filter that depends on a moving price', () => {
  const verdictOf = (filter: string, order: Record<string, string>, rules = SPOT) =>
    checkFilters(context(order, rules)).find((one) => one.filter === filter)?.verdict;

  it.each([
    ['10000', 'pass'],
    ['9999.99', 'not checked'],
    ['9950', 'not checked'],
    ['9949.99', 'fail'],
    ['40000', 'pass'],
    ['40000.01', 'not checked'],
    ['40200', 'not checked'],
    ['40200.01', 'fail'],
  ])('leaves a price to the exchange within half a per cent of its band: %s', (price, verdict) => {
    expect(verdictOf('PERCENT_PRICE_BY_SIDE', { ...LIMIT, price })).toBe(verdict);
  });

  const BOTH = { filterType: 'NOTIONAL', minNotional: '10', maxNotional: '90000' };
  const LEAST = { filterType: 'MIN_NOTIONAL', notional: '10' };
  const MOST = { filterType: 'NOTIONAL', maxNotional: '90000' };

  it.each([
    [BOTH, '0.0005', 'pass', 'pass'],
    [BOTH, '0.0004975', 'not checked', 'fail'],
    [BOTH, '0.000497', 'fail', 'fail'],
    [BOTH, '4.5', 'pass', 'pass'],
    [BOTH, '4.5225', 'not checked', 'fail'],
    [BOTH, '4.5226', 'fail', 'fail'],
    [LEAST, '0.0005', 'pass', 'pass'],
    [LEAST, '0.0004975', 'not checked', 'fail'],
    [LEAST, '0.000497', 'fail', 'fail'],
    [MOST, '4.5', 'pass', 'pass'],
    [MOST, '4.5225', 'not checked', 'fail'],
    [MOST, '4.5226', 'fail', 'fail'],
  ])(
    'by %j decides a market order of %s as %s, one with a price as %s',
    (filter, quantity, moving, fixed) => {
      const rules = { symbol: 'BTCUSDT', filters: [filter as Record<string, string>] };
      const name = filter.filterType;
      expect(verdictOf(name, { ...LIMIT, quantity }, rules)).toBe(fixed);
      const { price: _, ...bare } = LIMIT;
      expect(verdictOf(name, { ...bare, type: 'MARKET', quantity }, rules)).toBe(moving);
    },
  );

  it('is left to the exchange if the value is close to a bound or the price is unknown', () => {
    expect(failures({ ...LIMIT, price: '40100' })).toEqual([]);
    expect(failures({ ...LIMIT, price: '40300' }, SPOT, null)).not.toContainEqual(
      expect.arrayContaining(['PERCENT_PRICE_BY_SIDE']),
    );
  });
});

describe('rules of other products', () => {
  const futures: SymbolRules = {
    symbol: 'BTCUSDT',
    quoteAsset: 'USDT',
    priceDigits: 2,
    quantityDigits: 3,
    filters: [
      { filterType: 'PERCENT_PRICE', multiplierUp: '1.05', multiplierDown: '0.95' },
      { filterType: 'MIN_NOTIONAL', notional: '100' },
      { filterType: 'MAX_NUM_ORDERS', limit: '200' },
    ],
  };

  it('limit the price of a futures buy from above and of a sell from below', () => {
    const failuresAt = (side: string, price: string) =>
      checkFilters({ ...context({ ...LIMIT, side, price }, futures), isBandOneSided: true })
        .filter(({ verdict, filter }) => verdict === 'fail' && filter === 'PERCENT_PRICE')
        .map(({ nearest }) => nearest);
    expect(failuresAt('BUY', '10000')).toEqual([]);
    expect(failuresAt('SELL', '30000')).toEqual([]);
    expect(failuresAt('BUY', '22000')).toEqual([{ down: '21000', up: null }]);
    expect(failuresAt('SELL', '18000')).toEqual([{ down: null, up: '19000' }]);
  });

  it('do not reject a stop-limit order far from the market: its band is that of the trigger', () => {
    const stop = { ...LIMIT, side: 'SELL', price: '10000' };
    const verdictsOf = (wire: Record<string, string>) =>
      checkFilters({ ...context(wire, futures), isBandOneSided: true, isBandAtTrigger: true })
        .filter(({ filter }) => filter === 'PERCENT_PRICE')
        .map(({ verdict }) => verdict);
    expect(verdictsOf(stop)).toEqual(['fail']);
    expect(verdictsOf({ ...stop, stopPrice: '10100' })).toEqual(['not checked']);
    expect(verdictsOf({ ...stop, triggerPrice: '10100' })).toEqual(['not checked']);
  });

  it('need no min notional for reduce-only orders', () => {
    const small = { ...LIMIT, quantity: '0.001' };
    expect(failures(small, futures)).toEqual([['MIN_NOTIONAL', 'quantity', null, '0.005']]);
    expect(failures({ ...small, reduceOnly: 'true' }, futures)).toEqual([]);
  });

  it('value contracts of a fixed size independently of the price', () => {
    const coin: SymbolRules = { symbol: 'BTCUSD_PERP', filters: [], contractSize: '100' };
    expect(notionalOf(context({ ...LIMIT, quantity: '3' }, coin))).toEqual({
      value: 300n,
      scale: 0,
    } satisfies Decimal);
  });
});

it('the nearest valid values pass the filter that suggests them', () => {
  for (const price of ['20000.005', '33333.333', '1.015', '99999.999']) {
    const [first] = failures({ ...LIMIT, price }).filter(([filter]) => filter === 'PRICE_FILTER');
    for (const legal of first!.slice(2).filter((one) => one != null))
      expect(isMultipleOf(decimalOf(String(legal)), decimalOf('0.01'))).toBe(true);
  }
});

describe('the rules of a symbol', () => {
  const rulesOf = (row: object, more = {}) =>
    parseSymbolRules({ symbols: [null, { symbol: 'A' }, { symbol: 'B', ...row }], ...more }, 'symbols', 'B');

  it('hold what the exchange states, as text and in its own number of digits', () => {
    const filters = [{ filterType: 'LOT_SIZE', minQty: 1, isNew: true, other: null }, 'none'];
    const row = { filters, baseAsset: 'BTC', quoteAsset: 'USDT', contractSize: 100 };
    const [price, quantity] = [{ pricePrecision: 2 }, { quantityPrecision: 3 }];
    const known = { symbol: 'B', filters: [{ filterType: 'LOT_SIZE', minQty: '1', isNew: 'true' }] };
    expect(rulesOf({ ...row, ...price, ...quantity, quotePrecision: 8, baseAssetPrecision: 8 })).toEqual({
      ...known,
      ...{ baseAsset: 'BTC', quoteAsset: 'USDT', contractSize: '100', priceDigits: 2, quantityDigits: 3 },
    });
    expect(rulesOf({ filters, priceScale: 4 })).toEqual({ ...known, priceDigits: 4 });
    expect(rulesOf({ filters, quantityScale: 0 })).toEqual({ ...known, quantityDigits: 0 });
    expect(rulesOf({ filters, quotePrecision: '8', baseAsset: 1 })).toEqual(known);
  });

  it('are unknown if the answer lacks the symbol', () => {
    expect(rulesOf({})).toEqual({ symbol: 'B', filters: [] });
    for (const answer of [null, [], {}, { symbols: {} }, { symbols: [{ symbol: 'A' }, null] }])
      expect(parseSymbolRules(answer, 'symbols', 'B')).toBeUndefined();
  });
});

describe('the rules of an option', () => {
  const OPTION = {
    symbol: 'BTC-240329-70000-C',
    side: 'CALL',
    strikePrice: '70000',
    underlying: 'BTCUSDT',
    unit: 1,
  };
  const termsOf = (row: typeof OPTION | Partial<typeof OPTION>) =>
    parseSymbolRules({ optionSymbols: [{ ...row, symbol: OPTION.symbol }] }, 'optionSymbols', OPTION.symbol)
      ?.option;

  it('hold its side, strike price, underlying and unit', () => {
    const terms = { side: 'CALL', strikePrice: '70000', underlying: 'BTCUSDT', unit: '1' };
    expect(termsOf(OPTION)).toEqual(terms);
    expect(termsOf({ ...OPTION, side: 'PUT' })).toEqual({ ...terms, side: 'PUT' });
  });

  it('hold no terms if one of them is absent or unknown', () => {
    expect(termsOf({ ...OPTION, side: 'BUY' })).toBeUndefined();
    for (const name of ['side', 'strikePrice', 'underlying', 'unit'] as const) {
      const { [name]: _absent, ...row } = OPTION;
      expect(termsOf(row)).toBeUndefined();
    }
  });
});
