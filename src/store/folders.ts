/** Creates the folders of private files. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents with mode 0700; does nothing if the folder exists. Other processes may create the same
 * folders at the same time. Throws the error of the system. The recursive form of Node's mkdir is not used, because it never
 * ends where a file system, such as /proc, refuses a folder whose parent exists.
 */
export function makePrivateFolder(folder: string): void {
  try {
    makeOneFolder(folder);
  } catch (error) {
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    if (!existsSync(parent)) makePrivateFolder(parent);
    makeOneFolder(folder);
  }
}

/** Creates a folder whose parent exists; does nothing if it exists already. */
function makeOneFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
