/** Parses and formats points in time and durations as people and the exchange write them. */

import { formatDecimal } from './decimal.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time-units.ts';
import { type TimeZone, UTC, utcOf } from './time-zone.ts';
import type { UnixMs } from './words.ts';

const WEEK = 7 * DAY_MS;

/** The range of a JS Date, in ms before and after 1970. */
const DATE_MS_MAX = 8_640_000_000_000_000;

/** Current times in milliseconds have 13 digits; an integer of this size or above is in microseconds. */
const MICROSECONDS_FROM = 100_000_000_000_000;

/**
 * Returns the time written in `text`, or undefined when it is not a time: an ISO date or date and time (in `zone`
 * without a zone of its own; a space may replace the T), a day or a month such as 2024-01-31, 2024-01, `today` or
 * `yesterday` (its first moment in `zone`), Unix time in s, ms or µs (10, 13 or 16 digits, with or without a
 * fraction, or 0), `now`, a span before now such as `7d`, `-1h30m` or `3months`, or an offset such as `now-3d`, `+30m`. Fractions
 * of a millisecond are dropped.
 */
export function parseTime(text: string, now: UnixMs, zone: TimeZone = UTC): UnixMs | undefined {
  const trimmed = text.trim();
  if (/^[\d.]+$/.test(trimmed)) return parseEpoch(trimmed);
  return (
    parseOffsetFromNow(trimmed, now) ??
    parseIso(trimmed, zone) ??
    firstMoment(parseCalendarPeriod(trimmed, now, zone))
  );
}

/** A span of time from `start` to `end`, which does not belong to it; both in Unix ms. */
export interface Period {
  readonly start: UnixMs;
  readonly end: UnixMs;
}

/**
 * Returns the period written in `text`, or undefined when it is none: a whole day, month or year (2024-01-31, 2024-01,
 * 2024, `today`, `yesterday`), the span up to now (`7d`, `3months`), or a range of two times such as 2024-01-01/2024-02-01.
 */
export function parsePeriod(text: string, now: UnixMs, zone: TimeZone = UTC): Period | undefined {
  const trimmed = text.trim();
  const [from, to, ...more] = trimmed.split('/');
  if (to !== undefined) {
    const [start, end] = [parseTime(from!, now, zone), parseTime(to, now, zone)];
    const isRange = more.length === 0 && start !== undefined && end !== undefined && start < end;
    return isRange ? { start, end } : undefined;
  }
  const calendar = parseCalendarPeriod(trimmed, now, zone);
  if (calendar !== undefined) return calendar;
  const start = parseOffsetFromNow(trimmed, now);
  return start === undefined || start >= now ? undefined : { start, end: now };
}

function firstMoment(period: Period | undefined): UnixMs | undefined {
  return period?.start;
}

/**
 * Returns the time of `now`, a span before now such as `7d`, `3months` or `2 weeks ago`, or an offset from now such as
 * `now-3d` or `+30m`.
 */
function parseOffsetFromNow(text: string, now: UnixMs): UnixMs | undefined {
  const [, direction = '-', span] = /^(?:now)?([+-])(.+)$/.exec(text) ?? [text, '-', text];
  if (text === 'now') return now;
  const sign = direction === '-' ? -1 : 1;
  const plain = span!.replace(/\s+ago$/i, '').trim();
  const [, months] = /^(\d{1,5})\s*(?:mo|months?)$/i.exec(plain) ?? [];
  const [, years] = /^(\d{1,4})\s*(?:y|years?)$/i.exec(plain) ?? [];
  if (months !== undefined) return monthsFrom(now, sign * Number(months));
  if (years !== undefined) return monthsFrom(now, sign * 12 * Number(years));
  const spanMs = parseDuration(plain.replace(SPELLED_UNIT, '$1$2'));
  return spanMs === undefined ? undefined : checkedTime(now + sign * spanMs);
}

/** A number with a unit in full, such as "2 weeks"; its first letter is the unit of a duration. */
const SPELLED_UNIT = /^(\d+)\s*(w|d|h|m|s)(?:eeks?|ays?|ours?|inutes?|ins?|econds?|ecs?)$/;

