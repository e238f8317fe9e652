/** The files and the standard input that theses are read from. */
import { closeSync, open, openSync, read, readdirSync, readSync, statSync } from 'node:fs';
import type { ThesisFiles } from '../thesis/sources.ts';
import type { World } from './world.ts';

/** Large enough that the cost of reading does not show, small enough for the memory to stay flat. */
const CHUNK_BYTES = 256 * 1024;

/** Returns the reader of theses in this world. It reads nothing but the paths it is given. */
export function createThesisFiles(world: World): ThesisFiles {
  return {
    kind: async (path) => (statSync(path).isDirectory() ? 'folder' : 'file'),
    list: async (path) =>
      readdirSync(path, { withFileTypes: true }).map((entry) => ({
        name: entry.name,
        kind: entry.isDirectory() ? 'folder' : 'file',
      })),
    read: readChunks,
    readInput: () => world.stdin.read(),
  };
}

/**
 * Every chunk is read into the same memory: the reader is done with one when it asks for the next. Files are
 * read at once, which takes less than to load node:fs/promises; a pipe may be silent for long, and Ctrl-C has to
 * be heard meanwhile.
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
