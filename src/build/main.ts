/** The build: compiles the validators of foreign documents, bundles bourse into dist/, writes down its help. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleProgram } from './bundle.ts';
import { writeHelp } from './help.ts';
import { compileValidators } from './validators.ts';

export interface BuildOptions {
  /** The project's folder. */
  readonly root: string;
  /** The folder of the packages to bundle. */
  readonly modules: string;
  /** Stops after src/generated/, which tests need. */
  readonly generateOnly: boolean;
}

/** Builds everything that is derived; leaves no half-written dist/ behind. */
export async function build(options: BuildOptions): Promise<void> {
  const generated = join(options.root, 'src/generated');
  await mkdir(generated, { recursive: true });
  await compileValidators(generated);
  if (options.generateOnly) return;
  const dist = join(options.root, 'dist');
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
  await bundleProgram(options.root, options.modules, dist);
  await writeHelp(options.root, dist);
}
