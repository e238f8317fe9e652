/**
 * When options expire and when they are listed. All expire at 08:00 UTC (public facts, Options): every day, every
 * Friday, and on the last Friday of the month; how long before they are listed is a choice.
 */
import { DAY_MS } from '../../../core/time-units.ts';

/** The time of day at which options are listed and expire. */
const HOUR_OF_EXPIRY_MS = 8 * 3_600_000;
/** 1970-01-02 was a Friday. */
const FIRST_FRIDAY = 1;

/** How many days before its expiry an option of a kind is listed. */
const DAYS_LISTED = { daily: 3, weekly: 28, monthly: 180 } as const;

export interface Expiry {
  /** Exercise, ms: trading has ended. */
  readonly expiresAt: number;
  /** Trading begins, ms. */
  readonly listedAt: number;
}

/** Returns the expiries that are listed and not over at a moment, the soonest first. */
export function expiriesAt(now: number): readonly Expiry[] {
  const first = firstExpiryDayAfter(now);
  const listed: Expiry[] = [];
  for (let day = first; day <= first + DAYS_LISTED.monthly; day += 1) {
    const expiry = expiryOn(day);
    if (expiry.listedAt <= now) listed.push(expiry);
  }
  return listed;
}

/** Returns the expiry of a UTC day, counted from 1970. */
export function expiryOn(day: number): Expiry {
  const expiresAt = day * DAY_MS + HOUR_OF_EXPIRY_MS;
  return { expiresAt, listedAt: expiresAt - DAYS_LISTED[expiryKind(day)] * DAY_MS };
}

/** Returns the UTC day of the first expiry after a moment. */
export function firstExpiryDayAfter(now: number): number {
  return Math.floor((now - HOUR_OF_EXPIRY_MS) / DAY_MS) + 1;
}

/** Returns a day as symbols name it: YYMMDD. */
export function dayCode(at: number): string {
  return new Date(at).toISOString().slice(2, 10).replaceAll('-', '');
}

/** Returns the UTC day that YYMMDD names, or undefined where there is no such day. */
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
