/** Reads files of the exchange's public archive from this machine's folders. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ArchiveFile } from '../archive/series.ts';
import { type ToolError, usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import type { World } from './world.ts';

/** The deepest folder below a given one that is searched; those of the archive are eight deep. */
const DEPTH_MAX = 12;

/** Reads an archive file, and the .CHECKSUM beside it if there is one. Throws a usage error for an unreadable file. */
export function readArchiveFile(world: World, path: string): ArchiveFile {
  try {
    const file = resolve(world.workingFolder, path);
    const bytes = readFileSync(file);
    const checksum = `${file}.CHECKSUM`;
    return existsSync(checksum) ? { path, bytes, checksum: readFileSync(checksum, 'utf8') } : { path, bytes };
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/**
 * Returns the paths of the zip and csv files in a folder and the folders below it, sorted; of a path that is a file, the
 * path itself. Throws a usage error for a path that cannot be read.
 */
export function listArchiveFiles(world: World, path: string, depth = 0): readonly string[] {
  try {
    const folder = resolve(world.workingFolder, path);
    if (!statSync(folder).isDirectory()) return [path];
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries
      .flatMap((entry) => {
        const inside = join(path, entry.name);
        if (entry.isDirectory()) return depth < DEPTH_MAX ? listArchiveFiles(world, inside, depth + 1) : [];
        return /\.(?:zip|csv)$/.test(entry.name) ? [inside] : [];
      })
      .sort();
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function unreadable(path: string, cause: unknown): ToolError | Error {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === undefined) return cause as Error;
  return usageError(`The file ${safeText(path)} cannot be read: ${safeText(message)}.`);
}
