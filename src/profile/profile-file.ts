/** The profile file: what it holds and how a damaged one is reported. It is never repaired. */
import { ToolError } from '../core/errors.ts';
import { accepts } from '../generated/profile-validator-accepts.js';
import {
  type DocumentServices,
  documentPath,
  type JsonDocument,
  readDocument,
  updateDocument,
} from '../store/json-document.ts';
import type { ProfileDocument } from './profile.ts';

export type ProfileFileServices = DocumentServices;

const BYTES_MAX = 4 * 1024 * 1024;
const EMPTY: ProfileDocument = { schemaVersion: 1, profiles: {} };

/**
 * Returns the profiles of the folder, or no profiles when there is no file yet. Throws a ToolError of kind
 * `credentials` that names the file when the file cannot be trusted or is not valid.
 */
export function readProfiles(folder: string, services: ProfileFileServices): ProfileDocument {
  return readDocument(profileDocument(folder), services);
}

/** Updates the profiles under a lock between processes. Returns the new content. Throws like `updateDocument`. */
export function updateProfiles(
  folder: string,
  services: ProfileFileServices,
  change: (document: ProfileDocument) => ProfileDocument,
): Promise<ProfileDocument> {
  return updateDocument(profileDocument(folder), services, (document) => {
    const next = change(document);
    if (!accepts(next)) throw new RangeError('a profile document must fulfil its schema');
    return next;
  });
}

/** Returns the path of the file, for messages. */
export function profilePath(folder: string): string {
  return documentPath(profileDocument(folder));
}

function profileDocument(folder: string): JsonDocument<ProfileDocument> {
  return {
    folder,
    name: 'profiles',
    what: 'the profile file',
    kind: 'credentials',
    bytesMax: BYTES_MAX,
    empty: EMPTY,
    parse: parseDocument,
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
