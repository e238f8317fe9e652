/** The filters of a symbol as exchangeInfo lists them (public facts, Spot filters and sanity values). */

import { STP_MODES, STP_MODES_TODAY } from '../../../catalogue/enums/orders.ts';
import type { Interface } from '../../../catalogue/environments.ts';
import { symbolText } from '../market/number-text.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { SelfTradePrevention } from '../matching/order-book.ts';

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

/** The self-trade prevention mode of orders that do not choose one (interface document). */
export const SELF_TRADE_DEFAULT = 'EXPIRE_MAKER';

/** Limits on the number of open orders; undefined means unlimited. */
export interface OpenLimits {
  readonly orders: number;
  readonly algoOrders: number;
  readonly icebergOrders: number | undefined;
  readonly lists: number;
}

/**
 * The largest numbers of open orders that a user may have on one symbol (public facts, Symbol sanity values).
 */
const SYMBOL_LIMITS = { orders: 200, algoOrders: 5, lists: 20 } as const;

/**
 * The largest numbers of open orders that a user may have over all symbols (our choice: not shown in the
 * interface).
 */
export const EXCHANGE_LIMITS: OpenLimits = { orders: 1000, algoOrders: 200, icebergOrders: 100, lists: 100 };

/** Maximum number of amendments of an order. */
const AMENDMENTS_MAX = 10;

/**
 * The filters of thinly traded symbols: the maximum position, as a number of orders of a few thousand
 * dollars, and the number of open icebergs.
 */
const POSITION_ORDERS_MAX = 5000;
const ICEBERGS_MAX = 5;

/**
 * The quote assets whose symbols have the filters of older symbols (our choice, so that clients meet each
 * filter).
 */
const OLDER_QUOTES: ReadonlySet<string> = new Set(['ETH', 'BNB']);

/** The maximum price in ticks; 1000000.00 for BTCUSDT. */
const PRICE_TICKS_MAX = 100_000_000;

/** The maximum quantity in lots, with and without lot decimals; 9000 for BTCUSDT. */
const ORDER_LOTS_MAX = 900_000_000;
const ORDER_LOTS_MAX_WHOLE = 90_000_000_000;

/** The minimum notional value by quote asset. */
const NOTIONAL_MIN: Readonly<Record<string, string>> = {
  BTC: '0.00010000',
  ETH: '0.00100000',
  BNB: '0.01000000',
};

/**
 * Returns the self-trade prevention modes that a symbol allows in an interface, without NONE on thinly traded symbols
 * (our choice, so that clients meet the rejection).
 */
export function preventionModes(symbol: MarketSymbol, served: Interface): readonly SelfTradePrevention[] {
  const modes: readonly SelfTradePrevention[] =
    served === 'today' ? [...STP_MODES, ...STP_MODES_TODAY] : STP_MODES;
  return isThin(symbol) ? modes.filter((mode) => mode !== 'NONE') : modes;
}

/** Returns the filters over all symbols as exchangeInfo lists them. */
export function exchangeFilters(): readonly SymbolFilter[] {
  const { orders, algoOrders, icebergOrders, lists } = EXCHANGE_LIMITS;
  return [
    { filterType: 'EXCHANGE_MAX_NUM_ORDERS', maxNumOrders: orders },
    { filterType: 'EXCHANGE_MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: algoOrders },
    { filterType: 'EXCHANGE_MAX_NUM_ICEBERG_ORDERS', maxNumIcebergOrders: icebergOrders ?? orders },
    { filterType: 'EXCHANGE_MAX_NUM_ORDER_LISTS', maxNumOrderLists: lists },
  ];
}

/** Returns the filters of a symbol in the exchange's order. */
export function listSymbolFilters(symbol: MarketSymbol): readonly SymbolFilter[] {
  const { price, lots } = symbolText(symbol);
  const lotsMax = symbol.lotDecimals === 0 ? ORDER_LOTS_MAX_WHOLE : ORDER_LOTS_MAX;
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
    ...notionalFilters(symbol),
    ...thinFilters(symbol),
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: SYMBOL_LIMITS.orders },
    { filterType: 'MAX_NUM_ORDER_LISTS', maxNumOrderLists: SYMBOL_LIMITS.lists },
    { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: SYMBOL_LIMITS.algoOrders },
    { filterType: 'MAX_NUM_ORDER_AMENDS', maxNumOrderAmends: AMENDMENTS_MAX },
  ];
}

/**
 * Returns the price band and notional filters of a symbol: the newer ones (by side, with a maximum), or those
 * of older symbols.
 */
function notionalFilters(symbol: MarketSymbol): readonly SymbolFilter[] {
  const minNotional = NOTIONAL_MIN[symbol.quote.name] ?? '5.00000000';
  const avgPriceMins = 5;
  if (OLDER_QUOTES.has(symbol.quote.name)) {
    return [
      { filterType: 'PERCENT_PRICE', multiplierUp: '5', multiplierDown: '0.2', avgPriceMins },
      { filterType: 'MIN_NOTIONAL', minNotional, applyToMarket: true, avgPriceMins },
    ];
  }
  return [
    {
      filterType: 'PERCENT_PRICE_BY_SIDE',
      bidMultiplierUp: '5',
      bidMultiplierDown: '0.2',
      askMultiplierUp: '5',
      askMultiplierDown: '0.2',
      avgPriceMins,
    },
    {
      filterType: 'NOTIONAL',
      minNotional,
      applyMinToMarket: true,
      maxNotional: '9000000.00000000',
      applyMaxToMarket: false,
      avgPriceMins,
    },
  ];
}

/** Returns the additional filters of thinly traded symbols (our choice, so that clients meet each filter). */
function thinFilters(symbol: MarketSymbol): readonly SymbolFilter[] {
  if (!isThin(symbol)) return [];
  const maxPosition = symbolText(symbol).lots(POSITION_ORDERS_MAX * typicalLots(symbol));
  return [
    { filterType: 'MAX_POSITION', maxPosition },
    { filterType: 'MAX_NUM_ICEBERG_ORDERS', maxNumIcebergOrders: ICEBERGS_MAX },
  ];
}

/** Returns whether a symbol is thinly traded. Margin trading is only allowed on liquid symbols. */
function isThin({ isMarginAllowed }: MarketSymbol): boolean {
  return !isMarginAllowed;
}

/** Returns the lots of an order of a few thousand dollars. */
function typicalLots(symbol: MarketSymbol): number {
  return Math.max(1, Math.round((3000 * 10 ** symbol.lotDecimals) / symbol.base.dollars));
}
