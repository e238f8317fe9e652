/**
 * Files that a compaction replaced. They are moved out of the folders of the tables at once, because other readers would count
 * their rows twice, and removed some time later.
 */
import { readdirSync, renameSync, rmdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from '../store/folders.ts';
import { type LakeHome, lakePath } from './home.ts';

/** The folder below that of the lake. */
const RETIRED = 'retired';

/** How long a replaced file is kept, in ms. */
export const GRACE_MS = 600_000;

/** Moves a file out of the folders of the tables. Does nothing if it is not there. */
export function retireFile(home: LakeHome, path: string): void {
  const to = lakePath(home, `${RETIRED}/${path}`);
  makePrivateFolder(dirname(to));
  try {
    renameSync(lakePath(home, path), to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const seconds = home.clock.now() / 1000;
  utimesSync(to, seconds, seconds);
}

/** Removes the files that were replaced long enough ago. */
export function removeRetired(home: LakeHome): void {
  removeOld(lakePath(home, RETIRED), home.clock.now() - GRACE_MS);
}

/** Removes old files of a folder, and the folder if nothing is left in it. */
function removeOld(folder: string, before: number): void {
  let entries: ReturnType<typeof readEntries>;
  try {
    entries = readEntries(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeOld(path, before);
    else if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < before)
      rmSync(path, { force: true });
  }
  try {
    rmdirSync(folder);
  } catch {
    // Another process retires files into it, or some are not old enough.
  }
}

function readEntries(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}
