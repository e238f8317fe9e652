/** Finds the endpoints that every host serves alike, so that no host is asked which interface it serves. */
import type { Endpoint, Param } from '../../catalogue/types.ts';

/**
 * Returns whether the document's and today's interface both serve every call of an endpoint and require the
 * same parameters of it.
 */
export function isServedAlike(endpoint: Endpoint | undefined): boolean {
  if (endpoint === undefined) return true;
  let isAlike = known.get(endpoint);
  if (isAlike === undefined) {
    const params = Object.values<Param>(endpoint.params);
    isAlike = endpoint.today === undefined && params.every(({ today }) => today?.required === undefined);
    known.set(endpoint, isAlike);
  }
  return isAlike;
}

/** What was found of endpoints before, for programs that call one many times. */
const known = new WeakMap<Endpoint, boolean>();
