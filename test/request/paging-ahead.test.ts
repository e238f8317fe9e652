/** Predicted pages: they are the pages that the run then asks for, and where they are not, none is lost. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { klines as coinKlines } from '../../src/catalogue/coinm/market.ts';
import { klines } from '../../src/catalogue/spot/candles.ts';
import { historicalTrades } from '../../src/catalogue/spot/trades.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import type { UnixMs } from '../../src/core/words.ts';
import { expectedPage, expectedRows } from '../../src/request/paging/ahead.ts';
import type { PageCursor } from '../../src/request/paging/cursor.ts';
import { nextPage, startPages } from '../../src/request/paging/paging.ts';
import { holdsRun } from '../../src/request/paging/row-scan.ts';
import { subAccounts } from './endpoints.ts';
import { type Row, type Server, serverOf, withSmallPages } from './paged-exchange.ts';

const MINUTE = 60_000;
const START = Date.UTC(2024, 0, 1);

/** Returns the name of the key in rows that the exchange of these tests sends as objects. */
const keyOf = ({ pages }: Endpoint) => (pages as { readonly at: string }).at;

/** Returns the requests of a run, each with the request that was expected after the page before it. */
function runWithPredictions(
  endpoint: Endpoint,
  server: Server,
  args: Readonly<Record<string, string>>,
  { wanted, minutes = 1000 }: { readonly wanted?: number; readonly minutes?: number } = {},
) {
  let cursor: PageCursor | undefined = startPages(endpoint, new Map(Object.entries(args)), {
    now: (START + minutes * MINUTE) as UnixMs,
    ...(wanted === undefined ? {} : { wanted }),
  });
  let expected: PageCursor | undefined;
  let recognised = 0;
  const requests: { wire: unknown; expected: unknown }[] = [];
  while (cursor !== undefined) {
    requests.push({ wire: [...cursor.wire], expected: expected && [...expected.wire] });
    expected = expectedPage(endpoint, cursor);
    const rows = server(cursor.wire);
    const { next } = nextPage(endpoint, cursor, rows);
    // A page whose text shows that it holds the expected rows is followed by the expected page, whatever its values are.
    const run = expectedRows(endpoint, cursor);
    if (
      run !== undefined &&
      expected !== undefined &&
      holdsRun(Buffer.from(JSON.stringify(rows)), keyOf(endpoint), run)
    ) {
      expect(next).toEqual(expected);
      recognised += 1;
    }
    cursor = next;
  }
  return { requests, recognised, expectedAfterEnd: expected && [...expected.wire] };
}

const candles = (count: number, first = START): Row[] =>
  Array.from({ length: count }, (_, at) => ({ openTime: first + at * MINUTE, close: `${at}.1` }));
const ids = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, time: START + at }));

describe('the page expected next', () => {
  const spot = withSmallPages(klines);
  const coinm = withSmallPages(coinKlines);
  const trades = withSmallPages(historicalTrades);
  const needed = { symbol: 'BTCUSDT', interval: '1m' };

  test.each<[string, Endpoint, Server, Readonly<Record<string, string>>, number | undefined]>([
    [
      'candles from a time within a candle',
      spot,
      serverOf(candles(33), 'openTime'),
      { ...needed, startTime: String(START - 7), endTime: String(START + 33 * MINUTE - 1) },
      undefined,
    ],
    ['candles from the first on', spot, serverOf(candles(1000), 'openTime'), { ...needed }, undefined],
    [
      'a number of candles from a start',
      spot,
      serverOf(candles(90), 'openTime'),
      { ...needed, startTime: String(START) },
      18,
    ],
    ['the newest candles', spot, serverOf(candles(90), 'openTime'), { ...needed }, 18],
    [
      'candles in windows of limited span',
      coinm,
      serverOf(candles(33), 'openTime'),
      { ...needed, startTime: String(START), endTime: String(START + 33 * MINUTE - 1) },
      undefined,
    ],
    ['trades by id', trades, serverOf(ids(33), 'time', 'id'), { symbol: 'BTCUSDT', fromId: '1' }, undefined],
    [
      'a number of trades by id',
      trades,
      serverOf(ids(33), 'time', 'id'),
      { symbol: 'BTCUSDT', fromId: '3' },
      18,
    ],
    ['the newest trades', trades, serverOf(ids(33), 'time', 'id'), { symbol: 'BTCUSDT' }, 18],
  ])('%s: is the page that is requested, from the third on', (_name, endpoint, server, args, wanted) => {
    const { requests, recognised } = runWithPredictions(
      endpoint,
      server,
      args,
      wanted === undefined ? {} : { wanted },
    );
    expect(requests.length).toBeGreaterThan(3);
    for (const { wire, expected } of requests.slice(2)) expect(expected).toEqual(wire);
    if (args['startTime'] !== undefined || args['fromId'] !== undefined)
      expect(recognised).toBeGreaterThan(0);
  });

  test('is the page that is requested wherever rows or whole pages are missing', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(60), { maxLength: 6 }),
        fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
        (missing, wanted) => {
          const rows = candles(60).filter((_row, at) => !missing.includes(at));
          for (const endpoint of [spot, coinm])
            runWithPredictions(
              endpoint,
              serverOf(rows, 'openTime'),
              { ...needed, startTime: String(START), endTime: String(START + 59 * MINUTE) },
              wanted === undefined ? {} : { wanted },
            );
          const left = ids(60).filter((_row, at) => !missing.includes(at));
          runWithPredictions(
            trades,
            serverOf(left, 'time', 'id'),
            { symbol: 'BTCUSDT', fromId: '1' },
            wanted === undefined ? {} : { wanted },
          );
        },
      ),
    );
  });

  test('is none after the last candle of the window, of the wanted number, or of the present', () => {
    const all = serverOf(candles(90), 'openTime');
    const args = { ...needed, startTime: String(START) };
    const until = { ...args, endTime: String(START + 20 * MINUTE - 1) };
    expect(runWithPredictions(spot, all, until).expectedAfterEnd).toBeUndefined();
    expect(runWithPredictions(spot, all, args, { wanted: 20 }).expectedAfterEnd).toBeUndefined();
    expect(runWithPredictions(spot, all, args, { minutes: 90 }).expectedAfterEnd).toBeUndefined();
  });

  test('is never predicted where a page shows neither times nor ids of the next', () => {
    const { requests } = runWithPredictions(withSmallPages(subAccounts), () => [], {});
    expect(requests).toHaveLength(1);
  });
});
