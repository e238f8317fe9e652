/** A snapshot answers as the lake did when it was made, whatever is imported or removed later. */
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Duckdb } from '../../src/lake/duckdb.ts';
import { contentOf, createSnapshot, listSnapshots, removeSnapshot } from '../../src/lake/snapshots.ts';
import { viewStatements } from '../../src/lake/sql-views.ts';
import { candle, DAILY, lakeFolder, MONTHLY, type TestLake, TRADES, testLake, trade } from './lake-files.ts';

const QUERIES = [
  'FROM candles ORDER BY open_time',
  'FROM gaps',
  'FROM ledger',
  'SELECT sum(qty) FROM trades',
];

async function answers(lake: TestLake, at?: string): Promise<string> {
  const content = await lake.ledger.read((rows) => contentOf(lake.home, rows, at));
  const duckdb = await Duckdb.open(lake.home);
  try {
    for (const view of viewStatements(content)) await duckdb.rows(view);
    return JSON.stringify(await Promise.all(QUERIES.map((sql) => duckdb.rows(sql))));
  } finally {
    duckdb.close();
  }
}

async function twoFiles(changed = {}): Promise<TestLake> {
  const lake = await testLake(undefined, changed);
  await lake.import({ path: MONTHLY, lines: [candle(0), candle(1)] });
  await lake.import({ path: TRADES, lines: [trade(1, 0), trade(2, 1)] });
  return lake;
}

const snapshotFiles = (lake: TestLake) =>
  readdirSync(join(lake.home.folder, 'snapshots'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.parquet'),
  );

describe('a snapshot', () => {
  it('gives the same answers after rows were replaced and added, and is found by the first digits of its id', async () => {
    const lake = await twoFiles();
    const { id, ...created } = await createSnapshot(lake.home, lake.ledger);
    expect(created).toMatchObject({ parts: 2, rows: 4, keptBytes: 0 });
    const before = await answers(lake);
    expect(await answers(lake, id)).toBe(before);
    await lake.import({ path: DAILY, lines: [candle(0, '99'), candle(5)] });
    await lake.import({ path: TRADES, lines: [trade(7, 3)] });
    expect(await answers(lake)).not.toBe(before);
    expect(await answers(lake, id.slice(0, 6))).toBe(before);
    const [listed] = await lake.ledger.read(listSnapshots);
    expect(listed).toMatchObject({ id, parts: 2, rows: 4, keptBytes: listed!.bytes });
    expect((await lake.verify()).faults).toEqual([]);
  });

  it('has the digest of the files as its id, and is made once of the same files', async () => {
    const [lake, other] = [await twoFiles(), await twoFiles()];
    const { id, at } = await createSnapshot(lake.home, lake.ledger);
    expect((await createSnapshot(other.home, other.ledger)).id).toBe(id);
    expect(await createSnapshot(lake.home, lake.ledger)).toMatchObject({ id, at });
    expect(await lake.ledger.read(listSnapshots)).toHaveLength(1);
    await lake.import({ path: DAILY, lines: [candle(9)] });
    expect((await createSnapshot(lake.home, lake.ledger)).id).not.toBe(id);
  });

  it('is refused by an id that does not exist or is not the only one', async () => {
    const lake = await twoFiles();
    await createSnapshot(lake.home, lake.ledger);
    for (const typed of ['', 'ab', '%', 'ffffffffffff']) {
      const read = lake.ledger.read((rows) => contentOf(lake.home, rows, typed));
      await expect(read).rejects.toThrow(`Expected the id of a snapshot, found "${typed}".`);
    }
  });

  it('gives back its room when it is removed, and leaves what others need', async () => {
    const lake = await twoFiles();
    const first = await createSnapshot(lake.home, lake.ledger);
    await lake.import({ path: TRADES, lines: [trade(7, 3)] });
    const second = await createSnapshot(lake.home, lake.ledger);
    expect(snapshotFiles(lake)).toHaveLength(3);
    await removeSnapshot(lake.home, lake.ledger, first.id);
    expect(snapshotFiles(lake)).toHaveLength(2);
    expect(await answers(lake, second.id)).toBe(await answers(lake));
    await removeSnapshot(lake.home, lake.ledger, second.id);
    expect(snapshotFiles(lake)).toEqual([]);
    expect((await lake.verify()).faults).toEqual([]);
    expect(await lake.rows('candles', 'close')).toHaveLength(2);
  });

  it('leaves no names of files behind if its process is killed before it is entered', async () => {
    const lake = await twoFiles({ pid: 41 });
    const image = lakeFolder();
    const { addSnapshot } = lake.ledger;
    vi.spyOn(lake.ledger, 'addSnapshot').mockImplementationOnce((...given) => {
      cpSync(lake.home.folder, image, { recursive: true });
      return addSnapshot.apply(lake.ledger, given);
    });
    await createSnapshot(lake.home, lake.ledger);
    const next = await testLake(image, { pid: 42, isProcessAlive: (pid) => pid !== 41 });
    expect(snapshotFiles(next)).toEqual([]);
    expect((await next.verify()).faults).toEqual([]);
  });

  it('is made again of the files of another process that replaced some meanwhile', async () => {
    const lake = await twoFiles();
    const other = await testLake(lake.home.folder);
    const { setPending } = lake.ledger;
    vi.spyOn(lake.ledger, 'setPending').mockImplementationOnce(async (...given) => {
      await other.import({ path: MONTHLY, lines: [candle(3)] });
      return setPending.apply(lake.ledger, given);
    });
    const { id } = await createSnapshot(lake.home, lake.ledger);
    expect(await answers(lake, id)).toBe(await answers(lake));
    expect(snapshotFiles(lake)).toHaveLength(2);
  });

  it('names a file that is missing or damaged, also when the lake itself no longer has it', async () => {
    const lake = await twoFiles();
    await createSnapshot(lake.home, lake.ledger);
    await lake.import({ path: MONTHLY, lines: [candle(1)] });
    const name = snapshotFiles(lake).find((one) => one.startsWith('candles'))!;
    const path = join(lake.home.folder, 'snapshots', name);
    const { bytes } = (await lake.ledger.read((rows) => rows.snapshotFiles())).find(
      (part) => part.table === 'candles',
    )!;
    writeFileSync(path, Buffer.alloc(bytes));
    const where = `snapshots/${name}`;
    expect((await lake.verify('quick')).faults).toEqual([]);
    expect((await lake.verify()).faults).toMatchObject([{ is: 'storage', where }]);
    rmSync(path);
    const missing = [{ is: 'storage', where, fault: 'the file is missing' }];
    expect((await lake.verify('quick')).faults).toEqual(missing);
    expect(existsSync(path)).toBe(false);
  });
});
