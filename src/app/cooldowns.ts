/** Where this machine keeps until when an exchange wants to be left alone. */
import { join } from 'node:path';
import { type Silences, sharedSilences } from '../store/silences.ts';
import type { World } from './world.ts';

export function silenceFolder({ folders }: World): string {
  return join(folders.state, 'silences');
}

/** Returns the silences of a place, which all processes of this machine share. */
export function silencesAt(world: World, place: string): Silences {
  return sharedSilences(silenceFolder(world), world.clock, place);
}
