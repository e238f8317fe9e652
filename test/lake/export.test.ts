/** Exports have the rows of the lake exactly, as another reader sees them, or nothing. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { ToolError } from '../../src/core/errors.ts';
import { writeExport } from '../../src/lake/export.ts';
import { lakePath } from '../../src/lake/home.ts';
import { contentOf } from '../../src/lake/snapshots.ts';
import { bourse, temporaryFolder } from '../acceptance/world.ts';
import { candle, DAILY, DAY, type TestLake, TRADES, testLake, trade } from './lake-files.ts';
import { readFileMetadata, readWithSecondReader } from './second-reader.ts';

const UNIT = 10n ** 8n;
const text = (unscaled: bigint) => `${unscaled / UNIT}.${String(unscaled % UNIT).padStart(8, '0')}`;

/** 1,440 candles of random decimals: their lines, and prices and volumes as unscaled integers. */
function randomCandles() {
  const random = seededRandom(9);
  const digits = (count: number) => BigInt(Math.floor(random.next() * 10 ** count));
  const rows = Array.from({ length: 1440 }, () => ({
    close: digits(9) * digits(5),
    volume: digits(15) * digits(12),
  }));
  const lines = rows.map(({ close, volume }, minute) => {
    const open = DAY + minute * 60_000;
    const prices = Array.from({ length: 4 }, () => text(close)).join(',');
    return `${open},${prices},${text(volume)},${open + 59_999},1,1,1,1,0`;
  });
  return { rows, lines };
}

const { rows, lines } = randomCandles();

async function bigLake(): Promise<TestLake> {
  const lake = await testLake();
  await lake.import({ path: DAILY, lines });
  await lake.import({ path: DAILY.replaceAll('BTCUSDT', 'ETHUSDT'), lines: [candle(0), candle(5)] });
  await lake.import({ path: TRADES, lines: [trade(1, 0), trade(2, 1)] });
  return lake;
}

const run = (lake: TestLake, home: string, words: string) =>
  bourse(`lake export ${words} -o json`, { home, environment: { BOURSE_LAKE: lake.home.folder } });

