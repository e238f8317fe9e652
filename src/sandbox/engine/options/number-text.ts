/** Numbers of options as the exchange writes them: with the digits that the contract's scales name. */
import { formatDecimal } from '../../../core/decimal.ts';
import { AMOUNT_DECIMALS } from '../ledger/amounts.ts';
import type { OptionContract } from './contracts.ts';

/** Returns a premium of so many ticks. */
export function priceText({ underlying }: OptionContract, ticks: number): string {
  return formatDecimal({ value: BigInt(ticks), scale: underlying.priceDecimals });
}

/** Returns a quantity of so many lots, below 0 for a short one. */
export function lotsText({ underlying }: OptionContract, lots: number): string {
  return formatDecimal({ value: BigInt(lots), scale: underlying.lotDecimals });
}

/** Returns the average premium of so many lots for a value, to 8 decimals, halves up; 0 without lots. */
export function averageText({ underlying }: OptionContract, value: bigint, lots: number): string {
  const lotCount = BigInt(Math.abs(lots));
  const scaledValue = value * 10n ** BigInt(underlying.lotDecimals);
  const average = lotCount === 0n ? 0n : (2n * scaledValue + lotCount) / (2n * lotCount);
  return formatDecimal({ value: average, scale: AMOUNT_DECIMALS });
}

/** Returns an index price of so many ticks of the spot pair, with 8 decimals. */
export function indexText({ underlying }: Pick<OptionContract, 'underlying'>, ticks: number): string {
  const scale = AMOUNT_DECIMALS - underlying.spot.tickDecimals;
  return formatDecimal({ value: BigInt(ticks) * 10n ** BigInt(scale), scale: AMOUNT_DECIMALS });
}

/** Returns a number of the model, rounded once to 8 decimals; digits after the 15th are no more than noise. */
export function floatText(value: number): string {
  return formatDecimal({ value: BigInt(Math.round(value * 10 ** AMOUNT_DECIMALS)), scale: AMOUNT_DECIMALS });
}
