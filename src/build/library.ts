/** Generates the table of the library's methods and their types, from the catalogue and the commands. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { localCommands } from '../docgen/library/local-commands.ts';
import { methodTypes } from '../docgen/library/method-types.ts';
import { libraryMethods } from '../docgen/library/methods.ts';
import { libraryStreams } from '../docgen/library/streams.ts';
import { replaceFile } from './replace-file.ts';

/** Writes `library-methods.ts` and `library-types.ts`. */
export async function writeLibrary(root: string): Promise<void> {
  const generated = join(root, 'src/generated');
  await mkdir(generated, { recursive: true });
  const [methods, commands] = await Promise.all([libraryMethods(), localCommands()]);
  const table = methods.map(({ path, endpoint, words, on }) => {
    const kind = endpoint.effect === 'read' ? (endpoint.pages === undefined ? 'read' : 'paged') : 'write';
    return `  ${JSON.stringify(path.join('.'))}: ${JSON.stringify([kind, endpoint.id, words, ...(on === undefined ? [] : [on])])},\n`;
  });
  const streams = libraryStreams().map(({ path, kind, on, subject }) => {
    const entry = [kind, on, ...(subject === undefined ? [] : [subject])];
    return `  ${JSON.stringify(path.join('.'))}: ${JSON.stringify(entry)},\n`;
  });
  await replaceFile(
    join(generated, 'library-methods.ts'),
    `/** The methods of the library. Written by src/build/library.ts; not edited by hand. */
type Entry = readonly [kind: 'read' | 'paged' | 'write', endpoint: string, words: string, on?: string];

export const METHODS: Readonly<Record<string, Entry>> = {
${table.join('')}};

/** The words of the command of each method that calls none of the exchange's endpoints. */
export const LOCAL_METHODS: Readonly<Record<string, string>> = {
${commands.map(({ path, words }) => `  ${JSON.stringify(path.join('.'))}: ${JSON.stringify(words)},\n`).join('')}};

type Stream = readonly [kind: string, on: string, subject?: string];

export const STREAM_METHODS: Readonly<Record<string, Stream>> = {
${streams.join('')}};
`,
  );
  await replaceFile(
    join(generated, 'library-types.ts'),
    methodTypes(methods, commands).replaceAll("'./types.ts'", "'../library/types.ts'"),
  );
}
