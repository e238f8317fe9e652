import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import * as esbuild from 'esbuild';
import type { RawSourceMap } from './mapped-text.ts';
import { type MappedScript, packProgram } from './pack.ts';

/** Packages with machine code are not bundled: Node loads them from their own files. */
const NATIVE = ['@photostructure/sqlite', '@napi-rs/keyring'];

/**
 * Modules that many commands import and few run: one with the tables of a hash, and one with the whole schema of a thesis,
 * which finds the faults of an invalid one. As entry points of the bundler they get chunks of their own, which are run
 * when one of their exports is first used.
 */
const SELDOM_RUN = ['src/request/wallet-address.ts', 'src/generated/thesis-validator-faults.js'];

/**
 * Bundles the program into `dist`, split into chunks so that a command loads only what it needs. esbuild
 * splits only ES modules, and Node 20 starts an ES module more slowly than a CommonJS script, so each chunk
 * is turned into CommonJS afterwards.
 */
export async function bundleProgram(root: string, modules: string, dist: string): Promise<void> {
  await esbuild.build({
    ...(await bundlingOptions(root, modules)),
    entryPoints: ['src/main.ts', ...SELDOM_RUN].map((file) => join(root, file)),
    outdir: dist,
  });
  const scripts = await Promise.all((await scriptsOf(dist)).map((file) => asCommonJs(file, root)));
  // For a file named .cjs, Node does not look for the type of the package.
  await bundleScript(join(root, 'src/cli/load.ts'), join(dist, 'load.cjs'), modules);
  await bundleScript(join(root, 'src/cli/quick.ts'), join(dist, 'quick.cjs'), modules);
  await bundleScript(join(root, 'src/cli/thesis-thread.ts'), join(dist, 'thesis-thread.js'), modules);
  await bundleScript(join(root, 'src/cli/code-cache.ts'), join(dist, 'code-cache.js'), modules);
  const warmUp = join(dist, 'warm-up.js');
  await bundleScript(join(root, 'src/build/warm-up.ts'), warmUp, modules);
  await packProgram(dist, scripts, warmUp);
  await rm(warmUp);
}

/** Returns the options with which the program and the library are bundled: split into chunks, for Node 20. */
export async function bundlingOptions(root: string, modules: string): Promise<esbuild.BuildOptions> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minifySyntax: true,
    // Minified names shorten the files that V8 reads and parses at each start.
    minifyIdentifiers: true,
    minifyWhitespace: true,
    legalComments: 'none',
    nodePaths: [modules],
    external: NATIVE,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [withReplacedModules],
    // The maps name files and lines only; the sources themselves are not shipped.
    sourcemap: 'external',
    sourcesContent: false,
    define: {
      ...OPTIONAL_OF_WS,
      'process.env.NODE_ENV': '"production"',
      BOURSE_VERSION: JSON.stringify(version),
    },
    logLevel: 'warning',
  };
}

/**
 * Turns an ES module that the bundler wrote into CommonJS; deletes its file and its source map, and returns
 * the text of both.
 */
async function asCommonJs(file: string, root: string): Promise<MappedScript> {
  const [source, map] = await Promise.all([readFile(file, 'utf8'), readFile(`${file}.map`, 'utf8')]);
  const inline = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`;
  const done = await esbuild.transform(`${source}\n${inline}`, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace: true,
    supported: { 'dynamic-import': false },
    sourcemap: 'external',
    sourcesContent: false,
  });
  await Promise.all([rm(file), rm(`${file}.map`)]);
  const { sources, names, mappings } = JSON.parse(done.map) as RawSourceMap;
  const fromRoot = sources.map((one) => relative(root, resolve(dirname(file), one)).replaceAll('\\', '/'));
  return { name: basename(file), code: done.code, map: { version: 3, sources: fromRoot, names, mappings } };
}

/** Bundles one script without chunks. */
export async function bundleScript(entry: string, outfile: string, modules: string): Promise<void> {
  await esbuild.build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // The script has no source map: it is short, and no error of a user's command arises in it.
    minify: true,
    nodePaths: [modules],
    define: { PACKED_FOR: JSON.stringify(`${process.versions.v8}-${process.arch}`) },
    logLevel: 'warning',
  });
}

/** Returns the text of a module that stands for a module of Node, which is loaded when it is first used. */
function deferred(module: string): string {
  return `module.exports = new Proxy({}, { get: (_, name) => require('node:${module}')[name] })`;
}

/** Modules of Node that a package loads at once for parts that bourse never uses, or not always, by package. */
const REPLACED_MODULES = [
  // For subcommands in files of their own.
  { dependency: 'commander', module: 'child_process', contents: 'module.exports = {}' },
  // For HTTP/2, which connections never negotiate. This is what undici does where Node has no HTTP/2.
  { dependency: 'undici', module: 'http2', contents: 'module.exports = { constants: {} }' },
  // For addresses of wss: and for compressed messages.
  { dependency: 'ws', module: 'https', contents: deferred('https') },
  { dependency: 'ws', module: 'tls', contents: deferred('tls') },
  { dependency: 'ws', module: 'zlib', contents: deferred('zlib') },
];

const withReplacedModules: esbuild.Plugin = {
  name: 'with-replaced-modules',
  setup(build) {
    for (const { dependency, module, contents } of REPLACED_MODULES) {
      const importer = new RegExp(`node_modules[\\\\/]${dependency}[\\\\/]`);
      build.onResolve({ filter: new RegExp(`^(node:)?${module}$`) }, (request) =>
        importer.test(request.importer) ? { path: module, namespace: `without-${module}` } : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: `without-${module}` }, () => ({ contents, loader: 'js' }));
    }
  },
};

/** Packages that ws looks for in the folders of all modules at each start; bourse depends on none of them. */
const OPTIONAL_OF_WS = {
  'process.env.WS_NO_BUFFER_UTIL': '"1"',
  'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
};

async function scriptsOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map((entry) => join(entry.parentPath, entry.name));
}
