/** The levels of recorded order books. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/app/world.ts';
import { json } from '../acceptance/outcomes.ts';
import { bourse, temporaryFolder } from '../acceptance/world.ts';
import { DAY } from './lake-files.ts';

const NOW = DAY + 200 * 86_400_000;

interface Recorded {
  readonly snapshotFor?: string;
  readonly message: unknown;
}

type Level = readonly [price: string, quantity: string];

interface Update {
  readonly u?: number;
  readonly lastUpdateId?: number;
  readonly b?: readonly Level[];
  readonly a?: readonly Level[];
  readonly bids?: readonly Level[];
  readonly asks?: readonly Level[];
}

/** Writes a recording of messages a second apart, imports it, and returns the options of commands that read it. */
async function imported(product: string, recorded: readonly Recorded[], stream = 'btcusdt@depth') {
  const home = temporaryFolder();
  mkdirSync(join(home, 'r'));
  const lines = recorded.map((one, second) => JSON.stringify({ at: DAY + second * 1000, ...one }));
  writeFileSync(join(home, 'r/x.ndjson.gz'), gzipSync(`${lines.join('\n')}\n`));
  const messages = recorded.filter(({ snapshotFor }) => snapshotFor === undefined).length;
  const files = [{ file: 'x.ndjson.gz', from: DAY, to: DAY + recorded.length * 1000, messages }];
  const manifest = { version: 1, product, isCombined: false, streams: [stream], files };
  writeFileSync(join(home, 'r/x.manifest.json'), JSON.stringify(manifest));
  const options = { home, now: NOW as never };
  const result = await bourse('lake import r', options);
  expect([result.code, result.stderr]).toEqual([0, '']);
  return options;
}

const diff = (second: number, first: number, last: number, members: object = {}): Recorded => ({
  message: {
    e: 'depthUpdate',
    E: DAY + second * 1000,
    s: 'BTCUSDT',
    U: first,
    u: last,
    b: [],
    a: [],
    ...members,
  },
});

const query = async (options: Awaited<ReturnType<typeof imported>>, sql: string) =>
  json<readonly Record<string, unknown>[]>(await bourse(['lake', 'sql', sql, '-o', 'json'], options));

const holes = async (options: Awaited<ReturnType<typeof imported>>) =>
  (await query(options, "FROM gaps WHERE dataset = 'book'")).map(({ from, to, missing }) => [
    from,
    to,
    missing,
  ]);

/** The query of the documentation. */
const BOOK_AT = `WITH start AS (SELECT max(last_id) AS id FROM book WHERE symbol = 'BTCUSDT' AND is_snapshot)
  SELECT is_bid, price, arg_max(quantity, last_id) AS quantity FROM book, start
  WHERE symbol = 'BTCUSDT' AND (last_id > id AND NOT is_snapshot OR last_id = id AND is_snapshot) GROUP BY ALL HAVING quantity > 0 ORDER BY 1, 2`;

/** Applies recorded messages to the last snapshot, as the exchange describes it. */
function bookOf(lines: readonly Recorded[]) {
  const updates = lines.map(({ message }) => message as Update);
  const start = updates.findLast(({ lastUpdateId }) => lastUpdateId !== undefined)!;
  const sides = [new Map(start.bids), new Map(start.asks)];
  for (const { u, b = [], a = [] } of updates)
    for (const [side, levels] of [b, a].entries())
      for (const [price, quantity] of u! > start.lastUpdateId! ? levels : [])
        sides[side]!.set(price, quantity);
  return sides.flatMap((side, index) =>
    [...side]
      .filter(([, quantity]) => Number(quantity) > 0)
      .map(([price, quantity]) => ({ is_bid: index === 0, price, quantity })),
  );
}

