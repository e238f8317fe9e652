/**
 * Inverse contracts in market model 2. Their values are counted in the base asset, so that the average price of a span is
 * a harmonic mean, which lies below the arithmetic mean by the variance of the price divided by the price.
 */
import { unitsTimesTicks } from '../base-volume.ts';
import type { SymbolProfile } from '../symbol-profile.ts';
import type { InverseLots } from '../time-span.ts';

/** Returns how lots are counted on a day with a reference price, undefined for a symbol with values in the quote asset. */
export function inverseLotsOf({ symbol }: SymbolProfile, reference: number): InverseLots | undefined {
  const terms = symbol.contract?.inverse;
  if (terms === undefined) return undefined;
  const product = unitsTimesTicks(terms, symbol.tickDecimals);
  return { unitsTimesTicks: product, atReference: Math.round(product / reference) };
}

/**
 * Returns the expected variance of the price within a span, in ticks squared, around its average: that of a random walk
 * with a move from open to close, an average that lies `offset` off the middle of both, and random moves with a variance
 * of `moves` in total.
 */
export function priceVariance(move: number, offset: number, moves: number): number {
  return (move * move) / 12 + (offset * offset) / 5 + moves / 15;
}
