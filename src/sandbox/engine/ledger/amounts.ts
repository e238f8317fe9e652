/** Amounts of assets as whole numbers of 10^-8, exact for every price and quantity of every symbol. */
import { type Decimal, formatDecimal } from '../../../core/decimal.ts';
import type { MarketSymbol } from '../market/symbols.ts';

/** Decimals of every amount (public facts: the exchange writes 8, whatever the tick size). */
export const AMOUNT_DECIMALS = 8;

/** Maker and taker commission in ten-thousandths of the received amount (public facts: 0.1 % for both). */
export const COMMISSION_PER_10000 = 10;

/** Conversion of the prices and quantities of a symbol, in ticks and lots, into amounts. */
export interface AmountUnits {
  /** The amount of one lot, in 10^-8 of the base asset. */
  readonly perLot: bigint;
  /** The amount of one lot at a price of one tick, in 10^-8 of the quote asset. */
  readonly perTickLot: bigint;
}

/**
 * Returns the conversion units of a symbol. Tick and lot decimals together are at most 8, so that both units
 * are whole numbers.
 */
export function unitsOf({ tickDecimals, lotDecimals }: MarketSymbol): AmountUnits {
  return {
    perLot: 10n ** BigInt(AMOUNT_DECIMALS - lotDecimals),
    perTickLot: 10n ** BigInt(AMOUNT_DECIMALS - tickDecimals - lotDecimals),
  };
}

/** Returns the amount of the base asset in a number of lots. */
export function baseAmount(units: AmountUnits, lots: number): bigint {
  return BigInt(lots) * units.perLot;
}

/** Returns the amount of the quote asset that a number of lots is worth at a price. */
export function quoteAmount(units: AmountUnits, price: number, lots: number): bigint {
  return BigInt(price) * BigInt(lots) * units.perTickLot;
}

/**
 * Returns the commission on a received amount, rounded down to 8 decimals (our choice: not shown in the
 * interface).
 */
export function commissionFrom(received: bigint): bigint {
  return (received * BigInt(COMMISSION_PER_10000)) / 10_000n;
}

/** Returns an amount as the exchange writes it, with 8 decimals. */
export function amountText(amount: bigint): string {
  return formatDecimal({ value: amount, scale: AMOUNT_DECIMALS });
}

/** Returns a decimal as an amount, or undefined if it has more than 8 decimals. */
export function amountOf({ value, scale }: Decimal): bigint | undefined {
  if (scale <= AMOUNT_DECIMALS) return value * 10n ** BigInt(AMOUNT_DECIMALS - scale);
  const excess = 10n ** BigInt(scale - AMOUNT_DECIMALS);
  return value % excess === 0n ? value / excess : undefined;
}
