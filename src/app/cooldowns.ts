/** Where this machine keeps until when an exchange wants to be left alone. */
import { join } from 'node:path';
import { type Silences, sharedSilences } from '../store/cooldowns.ts';
import type { World } from './world.ts';

export function cooldownFolder({ folders }: World): string {
  return join(folders.state, 'silences');
}

/** Returns the silences of a place, which all processes of this machine share. */
export function openCooldowns(world: World, scope: string): Silences {
  return sharedSilences(cooldownFolder(world), world.clock, scope);
}
