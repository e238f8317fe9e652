/** Bundles the JavaScript part of DuckDB's package, of which Node would read 150 files at each start. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import * as esbuild from 'esbuild';
import { bundleScript } from './bundle.ts';
import { CODE, SOURCE } from './packed-duckdb.ts';

/** What stays with the package that the user installs. */
const BINDINGS = '@duckdb/node-bindings';

/**
 * Writes the folder `duckdb-VERSION` into `dist`. A package of another version is loaded from its own files, and so is one on a
 * system for which it has no machine code.
 */
export async function bundleDuckdb(root: string, modules: string, dist: string): Promise<void> {
  const from = join(modules, '@duckdb/node-api');
  const { version } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8')) as { version: string };
  const main = join(from, 'lib/index.js');
  const licence = await readFile(join(from, 'LICENSE'), 'utf8');
  const folder = join(dist, `duckdb-${version}`);
  await mkdir(folder);
  const { outputFiles } = await esbuild.build({
    entryPoints: [main],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    minify: true,
    external: [BINDINGS],
    logLevel: 'warning',
  });
  const source = `/*! @duckdb/node-api ${version}\n\n${licence}*/\n(require) => { const module = { exports: {} }; const { exports } = module;\n${outputFiles[0]!.text}\nreturn module.exports; }`;
  await writeFile(join(folder, SOURCE), source);
  await bundleScript(join(root, 'src/build/packed-duckdb.ts'), join(folder, 'index.js'), modules);
  const code = compiledCode(source, join(folder, SOURCE), main);
  if (code !== undefined) await writeFile(join(folder, CODE), code);
}

/** Returns the code that V8 compiles while the package is loaded; undefined on a system without its machine code. */
function compiledCode(source: string, filename: string, main: string): Buffer | undefined {
  const script = new Script(source, { filename });
  const run = script.runInThisContext() as (require: NodeJS.Require) => unknown;
  try {
    run(createRequire(main));
  } catch {
    return undefined;
  }
  return script.createCachedData();
}
