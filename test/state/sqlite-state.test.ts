/** What the files of the shared state survive, and what they notice. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { unixMs } from '../../src/core/words.ts';
import { mayHavePending } from '../../src/state/pending-marker.ts';
import type { IndexedField, SharedState, SubjectQuery } from '../../src/state/shared-state.ts';
import { openSqliteState } from '../../src/state/sqlite-state.ts';
import { SqliteTables } from '../../src/state/sqlite-tables.ts';
import { type Database, openDatabase, type SqlValue, type Statement } from '../../src/store/sqlite.ts';
import { quickClock } from '../store/clock.ts';
import { OWNER, privateFolder } from '../store/folders.ts';
import { START } from './homes.ts';

const open = (path: string, acceptsLoss = false): Promise<SharedState> =>
  openSqliteState({ path, clock: quickClock(), random: seededRandom(1), owner: OWNER, acceptsLoss });

const write = (state: SharedState, id: string) =>
  state.commit([
    {
      do: 'append',
      subject: id,
      state: 'SENT',
      body: { id },
      at: unixMs(START),
      creates: { kind: 'order', scope: 's' },
    },
    { do: 'count', counter: 'c', add: '1', at: unixMs(START) },
    { do: 'claim', name: id, value: id, at: unixMs(START) },
  ]);

const idsIn = async (state: SharedState) => (await state.subjects({})).map(({ id }) => id).reverse();

describe('the files of the shared state', () => {
  it('are private, also those that SQLite adds', async () => {
    const folder = join(privateFolder(), 'state');
    const path = join(folder, 'journal.db');
    const state = await open(path);
    await write(state, 'o1');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const end of ['', '-wal', '-shm', '.head']) expect(statSync(path + end).mode & 0o777).toBe(0o600);
    await state.close();
  });

  it('keep a short log, which each process reads whole when it opens the journal', async () => {
    const path = join(privateFolder(), 'a.db');
    let longest = 0;
    for (let round = 0; round < 30; round += 1) {
      const state = await open(path);
      for (let count = 0; count < 4; count += 1) await write(state, `o${round}-${count}`);
      longest = Math.max(longest, statSync(`${path}-wal`).size);
      await state.close();
    }
    expect(longest).toBeGreaterThan(64 * 4096);
    expect(longest).toBeLessThan(100 * 4120);
    const state = await open(path);
    expect(await idsIn(state)).toHaveLength(120);
    await state.close();
  });

  it('show by a marker that the journal may hold pending subjects', async () => {
    const path = join(privateFolder(), 'a.db');
    const services = { clock: quickClock(), random: seededRandom(1), owner: OWNER };
    const state = await openSqliteState({ path, ...services, pendingStates: ['SENT'] });
    const change = (subject: string, to: string) =>
      state.commit([
        {
          ...({ do: 'append', subject, state: to, body: {}, at: unixMs(START) } as const),
          creates: { kind: 'order', scope: 's' },
        },
      ]);
    const isMarked = async (subject: string, to: string) => {
      await change(subject, to);
      return mayHavePending(path);
    };
    expect(await isMarked('o1', 'ACKED')).toBe(false);
    expect(await isMarked('o2', 'SENT')).toBe(true);
    expect(statSync(`${path}.pending`).mode & 0o777).toBe(0o600);
    expect(await isMarked('o3', 'SENT')).toBe(true);
    expect(await isMarked('o2', 'ACKED')).toBe(true);
    expect(await isMarked('o3', 'ACKED')).toBe(false);
    await state.close();
  });

  it('keep what was committed when the process ends without closing them', async () => {
    const folder = privateFolder();
    const state = await open(join(folder, 'a.db'));
    await write(state, 'o1');
    // The files as a killed process leaves them: the entries are in the log only.
    for (const end of ['', '-wal', '.head'])
      copyFileSync(join(folder, `a.db${end}`), join(folder, `b.db${end}`));
    await state.close();
    const later = await open(join(folder, 'b.db'));
    expect(await idsIn(later)).toEqual(['o1']);
    await later.close();
  });

  it('notice at every length of a torn log that entries are missing', async () => {
    const folder = privateFolder();
    const path = join(folder, 'a.db');
    const state = await open(path);
    for (const id of ['o1', 'o2', 'o3']) await write(state, id);
    const [database, log, receipt] = ['', '-wal', '.head'].map((end) => readFileSync(path + end));
    await state.close();
    const counts = { whole: 0, noticed: 0 };
    for (let length = 0; length <= log!.length; length += 1_531) {
      const copy = join(folder, `cut-${length}.db`);
      for (const [end, bytes] of [
        ['', database!],
        ['-wal', log!.subarray(0, length)],
        ['.head', receipt!],
      ] as const)
        writeFileSync(copy + end, bytes, { mode: 0o600 });
      const outcome = await open(copy).then(
        async (opened) => {
          expect(await idsIn(opened)).toEqual(['o1', 'o2', 'o3']);
          await opened.close();
          return 'whole' as const;
        },
        (error: { exitCode?: number }) => {
          expect(error.exitCode).toBe(10);
          return 'noticed' as const;
        },
      );
      counts[outcome] += 1;
    }
    expect(counts.noticed).toBeGreaterThan(10);
  });

  it('open again after a loss only when the loss is accepted', async () => {
    const path = join(privateFolder(), 'a.db');
    const state = await open(path);
    await write(state, 'o1');
    await state.close();
    writeFileSync(`${path}.head`, '7\n', { mode: 0o600 });
    await expect(open(path)).rejects.toMatchObject({
      exitCode: 10,
      message: expect.stringContaining('lost its entries 2 to 7'),
      facts: { hint: expect.stringContaining('--accept-loss') },
    });
    await (await open(path, true)).close();
    const later = await open(path);
    expect(await idsIn(later)).toEqual(['o1']);
    await later.close();
  });

  it.each(['entry', 'subject', 'claim', 'counter'])('notice a changed row of the table %s', async (table) => {
    const path = join(privateFolder(), 'a.db');
    const state = await open(path);
    await write(state, 'o1');
    await state.close();
    const database = await openDatabase(path);
    const column = { entry: 'state', subject: 'state', claim: 'value', counter: 'total' }[table]!;
    database.exec(`UPDATE ${table} SET ${column} = '2'`);
    database.close();
    const later = await open(path);
    const reads = [later.timeline('o1'), later.subject('o1'), later.claimed('o1'), later.counted('c')];
    const results = await Promise.allSettled(reads);
    const failed = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.exitCode] : []));
    expect(failed).toEqual([10]);
    await later.close();
  });

  it('survive every flipped byte: each is harmless or noticed', async () => {
    const folder = privateFolder();
    const path = join(folder, 'a.db');
    const state = await open(path);
    await write(state, 'o1');
    await state.close();
    const bytes = readFileSync(path);
    const random = seededRandom(20261122);
    let noticed = 0;
    for (let flip = 0; flip < 80; flip += 1) {
      const copy = join(folder, 'flipped.db');
      for (const end of ['-wal', '-shm', '.head']) rmSync(copy + end, { force: true });
      const damaged = Buffer.from(bytes);
      const place = Math.floor(random.next() * damaged.length);
      damaged[place] = damaged[place]! ^ (1 << Math.floor(random.next() * 8));
      writeFileSync(copy, damaged, { mode: 0o600 });
      writeFileSync(`${copy}.head`, '1\n', { mode: 0o600 });
      try {
        const opened = await open(copy);
        try {
          const [subject, entries] = [await opened.subject('o1'), await opened.timeline('o1')];
          const found = {
            subject,
            entries,
            claim: await opened.claimed('o1'),
            counter: await opened.counted('c'),
          };
          expect(found, `seed 20261122, flip ${flip} at ${place}`).toMatchObject({
            subject: { state: 'SENT', body: { id: 'o1' } },
            entries: [{ seq: 1, state: 'SENT' }],
            claim: 'o1',
            counter: '1',
          });
        } finally {
          await opened.close();
        }
      } catch (error) {
        expect((error as { exitCode?: number }).exitCode, `flip ${flip} at ${place}: ${String(error)}`).toBe(
          10,
        );
        noticed += 1;
      }
    }
    expect(noticed).toBeGreaterThan(0);
  });

  it('of version 1 are brought to the newest version with all that they hold', async () => {
    const path = join(privateFolder(), 'a.db');
    const database = await openDatabase(path);
    database.exec(readFileSync(new URL('journal-version-1.sql', import.meta.url), 'utf8'));
    database.close();
    chmodSync(path, 0o600);
    const state = await open(path);
    const idsOf = async (field: IndexedField, value: string) =>
      (await state.subjects({ where: { field, value } })).map(({ id }) => id);
    expect(await idsIn(state)).toEqual(['w1', 'w2', 'w3']);
    expect([await idsOf('clientOrderId', 'o-2'), await idsOf('run', 'w1')]).toEqual([['w2'], ['w2', 'w1']]);
    expect((await state.timeline('w3')).map(({ state: one }) => one)).toEqual(['PREPARED', 'UNKNOWN']);
    expect([await state.claimed('idempotency k'), await state.counted('c')]).toEqual(['digest w1', '3']);
    expect(await write(state, 'w4')).toMatchObject({ ok: true, seq: 7 });
    await state.close();
  });

  it('of version 1 stay as they are when the step to the newest version fails', async () => {
    const path = join(privateFolder(), 'a.db');
    const database = await openDatabase(path);
    database.exec(readFileSync(new URL('journal-version-1.sql', import.meta.url), 'utf8'));
    // The step creates an index of this name, after it has already changed the table.
    database.exec('CREATE INDEX subject_by_age ON subject (kind)');
    database.close();
    chmodSync(path, 0o600);
    await expect(open(path)).rejects.toMatchObject({ exitCode: 10 });
    const again = await openDatabase(path);
    expect(again.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
    expect(again.prepare('SELECT count(*) AS count FROM pragma_table_info(?)').get('subject')).toEqual({
      count: 9,
    });
    again.exec('DROP INDEX subject_by_age');
    again.close();
    const state = await open(path);
    expect(await idsIn(state)).toEqual(['w1', 'w2', 'w3']);
    await state.close();
  });

  it.each<[string, SubjectQuery, string]>([
    [
      'a client order id',
      { kind: 'write', where: { field: 'clientOrderId', value: 'o' }, limit: 1 },
      'client_order_id',
    ],
    ['a run', { kind: 'write', where: { field: 'run', value: 'w' } }, 'run'],
    ['unresolved writes', { kind: 'write', states: ['SENT', 'UNKNOWN'] }, 'state'],
    ['any pending subject', { states: ['SENT', 'UNKNOWN'], limit: 1 }, 'state'],
    ['absent writes of a day', { kind: 'write', states: ['ABSENT'], since: unixMs(START) }, 'state'],
    ['the newest writes', { kind: 'write', limit: 50 }, 'age'],
  ])('are searched for %s by an index, however many writes there are', async (_what, query, index) => {
    const path = join(privateFolder(), 'a.db');
    await (await open(path)).close();
    const database = await openDatabase(path);
    const plans: string[] = [];
    const explained: Database = {
      exec: (sql) => database.exec(sql),
      close: () => database.close(),
      prepare(sql) {
        const rows = (values: readonly SqlValue[]) =>
          database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as readonly { detail: string }[];
        return {
          ...database.prepare(sql),
          all(...values) {
            plans.push(...rows(values).map(({ detail }) => detail));
            return [];
          },
        } as Statement;
      },
    };
    new SqliteTables(explained, path).subjects(query);
    explained.close();
    expect(plans.join('; ')).toContain(`USING INDEX subject_by_${index}`);
    expect(plans.join('; ')).not.toContain('SCAN');
  });

  it('of a newer program are refused and left as they are', async () => {
    const path = join(privateFolder(), 'a.db');
    await (await open(path)).close();
    const database = await openDatabase(path);
    database.exec('PRAGMA user_version = 99');
    database.close();
    await expect(open(path)).rejects.toMatchObject({
      exitCode: 10,
      message: expect.stringContaining('version 99'),
    });
  });

  it('are refused behind a symbolic link', async () => {
    const folder = privateFolder();
    const path = join(folder, 'a.db');
    writeFileSync(join(folder, 'other'), '');
    symlinkSync(join(folder, 'other'), path);
    await expect(open(path)).rejects.toMatchObject({ exitCode: 10 });
    expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('');
  });

  it('are refused in a folder that others can write to', async () => {
    const folder = join(privateFolder(), 'open');
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    await expect(open(join(folder, 'a.db'))).rejects.toMatchObject({ exitCode: 10 });
    expect(existsSync(join(folder, 'a.db'))).toBe(false);
  });

  it('that are no database lead to exit 10 and are not overwritten', async () => {
    const path = join(privateFolder(), 'a.db');
    writeFileSync(path, 'not a database, but somebody may need it\n'.repeat(50), { mode: 0o600 });
    await expect(open(path)).rejects.toMatchObject({ exitCode: 10 });
    expect(readFileSync(path, 'utf8')).toContain('somebody may need it');
  });
});
