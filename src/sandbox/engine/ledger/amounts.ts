/** Amounts of money: whole numbers of 10^-8 of an asset, exact for every price and quantity of every symbol. */
import { type Decimal, formatDecimal } from '../../../core/decimal.ts';
import type { MarketSymbol } from '../market/symbols.ts';

/** Decimals of every amount (public facts: 8 on the live service irrespective of the tick size). */
export const AMOUNT_DECIMALS = 8;

/** Commissions of maker and taker, in ten-thousandths of what is received (public facts: 0.1 % for both). */
export const COMMISSION_PER_10000 = 10;

/** What prices and quantities of a symbol are worth. */
export interface AmountUnits {
  /** A lot in 10^-8 of the base asset. */
  readonly perLot: bigint;
  /** A lot at a price of one tick in 10^-8 of the quote asset. */
  readonly perTickLot: bigint;
}

/** Returns the units of a symbol; tick and lot decimals together are at most 8, so that both are whole. */
export function unitsOf({ tickDecimals, lotDecimals }: MarketSymbol): AmountUnits {
  return {
    perLot: 10n ** BigInt(AMOUNT_DECIMALS - lotDecimals),
    perTickLot: 10n ** BigInt(AMOUNT_DECIMALS - tickDecimals - lotDecimals),
  };
}

/** Returns the base asset of so many lots. */
export function baseAmount(units: AmountUnits, lots: number): bigint {
  return BigInt(lots) * units.perLot;
}

/** Returns the quote asset of so many lots at a price. */
export function quoteAmount(units: AmountUnits, price: number, lots: number): bigint {
  return BigInt(price) * BigInt(lots) * units.perTickLot;
}

/** Returns the commission on what is received, rounded down to 8 decimals (choice: not shown in the interface). */
export function commissionFrom(received: bigint): bigint {
  return (received * BigInt(COMMISSION_PER_10000)) / 10_000n;
}

/** Returns an amount as the exchange writes it, with 8 decimals. */
export function amountText(amount: bigint): string {
  return formatDecimal({ value: amount, scale: AMOUNT_DECIMALS });
}

/** Returns a decimal as an amount, or undefined where it has more than 8 decimals. */
export function amountOf({ value, scale }: Decimal): bigint | undefined {
  if (scale <= AMOUNT_DECIMALS) return value * 10n ** BigInt(AMOUNT_DECIMALS - scale);
  const excess = 10n ** BigInt(scale - AMOUNT_DECIMALS);
  return value % excess === 0n ? value / excess : undefined;
}
