/** Lines of archive files are staged as a whole where they are plain: what is staged is what a check of each value gives. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LakeHome } from '../../src/lake/home.ts';
import type { TableRow } from '../../src/lake/sources.ts';
import { archiveSource } from '../../src/lake/sources.ts';
import { Staging } from '../../src/lake/staging.ts';
import { testLake } from './lake-files.ts';

const FILES = [
  'data/spot/daily/klines/BTCUSDT/1m/BTCUSDT-1m-2025-01-01.csv',
  'data/futures/cm/daily/klines/BTCUSD_PERP/1m/BTCUSD_PERP-1m-2025-01-01.csv',
  'data/spot/daily/trades/BTCUSDT/BTCUSDT-trades-2025-01-01.csv',
  'data/spot/daily/aggTrades/BTCUSDT/BTCUSDT-aggTrades-2025-01-01.csv',
  'data/futures/um/daily/aggTrades/BTCUSDT/BTCUSDT-aggTrades-2025-01-01.csv',
];

const DAY = Date.UTC(2025, 0, 1);
/** Mostly a value of the right form, else one of others, which are refused or need the check of each value. */
const mostly = (right: fc.Arbitrary<string>, ...others: readonly string[]) =>
  fc.oneof({ weight: 40, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom(...others) });
const decimal = fc
  .tuple(fc.nat(10_000_000), fc.nat(99_999_999))
  .map(([whole, part]) => `${whole}.${String(part).padStart(8, '0')}`);
const TOO_FINE = '0.123456789';
const TOO_LONG = '12345678901.5';
const number = mostly(decimal, '0', '-3', TOO_LONG, TOO_FINE, '1e5', '', ' 1', '+1', '.5', '1.');
const count = mostly(fc.nat().map(String), '', 'x', '1.5', '12345678901234567');
const flag = mostly(fc.constantFrom('true', 'false', 'True', 'FALSE'), '', 'maybe', '1');
const time = fc.tuple(fc.nat(1439), mostly(fc.constant('000'), '')).map(([minute, micros]) => {
  return `${DAY + minute * 60_000}${micros}`;
});
const candle = fc
  .tuple(time, fc.array(number, { minLength: 5, maxLength: 5 }), time, number, count, number, number)
  .map(([open, prices, close, quote, trades, base, taker]) => [
    open,
    ...prices,
    close,
    quote,
    trades,
    base,
    taker,
    '0',
  ]);
const trade = fc
  .tuple(count, number, number, number, time, flag, fc.option(flag, { nil: undefined }))
  .map((cells) => cells.filter((cell) => cell !== undefined));
const aggregate = fc
  .tuple(count, number, number, count, count, time, flag, fc.option(flag, { nil: undefined }))
  .map((cells) => cells.filter((cell) => cell !== undefined));
const LINES = [candle, candle, trade, aggregate, aggregate];

/** Returns what is staged of rows, or the error. */
function staged(home: LakeHome, rows: Iterable<TableRow>, hasLines: boolean) {
  const staging = new Staging(home, 'file', '.part-test');
  try {
    for (const { series, table, row } of rows) {
      const { number: place, timeMs, unit, cells, line } = row;
      staging.add(series, table, { number: place, timeMs, unit, cells, ...(hasLines ? { line } : {}) });
    }
    return staging.finish().map(({ path, ...facts }) => [facts, readFileSync(path, 'utf8')]);
  } catch (error) {
    return (error as Error).message;
  } finally {
    staging.remove();
  }
}

it.each(FILES.map((path, index) => [path, LINES[index]!] as const))('%s', async (path, line) => {
  const { home } = await testLake();
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
      const bytes = Buffer.from(lines.map((cells) => `${cells.join(',')}\n`).join(''));
      const rows = () => archiveSource({ path, bytes }, { product: 'spot' }).rows() as Iterable<TableRow>;
      const whole = staged(home, rows(), true);
      expect(whole).toEqual(staged(home, rows(), false));
      if (typeof whole !== 'string') accepted += 1;
    }),
    { seed: 20261123, numRuns: 300 },
  );
  expect(accepted).toBeGreaterThan(100);
  expect(accepted).toBeLessThan(290);
});
