/** Prepares the file of a database whose data must not be lost or read by others. */
import { closeSync, constants, openSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { ToolError } from '../core/errors.ts';
import { capitalize, ensurePrivateFolder } from './checked-file.ts';
import { assertRegularFile } from './lock.ts';

export interface PrivateDatabase {
  /** The path of the database file; its folder is created with mode 0700 if it is missing. */
  readonly path: string;
  /** The description of the file in errors, such as "the journal". */
  readonly what: string;
  /** The user id that must own the folder; undefined on systems without owners. */
  readonly owner: number | undefined;
  /** The environment variable that chooses the folder; BOURSE_HOME if omitted. */
  readonly variable?: string;
}

/** Magic numbers of NFS, SMB and CIFS, whose locks and shared memory SQLite's WAL mode cannot rely on (Linux, statfs). */
const NETWORK_FILE_SYSTEMS: ReadonlySet<number> = new Set([0x6969, 0x517b, 0xfe534d42, 0xff534d42]);

const DEFAULT_VARIABLE = 'BOURSE_HOME';

function writableHint({ variable = DEFAULT_VARIABLE }: PrivateDatabase): string {
  return `Free disk space or make the folder writable, or set ${variable} to another folder.`;
}

/**
 * Creates the folder of a database with mode 0700 and the file with mode 0600 where they are missing; SQLite gives
 * the files beside it the same mode. Throws a ToolError of kind `storage` for a folder or file that cannot be trusted
 * or created, and for a network file system.
 */
export function preparePrivateDatabase(database: PrivateDatabase): void {
  ensurePrivateFolder({ ...database, kind: 'storage', bytesMax: Number.MAX_SAFE_INTEGER });
  assertRegularFile(database.path);
  refuseNetworkFolder(database);
  createPrivately(database);
}

function createPrivately(database: PrivateDatabase): void {
  const { path, what } = database;
  try {
    closeSync(openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    throw new ToolError({
      kind: 'storage',
      message: `The file ${path} of ${what} could not be created: ${message}.`,
      hint: writableHint(database),
      cause: error,
    });
  }
}

function refuseNetworkFolder({ path, what, variable = DEFAULT_VARIABLE }: PrivateDatabase): void {
  if (!NETWORK_FILE_SYSTEMS.has(statfsSync(dirname(path)).type)) return;
  throw new ToolError({
    kind: 'storage',
    message: `The folder ${dirname(path)} is on a network file system, where two machines could damage ${what}.`,
    hint: `Set ${variable} to a folder on a local disk.`,
  });
}

/**
 * Returns the error of kind `storage` for a failure of SQLite or of the file system; any other error is returned as it
 * is.
 */
export function databaseError(database: PrivateDatabase, error: unknown): unknown {
  const { path, what } = database;
  const { message, code, errcode } = error as { message?: string; code?: string; errcode?: number };
  const isOfStorage =
    errcode !== undefined || code?.startsWith('ERR_SQLITE') || code?.startsWith('E') === true;
  if (error instanceof ToolError || !isOfStorage) return error;
  return new ToolError({
    kind: 'storage',
    message: `${capitalize(what)} ${path} could not be read or written: ${message}.`,
    hint: writableHint(database),
    cause: error,
  });
}
