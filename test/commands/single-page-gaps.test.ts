/** A single page that is recognised by its bytes is reported on as the same page parsed. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { endpointById } from '../../src/app/find-endpoint.ts';
import { reportGapsOf } from '../../src/commands/calling/call-endpoint.ts';
import type { CommandCall } from '../../src/commands/types.ts';
import type { UnixMs } from '../../src/core/words.ts';
import { runOfPage } from '../../src/request/paging/page-run.ts';
import type { Answer, WireArguments } from '../../src/request/types.ts';

const HOUR_MS = 3_600_000;
const START = 1_700_002_800_000;
const ROWS = 500;

type Row = readonly (string | number)[];

const candle = (at: number): Row => [START + at * HOUR_MS, '1.0', '2.0', '0.5', '1.5', '3.25', START + at, 7];

/** What may be wrong with a page. */
const damage = fc.oneof(
  fc.record({ kind: fc.constant('none') }),
  fc.record({ kind: fc.constant('lost'), at: fc.nat(ROWS - 1), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('twice'), at: fc.nat(ROWS - 1) }),
  fc.record({ kind: fc.constant('late'), at: fc.nat(ROWS - 1) }),
  fc.record({ kind: fc.constant('text'), at: fc.nat(ROWS - 1) }),
  fc.record({ kind: fc.constant('blank') }),
  fc.record({ kind: fc.constant('cut'), length: fc.integer({ min: 1, max: 400 }) }),
);

function pageWith(found: { kind: string; at?: number; count?: number; length?: number }): string {
  const rows: Row[] = Array.from({ length: ROWS }, (_, at) => candle(at));
  const { kind, at = 0, count = 1, length = 0 } = found;
  if (kind === 'lost') rows.splice(at, count);
  if (kind === 'twice') rows.splice(at, 0, rows[at]!);
  if (kind === 'late') rows[at] = [START + at * HOUR_MS + 1, ...rows[at]!.slice(1)];
  if (kind === 'text') rows[at] = [String(rows[at]![0]), ...rows[at]!.slice(1)];
  const text = JSON.stringify(rows);
  if (kind === 'blank') return `${text.slice(0, 2)} ${text.slice(2)}`;
  return kind === 'cut' ? text.slice(0, -length) : text;
}

/** Returns the notes and the exit code of a page, or the error. */
async function reportOf(text: string, wire: WireArguments, options: object, hasBytes: boolean) {
  const notes: string[] = [];
  const call = {
    output: { note: (note: string) => notes.push(note) },
    options,
    given: [...wire].map(([name, value]) => ({ name, text: value })),
  } as unknown as CommandCall;
  const body = { body: text, ...(hasBytes ? { bytes: Buffer.from(text) } : {}) };
  const now = (START + (ROWS + 10) * HOUR_MS) as UnixMs;
  try {
    const code = await reportGapsOf(call, await endpointById('spot.klines'), {
      wire,
      now,
      answer: body as Answer,
    });
    return { notes, code };
  } catch (thrown) {
    return { notes, error: String(thrown) };
  }
}

const wireOf = (extra: readonly (readonly [string, string])[]): WireArguments =>
  new Map([['symbol', 'BTCUSDT'], ['interval', '1h'], ...extra]);

const ARGUMENTS = [
  [],
  [['limit', '500']],
  [['startTime', String(START)]],
  [['startTime', String(START - 5 * HOUR_MS)]],
  [['endTime', String(START + ROWS * HOUR_MS)]],
  [
    ['startTime', String(START)],
    ['endTime', String(START + ROWS * HOUR_MS - 1)],
  ],
  [
    ['startTime', String(START)],
    ['endTime', String(START + 2 * ROWS * HOUR_MS)],
    ['limit', '1000'],
  ],
] as const;

it('a page of candles has the same gaps, notes and exit code whether it is parsed or not', async () => {
  const page = fc.record({
    found: damage,
    extra: fc.constantFrom(...ARGUMENTS),
    options: fc.constantFrom({}, { complete: true }),
  });
  await fc.assert(
    fc.asyncProperty(page, async ({ found, extra, options }) => {
      const text = pageWith(found);
      const wire = wireOf(extra);
      expect(await reportOf(text, wire, options, true)).toEqual(await reportOf(text, wire, options, false));
    }),
    { seed: 20_261_128, numRuns: 300 },
  );
});

it('only a whole page of rows at the distance of its interval is recognised by its bytes', async () => {
  const endpoint = await endpointById('spot.klines');
  const runOf = (text: string, interval = '1h', id = endpoint) =>
    runOfPage(id, new Map([['interval', interval]]), Buffer.from(text));
  const whole = pageWith({ kind: 'none' });
  expect(runOf(whole)).toEqual({ first: START, step: HOUR_MS, count: ROWS });
  expect(runOf(`[${JSON.stringify(candle(3))}]`)).toEqual({
    first: START + 3 * HOUR_MS,
    step: HOUR_MS,
    count: 1,
  });
  expect(runOf(whole, '1m')).toBeUndefined();
  expect(runOf(whole, '1M')).toBeUndefined();
  expect(runOf(whole, 'soon')).toBeUndefined();
  for (const text of ['[]', '[[]]', '', '{}', `${whole} `, whole.replace('"1.5"', '"1.\\u0035"')])
    expect(runOf(text)).toBeUndefined();
  for (const kind of ['lost', 'twice', 'late', 'text', 'blank'])
    expect(runOf(pageWith({ kind, at: 250 }))).toBeUndefined();
  expect(runOfPage(endpoint, wireOf([]), undefined)).toBeUndefined();
  expect(runOf(whole, '1h', await endpointById('spot.agg-trades'))).toBeUndefined();
});
