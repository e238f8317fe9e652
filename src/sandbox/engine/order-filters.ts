/**
 * Whether an order keeps to its symbol's filters, and what it comes to in ticks and lots (public facts, Spot
 * filters). The order of checks is a choice: precision, price, price band, quantity, notional value.
 */
import { type Decimal, decimalOf } from '../../core/decimal.ts';
import { AMOUNT_DECIMALS, amountOf, type Units } from './amounts.ts';
import { filterFailure, Refusal } from './refusal.ts';
import { filtersOf, type SymbolFilter } from './rules.ts';
import type { MarketSymbol } from './symbols.ts';

/** What an order asks for, exactly as it was written. */
export interface OrderSize {
  readonly isBuy: boolean;
  readonly isMarket: boolean;
  readonly price: Decimal | undefined;
  readonly quantity: Decimal | undefined;
  readonly quoteOrderQty: Decimal | undefined;
}

/** The same in whole numbers; 0 and 0n for what was not asked. */
export interface FittedSize {
  readonly price: number;
  readonly lots: number;
  readonly quoteAsked: bigint;
}

/** A volume-weighted price: `value` ticks times lots over `lots`, which is above 0. */
export interface AveragePrice {
  readonly value: bigint;
  readonly lots: number;
}

/** The filters of one symbol, read. Prices are ticks and quantities lots; 0n switches a bound off. */
export interface OrderFilters {
  readonly symbol: MarketSymbol;
  readonly units: Units;
  readonly price: Bounds;
  readonly lots: Bounds;
  readonly marketLots: Bounds;
  readonly bids: Band;
  readonly asks: Band;
  /** Minutes of the average price that bands and market orders are measured by. */
  readonly averageMinutes: number;
  readonly notionalMin: bigint;
  readonly notionalMax: bigint;
  readonly appliesMinToMarket: boolean;
  readonly appliesMaxToMarket: boolean;
  readonly openOrdersMax: number;
}

interface Bounds {
  readonly min: bigint;
  readonly max: bigint;
}

interface Band {
  readonly up: Decimal;
  readonly down: Decimal;
}

/** Returns a symbol's filters as its exchange information states them. */
export function readFilters(symbol: MarketSymbol, units: Units): OrderFilters {
  const filters = filtersOf(symbol);
  const named = (name: string): SymbolFilter => {
    const found = filters.find((filter) => filter.filterType === name);
    if (found === undefined) throw new Error(`${symbol.name} has no filter ${name}`);
    return found;
  };
  const decimal = (filter: SymbolFilter, field: string) => decimalOf(String(filter[field]));
  const amount = (filter: SymbolFilter, field: string) => amountOf(decimal(filter, field))!;
  const priceUnit = 10n ** BigInt(AMOUNT_DECIMALS - symbol.tickDecimals);
  const bounds = (filter: SymbolFilter, least: string, most: string, unit: bigint): Bounds => ({
    min: amount(filter, least) / unit,
    max: amount(filter, most) / unit,
  });
  const band = named('PERCENT_PRICE_BY_SIDE');
  const notional = named('NOTIONAL');
  return {
    symbol,
    units,
    price: bounds(named('PRICE_FILTER'), 'minPrice', 'maxPrice', priceUnit),
    lots: bounds(named('LOT_SIZE'), 'minQty', 'maxQty', units.perLot),
    marketLots: bounds(named('MARKET_LOT_SIZE'), 'minQty', 'maxQty', units.perLot),
    bids: { up: decimal(band, 'bidMultiplierUp'), down: decimal(band, 'bidMultiplierDown') },
    asks: { up: decimal(band, 'askMultiplierUp'), down: decimal(band, 'askMultiplierDown') },
    averageMinutes: Number(band['avgPriceMins']),
    notionalMin: amount(notional, 'minNotional'),
    notionalMax: amount(notional, 'maxNotional'),
    appliesMinToMarket: notional['applyMinToMarket'] === true,
    appliesMaxToMarket: notional['applyMaxToMarket'] === true,
    openOrdersMax: Number(named('MAX_NUM_ORDERS')['maxNumOrders']),
  };
}

/** Returns the size in whole numbers. Refuses with -1111 or with the first filter that it fails. */
export function fitted(filters: OrderFilters, size: OrderSize, average: () => AveragePrice): FittedSize {
  const { symbol, units } = filters;
  const price = precise('price', size.price);
  const quantity = precise('quantity', size.quantity);
  const quoteAsked = precise('quoteOrderQty', size.quoteOrderQty);
  const priceUnit = 10n ** BigInt(AMOUNT_DECIMALS - symbol.tickDecimals);
  if (size.price !== undefined) {
    assertBounds('PRICE_FILTER', price, priceUnit, filters.price);
    assertBand(size.isBuy ? filters.bids : filters.asks, price / priceUnit, average());
  }
  if (size.quantity !== undefined) {
    assertBounds('LOT_SIZE', quantity, units.perLot, filters.lots);
    if (size.isMarket) assertBounds('MARKET_LOT_SIZE', quantity, units.perLot, filters.marketLots);
  }
  const ticks = price / priceUnit;
  const lots = quantity / units.perLot;
  assertNotional(filters, size.isMarket, quoteAsked, ticks, lots, average);
  return { price: Number(ticks), lots: Number(lots), quoteAsked };
}

/** Returns the amount, 0n for an absent one; more than 8 decimals are too many for any asset. */
function precise(name: string, value: Decimal | undefined): bigint {
  if (value === undefined) return 0n;
  const amount = amountOf(value);
  if (amount === undefined) throw new Refusal(400, -1111, `Parameter '${name}' has too much precision.`);
  return amount;
}

function assertBounds(name: string, amount: bigint, unit: bigint, { min, max }: Bounds): void {
  const count = amount / unit;
  if (amount % unit !== 0n || count < min || (max !== 0n && count > max)) throw filterFailure(name);
}

/** Multiplied out, so that nothing is rounded: down x average <= price <= up x average. */
function assertBand({ up, down }: Band, ticks: bigint, { value, lots }: AveragePrice): void {
  const weighted = ticks * BigInt(lots);
  const isAbove = weighted * 10n ** BigInt(up.scale) > up.value * value;
  const isBelow = weighted * 10n ** BigInt(down.scale) < down.value * value;
  if (isAbove || isBelow) throw filterFailure('PERCENT_PRICE_BY_SIDE');
}

function assertNotional(
  filters: OrderFilters,
  isMarket: boolean,
  quoteAsked: bigint,
  ticks: bigint,
  lots: bigint,
  average: () => AveragePrice,
): void {
  const { notionalMin, notionalMax, units } = filters;
  let worth = ticks * lots * units.perTickLot;
  if (isMarket && quoteAsked > 0n) worth = quoteAsked;
  else if (isMarket) {
    const mean = average();
    worth = (mean.value * lots * units.perTickLot) / BigInt(mean.lots);
  }
  const tooLittle = worth < notionalMin && (!isMarket || filters.appliesMinToMarket);
  const tooMuch = worth > notionalMax && (!isMarket || filters.appliesMaxToMarket);
  if (tooLittle || tooMuch) throw filterFailure('NOTIONAL');
}
