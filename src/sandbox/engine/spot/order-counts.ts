/**
 * Counts the orders that each account has placed and that are not filled yet (interface document, Limits;
 * public facts, Limits and headers). The intervals are fixed and aligned to the clock.
 */

import { LIMIT_SETS, type OrderLimits } from '../../../catalogue/limits/sets.ts';
import { DAY_MS } from '../../../core/time-units.ts';
import { Refusal } from '../refusal.ts';
import type { Checkpointer } from '../state/checkpointer.ts';

/**
 * By how many the first fill of an order reduces the order count (public facts say "more" for a maker, with 5
 * in their example).
 */
const RELEASED_BY_FILL = { taker: 1, maker: 5 } as const;

interface CountedInterval {
  /** The suffix of the response header that reports the count, such as "10S". */
  readonly suffix: string;
  readonly interval: 'SECOND' | 'DAY';
  readonly intervalNum: number;
  readonly ms: number;
  /** The limit of this interval in a set of limits; a set without it only reports the count. */
  readonly limit: keyof OrderLimits;
}

/**
 * The intervals over which orders are counted. The exchange reports all of them; the interface document
 * limits the orders per second, today's interface those per ten seconds.
 */
const INTERVALS: readonly CountedInterval[] = [
  { suffix: '1S', interval: 'SECOND', intervalNum: 1, ms: 1000, limit: 'perSecond' },
  { suffix: '10S', interval: 'SECOND', intervalNum: 10, ms: 10_000, limit: 'perTenSeconds' },
  { suffix: '1D', interval: 'DAY', intervalNum: 1, ms: DAY_MS, limit: 'perDay' },
];

/** The usage of an order limit (interface document). */
export interface OrderUsage {
  readonly rateLimitType: 'ORDERS';
  readonly interval: 'SECOND' | 'DAY';
  readonly intervalNum: number;
  readonly limit: number;
  readonly count: number;
}

interface CountWindow {
  index: number;
  count: number;
}

/** The order counts of all accounts. */
export class OrderCounts {
  #limits: OrderLimits;
  readonly #windows = new Map<number, readonly CountWindow[]>();

  constructor(limits: OrderLimits = LIMIT_SETS.document.orders.spot) {
    this.#limits = limits;
  }

  /** Applies other order limits from now on. */
  use(limits: OrderLimits): void {
    this.#limits = limits;
  }

  /** Returns the rejection -1015 if more orders would exceed a limit, otherwise undefined. */
  limitRefusal(owner: number, now: number, newOrders = 1): Refusal | undefined {
    for (const [index, { limit: name, ms, interval, intervalNum }] of INTERVALS.entries()) {
      const limit = this.#limits[name];
      if (limit === undefined || this.#count(owner, index, now) + newOrders <= limit) continue;
      const text = `Too many new orders; current limit is ${limit} orders per ${intervalNum} ${interval}.`;
      const seconds = Math.max(1, Math.ceil((ms - (now % ms)) / 1000));
      return new Refusal(429, -1015, text, { 'Retry-After': String(seconds) });
    }
    return undefined;
  }

  /** Counts orders that were placed. */
  add(owner: number, now: number, newOrders = 1): void {
    for (const [index] of INTERVALS.entries()) this.#currentWindow(owner, index, now).count += newOrders;
  }

  /** Reduces the counts after the first fill of an order. */
  releaseForFill(owner: number, role: keyof typeof RELEASED_BY_FILL, now: number): void {
    for (const [index] of INTERVALS.entries()) {
      const window = this.#currentWindow(owner, index, now);
      window.count = Math.max(0, window.count - RELEASED_BY_FILL[role]);
    }
  }

  /** Returns every limit with its usage. */
  usage(owner: number, now: number): readonly OrderUsage[] {
    return INTERVALS.flatMap(({ interval, intervalNum, limit: name }, index) => {
      const limit = this.#limits[name];
      if (limit === undefined) return [];
      const count = this.#count(owner, index, now);
      return [{ rateLimitType: 'ORDERS' as const, interval, intervalNum, limit, count }];
    });
  }

  /** Returns the headers of the response to a new order. */
  headers(owner: number, now: number): Readonly<Record<string, string>> {
    return Object.fromEntries(
      INTERVALS.map(({ suffix }, index) => [
        `X-MBX-ORDER-COUNT-${suffix}`,
        String(this.#count(owner, index, now)),
      ]),
    );
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#windows);
  }

  #count(owner: number, index: number, now: number): number {
    const window = this.#windows.get(owner)?.[index];
    return window?.index === Math.floor(now / INTERVALS[index]!.ms) ? window.count : 0;
  }

  #currentWindow(owner: number, index: number, now: number): CountWindow {
    let windows = this.#windows.get(owner);
    if (windows === undefined) {
      windows = INTERVALS.map(() => ({ index: -1, count: 0 }));
      this.#windows.set(owner, windows);
    }
    const window = windows[index]!;
    const current = Math.floor(now / INTERVALS[index]!.ms);
    if (window.index !== current) {
      window.index = current;
      window.count = 0;
    }
    return window;
  }
}
