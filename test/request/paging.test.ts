import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { klines as coinKlines } from '../../src/catalogue/coinm/market.ts';
import { holdings } from '../../src/catalogue/onchain/holdings.ts';
import { klines } from '../../src/catalogue/spot/candles.ts';
import { aggTrades, depth, historicalTrades } from '../../src/catalogue/spot/trades.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { ToolError } from '../../src/core/errors.ts';
import type { JsonValue } from '../../src/core/words.ts';
import { readArguments } from '../../src/request/arguments.ts';
import { nextPage, resumeLine, startPages } from '../../src/request/paging/paging.ts';
import { allocations, fundingRate, myTrades, subAccounts } from './endpoints.ts';
import {
  fetchAllPages,
  PAGE,
  type Row,
  rowsWithoutPaging,
  type Server,
  serverOf,
  withSmallPages,
} from './paged-exchange.ts';
import { NOW } from './vectors.ts';

const window = fc
  .record(
    { startTime: fc.nat(120).map(String), endTime: fc.integer({ min: 0, max: 130 }).map(String) },
    { requiredKeys: [] },
  )
  .filter(({ startTime = '0', endTime = '130' }) => Number(startTime) <= Number(endTime));
const wanted = fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined });

/** Stops a run after some pages, then continues it from the printed resume command. */
function resumeAfter(at: Endpoint, server: Server, args: Readonly<Record<string, string>>, pages: number) {
  let cursor = startPages(at, new Map(Object.entries(args)), { now: NOW });
  let goOn = cursor;
  const written: JsonValue[] = [];
  let ahead: (readonly JsonValue[])[] = [];
  for (let page = 0; page < pages; page += 1) {
    const { rows, next, isNextOlder } = nextPage(at, cursor, server(cursor.wire));
    cursor = next!;
    ahead.push(rows);
    if (isNextOlder) continue;
    written.push(...ahead.reverse().flat());
    ahead = [];
    goOn = cursor;
  }
  const line = resumeLine(at, goOn);
  expect(line).toMatch(/ --all$/);
  const words = line.replace(/ --all$/, '').split(' ');
  const named = words.flatMap((word, index) =>
    word.startsWith('--') ? [{ name: word.slice(2), text: words[index + 1] ?? '' }] : [],
  );
  const skip = Number(named.find(({ name }) => name === 'skip')?.text ?? 0);
  const given = named.filter(({ name }) => name !== 'skip');
  // In a paged run the max span of one call does not limit the window.
  const rules = (at.rules ?? []).filter(({ rule }) => rule !== 'max-span');
  const { wire, faults } = readArguments({ ...at, rules }, given, { now: NOW });
  expect(faults).toEqual([]);
  return {
    line,
    rows: [...written, ...fetchAllPages(at, server, Object.fromEntries(wire), undefined, skip).rows],
  };
}

