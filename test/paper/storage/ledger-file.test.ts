/** What the files of a ledger survive, and what they notice. */
import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/clock.ts';
import { decimalOf } from '../../../src/core/decimal.ts';
import type { JsonObject } from '../../../src/core/words.ts';
import { readSymbolRecord } from '../../../src/paper/scenario/records.ts';
import { readLiveSettings } from '../../../src/paper/scenario/settings.ts';
import { readThesisText } from '../../../src/paper/scenario/thesis-text.ts';
import type { LedgerHome } from '../../../src/paper/storage/home.ts';
import { LedgerFile } from '../../../src/paper/storage/ledger-file.ts';
import { LedgerStore } from '../../../src/paper/storage/ledger-store.ts';
import { NEWEST_VERSION } from '../../../src/paper/storage/schema.ts';
import { verifyLedger } from '../../../src/paper/storage/verify.ts';
import { openDatabase } from '../../../src/store/sqlite.ts';
import { quickClock } from '../../store/clock.ts';
import { OWNER, privateFolder } from '../../store/folders.ts';
import { add, START, symbol } from '../scenarios.ts';

/** Whether every byte of a ledger is changed, which takes most of an hour. */
const HAS_EVERY_BYTE = process.env['LEDGER_BYTES'] === '1';

/** The number of changed bytes after which the files of closed databases are freed. */
const FILES_KEPT_OPEN = 50;

/**
 * Frees the files of closed databases. The SQLite package keeps them open until the garbage collector has found their
 * statements and the event loop has run, and so does not keep up with a test that opens thousands of them.
 */
async function freeClosedDatabases(): Promise<void> {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  await new Promise((resolve) => setImmediate(resolve));
}

const RULES = readSymbolRecord({ members: symbol() as JsonObject, path: '' });
const SETTINGS = readLiveSettings({ members: { version: 1, start: START }, path: '' }).written;

function homeIn(folder: string): LedgerHome {
  let count = 0;
  return {
    folder,
    clock: quickClock(),
    random: seededRandom(1),
    owner: OWNER,
    pid: process.pid,
    isProcessAlive: (pid) => pid === process.pid,
    secretHex: (bytes) => {
      count += 1;
      return count.toString(16).padStart(2 * bytes, '0');
    },
  };
}

async function createLedger(home: LedgerHome, path: string): Promise<LedgerStore> {
  const store = new LedgerStore(await LedgerFile.open(path, home, true), home);
  await store.create({ settings: SETTINGS, market: 'usdm', tiers: null });
  return store;
}

/** Applies a thesis at 50000, a minute after the one before. */
async function applyOne(store: LedgerStore, number: number): Promise<number> {
  const loaded = await store.load();
  const { live } = loaded;
  if (!live.ledger.instruments.has('BTCUSDT')) live.ledger.addInstrument(RULES);
  const document = add({ requested_margin_usdt: 10, paper_leverage: 10 }, { reason: `number ${number}` });
  const { thesis, canonical } = readThesisText(JSON.stringify(document));
  loaded.theses.set(thesis!.hash, canonical);
  const time = live.cursor + 60_000;
  live.playTo([], time);
  const point = { price: decimalOf('50000'), source: 'trade' } as const;
  live.applyAt(time, new Map([['BTCUSDT', point]]), [{ time, thesis, isAgain: false }]);
  expect(await store.save(loaded)).toBe('done');
  return live.ledger.journal.head.seq;
}

/** The outcome of opening a copy of a ledger and checking it whole. */
async function examine(
  path: string,
  home: LedgerHome,
  hashes: readonly string[],
): Promise<'found' | 'valid'> {
  let file: LedgerFile | undefined;
  try {
    file = await LedgerFile.open(path, home);
    const { faults } = await verifyLedger(file, {});
    if (faults.length > 0) return 'found';
    const found = await file.read((rows) => [...rows.eachEntry()].map(({ hash }) => hash));
    expect(found).toEqual(hashes.slice(0, found.length));
    return 'valid';
  } catch (error) {
    if ((error as { readonly exitCode?: number }).exitCode === 10) return 'found';
    // SQLite finds a damaged page when the page is read.
    if (/malformed|not a database|disk image/.test(String(error))) return 'found';
    throw error;
  } finally {
    file?.close();
  }
}

