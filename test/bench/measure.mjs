/** Runs programs and compares their cost; all clocks of the benchmarks are read here. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The executable. */
export const BOURSE = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));

const PROBE = fileURLToPath(new URL('./children/probe.cjs', import.meta.url));

/** A timeout far beyond the duration of any run. */
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

/** Returns the names of all benchmarks, each a file in this folder. */
export function benchNames() {
  const ending = '.bench.mjs';
  return readdirSync(fileURLToPath(new URL('.', import.meta.url)))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();
}

/** Returns the path of a script that a benchmark starts as a child. */
export function childScript(name) {
  return fileURLToPath(new URL(`./children/${name}`, import.meta.url));
}

/** Calls `use` with a temporary folder, and removes it afterwards. */
export async function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-bench-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the environment of every child process, without variables that slow Node down or change bourse, and
 * with the files of bourse in `home`.
 */
export function environmentFor(home) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(NODE_|BOURSE_|npm_|VITEST|FORCE_COLOR|NO_COLOR)/.test(name),
  );
  return { ...Object.fromEntries(kept), BOURSE_HOME: home };
}

/**
 * Runs `node ...words` once. Writes stdout to the descriptor `stdout`, or returns its bytes where that is
 * absent. `node` is the path of another version of Node.
 */
export function runNode(words, { home, stdout = 'pipe', isProbed = false, node = process.execPath }) {
  const all = isProbed ? ['--require', PROBE, ...words] : words;
  const began = process.hrtime.bigint();
  const done = spawnSync(node, all, {
    env: environmentFor(home),
    stdio: ['ignore', stdout, 'pipe', ...(isProbed ? ['pipe'] : [])],
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  const wallMs = Number(process.hrtime.bigint() - began) / 1e6;
  if (done.error !== undefined) throw done.error;
  return {
    wallMs,
    code: done.status,
    stdout: done.stdout,
    stderr: String(done.stderr),
    ...(isProbed ? JSON.parse(String(done.output[3])) : {}),
  };
}

/** Runs `node ...words` a number of times at once, checks the exit codes and returns the CPU of all runs in ms. */
export async function runAtOnce(words, { home, count }) {
  const runs = Array.from({ length: count }, async () => {
    const child = spawn(process.execPath, ['--require', PROBE, ...words], {
      env: environmentFor(home),
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    let text = '';
    child.stdio[3].on('data', (bytes) => {
      text += bytes;
    });
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    checkThat(code === 0, `exit code ${code} of ${words.join(' ')}`);
    return JSON.parse(text).cpuMs;
  });
  return (await Promise.all(runs)).reduce((sum, cpuMs) => sum + cpuMs, 0);
}

/** Compares a subject with its limit by one quantity, as `compareAll` does, and returns a line of the table. */
export function compare({ goal, of = 'wallMs', ...runs }) {
  return compareAll({ ...runs, goals: { [of]: goal } })[0];
}

/**
 * Compares a subject with its limit and returns a line of the table for each key of `goals`: `wallMs`, `cpuMs` or
 * `peakKb`, whose value is the goal, or null for a quantity that is only reported. Both are arguments of `node`; they
 * run alternately, the limit first and last, and the exit code (0 unless `code` is given) and output of each run are
 * checked. `node` is the path of another version of Node, if they are not run by this one.
 */
export function compareAll({ name, goals, subject, limit, rounds, home, node }) {
  const quantities = Object.keys(goals);
  const isProbed = quantities.some((of) => of !== 'wallMs');
  const found = { subject: [], limit: [] };
  const run = (side, { words, check, code = 0 }) => {
    const done = runNode(words, { home, isProbed, node });
    checkThat(done.code === code, `${name}: exit code ${done.code} of ${words.join(' ')}: ${done.stderr}`);
    check?.(done.stdout);
    found[side].push(Object.fromEntries(quantities.map((of) => [of, done[of]])));
  };
  // One warm-up run of each brings the files into the page cache.
  for (const side of ['limit', 'subject']) run(side, side === 'limit' ? limit : subject);
  found.subject.length = 0;
  found.limit.length = 0;
  run('limit', limit);
  for (let round = 0; round < rounds; round += 1) {
    run('subject', subject);
    run('limit', limit);
  }
  const all = (side, of) => found[side].map((done) => done[of]);
  return quantities.map((of) =>
    line({ name, goal: goals[of], of, subject: all('subject', of), limit: all('limit', of) }),
  );
}

/**
 * Calls `measure` for the limit and for the subject in turn, so often and once before, in which V8 compiles the code; returns
 * for each the values of each quantity that it returned, in the order of the rounds.
 */
export async function inTurns(rounds, measure) {
  const found = { limit: [], subject: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const [side, all] of Object.entries(found)) {
      const quantities = await measure(side);
      if (round > 0) all.push(quantities);
    }
  }
  const byQuantity = (all) =>
    Object.fromEntries(Object.keys(all[0]).map((of) => [of, all.map((one) => one[of])]));
  return { limit: byQuantity(found.limit), subject: byQuantity(found.subject) };
}

/**
 * Returns a line of the table from two numbers in one unit, or from the numbers of rounds that ran in turn; the goal is null
 * where there is none. Of rounds the line has the medians, and as its ratio the median of the ratios of single rounds: what
 * slows the machine down for a while slows both sides of a round down, but not the same number of runs on each side. Where the
 * limit ran once more than the subject, a round has the mean of its runs before and after the subject.
 */
export function line({ name, goal, of, subject, limit }) {
  if (!Array.isArray(subject)) return { name, goal, of, subject, limit, ratio: subject / limit };
  const isAround = limit.length > subject.length;
  const limitOf = (round) => (isAround ? (limit[round] + limit[round + 1]) / 2 : limit[round]);
  const ratio = median(subject.map((one, round) => one / limitOf(round)));
  return { name, goal, of, subject: median(subject), limit: median(limit), ratio };
}

/** Throws where an output is wrong, because the speed of a wrong output means nothing. */
export function checkThat(isRight, what) {
  if (!isRight) throw new Error(`a benchmark found a wrong output: ${what}`);
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Starts a server script, calls `use` with its origin, and stops it. The script prints its port first. */
export async function withServer(script, words, use) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...words.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environmentFor(''),
  });
  try {
    const port = await new Promise((resolve, reject) => {
      child.stdout.once('data', (text) => resolve(Number(String(text))));
      child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
    });
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    child.kill();
  }
}

const UNITS = { wallMs: 'ms', cpuMs: 'ms of CPU', peakKb: 'MB at most', bytes: 'bytes' };

/** Returns the table of all lines as text. */
export function tableOf(lines) {
  return alignedTable([['', 'bourse', 'limit', '', 'ratio', 'goal', ''], ...cellsOf(lines)]);
}

/** Returns the cells of the lines: name, figure, limit, unit, ratio, goal and verdict. */
export function cellsOf(lines) {
  const shown = (value, of) =>
    of === 'peakKb' ? (value / 1024).toFixed(1) : value.toFixed(value < 1000 ? 1 : 0);
  return lines.map((one) => [
    one.name,
    shown(one.subject, one.of),
    shown(one.limit, one.of),
    UNITS[one.of],
    `${one.ratio.toFixed(2)} x`,
    one.goal === null ? '' : `${one.goal.toFixed(2)} x`,
    verdictOf(one),
  ]);
}

/** Returns rows of cells as text; the columns of words are those of the first, fourth and seventh cell. */
export function alignedTable(all) {
  const widths = all[0].map((_, at) => Math.max(...all.map((row) => row[at].length)));
  const isText = (at) => at === 0 || at === 3 || at === 6;
  return all
    .map((row) =>
      row
        .map((cell, at) => (isText(at) ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Returns whether a line has a goal that was not reached, to the two digits that the table shows. */
export function isMissed({ ratio, goal }) {
  return goal !== null && Number(ratio.toFixed(2)) > goal;
}

function verdictOf(line) {
  if (line.goal === null) return 'no goal';
  return isMissed(line) ? 'MISSED' : 'reached';
}