describe('candles', () => {
  const at = withSmallPages(klines);
  const needed = { symbol: 'BTCUSDT', interval: '1m' };
  const candle = (openTime: number): Row => ({ openTime, close: `${openTime}.10` });
  const times = fc
    .uniqueArray(fc.integer({ min: 0, max: 125 }), { maxLength: 60 })
    .map((list) => list.sort((a, b) => a - b));

  test('are returned completely, once and in order, for any window and any requested number', () => {
    fc.assert(
      fc.property(times, window, wanted, (opens, args, count) => {
        const rows = opens.map(candle);
        const found = fetchAllPages(at, serverOf(rows, 'openTime'), { ...needed, ...args }, count);
        const expectedRows = rowsWithoutPaging(rows, 'openTime', args, count);
        expect(found.rows).toEqual(expectedRows);
        // These candles end long before the time of the run: one call more shows that none follow.
        expect(found.calls).toBeLessThanOrEqual(Math.floor(expectedRows.length / PAGE) + 2);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  test('are read from rows that are arrays by the column of the catalogue', () => {
    const page = Array.from({ length: 1000 }, (_, index) => [
      1_700_000_000_000 + index * 60_000,
      '1',
      '1',
      '1',
      '1',
    ]);
    const cursor = startPages(klines, new Map(Object.entries({ ...needed, startTime: '1700000000000' })), {
      now: NOW,
    });
    expect(cursor.wire.get('limit')).toBe('1000');
    const { rows, next } = nextPage(klines, cursor, page);
    expect(rows).toBe(page);
    expect(next?.wire.get('startTime')).toBe(String(1_700_000_000_000 + 999 * 60_000 + 1));
  });

  test('that do not advance end the run with an error', () => {
    const stuck = () => [1, 2, 3, 4, 5].map(candle);
    expect(() => fetchAllPages(at, stuck, { ...needed, startTime: '100' })).toThrow(/do not advance/);
    expect(() =>
      fetchAllPages(at, () => [6, 7, 8, 9, 10].map(candle), { ...needed, endTime: '5' }, 50),
    ).toThrow(/do not advance/);
  });

  test('that lack a time end the run with an error', () => {
    const rows = [1, 2, 3, 4].map(candle);
    expect(() => fetchAllPages(at, () => [...rows, { close: '1' }], { ...needed, startTime: '0' })).toThrow(
      ToolError,
    );
  });
});

describe('candles of an exchange that omits the oldest of a full window', () => {
  const at = withSmallPages(coinKlines);
  const DAY_MS = 86_400_000;
  /** Candles of a contract that is listed on the eleventh day. */
  const rows = Array.from(
    { length: 600 },
    (_, index): Row => ({ openTime: (10 + index) * DAY_MS, close: '1' }),
  );
  const newestOf =
    (all: readonly Row[]): Server =>
    (wire) =>
      all
        .filter(
          ({ openTime }) =>
            Number(openTime) >= Number(wire.get('startTime')) &&
            Number(openTime) <= Number(wire.get('endTime')),
        )
        .slice(-Number(wire.get('limit')));
  const newest = newestOf(rows);

  test('are returned completely despite a gap without trades, also if a page begins right before the gap', () => {
    for (let before = 2; before < 3 * PAGE; before += 1) {
      const gapped = rows.filter((_, index) => index < before || index >= before + 100);
      // The first page is full and has one row from before the gap.
      const last = gapped[before + PAGE - 2]!['openTime'] as number;
      const args = {
        symbol: 'BTCUSD_PERP',
        interval: '1d',
        startTime: String(10 * DAY_MS),
        endTime: String(last),
      };
      const found = fetchAllPages(at, newestOf(gapped), args).rows;
      expect(found).toEqual(rowsWithoutPaging(gapped, 'openTime', args));
      expect(found).toHaveLength(before + PAGE - 1);
    }
  });

  test('are returned completely, once and in order from the first day, also if the newest are omitted instead', () => {
    fc.assert(
      fc.property(fc.nat(620), fc.nat(620), fc.nat(DAY_MS), (first, days, ms) => {
        const startTime = first * DAY_MS + ms;
        const endTime = startTime + days * DAY_MS;
        const args = {
          symbol: 'BTCUSD_PERP',
          interval: '1d',
          startTime: String(startTime),
          endTime: String(endTime),
        };
        const expectedRows = rowsWithoutPaging(rows, 'openTime', args);
        expect(fetchAllPages(at, newest, args).rows).toEqual(expectedRows);
        if (first >= 10)
          expect(fetchAllPages(at, serverOf(rows, 'openTime'), args).rows).toEqual(expectedRows);
        expect(fetchAllPages(at, newest, args, 7).rows).toEqual(expectedRows.slice(0, 7));
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});

test('monthly candles are returned completely although months differ in length', () => {
  const at = withSmallPages(coinKlines);
  const opens = Array.from({ length: 20 }, (_, month) => Date.UTC(2023, 10 + month));
  const rows = opens.map((openTime): Row => ({ openTime, close: '1' }));
  const newest: Server = (wire) =>
    rows
      .filter(
        ({ openTime }) =>
          Number(openTime) >= Number(wire.get('startTime')) &&
          Number(openTime) <= Number(wire.get('endTime')),
      )
      .slice(-Number(wire.get('limit')));
  const args = {
    symbol: 'BTCUSD_PERP',
    interval: '1M',
    startTime: String(opens[0]),
    endTime: String(opens[19]),
  };
  for (const start of opens.slice(0, 12)) {
    const from = { ...args, startTime: String(start) };
    expect(fetchAllPages(at, newest, from).rows).toEqual(rowsWithoutPaging(rows, 'openTime', from));
  }
});

describe('rows that share a time', () => {
  const at = withSmallPages(fundingRate);
  const rowsOf = (times: readonly number[]) =>
    times.map((fundingTime, index): Row => ({ symbol: `S${index}`, fundingTime, fundingRate: '0.00010000' }));
  /** Times that at most four rows share, so that a page of five always reaches the next time. */
  const times = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 125 }), fc.integer({ min: 1, max: 4 })), { maxLength: 20 })
    .map((groups) =>
      [...new Map(groups)].flatMap(([time, count]) => Array<number>(count).fill(time)).sort((a, b) => a - b),
    );

  test('are returned completely, once and in order across pages', () => {
    fc.assert(
      fc.property(times, window, wanted, (list, args, count) => {
        const rows = rowsOf(list);
        const found = fetchAllPages(at, serverOf(rows, 'fundingTime'), args, count);
        expect(found.rows).toEqual(rowsWithoutPaging(rows, 'fundingTime', args, count));
        expect(found.notes).toEqual([]);
      }),
      { seed: 2, numRuns: 500 },
    );
  });

  test('are returned once by an interrupted run and its resumed run together', () => {
    fc.assert(
      fc.property(times, window, fc.integer({ min: 1, max: 6 }), (list, args, cut) => {
        const rows = rowsOf(list);
        const server = serverOf(rows, 'fundingTime');
        const wanted = rowsWithoutPaging(rows, 'fundingTime', args);
        fc.pre(wanted.length > cut * PAGE);
        expect(resumeAfter(at, server, args, cut).rows).toEqual(wanted);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  test('are reported if they fill a page, because further ones cannot be requested', () => {
    const rows = rowsOf([1, 7, 7, 7, 7, 7, 7, 9]);
    const found = fetchAllPages(at, serverOf(rows, 'fundingTime'), { startTime: '0' });
    expect(found.rows.length).toBe(7);
    expect(found.notes).toEqual([expect.stringContaining('more rows of that ms may have been left out')]);
  });
});

describe('time windows of limited span', () => {
  const DAY = 86_400_000;
  const at = withSmallPages(allocations);
  const rows = [
    0,
    1,
    2,
    DAY,
    DAY + 1,
    3 * DAY,
    3 * DAY + 5,
    3 * DAY + 6,
    3 * DAY + 7,
    3 * DAY + 8,
    3 * DAY + 9,
  ].map((time): Row => ({ time, id: time }));

  /** Answers with the newest rows of a window first, as some histories do. */
  const newestFirst: Server = (wire) =>
    rows
      .filter(
        ({ time }) =>
          Number(time) >= Number(wire.get('startTime')) && Number(time) <= Number(wire.get('endTime')),
      )
      .reverse()
      .slice(0, Number(wire.get('limit')));

  test('return their older rows too if the newest come first', () => {
    const args = { symbol: 'A', startTime: '0', endTime: String(5 * DAY) };
    expect(fetchAllPages(at, newestFirst, args).rows).toEqual(rows);
    for (const wanted of [1, 4, 6, 10]) {
      expect(fetchAllPages(at, newestFirst, args, wanted).rows).toEqual(rows.slice(0, wanted));
    }
  });

  test('are resumed up to the end of the whole run', () => {
    const args = { symbol: 'A', startTime: '0', endTime: String(5 * DAY) };
    for (const server of [serverOf(rows, 'time'), newestFirst]) {
      expect(resumeAfter(at, server, args, 1).rows).toEqual(rows);
      expect(resumeAfter(at, server, args, 2).rows).toEqual(rows);
      expect(resumeAfter(at, server, args, 3).rows).toEqual(rows);
    }
  });

  test('follow each other without a gap, and none is wider than allowed', () => {
    const server = serverOf(rows, 'time');
    const args = { symbol: 'A', startTime: '0', endTime: String(5 * DAY) };
    const narrow: Server = (wire) => {
      expect(Number(wire.get('endTime')) - Number(wire.get('startTime'))).toBeLessThanOrEqual(DAY);
      return server(wire);
    };
    expect(fetchAllPages(at, narrow, args).rows).toEqual(rows);
    expect(fetchAllPages(at, narrow, args, 4).rows).toEqual(rows.slice(0, 4));
  });

  test('end now without an end time, and need a start time', () => {
    const late = String(NOW - 2 * DAY);
    const cursor = startPages(
      at,
      new Map([
        ['symbol', 'A'],
        ['startTime', late],
      ]),
      { now: NOW },
    );
    expect(cursor.until).toBe(BigInt(NOW));
    expect(() => startPages(at, new Map([['symbol', 'A']]), { now: NOW })).toThrow(/need a start/);
    expect(() => startPages(at, new Map([['symbol', 'A']]), { now: NOW, wanted: PAGE + 1 })).toThrow(
      /need a start/,
    );
    expect(startPages(at, new Map([['symbol', 'A']]), { now: NOW, wanted: PAGE }).wire.get('limit')).toBe(
      '5',
    );
  });
});

describe('trades by id', () => {
  const at = withSmallPages(aggTrades);
  const count = fc.integer({ min: 0, max: 60 });
  const rowsOf = (length: number, first: number) =>
    Array.from({ length }, (_, index): Row => ({ a: first + index, T: Math.floor((first + index) / 3) }));

  test('are returned completely, once and in order, for any window and any requested number', () => {
    fc.assert(
      fc.property(count, fc.nat(200), window, wanted, (length, first, args, rowCount) => {
        const rows = rowsOf(length, first);
        const found = fetchAllPages(at, serverOf(rows, 'T', 'a'), { symbol: 'A', ...args }, rowCount);
        expect(found.rows).toEqual(rowsWithoutPaging(rows, 'T', args, rowCount));
      }),
      { seed: 4, numRuns: 500 },
    );
  });

  test('keep every digit of ids beyond 2^53', () => {
    const first = 9_007_199_254_740_993n;
    const page = Array.from({ length: 1000 }, (_, index) => ({ id: first + BigInt(index) }));
    const wire = new Map([
      ['symbol', 'A'],
      ['fromId', String(first)],
    ]);
    const { next } = nextPage(historicalTrades, startPages(historicalTrades, wire, { now: NOW }), page);
    expect(next?.wire.get('fromId')).toBe(String(first + 1000n));
  });

  test('stop at an end time that is not sent with the id', () => {
    const rows = rowsOf(40, 0);
    const found = fetchAllPages(at, serverOf(rows, 'T', 'a'), { symbol: 'A', fromId: '3', endTime: '6' });
    expect(found.rows).toEqual(rows.filter((row) => Number(row['a']) >= 3 && Number(row['T']) <= 6));
  });

  test('of an account are not paged backward, because their ids have gaps', () => {
    const own = withSmallPages(myTrades);
    const wire = new Map([['symbol', 'A']]);
    expect(() => startPages(own, wire, { now: NOW, wanted: PAGE + 1 })).toThrow(/only from a start on/);
    expect(startPages(own, wire, { now: NOW, wanted: PAGE }).direction).toBe('backward');
    expect(startPages(own, wire, { now: NOW }).wire.get('fromId')).toBe('0');
  });

  test('of an account are returned completely despite gaps in their ids', () => {
    const rows = [2, 5, 6, 90, 1000, 1001, 5000, 5001, 5002, 5003, 5004].map((id): Row => ({ id, time: id }));
    expect(
      fetchAllPages(withSmallPages(myTrades), serverOf(rows, 'time', 'id'), { symbol: 'A' }).rows,
    ).toEqual(rows);
  });
});

describe('numbered pages', () => {
  const rows = Array.from({ length: 23 }, (_, index): Row => ({ email: `a${index}@b.co` }));

  test('keep one page size, because page numbers depend on it', () => {
    const at = withSmallPages(subAccounts);
    const server: Server = (wire) => {
      expect(wire.get('limit')).toBe('5');
      const page = Number(wire.get('page'));
      return rows.slice((page - 1) * 5, page * 5);
    };
    expect(fetchAllPages(at, server, {}).rows).toEqual(rows);
    expect(fetchAllPages(at, server, {}, 12).rows).toEqual(rows.slice(0, 12));
    expect(fetchAllPages(at, server, { page: '3' }).rows).toEqual(rows.slice(10));
  });

  test('use the requested page size', () => {
    const server: Server = (wire) => {
      const [page, size] = [Number(wire.get('page')), Number(wire.get('limit'))];
      return rows.slice((page - 1) * size, page * size);
    };
    expect(fetchAllPages(subAccounts, server, { limit: '4' })).toMatchObject({ rows, calls: 6 });
  });

  test('by offset advance by the received rows, until a page is empty or repeated', () => {
    const args = { address: `0x${'ab'.repeat(20)}`, chainId: '56', offset: '0' };
    const server: Server = (wire) => rows.slice(Number(wire.get('offset'))).slice(0, 10);
    expect(fetchAllPages(holdings, server, args)).toMatchObject({ rows, calls: 4 });
    const repeating: Server = () => rows.slice(0, 10);
    expect(fetchAllPages(holdings, repeating, args).rows).toEqual(rows.slice(0, 10));
  });
});

describe('the resume command', () => {
  test('has the arguments that return the remaining rows', () => {
    const start = 1_600_000_000_000;
    const candles = Array.from({ length: 33 }, (_, index): Row => ({ openTime: start + index * 60_000 }));
    const args = {
      symbol: 'BTCUSDT',
      interval: '1m',
      startTime: String(start),
      endTime: String(start + 30 * 60_000),
    };
    const found = resumeAfter(withSmallPages(klines), serverOf(candles, 'openTime'), args, 2);
    expect(found.rows).toEqual(candles.slice(0, 31));
    expect(found.line).toBe(
      `--symbol BTCUSDT --interval 1m --start-time ${start + 9 * 60_000 + 1} --end-time ${start + 30 * 60_000} --all`,
    );
  });

  test('keeps the end time of a run by ids', () => {
    const trades = Array.from(
      { length: 40 },
      (_, index): Row => ({ a: index, T: 1_600_000_000_000 + index }),
    );
    const args = { symbol: 'A', startTime: '1600000000003', endTime: '1600000000020' };
    expect(resumeAfter(withSmallPages(aggTrades), serverOf(trades, 'T', 'a'), args, 2).rows).toEqual(
      trades.slice(3, 21),
    );
  });

  test('has the number of rows still requested', () => {
    const cursor = startPages(
      klines,
      new Map([
        ['symbol', 'A'],
        ['startTime', '0'],
      ]),
      { now: NOW, wanted: 2500 },
    );
    expect(resumeLine(klines, cursor)).toBe('--symbol A --start-time 1970-01-01T00:00:00.000Z --limit 2500');
  });
});

test.each([0, -1, 1.5, Number.NaN])('a request for %d rows is refused', (count) => {
  expect(() => startPages(klines, new Map(), { now: NOW, wanted: count })).toThrow(
    /whole number of 1 or more/,
  );
});

test('an endpoint without paging is refused', () => {
  expect(() => startPages(depth, new Map(), { now: NOW })).toThrow(/has no pages/);
});
