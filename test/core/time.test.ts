import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, formatTime, parseDuration, parseTime } from '../../src/core/time.ts';
import { DAY_MS } from '../../src/core/time-units.ts';
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
  ])('reads %s', (text, moment) => {
    expect(parseTime(text, NOW)).toBe(moment);
  });

  it.each([
    '',
    ' ',
    'yesterday',
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
    '3d',
    '-3x',
    '-3',
    'now-999999999w',
  ])('refuses %j', (text) => {
    expect(parseTime(text, NOW)).toBeUndefined();
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
