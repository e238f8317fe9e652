/**
 * Mutation testing: changes one operator, constant, condition or call of the sources at a time, runs the tests of that folder
 * that load the changed file, the closest first and until one fails, and prints every change that no test noticed.
 *
 * Changes that make no difference are listed in equivalent-mutants.mjs with their reasons, and not counted.
 *
 * node test/long/mutants.mjs [--room orders] [--count 40] [--seconds 120] [--seed 1] [--verbose]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { EQUIVALENT } from './equivalent-mutants.mjs';
import { isProgram, mutationsOf } from './mutations.mjs';
import { readTestsByFile } from './reaching-tests.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The rooms whose mutants must be noticed: the folders or files of their sources, and the tests that must notice. */
const ROOMS = {
  orders: {
    sources: ['src/orders'],
    tests: ['test/orders', 'test/acceptance/orders/unconfirmed-orders.test.ts'],
  },
  policy: { sources: ['src/policy'], tests: ['test/policy', 'test/acceptance/policy'] },
  store: {
    sources: ['src/store', 'src/state'],
    tests: ['test/store', 'test/state', 'test/faults/disk/fault-52-failed-sync.test.ts'],
  },
  limits: {
    sources: [
      'src/transport/rate-limiter.ts',
      'src/transport/limit-demand.ts',
      'src/transport/order-limits.ts',
      'src/transport/retry-after.ts',
      'src/transport/waiting.ts',
      'src/transport/weight-scope.ts',
      'src/request/usage.ts',
      'src/transport/retry.ts',
    ],
    tests: ['test/transport', 'test/state', 'test/request/usage.test.ts'],
  },
  ledger: { sources: ['src/sandbox/engine/ledger'], tests: ['test/sandbox'] },
};

/**
 * The longest time that the tests of one mutant may take, in ms. A mutant that does not end counts as noticed and is
 * named, because a busy machine can look the same.
 */
const MUTANT_TIMEOUT_MS = 240_000;

const { values } = parseArgs({
  options: {
    room: { type: 'string' },
    count: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '3600' },
    seed: { type: 'string', default: '1' },
    verbose: { type: 'boolean', default: false },
  },
});
for (const { file, line } of EQUIVALENT)
  if (!readFileSync(join(ROOT, file), 'utf8').includes(line))
    throw new Error(
      `${file} has no line "${line}" any more: correct or remove its entry in equivalent-mutants.mjs`,
    );
const rooms = values.room === undefined ? Object.keys(ROOMS) : [values.room];
if (rooms.some((room) => ROOMS[room] === undefined)) {
  console.error(`--room must be one of ${Object.keys(ROOMS).join(', ')}`);
  process.exit(2);
}

/** Test files that passed without a change. */
const passing = new Set();
const copy = copyOfProject();
const testsByFile = readTestsByFile(copy);
let tester = await startTester();
const endsAt = Date.now() + Number(values.seconds) * 1000;
let isMissed = false;
try {
  for (const room of rooms) {
    const { killed, unended, survived, equivalent } = await mutateRoom(room);
    const share = killed + survived.length === 0 ? 1 : killed / (killed + survived.length);
    console.log(
      `${room}: ${killed} of ${killed + survived.length} mutants noticed (${Math.round(share * 100)} %), seed ${values.seed}`,
    );
    for (const mutation of unended) console.log(`  did not end: ${mutation}`);
    for (const mutation of equivalent) console.log(`  not counted: ${mutation}`);
    for (const mutation of survived) console.log(`  survived: ${mutation}`);
    isMissed ||= share < 0.9;
  }
} finally {
  endTester();
  rmSync(copy, { recursive: true, force: true });
}
process.exitCode = isMissed ? 1 : 0;

