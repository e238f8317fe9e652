/** Files that are read in one pass: what is kept of them is what the check of each value gives. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathList } from '../../src/lake/duckdb.ts';
import { archiveSource, type TableRow } from '../../src/lake/sources.ts';
import {
  readStaged,
  type StagedPartition,
  Staging,
  selectLines,
  stagePlain,
} from '../../src/lake/staging.ts';
import { tableOf } from '../../src/lake/tables.ts';
import { candle, DAILY, type TestLake, testLake, trade } from './lake-files.ts';

const MONTH = 'data/spot/monthly/klines/BTCUSDT/1m/BTCUSDT-1m-2025-01.csv';
const COINM = 'data/futures/cm/monthly/klines/BTCUSD_PERP/1m/BTCUSD_PERP-1m-2025-01.csv';
const TRADES = 'data/spot/monthly/trades/BTCUSDT/BTCUSDT-trades-2025-01.csv';
const AGGREGATES = 'data/spot/monthly/aggTrades/BTCUSDT/BTCUSDT-aggTrades-2025-01.csv';
const FUTURES = 'data/futures/um/monthly/aggTrades/BTCUSDT/BTCUSDT-aggTrades-2025-01.csv';

const START = Date.UTC(2025, 0, 30, 23, 57);
const NOW = Date.UTC(2025, 5, 1);
/** Mostly a value of the right form, else one of others, which are refused or need the check of each value. */
const mostly = (right: fc.Arbitrary<string>, ...others: readonly string[]) =>
  fc.oneof({ weight: 150, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom(...others) });
const decimal = fc
  .tuple(fc.nat(10_000_000), fc.nat(99_999_999))
  .map(([whole, part]) => `${whole}.${String(part).padStart(8, '0')}`);
const price = mostly(
  decimal,
  '0',
  '-3',
  '12345678901.5',
  '0.123456789',
  '1e5',
  '',
  ' 1',
  '+1',
  '.5',
  '1.',
  '"1"',
);
const amount = fc.oneof(
  { weight: 20, arbitrary: price },
  { weight: 1, arbitrary: fc.constant('12345678901.5') },
);
const count = mostly(fc.nat().map(String), '', 'x', '1.5', '12345678901234567', '-1');
const flag = mostly(fc.constantFrom('true', 'false', 'True', 'False'), '', 'maybe', '1', 'truex', 'TRUE');
/** Steps between rows: mostly one, now and then more, none or back. */
const step = fc.oneof(
  { weight: 30, arbitrary: fc.constant(1) },
  { weight: 5, arbitrary: fc.constantFrom(2, 40, 3000) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(0, -1),
  },
);
const candleCells = fc
  .tuple(
    fc.array(price, { minLength: 4, maxLength: 4 }),
    fc.array(amount, { minLength: 4, maxLength: 4 }),
    count,
  )
  .map(([prices, [volume, quote, taker, takerQuote], trades]) => (time: string, close: string) => [
    ...[time, ...prices, volume, close, quote, trades, taker, takerQuote, '0'],
  ]);
const tradeCells = fc
  .tuple(price, amount, amount, flag, flag)
  .map(([one, two, three, maker, best]) => (time: string, _close: string, id: number) => [
    ...[String(id), one, two, three, time, maker, best],
  ]);
const aggregateCells = fc
  .tuple(price, amount, count, count, flag, flag)
  .map(([one, two, first, last, maker, best]) => (time: string, _close: string, id: number) => [
    ...[String(id), one, two, first, last, time, maker, best],
  ]);
type Cells = (time: string, close: string, id: number) => readonly (string | undefined)[];

const KINDS: readonly (readonly [string, fc.Arbitrary<Cells>, number])[] = [
  [MONTH, candleCells, 12],
  [COINM, candleCells, 12],
  [TRADES, tradeCells, 7],
  [AGGREGATES, aggregateCells, 8],
  [FUTURES, aggregateCells, 7],
];

const fileOf = (cells: fc.Arbitrary<Cells>, length: number) =>
  fc
    .record({
      rows: fc.array(fc.tuple(cells, step), { minLength: 1, maxLength: 6 }),
      micros: fc.constantFrom('', '', '123'),
      ending: fc.constantFrom('\n', '\n', '\n', ''),
      feed: mostly(fc.constant('\n'), '\r\n', '\n\n'),
      header: fc.constantFrom('', '', 'names,of,columns\n'),
    })
    .map(({ rows, micros, ending, feed, header }) => {
      let [at, id] = [START, 100];
      const lines = rows.map(([cellsOf, steps]) => {
        at += steps * 60_000;
        id += steps;
        return cellsOf(`${at}${micros}`, `${at + 59_999}${micros}`, id)
          .slice(0, length)
          .join(',');
      });
      return `${header}${lines.join(feed)}${ending}`;
    });

type Facts = Omit<StagedPartition, 'path' | 'cells' | 'runs' | 'table' | 'series'>;
const factsOf = ({ partition, rows, firstMs, lastMs, hasLongAmounts, unit }: StagedPartition): Facts => ({
  ...{ partition, rows, firstMs, lastMs, hasLongAmounts, unit },
});

/** Stages a file by the check of each value. */
function stageCarefully({ home }: TestLake, rows: Iterable<TableRow>, number: number) {
  const staging = new Staging(home, 'file', `.part-careful-${number}`);
  for (const { series, table, row } of rows) staging.add(series, table, row);
  return staging.finish();
}

