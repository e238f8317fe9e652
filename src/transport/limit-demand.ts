import type { Answer } from '../request/types.ts';
import type { Demand } from '../state/budget.ts';

/** A limit that a request counts towards, and how answers report it. */
export interface LimitDemand extends Demand {
  /** Returns the usage that an answer reports. */
  reportedIn(answer: Answer): number | undefined;
  /** Returns the limit that the answer shows to apply instead of the listed one. */
  capIn?(answer: Answer): number | undefined;
}
