/**
 * Imports of the same files by four processes at once, each in an order of its own, which are killed at random moments.
 * IMPORT_KILLS says how many kills; `npm run chaos:import` takes many.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../src/core/clock.ts';
import { candle, DAY, testLake } from '../../lake/lake-files.ts';
import { temporaryFolder } from '../world.ts';

const BOURSE = fileURLToPath(new URL('../../../bin/bourse.js', import.meta.url));
const KILLS = Number(process.env['IMPORT_KILLS'] ?? 2);
const WORKERS = 4;
/** Files of each round, which begin half a file after each other. */
const FILES = 6;
const ROWS = 400;
const DAY_MINUTES = 1440;

/** Starts the program; resolves with the exit code, null for a killed one. */
function start(home: string, paths: readonly string[]) {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [BOURSE, 'lake', 'import', ...paths], {
    cwd: home,
    env: { PATH, BOURSE_HOME: home },
    stdio: 'ignore',
  });
  return { child, ended: new Promise<number | null>((resolve) => child.on('close', resolve)) };
}

function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  return list
    .map((one) => ({ one, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** Writes the files of a round, which repeat rows of each other, and adds their minutes. */
function writeFiles(home: string, round: number, all: Set<number>): readonly string[] {
  return Array.from({ length: FILES }, (_, index) => {
    const first = round * DAY_MINUTES + index * (ROWS / 2);
    const minutes = Array.from({ length: ROWS }, (_, row) => first + row).filter(
      (minute) => minute % 97 !== 5,
    );
    for (const minute of minutes) all.add(minute);
    const path = join('data', `part-${round}-${index}.csv`);
    writeFileSync(join(home, path), `${minutes.map((minute) => candle(minute)).join('\n')}\n`);
    return path;
  });
}

/** Returns the runs of consecutive minutes within a month. */
function runsOf(minutes: readonly number[]) {
  const runs: [number, number][] = [];
  const monthOf = (minute: number) => new Date(DAY + minute * 60_000).getUTCMonth();
  for (const minute of minutes) {
    const last = runs.at(-1);
    if (last?.[1] === minute && monthOf(minute) === monthOf(minute - 1)) last[1] = minute + 1;
    else runs.push([minute, minute + 1]);
  }
  return runs;
}

it('loses no row and doubles none, whenever imports are killed', { tags: ['real-time'] }, async () => {
  const random = seededRandom(41);
  const home = temporaryFolder();
  mkdirSync(join(home, 'data'));
  const all = new Set<number>();
  const named = ['--dataset', 'klines', '--symbol', 'BTCUSDT', '--interval', '1m'];
  const paths: string[] = [];
  let hits = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const added = writeFiles(home, kill, all);
    paths.push(...added);
    const workers = Array.from({ length: WORKERS }, () =>
      start(home, [...shuffled(added, random), ...named]),
    );
    await new Promise((resolve) => setTimeout(resolve, 120 + random.next() * 500));
    workers[0]!.child.kill('SIGKILL');
    const [killed, ...others] = await Promise.all(workers.map(({ ended }) => ended));
    expect(others).toEqual([0, 0, 0]);
    if (killed === null) hits += 1;
  }
  expect(await start(home, [...shuffled(paths, random), ...named]).ended).toBe(0);
  // A kill that comes after the end says nothing.
  if (KILLS > 10) expect(hits).toBeGreaterThan(KILLS / 3);
  const minutes = [...all].sort((a, b) => a - b);

  const folder = join(home, 'state/lake');
  const lake = await testLake(folder);
  const rows = await lake.rows(
    'candles',
    '(epoch_ms(open_time) - 1735689600000) // 60000 AS minute, close::VARCHAR AS close',
  );
  expect(rows.map((row) => [Number(row['minute']), row['close']])).toEqual(
    minutes.map((minute) => [minute, '100.50000000']),
  );
  expect(await lake.verify()).toMatchObject({ rows: minutes.length, faults: [] });
  const spans = await lake.ledger.read((all) => all.spans().filter(({ state }) => state === 'have'));
  const found = spans.map(({ from, to }) => [(from - DAY) / 60_000, (to - DAY) / 60_000]);
  expect(found.sort(([a], [b]) => a! - b!)).toEqual(runsOf(minutes));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.endsWith('.tmp'))).toEqual([]);
  const parts = await lake.ledger.read((all) => all.parts());
  expect(files.filter((file) => file.startsWith('candles') && file.endsWith('.parquet')).sort()).toEqual(
    parts.map(({ path }) => path).sort(),
  );
  expect(await lake.ledger.read((all) => all.claims())).toEqual([]);
});
