/**
 * Gives the readers of bourse inputs that nobody would write: arguments, JSON, lines of theses, answers, frames, profiles,
 * policies and journals. Fails if an input crashes a reader, takes more than a second of CPU time, changes a prototype, or if memory
 * grows by more than 300 MB; prints the seed and the input.
 *
 * node test/long/fuzz.mjs [inputs per class] [seed] [seconds] [class ...]
 */
import { bundled } from '../house/bundled.mjs';

const [count = 1_000_000, seed = 1, seconds = Number.POSITIVE_INFINITY] = process.argv
  .slice(2, 5)
  .map(Number);
const named = process.argv.slice(5);
const { fuzzAll } = await bundled(new URL('../fuzz/fuzz.ts', import.meta.url));
process.exitCode = await fuzzAll(
  { count, seed, seconds, names: named.length === 0 ? undefined : named },
  (line) => console.log(line),
);
