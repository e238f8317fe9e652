/**
 * Builds bourse: bundles the build program itself and runs it. Where the tools are missing (a packed or
 * production install of a fresh clone) it first brings its own from the lock file, beside the project.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const needed = [
  'esbuild',
  'ajv',
  'ajv-formats',
  'commander',
  'undici',
  'lossless-json',
  '@noble/hashes',
  'chalk',
  'cli-table3',
  'lightweight-charts',
  'uplot',
  'wabt',
];

function lacksTools(folder) {
  return needed.some((name) => !existsSync(join(folder, 'node_modules', name, 'package.json')));
}

function bringTools() {
  const folder = join(root, '.tools');
  if (!lacksTools(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(root, file), join(folder, file));
  process.stderr.write('bourse: bringing the build tools\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const environment = { ...process.env };
  // A production or global install passes its settings on to every npm below it; the tools need neither.
  for (const name of Object.keys(environment)) {
    if (/^npm_config_(omit|production|global|location|dry_run|prefix|local_prefix|include)$/i.test(name))
      delete environment[name];
  }
  environment.NODE_ENV = 'development';
  const done = spawnSync(npm, ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (done.status !== 0)
    throw new Error(`npm ci for the build tools ended with ${done.status ?? done.signal}`);
  return folder;
}

const home = lacksTools(root) ? bringTools() : root;
const require = createRequire(join(home, 'package.json'));
const esbuild = require('esbuild');

/** Bundles a part of the build and returns what it exports. */
async function load(entry) {
  const program = join(home, 'node_modules', '.cache', 'bourse', entry.replace(/\.ts$/, '.mjs'));
  await esbuild.build({
    entryPoints: [join(root, 'src/build', entry)],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  return import(`${pathToFileURL(program).href}?${Date.now()}`);
}

// The program imports what is generated, and the rest of the build imports the program: so one after the other.
const modules = join(home, 'node_modules');
const { generate } = await load('generate.ts');
await generate(root, modules);
// The names of the library's methods are those of the commands, which import what was generated before.
const { writeLibrary } = await load('library.ts');
await writeLibrary(root);
if (!process.argv.includes('--generate-only')) {
  const { build } = await load('main.ts');
  await build({ root, modules, docsOnly: process.argv.includes('--docs') });
}
