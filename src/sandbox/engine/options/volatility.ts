/** The implied volatilities of the simulated options market: a slowly varying level with a smile over strikes (our choice). */
import { MINUTE_MS } from '../../../core/time-units.ts';
import { smoothNoise } from '../market/noise.ts';
import type { OptionUnderlying } from './contracts.ts';
import { logarithm } from './normal.ts';

/** Returns the annual volatility at the money, as a fraction; it is the same for all options of an underlying. */
export function volatilityAtTheMoney(underlying: OptionUnderlying, at: number): number {
  const { key } = underlying;
  const minute = Math.floor(at / MINUTE_MS);
  return (
    usualVolatility(underlying) *
    (1 + 0.15 * smoothNoise(key, minute, 1440) + 0.15 * smoothNoise(key ^ 1, minute, 14_400))
  );
}

/**
 * Returns the annual volatility of an option, as a fraction, from the `level` at the money, from `ratio`, which is spot /
 * strike, and from the years to expiry.
 */
export function volatilityOf(
  underlying: OptionUnderlying,
  level: number,
  ratio: number,
  years: number,
): number {
  const strikeDistance = -logarithm(ratio) / (usualVolatility(underlying) * Math.sqrt(years));
  const boundedDistance = Math.min(Math.max(strikeDistance, -4), 4);
  return level * (1 - 0.03 * boundedDistance + 0.02 * boundedDistance * boundedDistance);
}

function usualVolatility({ spot }: OptionUnderlying): number {
  return spot.base.volatility * Math.sqrt(365);
}
