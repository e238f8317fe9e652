/**
 * Checks an order against the filters of its symbol and converts it into ticks and lots (public facts, Spot
 * filters). The sequence of checks is our choice: precision, price, price band, quantity, notional value,
 * iceberg parts, trailing delta.
 */
import type { Decimal } from '../../../core/decimal.ts';
import { amountOf } from '../ledger/amounts.ts';
import { createRefusal, filterFailure, orderRejected } from '../refusal.ts';
import type { Band, FilterRange, OrderFilters } from './filter-values.ts';
import { executesAtMarket, isRisingStop, isStopType, type OrderType } from './orders.ts';

/** The prices and quantities of a request exactly as written; undefined if absent. */
export interface OrderSize {
  readonly isBuy: boolean;
  readonly type: OrderType;
  readonly price: Decimal | undefined;
  readonly quantity: Decimal | undefined;
  readonly quoteOrderQty: Decimal | undefined;
  readonly stopPrice: Decimal | undefined;
  readonly icebergQty: Decimal | undefined;
  /** In basis points. */
  readonly trailingDelta: number | undefined;
}

/** The prices and quantities of a request as whole numbers; 0 and 0n if absent. */
export interface FittedSize {
  readonly price: number;
  readonly lots: number;
  readonly quoteQuantity: bigint;
  readonly stopPrice: number;
  readonly icebergLots: number;
  readonly trailingDelta: number | undefined;
}

/** A volume-weighted price: `value` (ticks times lots) divided by `lots`, which is above 0. */
export interface AveragePrice {
  readonly value: bigint;
  readonly lots: number;
}

/** Returns the size in whole numbers. Rejects with -1111, or with the first filter that the order fails. */
export function fitToFilters(
  filters: OrderFilters,
  size: OrderSize,
  average: () => AveragePrice,
): FittedSize {
  const price = toAmount('price', size.price);
  const quantity = toAmount('quantity', size.quantity);
  const quoteQuantity = toAmount('quoteOrderQty', size.quoteOrderQty);
  const stopPrice = toAmount('stopPrice', size.stopPrice);
  const iceberg = toAmount('icebergQty', size.icebergQty);
  const { priceUnit, lotUnit } = filters;
  if (size.price !== undefined) {
    assertRange('PRICE_FILTER', price, priceUnit, filters.price);
    assertBand(filters, size.isBuy, price / priceUnit, average());
  }
  if (size.stopPrice !== undefined) assertRange('PRICE_FILTER', stopPrice, priceUnit, filters.price);
  if (size.quantity !== undefined) assertLots(filters, size.type, quantity);
  if (size.icebergQty !== undefined) assertRange('LOT_SIZE', iceberg, lotUnit, filters.lots);
  const fittedSize: FittedSize = {
    price: Number(price / priceUnit),
    lots: Number(quantity / lotUnit),
    stopPrice: Number(stopPrice / priceUnit),
    icebergLots: Number(iceberg / lotUnit),
    quoteQuantity,
    trailingDelta: size.trailingDelta,
  };
  // The quantity of a pending order that the working order pays for is checked once it is known.
  if (size.quantity !== undefined || size.quoteOrderQty !== undefined) {
    assertNotional(filters, size.type, fittedSize, average);
    assertIceberg(filters, fittedSize);
  }
  assertTrailing(filters, size);
  return fittedSize;
}

/**
 * Rejects a quantity that the filters do not allow for the order type. The quantity is in 10^-8 of the base
 * asset.
 */
export function assertLots(filters: OrderFilters, type: OrderType, quantity: bigint): void {
  assertRange('LOT_SIZE', quantity, filters.lotUnit, filters.lots);
  if (type === 'MARKET') assertRange('MARKET_LOT_SIZE', quantity, filters.lotUnit, filters.marketLots);
}

/** Rejects an order whose notional value is too small or too large. */
export function assertNotional(
  filters: OrderFilters,
  type: OrderType,
  size: Pick<FittedSize, 'price' | 'lots' | 'stopPrice' | 'quoteQuantity'>,
  average: () => AveragePrice,
): void {
  const { notional, perTickLot } = filters;
  const isMarket = executesAtMarket(type);
  const price = isMarket ? size.stopPrice : size.price;
  let notionalValue = BigInt(price) * BigInt(size.lots) * perTickLot;
  if (size.quoteQuantity > 0n) notionalValue = size.quoteQuantity;
  else if (price === 0) {
    const averagePrice = average();
    notionalValue = (averagePrice.value * BigInt(size.lots) * perTickLot) / BigInt(averagePrice.lots);
  }
  const isTooSmall = notionalValue < notional.min && (!isMarket || notional.appliesMinToMarket);
  const isTooLarge =
    notional.max !== undefined && notionalValue > notional.max && (!isMarket || notional.appliesMaxToMarket);
  if (isTooSmall || isTooLarge) throw filterFailure(notional.name);
}

/** Returns a decimal as an amount, or 0n if absent. Rejects more than 8 decimals. */
export function toAmount(name: string, value: Decimal | undefined): bigint {
  if (value === undefined) return 0n;
  const amount = amountOf(value);
  if (amount === undefined) throw createRefusal(-1111, `Parameter '${name}' has too much precision.`);
  return amount;
}

function assertRange(name: string, amount: bigint, unit: bigint, { min, max }: FilterRange): void {
  const count = amount / unit;
  if (amount % unit !== 0n || count < min || (max !== 0n && count > max)) throw filterFailure(name);
}

/**
 * Rejects a price in ticks outside the band around the average price. Multiplies out instead of dividing, so that
 * nothing is rounded: down x average <= price <= up x average.
 */
export function assertBand(
  { bands }: Pick<OrderFilters, 'bands'>,
  isBuy: boolean,
  ticks: bigint,
  averagePrice: AveragePrice,
): void {
  const { up, down }: Band = isBuy ? bands.bids : bands.asks;
  const weighted = ticks * BigInt(averagePrice.lots);
  const isAbove = weighted * 10n ** BigInt(up.scale) > up.value * averagePrice.value;
  const isBelow = weighted * 10n ** BigInt(down.scale) < down.value * averagePrice.value;
  if (isAbove || isBelow) throw filterFailure(bands.name);
}

/** Rejects an iceberg quantity that is too large, or too small for the parts that are allowed. */
export function assertIceberg(
  { icebergPartsMax }: Pick<OrderFilters, 'icebergPartsMax'>,
  { icebergLots, lots }: Pick<FittedSize, 'icebergLots' | 'lots'>,
): void {
  if (icebergLots === 0) return;
  if (icebergLots >= lots) throw orderRejected('IcebergQty exceeds QTY.');
  if (Math.ceil(lots / icebergLots) > icebergPartsMax) throw filterFailure('ICEBERG_PARTS');
}

function assertTrailing({ trailing }: OrderFilters, { type, isBuy, trailingDelta }: OrderSize): void {
  if (trailingDelta === undefined || !isStopType(type)) return;
  const { min, max } = isRisingStop(type, isBuy) ? trailing.above : trailing.below;
  if (trailingDelta < min || trailingDelta > max) throw filterFailure('TRAILING_DELTA');
}