/** Returns the same time of day some months from now, on the last day of a month that is too short. */
function monthsFrom(now: UnixMs, count: number): UnixMs | undefined {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const year = date.getUTCFullYear();
  date.setUTCDate(Math.min(day, new Date(Date.UTC(year, date.getUTCMonth() + 1, 0)).getUTCDate()));
  return checkedTime(date.getTime());
}

/** Returns the first moment after a month, or after a year if there is no month. */
function afterMonth(year: number, month: string | undefined): number {
  return month === undefined ? Date.UTC(year + 1, 0, 1) : Date.UTC(year, Number(month), 1);
}

/** Returns the day, the month or the year that is written in `text`, as it begins and ends in `zone`. */
function parseCalendarPeriod(text: string, now: UnixMs, zone: TimeZone): Period | undefined {
  const back = { today: 0, yesterday: 1 }[text.toLowerCase()];
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? [];
  const local =
    back === undefined
      ? civilTime(Number(year), Number(month ?? 1), Number(day ?? 1))
      : Math.floor((now + zone.offsetMs(now)) / DAY_MS - back) * DAY_MS;
  if (local === undefined) return undefined;
  const next = back !== undefined || day !== undefined ? local + DAY_MS : afterMonth(Number(year), month);
  const [start, end] = [checkedTime(utcOf(local, zone)), checkedTime(utcOf(next, zone))];
  return start === undefined || end === undefined ? undefined : { start, end };
}

/**
 * Returns the time in a zone, such as "2024-01-31 13:00:00Z" for UTC or "2024-01-31 14:00:00+01:00", with ".123" when
 * the milliseconds aren't zero. Integers of 15 or more digits are microseconds and keep all six digits. A number
 * outside the calendar is returned as digits.
 */
export function formatTime(time: number | bigint, zone: TimeZone = UTC): string {
  const value = Number(time);
  if (!Number.isSafeInteger(value)) return String(time);
  if (zone === UTC) return formatUtc(value);
  const isMicroseconds = Math.abs(value) >= MICROSECONDS_FROM;
  const offsetMs = zone.offsetMs(isMicroseconds ? Math.floor(value / 1000) : value);
  const text = formatUtc(value + (isMicroseconds ? offsetMs * 1000 : offsetMs));
  return `${text.slice(0, -1)}${offsetText(offsetMs)}`;
}

/** Returns a time as ISO 8601 with three decimals of a second, six for microseconds: "2024-01-31T13:00:00.000Z". */
export function formatIso(time: number | bigint, zone: TimeZone = UTC): string {
  const text = formatTime(time, zone).replace(' ', 'T');
  const decimals = Math.abs(Number(time)) >= MICROSECONDS_FROM ? '.000000' : '.000';
  return text.replace(/(:\d\d)(Z|[+-]\d\d:\d\d)$/, (_, second, offset) => `${second}${decimals}${offset}`);
}

/** Returns a time as Unix time in ms or s, with a fraction where it has one: "1706706000.007". */
export function formatUnix(time: number | bigint, unit: 'ms' | 's'): string {
  const value = BigInt(time);
  const isMicroseconds = Math.abs(Number(value)) >= MICROSECONDS_FROM;
  const scale = (isMicroseconds ? 3 : 0) + (unit === 's' ? 3 : 0);
  return formatDecimal({ value, scale }).replace(/\.?0+$/, (zeros) => (scale === 0 ? zeros : ''));
}

