/**
 * A power cut at any moment leaves a journal that opens, has every write that was recorded before the cut, and shows no
 * state that was never committed; absent orders are still looked for. The steps on the disk come from a journal in this process, which is observed between
 * commits; `npm run chaos:power-cut` takes them from strace of real commands.
 */
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { mayArriveLate, watchForLateArrivals } from '../../src/app/journal/absence-watch.ts';
import { UNRESOLVED_STATES, WRITE_KIND } from '../../src/app/journal/write-record.ts';
import type { World } from '../../src/app/world.ts';
import { type Random, seededRandom } from '../../src/core/clock.ts';
import { unixMs } from '../../src/core/words.ts';
import { mayHavePending } from '../../src/state/pending-marker.ts';
import type { SharedState } from '../../src/state/shared-state.ts';
import { openSqliteState } from '../../src/state/sqlite-state.ts';
import { quickClock } from '../store/clock.ts';
import { OWNER, privateFolder } from '../store/folders.ts';
import { replaceFileFunctions } from '../store/replaced-fs.ts';
import { type DiskStep, filesAfterCut } from './power-cut.ts';
import { diskStepsIn, STRACE_OPTIONS } from './power-cut-trace.ts';

const NAME = 'journal.db';
const SEED = 20261122;
const CUTS = Number(process.env['POWER_CUTS'] ?? '0');
/** The number of images of the share that runs with every test run. */
const SHARE_CUTS = 40;

/** Receives what Node's own functions flush and rename; SQLite's files are observed between commits. */
interface DiskListener {
  readonly flushedFolder: () => void;
  readonly flushedFile: (inode: number) => void;
  readonly renamed: (from: string, to: string) => void;
}
let listener: DiskListener | undefined;

replaceFileFunctions((real) => ({
  fsyncSync(descriptor: number) {
    real.fsyncSync(descriptor);
    const state = real.fstatSync(descriptor);
    if (state.isDirectory()) listener?.flushedFolder();
    else listener?.flushedFile(state.ino);
  },
  renameSync(from: fs.PathLike, to: fs.PathLike) {
    real.renameSync(from, to);
    listener?.renamed(String(from), String(to));
  },
}));

/** What the watch for absent orders needs of the world. */
const WATCHING = {
  clock: quickClock(),
  facts: { owner: OWNER } as World['facts'],
  secretHex: (bytes: number) => 'ab'.repeat(bytes),
};

const openAt = (path: string): Promise<SharedState> =>
  openSqliteState({
    path,
    clock: quickClock(),
    random: seededRandom(7),
    owner: OWNER,
    pendingStates: UNRESOLVED_STATES,
  });

/** Steps on the disk, and the states of each write at their end, by the id under which it is recorded. */
interface Recording {
  readonly steps: readonly DiskStep[];
  readonly states: ReadonlyMap<string, readonly string[]>;
}