describe('an export', () => {
  it('has every value of the csv in it, as the file of the lake has, by the second reader', async () => {
    const lake = await bigLake();
    const home = temporaryFolder();
    const { code, stdout } = await run(lake, home, 'candles BTCUSDT 1m --out all.parquet');
    const path = join(home, 'all.parquet');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { path, files: 1, rows: 1440, holes: 0 }]);
    const [part] = (await lake.ledger.read((all) => all.parts())).filter(({ rows: count }) => count === 1440);
    for (const file of [path, lakePath(lake.home, part!.path)]) {
      const reading = await readWithSecondReader(file);
      expect(reading.types).toMatchObject({ close: 'Decimal[18e+8]', volume: 'Decimal[38e+8]' });
      expect(reading.unscaled('close')).toEqual(rows.map(({ close }) => close));
      expect(reading.unscaled('volume')).toEqual(rows.map(({ volume }) => volume));
    }
    expect((await readWithSecondReader(path)).column('symbol')[7]).toBe('BTCUSDT');
    expect(await readFileMetadata(path)).toMatchObject({ dataset: 'candles', decimals: 'exact' });
  });

  it('has floating point numbers only if they are wanted, and says so in the file', async () => {
    const lake = await bigLake();
    const home = temporaryFolder();
    await run(lake, home, 'candles BTCUSDT --out floats.parquet --floats');
    const reading = await readWithSecondReader(join(home, 'floats.parquet'));
    expect(reading.types).toMatchObject({ close: 'Float64', volume: 'Float64' });
    expect(reading.column('close')).toEqual(rows.map(({ close }) => Number(text(close))));
    expect((await readFileMetadata(join(home, 'floats.parquet')))['decimals']).toContain(
      'rounded by --floats',
    );
  });

  it('writes and prints the same csv', async () => {
    const lake = await bigLake();
    const home = temporaryFolder();
    const environment = { BOURSE_LAKE: lake.home.folder };
    await run(lake, home, 'candles --out all.csv');
    const printed = await bourse('lake export candles -o csv', { home, environment });
    const written = readFileSync(join(home, 'all.csv'), 'utf8');
    expect(printed.stdout).toBe(written);
    expect(printed.stderr).toContain('1 hole in these rows');
    const [header, first, ...others] = written.trimEnd().split('\n');
    expect(header).toMatch(/^product,symbol,interval,open_time,open,/);
    expect(first).toMatch(/^spot,BTCUSDT,1m,2025-01-01T00:00:00Z,/);
    expect(others.map((line) => line.split(',')[1]).join('')).toBe(`${'BTCUSDT'.repeat(1439)}ETHUSDTETHUSDT`);
  });

  it('sorts times as times, where the text of one is the beginning of another', async () => {
    const lake = await testLake();
    const later = trade(2, 0).replace(String(DAY), String(DAY + 28));
    await lake.import({ path: TRADES, lines: [trade(1, 0), later, trade(3, 1)] });
    const home = temporaryFolder();
    await run(lake, home, 'trades --out trades.csv');
    const [, ...written] = readFileSync(join(home, 'trades.csv'), 'utf8').trimEnd().split('\n');
    expect(written.map((line) => line.split(',')[2])).toEqual(['1', '2', '3']);
  });

  it('has the rows of a time, of symbols and of a snapshot', async () => {
    const lake = await bigLake();
    const home = temporaryFolder();
    const environment = { BOURSE_LAKE: lake.home.folder };
    const count = async (words: string) =>
      (await bourse(`lake export ${words} -o ndjson`, { home, environment })).stdout.trim().split('\n')
        .length;
    const bounds = '--from 2025-01-01T01:00Z --to 2025-01-01T01:10Z';
    expect(await count(`candles BTCUSDT,ETHUSDT ${bounds}`)).toBe(10);
    const made = await bourse('lake snapshot create -o json', { home, environment });
    const { id } = JSON.parse(made.stdout) as { readonly id: string };
    await lake.import({ path: TRADES, lines: [trade(1, 0)] });
    expect([await count('trades'), await count(`trades --at ${id}`)]).toEqual([1, 2]);
    await run(lake, home, `trades --at ${id} --out t.parquet`);
    expect((await readWithSecondReader(join(home, 't.parquet'))).rows).toBe(2);
    expect((await readFileMetadata(join(home, 't.parquet')))['snapshot']).toBe(id);
  });

  it('writes a tree whose folders name what they have', async () => {
    const lake = await bigLake();
    const home = temporaryFolder();
    const { stdout } = await run(lake, home, 'candles --tree frames --floats');
    expect(JSON.parse(stdout)).toMatchObject({ files: 2, rows: 1442 });
    const names = readdirSync(join(home, 'frames'), { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => name.endsWith('.parquet')).sort();
    expect(files[0]).toMatch(/^product=spot\/symbol=BTCUSDT\/interval=1m\/month=2025-01\/[^/]+\.parquet$/);
    const reading = await readWithSecondReader(join(home, 'frames', files[1]!));
    expect([reading.rows, Object.keys(reading.types)[0]]).toEqual([2, 'open_time']);
    expect((await run(lake, home, 'candles --tree frames')).code).toBe(2);
  });

  it.each([
    'candles --out x.txt',
    'candles --out x.csv --floats',
    'candles --floats',
    'candles --out x.parquet --tree y',
    'candles ../../x --out x.parquet',
    'candles NOSUCH --out x.parquet',
    'candles --out no/x.parquet',
    'candles --out folder.parquet',
    'candles --from 2025-01-02 --to 2025-01-01',
    'candles BTCUSDT 1x',
    'prices',
  ])('is refused without a file: %s', async (words) => {
    const lake = await testLake();
    await lake.import({ path: DAILY, lines: [candle(0)] });
    const home = temporaryFolder();
    mkdirSync(join(home, 'folder.parquet'));
    expect((await run(lake, home, words)).code).toBe(2);
    expect(readdirSync(home).filter((name) => name !== 'state')).toEqual(['folder.parquet']);
  });

  it('leaves an earlier file as it was when it cannot be written whole', async () => {
    const lake = await bigLake();
    const home = temporaryFolder();
    const path = join(home, 'all.parquet');
    writeFileSync(path, 'earlier');
    const { row } = lake.duckdb;
    vi.spyOn(lake.duckdb, 'row').mockImplementation(async (sql) => {
      await row.call(lake.duckdb, sql);
      throw new ToolError({ kind: 'storage', message: 'No space left on device' });
    });
    const content = await lake.ledger.read((all) => contentOf(lake.home, all, undefined));
    const request = { selection: { table: 'trades' }, span: { from: 0, to: DAY * 2 } } as const;
    for (const target of [
      { path, kind: 'parquet', hasFloats: false, at: undefined } as const,
      { path: join(home, 'frames'), kind: 'tree', hasFloats: false, at: undefined } as const,
    ]) {
      const written = writeExport(lake.home, lake.duckdb, content, request, target);
      await expect(written).rejects.toMatchObject({ exitCode: 10 });
    }
    expect([readdirSync(home), readFileSync(path, 'utf8')]).toEqual([['all.parquet'], 'earlier']);
  });
});
