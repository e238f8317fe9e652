/** A sandbox whose market follows candles of the lake. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/app/world.ts';
import { unixMs } from '../../../src/core/words.ts';
import { json } from '../outcomes.ts';
import { withServedSandbox } from '../served-sandbox.ts';
import { bourse, fixedClock, temporaryFolder } from '../world.ts';

const START = Date.UTC(2024, 0, 1);
const MINUTE = 60_000;
const LATER = unixMs(START + 86_400_000);
/** The hole of the lake: minutes 100 to 129. */
const isHeld = (row: readonly unknown[]) => {
  const minute = (Number(row[0]) - START) / MINUTE;
  return minute < 100 || minute >= 130;
};

type Row = readonly (string | number)[];

/** Returns a folder whose lake has four hours of candles without half an hour, and the candles that were imported. */
async function lakeWithHole(): Promise<{ readonly home: string; readonly rows: readonly Row[] }> {
  const home = temporaryFolder();
  const asked = `--env sandbox market klines BTCUSDT 1m --start-time ${START} --end-time ${START + 240 * MINUTE - 1} --limit 240`;
  const rows = json<Row[]>(await bourse(`${asked} -o json`, { home, clock: fixedClock(LATER) })).filter(
    isHeld,
  );
  writeFileSync(join(home, 'BTCUSDT-1m-2024-01.csv'), rows.map((row) => row.join(',')).join('\n'));
  expect((await bourse('lake import BTCUSDT-1m-2024-01.csv', { home })).code).toBe(0);
  return { home, rows };
}

