/**
 * Runs many sequences of commands on the spot engine and on the naive exchange of the tests, and fails with
 * the seed and the first difference.
 *
 * node test/long/oracle.mjs [sequences] [first seed] [commands each]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const [sequences = 1000, firstSeed = 1, length = 200] = process.argv.slice(2).map(Number);

/** An integer far above the number of options of any choice. */
const NUMBERS = 100_000;

const folder = mkdtempSync(join(tmpdir(), 'bourse-oracle-'));
try {
  // Bundled, because Node 20 can't run TypeScript.
  const outfile = join(folder, 'compare.mjs');
  const entry = fileURLToPath(new URL('../sandbox/oracle/compare.ts', import.meta.url));
  buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm' });
  const { COMMAND_FIELDS, compare } = await import(pathToFileURL(outfile).href);
  const sum = { trades: 0, lots: 0, refused: 0, triggered: 0 };
  for (let seed = firstSeed; seed < firstSeed + sequences; seed += 1) {
    try {
      const found = compare(commandsOf(seed, COMMAND_FIELDS));
      for (const name of Object.keys(sum)) sum[name] += found[name];
    } catch (error) {
      console.error(`seed ${seed}: ${error.message}`);
      process.exitCode = 1;
      break;
    }
  }
  // Sequences that trade nothing compare nothing.
  if (sum.trades === 0) process.exitCode = 1;
  console.log(`${sequences} sequences of ${length} commands from seed ${firstSeed}: ${JSON.stringify(sum)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function commandsOf(seed, fields) {
  const next = chanceOf(seed);
  return Array.from({ length }, () =>
    Object.fromEntries(fields.map((name) => [name, Math.floor(next() * NUMBERS)])),
  );
}

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
function chanceOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
