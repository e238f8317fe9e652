/**
 * Performs random operations on all products of the sandbox and checks the invariants of the exchange after
 * each; then replays the journal and compares the states. A fault is printed with the seed, the number of the
 * operation, and the shortest list of operations found that reproduces it.
 *
 * node test/long/whole.mjs [operations] [seed]
 */
import { bundled } from '../house/bundled.mjs';

const [count = 1_000_000, seed = 1] = process.argv.slice(2).map(Number);
const { runAndReport } = await bundled(
  new URL('../sandbox/whole/operations/run-and-report.ts', import.meta.url),
);
process.exitCode = runAndReport({ count, seed }, (line) => console.log(line));
