/** Time zones: their offsets from UTC, and the conversion of local times. */
import { DAY_MS, MINUTE_MS } from './time-units.ts';

/** A time zone. */
export interface TimeZone {
  /** Its name in the time zone database, such as "Europe/Berlin". */
  readonly name: string;
  /** Returns how far local time is ahead of UTC at a Unix time in ms; whole minutes, in ms. */
  readonly offsetMs: (time: number) => number;
}

export const UTC: TimeZone = { name: 'UTC', offsetMs: () => 0 };

/** The offsets of zones change at whole quarters of an hour only, so one is looked up for each quarter. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Returns the time zone of a name such as "Europe/Berlin" or "UTC", whatever its case; undefined for an unknown one. */
export function findTimeZone(name: string): TimeZone | undefined {
  if (/^(utc|z)$/i.test(name)) return UTC;
  let format: Intl.DateTimeFormat;
  try {
    format = zoneFormat(name);
  } catch {
    return undefined;
  }
  let last = { quarter: Number.NaN, offsetMs: 0 };
  return {
    name: format.resolvedOptions().timeZone,
    offsetMs(time) {
      const quarter = Math.floor(time / QUARTER_MS);
      if (quarter !== last.quarter)
        last = { quarter, offsetMs: localTime(format, quarter * QUARTER_MS) - quarter * QUARTER_MS };
      return last.offsetMs;
    },
  };
}

/**
 * Returns the Unix time in ms at which clocks in a zone show `local`, a local time counted as if it were UTC. A local
 * time that clocks show twice is the first of the two; one that they skip is the moment at which they skip it.
 */
export function utcOf(local: number, zone: TimeZone): number {
  const [before, after] = [zone.offsetMs(local - DAY_MS), zone.offsetMs(local + DAY_MS)];
  const isBefore = before === after || zone.offsetMs(local - before) === before;
  if (isBefore || zone.offsetMs(local - after) !== after) return local - before;
  return local - after;
}

/** Throws a RangeError for an unknown zone. */
function zoneFormat(name: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

/** Returns what clocks in the zone show at a Unix time, counted as if it were UTC; offsets before 1900 have seconds, which are rounded. */
function localTime(format: Intl.DateTimeFormat, time: number): number {
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const [year, month, day, hour, minute, second] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((type) => parts.get(type)!);
  const exact = Date.UTC(year!, month! - 1, day!, hour!, minute!, second!);
  return Math.round(exact / MINUTE_MS) * MINUTE_MS;
}
