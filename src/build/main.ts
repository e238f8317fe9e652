/** The build: bundles bourse into dist/ and writes the prepared help pages. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDocuments } from '../docgen/documents.ts';
import { bundleProgram } from './bundle.ts';
import { bundleDuckdb } from './duckdb-bundle.ts';
import { writeHelp } from './help.ts';
import { bundleLibrary } from './library-bundle.ts';
import { writePython } from './python.ts';

export interface BuildOptions {
  /** The project's folder. */
  readonly root: string;
  /** The folder of the packages to bundle. */
  readonly modules: string;
  /** Whether only the reference pages, the list of disputes and the JSON Schema of parameters are written. */
  readonly docsOnly?: boolean;
}

/**
 * Builds dist/ from the sources and src/generated/. An interrupted build leaves the previous dist/ in place.
 */
export async function build(options: BuildOptions): Promise<void> {
  if (options.docsOnly === true) return writeDocuments(options.root);
  // The new folder is built beside the old one and renamed, so that a command started during a build finds
  // one complete program.
  const fresh = join(options.root, '.dist-new');
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  await writeFile(join(fresh, 'package.json'), '{ "type": "commonjs" }\n');
  await bundleProgram(options.root, options.modules, fresh);
  await writeHelp(options.root, fresh);
  await bundleLibrary(options.root, options.modules, fresh);
  await bundleDuckdb(options.root, options.modules, fresh);
  await writePython(options.root, fresh);
  await swapIn(fresh, join(options.root, 'dist'), join(options.root, '.dist-old'));
}

async function swapIn(fresh: string, place: string, aside: string): Promise<void> {
  await rm(aside, { recursive: true, force: true });
  await rename(place, aside).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(fresh, place);
  await rm(aside, { recursive: true, force: true });
}
