/**
 * Reads and writes private files. Rejects files that another user owns, can read, can replace or has linked:
 * such a user could read keys or turn a test profile into a live one.
 */

import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ErrorKind, ToolError } from '../core/errors.ts';
import { makePrivateFolder, syncFolder } from './folders.ts';

export interface CheckedFile {
  readonly path: string;
  /** The description of the file in errors, such as "the profile file". */
  readonly what: string;
  /** The user id that must own the file; undefined on systems without owners, such as Windows. */
  readonly owner: number | undefined;
  /** The kind of the error when the file cannot be trusted: `credentials` for keys, `storage` for ledgers. */
  readonly kind: ErrorKind;
  /** The size in bytes above which a file is rejected without being read. */
  readonly bytesMax: number;
  /** The environment variable that chooses the folder; BOURSE_HOME if omitted. */
  readonly variable?: string;
}

/** The permission bits of the file's group and of other users, none of which may be set. */
const OTHERS_PERMISSIONS = 0o077;

const TEMPORARY_NAME_LENGTH = 12;

/**
 * Returns the text of the file, or undefined when the file does not exist. Throws a ToolError of the file's
 * kind unless it is a regular file with one name, owned by this user, closed to others, and valid UTF-8.
 * Symbolic links are not followed.
 */
export function readCheckedFile(file: CheckedFile): string | undefined {
  let descriptor: number;
  try {
    // O_NONBLOCK prevents the call from waiting for a writer if somebody replaced the file by a FIFO.
    descriptor = openSync(file.path, constants.O_RDONLY | noFollow() | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw openError(file, code, error);
  }
  try {
    // The permissions of the open file descriptor are checked, because the path could lead to another file a
    // moment later.
    const state = fstatSync(descriptor);
    checkFileState(file, state);
    return decodeText(file, readAll(file, descriptor, state.size));
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Replaces the file atomically: the text is written to a temporary file with mode 0600, synced and renamed,
 * so readers see the old text or the new one. Throws a ToolError of kind `storage` when the text could not be
 * written.
 */
export function writeCheckedFile(file: CheckedFile, text: string, unique: (bytes: number) => string): void {
  const folder = dirname(file.path);
  const draft = join(folder, `.${basename(file.path)}.${unique(TEMPORARY_NAME_LENGTH / 2)}`);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow();
  try {
    const descriptor = openSync(draft, flags, 0o600);
    try {
      fchmodSync(descriptor, 0o600);
      writeWhole(descriptor, Buffer.from(text, 'utf8'));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, file.path);
    syncFolder(folder);
  } catch (error) {
    rmSync(draft, { force: true });
    throw writeFailure(file, error);
  }
}

/** Returns the error of a file that could not be written. */
export function writeFailure(file: CheckedFile, cause: unknown): ToolError {
  const { code, message } = cause as NodeJS.ErrnoException;
  return new ToolError({
    kind: 'storage',
    message: `${capitalize(file.what)} ${file.path} could not be written: ${code ?? message}.`,
    hint: 'The previous content is unchanged. Free disk space, or check the permissions of the folder.',
    cause,
  });
}

/**
 * Creates the folder of the file with mode 0700 when it is missing, checks that this user owns it and that
 * nobody else can write to it, and returns its path with all links resolved. Throws a ToolError of the file's
 * kind for a folder that cannot be trusted, and of kind `storage` for one that cannot be created.
 */
export function ensurePrivateFolder(file: CheckedFile): string {
  const folder = dirname(file.path);
  try {
    makePrivateFolder(folder);
  } catch (error) {
    throw new ToolError({
      kind: 'storage',
      message: `The folder ${folder} could not be created: ${(error as NodeJS.ErrnoException).code}.`,
      hint: `Check the rights of its parent, or set ${folderVariable(file)} to a folder of yours.`,
      cause: error,
    });
  }
  checkFolderTrust(file);
  return realpathSync(folder);
}

/** Returns the environment variable that chooses the folder of a file. */
function folderVariable({ variable }: CheckedFile): string {
  return variable ?? 'BOURSE_HOME';
}

/** Checks the folder of a file that is only read; a missing folder is accepted. */
export function checkFolderTrust(file: CheckedFile): void {
  const folder = dirname(file.path);
  let state: Stats;
  try {
    state = lstatSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw untrustedFileError(
      file,
      `its folder ${folder} cannot be looked at`,
      'Check the rights of the folder.',
      error,
    );
  }
  if (state.isSymbolicLink()) {
    throw untrustedFileError(
      file,
      `its folder ${folder} is a symbolic link`,
      `Set ${folderVariable(file)} to the real folder.`,
    );
  }
  if (!state.isDirectory()) throw untrustedFileError(file, `${folder} is not a folder`, 'Move it away.');
  if (file.owner === undefined) return;
  if (state.uid !== file.owner) {
    throw untrustedFileError(
      file,
      `its folder ${folder} belongs to user ${state.uid}, expected user ${file.owner}`,
      `Use a folder of your own: set ${folderVariable(file)}.`,
    );
  }
  if ((state.mode & 0o022) !== 0) {
    throw untrustedFileError(
      file,
      `others can write to its folder ${folder} (mode ${modeText(state)})`,
      `Close it: chmod 700 ${folder}`,
    );
  }
}

function checkFileState(file: CheckedFile, state: Stats): void {
  const { path } = file;
  if (!state.isFile()) {
    throw untrustedFileError(file, `it is ${kindOf(state)}, expected a regular file`, `Move ${path} away.`);
  }
  if (state.nlink > 1) {
    throw untrustedFileError(
      file,
      `it has ${state.nlink} names (hard links), expected one`,
      `Find the others: find / -samefile ${path} 2>/dev/null`,
    );
  }
  if (file.owner !== undefined) {
    if (state.uid !== file.owner) {
      throw untrustedFileError(
        file,
        `it belongs to user ${state.uid}, expected user ${file.owner}`,
        'Look at what it holds before you make it your own.',
      );
    }
    if ((state.mode & OTHERS_PERMISSIONS) !== 0) {
      throw untrustedFileError(
        file,
        `it is open to others (mode ${modeText(state)}, expected 0600)`,
        `Close it: chmod 600 ${path}. Renew the keys it leads to if somebody may have read it.`,
      );
    }
  }
  if (state.size > file.bytesMax) {
    throw untrustedFileError(
      file,
      `it holds ${state.size} bytes, at most ${file.bytesMax} are read`,
      'Check the path.',
    );
  }
}

function kindOf(state: Stats): string {
  if (state.isDirectory()) return 'a folder';
  if (state.isFIFO()) return 'a FIFO';
  if (state.isSocket()) return 'a socket';
  return 'a device';
}

function modeText({ mode }: Stats): string {
  return `0${(mode & 0o777).toString(8).padStart(3, '0')}`;
}

function openError(file: CheckedFile, code: string | undefined, cause: unknown): ToolError {
  const { path } = file;
  if (code === 'ELOOP' || code === 'EMLINK') {
    return untrustedFileError(
      file,
      'it is a symbolic link, expected a regular file',
      'Put the file itself there; links are not followed, because other users could redirect them.',
      cause,
    );
  }
  if (code === 'ENXIO' || code === 'EISDIR') {
    return untrustedFileError(file, 'it is not a regular file', `Move ${path} away.`, cause);
  }
  return untrustedFileError(
    file,
    `it cannot be opened (${code})`,
    'Check its rights and those of its folders.',
    cause,
  );
}

function untrustedFileError(file: CheckedFile, why: string, hint: string, cause?: unknown): ToolError {
  return new ToolError({
    kind: file.kind,
    message: `${capitalize(file.what)} ${file.path} is not used: ${why}.`,
    hint,
    execution: 'not_executed',
    ...(cause === undefined ? {} : { cause }),
  });
}

function readAll(file: CheckedFile, descriptor: number, size: number): Buffer {
  // The buffer has one byte more than the file, so that a file which grows during the read is detected.
  const buffer = Buffer.alloc(Math.min(size, file.bytesMax) + 1);
  let length = 0;
  for (;;) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null);
    length += count;
    if (count === 0 || length === buffer.length) break;
  }
  if (length > size) throw untrustedFileError(file, 'it changed while it was read', 'Try again.');
  return buffer.subarray(0, length);
}

function decodeText(file: CheckedFile, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (error) {
    throw untrustedFileError(file, 'it is not valid UTF-8 text', 'Restore it from a backup.', error);
  }
}

/**
 * Writes all bytes. A full disk may accept only a part of a write without an error, which is visible only in
 * the returned count.
 */
function writeWhole(descriptor: number, bytes: Buffer): void {
  let written = 0;
  while (written < bytes.length) {
    const count = writeSync(descriptor, bytes, written, bytes.length - written);
    if (count === 0) throw new Error(`only ${written} of ${bytes.length} bytes were written`);
    written += count;
  }
}

/** Returns O_NOFOLLOW, or zero on systems without the flag. */
function noFollow(): number {
  return constants.O_NOFOLLOW ?? 0;
}

export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
