/** The bounds that the measures of a realistic market keep, over the series of all seeds and symbols. */
import type { Realism } from './measures.ts';
import { meanOf, medianOf } from './statistics.ts';

export interface Bound {
  readonly field: keyof Realism;
  /** What is bounded: one number of all series, or each series. */
  readonly of: 'median' | 'mean' | 'each';
  readonly least: number;
  readonly most: number;
}

export const BOUNDS: readonly Bound[] = [
  { field: 'dailyKurtosis', of: 'median', least: 5, most: 12 },
  { field: 'absoluteMinuteReturns', of: 'each', least: 0.25, most: 0.6 },
  { field: 'minuteReturns', of: 'each', least: -0.05, most: 0.05 },
  { field: 'minuteVolumes', of: 'each', least: 0.25, most: 0.9 },
  { field: 'funding', of: 'each', least: 0.005, most: 0.03 },
  { field: 'fundingAtCap', of: 'mean', least: 0, most: 0.99 },
  { field: 'premium', of: 'median', least: 0, most: 3 },
  { field: 'bookSpan', of: 'each', least: 0.8, most: 100 },
  { field: 'impact', of: 'median', least: 0.2, most: 30 },
];

/** Returns the values of a bound that lie outside it. */
export function violationsOf({ field, of, least, most }: Bound, all: readonly Realism[]): readonly number[] {
  const values = all.map((one) => one[field]);
  const bounded = of === 'each' ? values : [of === 'mean' ? meanOf(values) : medianOf(values)];
  return bounded.filter((value) => !(value >= least && value <= most));
}
