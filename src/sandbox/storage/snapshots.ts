/**
 * Snapshots of a saved sandbox: named copies of its journal. A journal is append-only, so a copy made while another
 * process writes it is the exchange as it was a moment ago.
 */

import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError, usageError } from '../../core/errors.ts';
import { makePrivateFolder } from '../../store/folders.ts';
import { RECEIPT_ENDING } from './journal/receipt.ts';
import { journalPath, saveSeed } from './state-folder.ts';

const FOLDER = 'snapshots';
/** Matches the file name of a snapshot, which contains its name and the seed. */
const FILE = /^([a-z0-9][a-z0-9_-]{0,63})\.(\d{1,10})\.journal$/;

/**
 * Saves the journal of a seed under a name, replacing an older snapshot of that name. Throws a usage error if
 * there is no journal.
 */
export function saveSnapshot(folder: string, name: string, seed: number): void {
  const journal = journalPath(folder, seed);
  if (!existsSync(journal)) {
    throw usageError('This sandbox has no saved state yet, so there is nothing to snapshot.');
  }
  withStorageErrors(() => {
    makePrivateFolder(join(folder, FOLDER));
    const path = join(folder, FOLDER, `${name}.${seed}.journal`);
    copyFileSync(journal, `${path}.part`);
    chmodSync(`${path}.part`, 0o600);
    for (const other of filesOf(folder, name)) rmSync(join(folder, FOLDER, other), { force: true });
    renameSync(`${path}.part`, path);
  });
}

/** Replaces the saved sandbox by a snapshot and returns its seed. No process may have the saved sandbox open. */
export function restoreSnapshot(folder: string, name: string): number {
  const [file] = filesOf(folder, name);
  const seed = file === undefined ? undefined : Number(FILE.exec(file)![2]);
  if (file === undefined || seed === undefined) {
    throw usageError(`There is no snapshot "${name}".`, 'bourse sandbox snapshot list shows all snapshots.');
  }
  withStorageErrors(() => {
    const journal = journalPath(folder, seed);
    copyFileSync(join(folder, FOLDER, file), `${journal}.part`);
    // The snapshot may be shorter than the journal that it replaces.
    rmSync(journal + RECEIPT_ENDING, { force: true });
    renameSync(`${journal}.part`, journal);
  });
  saveSeed(folder, seed);
  return seed;
}

/** Returns the names of all snapshots in order. */
export function listSnapshots(folder: string): readonly string[] {
  return filesOf(folder)
    .map((file) => FILE.exec(file)![1]!)
    .sort();
}

function filesOf(folder: string, name?: string): readonly string[] {
  const path = join(folder, FOLDER);
  if (!existsSync(path)) return [];
  return readdirSync(path).filter((file) => {
    const nameParts = FILE.exec(file);
    return nameParts !== null && (name === undefined || nameParts[1] === name);
  });
}

function withStorageErrors(write: () => void): void {
  try {
    write();
  } catch (cause) {
    throw new ToolError({
      kind: 'storage',
      message: `The snapshot of the sandbox can't be written: ${(cause as Error).message}.`,
      hint: 'Free disk space and check the permissions of the sandbox folder.',
      cause,
    });
  }
}
