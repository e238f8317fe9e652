/** What an order on a symbol must satisfy, as exchangeInfo states it (public facts, Spot filters and sanity values). */
import type { MarketSymbol } from './symbols.ts';
import { symbolText } from './text.ts';

/** A filter with the exchange's own field names. */
export type SymbolFilter = Readonly<Record<string, string | number | boolean>> & {
  readonly filterType: string;
};

export const ORDER_TYPES = [
  'LIMIT',
  'LIMIT_MAKER',
  'MARKET',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT',
  'TAKE_PROFIT_LIMIT',
] as const;

export const SELF_TRADE_PREVENTION = {
  default: 'EXPIRE_MAKER',
  allowed: ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'],
} as const;

/** The highest price in ticks; 1000000.00 for BTCUSDT. */
const PRICE_TICKS_MAX = 100_000_000;

/** The largest order in lots, by decimals of the lot; 9000 for BTCUSDT. */
const ORDER_LOTS_MAX = 900_000_000;
const ORDER_LOTS_MAX_WHOLE = 90_000_000_000;

/** The least an order must be worth, by quote asset. */
const NOTIONAL_MIN: Readonly<Record<string, string>> = {
  BTC: '0.00010000',
  ETH: '0.00100000',
  BNB: '0.01000000',
};

/** Returns the filters of a symbol in the order in which the exchange lists them. */
export function filtersOf(symbol: MarketSymbol): readonly SymbolFilter[] {
  const { price, lots } = symbolText(symbol);
  const lotsMax = symbol.lotDecimals === 0 ? ORDER_LOTS_MAX_WHOLE : ORDER_LOTS_MAX;
  const minNotional = NOTIONAL_MIN[symbol.quote.name] ?? '5.00000000';
  return [
    { filterType: 'PRICE_FILTER', minPrice: price(1), maxPrice: price(PRICE_TICKS_MAX), tickSize: price(1) },
    { filterType: 'LOT_SIZE', minQty: lots(1), maxQty: lots(lotsMax), stepSize: lots(1) },
    { filterType: 'ICEBERG_PARTS', limit: 10 },
    {
      filterType: 'MARKET_LOT_SIZE',
      minQty: '0.00000000',
      maxQty: lots(200 * typicalLots(symbol)),
      stepSize: '0.00000000',
    },
    {
      filterType: 'TRAILING_DELTA',
      minTrailingAboveDelta: 10,
      maxTrailingAboveDelta: 2000,
      minTrailingBelowDelta: 10,
      maxTrailingBelowDelta: 2000,
    },
    {
      filterType: 'PERCENT_PRICE_BY_SIDE',
      bidMultiplierUp: '5',
      bidMultiplierDown: '0.2',
      askMultiplierUp: '5',
      askMultiplierDown: '0.2',
      avgPriceMins: 5,
    },
    {
      filterType: 'NOTIONAL',
      minNotional,
      applyMinToMarket: true,
      maxNotional: '9000000.00000000',
      applyMaxToMarket: false,
      avgPriceMins: 5,
    },
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: 200 },
    { filterType: 'MAX_NUM_ORDER_LISTS', maxNumOrderLists: 20 },
    { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: 5 },
    { filterType: 'MAX_NUM_ORDER_AMENDS', maxNumOrderAmends: 10 },
  ];
}

/** Returns the lots of an order of a few thousand dollars. */
function typicalLots(symbol: MarketSymbol): number {
  return Math.max(1, Math.round((3000 * 10 ** symbol.lotDecimals) / symbol.base.dollars));
}
