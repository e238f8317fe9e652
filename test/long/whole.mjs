/**
 * Does random operations on every line of the sandbox at once and holds the whole exchange against what must be true
 * after each of them; then does all of it again from what was journaled. A fault is printed with the seed, the number of the
 * operation, and the fewest operations that were found to lead to it.
 *
 * node test/long/whole.mjs [operations] [seed]
 */
import { bundled } from '../house/bundled.mjs';

const [count = 1_000_000, seed = 1] = process.argv.slice(2).map(Number);
const { runAndReport } = await bundled(new URL('../sandbox/whole/operations/tell.ts', import.meta.url));
process.exitCode = runAndReport({ count, seed }, (line) => console.log(line));
