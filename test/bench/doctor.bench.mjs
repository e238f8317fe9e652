/** The checks of `doctor`, against an empty script. */
import { BOURSE, checkThat, childScript, compare, inFolder } from './measure.mjs';

/** Returns the results of this benchmark. */
export function bench({ rounds }) {
  return inFolder((home) => [
    compare({
      name: 'bourse doctor --offline',
      goal: 2.2,
      of: 'cpuMs',
      subject: {
        words: [BOURSE, 'doctor', '--offline', '-o', 'json'],
        check: (stdout) => checkThat(JSON.parse(String(stdout)).length > 3, `the checks ${stdout}`),
      },
      limit: { words: [childScript('empty.cjs')] },
      rounds,
      home,
    }),
  ]);
}
