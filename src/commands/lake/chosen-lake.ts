/** Finds the lake that a command is about. */
import { join, resolve } from 'node:path';
import type { World } from '../../app/world.ts';
import { LAKE_VARIABLE, type LakeHome } from '../../lake/home.ts';

/** Returns the lake of a world: BOURSE_LAKE, or the folder `lake` in the state folder. */
export function lakeHome(world: World): LakeHome {
  const { clock, random, facts, isProcessAlive, secretHex, version } = world;
  const chosen = world.environment[LAKE_VARIABLE];
  return {
    folder:
      chosen === undefined || chosen === ''
        ? join(world.folders.state, 'lake')
        : resolve(world.workingFolder, chosen),
    clock,
    random,
    owner: facts.owner,
    pid: facts.pid,
    isProcessAlive,
    secretHex,
    programFile: facts.programFile,
    version,
  };
}

/** Returns the note of a command that only reads, where there is no lake. */
export function noLakeNote({ folder }: LakeHome): string {
  return `There is no lake at ${folder} yet. Make one: bourse lake import PATH, or bourse lake sync.`;
}
