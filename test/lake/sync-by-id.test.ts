/** What a sync stores of trades, whose ids show what is missing, and of funding rates. */
import { describe, expect, it } from 'vitest';
import { ToolError } from '../../src/core/errors.ts';
import { pageLayoutOf } from '../../src/lake/sync/page-layouts.ts';
import { syncSpan } from '../../src/lake/sync/sync.ts';
import { lackingSpans, type SpanBounds, type SyncSeries } from '../../src/lake/sync/sync-plan.ts';
import type { PageSource } from '../../src/lake/sync/sync-source.ts';
import { DAY, type TestLake, TRADES, testLake, trade } from './lake-files.ts';

const TRADE_SERIES: SyncSeries = { table: 'trades', product: 'spot', symbol: 'BTCUSDT', interval: '' };
const FUNDING: SyncSeries = { table: 'funding', product: 'usdm', symbol: 'BTCUSDT', interval: '' };
const PAGE_ROWS = 5;
const HOUR = 3_600_000;

/** The trade of an id: two in each second. */
const timeOf = (id: number) => DAY + Math.floor(id / 2) * 1000;

function row(id: number): string {
  return `{"id":${id},"price":"100.00000000","qty":"1","quoteQty":"100","time":${timeOf(id)},"isBuyerMaker":true,"isBestMatch":true}`;
}

const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
const span = (from: number, to: number): SpanBounds => ({ from: timeOf(from), to: timeOf(to) });

/** An exchange with trades of some ids. `answer` changes the answer to a call, counted from 1. */
function exchange(
  available: readonly number[],
  answer: (found: readonly number[], call: number) => readonly number[] = (found) => found,
) {
  const asked: number[] = [];
  const source: PageSource = {
    layout: pageLayoutOf('trades', 'spot')!,
    pageRows: PAGE_ROWS,
    pages: () => source.pagesFrom(0),
    newest: async () => undefined,
    async *pagesFrom(id) {
      for (let next = id; ; ) {
        asked.push(next);
        const found = answer(available.filter((one) => one >= next).slice(0, PAGE_ROWS), asked.length);
        if (found.length > 0) yield `[${found.map(row).join(',')}]`;
        if (found.length < PAGE_ROWS) return;
        next = found.at(-1)! + 1;
      }
    },
    firstId: async (time) => available.find((id) => timeOf(id) >= time),
  };
  return { asked, source };
}

function sync(lake: TestLake, source: PageSource, wanted: SpanBounds, series = TRADE_SERIES) {
  return syncSpan(lake, { series, source, span: wanted, onRows: () => undefined });
}

const lacking = (lake: TestLake, wanted: SpanBounds, series = TRADE_SERIES) =>
  lake.ledger.read((rows) => lackingSpans(rows, series, wanted));

async function storedIds(lake: TestLake): Promise<readonly number[]> {
  return (await lake.rows('trades', 'id')).map(({ id }) => Number(id));
}

