import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, formatTime, parseDuration, parsePeriod, parseTime } from '../../src/core/time.ts';
import { DAY_MS } from '../../src/core/time-units.ts';
import { findTimeZone } from '../../src/core/time-zone.ts';
import { unixMs } from '../../src/core/words.ts';

const NOW = unixMs(Date.UTC(2024, 0, 31, 13, 0, 0));

describe('parseTime', () => {
  it.each([
    ['2024-01-31T13:00:00Z', NOW],
    ['2024-01-31 13:00:00Z', NOW],
    ['2024-01-31T13:00', NOW],
    ['2024-01-31T13:00:00', NOW],
    ['2024-01-31T15:00:00+02:00', NOW],
    ['2024-01-31T15:00:00 +02:00', NOW],
    ['2024-01-31T08:30:00-0430', NOW],
    ['2024-01-31T15+02', undefined],
    ['2024-01-31t13:00:00z', NOW],
    ['2024-01-31', NOW - 13 * 3_600_000],
    ['2024-02-29', NOW + 28 * DAY_MS + 11 * 3_600_000],
    ['2024-01-31T13:00:00.123456789Z', NOW + 123],
    ['2024-01-31T13:00:00.5Z', NOW + 500],
    ['1706706000', NOW],
    ['1706706000000', NOW],
    ['1706706000000999', NOW],
    ['0', 0],
    ['now', NOW],
    [' now ', NOW],
    ['now-1h', NOW - 3_600_000],
    ['now+30m', NOW + 1_800_000],
    ['-3d', NOW - 3 * DAY_MS],
    ['+90s', NOW + 90_000],
    ['-1w', NOW - 7 * DAY_MS],
    ['-1h30m', NOW - 5_400_000],
    ['7d', NOW - 7 * DAY_MS],
    ['12h', NOW - DAY_MS / 2],
    ['2weeks', NOW - 14 * DAY_MS],
    ['3 days ago', NOW - 3 * DAY_MS],
    ['90mins', NOW - 5_400_000],
    ['2mo', Date.UTC(2023, 10, 30, 13)],
    ['11 months ago', Date.UTC(2023, 1, 28, 13)],
    ['now+1month', Date.UTC(2024, 1, 29, 13)],
    ['1y', Date.UTC(2023, 0, 31, 13)],
    ['today', NOW - 13 * 3_600_000],
    ['Yesterday', NOW - 37 * 3_600_000],
    ['2024-01', Date.UTC(2024, 0, 1)],
    ['1706706000.5', NOW + 500],
    ['1706706000000.123', NOW],
  ])('reads %s', (text, moment) => {
    expect(parseTime(text, NOW)).toBe(moment);
  });

  it.each([
    '',
    ' ',
    'tomorrow',
    '3 fortnights',
    '2 weeks from now',
    '99999years',
    '2024-13',
    '2024-1',
    '2024-01/2024-02',
    '1706706.5',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-01-32',
    '2024-01-31T24:00',
    '2024-01-31T10:60',
    '2024-01-31T10:00:60',
    '2024-01-31T10:00+15:00',
    '2024-1-31',
    '0050-01-01',
    '20240131',
    '170670600000',
    '12345678901234567890',
    '-',
    'now-',
    'now1h',
    '-3x',
    '-3',
    'now-999999999w',
  ])('refuses %j', (text) => {
    expect(parseTime(text, NOW)).toBeUndefined();
  });
});

describe('parsePeriod', () => {
  const midnight = NOW - 13 * 3_600_000;
  it.each([
    ['2024-01', Date.UTC(2024, 0, 1), Date.UTC(2024, 1, 1)],
    ['2024', Date.UTC(2024, 0, 1), Date.UTC(2025, 0, 1)],
    ['2023-12', Date.UTC(2023, 11, 1), Date.UTC(2024, 0, 1)],
    ['2024-02-29', Date.UTC(2024, 1, 29), Date.UTC(2024, 2, 1)],
    ['today', midnight, midnight + DAY_MS],
    ['yesterday', midnight - DAY_MS, midnight],
    ['7d', NOW - 7 * DAY_MS, NOW],
    ['3months', Date.UTC(2023, 9, 31, 13), NOW],
    ['-12h', NOW - DAY_MS / 2, NOW],
    ['2024-01-01/2024-02-01', Date.UTC(2024, 0, 1), Date.UTC(2024, 1, 1)],
    ['30d/7d', NOW - 30 * DAY_MS, NOW - 7 * DAY_MS],
    ['2024-01-31T10:00Z/now', NOW - 3 * 3_600_000, NOW],
  ])('reads %s', (text, start, end) => {
    expect(parsePeriod(text, NOW)).toEqual({ start, end });
  });

  it.each([
    '',
    'now',
    '+7d',
    '0s',
    '2024-01-31T10:00Z',
    '1706706000000',
    '2024-02/2024-01',
    '2024-01/2024-01',
    '2024-01/',
    '/2024-01',
    '2024-01/2024-02/2024-03',
    '2024-13',
  ])('refuses %j', (text) => {
    expect(parsePeriod(text, NOW)).toBeUndefined();
  });
});

