/** Where the halt of writes stands, for the gate that looks for it before each write. */
import { join } from 'node:path';
import type { World } from '../world.ts';

/** The name under which errors and the audit log call the halt. */
export const HALT_RULE = 'halt';

/** Returns the path of the file whose presence halts all writes that add exposure. */
export function haltPath({ folders }: Pick<World, 'folders'>): string {
  return join(folders.state, 'halt.json');
}
