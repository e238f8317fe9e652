/** Makes TypeScript of the tests run in a plain process. */
import { mkdirSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import esbuild from 'esbuild';

const folder = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/** Returns the module of a file, with all that it imports. */
export async function bundled(url) {
  const outfile = `${folder}${basename(url.pathname, '.ts')}-${process.pid}.mjs`;
  mkdirSync(folder, { recursive: true });
  try {
    await esbuild.build({
      entryPoints: [fileURLToPath(url)],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      logLevel: 'warning',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile, { force: true });
  }
}
