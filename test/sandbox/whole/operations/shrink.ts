/** Reduces a list of operations to those that reproduce a fault. */
import type { Operation } from './operation.ts';
import { replayOperations } from './run.ts';

/** The time limit of the search, after which the shortest list so far is returned. */
const SEARCH_MS = 60_000;

/** Returns a shorter list of operations that still gives a fault, by leaving out ever smaller ranges. */
export function shrinkOperations(seed: number, operations: readonly Operation[]): readonly Operation[] {
  const end = performance.now() + SEARCH_MS;
  let smallest = operations;
  for (let size = Math.ceil(smallest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = smallest.length - size; from > -size; from -= size) {
      if (performance.now() > end) return smallest;
      const remaining = withoutRange(smallest, Math.max(0, from), Math.max(0, from) + size);
      if (remaining.length > 0 && replayOperations(seed, remaining) !== undefined) smallest = remaining;
    }
  }
  return smallest;
}

/** Returns the operations without a range, whose idle time is added to the next operation. */
function withoutRange(operations: readonly Operation[], from: number, to: number): readonly Operation[] {
  const skippedMs = operations.slice(from, to).reduce((sum, { waitMs }) => sum + waitMs, 0);
  const [next, ...rest] = operations.slice(to);
  const following = next === undefined ? [] : [{ ...next, waitMs: next.waitMs + skippedMs }, ...rest];
  return [...operations.slice(0, from), ...following];
}
