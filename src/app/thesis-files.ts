/** Reads theses from files, folders and standard input. */
import { closeSync, open, openSync, read, readdirSync, readSync, statSync } from 'node:fs';
import type { ThesisFiles } from '../thesis/sources.ts';
import type { World } from './world.ts';

/**
 * The size of one read: large enough to make the cost of each read negligible, small enough to keep memory
 * use low.
 */
const CHUNK_BYTES = 256 * 1024;

/** Returns the thesis reader of a world. Reads only the given paths. */
export function createThesisFiles(world: World): ThesisFiles {
  return {
    kind: async (path) => (statSync(path).isDirectory() ? 'folder' : 'file'),
    list: async (path) =>
      readdirSync(path, { withFileTypes: true }).map((entry) => ({
        name: entry.name,
        kind: entry.isDirectory() ? 'folder' : 'file',
      })),
    read: readChunks,
    size: async (path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found?.isFile() === true ? found.size : undefined;
    },
    readInput: () => world.stdin.read(),
    startThread: async () => (await import('./thesis-thread.ts')).startLineThread(world.facts.programFile),
  };
}

/**
 * Yields the chunks of a file or pipe, all in the same buffer: a chunk is valid until the next one is
 * requested. Files are read synchronously, which takes less time than loading node:fs/promises. Pipes are
 * read asynchronously, because they may stay empty for long and Ctrl-C must work meanwhile.
 */
async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  const isFile = statSync(path).isFile();
  const file = isFile ? openSync(path, 'r') : await openPipe(path);
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      const count = isFile ? readSync(file, buffer) : await readPipe(file, buffer);
      if (count === 0) return;
      yield buffer.subarray(0, count);
    }
  } finally {
    closeSync(file);
  }
}

function openPipe(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    open(path, 'r', (error, file) => (error === null ? resolve(file) : reject(error)));
  });
}

function readPipe(file: number, buffer: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    read(file, buffer, 0, buffer.length, null, (error, count) =>
      error === null ? resolve(count) : reject(error),
    );
  });
}
