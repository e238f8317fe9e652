/** Points in time as the exchange sends them, in the forms among which `--time` chooses. */
import { isUnsetTime } from './cells.ts';
import { formatIso, formatUnix, parseTime } from './time.ts';
import type { TimeForm } from './time-units.ts';
import { type TimeZone, UTC } from './time-zone.ts';
import { ExactNumber, type JsonValue, unixMs } from './words.ts';

/** Text with which the exchange sends times: UTC without a zone, or Unix time in ms or µs. */
const TIME_TEXT = /^(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*|\d{13}|\d{16})$/;

/**
 * Returns a time in another form: text for `iso`, numbers for `ms` and `s`, null for a time that is not set. A value that
 * is no time is returned unchanged.
 */
export function convertTime(value: JsonValue, form: TimeForm, zone: TimeZone = UTC): JsonValue {
  if (isUnsetTime(value)) return form === 'ms' ? value : null;
  const time = readTime(value);
  if (time === undefined) return value;
  if (form === 'iso') return formatIso(time, zone);
  const text = formatUnix(time, form);
  return text.includes('.') ? new ExactNumber(text) : Number(text);
}

/** Returns the Unix time in ms, or in µs if it has 16 digits; undefined for a value that is no time. */
export function readTime(value: JsonValue): number | bigint | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'string' || !TIME_TEXT.test(value)) return undefined;
  return /^\d+$/.test(value) ? Number(value) : parseTime(value, unixMs(0));
}
