/**
 * The basis of a futures contract in market model 2: how far its price lies above its index, as a fraction.
 * The basis of a perpetual contract is mostly one or two basis points, rarely ten; that of a quarterly
 * contract is an annual rate of about 5 % for the time to delivery, and 0 at delivery. The basis changes at
 * full hours.
 */
import { HOUR_MS } from '../../../../core/time-units.ts';
import { blend, smoothNoise } from '../noise.ts';
import type { SymbolProfile } from '../symbol-profile.ts';

/** Between multiples of this time the basis is linear, apart from its hourly steps. */
export const BASIS_KNOT_MS = 12 * HOUR_MS;

const YEAR_MS = 365 * 24 * HOUR_MS;
const BASIS_POINT = 0.0001;

/** Returns the basis at a time, 0 for a symbol that is not a futures contract. */
export function basisAt(profile: SymbolProfile, at: number): number {
  const { contract } = profile.symbol;
  if (contract === undefined) return 0;
  const { deliversAt } = contract;
  const time = Math.floor(at / HOUR_MS) * HOUR_MS;
  if (deliversAt !== undefined && time >= deliversAt) return 0;
  const knot = Math.floor(time / BASIS_KNOT_MS);
  const start = knot * BASIS_KNOT_MS;
  const end = Math.min(start + BASIS_KNOT_MS, deliversAt ?? Number.POSITIVE_INFINITY);
  const from = basisAtKnot(profile.key, knot, start, deliversAt);
  const to = basisAtKnot(profile.key, knot + 1, end, deliversAt);
  return from + ((to - from) * (time - start)) / (end - start);
}

/** Returns the least and the greatest basis from `from` (inclusive) to `to` (exclusive). */
export function basisRange(
  profile: SymbolProfile,
  from: number,
  to: number,
): { readonly low: number; readonly high: number } {
  const first = basisAt(profile, from);
  const last = basisAt(profile, to - 1);
  let [low, high] = first < last ? [first, last] : [last, first];
  for (let at = (Math.floor(from / BASIS_KNOT_MS) + 1) * BASIS_KNOT_MS; at < to; at += BASIS_KNOT_MS) {
    const basis = basisAt(profile, at);
    low = Math.min(low, basis);
    high = Math.max(high, basis);
  }
  return { low, high };
}

function basisAtKnot(key: number, knot: number, at: number, deliversAt: number | undefined): number {
  if (deliversAt !== undefined) {
    const rate =
      0.05 + 0.03 * smoothNoise(blend(key, 11), knot, 120) + 0.01 * smoothNoise(blend(key, 12), knot, 10);
    return (rate * Math.max(0, deliversAt - at)) / YEAR_MS;
  }
  const usual = 1.2 * smoothNoise(blend(key, 13), knot, 14) + 0.8 * smoothNoise(blend(key, 14), knot, 4);
  // The seventh power of most numbers between 0 and 1 is close to 0, so that a large basis is rare.
  const surge = smoothNoise(blend(key, 15), knot, 6);
  return BASIS_POINT * (usual + 10 * surge * surge * surge * surge * surge * surge * surge);
}

/**
 * Returns how far the basis at noon lies from the line between the bases at both ends of the day, as a
 * fraction of the price.
 */
export function middayBend(profile: SymbolProfile, dayStart: number): number {
  if (profile.symbol.contract === undefined) return 0;
  const ends = basisAt(profile, dayStart) + basisAt(profile, dayStart + 2 * BASIS_KNOT_MS);
  return basisAt(profile, dayStart + BASIS_KNOT_MS) - ends / 2;
}
