/**
 * Compactions by the real program that are killed, beside imports. LAKE_KILLS says how many kills; `npm run chaos:compact`
 * takes many.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/clock.ts';
import { candle, testLake } from '../../lake/lake-files.ts';
import { temporaryFolder } from '../world.ts';

const BOURSE = fileURLToPath(new URL('../../../bin/bourse.js', import.meta.url));
const KILLS = Number(process.env['LAKE_KILLS'] ?? 2);
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'BNBUSDT', 'SOLUSDT', 'XRPUSDT', 'ADAUSDT'];
const DAYS = 3;

/** Runs the program until it ends or is killed; resolves with the exit code, null for a killed one. */
function program(home: string, words: string, killAfterMs?: number): Promise<number | null> {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [BOURSE, ...words.split(' ')], {
    cwd: home,
    env: { PATH, BOURSE_HOME: home, BOURSE_ENV: 'sandbox' },
    stdio: 'ignore',
  });
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  return new Promise((resolve) =>
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code);
    }),
  );
}

function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const name = (symbol: string, day: number) => `${symbol}-1m-2025-01-0${day + 1}.csv`;
const lines = (day: number) => Array.from({ length: 60 }, (_, minute) => candle(day * 1440 + minute));

it('loses no row and doubles none, whenever a compaction is killed', { tags: ['real-time'] }, async () => {
  const random = seededRandom(23);
  const home = temporaryFolder();
  const folder = join(home, 'state/lake');
  mkdirSync(join(home, 'data'));
  mkdirSync(join(home, 'state'), { mode: 0o700 });
  const lake = await testLake(folder, { isProcessAlive });
  let rows = 0;
  let hits = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (const symbol of SYMBOLS) {
      const day = kill === 0 ? 0 : DAYS + kill;
      for (const one of kill === 0 ? [0, 1, 2] : [day]) {
        const path = `data/spot/daily/klines/${symbol}/1m/${symbol}-1m-${new Date(Date.UTC(2025, 0, 1 + one)).toISOString().slice(0, 10)}.csv`;
        rows += (await lake.import({ path, lines: lines(one) })).rows;
      }
    }
    writeFileSync(join(home, 'data', name('BTCUSDT', 0)), `${lines(0).join('\n')}\n`);
    const [code] = await Promise.all([
      program(home, 'lake compact', 250 + random.next() * 600),
      kill % 2 === 0 ? undefined : program(home, 'lake import data'),
    ]);
    if (code === null) hits += 1;
  }
  expect(await program(home, 'lake compact')).toBe(0);
  expect(await lake.verify()).toMatchObject({ parts: expect.any(Number), rows, faults: [] });
  expect(await lake.rows('candles', 'open_time')).toHaveLength(rows);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.endsWith('.tmp'))).toEqual([]);
  const left = files.filter((file) => file.startsWith('candles') && file.endsWith('.parquet'));
  expect(left.length).toBe((await lake.ledger.read((all) => all.parts())).length);
  // A kill that comes after the end says nothing.
  if (KILLS > 10) expect(hits).toBeGreaterThan(KILLS / 3);
});
