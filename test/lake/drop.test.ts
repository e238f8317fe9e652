/** A drop removes what was named and nothing else, and its rows can be imported again. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostName } from '../../src/lake/claims.ts';
import { compactPartition } from '../../src/lake/compact.ts';
import { dropDamaged, dropSeries, findDamaged, planDrop } from '../../src/lake/drop.ts';
import { lakePath } from '../../src/lake/home.ts';
import type { LakeSelection } from '../../src/lake/selection.ts';
import { createSnapshot } from '../../src/lake/snapshots.ts';
import { bourse, temporaryFolder } from '../acceptance/world.ts';
import { candle, DAILY, DAY, MONTHLY, type TestLake, TRADES, testLake, trade } from './lake-files.ts';

const ETH = DAILY.replaceAll('BTCUSDT', 'ETHUSDT');
const named = { product: 'spot', dataset: 'klines', symbol: 'BTCUSDT', interval: '1m' } as const;

async function fullLake(): Promise<TestLake> {
  const lake = await testLake();
  await lake.import({ path: MONTHLY, lines: [candle(0), candle(1)] });
  await lake.import({ path: ETH, lines: [candle(0), candle(4)] });
  await lake.import({ path: TRADES, lines: [trade(1, 0)] });
  return lake;
}

async function drop(lake: TestLake, selection: LakeSelection) {
  const plan = await lake.ledger.read((rows) => planDrop(rows, selection));
  await dropSeries(lake, selection, plan);
  return plan;
}

const seriesOf = async (lake: TestLake) =>
  (await lake.status()).series.map(({ table, symbol, rows }) => `${table} ${symbol} ${rows}`);

const funding = (symbol: string, hours: readonly number[]) => ({
  path: `data/futures/um/monthly/fundingRate/${symbol}/${symbol}-fundingRate-2025-01.csv`,
  lines: hours.map((hour) => `${DAY + hour * 3_600_000},8,0.0001`),
});

describe('a drop', () => {
  it('removes a series with its holes, and lets its files be imported again', async () => {
    const lake = await fullLake();
    const plan = await drop(lake, { table: 'candles', symbols: ['BTCUSDT'] });
    expect(plan).toMatchObject({ rows: 2, keptBytes: 0, parts: [{ rows: 2 }] });
    expect(await seriesOf(lake)).toEqual(['candles ETHUSDT 2', 'trades BTCUSDT 1']);
    expect((await lake.status()).holes.map(({ symbol }) => symbol)).not.toContain('BTCUSDT');
    expect(existsSync(join(lake.home.folder, 'candles/product=spot/symbol=BTCUSDT'))).toBe(false);
    expect((await lake.verify()).faults).toEqual([]);
    expect(await lake.import({ path: MONTHLY, lines: [candle(0), candle(1)] })).toMatchObject({
      outcome: 'imported',
      rows: 2,
      revision: 1,
    });
    await drop(lake, { table: 'candles' });
    expect(await seriesOf(lake)).toEqual(['trades BTCUSDT 1']);
  });

  it('leaves the files of snapshots, and says how much that is', async () => {
    const lake = await fullLake();
    await createSnapshot(lake.home, lake.ledger);
    const { bytes, keptBytes } = await drop(lake, { table: 'trades' });
    expect([bytes > 0, keptBytes]).toEqual([true, bytes]);
    const kept = readdirSync(join(lake.home.folder, 'snapshots'), { recursive: true, encoding: 'utf8' });
    expect(kept.filter((name) => name.startsWith('trades') && name.endsWith('.parquet'))).toHaveLength(1);
    expect((await lake.verify()).faults).toEqual([]);
  });

  it('takes the rates of one symbol out of the file that all have in common', async () => {
    const lake = await testLake();
    await lake.import(funding('BTCUSDT', [0, 8]));
    await lake.import(funding('ETHUSDT', [0, 8, 16]));
    await compactPartition(lake, 'funding/product=usdm/month=2025-01');
    expect(await drop(lake, { table: 'funding', symbols: ['BTCUSDT'] })).toMatchObject({ rows: 2 });
    expect(await lake.rows('funding', 'symbol')).toEqual(Array(3).fill({ symbol: 'ETHUSDT' }));
    expect(await seriesOf(lake)).toEqual(['funding ETHUSDT 3']);
    expect((await lake.verify()).faults).toEqual([]);
  });

  it('is refused while another process writes to the series, and not while one writes to others', async () => {
    const lake = await fullLake();
    const claim = (partition: string) => lake.ledger.claim([partition], 'other', hostName());
    await claim('candles/product=spot/symbol=ETHUSDT/interval=1m/month=2025-02');
    await drop(lake, { table: 'candles', symbols: ['BTCUSDT'] });
    await expect(drop(lake, { table: 'candles' })).rejects.toMatchObject({
      exitCode: 10,
      message: expect.stringContaining('writes to candles/product=spot/symbol=ETHUSDT'),
    });
    expect(await seriesOf(lake)).toContain('candles ETHUSDT 2');
  });

  it('is refused if the series has changed since it was asked about', async () => {
    const lake = await fullLake();
    const selection = { table: 'candles', symbols: ['BTCUSDT'] } as const;
    const plan = await lake.ledger.read((rows) => planDrop(rows, selection));
    await lake.import({ path: 'more.csv', lines: [candle(7)], named });
    await expect(dropSeries(lake, selection, plan)).rejects.toThrow('changed these series meanwhile');
    expect(await seriesOf(lake)).toContain('candles BTCUSDT 3');
    expect(await lake.ledger.read((rows) => rows.claims())).toEqual([]);
  });

  it('of damaged files lets their sources be read again, and nothing else', async () => {
    const lake = await testLake();
    const files = [
      { path: MONTHLY, lines: [candle(0), candle(1), candle(2)] },
      { path: DAILY, lines: [candle(1), candle(3)] },
      { path: ETH, lines: [candle(0)] },
    ];
    for (const file of files) await lake.import(file);
    const [first, second] = await lake.ledger.read((rows) =>
      rows.parts().filter(({ partition }) => partition.includes('BTCUSDT')),
    );
    writeFileSync(lakePath(lake.home, first!.path), Buffer.alloc(first!.bytes));
    rmSync(lakePath(lake.home, second!.path));
    const damaged = await lake.ledger.read((rows) => findDamaged(lake.home, rows, {}));
    expect(damaged.map(({ fault }) => fault)).toContain('the file is missing');
    await dropDamaged(lake, damaged);
    expect((await lake.verify()).faults).toEqual([]);
    const { holes } = await lake.status();
    const lost = 'the file with these rows was damaged and removed; import BTCUSDT-1m-2025-01.csv again';
    expect(holes.map(({ cause, why }) => [cause, why])).toContainEqual(['failed', lost]);
    const again = [];
    for (const file of files) again.push((await lake.import(file)).outcome);
    expect(again).toEqual(['imported', 'imported', 'already-imported']);
    expect(await lake.rows('candles', 'open_time')).toHaveLength(5);
    expect((await lake.status()).holes.filter(({ cause }) => cause === 'failed')).toEqual([]);
    expect((await lake.verify()).faults).toEqual([]);
  });
});

describe('a damaged file', () => {
  it('is restored from a snapshot that has it undamaged', async () => {
    const lake = await fullLake();
    await createSnapshot(lake.home, lake.ledger);
    const [first, second] = await lake.ledger.read((rows) => rows.parts());
    rmSync(lakePath(lake.home, first!.path));
    // Both names lead to one file, which is damaged then.
    writeFileSync(lakePath(lake.home, second!.path), Buffer.alloc(second!.bytes));
    const damaged = await lake.ledger.read((rows) => findDamaged(lake.home, rows, {}));
    expect(damaged.map(({ isInSnapshot }) => isInSnapshot)).toEqual([true, false]);
    await dropDamaged(lake, damaged);
    const parts = await lake.ledger.read((rows) => rows.parts());
    expect(parts.map(({ path }) => path)).toContain(first!.path);
    expect(parts.map(({ path }) => path)).not.toContain(second!.path);
    expect((await lake.verify()).faults.map(({ where }) => where)).toEqual([`snapshots/${second!.path}`]);
    expect(readdirSync(lake.home.folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('lake drop', () => {
  it('asks with rows and bytes, and removes nothing without a yes', async () => {
    const lake = await fullLake();
    const home = temporaryFolder();
    const asked: string[] = [];
    const options = {
      home,
      environment: { BOURSE_LAKE: lake.home.folder },
      ask: async (question: string) => {
        asked.push(question);
        return 'no';
      },
    };
    const refused = await bourse('lake drop candles BTCUSDT,ETHUSDT 1m', options);
    expect([refused.code, refused.stderr]).toEqual([9, expect.stringContaining('Nothing was removed.')]);
    expect(asked[0]).toMatch(
      /^Remove 4 rows, [\d,]+ bytes of candles spot BTCUSDT 1m, candles spot ETHUSDT 1m\? Type yes: $/,
    );
    expect(await seriesOf(lake)).toHaveLength(3);
    for (const words of ['lake drop', 'lake drop candles ../../x', 'lake drop candles XRPUSDT --yes']) {
      expect((await bourse(words, options)).code).toBe(2);
    }
    const dropped = await bourse('lake drop candles ETHUSDT --yes -o json', options);
    expect(JSON.parse(dropped.stdout)).toMatchObject({ series: 1, parts: 1, rows: 2, keptBytes: 0 });
    expect((await bourse('lake drop --damaged', options)).stderr).toContain('No file is damaged.');
  });
});
