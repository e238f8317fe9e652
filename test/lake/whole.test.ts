/** What happens to a lake that is damaged, in use by others, left by a killed process, or written by a newer program. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { unixMs } from '../../src/core/words.ts';
import { Duckdb } from '../../src/lake/duckdb.ts';
import { lakePath } from '../../src/lake/home.ts';
import type { LakeRows } from '../../src/lake/ledger-rows.ts';
import { lakeStatus } from '../../src/lake/status.ts';
import { openDatabase } from '../../src/store/sqlite.ts';
import { fixedClock } from '../acceptance/world.ts';
import {
  candle,
  DAILY,
  DAY,
  lakeFolder,
  MONTHLY,
  type TestLake,
  TRADES,
  testLake,
  trade,
} from './lake-files.ts';

const partOf = async (lake: TestLake) => (await lake.ledger.read((rows) => rows.parts()))[0]!;

/** Returns all files of a lake but those of its ledger. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('ledger.') && entry.name !== 'LAKE.json')
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('a lake', () => {
  it('finds a file that is damaged, shortened, missing or unknown', async () => {
    const lake = await testLake();
    await lake.import({ path: DAILY, lines: [candle(0)] });
    const { path } = await partOf(lake);
    const file = lakePath(lake.home, path);
    const copy = `${file}.copy`;
    cpSync(file, copy);
    renameSync(copy, file.replace('.parquet', '-2.parquet'));
    const unknown = { is: 'storage', fault: 'the ledger does not know this file' };
    expect((await lake.verify('quick')).faults).toMatchObject([unknown]);
    rmSync(file.replace('.parquet', '-2.parquet'));
    appendFileSync(file, 'x');
    expect((await lake.verify('quick')).faults[0]).toMatchObject({ where: path, is: 'storage' });
    rmSync(file);
    expect((await lake.verify('quick')).faults).toEqual([
      { is: 'storage', where: path, fault: 'the file is missing' },
    ]);
  });

  it('finds rows that differ from the ledger, although the digest is the right one', async () => {
    const lake = await testLake();
    await lake.import({ path: DAILY, lines: [candle(0), candle(1)] });
    const part = await partOf(lake);
    vi.spyOn(lake.ledger, 'read').mockResolvedValueOnce({
      parts: [
        { ...part, rows: 3, lastMs: part.lastMs + 1 },
        { ...part, partition: part.partition.replace('2025-01', '2024-12') },
      ],
      spans: [],
      kept: [],
      pending: [],
    });
    const { faults } = await lake.verify();
    expect(faults.map(({ is, fault }) => `${is}: ${fault}`)).toEqual([
      'data: expected 3 rows, found 2',
      'data: the first or last time differs from the ledger',
      'data: a time lies outside 2024-12',
    ]);
  });

  it('finds rows with the key of another row', async () => {
    const lake = await testLake();
    await lake.import({ path: DAILY, lines: [candle(0), candle(1)] });
    const part = await partOf(lake);
    vi.spyOn(lake.ledger, 'read').mockResolvedValueOnce({
      parts: [part, part],
      kept: [],
      spans: [],
      pending: [],
    });
    expect((await lake.verify()).faults).toMatchObject([
      { is: 'data', where: part.partition, fault: '2 rows have the key of another row' },
    ]);
  });

  it('finds a candle that differs from the trades of its minute', async () => {
    const lake = await testLake();
    const trades = [
      trade(1, 0),
      trade(2, 60, '100'),
      trade(3, 80, '101'),
      trade(4, 90, '99'),
      trade(5, 119, '100.5'),
    ];
    await lake.import({ path: TRADES, lines: [...trades, trade(6, 120), trade(7, 130), trade(8, 180)] });
    // The candle of the first minute agrees in prices, volume and count, that of the second in none.
    await lake.import({
      path: DAILY,
      lines: [candle(1), candle(2)].map((line) => line.replace(',2,', ',4,')),
    });
    expect((await lake.verify()).faults).toEqual([]);
    const { faults } = await lake.verify('deep');
    expect(faults.map(({ fault }) => fault)).toEqual([
      'the candle of 2025-01-01T00:02:00.000Z differs from its trades in high, low, close, volume, count',
    ]);
  });

  it('is whole again after a process was killed between its files and the ledger', async () => {
    const lake = await testLake(undefined, { pid: 41 });
    await lake.import({ path: MONTHLY, lines: [candle(0), candle(1)] });
    const image = lakeFolder();
    const { commit } = lake.ledger;
    vi.spyOn(lake.ledger, 'commit').mockImplementationOnce((...given) => {
      cpSync(lake.home.folder, image, { recursive: true });
      return commit.apply(lake.ledger, given);
    });
    const daily = { path: DAILY, lines: [candle(1, '100.7'), candle(2)] };
    await lake.import(daily);
    expect(filesIn(image).length).toBeGreaterThan(filesIn(lake.home.folder).length);
    const next = await testLake(image, { pid: 42, isProcessAlive: (pid) => pid !== 41 });
    expect(filesIn(image)).toHaveLength(1);
    expect((await next.verify()).faults).toEqual([]);
    expect(await next.import(daily)).toMatchObject({ outcome: 'imported', rows: 2, corrected: 1 });
    expect(await next.rows('candles', 'close::VARCHAR AS close')).toHaveLength(3);
    expect((await next.verify()).faults).toEqual([]);
  });

  it('removes files that were replaced by a process that was killed right after that', async () => {
    const lake = await testLake(undefined, { pid: 41 });
    await lake.import({ path: MONTHLY, lines: [candle(0)] });
    const image = lakeFolder();
    const { commit } = lake.ledger;
    vi.spyOn(lake.ledger, 'commit').mockImplementationOnce(async (...given) => {
      await commit.apply(lake.ledger, given);
      cpSync(lake.home.folder, image, { recursive: true });
    });
    await lake.import({ path: MONTHLY, lines: [candle(1)] });
    const next = await testLake(image, { pid: 42, isProcessAlive: (pid) => pid !== 41 });
    expect((await next.verify()).faults).toEqual([]);
    expect(filesIn(image)).toHaveLength(1);
  });

  it('leaves the lake as it was when the ledger cannot be written', async () => {
    const lake = await testLake();
    await lake.import({ path: MONTHLY, lines: [candle(0)] });
    const before = filesIn(lake.home.folder);
    vi.spyOn(lake.ledger, 'commit').mockRejectedValueOnce(new Error('disk full'));
    await expect(lake.import({ path: DAILY, lines: [candle(0, '9'), candle(1)] })).rejects.toThrow(
      'disk full',
    );
    expect(filesIn(lake.home.folder)).toEqual(before);
    expect(await lake.ledger.read((rows) => rows.claims())).toEqual([]);
  });

  it('is as it was after an error of the file system, which has exit code 10', async () => {
    const lake = await testLake(undefined, { secretHex: (bytes) => '0a'.repeat(bytes) });
    const { hostName } = await import('../../src/lake/claims.ts');
    // The text of the rows cannot be written.
    const inTheWay = lakePath(lake.home, `.part-${hostName()}-${process.pid}-${'0a'.repeat(8)}-0.rows.tmp`);
    symlinkSync(join(lake.home.folder, 'none/none'), inTheWay);
    await expect(lake.import({ path: DAILY, lines: [candle(0)] })).rejects.toMatchObject({
      exitCode: 10,
      message: expect.stringContaining('could not be read or written: E'),
    });
    expect([filesIn(lake.home.folder), (await lake.status()).series]).toEqual([[], []]);
    expect(await lake.import({ path: DAILY, lines: [candle(0)] })).toMatchObject({ rows: 1 });
  });

  it('removes no file of an import whose entry the next process may find in the ledger', async () => {
    const lake = await testLake();
    const database = await openDatabase(join(lake.home.folder, 'ledger.sqlite'));
    onTestFinished(() => database.close());
    vi.spyOn(lake.ledger, 'commit').mockImplementationOnce(() => {
      // From now on nothing can be written to a claim.
      database.exec("CREATE TRIGGER full BEFORE UPDATE ON claim BEGIN SELECT RAISE(ABORT, 'disk full'); END");
      return Promise.reject(new Error('disk full'));
    });
    await expect(lake.import({ path: DAILY, lines: [candle(0)] })).rejects.toThrow('disk full');
    const inPlace = () => filesIn(lake.home.folder).filter((path) => path.endsWith('.parquet'));
    expect(inPlace()).toHaveLength(1);
    database.exec('DROP TRIGGER full');
    await testLake(lake.home.folder, { pid: 42, isProcessAlive: () => false });
    expect(inPlace()).toEqual([]);
  });

  it('waits for a partition that another process writes to, and takes over that of a dead one', async () => {
    const folder = lakeFolder();
    let isAlive = true;
    const lake = await testLake(folder, { pid: 42, isProcessAlive: () => isAlive });
    const { hostName } = await import('../../src/lake/claims.ts');
    const partition = 'candles/product=spot/symbol=BTCUSDT/interval=1m/month=2025-01';
    const other = await testLake(folder, { pid: 41 });
    await other.ledger.claim([partition], 'other', hostName());
    await expect(lake.import({ path: DAILY, lines: [candle(0)] })).rejects.toThrow(
      `writes to ${partition}; the wait of 120 seconds is over.`,
    );
    expect((await lake.status()).series).toEqual([]);
    isAlive = false;
    expect(await lake.import({ path: DAILY, lines: [candle(0)] })).toMatchObject({ rows: 1 });
  });

  it('keeps its claims while it writes for longer than a claim lasts', async () => {
    const clock = fixedClock(unixMs(DAY + 100 * 86_400_000));
    const lake = await testLake(undefined, { clock });
    const { rows: query } = lake.duckdb;
    vi.spyOn(lake.duckdb, 'rows').mockImplementation((sql) => {
      if (sql.startsWith('COPY')) clock.advance(360_000);
      return query.call(lake.duckdb, sql);
    });
    const { setPending } = lake.ledger;
    vi.spyOn(lake.ledger, 'setPending').mockImplementation(async (...given) => {
      const claims = await lake.ledger.read((rows) => rows.claims());
      expect(claims.filter(({ until }) => until <= clock.now())).toEqual([]);
      return setPending.apply(lake.ledger, given);
    });
    const months = [0, 31, 59].map((day) => candle(day * 1440));
    const named = { product: 'spot', dataset: 'klines', symbol: 'BTCUSDT', interval: '1m' } as const;
    expect(await lake.import({ path: 'x.csv', lines: months, named })).toMatchObject({ rows: 3 });
    expect(clock.now()).toBe(DAY + 100 * 86_400_000 + 3 * 360_000);
  });

  it('writes nothing for a process whose claim was taken over', async () => {
    const lake = await testLake();
    const { setPending } = lake.ledger;
    vi.spyOn(lake.ledger, 'setPending').mockImplementationOnce(async (...given) => {
      await setPending.apply(lake.ledger, given);
      await lake.ledger.sweepClaims(
        () => true,
        () => undefined,
      );
    });
    await expect(lake.import({ path: DAILY, lines: [candle(0)] })).rejects.toThrow(
      'Another process took over',
    );
    expect((await lake.status()).series).toEqual([]);
  });

  it('removes temporary files of dead processes only', async () => {
    const lake = await testLake(undefined, { pid: 42 });
    const { hostName } = await import('../../src/lake/claims.ts');
    const leave = (pid: number) => {
      const path = lakePath(lake.home, `.part-${hostName()}-${pid}-0a-0.rows.tmp`);
      writeFileSync(path, '');
      return path;
    };
    const [dead, alive] = [leave(41), leave(43)];
    await testLake(lake.home.folder, { pid: 42, isProcessAlive: (pid) => pid !== 41 });
    expect([existsSync(dead), existsSync(alive)]).toEqual([false, true]);
  });

  it('is not opened if a newer program wrote it', async () => {
    const folder = lakeFolder();
    const lake = await testLake(folder);
    lake.ledger.close = () => undefined;
    writeFileSync(join(folder, 'LAKE.json'), '{"format":2}', { mode: 0o600 });
    await expect(testLake(folder)).rejects.toThrow(
      'has the format 2 by its LAKE.json, and this program knows 1',
    );
  });

  it('gets no new ledger beside the files of a lost one', async () => {
    const lake = await testLake();
    await lake.import({ path: DAILY, lines: [candle(0)] });
    const copy = lakeFolder();
    cpSync(join(lake.home.folder, 'candles'), join(copy, 'candles'), { recursive: true });
    await expect(testLake(copy)).rejects.toThrow('has the files of a lake (candles) and no ledger.sqlite');
  });

  it('says how to add DuckDB where it is missing', async () => {
    const { home } = await testLake();
    const programFile = join(home.folder, 'bourse.js');
    writeFileSync(programFile, '');
    await expect(Duckdb.open({ ...home, programFile })).rejects.toMatchObject({
      exitCode: 2,
      message: 'The lake needs the package @duckdb/node-api, which is not installed beside bourse.',
      facts: { hint: expect.stringContaining('npm install @duckdb/node-api@1.5.5-r.5') },
    });
  });

  it('reads a folder whose name has characters of patterns', async () => {
    const lake = await testLake(join(lakeFolder(), "a[b]*c?'d"));
    await lake.import({ path: DAILY, lines: [candle(0)] });
    await lake.import({ path: MONTHLY, lines: [candle(0), candle(1)] });
    expect(await lake.verify()).toMatchObject({ rows: 2, faults: [] });
  });

  it('says what is missing of a series with more holes than a call may have arguments', () => {
    const series = { table: 'trades', product: 'spot', symbol: 'BTCUSDT', interval: '' } as const;
    const have = { ...series, partition: '', state: 'have', why: '', source: null, askedAt: null } as const;
    const spans = Array.from({ length: 150_000 }, (_, at) => {
      return { ...have, from: at * 2, to: at * 2 + 1, minId: at * 2, maxId: at * 2 };
    });
    const rows = { sources: () => [], parts: () => [], claims: () => [], spans: () => spans };
    const status = lakeStatus(rows as unknown as LakeRows, 1e6);
    expect(status.series).toMatchObject([{ from: 0, to: 299_999, holes: 149_999 }]);
    expect(status.holes).toHaveLength(149_999);
  });
});
