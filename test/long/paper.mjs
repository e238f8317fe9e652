/**
 * Replays random theses by the paper ledger and by the naive ledger of the tests, and fails with the seed of the first
 * scenario whose outputs differ.
 *
 * node test/long/paper.mjs [theses] [first seed]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const [wanted = 1_000_000, firstSeed = 1] = process.argv.slice(2).map(Number);

/** A line of progress is printed after so many scenarios. */
const PROGRESS_EVERY = 2000;

const folder = mkdtempSync(join(tmpdir(), 'bourse-paper-'));
try {
  // Bundled, because Node 20 can't run TypeScript.
  const outfile = join(folder, 'compare.mjs');
  const entry = fileURLToPath(new URL('../paper/oracle/compare.ts', import.meta.url));
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  const { compareScenario } = await import(pathToFileURL(outfile).href);
  const counts = { applied: 0, recorded: 0, refused: 0, duplicate: 0 };
  let theses = 0;
  let seed = firstSeed;
  for (; theses < wanted; seed += 1) {
    const found = compareScenario(seed);
    if (found.otherText !== undefined) {
      console.error(`seed ${seed}: the outputs differ\n${found.replay.text}\n${found.otherText}`);
      process.exitCode = 1;
      break;
    }
    theses += found.theses;
    for (const { status } of found.replay.record.entries) if (status !== null) counts[status] += 1;
    if ((seed - firstSeed) % PROGRESS_EVERY === 0)
      console.log(`seed ${seed}: ${theses} theses, no difference`);
  }
  // Theses that are all refused compare nothing.
  if (counts.applied === 0) process.exitCode = 1;
  console.log(
    `${theses} theses in ${seed - firstSeed} scenarios from seed ${firstSeed}: ${JSON.stringify(counts)}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
