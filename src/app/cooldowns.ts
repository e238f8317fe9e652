/** The bans and cooldowns that the exchange ordered, shared by all processes of this machine. */
import { join } from 'node:path';
import { type Cooldowns, sharedCooldowns } from '../store/cooldowns.ts';
import type { World } from './world.ts';

/**
 * The name of the folder on disk that holds cooldowns; earlier versions use the same folder, so the name
 * cannot change.
 */
const FOLDER_NAME = 'silences';

/** Returns the folder of the files that hold bans and cooldowns. */
export function cooldownFolder({ folders }: World): string {
  return join(folders.state, FOLDER_NAME);
}

/** Returns the cooldowns of a scope: an environment, a host address, or one sandbox. */
export function openCooldowns(world: World, scope: string): Cooldowns {
  return sharedCooldowns(cooldownFolder(world), world.clock, scope);
}
