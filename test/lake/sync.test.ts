/** What a sync stores of the answers of an exchange that loses, repeats and refuses, and what the ledger says of the rest. */
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { effectiveValue } from '../../src/catalogue/define.ts';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { MARKET_HISTORIES } from '../../src/catalogue/market-histories.ts';
import { lake as lakeVerbs } from '../../src/commands/lake/verbs.ts';
import { ToolError } from '../../src/core/errors.ts';
import { dropDamaged, findDamaged } from '../../src/lake/drop.ts';
import { lakePath } from '../../src/lake/home.ts';
import { pageLayoutOf, SYNC_TABLES } from '../../src/lake/sync/page-layouts.ts';
import { syncSpan } from '../../src/lake/sync/sync.ts';
import { lackingSpans, type SpanBounds } from '../../src/lake/sync/sync-plan.ts';
import type { PageSource } from '../../src/lake/sync/sync-source.ts';
import { tableOf } from '../../src/lake/tables.ts';
import { candle, DAILY, DAY, type TestLake, testLake } from './lake-files.ts';

const MINUTE = 60_000;
const SERIES = { table: 'candles', product: 'spot', symbol: 'BTCUSDT', interval: '1m' } as const;
const CLOSES = '(epoch_ms(open_time) - 1735689600000) // 60000 AS minute, close::VARCHAR AS close';
const PAGE_ROWS = 5;

/** Returns a candle as the API sends it. */
function row(minute: number, close = '100.50000000'): string {
  const open = DAY + minute * MINUTE;
  return `[${open},"100.00000000","101.0","99","${close}","2.00",${open + MINUTE - 1},"201.0",4,"1.0","100.5","0"]`;
}

const minutes = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
const span = (from: number, to: number): SpanBounds => ({ from: DAY + from * MINUTE, to: DAY + to * MINUTE });

/** An exchange with candles of some minutes. `answer` changes the answer to a call, counted from 1. */
function exchange(
  available: readonly number[],
  answer: (rows: readonly string[], call: number, asked: SpanBounds) => readonly string[] = (rows) => rows,
) {
  const asked: string[] = [];
  const rowsOf = (wanted: SpanBounds, limit: number) => {
    const inside = available.filter(
      (minute) => DAY + minute * MINUTE >= wanted.from && DAY + minute * MINUTE < wanted.to,
    );
    return inside.slice(0, limit).map((minute) => row(minute));
  };
  const source: PageSource = {
    layout: pageLayoutOf('candles', 'spot')!,
    pageRows: PAGE_ROWS,
    async *pages(wanted) {
      for (let { from } = wanted; from < wanted.to; ) {
        asked.push([from, wanted.to].map((at) => (at - DAY) / MINUTE).join('-'));
        const rows = answer(rowsOf({ ...wanted, from }, PAGE_ROWS), asked.length, { ...wanted, from });
        if (rows.length > 0) yield `[${rows.join(',')}]`;
        if (rows.length < PAGE_ROWS) return;
        from = Number(rows.at(-1)!.slice(1, 14)) + MINUTE;
      }
    },
    pagesFrom: () => source.pages({ from: 0, to: 0 }),
    firstId: async () => undefined,
    async newest({ to }) {
      const before = available.filter((minute) => DAY + minute * MINUTE < to).slice(-1);
      return `[${before.map((minute) => row(minute)).join(',')}]`;
    },
  };
  return { asked, source };
}

function sync(lake: TestLake, source: PageSource, wanted: SpanBounds) {
  return syncSpan(lake, { series: SERIES, source, span: wanted, onRows: () => undefined });
}

async function storedMinutes(lake: TestLake): Promise<readonly number[]> {
  return (await lake.rows('candles', CLOSES)).map(({ minute }) => Number(minute));
}

async function holes(lake: TestLake): Promise<readonly string[]> {
  const { holes: found } = await lake.status();
  return found.map(({ from, to, cause }) => `${(from - DAY) / MINUTE}-${(to - DAY) / MINUTE} ${cause}`);
}