describe('a time zone', () => {
  const berlin = findTimeZone('europe/berlin')!;

  it('decides when days begin, and is that of times without one', () => {
    expect(berlin.name).toBe('Europe/Berlin');
    expect(parseTime('today', NOW, berlin)).toBe(Date.UTC(2024, 0, 30, 23));
    expect(parseTime('2024-07', NOW, berlin)).toBe(Date.UTC(2024, 5, 30, 22));
    expect(parseTime('2024-01-31T14:00', NOW, berlin)).toBe(NOW);
    expect(parseTime('2024-01-31T13:00Z', NOW, berlin)).toBe(NOW);
    expect(parseTime('7d', NOW, berlin)).toBe(NOW - 7 * DAY_MS);
    expect(parsePeriod('2024-03-31', NOW, berlin)).toEqual({
      start: Date.UTC(2024, 2, 30, 23),
      end: Date.UTC(2024, 2, 31, 22),
    });
    // Shortly before midnight in UTC, the day in Berlin is already the next one.
    expect(parseTime('today', unixMs(Date.UTC(2024, 0, 31, 23, 30)), berlin)).toBe(Date.UTC(2024, 0, 31, 23));
  });

  it.each([
    ['clocks show a time twice: the first', 'Europe/Berlin', '2024-10-27T02:30', '2024-10-27T00:30:00.000Z'],
    [
      'clocks skip a time: the moment of the skip',
      'Europe/Berlin',
      '2024-03-31T02:30',
      '2024-03-31T01:30:00.000Z',
    ],
    [
      'midnight is skipped: the first moment of the day',
      'Africa/Cairo',
      '2024-04-26',
      '2024-04-25T22:00:00.000Z',
    ],
    ['half an hour', 'Asia/Kolkata', '2024-01-31', '2024-01-30T18:30:00.000Z'],
  ])('where %s', (_, name, text, utc) => {
    const time = parseTime(text, NOW, findTimeZone(name)!)!;
    expect(new Date(time).toISOString()).toBe(utc);
  });

  it('is refused if the time zone database does not have it', () => {
    expect(findTimeZone('Berlin')).toBeUndefined();
    expect(findTimeZone('')).toBeUndefined();
  });

  it('is printed with the offset, which is read back', () => {
    expect(formatTime(NOW, berlin)).toBe('2024-01-31 14:00:00+01:00');
    expect(formatTime(1706706000000123n, berlin)).toBe('2024-01-31 14:00:00.000123+01:00');
    const zones = ['Europe/Berlin', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Apia', 'UTC'].map(
      (name) => findTimeZone(name)!,
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), fc.constantFrom(...zones), (ms, zone) => {
        expect(parseTime(formatTime(ms, zone), NOW, berlin)).toBe(ms);
      }),
    );
  });
});

describe('formatTime', () => {
  it.each([
    [NOW, '2024-01-31 13:00:00Z'],
    [NOW + 7, '2024-01-31 13:00:00.007Z'],
    [0, '1970-01-01 00:00:00Z'],
    [1706706000000000, '2024-01-31 13:00:00Z'],
    [1706706000000123n, '2024-01-31 13:00:00.000123Z'],
    [Number.NaN, 'NaN'],
    [10n ** 30n, '1000000000000000000000000000000'],
  ])('shows %s as %s', (time, text) => {
    expect(formatTime(time)).toBe(text);
  });

  it('is read back by parseTime', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (ms) => {
        expect(parseTime(formatTime(ms), NOW)).toBe(ms);
      }),
    );
  });
});

describe('parseDuration', () => {
  it.each([
    ['30s', 30_000],
    ['1h30m', 5_400_000],
    ['250ms', 250],
    ['1m250ms', 60_250],
    ['2d', 2 * DAY_MS],
    ['1w2d', 9 * DAY_MS],
    ['0s', 0],
    ['0', 0],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['', '30', 's', '1h1h', '1m1h', '-1s', '1.5h', '1 h', '1H', '9999999999w'])(
    'refuses %j',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );

  it('reads back what formatDuration writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 * DAY_MS }), (ms) => {
        expect(parseDuration(formatDuration(ms))).toBe(ms);
      }),
    );
    expect(formatDuration(5_400_000)).toBe('1h30m');
  });
});