/** Observes the files of a journal between commits. */
class Observer {
  readonly steps: DiskStep[] = [];
  readonly #folder: string;
  readonly #seen = new Map<string, Buffer>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Records that a file was flushed, after everything that changed before. */
  flushed(inode: number): void {
    this.observe();
    const names = [...this.#seen.keys()];
    const name = names.find((one) => fs.statSync(join(this.#folder, one)).ino === inode);
    if (name !== undefined) this.steps.push({ kind: 'flush', name });
  }

  /** Records that a file was renamed, before anything else that changed. */
  renamed(from: string, to: string): void {
    const [name, next] = [basename(from), basename(to)];
    this.#seen.set(next, this.#seen.get(name)!);
    this.#seen.delete(name);
    this.steps.push({ kind: 'rename', name, to: next });
  }

  /** Turns what changed since the last look into steps. */
  observe(): void {
    const names = fs.readdirSync(this.#folder).filter((name) => !name.endsWith('-shm'));
    for (const name of names) this.#observeFile(name);
    for (const name of this.#seen.keys()) {
      if (names.includes(name)) continue;
      this.#seen.delete(name);
      this.steps.push({ kind: 'remove', name });
    }
  }

  /** Records that SQLite has flushed its own files and their names, before anything else that changed. */
  committed(): void {
    for (const name of [NAME, `${NAME}-wal`]) {
      if (fs.existsSync(join(this.#folder, name))) this.#observeFile(name);
      this.steps.push({ kind: 'flush', name, isNameFlushed: true });
    }
    this.observe();
  }

  #observeFile(name: string): void {
    const bytes = fs.readFileSync(join(this.#folder, name));
    const before = this.#seen.get(name);
    if (before?.equals(bytes) === true) return;
    if (before === undefined) this.steps.push({ kind: 'create', name });
    if (before !== undefined && bytes.length < before.length)
      this.steps.push({ kind: 'resize', name, length: bytes.length });
    this.steps.push({ kind: 'write', name, at: 0, bytes });
    this.#seen.set(name, bytes);
  }
}

/** Records some writes in a journal of this process as orders do; every third one is left without an outcome. */
async function observedRecording(): Promise<Recording> {
  const folder = privateFolder();
  const path = join(folder, NAME);
  const observer = new Observer(folder);
  listener = {
    flushedFolder() {
      observer.observe();
      observer.steps.push({ kind: 'flush-folder' });
    },
    flushedFile: (inode) => observer.flushed(inode),
    renamed: (from, to) => observer.renamed(from, to),
  };
  for (let index = 0; index < 6; index += 1) {
    const journal = await openAt(path);
    observer.committed();
    const id = `w-${index}`;
    const entry = { do: 'append', subject: id, at: unixMs(1_710_506_096_789 + index), body: {} } as const;
    const body = { clientOrderId: id, params: { note: 'x'.repeat(300 * index) } };
    const creates = { kind: WRITE_KIND, scope: 'one' };
    await journal.commit([
      { ...entry, state: 'PREPARED', creates, body },
      { ...entry, state: 'SENT' },
    ]);
    observer.committed();
    observer.steps.push({ kind: 'recorded', id });
    if (index % 3 === 1) watchForLateArrivals(WATCHING, path);
    if (index % 3 !== 2) await journal.commit([{ ...entry, state: index % 3 === 1 ? 'ABSENT' : 'ACKED' }]);
    observer.committed();
    await journal.close();
    observer.committed();
  }
  listener = undefined;
  return { steps: observer.steps, states: await statesIn(path) };
}

async function statesIn(path: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const journal = await openAt(path);
  try {
    const writes = await journal.subjects({ kind: WRITE_KIND });
    const entries = writes.map(async ({ id, body }) => {
      const timeline = await journal.timeline(id);
      return [String(body['clientOrderId']), timeline.map(({ state }) => state)] as const;
    });
    return new Map(await Promise.all(entries));
  } finally {
    await journal.close();
  }
}

/** Cuts the power after a random step and returns what is wrong with the journal that is left; nothing if it is right. */
async function faultsAfterCut({ steps, states }: Recording, random: Random): Promise<readonly string[]> {
  const before = steps.slice(0, 1 + Math.floor(random.next() * steps.length));
  const path = join(privateFolder(), NAME);
  for (const [name, bytes] of filesAfterCut(before, random))
    fs.writeFileSync(join(dirname(path), name), bytes, { mode: 0o600 });
  const isMarked = mayHavePending(path);
  const isWatched = mayArriveLate(path, WATCHING.clock.now());
  const left = await statesIn(path).catch((error: unknown) => String(error));
  if (typeof left === 'string') return [`it does not open: ${left}`];
  const recorded = before.flatMap((step) => (step.kind === 'recorded' ? [step.id] : []));
  const isOpen = [...left.values()].some((found) =>
    UNRESOLVED_STATES.some((state) => state === found.at(-1)),
  );
  const isAbsent = [...left.values()].some((found) => found.at(-1) === 'ABSENT');
  return [
    ...recorded.filter((id) => !left.has(id)).map((id) => `${id} is missing`),
    ...[...left].flatMap(([id, found]) =>
      found.every((state, index) => state === states.get(id)?.[index]) ? [] : [`${id} is ${found.join(' ')}`],
    ),
    ...(isOpen && !isMarked ? ['no marker says that a write is unresolved'] : []),
    ...(isAbsent && !isWatched ? ['an absent order is not looked for any more'] : []),
  ];
}

async function faultsOfCuts(recording: Recording, cuts: number): Promise<readonly string[]> {
  const random = seededRandom(SEED);
  const faults: string[] = [];
  for (let cut = 0; cut < cuts; cut += 1)
    faults.push(...(await faultsAfterCut(recording, random)).map((fault) => `cut ${cut}: ${fault}`));
  return faults;
}

it(`${SHARE_CUTS} power cuts lose no write of the journal, seed ${SEED}`, async () => {
  expect(await faultsOfCuts(await observedRecording(), SHARE_CUTS)).toEqual([]);
});

const BOURSE = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));

/** Places orders with the real program under strace, against a sandbox of its own. */
async function tracedRecording(orders: number): Promise<Recording> {
  const home = privateFolder();
  const environment = { PATH: process.env['PATH'], HOME: home, BOURSE_HOME: home };
  const server = spawn(process.execPath, [BOURSE, 'sandbox', 'serve', '-o', 'json'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void server.kill('SIGTERM'));
  await new Promise((resolve) => server.stdout.once('data', resolve));
  const folder = join(home, 'state');
  const files = { folder, name: NAME, present: new Set<string>() };
  const steps: DiskStep[] = [];
  for (let index = 0; index < orders; index += 1) {
    const trace = join(home, `trace-${index}`);
    const words = ['trade', 'order', 'place', 'BTCUSDT', '--side', 'BUY', '--type', 'MARKET'];
    const id = ['--quantity', '0.001', '--new-client-order-id', `cut-${index}`];
    const line = [process.execPath, BOURSE, ...words, ...id, '--env', 'sandbox', '--yes'];
    const { status } = spawnSync('strace', [...STRACE_OPTIONS, '-o', trace, ...line], {
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    expect(status, line.join(' ')).toBe(0);
    steps.push(...diskStepsIn(fs.readFileSync(trace, 'utf8'), files));
  }
  return { steps, states: await statesIn(join(folder, NAME)) };
}

it.runIf(CUTS > 0)(
  `power cuts lose no write of real commands, seed ${SEED}`,
  async () => {
    const recording = await tracedRecording(10);
    expect(recording.steps.filter(({ kind }) => kind === 'recorded')).toHaveLength(10);
    const faults = await faultsOfCuts(recording, CUTS);
    process.stdout.write(`${recording.steps.length} steps, ${CUTS} cuts, ${faults.length} faults\n`);
    expect(faults).toEqual([]);
  },
  3_600_000,
);