describe('sandbox serve --replay lake', () => {
  it('serves the candles of the lake, without one for a hole, and says what the lake lacks', async () => {
    const { home, rows } = await lakeWithHole();
    const served = await withServedSandbox(
      home,
      '--replay lake --start 2024-01-01T03:59:59.999Z --clock stepped',
      async ({ hosts }) => {
        const page = async (query: string) =>
          (await (
            await fetch(`${hosts['spot']}/api/v3/klines?symbol=BTCUSDT&interval=1m&${query}`)
          ).json()) as Row[];
        // The number of trades is that of the trades that make up a candle, which the lake does not have.
        const facts = (row: Row) => row.filter((_, column) => column !== 8);
        expect((await page(`startTime=${START}&limit=1000`)).map(facts)).toEqual(rows.map(facts));
        const across = await page(`startTime=${START + 90 * MINUTE}&limit=20`);
        expect(across.map(([time]) => (Number(time) - START) / MINUTE)).toEqual([
          90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139,
        ]);
        const before = await page(`endTime=${START + 131 * MINUTE}&limit=5`);
        expect(before.map(([time]) => (Number(time) - START) / MINUTE)).toEqual([97, 98, 99, 130, 131]);
      },
    );
    expect(served.stderr).toContain(
      'The lake lacks 30 candles 1m of BTCUSDT, the first at 2024-01-01 01:40:00Z',
    );
  });

  it('fills a resting order when the price of the lake reaches it', async () => {
    const { home, rows } = await lakeWithHole();
    const later = rows.filter(([time]) => Number(time) >= START + 131 * MINUTE);
    const open = Number(later[0]?.[1]);
    // Trades beyond the price fill the order at once; at the price itself others are served first.
    const price = (open - (open - Math.min(...later.map((row) => Number(row[3])))) / 2).toFixed(2);
    const options = '--replay lake --symbols BTCUSDT --start 2024-01-01T02:10:59Z --clock stepped';
    const clock = systemClock();
    await withServedSandbox(
      home,
      options,
      async () => {
        const order = `trade order place --symbol BTCUSDT --side BUY --type LIMIT --quantity 0.001 --price ${price} --time-in-force GTC --yes`;
        const run = async <T>(line: string) =>
          json<T>(await bourse(`--env sandbox ${line} -o json`, { home, clock }));
        const { orderId } = await run<{ orderId: number }>(order);
        const status = async () =>
          (await run<{ status: string }>(`trade order get --symbol BTCUSDT --order-id ${orderId}`)).status;
        expect(await status()).toBe('NEW');
        await run('sandbox advance 108m');
        expect(await status()).toBe('FILLED');
      },
      { clock, pid: process.pid },
    );
  });

  it('shows the trades of the lake where they add up to the candle, and says for how many they do not', async () => {
    const { home } = await lakeWithHole();
    const span = `--start-time ${START} --end-time ${START + 10 * MINUTE - 1}`;
    const options = { home, clock: fixedClock(LATER) };
    const all = json<Record<'a' | 'T' | 'p' | 'q' | 'f' | 'l' | 'm' | 'M', unknown>[]>(
      await bourse(`--env sandbox market agg-trades BTCUSDT ${span} --all -o json`, options),
    );
    // The third minute has its trades but one.
    const lost = all.findIndex(({ T }) => Number(T) >= START + 2 * MINUTE);
    const trades = all.filter((_, index) => index !== lost);
    const lines = trades.map(({ a, p, q, f, l, T, m, M }) => [a, p, q, f, l, T, m, M].join(','));
    writeFileSync(join(home, 'BTCUSDT-aggTrades-2024-01-01.csv'), lines.join('\n'));
    expect((await bourse('lake import BTCUSDT-aggTrades-2024-01-01.csv', { home })).code).toBe(0);
    const served = await withServedSandbox(
      home,
      '--replay lake --start 2024-01-01T03:59:59.999Z --clock stepped',
      async ({ hosts }) => {
        const shown = async (from: number, to: number) => {
          const query = `symbol=BTCUSDT&startTime=${START + from * MINUTE}&endTime=${START + to * MINUTE - 1}&limit=1000`;
          const rows = (await (
            await fetch(`${hosts['spot']}/api/v3/aggTrades?${query}`)
          ).json()) as typeof all;
          return rows.map(({ T, p, q, m }) => ({ T, p, q, m }));
        };
        const recorded = (from: number, to: number) =>
          trades
            .filter(({ T }) => Number(T) >= START + from * MINUTE && Number(T) < START + to * MINUTE)
            .map(({ T, p, q, m }) => ({ T, p, q, m }));
        for (const minute of [0, 1, 3, 4, 5, 6, 7, 8, 9])
          expect(await shown(minute, minute + 1)).toEqual(recorded(minute, minute + 1));
        const madeUp = await shown(2, 3);
        expect(madeUp.length).toBeGreaterThan(0);
        expect(madeUp.length).toBeLessThan(recorded(2, 3).length / 10);
      },
    );
    // 210 candles, ten minus one with their trades.
    expect(served.stderr).toContain(
      'The lake has no trades that add up to 201 of the 210 candles of BTCUSDT: theirs are made up.',
    );
  });

  it('is refused with options that name no candles', async () => {
    const { home } = await lakeWithHole();
    for (const [options, message] of Object.entries(REFUSALS)) {
      const { code, stderr } = await bourse(`sandbox serve ${options}`, { home });
      expect([options, code]).toEqual([options, 2]);
      expect(stderr).toContain(message);
    }
  });
});

const REFUSALS = {
  '--replay lake --symbols ETHUSDT': 'The lake has no candles 1m of ETHUSDT in this time.',
  '--replay lake --symbols ../../x': 'Expected symbols such as BTCUSDT,ETHUSDT',
  '--replay lake --interval 5m': 'The lake has no candles 5m of a spot symbol that the sandbox has.',
  '--replay lake --interval 7m': '--interval must be one from 1s to 1w',
  '--replay lake --from 2024-02-01': 'The lake has no candles 1m of BTCUSDT in this time.',
  '--replay lake --from soon': '--from must be a time',
  '--replay lake --from 2024-01-02 --to 2024-01-01': '--from must be before --to.',
  '--replay lake --scenario crash': '--replay lake goes without --scenario and --market',
  '--symbols BTCUSDT': '--symbols chooses candles of the lake.',
};
