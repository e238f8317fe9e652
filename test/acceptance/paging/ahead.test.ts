/** Histories whose pages are fetched several at a time: the same rows, no request too many, nothing left open. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Clock } from '../../../src/core/clock.ts';
import { MINUTE_MS } from '../../../src/core/time-units.ts';
import type { UnixMs } from '../../../src/core/words.ts';
import { shellWords } from '../outcomes.ts';
import { bourse, NOW } from '../world.ts';

const START = Date.UTC(2024, 1, 1);
const CANDLES = 40_000;
const PAGE = 1000;
/** One request a page, and one that shows that nothing follows the last page. */
const REQUESTS = CANDLES / PAGE + 1;

const candle = (number: number) => {
  const openTime = START + number * MINUTE_MS;
  return [
    openTime,
    '1.10',
    '1.20',
    '1.00',
    `${number}.5`,
    '7',
    openTime + MINUTE_MS - 1,
    '8',
    3,
    '4',
    '5',
    '0',
  ];
};

/**
 * Returns a clock on which a sleep takes at most 20 ms, in which a real server can answer other requests. Sleeps
 * that begin at the same time end at the same time, however many there are.
 */
function unhurriedClock(): Clock {
  let at: number = NOW;
  return {
    now: () => at as UnixMs,
    monotonicMs: () => at,
    sleep: (ms) => {
      const end = at + ms;
      return new Promise((resolve) => {
        setTimeout(
          () => {
            at = Math.max(at, end);
            resolve();
          },
          Math.min(ms, 20),
        );
      });
    },
  };
}

describe('pages fetched ahead', () => {
  let server: Server;
  let origin = '';
  let refusals = 0;
  let counts = { asked: 0, underWay: 0, most: 0 };
  /** Candles that the exchange has lost. */
  let lost: ReadonlySet<number> = new Set();

  function answer(query: URLSearchParams): unknown {
    const [start, end] = ['startTime', 'endTime'].map((name) => Number(query.get(name)));
    const first = Math.max(0, Math.ceil((start! - START) / MINUTE_MS));
    const last = Math.min(CANDLES - 1, Math.floor((end! - START) / MINUTE_MS));
    const all = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
    const there = all.filter((number) => !lost.has(number));
    return there.slice(0, Number(query.get('limit'))).map(candle);
  }

  beforeEach(async () => {
    counts = { asked: 0, underWay: 0, most: 0 };
    refusals = 0;
    lost = new Set();
    server = createServer((request, response) => {
      // The real date would say that no time passes while a command waits on a clock of the test.
      response.sendDate = false;
      counts.asked += 1;
      counts.underWay += 1;
      counts.most = Math.max(counts.most, counts.underWay);
      const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
      setTimeout(() => {
        counts.underWay -= 1;
        if (counts.asked >= 20 && refusals > 0) {
          refusals -= 1;
          response.writeHead(429, { 'Retry-After': '20' });
          response.end('{"code":-1003,"msg":"Too many requests."}');
          return;
        }
        response.end(JSON.stringify(answer(searchParams)));
      }, 2);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  // A connection that a command left open would keep the server from closing.
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const lineOf = (rest: string) =>
    `market klines BTCUSDT 1m --start ${START} --end ${START + CANDLES * MINUTE_MS - 1} --all --host spot=${origin} ${rest}`;

  it.each(['json', 'ndjson', 'csv'])('print as %s what pages fetched one by one print', async (format) => {
    const oneByOne = await bourse(lineOf(`-o ${format} --parallel 1`));
    expect([oneByOne.code, oneByOne.stderr, counts.most]).toEqual([0, '', 1]);
    expect(counts.asked).toBe(REQUESTS);
    counts = { asked: 0, underWay: 0, most: 0 };
    expect(await bourse(lineOf(`-o ${format}`))).toEqual(oneByOne);
    // The window ends where the candles do, so nothing is asked for in vain.
    expect(counts.asked).toBe(REQUESTS);
    expect(counts.most).toBeGreaterThan(1);
    expect(counts.most).toBeLessThanOrEqual(16);
  });

  it('report the candles that the exchange has lost, as pages fetched one by one do', async () => {
    lost = new Set([5500, 5501, 12_000, 12_999, 13_000, 39_999]);
    const oneByOne = await bourse(lineOf('--parallel 1 --complete'));
    expect(oneByOne.code).toBe(1);
    expect(oneByOne.stderr).toContain('39994 candles received, 6 missing in 4 gaps');
    expect(await bourse(lineOf('--complete'))).toEqual(oneByOne);
  });

  it('wait together where the exchange orders a pause, without a note from each', async () => {
    refusals = 1;
    const { code, stderr } = await bourse(lineOf('-o csv --max-wait 30m'), { clock: unhurriedClock() });
    expect(code).toBe(0);
    const notes = stderr.match(/Waiting/g) ?? [];
    expect(notes.length).toBeGreaterThan(0);
    expect(notes.length).toBeLessThan(4);
    expect(counts.asked).toBe(REQUESTS + 1);
  });

  it('share the signal that ends them, and Node warns of no leak of its listeners', async () => {
    const joined = vi.spyOn(AbortSignal, 'any');
    const warnings: string[] = [];
    const onWarning = ({ name }: Error) => warnings.push(name);
    process.on('warning', onWarning);
    try {
      expect((await bourse(lineOf('-o csv'))).code).toBe(0);
      // A warning is emitted in the next tick.
      await new Promise(setImmediate);
    } finally {
      process.off('warning', onWarning);
    }
    expect(joined.mock.calls.length).toBeLessThan(5);
    expect(warnings).toEqual([]);
    joined.mockRestore();
  });

  it('refuse a number of pages that is none', async () => {
    for (const text of ['0', '17', 'many']) {
      const { code, stderr } = await bourse(shellWords(lineOf(`--parallel ${text}`)));
      expect([code, counts.asked]).toEqual([2, 0]);
      expect(stderr).toContain('--parallel must be a whole number from 1 to 16');
    }
  });
});
