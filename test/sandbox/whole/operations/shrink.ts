/** Finds out which of many operations it takes to come to a fault. */
import type { Operation } from './operation.ts';
import { replay } from './run.ts';

/** How long may be looked for fewer; what was found by then is told. */
const SEARCH_MS = 60_000;

/** Returns fewer operations that come to a fault as well, in their order: pieces are left out, ever smaller ones. */
export function shrunk(seed: number, operations: readonly Operation[]): readonly Operation[] {
  const end = performance.now() + SEARCH_MS;
  let fewest = operations;
  for (let size = Math.ceil(fewest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = fewest.length - size; from > -size; from -= size) {
      if (performance.now() > end) return fewest;
      const without = leftOut(fewest, Math.max(0, from), Math.max(0, from) + size);
      if (without.length > 0 && replay(seed, without) !== undefined) fewest = without;
    }
  }
  return fewest;
}

/** Time passes all the same: what follows comes when it came. */
function leftOut(operations: readonly Operation[], from: number, to: number): readonly Operation[] {
  const waited = operations.slice(from, to).reduce((sum, { waitMs }) => sum + waitMs, 0);
  const [next, ...rest] = operations.slice(to);
  const later = next === undefined ? [] : [{ ...next, waitMs: next.waitMs + waited }, ...rest];
  return [...operations.slice(0, from), ...later];
}
