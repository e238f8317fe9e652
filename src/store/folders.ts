/** Creates the folders of private files. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents with mode 0700; does nothing if the folder exists. Throws the error of the system. The
 * recursive form of Node's mkdir is not used, because it never ends where a file system, such as /proc, refuses a folder
 * whose parent exists.
 */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    const parent = dirname(folder);
    if (code !== 'ENOENT' || parent === folder || existsSync(parent)) throw error;
    makePrivateFolder(parent);
    mkdirSync(folder, { mode: 0o700 });
  }
}
