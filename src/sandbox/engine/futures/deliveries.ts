/**
 * Delivery times of quarterly contracts: the last Friday of March, June, September and December at 08:00 UTC.
 */
import { DAY_MS, HOUR_MS } from '../../../core/time-units.ts';

const FRIDAY = 5;

/** Returns the next `count` delivery times after a given time. */
export function nextDeliveries(after: number, count = 2): readonly number[] {
  const deliveries: number[] = [];
  const start = new Date(after);
  const quarter = Math.floor(start.getUTCMonth() / 3);
  for (let offset = 0; deliveries.length < count; offset += 1) {
    const delivery = lastFridayBefore(start.getUTCFullYear(), (quarter + offset + 1) * 3) + 8 * HOUR_MS;
    if (delivery > after) deliveries.push(delivery);
  }
  return deliveries;
}

/** Returns the start of the last Friday before a month, which is counted from 0 and may exceed 11. */
function lastFridayBefore(year: number, monthAfter: number): number {
  const lastDay = Date.UTC(year, monthAfter, 1) - DAY_MS;
  return lastDay - ((new Date(lastDay).getUTCDay() - FRIDAY + 7) % 7) * DAY_MS;
}
