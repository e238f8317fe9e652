/**
 * Runs the benchmarks and prints a table: the cost of each, the limit measured in the same run, their ratio
 * and the goal. A missed goal is reported but is not a failure; a wrong output ends with exit code 1.
 *
 * node test/bench/run.mjs [name ...] [--rounds number]
 */
import { parseArgs } from 'node:util';
import { benchNames, tableOf } from './measure.mjs';

const ROUNDS = 15;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' } },
});
const names = positionals.length > 0 ? positionals : benchNames();
const rounds = Number(values.rounds ?? ROUNDS);
const lines = [];
for (const name of names) {
  process.stderr.write(`${name} …\n`);
  try {
    const { bench } = await import(`./${name}.bench.mjs`);
    lines.push(...(await bench({ rounds, isSmoke: false })));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
process.stdout.write(`${tableOf(lines)}\n`);
