/** Charts of candles in the lake: exact columns, and holes that can be seen. */
import { describe, expect, it } from 'vitest';
import { columnGrid } from '../../../src/lake/charts/candle-columns.ts';
import { createSnapshot } from '../../../src/lake/snapshots.ts';
import { bourse, temporaryFolder } from '../../acceptance/world.ts';
import { candle, DAILY, DAY, type TestLake, testLake } from '../lake-files.ts';

const MINUTE = 60_000;
const minutes = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

/** A day of one-minute candles without those from 02:00 to 05:30. */
async function lakeWithHole(): Promise<TestLake> {
  const lake = await testLake();
  const lines = [...minutes(0, 120), ...minutes(330, 1440)].map((minute) =>
    candle(minute, minute % 2 === 0 ? '100.50000001' : '99.5'),
  );
  await lake.import({ path: DAILY, lines });
  return lake;
}

interface Screen {
  readonly width?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

const chart = (lake: TestLake, words: string, { width, environment = {} }: Screen = {}) =>
  bourse(`lake chart ${words}`, {
    home: temporaryFolder(),
    environment: { BOURSE_LAKE: lake.home.folder, ...environment },
    ...(width === undefined ? {} : { terminal: width }),
  });

describe('a chart of the lake', () => {
  it.each([60, 100, 200])(
    'fits a terminal of %i columns and shows the hole as empty columns',
    async (width) => {
      const lake = await lakeWithHole();
      const environment = { NO_COLOR: '1' };
      const { code, stdout, stderr } = await chart(lake, 'candles BTCUSDT 1m', { width, environment });
      const lines = stdout.trimEnd().split('\n');
      expect([code, lines.length]).toEqual([0, 21]);
      expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(width);
      expect(stdout).not.toContain('\u001b');
      expect(lines[19]).toMatch(/^[^·]+·{3,}[^·]+$/);
      expect(stderr).toContain('Missing: 210 candles');
    },
  );

  it('prints columns as rows in a pipe, with exact sums, and nulls where nothing is', async () => {
    const { code, stdout } = await chart(await lakeWithHole(), 'candles BTCUSDT 1m');
    const rows = JSON.parse(stdout) as readonly Record<string, unknown>[];
    expect([code, rows.length]).toEqual([0, 48]);
    expect(rows[3]).toEqual({
      openTime: DAY + 90 * MINUTE,
      open: '100',
      high: '101',
      low: '99',
      close: '99.5',
      volume: '60',
      candles: 30,
      missing: 0,
    });
    expect(rows[4]).toMatchObject({ open: null, volume: null, candles: 0, missing: 30 });
    expect(rows.reduce((sum, row) => sum + Number(row['candles']), 0)).toBe(1230);
  });

  it('shows the lake as it was at a snapshot', async () => {
    const lake = await lakeWithHole();
    const { id } = await createSnapshot(lake.home, lake.ledger);
    const filled = minutes(0, 1440).map((minute) =>
      candle(minute, minute % 2 === 0 ? '100.50000001' : '99.5'),
    );
    await lake.import({ path: DAILY, lines: filled });
    const candles = async (words: string) =>
      (
        JSON.parse((await chart(lake, `candles BTCUSDT 1m ${words}`)).stdout) as readonly {
          candles: number;
        }[]
      )
        .map((one) => one.candles)
        .reduce((sum, count) => sum + count, 0);
    expect([await candles(''), await candles(`--at ${id}`)]).toEqual([1440, 1230]);
  });

  it('shows the last hours of what the lake has', async () => {
    const { stdout } = await chart(await lakeWithHole(), 'candles BTCUSDT 1m --last 10m -o json');
    const rows = JSON.parse(stdout) as readonly Record<string, unknown>[];
    expect(rows.map(({ openTime }) => openTime)).toEqual(minutes(1430, 1440).map((at) => DAY + at * MINUTE));
    expect(rows[0]!['close']).toBe('100.50000001');
  });

  it.each([
    ['candles ETHUSDT 1m', 'The lake has no candles of ETHUSDT 1m'],
    ['candles BTCUSDT 1h', 'It has 1m of spot'],
    ['candles BTCUSDT 1m --from 2026-01-01', 'in this time'],
    ['candles BTCUSDT 1m --last soon', '--last must be a duration'],
    ['candles BTCUSDT 1m --last 1d --from 2025-01-01', 'Expected --last or --from'],
    ['candles BTCUSDT,ETHUSDT 1m', 'Expected one symbol'],
    ['candles ../../x 1m', 'Expected symbols'],
    ['trades BTCUSDT 1m', 'candles'],
  ])('is refused: %s', async (words, message) => {
    const { code, stdout, stderr } = await chart(await lakeWithHole(), words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('is refused if the symbol is there for several products, until one is chosen', async () => {
    const lake = await lakeWithHole();
    const path = DAILY.replace('data/spot', 'data/futures/um');
    await lake.import({ path, lines: [candle(0)], named: { product: 'usdm' } });
    const refused = await chart(lake, 'candles BTCUSDT 1m');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('spot and usdm')]);
    const { code, stdout } = await chart(lake, 'candles BTCUSDT 1m --product usdm');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, [{ candles: 1 }]]);
  });

  it('is refused without a lake', async () => {
    const { code, stderr } = await bourse('lake chart candles BTCUSDT 1m', { home: temporaryFolder() });
    expect([code, stderr]).toEqual([2, expect.stringContaining('There is no lake')]);
  });
});

describe('the grid of a chart', () => {
  it.each([
    ['1m', 525_600, 60, 7 * 1440],
    ['1m', 525_600, 46, 14 * 1440],
    ['1m', 1440, 1440, 1],
    ['15m', 20_160, 100, 240],
    ['1w', 10_080 * 100, 40, 10_080 * 3],
  ])(
    'of %s candles over %i minutes in %i columns has columns of %i minutes',
    (interval, span, max, length) => {
      const from = Date.UTC(2024, 0, 1);
      const grid = columnGrid(interval, { from, to: from + span * MINUTE }, max);
      expect(grid.lengthMs / MINUTE).toBe(length);
      expect(grid.count).toBeLessThanOrEqual(max);
      expect(grid.origin).toBeLessThanOrEqual(from);
      expect(grid.origin + grid.count * grid.lengthMs).toBeGreaterThanOrEqual(from + span * MINUTE);
    },
  );
});
