/** Reads theses from files, folders and standard input. */
import { readdirSync, statSync } from 'node:fs';
import type { ThesisFiles } from '../thesis/sources.ts';
import { readChunks } from './file-chunks.ts';
import type { World } from './world.ts';

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
    readInput: () => world.stdin.read(),
  };
}
