/** Home folders of saved sandboxes that benchmarks open. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { checkThat } from '../measure.mjs';

/** Returns the folder in a home folder in which the sandbox is saved. */
export function sandboxFolderOf(home) {
  return join(home, 'state', 'sandbox');
}

/** Bundles a module of this folder into another folder and returns its address, because Node 20 can't run TypeScript. */
export function bundleModule(folder, name) {
  const outfile = join(folder, `${name}.mjs`);
  buildSync({
    entryPoints: [fileURLToPath(new URL(`./${name}.ts`, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return pathToFileURL(outfile).href;
}

/**
 * Returns a home folder with a saved sandbox of a number of journaled calls. It is created once by a real load, in `home`
 * or, if that is omitted, in the system's temporary folder, where it stays for later benchmarks.
 */
export async function homeWithCalls(module, events, home) {
  const { PROGRAM, fill } = await import(module);
  const kept = home ?? join(tmpdir(), `bourse-saved-${events}-${PROGRAM}`);
  const folder = sandboxFolderOf(kept);
  if (existsSync(join(folder, 'whole'))) return kept;
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { calls, slowestMs } = await fill(folder, events);
  writeFileSync(join(folder, 'whole'), '');
  const sum = Object.values(calls).reduce((all, one) => all + one, 0);
  checkThat(sum >= events * 0.99, `only ${sum} of ${events} calls were journaled`);
  process.stderr.write(
    `  ${JSON.stringify(calls)}; no operation waited longer than ${Math.round(slowestMs)} ms\n`,
  );
  return kept;
}
