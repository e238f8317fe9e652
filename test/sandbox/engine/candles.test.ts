import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  candleNumber,
  candleOpen,
  type Interval,
  zoneMinutesOf,
} from '../../../src/catalogue/candle-intervals.ts';
import { KLINE_INTERVALS_SPOT } from '../../../src/catalogue/enums/market.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/core/time-units.ts';
import { unixMs } from '../../../src/core/words.ts';
import { type CandleQuery, createMarket } from '../../../src/sandbox/engine/market/market.ts';
import { findSymbol, mergeSums, moments, NAMES, NOW, toSum } from './sample.ts';

const market = createMarket({ seed: 11 });
const btc = findSymbol('BTCUSDT');

function readCandles(changed: Partial<CandleQuery>) {
  return market.candles({ symbol: btc, interval: '1h', zoneMinutes: 0, limit: 500, now: NOW, ...changed });
}

/** Each interval with a shorter one that divides it. */
const LADDER: readonly (readonly [Interval, Interval])[] = [
  ['1m', '1s'],
  ['3m', '1m'],
  ['5m', '1m'],
  ['15m', '5m'],
  ['30m', '15m'],
  ['1h', '1m'],
  ['2h', '1h'],
  ['4h', '30m'],
  ['6h', '2h'],
  ['8h', '4h'],
  ['12h', '6h'],
  ['1d', '15m'],
  ['3d', '8h'],
  ['1w', '1d'],
  ['1M', '12h'],
];

const zones = fc.oneof(
  fc.constant(0),
  fc.integer({ min: -12, max: 14 }).map((hours) => hours * 60),
  fc.integer({ min: -720, max: 840 }),
);

