/**
 * Syncs from an exchange that limits, resets, repeats pages, answers with empty pages and with pages that lack rows, and that
 * has lost some candles for good; and syncs that are killed. SYNC_SEEDS says how many such exchanges, SYNC_KILLS how many kills;
 * `npm run chaos:sync` takes many.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '../../../src/core/clock.ts';
import { json } from '../outcomes.ts';
import { type RelayAction, startRelay } from '../relay.ts';
import { bourse, temporaryFolder } from '../world.ts';

const START = Date.UTC(2025, 0, 30);
const MINUTE = 60_000;
const CANDLES = 9000;
const NOW = (START + (CANDLES + 0.5) * MINUTE) as never;
const SEEDS = Number(process.env['SYNC_SEEDS'] ?? 1);
const KILLS = Number(process.env['SYNC_KILLS'] ?? 1);
const BOURSE = fileURLToPath(new URL('../../../bin/bourse.js', import.meta.url));

interface Hole {
  readonly from: number;
  readonly to: number;
  readonly missing: number;
  readonly cause: string;
}

/** An exchange whose faults follow from a seed. */
async function faultyExchange(seed: number) {
  const random = seededRandom(seed);
  const below = (most: number) => Math.floor(random.next() * most);
  const lost = new Set<number>();
  for (const length of [1, 3, 70, 1400]) {
    const first = 1 + below(CANDLES - length - 2);
    for (let minute = first; minute < first + length; minute += 1) lost.add(minute);
  }
  const counts = { asked: 0, limited: 0, faults: 0 };
  let before: readonly string[] = [];
  const rowsOf = (query: URLSearchParams): readonly string[] => {
    const [start, end, limit] = ['startTime', 'endTime', 'limit'].map((name) => Number(query.get(name)));
    const first = Math.max(0, Math.ceil((start! - START) / MINUTE));
    const last = Math.min(CANDLES, Math.floor((end! - START) / MINUTE));
    const rows: string[] = [];
    for (let minute = first; minute <= last && rows.length < limit!; minute += 1) {
      if (!lost.has(minute)) rows.push(candle(minute));
    }
    return rows;
  };
  const relay = await startRelay('http://127.0.0.1:1');
  onTestFinished(() => relay.close());
  relay.setAction(({ path, query }): RelayAction => {
    if (path.endsWith('/time')) return { status: 200, body: `{"serverTime":${NOW}}` };
    counts.asked += 1;
    const rows = rowsOf(new URLSearchParams(query));
    const body = (list: readonly string[]) => ({ status: 200, body: `[${list.join(',')}]` });
    // Every second answer is as it should be, so that no fault lasts.
    const fault = counts.asked % 2 === 0 ? below(9) : -1;
    const repeated = before;
    before = rows;
    if (fault >= 0 && fault < 5) counts.faults += 1;
    if (fault === 0) {
      counts.limited += 1;
      return { status: 429, body: '{"code":-1003,"msg":"Too many requests."}' };
    }
    if (fault === 1) return 'cut';
    if (fault === 2) return body([]);
    if (fault === 3) return body(repeated);
    if (fault === 4) return body(rows.filter((_, at) => at % 100 < 90 || at > 500));
    return body(rows);
  });
  return { relay, lost, counts };
}

function candle(minute: number): string {
  const open = START + minute * MINUTE;
  return `[${open},"1.10","1.20","1.00","1.${String(minute).padStart(8, '0')}","7",${open + MINUTE - 1},"8",3,"4","5","0"]`;
}

function runsOf(minutes: ReadonlySet<number>) {
  const runs: { from: number; to: number }[] = [];
  for (const minute of [...minutes].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && last.to === START + minute * MINUTE) last.to += MINUTE;
    else runs.push({ from: START + minute * MINUTE, to: START + (minute + 1) * MINUTE });
  }
  return runs;
}

/** Starts the real program. */
function start(home: string, words: string) {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [BOURSE, ...words.split(' ')], {
    env: { PATH, BOURSE_HOME: home, BOURSE_ENV: 'sandbox' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, ...texts }));
  });
  return { child, ended };
}

/** An exchange without faults that calls `onPage` before each page is answered. */
async function slowExchange(onPage: (page: number) => void) {
  let pages = 0;
  const relay = await startRelay('http://127.0.0.1:1');
  onTestFinished(() => relay.close());
  relay.setAction(async ({ path, query }): Promise<RelayAction> => {
    if (path.endsWith('/time')) return { status: 200, body: `{"serverTime":${NOW}}` };
    pages += 1;
    onPage(pages);
    const asked = new URLSearchParams(query);
    const [begin, end] = ['startTime', 'endTime'].map((name) => (Number(asked.get(name)) - START) / MINUTE);
    const last = Math.min(Math.floor(end!), Math.ceil(begin!) + Number(asked.get('limit')) - 1);
    await new Promise((resolve) => setTimeout(resolve, 15));
    const rows = Array.from({ length: last - Math.ceil(begin!) + 1 }, (_, at) =>
      candle(Math.ceil(begin!) + at),
    );
    return { status: 200, body: `[${rows.join(',')}]` };
  });
  return relay;
}