it('asks public endpoints only', () => {
  const ids = Object.values(MARKET_HISTORIES).flatMap((byProduct) => Object.values(byProduct));
  expect(ids.length).toBeGreaterThan(2);
  for (const id of ids) {
    const { security, effect } = ENDPOINTS.find((one) => one.id === id)!;
    expect([id, effectiveValue(security), effect]).toEqual([id, 'NONE', 'read']);
  }
});

it('has a layout for each history, and a word for each table', () => {
  const words = lakeVerbs.verbs.find((one) => one.words[0] === 'sync')!.positionals![0]!.values;
  expect(words).toEqual(SYNC_TABLES);
  expect(Object.keys(MARKET_HISTORIES)).toEqual(SYNC_TABLES);
  for (const table of SYNC_TABLES) {
    const product = (['spot', 'usdm'] as const).find((one) => pageLayoutOf(table, one) !== undefined)!;
    const { cells } = pageLayoutOf(table, product)!;
    const kept = cells.filter(({ kind }) => kind !== 'ignored').map(({ name }) => name);
    const { columns } = tableOf(table, product);
    expect(kept).toEqual(
      columns.filter(({ name }) => name !== 'funding_interval_hours').map(({ name }) => name),
    );
  }
});

describe('a sync', () => {
  it('stores every digit, and asks only for what the ledger lacks, in the middle too', async () => {
    const lake = await testLake();
    await lake.import({ path: DAILY, lines: [0, 1, 2, 6, 7].map((minute) => candle(minute)) });
    const lacking = await lake.ledger.read((rows) => lackingSpans(rows, SERIES, span(0, 10)));
    expect(lacking).toEqual([span(3, 6), span(8, 10)]);
    const { asked, source } = exchange(minutes(0, 20));
    for (const one of lacking) await sync(lake, source, one);
    expect(asked).toEqual(['3-6', '8-10']);
    expect(await storedMinutes(lake)).toEqual(minutes(0, 10));
    expect((await lake.rows('candles', CLOSES))[4]).toEqual({ minute: '4', close: '100.50000000' });
    expect(await lake.verify()).toMatchObject({ rows: 10, faults: [] });
    expect(await lake.ledger.read((rows) => lackingSpans(rows, SERIES, span(0, 10)))).toEqual([]);
  });

  it('says that the exchange has no rows only after asking two more times, and then never asks again', async () => {
    const lake = await testLake();
    const { asked, source } = exchange([...minutes(0, 7), ...minutes(9, 12)]);
    const result = await sync(lake, source, span(0, 12));
    expect(result).toMatchObject({ rows: 10, none: [span(7, 9)] });
    expect(asked).toEqual(['0-12', '5-12', '7-9', '7-9']);
    expect(await holes(lake)).toEqual(['7-9 none-at-exchange']);
    expect(await lake.ledger.read((rows) => lackingSpans(rows, SERIES, span(0, 12)))).toEqual([]);
  });

  it('fills a hole that a second answer does not have', async () => {
    const lake = await testLake();
    const lost = (rows: readonly string[], call: number) =>
      call === 2 ? rows.filter((_, at) => at !== 1) : rows;
    const { source } = exchange(minutes(0, 12), lost);
    expect(await sync(lake, source, span(0, 12))).toMatchObject({ rows: 12, none: [] });
    expect(await storedMinutes(lake)).toEqual(minutes(0, 12));
    expect(await holes(lake)).toEqual([]);
  });

  it('goes on after one empty answer', async () => {
    const lake = await testLake();
    const { source } = exchange(minutes(0, 12), (rows, call) => (call === 2 ? [] : rows));
    expect(await sync(lake, source, span(0, 12))).toMatchObject({ rows: 12, none: [] });
  });

  it('names the span of which every answer is empty, and goes on behind it', async () => {
    const lake = await testLake();
    const isLost = ({ from }: SpanBounds) => from >= DAY + 5 * MINUTE && from < DAY + 10 * MINUTE;
    const { source } = exchange(minutes(0, 17), (rows, _call, asked) => (isLost(asked) ? [] : rows));
    expect(await sync(lake, source, span(0, 17))).toMatchObject({ rows: 12, none: [span(5, 10)] });
    expect(await holes(lake)).toEqual(['5-10 none-at-exchange']);
  });

  it('takes six calls to learn that a symbol has no more rows', async () => {
    const lake = await testLake();
    const { asked, source } = exchange(minutes(3, 6));
    const { none } = await sync(lake, source, span(0, 100_000));
    expect(none).toEqual([span(0, 3), span(6, 100_000)]);
    expect(asked).toEqual(['0-100000', '6-100000', '6-100000', '0-3', '0-3']);
    expect((await lake.status()).series).toMatchObject([{ rows: 3, holes: 2 }]);
  });

  it('stores a repeated page once', async () => {
    const lake = await testLake();
    const again = [0, 1, 2, 3, 4].map((minute) => row(minute));
    const { source } = exchange(minutes(0, 12), (rows, call) => (call === 2 ? again : rows));
    expect(await sync(lake, source, span(0, 12))).toMatchObject({ rows: 12, none: [] });
    expect(await lake.verify()).toMatchObject({ rows: 12, faults: [] });
  });

  it('stores no row outside what was asked, such as the candle that is still open', async () => {
    const lake = await testLake();
    const { source } = exchange(minutes(0, 12), (rows) => [row(-1), ...rows.slice(0, 3), row(4)]);
    await sync(lake, source, span(0, 3));
    expect(await storedMinutes(lake)).toEqual([0, 1, 2]);
  });

  it('keeps what came before an error, says why the rest is missing, and goes on there', async () => {
    const lake = await testLake();
    const failing = exchange(minutes(0, 12), (rows, call) => {
      if (call < 3) return rows;
      throw new ToolError({ kind: 'unavailable', message: 'The connection was reset.' });
    });
    await expect(sync(lake, failing.source, span(0, 12))).rejects.toThrow('The connection was reset.');
    expect(await storedMinutes(lake)).toEqual(minutes(0, 10));
    expect((await lake.status()).holes).toMatchObject([
      { ...span(10, 12), missing: 2, cause: 'failed', why: 'The connection was reset.' },
    ]);
    const [rest] = await lake.ledger.read((rows) => lackingSpans(rows, SERIES, span(0, 12)));
    const { asked, source } = exchange(minutes(0, 12));
    await sync(lake, source, rest!);
    expect(asked).toEqual(['10-12']);
    expect(await holes(lake)).toEqual([]);
  });

  it('says of what it was about to ask that it did not', async () => {
    const lake = await testLake();
    const { source } = exchange(minutes(0, 12), (rows, call) => {
      if (call < 2) return rows;
      throw new ToolError({ kind: 'interrupted', message: 'Interrupted.' });
    });
    await expect(sync(lake, source, span(0, 12))).rejects.toThrow('Interrupted.');
    expect(await holes(lake)).toEqual(['5-12 not-asked']);
  });

  it('counts for more than an archive, before it and after it', async () => {
    const lake = await testLake();
    const { source } = exchange(minutes(0, 3));
    await lake.import({ path: DAILY, lines: [candle(0, '90'), candle(1, '91')] });
    await sync(lake, source, span(1, 3));
    expect((await lake.rows('candles', CLOSES)).map(({ close }) => close)).toEqual([
      '90.00000000',
      '100.50000000',
      '100.50000000',
    ]);
    expect(await lake.import({ path: DAILY, lines: [candle(1, '93'), candle(2, '92')] })).toMatchObject({
      rows: 0,
      outranked: 2,
    });
    expect(await lake.verify()).toMatchObject({ faults: [] });
  });

  it('puts the rows of each month in a file of that month', async () => {
    const lake = await testLake();
    const month = 31 * 1440;
    const { source } = exchange(minutes(month - 7, month + 4));
    await sync(lake, source, span(month - 7, month + 4));
    const parts = await lake.ledger.read((rows) => rows.parts());
    expect(parts.map(({ partition, rows }) => [partition.slice(-7), rows])).toEqual([
      ['2025-01', 7],
      ['2025-02', 4],
    ]);
    expect(await lake.verify()).toMatchObject({ rows: 11, faults: [] });
  });

  it('reported a hole in front of each week that begins after the month', async () => {
    const lake = await testLake();
    const week = 7 * 1440;
    const mondays = minutes(0, 10).map((number) => 5 * 1440 + number * week);
    const weeks = exchange(mondays).source;
    let calls = 0;
    const source: PageSource = {
      ...weeks,
      async *pages({ from, to }) {
        calls += 1;
        const inside = mondays.filter((at) => DAY + at * MINUTE >= from && DAY + at * MINUTE < to);
        yield `[${inside.map((at) => row(at)).join(',')}]`;
      },
    };
    const wanted = span(mondays[0]!, mondays[9]! + week);
    const series = { ...SERIES, interval: '1w' };
    const result = await syncSpan(lake, { series, source, span: wanted, onRows: () => undefined });
    expect(result).toEqual({ rows: 10, missing: 0, none: [] });
    expect(calls).toBe(1);
  });

  it('reads rows whose text has another form, and refuses values that the lake cannot hold', async () => {
    const lake = await testLake();
    const spaced = exchange(minutes(0, 3), (rows) => rows.map((one) => one.replaceAll(',', ' , ')));
    await sync(lake, spaced.source, span(0, 3));
    const long = exchange(minutes(3, 6), (rows) =>
      rows.map((one) => one.replace('"2.00"', '"12345678901.5"')),
    );
    await sync(lake, long.source, span(3, 6));
    expect(await lake.rows('candles', 'epoch_ms(open_time) AS at, volume::VARCHAR AS volume')).toMatchObject([
      ...[0, 1, 2].map(() => ({ volume: '2.00000000' })),
      ...[0, 1, 2].map(() => ({ volume: '12345678901.50000000' })),
    ]);
    const fine = exchange(minutes(6, 9), (rows) =>
      rows.map((one) => one.replace('100.50000000', '1.123456789')),
    );
    await expect(sync(lake, fine.source, span(6, 9))).rejects.toThrow(
      'Row 1 of the answer must have a number of at most 10 digits and 8 decimals in close, was "1.123456789".',
    );
    const shifted = exchange(minutes(6, 9), (rows) => rows.map((one) => one.replace('60000,', '60001,')));
    await expect(sync(lake, shifted.source, span(6, 9))).rejects.toThrow(
      'Expected rows at whole intervals of 1m in the answer',
    );
    expect(await storedMinutes(lake)).toEqual(minutes(0, 6));
  });

  it('asks again for the rows of a damaged file that was removed, and for no others', async () => {
    const lake = await testLake();
    const { source } = exchange(minutes(0, 12));
    for (const part of [span(0, 6), span(6, 12)]) await sync(lake, source, part);
    const [, second] = await lake.ledger.read((rows) =>
      [...rows.parts()].sort((a, b) => a.firstMs - b.firstMs),
    );
    rmSync(lakePath(lake.home, second!.path));
    const damaged = await lake.ledger.read((rows) => findDamaged(lake.home, rows, {}));
    await dropDamaged(lake, damaged);
    const why = 'the file with these rows was damaged and removed';
    expect((await lake.status()).holes).toMatchObject([{ from: DAY + 6 * MINUTE, cause: 'not-asked', why }]);
    const lacking = await lake.ledger.read((rows) => lackingSpans(rows, SERIES, span(0, 12)));
    expect(lacking).toEqual([span(6, 12)]);
    for (const part of lacking) await sync(lake, source, part);
    expect(await storedMinutes(lake)).toEqual(minutes(0, 12));
    expect((await lake.status()).holes).toEqual([]);
  });
});
