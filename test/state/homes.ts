/** The homes of the shared state for tests: each opens several states over the same tables, with clocks of their own. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { MemoryTables, memoryState } from '../../src/state/memory-state.ts';
import type { SharedState } from '../../src/state/shared-state.ts';
import { openSqliteState } from '../../src/state/sqlite-state.ts';
import { quickClock } from '../store/clock.ts';
import { OWNER, privateFolder } from '../store/folders.ts';

/** The time at which the clocks of all tests start. */
export const START = 1_710_506_096_789;

export interface StateWorld {
  /** Opens the state as another process would, with a clock that is ahead by `skewMs`. */
  open(
    skewMs?: number,
  ): Promise<{ readonly state: SharedState; readonly clock: ReturnType<typeof quickClock> }>;
}

export const HOMES: readonly (readonly [string, () => StateWorld])[] = [
  ['in memory', memoryWorld],
  ['in files', () => fileWorld()],
];

function memoryWorld(): StateWorld {
  const tables = new MemoryTables();
  return {
    async open(skewMs = 0) {
      const clock = quickClock(START + skewMs);
      return { state: memoryState(clock, tables), clock };
    },
  };
}

/** Opens states over the same files, by default in a new folder. */
export function fileWorld(path = join(privateFolder(), 'state.db')): StateWorld {
  return {
    async open(skewMs = 0) {
      const clock = quickClock(START + skewMs);
      const state = await openSqliteState({ path, clock, random: seededRandom(7), owner: OWNER });
      onTestFinished(() => state.close());
      return { state, clock };
    },
  };
}
