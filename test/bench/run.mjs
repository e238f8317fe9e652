/**
 * Runs the benchmarks and prints a table: the cost of each, the limit measured in the same run, their ratio
 * and the goal. Ends with exit code 1 if a goal was missed or an output was wrong. With --results the figures are also written
 * to a file, beside those of other benchmarks that it has; `performance-page.mjs` makes docs/performance.md of it. The name
 * `peers` compares with published clients, where these are installed; the name `nodes` downloads other versions of Node, and
 * is measured only if it is given.
 *
 * node test/bench/run.mjs [name ...] [--rounds number] [--results file]
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { benchNames, isMissed, tableOf } from './measure.mjs';
import { compareNodes } from './nodes.mjs';
import { comparePeers, hasPeers, peersTable } from './peers.mjs';

const ROUNDS = 15;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, results: { type: 'string' } },
});
const names = positionals.length > 0 ? positionals : [...benchNames(), ...(hasPeers() ? ['peers'] : [])];
const rounds = Number(values.rounds ?? ROUNDS);
const found = {};
for (const name of names) {
  process.stderr.write(`${name} …\n`);
  try {
    found[name] = await measure(name);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
const { peers, ...benches } = found;
const lines = Object.values(benches).flat();
if (lines.length > 0) process.stdout.write(`${tableOf(lines)}\n`);
if (peers !== undefined) process.stdout.write(`${peersTable(peers)}\n`);
if (lines.some(isMissed)) process.exitCode = 1;
if (values.results !== undefined) writeResults(values.results);

async function measure(name) {
  if (name === 'peers') return comparePeers(rounds);
  if (name === 'nodes') return compareNodes(rounds);
  const { bench } = await import(`./${name}.bench.mjs`);
  return bench({ rounds, isSmoke: false });
}

function writeResults(file) {
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).benches : {};
  const machine = { cores: availableParallelism(), node: process.version, platform: process.platform };
  const all = Object.entries({ ...known, ...found }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify({ machine, benches: Object.fromEntries(all) }, null, 1)}\n`);
}
