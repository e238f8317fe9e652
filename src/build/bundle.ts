import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { packProgram } from './pack.ts';

/** Packages with parts in machine code stay outside: Node loads those from files of their own. */
const NATIVE = ['@photostructure/sqlite', '@napi-rs/keyring'];

/**
 * Bundles the program into `dist`, split so that a command loads only what it needs.
 *
 * esbuild splits only ES modules, and Node 20 starts an ES module slower than a CommonJS script, so the
 * chunks are split first and then each is turned into CommonJS.
 */
export async function bundleProgram(root: string, modules: string, dist: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  await esbuild.build({
    entryPoints: [join(root, 'src/main.ts')],
    outdir: dist,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minifySyntax: true,
    // Shorter names are fewer bytes to read and fewer words for V8 to make at each start.
    minifyIdentifiers: true,
    minifyWhitespace: true,
    legalComments: 'none',
    nodePaths: [modules],
    external: NATIVE,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [withoutChildProcess],
    define: { 'process.env.NODE_ENV': '"production"', BOURSE_VERSION: JSON.stringify(version) },
    logLevel: 'warning',
  });
  for (const file of await scriptsOf(dist)) {
    const source = await readFile(file, 'utf8');
    const { code } = await esbuild.transform(source, {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      minifySyntax: true,
      minifyWhitespace: true,
      supported: { 'dynamic-import': false },
    });
    await writeFile(file, code);
  }
  await bundleScript(join(root, 'src/cli/quick.ts'), join(dist, 'quick.js'), modules);
  const warmUp = join(dist, 'warm-up.js');
  await bundleScript(join(root, 'src/build/warm-up.ts'), warmUp, modules);
  await packProgram(dist, warmUp);
  await rm(warmUp);
}

/** Bundles one script that stands alone. */
async function bundleScript(entry: string, outfile: string, modules: string): Promise<void> {
  await esbuild.build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // Short in all: it is read and compiled anew at each start, and no error of a user's arises in it.
    minify: true,
    nodePaths: [modules],
    logLevel: 'warning',
  });
}

/** commander loads node:child_process for git-style subcommands in files of their own, which bourse has none of. */
const withoutChildProcess: esbuild.Plugin = {
  name: 'commander-without-child-process',
  setup(build) {
    build.onResolve({ filter: /^(node:)?child_process$/ }, (request) =>
      /node_modules[\\/]commander[\\/]/.test(request.importer)
        ? { path: 'child_process', namespace: 'absent' }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'absent' }, () => ({
      contents: 'module.exports = {}',
      loader: 'js',
    }));
  },
};

async function scriptsOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map((entry) => join(entry.parentPath, entry.name));
}
