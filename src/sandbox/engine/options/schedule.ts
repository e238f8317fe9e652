/**
 * Listing and expiry dates of options. All expire at 08:00 UTC (public facts, Options): daily, weekly on
 * Fridays and monthly on the last Friday of the month. How long before its expiry an option is listed is a
 * choice.
 */
import { DAY_MS, HOUR_MS } from '../../../core/time-units.ts';

/** The time of day at which options are listed and expire, in ms. */
const HOUR_OF_EXPIRY_MS = 8 * HOUR_MS;
/** 1970-01-02 was a Friday. */
const FIRST_FRIDAY = 1;

/** The number of days from the listing of an option to its expiry. */
const DAYS_LISTED = { daily: 3, weekly: 28, monthly: 180 } as const;

export interface Expiry {
  /** The end of trading and time of exercise, in ms. */
  readonly expiresAt: number;
  /** Start of trading, in ms. */
  readonly listedAt: number;
}

/** Returns the expiries that are listed and not expired at a time, the earliest first. */
export function expiriesAt(now: number): readonly Expiry[] {
  const first = firstExpiryDayAfter(now);
  const listed: Expiry[] = [];
  for (let day = first; day <= first + DAYS_LISTED.monthly; day += 1) {
    const expiry = expiryOn(day);
    if (expiry.listedAt <= now) listed.push(expiry);
  }
  return listed;
}

/** Returns the expiry on a UTC day, counted from 1970-01-01. */
export function expiryOn(day: number): Expiry {
  const expiresAt = day * DAY_MS + HOUR_OF_EXPIRY_MS;
  return { expiresAt, listedAt: expiresAt - DAYS_LISTED[expiryKind(day)] * DAY_MS };
}

/** Returns the UTC day of the first expiry after a time. */
export function firstExpiryDayAfter(now: number): number {
  return Math.floor((now - HOUR_OF_EXPIRY_MS) / DAY_MS) + 1;
}

/** Returns a date as symbols of options contain it: YYMMDD. */
export function dayCode(at: number): string {
  return new Date(at).toISOString().slice(2, 10).replaceAll('-', '');
}

/** Parses a date written as YYMMDD into a UTC day; undefined for an invalid date. */
export function parseDay(text: string): number | undefined {
  const [year, month, date] = [0, 2, 4].map((from) => Number(text.slice(from, from + 2)));
  const at = Date.UTC(2000 + year!, month! - 1, date);
  return dayCode(at) === text ? at / DAY_MS : undefined;
}

function expiryKind(day: number): keyof typeof DAYS_LISTED {
  if ((day - FIRST_FRIDAY) % 7 !== 0) return 'daily';
  const isLastOfMonth = monthOf(day) !== monthOf(day + 7);
  return isLastOfMonth ? 'monthly' : 'weekly';
}

function monthOf(day: number): number {
  return new Date(day * DAY_MS).getUTCMonth();
}
