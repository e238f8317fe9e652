/** Reads how much of the limits a request budget has used, without changing the budget. */

import type { Clock } from '../core/clock.ts';
import { HOUR_MS } from '../core/time-units.ts';
import type { BudgetHome, LogName } from './budget-home.ts';
import { BudgetMeter } from './budget-meter.ts';
import type { Meter } from './budget-window.ts';

/** How much of one rate limit is used in its current window. */
export interface LimitUsage {
  readonly meter: Meter;
  readonly used: number;
  /** The number of reservations in the window, which are requests or orders. */
  readonly requests: number;
  readonly cap: number;
  readonly capSource: 'listed' | 'announced' | 'learned';
  /** When the window ends, in Unix ms of the server's clock. */
  readonly endsAt: number;
  /** How long no requests may be sent, in ms; 0 without a pause. */
  readonly pausedMs: number;
}

/** The time in ms after which a rate limit that no request has used is not shown any more. */
const SHOWN_MS = HOUR_MS;

/**
 * Returns those limits in a budget's home that were used in the last hour; `meterOf` returns the listed limit of a
 * log.
 */
export function readUsage(
  home: BudgetHome,
  clock: Clock,
  meterOf: (name: LogName) => Meter,
): readonly LimitUsage[] {
  const latest = new Map<string, LogName>();
  for (const name of home.list()) {
    const known = latest.get(name.key);
    if (known === undefined || known.index < name.index) latest.set(name.key, name);
  }
  const now = clock.now();
  return [...latest.values()]
    .filter(({ index, windowMs }) => (index + 1) * windowMs > now - SHOWN_MS)
    .map((name) => {
      const meter = meterOf(name);
      const own = new BudgetMeter({ meter, home, clock, nextNonce: () => 0 });
      const { state, endsAt, now: serverNow } = own.current();
      const { used, requests, cap, capSource, pausedUntil = 0 } = state;
      own.close();
      return {
        meter,
        used,
        requests,
        cap,
        capSource,
        endsAt,
        pausedMs: Math.max(0, pausedUntil - serverNow),
      };
    })
    .sort((one, other) => (one.meter.key < other.meter.key ? -1 : 1));
}
