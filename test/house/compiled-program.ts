import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import * as esbuild from 'esbuild';
import type { Plugin } from 'vitest/config';

/** Below node_modules, so that Vitest leaves loading these modules to Node and Node finds the packages they import. */
const COMPILED = 'node_modules/.cache/bourse/tested-program';
/** An import or export statement of a module in src/ as the compiler prints it, and an import at run time. */
const STATEMENT = /^((?:import |export |\} )[^'"\n]*)"(\.[^"\n]+)\.ts";$/gm;
const RUN_TIME_IMPORT = /\bimport\("(\.[^"\n]+)\.ts"\)/g;

const COMPILER = {
  format: 'esm',
  target: 'node20',
  sourcemap: 'linked',
  sourcesContent: false,
  write: false,
  logLevel: 'warning',
} as const;

/**
 * Makes tests load the program as JavaScript modules that were compiled once at the start of the run. Otherwise Vitest
 * compiles every module on demand and runs it in its own module loader, which costs the suite a sixth of its CPU time.
 * Source maps lead from an error to the line in src/. In watch mode the sources change, so nothing is replaced. A test
 * file that replaces modules of the program must not use this: Vitest cannot replace a module that Node loads.
 */
export function compiledProgram(root: string): Plugin {
  const source = join(root, 'src') + sep;
  const compiled = join(root, COMPILED);
  let isUsed = false;
  return {
    name: 'compiled-program',
    enforce: 'pre',
    async configureVitest({ vitest }) {
      isUsed = !vitest.config.watch;
      if (isUsed) await compileProgram(source, compiled);
    },
    resolveId(specifier, importer) {
      if (!isUsed || importer === undefined || !/^\..*\.ts$/.test(specifier)) return undefined;
      const module = resolve(dirname(importer), specifier);
      return module.startsWith(source)
        ? join(compiled, relative(source, module)).replace(/\.ts$/, '.js')
        : undefined;
    },
  };
}

/** Compiles one module of src/ in a project whose program was compiled before. */
export async function compileModule(root: string, file: string): Promise<void> {
  const { outputFiles } = await esbuild.build({
    ...COMPILER,
    entryPoints: [join(root, file)],
    outbase: join(root, 'src'),
    outdir: join(root, COMPILED),
  });
  for (const { path, text } of outputFiles) writeWhereChanged(path, withCompiledImports(text));
}

/** Compiles every module of `source` into `compiled`; writes only what changed, so that two runs may overlap. */
async function compileProgram(source: string, compiled: string): Promise<void> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const { outputFiles } = await esbuild.build({
    entryPoints: files.filter((file) => file.endsWith('.ts')).map((file) => join(source, file)),
    outbase: source,
    outdir: compiled,
    ...COMPILER,
  });
  const texts = new Map(outputFiles.map(({ path, text }) => [path, withCompiledImports(text)]));
  // The generated validators are JavaScript already.
  for (const file of files.filter((name) => name.endsWith('.js')))
    texts.set(join(compiled, file), readFileSync(join(source, file), 'utf8'));
  texts.set(join(compiled, 'package.json'), '{ "type": "module" }\n');
  for (const [file, text] of texts) writeWhereChanged(file, text);
  for (const file of filesOf(compiled)) if (!texts.has(file)) rmSync(file, { force: true });
}

function withCompiledImports(text: string): string {
  return text.replace(STATEMENT, '$1"$2.js";').replace(RUN_TIME_IMPORT, 'import("$1.js")');
}

function writeWhereChanged(file: string, text: string): void {
  try {
    if (readFileSync(file, 'utf8') === text) return;
  } catch {
    mkdirSync(dirname(file), { recursive: true });
  }
  writeFileSync(file, text);
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
