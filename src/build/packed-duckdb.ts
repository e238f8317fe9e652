/**
 * Loads the JavaScript part of DuckDB's package from what the build bundled of it, which takes an eighth of the time that its 150
 * files take. The machine code comes from the package that the user installed. Bundled as one CommonJS file, which `lake sql`
 * loads too in the process that runs the query.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

/** Defined by the build: the version of V8 and the processor that the code was compiled for. */
declare const PACKED_FOR: string;

/** The files beside this one: the source, and the code that V8 compiled for it. */
export const SOURCE = 'source.js';
export const CODE = 'code.bin';

/** Returns the script, a function that is given how modules are required and returns the exports of the package. */
export function compile(folder: string): Script {
  const filename = join(folder, SOURCE);
  const code = join(folder, CODE);
  const isForThis = PACKED_FOR === `${process.versions.v8}-${process.arch}` && existsSync(code);
  const options = isForThis ? { filename, cachedData: readFileSync(code) } : { filename };
  return new Script(readFileSync(filename, 'utf8'), options);
}

/** Returns the exports of the package; `main` is the main file of the one that is installed. */
export function load(main: string): unknown {
  const run = compile(__dirname).runInThisContext() as (require: NodeJS.Require) => unknown;
  return run(createRequire(main));
}
