/** The build: bundles bourse into dist/ and writes down its help. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDocuments } from '../docgen/documents.ts';
import { bundleProgram } from './bundle.ts';
import { writeHelp } from './help.ts';

export interface BuildOptions {
  /** The project's folder. */
  readonly root: string;
  /** The folder of the packages to bundle. */
  readonly modules: string;
  /** Writes the reference, the disputes and the schema of parameters, and nothing else. */
  readonly docsOnly?: boolean;
}

/** Builds dist/ from sources and src/generated/; leaves no half-written one behind. */
export async function build(options: BuildOptions): Promise<void> {
  if (options.docsOnly === true) return writeDocuments(options.root);
  // Built beside and swapped in whole: a command started meanwhile finds the old program or the new one.
  const fresh = join(options.root, '.dist-new');
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  await writeFile(join(fresh, 'package.json'), '{ "type": "commonjs" }\n');
  await bundleProgram(options.root, options.modules, fresh);
  await writeHelp(options.root, fresh);
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
