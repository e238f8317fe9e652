/** Version, help, explanations, one order and one message of a stream, against an empty script. */
import { readFileSync } from 'node:fs';
import { BOURSE, checkThat, childScript, compare, inFolder, withServer } from './measure.mjs';
import { addProfile, ORDER } from './order-profile.mjs';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** Returns the results of this benchmark. */
export function bench({ rounds }) {
  return inFolder(async (home) => {
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
      await oneOrder(home, limit, rounds),
      await oneMessage(home, limit, rounds),
    ];
  });
}

/** Places an order with the keys of a profile, over HTTP; the first order leaves the rules and the clock in the cache. */
function oneOrder(home, limit, rounds) {
  return withServer('./order-server.mjs', [], (origin) => {
    addProfile(BOURSE, home, origin);
    return compare({
      name: 'bourse trade buy, journaled, over HTTP',
      goal: 2.2,
      of: 'cpuMs',
      subject: {
        words: [BOURSE, ...ORDER],
        check: (stdout) => checkThat(JSON.parse(stdout).status === 'NEW', `the order ${stdout}`),
      },
      limit,
      rounds,
      home,
    });
  });
}

function oneMessage(home, limit, rounds) {
  return withServer('./stream-server.mjs', [1], (origin) =>
    compare({
      name: 'bourse stream raw --count 1',
      goal: 2.2,
      of: 'cpuMs',
      subject: {
        words: [BOURSE, 'stream', 'raw', 'btcusdt@trade', '--count', '1'].concat(
          '--host',
          `spot-ws=${origin.replace('http:', 'ws:')}`,
        ),
        check: (stdout) => checkThat(JSON.parse(stdout).e === 'trade', `the message ${stdout}`),
      },
      limit,
      rounds,
      home,
    }),
  );
}
