import { unlinkSync } from 'node:fs';

/**
 * Removes a file, which may be missing or removed by another process meanwhile. Throws the file system's other errors.
 * Node's `rmSync` loads a module of its own, which takes a millisecond of a short command.
 */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
