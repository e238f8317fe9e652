/**
 * Mutation testing: changes one operator, constant, condition or call of the sources at a time, runs the tests of that folder, and
 * prints every change that no test noticed.
 *
 * node test/long/mutants.mjs [--room orders] [--count 40] [--seconds 120] [--seed 1]
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutationsOf } from './mutations.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The rooms whose mutants must be noticed: the folders or files of their sources, and the tests that must notice. */
const ROOMS = {
  orders: { sources: ['src/orders'], tests: ['test/orders'] },
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
    tests: ['test/transport', 'test/state'],
  },
  ledger: { sources: ['src/sandbox/engine/ledger'], tests: ['test/sandbox'] },
};

/**
 * The longest time that the tests of one mutant may take, in ms. A mutant that does not end counts as noticed and is
 * named, because a busy machine can look the same.
 */
const MUTANT_TIMEOUT_MS = 600_000;

const { values } = parseArgs({
  options: {
    room: { type: 'string' },
    count: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '3600' },
    seed: { type: 'string', default: '1' },
  },
});
const rooms = values.room === undefined ? Object.keys(ROOMS) : [values.room];
if (rooms.some((room) => ROOMS[room] === undefined)) {
  console.error(`--room must be one of ${Object.keys(ROOMS).join(', ')}`);
  process.exit(2);
}

const copy = copyOfProject();
const endsAt = Date.now() + Number(values.seconds) * 1000;
let isMissed = false;
try {
  for (const room of rooms) {
    const { killed, unended, survived } = mutateRoom(room);
    const share = killed + survived.length === 0 ? 1 : killed / (killed + survived.length);
    console.log(
      `${room}: ${killed} of ${killed + survived.length} mutants noticed (${Math.round(share * 100)} %), seed ${values.seed}`,
    );
    for (const mutation of unended) console.log(`  did not end: ${mutation}`);
    for (const mutation of survived) console.log(`  survived: ${mutation}`);
    isMissed ||= share < 0.9;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exitCode = isMissed ? 1 : 0;

/** Returns a copy of the project, which is changed instead of the project itself. */
function copyOfProject() {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-mutants-'));
  for (const name of ['src', 'test', 'bin', 'docs', 'schemas', 'package.json', 'tsconfig.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function mutateRoom(room) {
  const { sources, tests } = ROOMS[room];
  const mutations = shuffled(sources.flatMap(filesOf).flatMap(readMutations), Number(values.seed));
  if (outcomeOf(tests) !== 'passed') throw new Error(`the tests of ${room} fail without a change`);
  const survived = [];
  const unended = [];
  let killed = 0;
  for (const { file, start, end, text, line, was } of mutations.slice(0, Number(values.count))) {
    if (Date.now() > endsAt) break;
    const path = join(copy, file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, source.slice(0, start) + text + source.slice(end));
    const outcome = outcomeOf(tests);
    writeFileSync(path, source);
    const mutation = `${file}:${line}: ${was} -> ${text}`;
    if (outcome === 'passed') survived.push(mutation);
    else killed += 1;
    if (outcome === 'unended') unended.push(mutation);
  }
  return { killed, unended, survived };
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

/** Returns what became of a run of tests: `passed`, `failed` or `unended`. */
function outcomeOf(tests) {
  const words = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'test/house/vitest.config.ts',
    '--bail',
    '1',
  ];
  const { status, error } = spawnSync(process.execPath, [...words, ...tests], {
    cwd: copy,
    stdio: 'ignore',
    timeout: MUTANT_TIMEOUT_MS,
  });
  if (error?.code === 'ETIMEDOUT') return 'unended';
  return status === 0 ? 'passed' : 'failed';
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