describe('a sync by ids', () => {
  it('stores the trades of a span, of each day in a file of that day, and never asks again', async () => {
    const lake = await testLake();
    const midnight = 2 * 86_400;
    const { asked, source } = exchange(ids(midnight - 9, midnight + 20));
    const wanted = span(midnight - 8, midnight + 4);
    expect(await sync(lake, source, wanted)).toMatchObject({ rows: 12, missing: 0 });
    expect(await storedIds(lake)).toEqual(ids(midnight - 8, midnight + 4));
    expect(asked).toEqual([midnight - 8, midnight - 3, midnight + 2]);
    expect(await lake.verify()).toMatchObject({ parts: 2, rows: 12, faults: [] });
    expect(await lacking(lake, wanted)).toEqual([]);
    expect(await lacking(lake, span(midnight - 8, midnight + 8))).toEqual([span(midnight + 4, midnight + 8)]);
  });

  it('names ids that the exchange does not have, after asking for them three times', async () => {
    const lake = await testLake();
    const { asked, source } = exchange([...ids(0, 7), ...ids(9, 30)]);
    expect(await sync(lake, source, span(0, 20))).toMatchObject({ rows: 18, missing: 2 });
    expect(asked.filter((id) => id === 7)).toHaveLength(2);
    const { holes } = await lake.status();
    expect(holes).toMatchObject([{ missing: 2, cause: 'none-at-exchange' }]);
    expect(await lacking(lake, span(0, 20))).toEqual([]);
  });

  it('fills ids that one answer did not have, and goes on after one empty answer', async () => {
    const lake = await testLake();
    const { source } = exchange(ids(0, 18), (found, call) => {
      if (call === 2) return found.filter((id) => id !== 6 && id !== 9);
      return call === 3 ? [] : found;
    });
    expect(await sync(lake, source, span(0, 20))).toMatchObject({ rows: 18, missing: 0 });
    expect(await storedIds(lake)).toEqual(ids(0, 18));
    expect((await lake.status()).holes).toEqual([]);
  });

  it('stores repeated trades once', async () => {
    const lake = await testLake();
    const { source } = exchange(ids(0, 30), (found, call) => (call === 2 ? [3, 4, 5, 6, 7] : found));
    expect(await sync(lake, source, span(0, 20))).toMatchObject({ rows: 20, missing: 0 });
    expect(await lake.verify()).toMatchObject({ rows: 20, faults: [] });
  });

  it('fills the ids that an archive lacks', async () => {
    const lake = await testLake();
    await lake.import({ path: TRADES, lines: [0, 1, 4, 5].map((id) => trade(id, Math.floor(id / 2))) });
    const wanted = { from: DAY, to: DAY + 24 * HOUR };
    const holes = await lacking(lake, wanted);
    expect(holes).toEqual([{ from: timeOf(1), to: timeOf(4) }]);
    const { source } = exchange(ids(0, 6));
    expect(await sync(lake, source, holes[0]!)).toMatchObject({ rows: 2 });
    expect(await storedIds(lake)).toEqual(ids(0, 6));
    expect(await lacking(lake, wanted)).toEqual([]);
    expect((await lake.status()).holes).toEqual([]);
  });

  it('keeps what came before an error, and goes on at the last moment', async () => {
    const lake = await testLake();
    const failing = exchange(ids(0, 30), (found, call) => {
      if (call < 3) return found;
      throw new ToolError({ kind: 'unavailable', message: 'The connection was reset.' });
    });
    await expect(sync(lake, failing.source, span(0, 20))).rejects.toThrow('The connection was reset.');
    expect(await storedIds(lake)).toEqual(ids(0, 10));
    // Of the last second there may be more trades.
    expect(await lacking(lake, span(0, 20))).toEqual([span(9, 20)]);
    expect((await lake.status()).holes).toMatchObject([
      { cause: 'failed', why: 'The connection was reset.' },
    ]);
    await sync(lake, exchange(ids(0, 30)).source, span(9, 20));
    expect(await storedIds(lake)).toEqual(ids(0, 20));
    expect((await lake.status()).holes).toEqual([]);
  });

  it('knows a span without trades as complete', async () => {
    const lake = await testLake();
    const { source } = exchange([]);
    expect(await sync(lake, source, span(0, 20))).toMatchObject({ rows: 0, missing: 0 });
    expect(await lacking(lake, span(0, 20))).toEqual([]);
  });
});

describe('a sync of funding rates', () => {
  const rates = (hours: readonly number[]) =>
    `[${hours.map((hour) => `{"symbol":"BTCUSDT","fundingTime":${DAY + hour * HOUR + 3},"fundingRate":"-0.00012345","markPrice":"1.5"}`).join(',')}]`;

  it('names a rate that is missing between two others, and no hole where the next one is not due', async () => {
    const lake = await testLake();
    let calls = 0;
    const source: PageSource = {
      ...exchange([]).source,
      layout: pageLayoutOf('funding', 'usdm')!,
      async *pages({ from, to }) {
        calls += 1;
        const due = [8, 16, 32, 40].filter((hour) => DAY + hour * HOUR + 3 >= from && DAY + hour * HOUR < to);
        yield rates(due);
      },
    };
    const wanted = { from: DAY + 3 * HOUR, to: DAY + 47 * HOUR };
    expect(await sync(lake, source, wanted, FUNDING)).toMatchObject({ rows: 4, missing: 1 });
    expect(calls).toBe(3);
    expect(await lake.rows('funding', 'last_funding_rate::VARCHAR AS rate, symbol')).toContainEqual({
      rate: '-0.00012345',
      symbol: 'BTCUSDT',
    });
    const { holes } = await lake.status();
    expect(holes).toMatchObject([
      { from: DAY + 16 * HOUR + 4, to: DAY + 32 * HOUR + 3, cause: 'none-at-exchange' },
    ]);
    expect(await lacking(lake, wanted, FUNDING)).toEqual([]);
  });
});