describe('the book table of the lake', () => {
  it('holds what builds the book that was recorded', async () => {
    const options = { home: temporaryFolder(), clock: systemClock() };
    const record = 'stream book BTCUSDT --env sandbox --record rec.ndjson.gz --count 5 -o ndjson';
    expect((await bourse(record, options)).code).toBe(0);
    expect((await bourse('lake import rec.ndjson.gz', options)).code).toBe(0);
    const lines = gunzipSync(readFileSync(join(options.home, 'rec.ndjson.gz')))
      .toString()
      .trim()
      .split('\n');
    const built = bookOf(lines.map((line) => JSON.parse(line) as Recorded));
    const found = await query(options as never, BOOK_AT);
    expect(found.length).toBeGreaterThan(100);
    const key = ({ is_bid, price }: Record<string, unknown>) =>
      `${is_bid} ${String(price).padStart(20, '0')}`;
    const sorted = (rows: readonly Record<string, unknown>[]) =>
      [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));
    expect(sorted(found)).toEqual(sorted(built));
    expect(json(await bourse('lake verify', options))).toMatchObject({ valid: true, faults: [] });
    expect(await holes(options as never)).toEqual([]);
  });

  it('has no hole between messages whose ids follow each other, with or without levels', async () => {
    const options = await imported('spot', [
      diff(0, 1, 4, { b: [['100.5', '2']] }),
      diff(1, 5, 5),
      { snapshotFor: 'btcusdt@depth', message: { lastUpdateId: 5, bids: [['100.5', '2']], asks: [] } },
      diff(3, 6, 9, { a: [['101', '0']] }),
      diff(3, 8, 12, { a: [['101', '3']] }),
    ]);
    expect(await holes(options)).toEqual([]);
    expect(
      await query(
        options,
        'SELECT last_id, is_snapshot, is_bid, price, quantity FROM book ORDER BY event_time, last_id',
      ),
    ).toEqual([
      { last_id: 4, is_snapshot: false, is_bid: true, price: '100.50000000', quantity: '2.00000000' },
      { last_id: 5, is_snapshot: false, is_bid: true, price: '0.00000000', quantity: '0.00000000' },
      { last_id: 5, is_snapshot: true, is_bid: true, price: '100.50000000', quantity: '2.00000000' },
      { last_id: 9, is_snapshot: false, is_bid: false, price: '101.00000000', quantity: '0.00000000' },
      { last_id: 12, is_snapshot: false, is_bid: false, price: '101.00000000', quantity: '3.00000000' },
    ]);
  });

  it('names a hole where ids are missing, and how many', async () => {
    const options = await imported('spot', [diff(0, 1, 4), diff(1, 5, 6), diff(5, 10, 12)]);
    expect(await holes(options)).toEqual([['2025-01-01T00:00:01.001Z', '2025-01-01T00:00:05Z', 3]]);
  });

  it('takes the id that futures name for that of the message before', async () => {
    const whole = [diff(0, 1, 4, { pu: 0 }), diff(1, 9, 12, { pu: 4 })];
    expect(await holes(await imported('usdm', whole))).toEqual([]);
    const broken = await imported('usdm', [...whole, diff(4, 20, 22, { pu: 15 })]);
    expect(await holes(broken)).toEqual([['2025-01-01T00:00:01.001Z', '2025-01-01T00:00:04Z', null]]);
  });

  it('counts the last of two levels with one price, and leaves out what names no book', async () => {
    const options = await imported('spot', [
      diff(0, 1, 4, {
        b: [
          ['100', '1'],
          ['100', '2'],
        ],
      }),
      diff(1, 5, 6, { s: '../../x' }),
      diff(2, 7, 8, { u: 'x' }),
      { message: { e: 'depthUpdate' } },
      { snapshotFor: 'btcusdt@depth', message: 'text' },
    ]);
    expect(await query(options, 'SELECT quantity FROM book')).toEqual([{ quantity: '2.00000000' }]);
    expect(await query(options, 'SELECT count(*) AS n FROM messages')).toEqual([{ n: 5 }]);
  });

  it('leaves out streams of the best levels, whose messages look like changes', async () => {
    const best = diff(0, 1, 4, { pu: 0, b: [['100', '1']] });
    const alone = await imported('usdm', [best], 'btcusdt@depth20@100ms');
    expect(await query(alone, 'SELECT count(*) AS n FROM book')).toEqual([{ n: 0 }]);
    const named = (stream: string) => ({ message: { stream, data: best.message } });
    const both = await imported('usdm', [named('btcusdt@depth5'), named('btcusdt@depth@100ms')]);
    expect(await query(both, 'SELECT count(*) AS n FROM book')).toEqual([{ n: 1 }]);
  });

  it('is compacted, exported and dropped like other tables', async () => {
    const options = await imported('spot', [diff(0, 1, 4, { b: [['100.5', '2']], a: [['101', '3']] })]);
    const exported = await bourse('lake export book BTCUSDT -o csv', options);
    expect(exported.stdout.trim().split('\n')).toEqual([
      'product,symbol,event_time,is_snapshot,first_id,last_id,previous_id,is_bid,price,quantity',
      'spot,BTCUSDT,2025-01-01T00:00:00Z,false,1,4,,false,101.00000000,3.00000000',
      'spot,BTCUSDT,2025-01-01T00:00:00Z,false,1,4,,true,100.50000000,2.00000000',
    ]);
    expect((await bourse('lake compact book', options)).code).toBe(0);
    expect((await bourse('lake drop book BTCUSDT --yes', options)).code).toBe(0);
    expect(await query(options, 'FROM book')).toEqual([]);
  });
});
