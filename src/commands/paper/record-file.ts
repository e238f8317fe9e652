/** Reads files of lines, such as those of scenario records. */
import { createThesisFiles } from '../../app/thesis-files.ts';
import type { World } from '../../app/world.ts';
import { usageError } from '../../core/errors.ts';

/** What a file is expected to hold, for the error of one that cannot be read. */
interface FileContents {
  readonly what: string;
  readonly hint: string;
}

const RECORDS: FileContents = {
  what: 'records',
  hint: 'Give the path of an NDJSON file, or - for standard input; docs/paper.md describes its records.',
};

/**
 * Yields the chunks of a file, by default one of scenario records, or of standard input for `-`. A failure to read the
 * file becomes a usage error.
 */
export async function* readRecordFile(
  world: World,
  file: string,
  { what, hint }: FileContents = RECORDS,
): AsyncGenerator<Uint8Array> {
  const files = createThesisFiles(world);
  try {
    yield* file === '-' ? files.readInput() : files.read(file);
  } catch (cause) {
    const { code, message } = cause as { readonly code?: string; readonly message?: string };
    const found = UNREADABLE[code ?? ''] ?? message ?? 'a failure';
    throw usageError(`Expected a file of ${what} at ${file}, found ${found}.`, hint);
  }
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'a file without permission to read it',
  EISDIR: 'a folder',
};
