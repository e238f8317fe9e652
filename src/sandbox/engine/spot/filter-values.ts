/**
 * The filter values of a symbol, read from its exchange information. Prices are in ticks, quantities in lots.
 */
import { type Decimal, decimalOf } from '../../../core/decimal.ts';
import { AMOUNT_DECIMALS, type AmountUnits, amountOf } from '../ledger/amounts.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import { listSymbolFilters, type OpenLimits, type SymbolFilter } from './symbol-filters.ts';

export interface OrderFilters {
  /**
   * The value of a tick in 10^-8 of the quote asset, of a lot in 10^-8 of the base asset, and of a lot at a
   * price of one tick in 10^-8 of the quote asset.
   */
  readonly priceUnit: bigint;
  readonly lotUnit: bigint;
  readonly perTickLot: bigint;
  readonly price: FilterRange;
  readonly lots: FilterRange;
  readonly marketLots: FilterRange;
  readonly bands: { readonly name: string; readonly bids: Band; readonly asks: Band };
  /**
   * The number of minutes over which the average price is computed that price bands and the notional value of
   * market orders refer to.
   */
  readonly averageMinutes: number;
  readonly notional: NotionalFilter;
  /** The largest number of parts of an iceberg order. */
  readonly icebergPartsMax: number;
  /** In basis points. */
  readonly trailing: { readonly above: DeltaRange; readonly below: DeltaRange };
  readonly open: OpenLimits;
  readonly amendmentsMax: number;
  /** The largest sum of balance and open buy quantity, in 10^-8 of the base asset. */
  readonly positionMax: bigint | undefined;
}

/** 0n switches a bound off. */
export interface FilterRange {
  readonly min: bigint;
  readonly max: bigint;
}

/** The lowest and highest price as multiples of the average price. */
export interface Band {
  readonly up: Decimal;
  readonly down: Decimal;
}

interface NotionalFilter {
  readonly name: string;
  /** The smallest notional value, in 10^-8 of the quote asset. */
  readonly min: bigint;
  readonly max: bigint | undefined;
  readonly appliesMinToMarket: boolean;
  readonly appliesMaxToMarket: boolean;
}

interface DeltaRange {
  readonly min: number;
  readonly max: number;
}

/** Returns the filter values of a symbol as the exchange information states them. */
export function readFilters(symbol: MarketSymbol, units: AmountUnits): OrderFilters {
  const filters = new Map(listSymbolFilters(symbol).map((filter) => [filter.filterType, filter]));
  const requireFilter = (name: string): SymbolFilter => {
    const found = filters.get(name);
    if (found === undefined) throw new Error(`${symbol.name} has no filter ${name}`);
    return found;
  };
  const count = (name: string, field: string) => Number(requireFilter(name)[field]);
  const priceUnit = 10n ** BigInt(AMOUNT_DECIMALS - symbol.tickDecimals);
  const lotUnit = units.perLot;
  const trailing = requireFilter('TRAILING_DELTA');
  const delta = (direction: 'Above' | 'Below'): DeltaRange => ({
    min: Number(trailing[`minTrailing${direction}Delta`]),
    max: Number(trailing[`maxTrailing${direction}Delta`]),
  });
  const position = filters.get('MAX_POSITION');
  return {
    priceUnit,
    lotUnit,
    perTickLot: units.perTickLot,
    price: rangeOf(requireFilter('PRICE_FILTER'), ['minPrice', 'maxPrice'], priceUnit),
    lots: rangeOf(requireFilter('LOT_SIZE'), ['minQty', 'maxQty'], lotUnit),
    marketLots: rangeOf(requireFilter('MARKET_LOT_SIZE'), ['minQty', 'maxQty'], lotUnit),
    bands: bandsOf(filters.get('PERCENT_PRICE') ?? requireFilter('PERCENT_PRICE_BY_SIDE')),
    averageMinutes: Number(
      (filters.get('PERCENT_PRICE') ?? requireFilter('PERCENT_PRICE_BY_SIDE'))['avgPriceMins'],
    ),
    notional: notionalOf(filters.get('MIN_NOTIONAL') ?? requireFilter('NOTIONAL')),
    icebergPartsMax: count('ICEBERG_PARTS', 'limit'),
    trailing: { above: delta('Above'), below: delta('Below') },
    open: {
      orders: count('MAX_NUM_ORDERS', 'maxNumOrders'),
      algoOrders: count('MAX_NUM_ALGO_ORDERS', 'maxNumAlgoOrders'),
      icebergOrders: filters.has('MAX_NUM_ICEBERG_ORDERS')
        ? count('MAX_NUM_ICEBERG_ORDERS', 'maxNumIcebergOrders')
        : undefined,
      lists: count('MAX_NUM_ORDER_LISTS', 'maxNumOrderLists'),
    },
    amendmentsMax: count('MAX_NUM_ORDER_AMENDS', 'maxNumOrderAmends'),
    positionMax: position === undefined ? undefined : amountIn(position, 'maxPosition'),
  };
}

function decimalIn(filter: SymbolFilter, field: string): Decimal {
  return decimalOf(String(filter[field]));
}

function amountIn(filter: SymbolFilter, field: string): bigint {
  return amountOf(decimalIn(filter, field))!;
}

function rangeOf(
  filter: SymbolFilter,
  [minField, maxField]: readonly [string, string],
  unit: bigint,
): FilterRange {
  return { min: amountIn(filter, minField) / unit, max: amountIn(filter, maxField) / unit };
}

/** Returns the price bands for buys and for sells; the filter PERCENT_PRICE has a single band for both. */
function bandsOf(filter: SymbolFilter): OrderFilters['bands'] {
  const band = (prefix: string): Band => ({
    up: decimalIn(filter, `${prefix}Up`),
    down: decimalIn(filter, `${prefix}Down`),
  });
  const [bids, asks] =
    filter.filterType === 'PERCENT_PRICE'
      ? [band('multiplier'), band('multiplier')]
      : [band('bidMultiplier'), band('askMultiplier')];
  return { name: filter.filterType, bids, asks };
}

/** Returns the values of a notional filter; MIN_NOTIONAL has no maximum. */
function notionalOf(filter: SymbolFilter): NotionalFilter {
  const hasMax = filter.filterType === 'NOTIONAL';
  return {
    name: filter.filterType,
    min: amountIn(filter, 'minNotional'),
    max: hasMax ? amountIn(filter, 'maxNotional') : undefined,
    appliesMinToMarket: filter[hasMax ? 'applyMinToMarket' : 'applyToMarket'] === true,
    appliesMaxToMarket: hasMax && filter['applyMaxToMarket'] === true,
  };
}
