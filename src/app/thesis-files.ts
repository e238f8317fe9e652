/** The files and the standard input that theses are read from. */
import { open, readdir, stat } from 'node:fs/promises';
import type { ThesisFiles } from '../thesis/sources.ts';
import type { World } from './world.ts';

/** Large enough that the cost of reading does not show, small enough for the memory to stay flat. */
const CHUNK_BYTES = 256 * 1024;

/** Returns the reader of theses in this world. It reads nothing but the paths it is given. */
export function createThesisFiles(world: World): ThesisFiles {
  return {
    kind: async (path) => ((await stat(path)).isDirectory() ? 'folder' : 'file'),
    list: async (path) =>
      (await readdir(path, { withFileTypes: true })).map((entry) => ({
        name: entry.name,
        kind: entry.isDirectory() ? 'folder' : 'file',
      })),
    read: readChunks,
    readInput: () => world.stdin.read(),
  };
}

/** Every chunk is read into the same memory: the reader is done with one when it asks for the next. */
async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
