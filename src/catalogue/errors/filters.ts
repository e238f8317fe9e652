/**
 * The filters of spot symbols: further conditions on orders (public facts, Spot filters; the interface
 * document has the `filters` field without its content). An order that fails a filter is rejected with -1013
 * "Filter failure: NAME"; on some paths a filter that counts orders rejects with -2010 and the same text.
 */
import type { Origin } from '../types.ts';

/** The order parameters that filters check, on every product. */
export const FILTERED_PARAMS = {
  /** Prices that must be multiples of the tick size. */
  prices: ['price', 'stopPrice', 'stopLimitPrice', 'activationPrice', 'triggerPrice', 'activatePrice'],
  /** Order prices that must also lie within the price band around the market. */
  limitPrices: ['price', 'stopLimitPrice'],
  quantities: ['quantity', 'newQty'],
  icebergs: ['icebergQty', 'limitIcebergQty', 'stopIcebergQty'],
} as const;

interface FilterField {
  readonly name: string;
  readonly is: 'decimal' | 'integer' | 'boolean';
}

export interface Filter {
  /** The `filterType`. */
  readonly name: string;
  /**
   * Whether the filter stands in a symbol's `filters` or in `exchangeFilters`, which apply over all symbols.
   */
  readonly scope: 'symbol' | 'exchange';
  readonly fields: readonly FilterField[];
  /** The condition that an order must meet, as a sentence. */
  readonly rule: string;
  /** Which orders or parameters the filter checks. */
  readonly appliesTo: string;
  /** How to change an order that the filter rejected. */
  readonly remedy: string;
  readonly origin: Origin;
}

const decimals = (...names: string[]): FilterField[] => names.map((name) => ({ name, is: 'decimal' }));
const integers = (...names: string[]): FilterField[] => names.map((name) => ({ name, is: 'integer' }));
const booleans = (...names: string[]): FilterField[] => names.map((name) => ({ name, is: 'boolean' }));

const LOT_FIELDS = decimals('minQty', 'maxQty', 'stepSize');
const LOT_REMEDY = 'Round the quantity down to stepSize and keep it from minQty to maxQty.';
const AVERAGE =
  'The average is weighted by volume over avgPriceMins minutes; 0 minutes means the last price.';
const CANCEL_SOME = 'Cancel open orders of this kind first.';

function countFilter(name: string, scope: Filter['scope'], field: string, counted: string): Filter {
  const where = scope === 'symbol' ? 'on the symbol' : 'over all symbols';
  return {
    name,
    scope,
    fields: integers(field),
    rule: `No more than ${field} ${counted} may be open ${where}.`,
    appliesTo: 'new orders',
    remedy: CANCEL_SOME,
    origin: 'facts',
  };
}

