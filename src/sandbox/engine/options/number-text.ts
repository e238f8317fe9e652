/** Formats numbers of options as the exchange does, with the decimals of the contract. */
import { formatDecimal } from '../../../core/decimal.ts';
import { AMOUNT_DECIMALS } from '../ledger/amounts.ts';
import type { OptionContract } from './contracts.ts';

/** Returns a premium in ticks as text. */
export function priceText({ underlying }: OptionContract, ticks: number): string {
  return formatDecimal({ value: BigInt(ticks), scale: underlying.priceDecimals });
}

/** Returns a quantity in lots as text; below 0 for a short position. */
export function lotsText({ underlying }: OptionContract, lots: number): string {
  return formatDecimal({ value: BigInt(lots), scale: underlying.lotDecimals });
}

/** Returns the average premium of lots with a total value, rounded half up to 8 decimals; 0 without lots. */
export function averageText({ underlying }: OptionContract, value: bigint, lots: number): string {
  const lotCount = BigInt(Math.abs(lots));
  const scaledValue = value * 10n ** BigInt(underlying.lotDecimals);
  const average = lotCount === 0n ? 0n : (2n * scaledValue + lotCount) / (2n * lotCount);
  return formatDecimal({ value: average, scale: AMOUNT_DECIMALS });
}

/** Returns an index price in ticks of the spot pair as text with 8 decimals. */
export function indexText({ underlying }: Pick<OptionContract, 'underlying'>, ticks: number): string {
  const scale = AMOUNT_DECIMALS - underlying.spot.tickDecimals;
  return formatDecimal({ value: BigInt(ticks) * 10n ** BigInt(scale), scale: AMOUNT_DECIMALS });
}

/** Returns a float rounded to 8 decimals as text. */
export function floatText(value: number): string {
  return formatDecimal({ value: BigInt(Math.round(value * 10 ** AMOUNT_DECIMALS)), scale: AMOUNT_DECIMALS });
}
