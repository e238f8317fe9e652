/**
 * Paged runs that are interrupted by Ctrl-C at every page and resumed with the printed command: together they
 * print the same rows as an uninterrupted run. A scripted server plays the histories.
 */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../src/core/time-units.ts';
import { bourse, NOW } from '../world.ts';

type Row = Readonly<Record<string, number | string>>;
type Query = URLSearchParams;

const START = NOW - 100 * DAY_MS;

const KEYS = { BOURSE_API_KEY: 'k'.repeat(64), BOURSE_API_SECRET: 's'.repeat(64) };

/** Rows one minute apart, three rows with each timestamp. */
const rowsOf = (count: number, row: (index: number, time: number) => Row) =>
  Array.from({ length: count }, (_, index) => row(index, START + Math.floor(index / 3) * MINUTE_MS));

const within = (rows: readonly Row[], at: string, query: Query) =>
  rows.filter(
    (row) =>
      Number(row[at]) >= Number(query.get('startTime') ?? 0) &&
      Number(row[at]) <= Number(query.get('endTime') ?? Infinity),
  );

const rates = rowsOf(3500, (index, fundingTime) => ({
  symbol: `S${index}`,
  fundingTime,
  fundingRate: '0.0001',
}));
const incomes = rowsOf(3300, (tranId, time) => ({ tranId, time, income: '-0.1', asset: 'BTC' }));
const trades = rowsOf(3200, (id, time) => ({ id, time, price: '1.0' }));
const deposits = rowsOf(2600, (id, insertTime) => ({ id: `d${id}`, insertTime, amount: '1' }));
const loans = rowsOf(350, (txId, timestamp) => ({ txId, timestamp, asset: 'USDT' }));

/** Answers by path, as documented; income rows come newest first, as some exchanges send them. */
const ANSWERS: Readonly<Record<string, (query: Query) => unknown>> = {
  '/fapi/v1/fundingRate': (query) => within(rates, 'fundingTime', query).slice(0, Number(query.get('limit'))),
  '/dapi/v1/income': (query) =>
    within(incomes, 'time', query)
      .reverse()
      .slice(0, Number(query.get('limit'))),
  '/api/v3/myTrades': (query) =>
    trades
      .filter(({ id }) => Number(id) >= Number(query.get('fromId') ?? 0))
      .slice(0, Number(query.get('limit'))),
  '/sapi/v1/capital/deposit/hisrec': (query) =>
    deposits.slice(Number(query.get('offset') ?? 0)).slice(0, Number(query.get('limit'))),
  '/sapi/v1/margin/loan': (query) => {
    const size = Number(query.get('size'));
    const first = (Number(query.get('current')) - 1) * size;
    return { rows: loans.slice(first, first + size), total: loans.length };
  },
};

describe('an interrupted paged run', () => {
  let server: Server;
  let origin = '';
  let calls = 0;
  let onCall: (call: number) => void = () => {};

  beforeAll(async () => {
    server = createServer((request, response) => {
      response.sendDate = false;
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
      response.setHeader('Content-Type', 'application/json');
      if (pathname.endsWith('/time')) return void response.end(`{"serverTime":${NOW}}`);
      calls += 1;
      onCall(calls);
      const answer = ANSWERS[pathname];
      response.statusCode = answer === undefined ? 404 : 200;
      response.end(
        answer === undefined ? '{"code":-1,"msg":"no such path"}' : JSON.stringify(answer(searchParams)),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const run = (line: readonly string[], interrupt?: AbortSignal) =>
    bourse(line, { environment: KEYS, ...(interrupt === undefined ? {} : { interrupt }) });

  it.each([
    [
      'by time, three rows to a ms',
      `market funding-rate --on usdm --symbol BTCUSDT --end-time ${START + DAY_MS}`,
      'usdm',
      rates,
    ],
    ['by windows, newest first', `account income --on coinm --start-time ${START}`, 'coinm', [...incomes]],
    ['by ids', 'account trades BTCUSDT --from-id 0', 'spot', trades],
    ['by offset', `funds deposits --start-time ${START}`, 'spot', deposits],
    ['by numbered pages', `margin loans USDT --start-time ${START}`, 'spot', loans],
  ])('%s, prints the same rows together with the resumed run', async (_kind, command, host, rows) => {
    const words = [...command.split(' '), '--all', '--host', `${host}=${origin}`, '-o', 'ndjson'];
    const read = (text: string): Row[] =>
      text
        .split('\n')
        .filter((one) => one !== '')
        .map((one) => JSON.parse(one) as Row);
    calls = 0;
    onCall = () => {};
    const whole = await run([...words, '--parallel', '1']);
    expect([whole.code, whole.stderr]).toEqual([0, '']);
    const key = Object.keys(rows[0]!).find((name) => /^(?:symbol|tranId|id|txId)$/.test(name))!;
    const keysOf = (list: readonly Row[]) => list.map((row) => row[key]);
    const inOrder = (list: readonly Row[]) => [...keysOf(list)].sort();
    expect(inOrder(read(whole.stdout))).toEqual(inOrder(rows));
    const pages = calls;
    expect(pages).toBeGreaterThan(2);
    const cuts = Array.from({ length: pages - 1 }, (_, at) => at + 2);
    for (const [parallel, cut] of ['1', '16'].flatMap((many) => cuts.map((one) => [many, one] as const))) {
      const line = [...words, '--parallel', parallel];
      const controller = new AbortController();
      calls = 0;
      onCall = (call) => {
        if (call === cut) controller.abort(new Error('SIGINT'));
      };
      const first = await run(line, controller.signal);
      onCall = () => {};
      // A page beyond the end that was requested ahead may arrive before the last page does.
      if (parallel !== '1' && first.code === 0) {
        expect(first.stdout).toBe(whole.stdout);
        continue;
      }
      expect([parallel, cut, first.code]).toEqual([parallel, cut, 130]);
      const { resume } = (JSON.parse(first.stderr) as { error: { resume: string } }).error;
      const [program, ...again] = resume.split(' ');
      expect(program).toBe('bourse');
      const rest = await run(again);
      expect([rest.code, rest.stderr]).toEqual([0, '']);
      expect(keysOf([...read(first.stdout), ...read(rest.stdout)])).toEqual(keysOf(read(whole.stdout)));
    }
    expect(await run(words)).toEqual(whole);
  });
});
