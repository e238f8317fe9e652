/** The file of profiles: read straight, written through conf under a lock, never mended by guessing. */
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
  /** The user that must own the files; undefined where the system knows no owners. */
  readonly owner: number | undefined;
  readonly interrupt?: AbortSignal;
}

const NAME = 'profiles';
const BYTES_MAX = 4 * 1024 * 1024;
const EMPTY: ProfileDocument = { schemaVersion: 1, profiles: {} };

/**
 * Returns the profiles of the folder, none where there is no file yet. Throws a ToolError of kind `credentials` that
 * names the file where it cannot be trusted or does not hold what it should.
 */
export function readProfiles(folder: string, services: ProfileFileServices): ProfileDocument {
  const file = checkedFile(folder, services);
  checkFolderTrust(file);
  const text = readCheckedFile(file);
  return text === undefined ? EMPTY : parseDocument(file.path, text);
}

/**
 * Changes the profiles: the file is read anew under a lock between processes and written whole, so that no update of
 * another process is lost. Returns what is in the file now; throws as `readProfiles` does, and errors of kind
 * `storage` where it could not be written. A file that cannot be read is never overwritten.
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
  throw damagedFileError(path, 'it does not hold what a profile file should');
}

/** What was wrong with the text is not shown: a damaged file can hold keys in any place. */
function damagedFileError(path: string, found: string, cause?: unknown): ToolError {
  return new ToolError({
    kind: 'credentials',
    message: `The profile file ${path} cannot be read: ${found}. It was left as it is.`,
    hint: `Restore it from a copy, or move it away and add the profiles again: mv ${path} ${path}.broken`,
    execution: 'not_executed',
    // An error of the parser quotes the text it failed on, which may hold a key: only its name is kept.
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
      hint: 'What it held before is unchanged. Make room, or check the rights of its folder.',
      cause: error,
    });
  }
}

/** conf follows links: had somebody turned the folder or the file meanwhile, the profile would be elsewhere. */
function checkWritten(path: string, realFolder: string): void {
  const state = lstatSync(path);
  const isOurs =
    state.isFile() && (state.mode & 0o077) === 0 && realpathSync(path) === join(realFolder, `${NAME}.json`);
  if (isOurs) return;
  throw new ToolError({
    kind: 'credentials',
    message: `The profile file ${path} was changed while it was written: it is no longer a private file in its folder.`,
    hint: 'Somebody else may be working in that folder. Look at it before you use its profiles.',
  });
}
