/** Where a lake is, and what it needs of the process that uses it. */
import { join } from 'node:path';
import type { Clock, Random } from '../core/clock.ts';

/** The environment variable that chooses the folder of the lake. */
export const LAKE_VARIABLE = 'BOURSE_LAKE';

export interface LakeHome {
  /** The folder of the lake, an absolute path. */
  readonly folder: string;
  readonly clock: Clock;
  readonly random: Random;
  /** The user id that must own the folder; undefined on systems without owners. */
  readonly owner: number | undefined;
  readonly pid: number;
  readonly isProcessAlive: (pid: number) => boolean;
  /** Returns that many random bytes as hexadecimal digits. */
  readonly secretHex: (bytes: number) => string;
  /** The main file of this program, beside which Node finds DuckDB. */
  readonly programFile: string;
  /** The version of bourse, which the files name. */
  readonly version: string;
}

/** Returns the path of a file or folder of the lake, which is named with `/`. */
export function lakePath({ folder }: LakeHome, name: string): string {
  return join(folder, ...name.split('/'));
}