function formatUtc(value: number): string {
  if (Math.abs(value) >= MICROSECONDS_FROM) {
    const rest = ((value % 1000) + 1000) % 1000;
    const whole = new Date((value - rest) / 1000).toISOString();
    return `${whole.slice(0, -1).replace('T', ' ')}${String(rest).padStart(3, '0')}Z`.replace(
      '.000000Z',
      'Z',
    );
  }
  const hour = Math.floor(value / HOUR_MS);
  if (hour !== lastHour.hour) {
    lastHour = { hour, text: `${new Date(hour * HOUR_MS).toISOString().slice(0, -11).replace('T', ' ')}:` };
  }
  const ms = value - hour * HOUR_MS;
  const rest = ms % SECOND_MS;
  const clock = `${twoDigits(ms / MINUTE_MS)}:${twoDigits((ms / SECOND_MS) % 60)}`;
  return `${lastHour.text}${clock}${rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`}Z`;
}

/** Returns an offset from UTC such as "+01:00". */
function offsetText(offsetMs: number): string {
  const size = Math.abs(offsetMs);
  return `${offsetMs < 0 ? '-' : '+'}${twoDigits(size / HOUR_MS)}:${twoDigits((size % HOUR_MS) / MINUTE_MS)}`;
}

/** The text of the hour that was formatted last: the times of one answer mostly lie close together. */
let lastHour = { hour: Number.NaN, text: '' };

function twoDigits(number: number): string {
  const whole = Math.floor(number);
  return whole < 10 ? `0${whole}` : String(whole);
}

/**
 * Returns the ms of a duration such as "250ms", "30s", "1h30m", "2d" or "1w" (whole numbers, larger units
 * first, each unit once), or of a bare 0; undefined for other text.
 */
export function parseDuration(text: string): number | undefined {
  if (text.trim() === '0') return 0;
  const parts = DURATION.exec(text.trim());
  if (parts === null || text.trim() === '') return undefined;
  const [, weeks, days, hours, minutes, seconds, ms] = parts.map((part) => Number(part ?? 0));
  const total =
    weeks! * WEEK + days! * DAY_MS + hours! * HOUR_MS + minutes! * MINUTE_MS + seconds! * SECOND_MS + ms!;
  return total <= DATE_MS_MAX ? total : undefined;
}

/** Returns a duration of 0 ms or more in the form that `parseDuration` reads, such as "1h30m" or "250ms". */
export function formatDuration(spanMs: number): string {
  let rest = Math.round(spanMs);
  let out = '';
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    if (count > 0) out += `${count}${unit}`;
    rest -= count * size;
  }
  return out === '' ? '0s' : out;
}

const DURATION =
  /^(?:(\d{1,9})w)?(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m(?!s))?(?:(\d{1,12})s)?(?:(\d{1,15})ms)?$/;

const UNITS = [
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['m', MINUTE_MS],
  ['s', SECOND_MS],
  ['ms', 1],
] as const;

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?([Zz]|[+-]\d\d(?::?\d\d)?))?)?$/;

function parseIso(text: string, zone: TimeZone): UnixMs | undefined {
  const parts = ISO.exec(text);
  if (parts === null) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0));
  if (hour! > 23 || minute! > 59 || second! > 59) return undefined;
  const midnight = civilTime(year!, month!, day!);
  if (midnight === undefined) return undefined;
  const ms = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  const local = midnight + hour! * HOUR_MS + minute! * MINUTE_MS + second! * SECOND_MS + ms;
  if (parts[8] === undefined) return checkedTime(utcOf(local, zone));
  const offsetMs = parseOffset(parts[8]);
  return offsetMs === undefined ? undefined : checkedTime(local - offsetMs);
}

/** Returns the midnight at which a day begins in UTC; undefined for a day that the calendar does not have. */
function civilTime(year: number, month: number, day: number): number | undefined {
  const midnight = Date.UTC(year, month - 1, day);
  const read = new Date(midnight);
  // Date.UTC rolls 31 February over into March, and takes the years 0 to 99 for 1900 to 1999.
  const isReal =
    read.getUTCFullYear() === year && read.getUTCMonth() === month - 1 && read.getUTCDate() === day;
  return isReal ? midnight : undefined;
}

function parseOffset(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  if (hours > 14 || minutes > 59) return undefined;
  return (zone[0] === '-' ? -1 : 1) * (hours * HOUR_MS + minutes * MINUTE_MS);
}

function parseEpoch(text: string): UnixMs | undefined {
  if (text === '0') return 0 as UnixMs;
  const [, digits = '', fraction = ''] = /^(\d+)(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (digits.length === 10)
    return checkedTime(Number(digits) * SECOND_MS + Number(fraction.padEnd(3, '0').slice(0, 3)));
  if (digits.length === 13) return checkedTime(Number(digits));
  if (digits.length === 16) return checkedTime(Math.floor(Number(digits) / 1000));
  return undefined;
}

function checkedTime(ms: number): UnixMs | undefined {
  return Math.abs(ms) <= DATE_MS_MAX ? (ms as UnixMs) : undefined;
}
