/** Version, help and explanations, against an empty script. */
import { readFileSync } from 'node:fs';
import { BOURSE, checkThat, childScript, compare, inFolder } from './measure.mjs';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** Returns the results of this benchmark. */
export function bench({ rounds }) {
  return inFolder((home) => {
    const limit = { words: [childScript('empty.cjs')] };
    return [
      compare({
        name: 'bourse --version',
        goal: 1.1,
        subject: {
          words: [BOURSE, '--version'],
          check: (stdout) => checkThat(String(stdout) === `${version}\n`, `version ${stdout}`),
        },
        limit,
        rounds: rounds * 3,
        home,
      }),
      compare({
        name: 'bourse --help',
        goal: 1.1,
        subject: {
          words: [BOURSE, '--help'],
          check: (stdout) => checkThat(/^ {2}market {2,}\S/m.test(String(stdout)), 'no market in the help'),
        },
        limit,
        rounds: rounds * 3,
        home,
      }),
      compare({
        name: 'bourse explain -1121 -o json',
        goal: 1.3,
        subject: {
          words: [BOURSE, 'explain', '-1121', '-o', 'json'],
          check: (stdout) => checkThat(JSON.parse(stdout)[0].is === 'error code', 'no error code explained'),
        },
        limit,
        rounds: rounds * 3,
        home,
      }),
    ];
  });
}
