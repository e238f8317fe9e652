/** The shares of a limit that requests of each lane may use. */
import type { Lane } from './budget-records.ts';

/**
 * The share of a limit that requests may use; the rest allows for usage not yet reported, such as that of other
 * programs.
 */
export const REPORTED_SHARE = 0.97;
/** The share that requests may use of a rate limit as long as no answer of the server has confirmed the limit. */
const LISTED_SHARE = 0.9;
/** Look-ups and cancellations may use the whole limit, so that they do not wait behind other requests. */
const URGENT_SHARE = 1;
/** The share of a limit that bulk requests may use while orders, look-ups or cancellations are under way. */
const SHARED_SHARE = 0.8;

/**
 * The used share of a rate limit from which on the number of bulk requests under way is bounded, and that bound at
 * this share.
 */
const SLOTS_SHARE = 0.5;
const SLOTS_MAX = 7;

/** Returns the share of a limit that requests of a lane may use. */
export function shareOf(
  lane: Lane,
  { isConfirmed, hasPriority }: { readonly isConfirmed: boolean; readonly hasPriority: boolean },
): number {
  if (lane === 'urgent') return URGENT_SHARE;
  if (lane === 'bulk' && hasPriority) return SHARED_SHARE;
  return isConfirmed ? REPORTED_SHARE : LISTED_SHARE;
}

/**
 * Returns how many requests may be under way when another bulk request is sent, from 7 when half of the limit is used
 * down to 1; any number below that. If another program suddenly uses the rest of the limit, the server refuses no more
 * than the requests that are under way, which is too few to be banned for.
 */
export function slotsAt(usedShare: number): number {
  if (usedShare < SLOTS_SHARE) return Number.POSITIVE_INFINITY;
  return Math.max(1, Math.floor((SLOTS_MAX * (1 - usedShare)) / (1 - SLOTS_SHARE)));
}
