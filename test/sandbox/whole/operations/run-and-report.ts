/** Runs random operations and prints a report. */
import { DAY_MS } from '../../../../src/core/time-units.ts';
import { Fault, type RunReport, replayJournal, runOperations } from './run.ts';
import { shrinkOperations } from './shrink.ts';

/** Runs and prints the report; returns the exit code of the process, 1 where a check failed. */
export function runAndReport(
  { count, seed }: { readonly count: number; readonly seed: number },
  print: (line: string) => void,
): number {
  const start = performance.now();
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(0)} s`;
  const entries: string[] = [];
  try {
    const onEntry = (entry: string) => void entries.push(entry);
    let usage = process.cpuUsage();
    // A rising cost per tenth shows work that grows with the length of the run.
    const progress = (done: number) => {
      if (done % (count / 10) !== 0) return;
      const { user, system } = process.cpuUsage(usage);
      usage = process.cpuUsage();
      const perOperation = (user + system) / 1000 / (count / 10);
      print(`${done} operations, ${seconds()}; the last took ${perOperation.toFixed(3)} ms of CPU each`);
    };
    const report = runOperations({ seed, count, onEntry, progress });
    for (const line of reportLines(report)) print(line);
    print(`took ${seconds()}`);
    const replayed = replayJournal(seed, entries, report.passedMs);
    const isSame = replayed === report.holdings;
    print(
      `${entries.length} journal entries replayed: ${isSame ? 'same state' : 'DIFFERENT STATE'}, ${seconds()}`,
    );
    return isSame ? 0 : 1;
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    print(thrown.message);
    const smallest = shrinkOperations(seed, thrown.operations);
    print(`${smallest.length} operations reproduce it:`);
    for (const operation of smallest) print(JSON.stringify(operation));
    return 1;
  }
}

function reportLines(report: RunReport): readonly string[] {
  const { operations, passedMs, kinds, refusals, userEvents, userTrades, digest, holdings } = report;
  const counts = (of: ReadonlyMap<string, number>) =>
    [...of]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${name}: ${count}`)
      .join(', ');
  return [
    `${operations} operations in ${(passedMs / DAY_MS).toFixed(1)} days of the exchange`,
    counts(kinds),
    `refusals: ${counts(refusals)}`,
    `user events: ${counts(userEvents)}`,
    `${userTrades} trades between users`,
    `digest of all responses ${digest}, of all balances ${holdings}`,
  ];
}
