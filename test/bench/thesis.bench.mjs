/**
 * Validation of one thesis and of a stream of theses, against a process that reads and parses the same file.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOURSE, checkThat, childScript, compare, inFolder, line, runNode } from './measure.mjs';
import { shuffledThesis, thesis } from './theses.mjs';

/** The memory goal in MB of a stream of any length. */
const MEMORY_GOAL_MB = 150;

/** Returns the results of this benchmark. */
export function bench({ rounds, isSmoke }) {
  return inFolder((home) => [
    single(home, rounds),
    ...stream(home, isSmoke ? 3_000 : 60_000, rounds),
    ...INVALID.map((row) => invalid(home, isSmoke ? 3_000 : 60_000, rounds, row)),
    long(home, isSmoke ? 3_000 : 300_000, rounds),
  ]);
}

/** How many of a hundred theses are invalid, and the goal over reading and parsing them. */
const INVALID = [
  { percent: 0, goal: 1.5 },
  { percent: 1, goal: null },
  { percent: 40, goal: 2 },
  { percent: 50, goal: null },
  { percent: 100, goal: 2.5 },
  // Theses without a form in common, of which none is recognized by an earlier one.
  { percent: 0, goal: null, isShuffled: true },
  { percent: 40, goal: null, isShuffled: true },
  { percent: 100, goal: null, isShuffled: true },
];

/** Writes theses of which so many of a hundred are invalid. */
function writeTheses(file, count, percent, textOf = thesis) {
  // Every thousandth thesis of the series is the invalid one.
  const numberOf = (n) => (n % 100 < percent ? 999 + 1000 * n : n - (n % 1000 === 999 ? 1 : 0));
  writeFileSync(file, `${Array.from({ length: count }, (_, n) => textOf(numberOf(n))).join('\n')}\n`);
  return file;
}

function invalid(home, count, rounds, { percent, goal, isShuffled = false }) {
  const file = writeTheses(join(home, 'mixed.ndjson'), count, percent, isShuffled ? shuffledThesis : thesis);
  return compare({
    name: `thesis validate, ${count} as NDJSON, ${percent} % invalid${isShuffled ? ', members in any order' : ''}`,
    goal,
    of: 'cpuMs',
    subject: {
      words: [BOURSE, 'thesis', 'validate', file, '-o', 'json'],
      code: percent === 0 ? 0 : 1,
      check: (stdout) => {
        const { documents } = JSON.parse(String(stdout));
        const found = documents.filter((one) => !one.valid).length;
        checkThat(documents.length === count && found === (count * percent) / 100, `${found} invalid theses`);
      },
    },
    limit: { words: [childScript('parse.cjs'), file, '--lines'] },
    rounds: Math.max(1, Math.round(rounds / 3)),
    home,
  });
}

/** A stream that two threads share, in time and not in CPU. */
function long(home, count, rounds) {
  const file = writeTheses(join(home, 'long.ndjson'), count, 0);
  const result = compare({
    name: `thesis validate, ${count} valid ones as NDJSON`,
    goal: 0.85,
    of: 'wallMs',
    subject: {
      words: [BOURSE, 'thesis', 'validate', file, '-o', 'json'],
      check: (stdout) => checkThat(String(stdout).trimEnd().endsWith('}],"valid":true}'), 'all verdicts'),
    },
    limit: { words: [childScript('parse.cjs'), file, '--lines'] },
    rounds: Math.max(1, Math.round(rounds / 3)),
    home,
  });
  rmSync(file);
  return result;
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
