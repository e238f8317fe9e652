/**
 * Reads the profile file directly and writes it through conf under a lock; a damaged file is never repaired.
 */
import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Random } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import { accepts } from '../generated/profile-validator-accepts.js';
import {
  type CheckedFile,
  checkFolderTrust,
  ensurePrivateFolder,
  readCheckedFile,
} from '../store/checked-file.ts';
import { withLock } from '../store/lock.ts';
import type { ProfileDocument } from './profile.ts';

export interface ProfileFileServices {
  readonly clock: Clock;
  readonly random: Random;
  /** The user id that must own the files; undefined on systems without owners. */
  readonly owner: number | undefined;
  readonly interrupt?: AbortSignal;
}

const NAME = 'profiles';
const BYTES_MAX = 4 * 1024 * 1024;
const EMPTY: ProfileDocument = { schemaVersion: 1, profiles: {} };

/**
 * Returns the profiles of the folder, or no profiles when there is no file yet. Throws a ToolError of kind
 * `credentials` that names the file when the file cannot be trusted or is not valid.
 */
export function readProfiles(folder: string, services: ProfileFileServices): ProfileDocument {
  const file = checkedFile(folder, services);
  checkFolderTrust(file);
  const text = readCheckedFile(file);
  return text === undefined ? EMPTY : parseDocument(file.path, text);
}

/**
 * Updates the profiles: reads the file under a lock between processes and replaces it, so that no update of
 * another process is lost. Returns the new content. Throws like `readProfiles`, and an error of kind
 * `storage` when the file could not be written. An unreadable file is never overwritten.
 */
export async function updateProfiles(
  folder: string,
  services: ProfileFileServices,
  change: (document: ProfileDocument) => ProfileDocument,
): Promise<ProfileDocument> {
  const file = checkedFile(folder, services);
  const realFolder = ensurePrivateFolder(file);
  const { default: Conf } = await import('conf');
  const { clock, random, interrupt } = services;
  const lock = { path: join(folder, `${NAME}.lock`), clock, random };
  return withLock(interrupt === undefined ? lock : { ...lock, signal: interrupt }, () => {
    const next = change(readProfiles(folder, services));
    if (!accepts(next)) throw new RangeError('a profile document must fulfil its schema');
    storeOrThrow(() => {
      const conf = new Conf<Record<string, unknown>>({
        cwd: folder,
        configName: NAME,
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
        clearInvalidConfig: false,
        serialize: (value) => `${JSON.stringify(value, undefined, 2)}\n`,
      });
      conf.store = { ...next };
    }, file.path);
    checkWritten(file.path, realFolder);
    return next;
  });
}

/** Returns the path of the file, for messages. */
export function profilePath(folder: string): string {
  return join(folder, `${NAME}.json`);
}

function checkedFile(folder: string, { owner }: ProfileFileServices): CheckedFile {
  return {
    path: profilePath(folder),
    what: 'the profile file',
    owner,
    kind: 'credentials',
    bytesMax: BYTES_MAX,
  };
}

function parseDocument(path: string, text: string): ProfileDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const found = text.trim() === '' ? 'it is empty' : 'it is not JSON';
    throw damagedFileError(path, found, error);
  }
  const version = (value as { schemaVersion?: unknown } | null)?.schemaVersion;
  if (typeof version === 'number' && version > 1) {
    throw new ToolError({
      kind: 'credentials',
      message: `The profile file ${path} is of version ${version}; this bourse reads version 1.`,
      hint: 'Use the newer bourse that wrote it.',
      execution: 'not_executed',
    });
  }
  if (accepts(value)) return value as ProfileDocument;
  throw damagedFileError(path, 'it does not have the format of a profile file');
}

/** Creates an error that quotes nothing of the text, because a damaged file may contain keys anywhere. */
function damagedFileError(path: string, found: string, cause?: unknown): ToolError {
  return new ToolError({
    kind: 'credentials',
    message: `The profile file ${path} cannot be read: ${found}. It was left as it is.`,
    hint: `Restore it from a backup, or move it away and add the profiles again: mv ${path} ${path}.broken`,
    execution: 'not_executed',
    // The message of a parser error quotes the text, which may contain a key, so only its name is kept.
    ...(cause === undefined ? {} : { cause: new Error((cause as Error).name) }),
  });
}

function storeOrThrow(write: () => void, path: string): void {
  try {
    write();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ToolError({
      kind: 'storage',
      message: `The profile file ${path} could not be written: ${code ?? message}.`,
      hint: 'The previous content is unchanged. Free disk space, or check the permissions of the folder.',
      cause: error,
    });
  }
}

/**
 * Checks that the profile file was written where expected: the library conf follows links, which another user
 * could have created meanwhile.
 */
function checkWritten(path: string, realFolder: string): void {
  const state = lstatSync(path);
  const isOurs =
    state.isFile() && (state.mode & 0o077) === 0 && realpathSync(path) === join(realFolder, `${NAME}.json`);
  if (isOurs) return;
  throw new ToolError({
    kind: 'credentials',
    message: `The profile file ${path} was changed while it was written: it is no longer a private file in its folder.`,
    hint: 'Another user may be changing that folder. Inspect it before you use its profiles.',
  });
}
