/**
 * Validation of one thesis and of a stream of theses, against a process that reads and parses the same file.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOURSE, checkThat, childScript, compare, inFolder, line, runNode } from './measure.mjs';
import { thesis } from './theses.mjs';

/** The memory goal in MB of a stream of any length. */
const MEMORY_GOAL_MB = 150;

/** Returns the results of this benchmark. */
export function bench({ rounds, isSmoke }) {
  return inFolder((home) => [single(home, rounds), ...stream(home, isSmoke ? 3_000 : 60_000, rounds)]);
}

function single(home, rounds) {
  const file = join(home, 'thesis.json');
  writeFileSync(file, thesis(1));
  return compare({
    name: 'thesis validate, one file',
    goal: 1.25,
    subject: {
      words: [BOURSE, 'thesis', 'validate', file],
      check: (stdout) => checkThat(JSON.parse(String(stdout)).valid === true, `a valid thesis: ${stdout}`),
    },
    limit: { words: [childScript('parse.cjs'), file] },
    rounds: rounds * 2,
    home,
  });
}

function stream(home, count, rounds) {
  mkdirSync(home, { recursive: true });
  const file = join(home, 'theses.ndjson');
  writeFileSync(file, `${Array.from({ length: count }, (_, n) => thesis(n)).join('\n')}\n`);
  const subject = {
    words: [BOURSE, 'thesis', 'validate', file, '-o', 'json'],
    code: 1,
    check: (stdout) => checkVerdicts(stdout, count),
  };
  const cpu = compare({
    name: `thesis validate, ${count} as NDJSON`,
    goal: 2,
    of: 'cpuMs',
    subject,
    limit: { words: [childScript('parse.cjs'), file, '--lines'] },
    rounds: Math.max(1, Math.round(rounds / 3)),
    home,
  });
  const { peakKb } = runNode(subject.words, { home, isProbed: true });
  const memory = line({
    name: `thesis validate, ${count} as NDJSON, memory against ${MEMORY_GOAL_MB} MB`,
    goal: 1,
    of: 'peakKb',
    subject: peakKb,
    limit: MEMORY_GOAL_MB * 1024,
  });
  return [cpu, memory];
}

function checkVerdicts(stdout, count) {
  const { documents } = JSON.parse(String(stdout));
  const invalid = documents.filter((one) => !one.valid);
  checkThat(documents.length === count, `${documents.length} verdicts of ${count}`);
  checkThat(invalid.length === count / 1000, `${invalid.length} theses invalid`);
  checkThat(
    invalid.every((one) => one.errors[0].path === '/mode'),
    'invalid for their mode',
  );
}
