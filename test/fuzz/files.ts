/** The classes of fuzzed files that a reader opens by their path. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../src/core/clock.ts';
import { unixMs } from '../../src/core/words.ts';
import { readProfiles } from '../../src/profile/profile-file.ts';
import { openSqliteState } from '../../src/state/sqlite-state.ts';
import { openDatabase } from '../../src/store/sqlite.ts';
import { quickClock } from '../store/clock.ts';
import { type FuzzClass, ofText } from './classes.ts';

const PROFILES = [
  '{"schemaVersion":1,"active":"a","profiles":{"a":{"environment":"live","keyType":"hmac","apiKeyEnd":"abcd","fingerprint":"0123456789abcdef","apiKey":"env:A","secret":"env:B"}}}',
];
const OWNER = process.getuid?.();

/** Returns the classes, and a function that removes their files. */
export async function openFileClasses(): Promise<{
  readonly classes: readonly FuzzClass[];
  readonly close: () => void;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-fuzz-'));
  return {
    classes: [
      profileClass(privateFolder(folder, 'config')),
      await writeClass(privateFolder(folder, 'state')),
    ],
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function privateFolder(parent: string, name: string): string {
  mkdirSync(join(parent, name), { mode: 0o700 });
  return join(parent, name);
}

function profileClass(folder: string): FuzzClass {
  const services = { clock: quickClock(0), random: seededRandom(1), owner: OWNER };
  return ofText('profiles', PROFILES, (text) => {
    writeFileSync(join(folder, 'profiles.json'), text, { mode: 0o600 });
    readProfiles(folder, services);
  });
}

/** The journal of writes, of which bytes were changed or cut off: it is opened, read and continued. */
async function writeClass(folder: string): Promise<FuzzClass> {
  const open = (path: string) =>
    openSqliteState({
      ...{ path, clock: quickClock(0), random: seededRandom(1), owner: OWNER },
      pendingStates: ['SENT'],
    });
  const append = (id: string) => ({
    ...({ do: 'append', subject: id, state: 'SENT', at: unixMs(0) } as const),
    ...{ body: { clientOrderId: id, run: '1' }, creates: { kind: 'write', scope: 'BTCUSDT' } },
  });
  const example = join(folder, 'example.db');
  const state = await open(example);
  await state.commit([append('b-1'), { do: 'claim', name: 'key', value: 'b-1', at: unixMs(0) }]);
  // The journal as a killed process leaves it: its entries are in the log of SQLite only.
  const killed = readEach(example);
  await state.close();
  const database = await openDatabase(example);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const whole = readEach(example);
  let written = 0;
  return {
    name: 'journals of writes',
    async read(inputs, report) {
      const files = inputs.oneOf([killed, whole]);
      const at = inputs.pick(files.length);
      const { bytes, changes } = inputs.damaged(files[at]!);
      report(`${ENDINGS[at]} ${changes}`);
      // A path of its own, because SQLite shares what it knows of a file with all connections of a process.
      written += 1;
      const path = join(folder, `${written}.db`);
      for (const [index, ending] of ENDINGS.entries())
        writeFileSync(path + ending, index === at ? bytes : files[index]!, { mode: 0o600 });
      try {
        const state = await open(path);
        try {
          await state.subjects({ kind: 'write', where: { field: 'clientOrderId', value: 'b-1' } });
          await state.timeline('b-1');
          await state.commit([append('b-2')]);
        } finally {
          await state.close();
        }
      } finally {
        for (const ending of [...ENDINGS, '-shm', '.pending']) rmSync(path + ending, { force: true });
      }
    },
  };
}

/** The endings of the files of a journal: the database, SQLite's log, and the receipt of the newest entry. */
const ENDINGS = ['', '-wal', '.head'] as const;

function readEach(path: string): readonly Buffer[] {
  return ENDINGS.map((ending) => (existsSync(path + ending) ? readFileSync(path + ending) : Buffer.alloc(0)));
}
