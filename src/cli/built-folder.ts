import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the folder of the files that the build wrote, by the file that was started, to which a global install links; ''
 * where there is none, because the sources are run without a build.
 */
export function builtFolder(programFile: string): string {
  try {
    return join(dirname(realpathSync(programFile)), '..', 'dist');
  } catch {
    return '';
  }
}
