/** `lake sync` from the sandbox of the process. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { json } from '../outcomes.ts';
import { bourse, temporaryFolder } from '../world.ts';

const DAY = Date.UTC(2025, 0, 1);
const HOUR = 3_600_000;
/** In the middle of a candle. */
const NOW = (DAY + 50.5 * HOUR) as never;

describe('lake sync', () => {
  it('plans, stores the candles that have closed, and fills a hole in the middle', async () => {
    const options = { home: temporaryFolder(), now: NOW, environment: { BOURSE_ENV: 'sandbox' } };
    const line = 'lake sync candles BTCUSDT,ETHUSDT 1h --from 2025-01-01';
    const plan = await bourse(`${line} --plan`, options);
    expect(json(plan)).toMatchObject([
      { symbol: 'BTCUSDT', from: DAY, to: DAY + 50 * HOUR, rows: 50, calls: 1, weight: 2, minutes: 1 },
      { symbol: 'ETHUSDT', rows: 50 },
    ]);
    expect(plan.stderr).toContain('At most 100 rows, 2 calls of weight 4, 1 minute at 6000 a minute');
    const window = `--to ${DAY + 10 * HOUR}`;
    expect(json(await bourse(`${line} ${window}`, options))).toMatchObject([{ rows: 10 }, { rows: 10 }]);
    const late = `lake sync candles BTCUSDT 1h --from ${DAY + 20 * HOUR}`;
    expect(json(await bourse(late, options))).toMatchObject([{ outcome: 'complete', rows: 30, missing: 0 }]);
    expect(json(await bourse(line, options))).toMatchObject([{ rows: 10 }, { rows: 40 }]);
    expect(json(await bourse(`${line} --plan`, options))).toEqual([]);
    expect(json(await bourse('lake status', options))).toMatchObject([
      { symbol: 'BTCUSDT', to: DAY + 50 * HOUR, rows: 50, holes: 0 },
      { symbol: 'ETHUSDT', to: DAY + 50 * HOUR, rows: 50, holes: 0 },
    ]);
    expect(json(await bourse('lake verify', options))).toMatchObject({ rows: 100, faults: [] });
  });

  it.each([
    ['usdm', 'BTCUSDT'],
    ['coinm', 'BTCUSD_PERP'],
  ])('stores candles of %s', async (product, symbol) => {
    const options = { home: temporaryFolder(), now: NOW, environment: { BOURSE_ENV: 'sandbox' } };
    const window = `--from ${DAY - 300 * 24 * HOUR} --to ${DAY}`;
    const line = `lake sync candles ${symbol} 8h --product ${product} ${window}`;
    expect(json(await bourse(line, options))).toMatchObject([{ outcome: 'complete', rows: 900, missing: 0 }]);
    expect(json(await bourse('lake verify', options))).toMatchObject({ rows: 900, faults: [] });
  });

  it.each([
    ['candles BTCUSDT 1h', 'spot', 48 * HOUR],
    ['trades BTCUSDT', 'spot', 60_000],
    ['aggTrades BTCUSD_PERP', 'coinm', 60_000],
    ['funding BTCUSDT', 'usdm', 48 * HOUR],
    ['indexCandles BTCUSDT 1h', 'usdm', 48 * HOUR],
    ['openInterest BTCUSDT 1h', 'usdm', 48 * HOUR],
  ])('stores as many %s as planned, on no more disk', async (series, product, spanMs) => {
    const options = { home: temporaryFolder(), now: NOW, environment: { BOURSE_ENV: 'sandbox' } };
    const line = `lake sync ${series} --product ${product} --from ${DAY} --to ${DAY + spanMs}`;
    const [planned] = json<readonly { rows: number; bytes: number }[]>(
      await bourse(`${line} --plan`, options),
    );
    expect(planned!.rows).toBeGreaterThan(5);
    expect(json(await bourse(line, options))).toMatchObject([{ rows: planned!.rows, missing: 0 }]);
    expect(json(await bourse(`${line} --plan`, options))).toEqual([]);
    expect(json(await bourse('lake verify', options))).toMatchObject({ rows: planned!.rows, faults: [] });
    const [stored] = json<readonly { bytes: number }[]>(await bourse('lake status', options));
    expect(planned!.bytes).toBeGreaterThanOrEqual(stored!.bytes);
  });

  it('is compared with the API by lake verify --against api', async () => {
    const options = { home: temporaryFolder(), now: NOW, environment: { BOURSE_ENV: 'sandbox' } };
    const window = `--from ${DAY} --to ${DAY + 3 * HOUR}`;
    for (const series of ['candles BTCUSDT 1h', 'funding BTCUSDT --product usdm'])
      await bourse(`lake sync ${series} ${window}`, options);
    await bourse(`lake sync aggTrades BTCUSDT --from ${DAY} --to ${DAY + 10_000}`, options);
    const right = json<{ compared: number; rows: number }>(
      await bourse('lake verify --against api', options),
    );
    expect(right).toMatchObject({ valid: true, faults: [] });
    expect(right.compared).toBe(right.rows);
    const one = await bourse(
      `lake verify --against api --from ${DAY + HOUR} --to ${DAY + 2 * HOUR}`,
      options,
    );
    expect(json(one)).toMatchObject({ compared: 1 });
    const line = (hour: number) => `${DAY + hour * HOUR},1,1,1,1,1,${DAY + (hour + 1) * HOUR - 1},1,1,1,1,0`;
    writeFileSync(join(options.home, 'x.csv'), `${line(3)}\n${line(4)}\n`);
    await bourse('lake import x.csv --dataset klines --symbol BTCUSDT --interval 1h', options);
    const wrong = await bourse('lake verify --against api', options);
    expect(wrong.code).toBe(1);
    const { faults } = JSON.parse(wrong.stdout) as { faults: readonly { fault: string }[] };
    expect(faults.map(({ fault }) => fault)).toEqual([
      '2 rows differ from those of the API, the first at 2025-01-01T03:00:00.000Z',
    ]);
    expect((await bourse('lake verify --from 3d', options)).code).toBe(2);
  });

  it('fetches of statistics no more than the exchange keeps, and says so', async () => {
    const options = { home: temporaryFolder(), now: NOW, environment: { BOURSE_ENV: 'sandbox' } };
    const { stdout, stderr } = await bourse(
      'lake sync accountRatio BTCUSDT 1d --from 2024-01-01 --product usdm',
      options,
    );
    expect(stderr).toContain('The exchange keeps accountRatio for 30d: only these are fetched.');
    expect(JSON.parse(stdout)).toMatchObject([{ from: DAY - 27 * 24 * HOUR, to: DAY + 48 * HOUR, rows: 29 }]);
  });

  it('goes on with the other symbols when the exchange refuses one', async () => {
    const options = { home: temporaryFolder(), now: NOW, environment: { BOURSE_ENV: 'sandbox' } };
    const both = await bourse('lake sync candles NONE,BTCUSDT 1h --from 2025-01-02', options);
    expect(both.code).toBe(8);
    expect(JSON.parse(both.stdout)).toMatchObject([
      { symbol: 'NONE', outcome: 'refused', why: expect.stringContaining('Invalid symbol') },
      { symbol: 'BTCUSDT', outcome: 'complete', rows: 26 },
    ]);
    expect(json(await bourse('lake status', options))).toHaveLength(1);
    expect((await bourse('lake sync candles NONE 1h --from 2025-01-02', options)).code).toBe(4);
  });

  it.each([
    [
      'lake sync candles ../../x 1h --from 2025-01-01',
      'Expected symbols such as BTCUSDT,ETHUSDT, found "../../X"',
    ],
    ['lake sync candles BTCUSDT 1x --from 2025-01-01', 'Expected an interval from 1s to 1w, found "1x"'],
    ['lake sync funding BTCUSDT --from 2025-01-01', 'The API has no public funding of spot.'],
    ['lake sync trades BTCUSDT --product usdm --from 2025-01-01', 'no public trades of usdm'],
    ['lake sync trades BTCUSDT 1h --from 2025-01-01', 'Rows of trades have no interval'],
    ['lake sync candles BTCUSDT 1h', '--from is required'],
    ['lake sync candles BTCUSDT 1h --from never', '--from must be a time, was "never"'],
    ['lake sync candles BTCUSDT 1h --from 2025-01-03T02:00Z', 'at least one row that is final'],
  ])('refuses %s', async (line, message) => {
    const { code, stderr } = await bourse(line, { now: NOW, environment: { BOURSE_ENV: 'sandbox' } });
    const { error } = JSON.parse(stderr) as { error: { message: string } };
    expect([code, error.message]).toEqual([2, expect.stringContaining(message)]);
  });
});
