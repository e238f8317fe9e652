/** Validates files, folders and standard input in sequence. */
import { EXIT_CODES, type ExitCode, usageError } from '../core/errors.ts';
import { displayText } from './display.ts';
import { DOCUMENT_BYTES_MAX, FILES_MAX, FOLDER_DEPTH_MAX } from './limits.ts';
import { type LineThread, validateLines } from './lines.ts';
import { textOf, validateBytes } from './validate.ts';
import type { DocumentVerdict } from './verdict.ts';

/**
 * Access to files and standard input, injected by the app. Rejections have the `code` of Node, such as
 * ENOENT.
 */
export interface ThesisFiles {
  /** Returns the kind of the path, following links; anything that can be read as bytes is a file. */
  kind(path: string): Promise<'file' | 'folder'>;
  /**
   * Returns the entries of a folder in any order; links to folders count as files, so that there are no
   * loops.
   */
  list(path: string): Promise<readonly FolderEntry[]>;
  /** Yields the bytes of a file; a chunk is valid until the next one is requested. */
  read(path: string): AsyncIterable<Uint8Array>;
  /** Yields the bytes of standard input. */
  readInput(): AsyncIterable<Uint8Array>;
  /** Returns the size of a file in bytes; undefined where it is not known before the end. */
  size?(path: string): Promise<number | undefined>;
  /** Starts a thread for part of a long stream; returns undefined where none is of use. */
  startThread?(): Promise<LineThread | undefined>;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder';
}

export interface ValidateOptions {
  /** Whether every source is read as NDJSON, not only `*.ndjson` and `*.jsonl`. */
  readonly isNdjson?: boolean;
}

/** The name of standard input among sources. */
export const STANDARD_INPUT = '-';

/** Counts verdicts. */
export class VerdictCounts {
  valid = 0;
  invalid = 0;
  unreadable = 0;

  /** Counts one verdict. A source that could not be opened is unreadable, not invalid. */
  count(verdict: DocumentVerdict): void {
    if (verdict.valid) this.valid++;
    else if (verdict.errors[0]?.rule === 'unreadable') this.unreadable++;
    else this.invalid++;
  }

  /** Returns whether every source was read and every document is valid. */
  get isValid(): boolean {
    return this.invalid === 0 && this.unreadable === 0;
  }

  /** Returns exit code 2 if a source could not be read, 1 if a document is invalid, otherwise 0. */
  get exitCode(): ExitCode {
    if (this.unreadable > 0) return EXIT_CODES.usage;
    return this.invalid > 0 ? EXIT_CODES.check : EXIT_CODES.done;
  }
}

/**
 * Yields the verdicts on all documents of the sources in order, in batches. A folder stands for its `*.json`,
 * `*.ndjson` and `*.jsonl` files, sorted by name, including nested folders, without names that begin with a
 * dot. A source that cannot be read gets a verdict with the rule `unreadable`, and the other sources are
 * still validated. Throws a usage error when standard input is named twice.
 */
export async function* validateSources(
  sources: readonly string[],
  files: ThesisFiles,
  options: ValidateOptions = {},
): AsyncGenerator<readonly DocumentVerdict[]> {
  if (sources.filter((source) => source === STANDARD_INPUT).length > 1) {
    throw usageError('Standard input can be read only once, found - twice.', 'Name - once.');
  }
  const isNdjson = options.isNdjson === true;
  for (const source of sources) {
    if (source === STANDARD_INPUT) {
      yield* validateStream(source, files.readInput(), isNdjson, files);
      continue;
    }
    for await (const file of filesOf(source, files)) {
      if (typeof file !== 'string') yield [file];
      else {
        const hasLines = isNdjson || /\.(?:ndjson|jsonl)$/i.test(file);
        yield* validateStream(file, files.read(file), hasLines, files);
      }
    }
  }
}

