/** Compaction keeps every row with its source, whatever ends it. */
import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { compactPartition } from '../../src/lake/compact.ts';
import { lakePath } from '../../src/lake/home.ts';
import { GRACE_MS } from '../../src/lake/retired-files.ts';
import { fixedClock } from '../acceptance/world.ts';
import { candle, DAILY, DAY, lakeFolder, MONTHLY, type TestLake, testLake } from './lake-files.ts';

const named = { product: 'spot', dataset: 'klines', symbol: 'BTCUSDT', interval: '1m' } as const;
const COLUMNS =
  '(epoch_ms(open_time) - 1735689600000) // 60000 AS minute, close::VARCHAR AS close, volume::VARCHAR AS v';

async function compactAll(lake: TestLake) {
  const parts = await lake.ledger.read((rows) => rows.parts());
  const partitions = [...new Set(parts.map(({ partition }) => partition))];
  const results = [];
  for (const partition of partitions) results.push(await compactPartition(lake, partition));
  return results;
}

const partsOf = (lake: TestLake) => lake.ledger.read((rows) => rows.parts());

/** Two daily files, a monthly one with a part of their rows, and a csv file. */
async function mixedLake(changed: Parameters<typeof testLake>[1] = {}): Promise<TestLake> {
  const lake = await testLake(undefined, changed);
  await lake.import({ path: MONTHLY, lines: [candle(0, '90'), candle(2, '90'), candle(4, '90')] });
  await lake.import({ path: DAILY, lines: [candle(1), candle(2)] });
  await lake.import({
    path: DAILY.replace('01-01', '01-02'),
    lines: [candle(1440), candle(1441), candle(1443)],
  });
  await lake.import({ path: 'own.csv', lines: [candle(3), candle(1442)], named });
  return lake;
}

const withoutCounts = async (lake: TestLake) => {
  const { series, holes } = await lake.status();
  return { holes, series: series.map(({ parts: _, bytes: __, ...one }) => one) };
};

