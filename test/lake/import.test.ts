/** What an import keeps of files with each defect that archive files are known to have. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zipOf } from '../archive/zip-writer.ts';
import { candle, DAILY, DAY, MONTHLY, sha256, TRADES, testLake, trade } from './lake-files.ts';

const CLOSES = '(epoch_ms(open_time) - 1735689600000) // 60000 AS minute, close::VARCHAR AS close';

describe('an import', () => {
  it('keeps every decimal exactly', async () => {
    const amount = fc
      .tuple(fc.bigInt(0n, 10n ** 10n - 1n), fc.bigInt(0n, 10n ** 8n - 1n))
      .map(([whole, part]) => `${whole}.${String(part).padStart(8, '0')}`);
    const volume = fc.oneof(amount, fc.bigInt(10n ** 10n, 10n ** 29n).map(String));
    const prices = fc.sample(amount, { numRuns: 300, seed: 11 });
    const volumes = fc.sample(volume, { numRuns: 300, seed: 12 });
    const lines = prices.map(
      (price, minute) =>
        `${DAY + minute * 60_000},${price},${price},${price},${price},${volumes[minute]},${DAY + minute * 60_000 + 59_999},1,1,1,1,0`,
    );
    const lake = await testLake();
    await lake.import({ path: DAILY, lines });
    const rows = await lake.rows('candles', 'open_time, close::VARCHAR AS c, volume::VARCHAR AS v');
    const unscaled = (text: string) => {
      const [whole = '', part = ''] = text.split('.');
      return BigInt(whole + part.padEnd(8, '0'));
    };
    expect(rows.map((row) => unscaled(String(row['c'])))).toEqual(prices.map(unscaled));
    expect(rows.map((row) => unscaled(String(row['v'])))).toEqual(volumes.map(unscaled));
  });

  it.each(['100.123456789', '1e5', '', '12345678901', 'NaN', '+1', '.5'])(
    'stops at a price that its column cannot hold exactly and names the row: %s',
    async (price) => {
      const lake = await testLake();
      const result = await lake.import({ path: DAILY, lines: [candle(0), candle(1, price)] });
      expect(result).toMatchObject({ outcome: 'refused', rows: 0 });
      expect(result.why).toContain('Row 2 of BTCUSDT-1m-2025-01-01.csv must have a number');
      expect(result.why).toContain('in close');
      expect((await lake.verify()).rows).toBe(0);
    },
  );

  it.each(['"', '\ufeff', ' '])(
    'refuses a file whose first row begins with %j, which was left out as a header',
    async (begin) => {
      const lake = await testLake();
      const result = await lake.import({ path: DAILY, lines: [`${begin}${candle(0)}`, candle(1)] });
      expect(result).toMatchObject({ outcome: 'refused', rows: 0 });
      expect(result.why).toContain('Row 1 of BTCUSDT-1m-2025-01-01.csv must have a time');
    },
  );

  it('gives rows in microseconds and in milliseconds one unit', async () => {
    const lake = await testLake();
    await lake.import({ path: DAILY, lines: [candle(0), candle(1, '100.5', 1000)] });
    expect(await lake.rows('candles', 'epoch_us(open_time) AS us, epoch_us(close_time) AS close_us')).toEqual(
      [
        { us: String(DAY * 1000), close_us: String((DAY + 59_999) * 1000) },
        { us: String((DAY + 60_000) * 1000), close_us: String((DAY + 119_999) * 1000) },
      ],
    );
    const parts = await lake.ledger.read((rows) => rows.parts());
    expect(parts.map(({ unit }) => unit)).toEqual(['mixed']);
  });

  it('keeps the microseconds of trades', async () => {
    const lake = await testLake();
    const line = trade(1, 0).replace(String(DAY), `${DAY}789`);
    await lake.import({ path: TRADES, lines: [line] });
    expect(await lake.rows('trades', 'epoch_us(time) AS us')).toEqual([{ us: `${DAY}789` }]);
  });

  it('takes the columns of coin-margined candles from the product and not from the header', async () => {
    const lake = await testLake();
    const header = 'open_time,open,high,low,close,volume,close_time,quote_volume,count,b,q,ignore';
    const path = 'data/futures/cm/daily/klines/BTCUSD_PERP/1m/BTCUSD_PERP-1m-2025-01-01.csv';
    await lake.import({ path, lines: [header, candle(0)] });
    expect(await lake.rows('candles', 'base_volume::VARCHAR AS b')).toEqual([{ b: '201.00000000' }]);
  });

  it('refuses a file whose checksum does not match, until it is accepted with both sums in the ledger', async () => {
    const lake = await testLake();
    const checksum = `${sha256('other')}  BTCUSDT-1m-2025-01-01.csv\n`;
    const file = { path: DAILY, lines: [candle(0)], checksum };
    const refused = await lake.import(file);
    expect(refused).toMatchObject({ outcome: 'checksum-mismatch', rows: 0 });
    const [hole] = (await lake.status()).holes;
    expect(hole).toMatchObject({ cause: 'failed', from: DAY, to: DAY + 86_400_000, missing: 1440 });
    expect(hole!.why).toContain(sha256('other'));
    expect(await lake.import({ ...file, acceptsMismatch: true })).toMatchObject({
      outcome: 'imported',
      rows: 1,
    });
    const [source] = await lake.ledger.read((rows) => rows.sources());
    expect(source!.why).toContain(sha256('other'));
    expect(source!.why).toContain(sha256(`${candle(0)}\n`));
    expect((await lake.status()).holes.map(({ cause }) => cause)).toEqual(['absent-in-file']);
  });

  it('reads a zip file whose checksum matches', async () => {
    const bytes = zipOf('BTCUSDT-1m-2025-01-01.csv', `${candle(0)}\n`);
    const path = DAILY.replace('.csv', '.zip');
    const lake = await testLake();
    const checksum = `${sha256(bytes)}  BTCUSDT-1m-2025-01-01.zip\n`;
    expect(await lake.import({ path, bytes, checksum })).toMatchObject({ outcome: 'imported', rows: 1 });
  });

  it('keeps a repeated row once, and refuses a file whose rows contradict each other', async () => {
    const lake = await testLake();
    const twice = [candle(0), candle(1), candle(0, '100.50')];
    expect(await lake.import({ path: DAILY, lines: twice })).toMatchObject({ rows: 2, repeated: 1 });
    const other = DAILY.replaceAll('BTCUSDT', 'ETHUSDT');
    const result = await lake.import({ path: other, lines: [candle(0), candle(1), candle(0, '101')] });
    expect(result).toMatchObject({ outcome: 'conflict', rows: 0 });
    expect(result.why).toBe('Row 3 of ETHUSDT-1m-2025-01-01.csv contradicts row 1, which has the same key.');
    expect((await lake.verify()).rows).toBe(2);
  });

  it.each([
    ['before', [MONTHLY, DAILY], { corrected: 1, outranked: 0 }],
    ['after', [DAILY, MONTHLY], { corrected: 0, outranked: 1 }],
  ] as const)('prefers a daily file to a monthly one that was imported %s it', async (_, paths, counts) => {
    const lines = {
      [MONTHLY]: [candle(0, '100'), candle(1, '100'), candle(2, '100')],
      [DAILY]: [candle(0, '100'), candle(1, '100.7')],
    };
    const lake = await testLake();
    await lake.import({ path: paths[0], lines: lines[paths[0]]! });
    const second = await lake.import({ path: paths[1], lines: lines[paths[1]]! });
    expect(second).toMatchObject(counts);
    const rows = await lake.rows('candles', CLOSES);
    expect(rows.map((row) => row['close'])).toEqual(['100.00000000', '100.70000000', '100.00000000']);
    expect((await lake.verify()).faults).toEqual([]);
  });

  it('keeps the first of two equally good sources that differ, and reports the conflict', async () => {
    const named = { product: 'spot', dataset: 'klines', symbol: 'BTCUSDT', interval: '1m' } as const;
    const lake = await testLake();
    await lake.import({ path: 'a.csv', lines: [candle(0), candle(1)], named });
    const second = await lake.import({ path: 'b.csv', lines: [candle(1, '101'), candle(2)], named });
    expect(second).toMatchObject({ outcome: 'imported', rows: 1, conflicts: 1 });
    const why = '1 rows of b.csv differ from those of a.csv, which are kept';
    expect((await lake.status()).holes).toMatchObject([{ cause: 'conflict', why }]);
    expect((await lake.verify()).faults).toMatchObject([{ is: 'data', fault: why }]);
    await lake.import({ path: 'b.csv', lines: [candle(1), candle(2)], named });
    expect((await lake.verify()).faults).toEqual([]);
  });

  it('replaces the rows of a file that the exchange published again, as a new revision', async () => {
    const lake = await testLake();
    await lake.import({ path: MONTHLY, lines: [candle(0), candle(1)] });
    const next = candle(31 * 1440 - 1);
    const second = await lake.import({ path: MONTHLY, lines: [candle(1, '100.9'), next] });
    expect(second).toMatchObject({ outcome: 'imported', rows: 2, revision: 2 });
    expect(second.why).toContain(
      `replaces the content ${sha256(`${candle(0)}\n${candle(1)}\n`).slice(0, 16)}`,
    );
    const rows = await lake.rows('candles', CLOSES);
    expect(rows.map((row) => row['close'])).toEqual(['100.90000000', '100.50000000']);
    expect((await lake.verify()).faults).toEqual([]);
  });

  it('reads a file again whose rows were left out in favour of a replaced one', async () => {
    const lake = await testLake();
    const daily = { path: DAILY, lines: [candle(0), candle(1)] };
    await lake.import({ path: MONTHLY, lines: [candle(0), candle(1)] });
    expect(await lake.import(daily)).toMatchObject({ rows: 0, repeated: 2 });
    await lake.import({ path: MONTHLY, lines: [candle(1)] });
    expect(await lake.import(daily)).toMatchObject({ outcome: 'imported', rows: 1 });
    expect(await lake.import(daily)).toMatchObject({ outcome: 'already-imported' });
    expect(await lake.rows('candles', CLOSES)).toHaveLength(2);
  });

  it('names absent candles, and trade ids that are skipped', async () => {
    const lake = await testLake();
    const minutes = Array.from({ length: 1440 }, (_, minute) => minute);
    const lines = minutes.filter((minute) => minute !== 3 && minute !== 4).map((minute) => candle(minute));
    await lake.import({ path: DAILY, lines });
    await lake.import({ path: TRADES, lines: [trade(1, 0), trade(2, 1), trade(5, 9)] });
    const next = TRADES.replace('-01.csv', '-02.csv');
    const nextDay = [6, 8].map((id) => trade(id, 86_400 + id));
    await lake.import({ path: next, lines: nextDay });
    const { holes, series } = await lake.status();
    expect(series.map(({ table, rows, holes: count }) => [table, rows, count])).toEqual([
      ['candles', 1438, 1],
      ['trades', 5, 2],
    ]);
    expect(holes).toMatchObject([
      { from: DAY + 180_000, to: DAY + 300_000, missing: 2, cause: 'absent-in-file' },
      { from: DAY + 1001, to: DAY + 9000, missing: 2 },
      { from: DAY + 86_406_001, to: DAY + 86_408_000, missing: 1 },
    ]);
  });

  it('never stores the candle that is still open', async () => {
    const lake = await testLake(undefined, {});
    const open = Date.UTC(2025, 5, 1);
    const line = `${open},1,1,1,1,1,${open + 59_999},1,1,1,1,0`;
    const path = DAILY.replace('2025-01-01', '2025-06-01');
    const before = line.replaceAll(String(open), String(open - 60_000));
    expect(await lake.import({ path, lines: [before, line] })).toMatchObject({
      rows: 1,
      why: 'the candle that is still open was left out',
    });
  });

  it('stores aggregate trades and funding rates', async () => {
    const lake = await testLake();
    const trades = 'data/futures/um/daily/aggTrades/BTCUSDT/BTCUSDT-aggTrades-2025-01-01.csv';
    const funding = 'data/futures/um/monthly/fundingRate/BTCUSDT/BTCUSDT-fundingRate-2025-01.csv';
    await lake.import({ path: trades, lines: [`7,100.1,2,20,22,${DAY},true`] });
    const rates = [0, 8, 24].map((hour) => `${DAY + hour * 3_600_000 + 3},8,-0.00012345`);
    await lake.import({ path: funding, lines: rates });
    expect(await lake.rows('aggTrades', 'agg_trade_id AS id, is_best_match AS best')).toEqual([
      { id: '7', best: null },
    ]);
    const rows = await lake.rows('funding', 'symbol, last_funding_rate::VARCHAR AS rate');
    expect(rows).toHaveLength(3);
    expect(rows[0]).toEqual({ symbol: 'BTCUSDT', rate: '-0.00012345' });
    expect((await lake.status()).holes).toMatchObject([{ table: 'funding', from: DAY + 28_800_004 }]);
    expect((await lake.verify()).faults).toEqual([]);
  });

  it.each(['../../x', 'A/B', '..', 'A B', `${'A'.repeat(41)}`])(
    'refuses a symbol that could become another folder: %s',
    async (symbol) => {
      const lake = await testLake();
      const named = { product: 'spot', dataset: 'trades', symbol } as const;
      const imported = () => lake.import({ path: 'x.csv', lines: [trade(1, 0)], named });
      expect(imported).toThrow('Expected a symbol such as BTCUSDT in x.csv');
    },
  );

  it('makes the same rows of any order in which overlapping files come', async () => {
    const files = [0, 2, 4].map((from, index) => ({
      path: `part-${index}.csv`,
      lines: Array.from({ length: 4 }, (_, minute) => candle(from + minute)),
      named: { product: 'spot', dataset: 'klines', symbol: 'BTCUSDT', interval: '1m' } as const,
    }));
    const orders = [
      [0, 1, 2],
      [2, 0, 1],
      [1, 0, 2],
    ];
    for (const order of orders) {
      const lake = await testLake();
      for (const index of order) await lake.import(files[index]!);
      const rows = await lake.rows('candles', CLOSES);
      expect(rows.map((row) => Number(row['minute']))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    }
  });
});