async function* validateStream(
  source: string,
  chunks: AsyncIterable<Uint8Array>,
  isNdjson: boolean,
  files: ThesisFiles,
): AsyncGenerator<readonly DocumentVerdict[]> {
  try {
    if (isNdjson)
      yield* validateLines(source, wrapReadFaults(chunks), {
        startThread: files.startThread,
        size: await files.size?.(source),
      });
    else yield [{ source, ...validateBytes(await readWhole(wrapReadFaults(chunks))) }];
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error;
    yield [unreadableVerdict(source, error.cause)];
  }
}

/** An error of reading a source, in contrast to an error of validating it. */
class ReadFailure extends Error {}

async function* wrapReadFaults(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (cause) {
    throw new ReadFailure('reading failed', { cause });
  }
}

/** Returns the text of one document, a file or `-`; the verdict when the source cannot be read. */
export async function readDocument(source: string, files: ThesisFiles): Promise<string | DocumentVerdict> {
  try {
    const isInput = source === STANDARD_INPUT;
    if (!isInput && (await files.kind(source)) === 'folder')
      return unreadableVerdict(source, { code: 'EISDIR' });
    const text = textOf(await readWhole(isInput ? files.readInput() : files.read(source)));
    return typeof text === 'string' ? text : { source, ...text };
  } catch (error) {
    return unreadableVerdict(source, error);
  }
}

/** Returns the bytes of a document; reading stops soon after the size limit. */
async function readWhole(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(Buffer.from(chunk));
    length += chunk.length;
    if (length > DOCUMENT_BYTES_MAX) break;
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

/** Yields the source itself or the files of the folder, and verdicts on entries that can't be read. */
async function* filesOf(source: string, files: ThesisFiles): AsyncGenerator<string | DocumentVerdict> {
  let count = 0;
  const pending = [{ path: source, depth: 0, isKnown: false }];
  while (pending.length > 0) {
    const { path, depth, isKnown } = pending.pop()!;
    try {
      if (isKnown || (depth === 0 && (await files.kind(path)) === 'file')) {
        if (++count > FILES_MAX) throw new Error(`more than ${FILES_MAX} files`);
        yield path;
        continue;
      }
      if (depth > FOLDER_DEPTH_MAX) throw new Error(`folders more than ${FOLDER_DEPTH_MAX} deep`);
      const entries = (await files.list(path)).filter(isThesisFile).sort(byName).reverse();
      const folder = path.endsWith('/') ? path : `${path}/`;
      for (const { name, kind } of entries) {
        pending.push({ path: folder + name, depth: depth + 1, isKnown: kind === 'file' });
      }
    } catch (error) {
      yield unreadableVerdict(path, error);
      count++;
      if (count > FILES_MAX) return;
    }
  }
  if (count === 0) yield unreadableVerdict(source, new Error('a folder without *.json, *.ndjson or *.jsonl'));
}

function isThesisFile({ name, kind }: FolderEntry): boolean {
  return !name.startsWith('.') && (kind === 'folder' || /\.(?:json|ndjson|jsonl)$/i.test(name));
}

function byName(first: FolderEntry, second: FolderEntry): number {
  return first.name < second.name ? -1 : 1;
}

const READ_FAILURES: Readonly<Record<string, readonly [found: string, fix: string]>> = {
  ENOENT: ['no such file', 'Check the name.'],
  EACCES: ['no permission to read it', 'Check who may read it.'],
  EPERM: ['no permission to read it', 'Check who may read it.'],
  EISDIR: ['a folder', 'Name the files in it.'],
  ENOTDIR: ['a file where a folder should be', 'Check the path.'],
  ELOOP: ['links that lead in a circle', 'Name the file itself.'],
  ENAMETOOLONG: ['a name that is too long', 'Check the name.'],
};

function unreadableVerdict(source: string, error: unknown): DocumentVerdict {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  const [found, fix] = READ_FAILURES[code ?? ''] ?? [
    displayText(message ?? String(error)),
    'Give a file, a folder, or - for standard input.',
  ];
  return {
    source,
    valid: false,
    errors: [
      {
        path: '',
        line: 0,
        column: 0,
        rule: 'unreadable',
        expected: 'a source that can be read',
        found,
        message: `cannot read ${displayText(source)}: ${found}`,
        fix,
      },
    ],
  };
}
