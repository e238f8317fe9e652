/** Runs operations and tells how it went. */
import { Fault, type Report, repeated, run } from './run.ts';
import { shrunk } from './shrink.ts';

/** Runs, tells, and returns the process's exit code: 1 where something did not hold. */
export function tell(
  { count, seed }: { readonly count: number; readonly seed: number },
  print: (line: string) => void,
): number {
  const begin = performance.now();
  const seconds = () => `${((performance.now() - begin) / 1000).toFixed(0)} s`;
  const deeds: string[] = [];
  try {
    const keep = (deed: string) => void deeds.push(deed);
    let spent = process.cpuUsage();
    // A tenth that costs more than those before it shows what grows with what was done.
    const progress = (done: number) => {
      if (done % (count / 10) !== 0) return;
      const { user, system } = process.cpuUsage(spent);
      spent = process.cpuUsage();
      const each = (user + system) / 1000 / (count / 10);
      print(`${done} operations, ${seconds()}; the last took ${each.toFixed(3)} ms of CPU each`);
    };
    const report = run({ seed, count, keep, progress });
    for (const line of linesOf(report)) print(line);
    print(`took ${seconds()}`);
    const again = repeated(seed, deeds, report.passedMs);
    const isSame = again === report.holdings;
    print(
      `${deeds.length} deeds of the journal again: ${isSame ? 'the same' : 'NOT THE SAME'}, ${seconds()}`,
    );
    return isSame ? 0 : 1;
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    print(thrown.message);
    const fewest = shrunk(seed, thrown.operations);
    print(`${fewest.length} operations lead to it:`);
    for (const operation of fewest) print(JSON.stringify(operation));
    return 1;
  }
}

function linesOf(report: Report): readonly string[] {
  const { operations, passedMs, kinds, refusals, heard, meetings, digest, holdings } = report;
  const counts = (of: ReadonlyMap<string, number>) =>
    [...of]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${name}: ${count}`)
      .join(', ');
  return [
    `${operations} operations in ${(passedMs / 86_400_000).toFixed(1)} days of the exchange`,
    counts(kinds),
    `refusals: ${counts(refusals)}`,
    `told: ${counts(heard)}`,
    `${meetings} trades between users`,
    `digest of all answers ${digest}, of all holdings ${holdings}`,
  ];
}
