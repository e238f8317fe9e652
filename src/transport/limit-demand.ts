import { MINUTE_MS } from '../core/time-units.ts';
import type { Answer, PreparedRequest } from '../request/types.ts';
import type { Demand } from '../state/budget.ts';
import type { Meter } from '../state/budget-window.ts';

/** A limit that a request counts towards, and how answers report it. */
export interface LimitDemand extends Demand {
  /** Returns the usage of the limit that an answer reports. */
  reportedIn(answer: Answer): number | undefined;
  /** Returns the limit that the answer shows to apply instead of the listed one. */
  capIn?(answer: Answer): number | undefined;
}

/** Exchange information begins with the limits, and the many symbols follow, so only its beginning is read. */
const LIMITS_LENGTH_MAX = 4_000;
const WEIGHT_LIMIT =
  /\{[^{}]*"rateLimitType"\s*:\s*"REQUEST_WEIGHT"[^{}]*"interval"\s*:\s*"MINUTE"[^{}]*"intervalNum"\s*:\s*1\b[^{}]*"limit"\s*:\s*(\d{1,9})\b/;

/** Returns the weight per minute that exchange information announces; undefined for other answers. */
export function announcedCap(
  { path }: PreparedRequest,
  answer: Answer,
  { windowMs }: Meter,
): number | undefined {
  // The body of any other answer is not read here: a long one is decoded when it is read.
  if (answer.status !== 200 || windowMs !== MINUTE_MS || !path.endsWith('/exchangeInfo')) return undefined;
  const limit = Number(WEIGHT_LIMIT.exec(answer.body.slice(0, LIMITS_LENGTH_MAX))?.[1]);
  return limit > 0 ? limit : undefined;
}
