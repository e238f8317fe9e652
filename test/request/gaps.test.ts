import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candleOpen } from '../../src/catalogue/candle-intervals.ts';
import { KLINE_INTERVALS_SPOT } from '../../src/catalogue/enums/market.ts';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Continuity } from '../../src/catalogue/types.ts';
import { GapTracker, type RowGap } from '../../src/request/paging/gaps.ts';
import { intervalSteps, stepsOf } from '../../src/request/paging/row-steps.ts';

const candles: Continuity = { row: 'candle', step: { by: 'interval', param: 'interval' } };

/** Returns the gaps of rows with these keys. */
function gapsOf(
  interval: string,
  zone: string,
  keys: readonly bigint[],
  start?: bigint,
  until?: bigint,
): RowGap[] {
  const tracker = new GapTracker({ continuity: candles, steps: intervalSteps(interval, zone)!, start });
  const gaps = keys.map((key) => tracker.take(key));
  if (until !== undefined) gaps.push(tracker.end({ until, closedBy: until + 10n ** 13n }));
  return gaps.filter((gap) => gap !== undefined);
}

describe('the gaps of candles', () => {
  it('are exactly the candles left out, for every interval and time zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...KLINE_INTERVALS_SPOT),
        fc.constantFrom(['0', 0], ['8', 480], ['-03:30', -210]),
        fc.integer({ min: 300, max: 700 }),
        fc.uniqueArray(fc.nat(19), { maxLength: 12 }),
        (interval, [zone, minutes], first, left) => {
          const opens = Array.from({ length: 20 }, (_, at) =>
            BigInt(candleOpen(interval, minutes as number, first + at)),
          );
          const keys = opens.filter((_, at) => !left.includes(at));
          const gaps = gapsOf(interval, zone as string, keys, opens[0]!, opens.at(-1)!);
          expect(gaps.reduce((sum, { count }) => sum + (count ?? 0n), 0n)).toBe(BigInt(left.length));
          for (const { from, to } of gaps)
            expect([opens.includes(from), opens.includes(to)]).toEqual([true, true]);
          const missing = gaps.flatMap(({ from, to }) => opens.filter((open) => open >= from && open <= to));
          expect(missing).toEqual(opens.filter((_, at) => left.includes(at)));
        },
      ),
      { seed: 1, numRuns: 500 },
    );
  });

  it('begin with the first candle that opens at the start or after it', () => {
    expect(gapsOf('1h', '0', [7_200_000n], 1n)).toMatchObject([
      { from: 3_600_000n, count: 1n, place: 'start' },
    ]);
    expect(gapsOf('1h', '0', [3_600_000n], 1n)).toEqual([]);
    expect(gapsOf('1h', '0', [0n], 0n)).toEqual([]);
  });

  it('do not arise from a row that repeats a time or steps back', () => {
    expect(gapsOf('1m', '0', [0n, 60_000n, 60_000n, 0n, 120_000n])).toEqual([]);
  });
});

describe('continuity in the catalogue', () => {
  const paged = ENDPOINTS.flatMap(({ id, pages, params, view }) =>
    pages?.by === 'time' || pages?.by === 'id' ? [{ id, pages, params, view }] : [],
  );

  it('is stated for all candles and public trades, and its parameters are those of the endpoint', () => {
    const stated = paged.filter(({ pages }) => pages.continuity !== undefined);
    expect(stated.map(({ id }) => id)).toEqual(
      expect.arrayContaining(paged.filter(({ view }) => view?.candles).map(({ id }) => id)),
    );
    expect(stated.map(({ id }) => id)).toEqual(
      expect.arrayContaining(
        ENDPOINTS.flatMap(({ id, pages }) => (pages && /agg-trades|historical-trades/.test(id) ? [id] : [])),
      ),
    );
    for (const { pages, params, id } of stated) {
      const { step } = pages.continuity!;
      if (step.by !== 'interval') continue;
      const intervals = params[step.param]?.values ?? [];
      expect([id, intervals.length > 0, step.zone === undefined || params[step.zone] !== undefined]).toEqual([
        id,
        true,
        true,
      ]);
      for (const interval of intervals)
        expect([id, interval, stepsOf(step, new Map([[step.param, String(interval)]]))]).not.toContain(
          undefined,
        );
    }
  });
});