describe('a compaction', () => {
  it('makes one file of several, and changes no row and no hole', async () => {
    const lake = await mixedLake();
    const [rows, status] = [await lake.rows('candles', COLUMNS), await withoutCounts(lake)];
    expect(await compactAll(lake)).toMatchObject([{ outcome: 'compacted', parts: 4, rows: 9 }]);
    expect(await lake.rows('candles', COLUMNS)).toEqual(rows);
    expect(await withoutCounts(lake)).toEqual(status);
    expect(await lake.verify()).toMatchObject({ parts: 1, rows: 9, faults: [] });
    const [part] = await partsOf(lake);
    const names = await lake.ledger.read((all) => new Map(all.sources().map(({ id, name }) => [id, name])));
    expect(part!.segments.map(({ source, rows: count }) => [names.get(source), count])).toEqual([
      ['BTCUSDT-1m-2025-01.csv', 1],
      ['BTCUSDT-1m-2025-01-01.csv', 2],
      ['own.csv', 1],
      ['BTCUSDT-1m-2025-01.csv', 1],
      ['BTCUSDT-1m-2025-01-02.csv', 2],
      ['own.csv', 1],
      ['BTCUSDT-1m-2025-01-02.csv', 1],
    ]);
    expect(await compactAll(lake)).toMatchObject([{ outcome: 'unchanged', parts: 1 }]);
  });

  it('keeps the replaced files out of the folders of the tables until their time is over', async () => {
    let now = Date.UTC(2025, 5, 1);
    const lake = await mixedLake({ clock: { ...fixedClock(), now: () => now as never } });
    await compactAll(lake);
    const retired = join(lake.home.folder, 'retired');
    const files = () =>
      readdirSync(retired, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.parquet'));
    expect(files()).toHaveLength(4);
    now += GRACE_MS - 1000;
    await testLake(lake.home.folder, lake.home);
    expect(files()).toHaveLength(4);
    now += 2000;
    await testLake(lake.home.folder, lake.home);
    expect(existsSync(retired)).toBe(false);
  });

  it('keeps the rows of any split into files, compacted twice', async () => {
    const split = fc
      .array(fc.nat({ max: 5 }), { minLength: 30, maxLength: 30 })
      .filter((files) => new Set(files).size > 1);
    await fc.assert(
      fc.asyncProperty(split, fc.nat({ max: 4 }), async (files, first) => {
        const lake = await testLake();
        const lines = files.map((_, minute) => candle(minute * 2, `1${minute}.${minute}`));
        for (const file of new Set(files.map((one) => (one + first) % 6))) {
          const own = lines.filter((_, at) => (files[at]! + first) % 6 === file);
          await lake.import({ path: `part-${file}.csv`, lines: own, named });
          // Some are compacted before the rest comes.
          if (file === first) await compactAll(lake);
        }
        const before = await lake.rows('candles', COLUMNS);
        await compactAll(lake);
        await compactAll(lake);
        expect(await lake.rows('candles', COLUMNS)).toEqual(before);
        expect(before.map(({ close }) => close)).toEqual(
          lines.map((_, at) => `1${at}.${at}`.padEnd(at < 10 ? 11 : 12, '0')),
        );
        expect(await lake.verify()).toMatchObject({ parts: 1, rows: 30, faults: [] });
      }),
      { numRuns: Number(process.env['LAKE_SPLITS'] ?? 3), seed: 7 },
    );
  });

  it.each([
    ['lost', 'DELETE FROM merged WHERE close = 100.5'],
    ['doubled', 'INSERT INTO merged SELECT * FROM merged LIMIT 1'],
    ['changed', 'UPDATE merged SET close = close + 0.00000001 WHERE close = 90'],
    ['swapped', 'UPDATE merged SET close = 190.5 - close'],
  ])('is given up when a row would be %s', async (_, fault) => {
    const lake = await mixedLake();
    const before = await lake.rows('candles', COLUMNS);
    const { rows } = lake.duckdb;
    vi.spyOn(lake.duckdb, 'rows').mockImplementation(async (sql) => {
      const found = await rows.call(lake.duckdb, sql);
      if (sql.startsWith('CREATE OR REPLACE TEMP TABLE merged')) await rows.call(lake.duckdb, fault);
      return found;
    });
    await expect(compactAll(lake)).rejects.toThrow('The rows of new files differ from those of the old ones');
    expect(await lake.rows('candles', COLUMNS)).toEqual(before);
    expect(await lake.verify()).toMatchObject({ parts: 4, faults: [] });
  });

  it('is refused for a damaged file, which stays as it is', async () => {
    const lake = await mixedLake();
    const [part] = await partsOf(lake);
    writeFileSync(lakePath(lake.home, part!.path), Buffer.alloc(part!.bytes));
    await expect(compactAll(lake)).rejects.toMatchObject({
      exitCode: 10,
      message: `The file ${part!.path} of the lake is damaged.`,
    });
    expect(await partsOf(lake)).toHaveLength(4);
  });

  it('leaves a whole lake when it is killed at any step', async () => {
    const lake = await mixedLake({ pid: 41 });
    const rows = await lake.rows('candles', COLUMNS);
    const images: string[] = [];
    const copy = () => {
      const image = lakeFolder();
      cpSync(lake.home.folder, image, { recursive: true });
      images.push(image);
    };
    for (const step of ['claim', 'setPending', 'replaceParts', 'sweepClaims'] as const) {
      const original = lake.ledger[step] as (...given: unknown[]) => Promise<unknown>;
      vi.spyOn(lake.ledger, step).mockImplementation(async (...given: unknown[]) => {
        copy();
        const result = await original.apply(lake.ledger, given);
        copy();
        return result as never;
      });
    }
    await compactAll(lake);
    expect(images).toHaveLength(8);
    for (const image of images) {
      const next = await testLake(image, { pid: 42, isProcessAlive: (pid) => pid !== 41 });
      expect(await next.rows('candles', COLUMNS)).toEqual(rows);
      expect((await next.verify()).faults).toEqual([]);
      const left = readdirSync(image, { recursive: true, encoding: 'utf8' });
      expect(left.filter((name) => name.endsWith('.tmp'))).toEqual([]);
      await compactAll(next);
      expect(await next.rows('candles', COLUMNS)).toEqual(rows);
      expect(await next.verify()).toMatchObject({ parts: 1, faults: [] });
    }
  });
});

describe('an import into a compacted folder', () => {
  it('gives the rows that it gives without the compaction', async () => {
    const imports = [
      // A file that the exchange replaced, a better source, an equally good one that differs, rows after the last one.
      { path: MONTHLY, lines: [candle(0, '91'), candle(6, '91')] },
      { path: DAILY, lines: [candle(0), candle(1), candle(3, '99')] },
      { path: 'other.csv', lines: [candle(1442, '77'), candle(1444)], named },
      { path: DAILY.replace('01-01', '01-03'), lines: [candle(2880)] },
    ];
    const [plain, compacted] = [await mixedLake(), await mixedLake()];
    for (const file of imports) {
      await compactAll(compacted);
      const [one, other] = [await plain.import(file), await compacted.import(file)];
      expect({ ...other, parts: 0 }).toEqual({ ...one, parts: 0 });
      expect(await compacted.rows('candles', COLUMNS)).toEqual(await plain.rows('candles', COLUMNS));
      expect(await withoutCounts(compacted)).toEqual(await withoutCounts(plain));
      expect((await compacted.verify()).faults).toEqual((await plain.verify()).faults);
    }
  });

  it('leaves the file alone if the rows come after its last one', async () => {
    const lake = await mixedLake();
    await compactAll(lake);
    const [part] = await partsOf(lake);
    await lake.import({ path: 'late.csv', lines: [candle(2000)], named });
    expect((await partsOf(lake)).map(({ path }) => path)).toContain(part!.path);
  });

  it('keeps apart the funding rates of symbols, which are in one file', async () => {
    const lake = await testLake();
    const file = (symbol: string, hours: readonly number[]) => ({
      path: `data/futures/um/monthly/fundingRate/${symbol}/${symbol}-fundingRate-2025-01.csv`,
      lines: hours.map((hour) => `${DAY + hour * 3_600_000},8,0.0001`),
    });
    await lake.import(file('BTCUSDT', [0, 8]));
    await lake.import(file('ETHUSDT', [0, 8, 16]));
    const before = await withoutCounts(lake);
    expect(before.series.map(({ symbol, rows }) => [symbol, rows])).toEqual([
      ['BTCUSDT', 2],
      ['ETHUSDT', 3],
    ]);
    expect(await compactAll(lake)).toMatchObject([{ outcome: 'compacted', parts: 2 }]);
    expect(await withoutCounts(lake)).toEqual(before);
    const [part] = await partsOf(lake);
    await lake.import(file('SOLUSDT', [8]));
    expect((await partsOf(lake)).map(({ path }) => path)).toContain(part!.path);
    await lake.import(file('BTCUSDT', [0, 8, 24]));
    const rows = await lake.rows('funding', 'symbol');
    expect(rows.map(({ symbol }) => symbol).join(' ')).toBe(
      'BTCUSDT BTCUSDT BTCUSDT ETHUSDT ETHUSDT ETHUSDT SOLUSDT',
    );
    expect((await lake.verify()).faults).toEqual([]);
  });
});