export const FILTERS: readonly Filter[] = [
  {
    name: 'PRICE_FILTER',
    scope: 'symbol',
    fields: decimals('minPrice', 'maxPrice', 'tickSize'),
    rule: 'The price is at least minPrice, at most maxPrice, and a multiple of tickSize; a zero switches that part off.',
    appliesTo: 'price and stopPrice',
    remedy: 'Round the price to tickSize and keep it from minPrice to maxPrice.',
    origin: 'facts',
  },
  {
    name: 'PERCENT_PRICE',
    scope: 'symbol',
    fields: [...decimals('multiplierUp', 'multiplierDown'), ...integers('avgPriceMins')],
    rule: `The price is from multiplierDown to multiplierUp times the average price. ${AVERAGE}`,
    appliesTo: 'limit prices',
    remedy: 'Move the price nearer to the market.',
    origin: 'facts',
  },
  {
    name: 'PERCENT_PRICE_BY_SIDE',
    scope: 'symbol',
    fields: [
      ...decimals('bidMultiplierUp', 'bidMultiplierDown', 'askMultiplierUp', 'askMultiplierDown'),
      ...integers('avgPriceMins'),
    ],
    rule: `The price is between the average price times the two multipliers of its side: bid for BUY, ask for SELL. ${AVERAGE}`,
    appliesTo: 'limit prices',
    remedy: 'Move the price nearer to the market.',
    origin: 'facts',
  },
  {
    name: 'LOT_SIZE',
    scope: 'symbol',
    fields: LOT_FIELDS,
    rule: 'The quantity is at least minQty, at most maxQty, and a multiple of stepSize.',
    appliesTo: 'quantity and icebergQty',
    remedy: LOT_REMEDY,
    origin: 'facts',
  },
  {
    name: 'MARKET_LOT_SIZE',
    scope: 'symbol',
    fields: LOT_FIELDS,
    rule: 'The quantity of a MARKET order is at least minQty, at most maxQty, and a multiple of stepSize, beside LOT_SIZE; a zero step switches that part off.',
    appliesTo: 'quantity of MARKET orders, not quoteOrderQty',
    remedy: LOT_REMEDY,
    origin: 'facts',
  },
  {
    name: 'MIN_NOTIONAL',
    scope: 'symbol',
    fields: [...decimals('minNotional'), ...booleans('applyToMarket'), ...integers('avgPriceMins')],
    rule: `Price times quantity is at least minNotional; MARKET orders take the average price, and only where applyToMarket is true. ${AVERAGE}`,
    appliesTo: 'orders of older symbols',
    remedy: 'Raise the quantity until price times quantity reaches minNotional.',
    origin: 'facts',
  },
  {
    name: 'NOTIONAL',
    scope: 'symbol',
    fields: [
      ...decimals('minNotional'),
      ...booleans('applyMinToMarket'),
      ...decimals('maxNotional'),
      ...booleans('applyMaxToMarket'),
      ...integers('avgPriceMins'),
    ],
    rule: `Price times quantity is from minNotional to maxNotional; MARKET orders take the average price, and only where the apply field of the bound is true. ${AVERAGE}`,
    appliesTo: 'all orders',
    remedy: 'Change the quantity until price times quantity is from minNotional to maxNotional.',
    origin: 'facts',
  },
  {
    name: 'ICEBERG_PARTS',
    scope: 'symbol',
    fields: integers('limit'),
    rule: 'The quantity divided by icebergQty, rounded up, is at most limit.',
    appliesTo: 'orders with icebergQty',
    remedy: 'Raise icebergQty.',
    origin: 'facts',
  },
  countFilter('MAX_NUM_ORDERS', 'symbol', 'maxNumOrders', 'orders, stop orders included,'),
  countFilter('MAX_NUM_ALGO_ORDERS', 'symbol', 'maxNumAlgoOrders', 'STOP_LOSS and TAKE_PROFIT orders'),
  countFilter('MAX_NUM_ICEBERG_ORDERS', 'symbol', 'maxNumIcebergOrders', 'iceberg orders'),
  {
    name: 'MAX_POSITION',
    scope: 'symbol',
    fields: decimals('maxPosition'),
    rule: 'The free and locked base asset and the quantities of all open BUY orders together are at most maxPosition.',
    appliesTo: 'BUY orders',
    remedy: 'Buy less, or cancel open BUY orders first.',
    origin: 'facts',
  },
  {
    name: 'TRAILING_DELTA',
    scope: 'symbol',
    fields: integers(
      'minTrailingAboveDelta',
      'maxTrailingAboveDelta',
      'minTrailingBelowDelta',
      'maxTrailingBelowDelta',
    ),
    rule: 'trailingDelta, in bips, is within the Above pair for STOP_LOSS BUY and TAKE_PROFIT SELL, and within the Below pair for STOP_LOSS SELL and TAKE_PROFIT BUY, limit forms alike.',
    appliesTo: 'orders with trailingDelta',
    remedy: 'Keep trailingDelta between the two bounds of its pair.',
    origin: 'facts',
  },
  countFilter('MAX_NUM_ORDER_LISTS', 'symbol', 'maxNumOrderLists', 'order lists'),
  {
    ...countFilter('MAX_NUM_ORDER_AMENDS', 'symbol', 'maxNumOrderAmends', 'amendments'),
    rule: 'An order is amended at most maxNumOrderAmends times.',
    appliesTo: 'amendments',
    remedy: 'Cancel the order and place a new one.',
  },
  countFilter('EXCHANGE_MAX_NUM_ORDERS', 'exchange', 'maxNumOrders', 'orders, stop orders included,'),
  countFilter(
    'EXCHANGE_MAX_NUM_ALGO_ORDERS',
    'exchange',
    'maxNumAlgoOrders',
    'STOP_LOSS and TAKE_PROFIT orders',
  ),
  countFilter('EXCHANGE_MAX_NUM_ICEBERG_ORDERS', 'exchange', 'maxNumIcebergOrders', 'iceberg orders'),
  countFilter('EXCHANGE_MAX_NUM_ORDER_LISTS', 'exchange', 'maxNumOrderLists', 'order lists'),
];

/** Returns a filter by its `filterType`, letter case aside, or undefined. */
export function findFilter(name: string): Filter | undefined {
  const sought = name.toUpperCase();
  return FILTERS.find((filter) => filter.name === sought);
}