describe('a sync that ends early', () => {
  it('loses no row and doubles none when it is killed, however often', async () => {
    const random = seededRandom(3);
    let kill = () => {};
    let pages = 0;
    let after = Number.POSITIVE_INFINITY;
    const relay = await slowExchange((page) => {
      pages = page;
      if (page > after) kill();
    });
    const to = START + CANDLES * MINUTE;
    const line = `lake sync candles BTCUSDT 1m --from ${START} --to ${to} --parallel 2 --host spot=${relay.origin}`;
    let home = temporaryFolder();
    let kills = 0;
    const isWhole = async () => {
      const status = { home, now: NOW };
      expect(json(await bourse('lake status', status))).toMatchObject([{ rows: CANDLES, holes: 0 }]);
      expect(json(await bourse('lake verify', status))).toMatchObject({ rows: CANDLES, faults: [] });
      expect(readdirSync(join(home, 'state/lake')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    };
    while (kills < KILLS) {
      after = pages + Math.floor(random.next() * 7);
      const { child, ended } = start(home, line);
      kill = () => child.kill('SIGKILL');
      const { code } = await ended;
      if (code === null) kills += 1;
      else {
        // It was through before it could be killed.
        expect(code).toBe(0);
        await isWhole();
        home = temporaryFolder();
      }
    }
    after = Number.POSITIVE_INFINITY;
    expect((await start(home, line).ended).code).toBe(0);
    await isWhole();
  });

  it('keeps what came before Ctrl-C, and names the command that goes on', async () => {
    const home = temporaryFolder();
    let stop = () => {};
    const relay = await slowExchange((page) => {
      if (page === 6) stop();
    });
    const to = START + CANDLES * MINUTE;
    const line = `lake sync candles BTCUSDT 1m --from ${START} --to ${to} --parallel 2 --host spot=${relay.origin}`;
    const { child, ended } = start(home, line);
    stop = () => child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([
      130,
      expect.stringContaining(`"resume":"bourse lake sync candles BTCUSDT 1m`),
    ]);
    const options = { home, now: NOW };
    const [series] = json<readonly { rows: number; to: number }[]>(await bourse('lake status', options));
    expect(series!.rows).toBeGreaterThan(2879);
    expect(series!.to).toBe(START + series!.rows * MINUTE);
    expect(json(await bourse('lake status --gaps', options))).toMatchObject([
      { from: series!.to, to, cause: 'not-asked' },
    ]);
  });
});

describe('a sync from an exchange with faults', () => {
  it.each(Array.from({ length: SEEDS }, (_, seed) => [seed + 1]))(
    'names each lost candle and invents none: seed %i',
    async (seed) => {
      const { relay, lost, counts } = await faultyExchange(seed);
      const home = temporaryFolder();
      const options = { home, now: NOW };
      const line = `lake sync candles BTCUSDT 1m --from ${START} --host spot=${relay.origin} --max-wait 1h`;
      let outcome = await bourse(line, options);
      for (let run = 0; outcome.code !== 0 && run < 20; run += 1) {
        expect([5, 6]).toContain(outcome.code);
        outcome = await bourse(line, options);
      }
      expect(outcome.code).toBe(0);
      expect(counts.faults).toBeGreaterThan(0);
      const status = { home, now: NOW };
      expect(json(await bourse('lake status', status))).toMatchObject([{ rows: CANDLES - lost.size }]);
      const holes = json<readonly Hole[]>(await bourse('lake status --gaps', status));
      expect(holes.map(({ from, to }) => ({ from, to }))).toEqual(runsOf(lost));
      expect(new Set(holes.map(({ cause }) => cause))).toEqual(new Set(['none-at-exchange']));
      expect(holes.reduce((sum, { missing }) => sum + missing, 0)).toBe(lost.size);
      expect(json(await bourse('lake verify', status))).toMatchObject({ faults: [] });
      const asked = counts.asked;
      expect(json(await bourse(line, options))).toMatchObject([{ rows: 0 }]);
      expect(counts.asked).toBe(asked);
      expect(relay.requests.filter(({ path }) => path.includes('klines'))).toHaveLength(asked);
    },
  );
});
