/**
 * Prints what leaves for every endpoint of the interface document.
 *
 * node test/wire/table.mjs [--whole]
 */
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import esbuild from 'esbuild';

const folder = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
const outfile = `${folder}wire-table-${process.pid}.mjs`;
mkdirSync(folder, { recursive: true });
try {
  await esbuild.build({
    entryPoints: [fileURLToPath(new URL('./table.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  const { printTable } = await import(pathToFileURL(outfile).href);
  process.exitCode = await printTable(process.argv.includes('--whole'));
} finally {
  rmSync(outfile, { force: true });
}
