/** Creates the folders of private files, flushes their names to disk, and looks whether a file exists. */
import { closeSync, constants, existsSync, fsyncSync, lstatSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents with mode 0700, and flushes their names to disk, so that a power cut does not remove a
 * folder with the files in it; does nothing if the folder exists. Other processes may create the same
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
    syncFolder(dirname(folder));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Flushes the names of the files in a folder to disk; does nothing on Windows, which cannot open folders. */
export function syncFolder(folder: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(folder, constants.O_RDONLY);
  } catch {
    return;
  }
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns whether a file is there, or cannot be proved absent. A link that leads nowhere is there. */
export function mayExist(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOTDIR';
  }
}