describe('a file that is read in one pass', () => {
  it.each(KINDS)('has the rows that the check of each value gives: %s', async (path, cells, length) => {
    const lake = await testLake();
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(fileOf(cells, length), async (text) => {
        const source = archiveSource({ path, bytes: Buffer.from(text) }, { product: 'spot' });
        const plain = source.plain?.(NOW);
        if (plain === undefined) return;
        accepted += 1;
        const about = { series: source, table: tableOf(source.table, source.product) };
        const staged = stagePlain(lake.home, '.part-plain', plain.bytes, plain.file, about);
        const careful = stageCarefully(lake, source.rows() as Iterable<TableRow>, accepted);
        expect(staged.map(factsOf)).toEqual(careful.map(factsOf));
        for (const [index, one] of staged.entries()) {
          await lake.duckdb.rows(readStaged(careful[index]!, pathList([careful[index]!.path])));
          const query = selectLines(one, one.cells!, pathList([one.path]));
          const names = one.table.columns.map(({ name }) => `"${name}"::VARCHAR AS "${name}"`).join(', ');
          expect(await lake.duckdb.rows(`SELECT ${names} FROM (${query})`)).toEqual(
            await lake.duckdb.rows(`SELECT ${names} FROM incoming ORDER BY row_number`),
          );
        }
      }),
      { seed: 20261123, numRuns: 150 },
    );
    expect(accepted).toBeGreaterThan(20);
    expect(accepted).toBeLessThan(140);
  });

  const plainOf = (path: string, lines: readonly string[], now = NOW) =>
    archiveSource({ path, bytes: Buffer.from(`${lines.join('\n')}\n`) }, { product: 'spot' }).plain?.(now);

  it.each([
    ['keys that repeat', DAILY, [candle(0), candle(0)]],
    ['keys that descend', DAILY, [candle(1), candle(0)]],
    ['a candle off its interval', DAILY, [candle(0.5)]],
    ['times in two units', DAILY, [candle(0), candle(1, '1', 1000)]],
    ['a value that is absent', DAILY, [candle(0, '')]],
    ['a quoted value', DAILY, [candle(0, '"1"')]],
    ['too many values', DAILY, [`${candle(0)},1`]],
    ['lines of different lengths', TRADES, [trade(1, 0), trade(2, 1).replace(/,true$/, '')]],
    ['an id that repeats', TRADES, [trade(1, 0), trade(1, 1)]],
    ['an id beyond exact numbers', TRADES, [trade(1, 0).replace(/^1/, '9007199254740993')]],
    ['no rows', DAILY, ['open_time']],
  ])('has none of these: %s', (_what, path, lines) => {
    expect(plainOf(path, lines)).toBeUndefined();
  });

  it('has final rows only', () => {
    const [first] = candle(0).split(',');
    expect(plainOf(DAILY, [candle(0)], Number(first) + 59_999)).toBeUndefined();
    expect(plainOf(DAILY, [candle(0)], Number(first) + 60_000)).toBeDefined();
  });

  it('is imported with its runs, and with those of files beside it', async () => {
    const lake = await testLake();
    const next = DAILY.replace('01.csv', '02.csv');
    await lake.import({ path: DAILY, lines: [candle(0), candle(1), candle(5)] });
    await lake.import({ path: next, lines: [candle(1440), candle(1441)] });
    const spans = await lake.ledger.read((rows) => rows.spans().filter(({ state }) => state === 'have'));
    const start = Number(candle(0).split(',')[0]);
    expect(spans.map(({ from, to }) => [(from - start) / 60_000, (to - start) / 60_000])).toEqual([
      [0, 2],
      [5, 6],
      [1440, 1442],
    ]);
    expect(await lake.verify('deep')).toMatchObject({ faults: [] });
  });

  it('is refused if not all of its rows were written', async () => {
    const lake = await testLake();
    const { row } = lake.duckdb;
    lake.duckdb.row = async (sql) => (sql.startsWith('COPY') ? { Count: '1' } : row.call(lake.duckdb, sql));
    await expect(lake.import({ path: DAILY, lines: [candle(0), candle(1)] })).rejects.toThrow(
      'DuckDB wrote 1 of 2 rows of BTCUSDT-1m-2025-01-01.csv.',
    );
    expect(await lake.status()).toEqual({ series: [], holes: [] });
  });
});

it('a value that no column keeps and that is too long for a line of DuckDB was a storage error', () => {
  const line = (ignored: string) => `${START},1,2,1,2,9,${START + 59_999},9,7,4,4,${ignored}\n`;
  const sourceOf = (text: string) =>
    archiveSource({ path: MONTH, bytes: Buffer.from(text) }, { product: 'spot' });
  for (const short of ['x'.repeat(100), '1'.repeat(100)])
    expect(sourceOf(line(short)).plain?.(NOW)?.file.stretches).toHaveLength(1);
  for (const long of ['x'.repeat(101), '1'.repeat(101), `0.${'1'.repeat(101)}`, 'x'.repeat(2_500_000)]) {
    const source = sourceOf(line(long));
    expect(source.plain?.(NOW)).toBeUndefined();
    expect([...(source.rows() as Iterable<TableRow>)]).toHaveLength(1);
  }
});
