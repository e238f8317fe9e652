/** When quarterly contracts are delivered: the last Friday of March, June, September and December at 08:00 UTC. */
import { DAY_MS, HOUR_MS } from '../../../core/time-units.ts';

const FRIDAY = 5;

/** Returns the next deliveries after a moment, at least the next two. */
export function deliveriesAt(at: number, count = 2): readonly number[] {
  const found: number[] = [];
  const start = new Date(at);
  const quarter = Math.floor(start.getUTCMonth() / 3);
  for (let step = 0; found.length < count; step += 1) {
    const delivery = lastFriday(start.getUTCFullYear(), (quarter + step + 1) * 3) + 8 * HOUR_MS;
    if (delivery > at) found.push(delivery);
  }
  return found;
}

/** Returns the start of the last Friday before the start of a month, counted from 0 and on past 11. */
function lastFriday(year: number, monthAfter: number): number {
  const last = Date.UTC(year, monthAfter, 1) - DAY_MS;
  return last - ((new Date(last).getUTCDay() - FRIDAY + 7) % 7) * DAY_MS;
}
