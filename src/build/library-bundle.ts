/** Bundles the library as ES modules beside the program, with its types. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { bundlingOptions } from './bundle.ts';

/** The files of types, by the module that they are declared for. */
const TYPES = [
  { from: 'src/library/types.ts', to: 'types.d.mts' },
  { from: 'src/generated/library-types.ts', to: 'endpoints.d.mts' },
  { from: 'src/library/declarations.ts', to: 'index.d.mts' },
  { from: 'src/library/testing-declarations.ts', to: 'testing.d.mts' },
];

/** Packages with machine code, and what ES modules lack and CommonJS packages in the bundle use. */
const COMMONJS_PARTS = `import { createRequire as bourseCreateRequire } from 'node:module';
const require = bourseCreateRequire(import.meta.url);`;

/**
 * Writes the folder `library` into `dist`. The library is plain ES modules, which programs load from their own start-up and
 * bundlers can follow; parts are loaded when a method first needs them.
 */
export async function bundleLibrary(root: string, modules: string, dist: string): Promise<void> {
  const folder = join(dist, 'library');
  await esbuild.build({
    ...(await bundlingOptions(root, modules)),
    entryPoints: ['index', 'testing'].map((name) => join(root, 'src/library', `${name}.ts`)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    banner: { js: COMMONJS_PARTS },
    sourcemap: false,
  });
  for (const { from, to } of TYPES)
    await writeFile(join(folder, to), declarations(await readFile(join(root, from), 'utf8')));
}

/** Returns declarations that import each other by the names under which they are shipped, with half the indentation. */
function declarations(text: string): string {
  return (
    text
      .replaceAll(/'(?:\.\.\/library|\.)\/types\.ts'/g, "'./types.mjs'")
      .replaceAll("'./declarations.ts'", "'./index.mjs'")
      .replaceAll("'../generated/library-types.ts'", "'./endpoints.mjs'")
      // What is inside of a readonly type says so by its name; the words would make up a tenth of the text.
      .replaceAll(/^( {3,})readonly (?=\w+\??:)/gm, '$1')
      .replaceAll('\n\n', '\n')
      .replaceAll(/^(?: {2})+/gm, (indent) => ' '.repeat(indent.length / 2))
  );
}
