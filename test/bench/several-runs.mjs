/** Joins the results of several runs of the benchmarks. */
import { median } from './measure.mjs';

/**
 * Returns one run made of several: of each line the run with the median ratio (of two, the larger), and the smallest and largest ratio of all as
 * `lowest` and `highest`; of each client the medians. Lines that only some runs have count by these.
 */
export function joinRuns(runs) {
  const names = [...new Set(runs.flatMap(({ benches }) => Object.keys(benches)))].sort();
  const benches = names.map((name) => {
    const all = runs.flatMap(({ benches: { [name]: rows } }) => (rows === undefined ? [] : [rows]));
    const join = name === 'peers' ? joinClients : joinLines;
    return [name, groupsOf(all, name === 'peers').map(join)];
  });
  return { machine: runs[0].machine, benches: Object.fromEntries(benches) };
}

/**
 * Returns the rows of all runs that have the same name and quantity, or the same task and client, together. Of rows that a run
 * has several times, the first belongs to the first of the other runs.
 */
function groupsOf(runs, isOfClients) {
  const groups = new Map();
  for (const rows of runs) {
    const seen = new Map();
    for (const row of rows) {
      const name = JSON.stringify(isOfClients ? [row.task, row.client] : [row.name, row.of]);
      const time = seen.get(name) ?? 0;
      seen.set(name, time + 1);
      const key = `${time} ${name}`;
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
  }
  return [...groups.values()];
}

function joinLines(lines) {
  const sorted = [...lines].sort((a, b) => a.ratio - b.ratio);
  const [lowest, highest] = [sorted[0].ratio, sorted.at(-1).ratio];
  return { ...sorted[sorted.length >> 1], lowest, highest };
}

function joinClients(rows) {
  const middle = (of) => median(rows.map((row) => row[of]));
  return { ...rows[0], cpuMs: middle('cpuMs'), wallMs: middle('wallMs'), peakKb: middle('peakKb') };
}
