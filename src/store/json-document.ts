/**
 * A private file with one JSON document: read directly, and written through conf under a lock between processes. A
 * damaged file is never repaired or overwritten.
 */
import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Random } from '../core/clock.ts';
import { type ErrorKind, ToolError } from '../core/errors.ts';
import {
  type CheckedFile,
  capitalize,
  checkFolderTrust,
  ensurePrivateFolder,
  readCheckedFile,
  writeFailure,
} from './checked-file.ts';
import { withLock } from './lock.ts';

/** What is needed to read and update a document. */
export interface DocumentServices {
  readonly clock: Clock;
  readonly random: Random;
  /** The user id that must own the files; undefined on systems without owners. */
  readonly owner: number | undefined;
  readonly interrupt?: AbortSignal;
}

/** One document and the file that holds it: `<folder>/<name>.json`. */
export interface JsonDocument<T extends object> {
  readonly folder: string;
  /** The name of the file without `.json`; the lock is named after it. */
  readonly name: string;
  /** The description of the file in errors, such as "the profile file". */
  readonly what: string;
  /** The kind of the error when the file cannot be trusted. */
  readonly kind: ErrorKind;
  /** The size in bytes above which the file is rejected without being read. */
  readonly bytesMax: number;
  /** The document of a folder without the file. */
  readonly empty: T;
  /** Returns the document of a text. Throws a ToolError that names the file for a text that is not valid. */
  readonly parse: (path: string, text: string) => T;
}

/**
 * Returns the document, or an empty one when there is no file yet. Throws a ToolError that names the file when the file
 * cannot be trusted or is not valid.
 */
export function readDocument<T extends object>(
  document: JsonDocument<T>,
  services: Pick<DocumentServices, 'owner'>,
): T {
  const file = documentFile(document, services);
  checkFolderTrust(file);
  const text = readCheckedFile(file);
  return text === undefined ? document.empty : document.parse(file.path, text);
}

/**
 * Updates the document: reads the file under a lock between processes and replaces it, so that no update of another
 * process is lost. Returns the new content. Throws like `readDocument`, and an error of kind `storage` when the file
 * could not be written. An unreadable file is never overwritten.
 */
export async function updateDocument<T extends object>(
  document: JsonDocument<T>,
  services: DocumentServices,
  change: (content: T) => T,
): Promise<T> {
  const { folder, name } = document;
  const file = documentFile(document, services);
  const realFolder = ensurePrivateFolder(file);
  const { default: Conf } = await import('conf');
  return withDocumentLock(document, services, () => {
    const next = change(readDocument(document, services));
    storeOrThrow(() => {
      const conf = new Conf<Record<string, unknown>>({
        cwd: folder,
        configName: name,
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
        clearInvalidConfig: false,
        serialize: documentText,
      });
      conf.store = Object.fromEntries(Object.entries(next));
    }, file);
    checkWritten(file, join(realFolder, `${name}.json`));
    return next;
  });
}

/** Runs an operation while no other process updates the document. */
export function withDocumentLock<T extends object, R>(
  { folder, name }: JsonDocument<T>,
  { clock, random, interrupt }: DocumentServices,
  operation: () => R,
): Promise<R> {
  const lock = { path: join(folder, `${name}.lock`), clock, random };
  return withLock(interrupt === undefined ? lock : { ...lock, signal: interrupt }, operation);
}

/** Returns the path of the document's file. */
export function documentPath({ folder, name }: Pick<JsonDocument<object>, 'folder' | 'name'>): string {
  return join(folder, `${name}.json`);
}

/** Returns the file of a document with the checks that it must pass before it is read. */
export function documentFile<T extends object>(
  document: JsonDocument<T>,
  { owner }: Pick<DocumentServices, 'owner'>,
): CheckedFile {
  const { what, kind, bytesMax } = document;
  return { path: documentPath(document), what, owner, kind, bytesMax };
}

/** Returns the text of a document as it is written to its file. */
export function documentText(content: object): string {
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

function storeOrThrow(write: () => void, file: CheckedFile): void {
  try {
    write();
  } catch (error) {
    throw writeFailure(file, error);
  }
}

/**
 * Checks that the file was written where expected: the library conf follows links, which another user could have created
 * meanwhile.
 */
function checkWritten({ path, what, kind }: CheckedFile, realPath: string): void {
  const state = lstatSync(path);
  if (state.isFile() && (state.mode & 0o077) === 0 && realpathSync(path) === realPath) return;
  throw new ToolError({
    kind,
    message: `${capitalize(what)} ${path} was changed while it was written: it is no longer a private file in its folder.`,
    hint: 'Another user may be changing that folder. Inspect it before you use what it holds.',
  });
}