describe('candles', () => {
  it('of every interval are the sums of shorter ones, in any time zone', () => {
    expect(new Set(LADDER.map(([large]) => large)).size).toBe(KLINE_INTERVALS_SPOT.length - 1);
    fc.assert(
      fc.property(moments, zones, fc.constantFrom(...LADDER), (moment, zoneMinutes, [large, small]) => {
        const { symbol, at } = moment;
        const [row] = moment.market.candles({
          symbol,
          interval: large,
          zoneMinutes,
          to: at,
          limit: 1,
          now: NOW,
        });
        const parts = moment.market.candles({
          symbol,
          interval: small,
          zoneMinutes,
          from: row!.openTime,
          to: row!.closeTime,
          limit: 1000,
          now: NOW,
        });
        expect(row!.openTime).toBeLessThanOrEqual(at);
        expect(row!.closeTime).toBeGreaterThanOrEqual(at);
        expect(parts.at(-1)!.closeTime).toBeLessThanOrEqual(row!.closeTime);
        const whole = toSum(symbol, row!.summary);
        expect(mergeSums(parts.map((part) => toSum(symbol, part.summary)))).toEqual(whole);
      }),
      { numRuns: 150 },
    );
  });

  it('are the same rows for every combination of start, end and limit', () => {
    fc.assert(
      fc.property(
        moments,
        zones,
        fc.constantFrom(...KLINE_INTERVALS_SPOT),
        fc.integer({ min: 2, max: 60 }),
        (moment, zoneMinutes, interval, limit) => {
          const query = { symbol: moment.symbol, interval, zoneMinutes, limit, now: NOW };
          const newest = moment.market.candles({ ...query, to: moment.at });
          const sameRows = moment.market.candles({ ...query, from: newest[0]!.openTime, to: moment.at });
          expect(sameRows).toEqual(newest);
          for (const [index, row] of newest.entries()) {
            if (index > 0) expect(row.openTime).toBe(newest[index - 1]!.closeTime + 1);
            const single = moment.market.candles({ ...query, from: row.openTime, limit: 1 });
            expect(single[0]).toEqual(row);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('that are still open include the trades until now and have their full close time', () => {
    for (const interval of KLINE_INTERVALS_SPOT) {
      const [row] = readCandles({ interval, limit: 1 });
      expect(row!.closeTime).toBeGreaterThanOrEqual(NOW);
      expect(toSum(btc, row!.summary)).toEqual(toSum(btc, market.summary(btc, row!.openTime, NOW + 1)));
      expect(row!.summary.close).toBe(market.lastPrice(btc, NOW));
    }
  });

  it('without trades have the previous close as all four prices', () => {
    const thinSymbol = findSymbol('SKLUSDT');
    const rows = readCandles({ symbol: thinSymbol, interval: '1s', limit: 1000 });
    const emptyRows = rows.filter((row) => row.summary.count === 0);
    expect(emptyRows.length).toBeGreaterThan(300);
    expect(emptyRows.length).toBeLessThan(1000);
    for (const [index, { openTime, summary }] of rows.entries()) {
      const before =
        index === 0 ? market.lastPrice(thinSymbol, unixMs(openTime - 1)) : rows[index - 1]!.summary.close;
      if (summary.count > 0) continue;
      const { open, high, low, close, lots } = summary;
      expect([open, high, low, close, lots]).toEqual([before, before, before, before, 0]);
    }
  });
});

describe('a candle query', () => {
  const openTimes = (changed: Partial<CandleQuery>) =>
    readCandles({ interval: '1d', ...changed }).map((row) =>
      new Date(row.openTime).toISOString().slice(0, 16),
    );

  it('without times returns the newest rows', () => {
    expect(openTimes({ limit: 3 })).toEqual(['2026-11-18T00:00', '2026-11-19T00:00', '2026-11-20T00:00']);
  });

  it('with a start time, which is inclusive, returns the oldest rows from it', () => {
    const from = Date.UTC(2026, 0, 5);
    expect(openTimes({ from, limit: 2 })).toEqual(['2026-01-05T00:00', '2026-01-06T00:00']);
    expect(openTimes({ from: from + 1, limit: 2 })).toEqual(['2026-01-06T00:00', '2026-01-07T00:00']);
    expect(openTimes({ from: NOW - 1000 })).toEqual([]);
    expect(openTimes({ from: NOW + 10 * DAY_MS })).toEqual([]);
    expect(openTimes({ from: 1e20 })).toEqual([]);
  });

  it('with an end time, which is inclusive and may be in the future, returns the newest rows up to it', () => {
    const to = Date.UTC(2026, 0, 5);
    expect(openTimes({ to, limit: 2 })).toEqual(['2026-01-04T00:00', '2026-01-05T00:00']);
    expect(openTimes({ to: to - 1, limit: 2 })).toEqual(['2026-01-03T00:00', '2026-01-04T00:00']);
    expect(openTimes({ to: NOW + 10 * DAY_MS, limit: 1 })).toEqual(['2026-11-20T00:00']);
  });

  it('with both times returns the rows from start to end', () => {
    const from = Date.UTC(2026, 0, 5);
    expect(openTimes({ from, to: from + DAY_MS })).toEqual(['2026-01-05T00:00', '2026-01-06T00:00']);
    expect(openTimes({ from, to: from + 9 * DAY_MS, limit: 1 })).toEqual(['2026-01-05T00:00']);
  });

  it('returns no rows before the listing or after the delisting', () => {
    expect(openTimes({ from: 0, limit: 1 })).toEqual(['2017-07-14T00:00']);
    expect(openTimes({ to: Date.UTC(2017, 6, 13) })).toEqual([]);
    expect(openTimes({ interval: '1M', limit: 1000 })[0]).toBe('2017-07-01T00:00');
    const delisted = findSymbol('BTCBUSD');
    expect(openTimes({ symbol: delisted, limit: 1 })).toEqual(['2023-12-14T00:00']);
    expect(openTimes({ symbol: delisted, from: delisted.delistedAt! })).toEqual([]);
  });

  it.each(NAMES)('from the listing of %s starts with its first trade, which has id 0', (name) => {
    const symbol = findSymbol(name);
    const [first] = readCandles({ symbol, interval: '1d', from: symbol.listedAt, limit: 1 });
    expect(first!.summary.firstId).toBe(0);
    expect(market.aggregateTrades(symbol, 0, 1)[0]!.price).toBe(first!.summary.open);
  });
});

describe('the boundaries of candles', () => {
  const at = Date.UTC(2026, 10, 20, 12, 34, 56, 789);
  const openOf = (interval: Interval, zone: string, moment = at) => {
    const minutes = zoneMinutesOf(zone);
    return new Date(candleOpen(interval, minutes, candleNumber(interval, minutes, moment))).toISOString();
  };

  it.each([
    ['1s', '0', '2026-11-20T12:34:56.000Z'],
    ['3m', '0', '2026-11-20T12:33:00.000Z'],
    ['8h', '0', '2026-11-20T08:00:00.000Z'],
    ['1d', '0', '2026-11-20T00:00:00.000Z'],
    ['1d', '8', '2026-11-19T16:00:00.000Z'],
    ['1d', '05:45', '2026-11-19T18:15:00.000Z'],
    ['1d', '-3:30', '2026-11-20T03:30:00.000Z'],
    ['1d', '14', '2026-11-20T10:00:00.000Z'],
    ['1d', '-12:00', '2026-11-20T12:00:00.000Z'],
    ['1w', '0', '2026-11-16T00:00:00.000Z'],
    ['1w', '9', '2026-11-15T15:00:00.000Z'],
    ['1M', '0', '2026-11-01T00:00:00.000Z'],
    ['1M', '-5', '2026-11-01T05:00:00.000Z'],
    ['3d', '0', '2026-11-18T00:00:00.000Z'],
  ] as const)('of %s in zone %s follow local time', (interval, zone, open) => {
    expect(openOf(interval, zone)).toBe(open);
  });

  it('of weeks fall on Mondays and of months on the first day, in local time of any zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000_000_000, max: 2_000_000_000_000 }),
        fc.integer({ min: -720, max: 840 }),
        (moment, minutes) => {
          const local = (interval: Interval) =>
            new Date(
              candleOpen(interval, minutes, candleNumber(interval, minutes, moment)) + minutes * MINUTE_MS,
            );
          expect([local('1w').getUTCDay(), local('1w').getTime() % DAY_MS]).toEqual([1, 0]);
          expect([local('1M').getUTCDate(), local('1M').getTime() % DAY_MS]).toEqual([1, 0]);
          expect(local('3d').getTime() % (3 * DAY_MS)).toBe(0);
        },
      ),
    );
  });

  it('include every time in exactly one candle', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1e12, max: 2e12 }),
        fc.integer({ min: -720, max: 840 }),
        fc.constantFrom(...KLINE_INTERVALS_SPOT),
        (moment, minutes, interval) => {
          const number = candleNumber(interval, minutes, moment);
          expect(candleOpen(interval, minutes, number)).toBeLessThanOrEqual(moment);
          expect(candleOpen(interval, minutes, number + 1)).toBeGreaterThan(moment);
        },
      ),
    );
  });
});