/** Returns a copy of the project, which is changed instead of the project itself. */
function copyOfProject() {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-mutants-'));
  for (const name of ['src', 'test', 'bin', 'docs', 'schemas', 'package.json', 'tsconfig.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  // A folder of its own, because the compiled program is kept in it, and a change must not reach tests of the project.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '.cache') symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  return folder;
}

async function mutateRoom(room) {
  const { sources, tests } = ROOMS[room];
  const isOfRoom = ({ test }) => tests.some((path) => test === path || test.startsWith(`${path}/`));
  const mutations = shuffled(sources.flatMap(filesOf).flatMap(readMutations), Number(values.seed)).slice(
    0,
    Number(values.count),
  );
  const reaching = (file) => testsByFile(file).filter(isOfRoom);
  const equivalent = [];
  const survived = [];
  const unended = [];
  let killed = 0;
  for (const { file, start, end, text, line, was } of mutations) {
    if (Date.now() > endsAt) break;
    const source = readFileSync(join(ROOT, file), 'utf8');
    const changed = source.slice(0, start) + text + source.slice(end);
    if (!isProgram(file, changed)) continue;
    const reason = reasonOfEquivalence({ file, source, start, was });
    if (reason !== undefined) {
      equivalent.push(`${file}:${line}: ${was} -> ${text}: ${reason}`);
      continue;
    }
    const { outcome, by, files } = await outcomeOf({
      file,
      source: changed,
      runs: runsOf(reaching(file)),
    });
    if (outcome === 'failed') await assertPassUnchanged(file, files);
    const mutation = `${file}:${line}: ${was} -> ${text}`;
    if (values.verbose) console.log(`${room}: ${outcome}: ${mutation}${by === undefined ? '' : ` (${by})`}`);
    if (outcome === 'passed') survived.push(mutation);
    else killed += 1;
    if (outcome === 'unended') unended.push(mutation);
  }
  return { killed, unended, survived, equivalent };
}

/** Returns why a change makes no difference to the program, if it is listed as such a change; otherwise undefined. */
function reasonOfEquivalence({ file, source, start, was }) {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const line = source.slice(lineStart).split('\n')[0];
  const occurrence = source.slice(lineStart, start).split(was).length;
  return EQUIVALENT.find(
    (one) =>
      one.file === file &&
      one.line === line.trim() &&
      one.was === was &&
      (one.occurrence ?? occurrence) === occurrence,
  )?.why;
}

/** Throws unless test files that failed with a change pass without it; each is run once. */
async function assertPassUnchanged(file, files) {
  const unknown = files.filter((test) => !passing.has(test));
  if (unknown.length === 0) return;
  const { outcome, by } = await outcomeOf({ file, runs: [unknown] });
  if (outcome !== 'passed') throw new Error(`${unknown} fails without a change: ${by ?? outcome}`);
  for (const test of unknown) passing.add(test);
}

/** Returns the closest tests as the first run and the others as the second, which a run that fails makes unnecessary. */
function runsOf(reaching) {
  const nearest = reaching.filter(({ distance }) => distance === reaching[0].distance);
  const runs = [nearest, reaching.slice(nearest.length)];
  return runs.filter((run) => run.length > 0).map((run) => run.map(({ test }) => test));
}

function filesOf(path) {
  if (path.endsWith('.ts')) return [path];
  return readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${path}/${name}`);
}

function readMutations(file) {
  const source = readFileSync(join(ROOT, file), 'utf8');
  return mutationsOf(file, source).map((mutation) => ({
    ...mutation,
    file,
    line: source.slice(0, mutation.start).split('\n').length,
    was: source.slice(mutation.start, mutation.end).split('\n')[0],
  }));
}

/** Starts the process that runs the tests, as the leader of a group, so that it ends with the processes of its tests. */
async function startTester() {
  const started = fork(join(copy, 'test/long/mutant-process.mjs'), {
    cwd: copy,
    detached: true,
    env: { ...process.env, VITEST_MAX_WORKERS: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ outcome }] = await once(started, 'message');
  if (outcome !== 'ready') throw new Error(`the process of the tests answered ${outcome}`);
  return started;
}

function endTester() {
  try {
    process.kill(-tester.pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Returns what became of a change: `passed`, `failed` with the test that noticed it, or `unended`. */
async function outcomeOf(request) {
  const aborting = new AbortController();
  const timer = setTimeout(() => aborting.abort(), MUTANT_TIMEOUT_MS);
  tester.send(request);
  try {
    const [answer] = await once(tester, 'message', { signal: aborting.signal });
    return answer;
  } catch (error) {
    if (error.name !== 'AbortError') throw error;
    endTester();
    writeFileSync(join(copy, request.file), readFileSync(join(ROOT, request.file)));
    tester = await startTester();
    return { outcome: 'unended' };
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the entries in an order that the seed decides (a linear congruential generator picks them). */
function shuffled(entries, seed) {
  const rest = [...entries];
  const picked = [];
  let state = seed >>> 0;
  while (rest.length > 0) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    picked.push(...rest.splice(state % rest.length, 1));
  }
  return picked;
}