describe('the files of a ledger', () => {
  it('are private, also those that SQLite adds', async () => {
    const folder = join(privateFolder(), 'ledgers');
    const store = await createLedger(homeIn(folder), join(folder, 'main.db'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const end of ['main.db', 'main.db-wal', 'main.db-shm', 'main.head']) {
      expect([end, statSync(join(folder, end)).mode & 0o777]).toEqual([end, 0o600]);
    }
    store.close();
  });

  it('write nothing when another writer came first, and take its entries in', async () => {
    const folder = privateFolder();
    const home = homeIn(folder);
    const store = await createLedger(home, join(folder, 'main.db'));
    const late = await store.load();
    const other = new LedgerStore(await LedgerFile.open(join(folder, 'main.db'), home), home);
    expect(await applyOne(other, 1)).toBe(2);
    expect(await store.save(late)).toBe('moved');
    expect((await store.load()).head.seq).toBe(2);
    expect(await applyOne(store, 2)).toBe(3);
    other.close();
    store.close();
  });

  it('notice entries that were acknowledged and are missing', async () => {
    const folder = privateFolder();
    const home = homeIn(folder);
    const path = join(folder, 'main.db');
    const store = await createLedger(home, path);
    for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, join(folder, `old.db${end}`));
    await applyOne(store, 1);
    store.close();
    copyFileSync(join(folder, 'main.head'), join(folder, 'old.head'));
    await expect(LedgerFile.open(join(folder, 'old.db'), home)).rejects.toMatchObject({
      exitCode: 10,
      message: expect.stringContaining('damaged from entry 2 on'),
    });
  });

  it('are found damaged, or hold a valid prefix, wherever a byte is changed or the file is cut', async () => {
    const folder = privateFolder();
    const home = homeIn(folder);
    const path = join(folder, 'main.db');
    const store = await createLedger(home, path);
    for (let number = 1; number <= 4; number += 1) await applyOne(store, number);
    const hashes = (await store.load()).live.ledger.journal.entries.map(({ hash }) => hash);
    const whole = join(folder, 'whole.db');
    await store.file.copyTo(whole);
    store.close();
    const bytes = readFileSync(whole);
    const copy = join(folder, 'copy.db');
    copyFileSync(join(folder, 'main.head'), join(folder, 'copy.head'));
    const counts = { found: 0, valid: 0 };
    // A share that ends with a different byte of each page, unless every byte is wanted.
    const step = HAS_EVERY_BYTE ? 1 : 331;
    for (let at = 0; at < bytes.length; at += step) {
      const flipped = Buffer.from(bytes);
      flipped[at] = flipped[at]! ^ (1 << (at % 8));
      for (const damaged of [flipped, bytes.subarray(0, at)]) {
        for (const end of ['-wal', '-shm']) rmSync(`${copy}${end}`, { force: true });
        writeFileSync(copy, damaged, { mode: 0o600 });
        counts[await examine(copy, home, hashes)] += 1;
      }
      if (HAS_EVERY_BYTE && at % FILES_KEPT_OPEN === 0) await freeClosedDatabases();
    }
    expect(counts.found).toBeGreaterThan(counts.valid);
    if (HAS_EVERY_BYTE) process.stdout.write(`${bytes.length} bytes: ${JSON.stringify(counts)}\n`);
  }, 7_200_000);

  it('refuse a file that a newer program wrote', async () => {
    const folder = privateFolder();
    const home = homeIn(folder);
    const path = join(folder, 'main.db');
    (await createLedger(home, path)).close();
    const database = await openDatabase(path);
    database.exec(`PRAGMA user_version = ${NEWEST_VERSION + 1}`);
    database.close();
    await expect(LedgerFile.open(path, home)).rejects.toMatchObject({
      exitCode: 10,
      message: expect.stringContaining(`has version ${NEWEST_VERSION + 1}`),
    });
  });

  it('acknowledge nothing when the folder cannot be written', async () => {
    if (OWNER === 0) return;
    const folder = privateFolder();
    const home = homeIn(folder);
    const store = await createLedger(home, join(folder, 'main.db'));
    store.close();
    chmodSync(join(folder, 'main.db'), 0o400);
    await expect(
      LedgerFile.open(join(folder, 'main.db'), home).then((file) => applyOne(new LedgerStore(file, home), 1)),
    ).rejects.toMatchObject({ exitCode: 10 });
    expect(existsSync(join(folder, 'main.head'))).toBe(true);
  });
});
