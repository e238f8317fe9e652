/**
 * How many orders an account places on the futures and options lines: counted and told on every placement, and
 * refused above the limit (interface document, Limits; headers from the public facts). Spot has its own count, which
 * fills give back.
 */
import * as LIMITS from '../../catalogue/limits/orders.ts';
import type { Endpoint, Product } from '../../catalogue/types.ts';
import type { Checkpointer } from '../engine/state/checkpointer.ts';
import { SandboxRefusal } from '../types.ts';

interface CountedInterval {
  readonly ms: number;
  /** How a refusal names it. */
  readonly intervalText: string;
  /** As the header ends. */
  readonly suffix: string;
  /** Undefined where it is only told. */
  readonly limit?: number;
}

const SECOND: CountedInterval = { ms: 1000, intervalText: '1 SECOND', suffix: '1S' };
const TEN_SECONDS: CountedInterval = { ms: 10_000, intervalText: '10 SECOND', suffix: '10S' };
const MINUTE: CountedInterval = { ms: 60_000, intervalText: '1 MINUTE', suffix: '1M' };
const DAY: CountedInterval = { ms: 86_400_000, intervalText: '1 DAY', suffix: '1D' };

const futuresSecond = { ...SECOND, limit: LIMITS.futuresOrdersSecond.value };
const futuresDay = { ...DAY, limit: LIMITS.futuresOrdersDay.value };

/** The document limits seconds and days of futures and says nothing of options; the live service tells the others. */
const INTERVALS: Readonly<Partial<Record<Product, readonly CountedInterval[]>>> = {
  usdm: [futuresSecond, TEN_SECONDS, MINUTE, futuresDay],
  coinm: [futuresSecond, MINUTE, futuresDay],
  options: [
    { ...TEN_SECONDS, limit: LIMITS.optionsOrdersTenSeconds.value },
    { ...MINUTE, limit: LIMITS.optionsOrdersMinute.value },
  ],
};

interface Window {
  index: number;
  count: number;
}

/** A placement that has passed the gate. */
export interface CountedPlacement {
  readonly product: Product;
  readonly orders: number;
  readonly userId: number;
}

export class OrderCounter {
  readonly #windows = new Map<string, readonly Window[]>();

  /** Returns how many orders a call places, undefined for one that is not counted here. */
  placementOf(
    endpoint: Endpoint,
    params: ReadonlyMap<string, string>,
    userId: number,
  ): CountedPlacement | undefined {
    const { product, clientIds: ownId, orderRules: ruledBy, effect } = endpoint;
    if (INTERVALS[product] === undefined || ownId === undefined) return undefined;
    if (ruledBy === undefined || effect !== 'write') return undefined;
    const { listField: each } = ownId;
    const orders = each === undefined ? 1 : (JSON.parse(params.get(each) ?? '[]') as unknown[]).length;
    return { product, orders, userId };
  }

  /** Refuses with -1015 what would go over a limit. */
  assertWithinLimits(placement: CountedPlacement, now: number): void {
    const windows = this.#windowsOf(placement, now);
    for (const [place, { limit, ms, intervalText: words }] of INTERVALS[placement.product]!.entries()) {
      if (limit === undefined || windows[place]!.count + placement.orders <= limit) continue;
      const text = `Too many new orders; current limit is ${limit} orders per ${words}.`;
      const seconds = Math.max(1, Math.ceil((ms - (now % ms)) / 1000));
      throw new SandboxRefusal(429, -1015, text, { 'Retry-After': String(seconds) });
    }
  }

  /** Counts a placement and returns the headers that tell of it. */
  count(placement: CountedPlacement, now: number): Readonly<Record<string, string>> {
    const windows = this.#windowsOf(placement, now);
    const headers: Record<string, string> = {};
    for (const [place, { suffix }] of INTERVALS[placement.product]!.entries()) {
      const window = windows[place]!;
      window.count += placement.orders;
      headers[`X-MBX-ORDER-COUNT-${suffix}`] = String(window.count);
    }
    return headers;
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#windows);
  }

  /** Returns the windows that hold a moment; those that have passed begin anew. */
  #windowsOf({ product, userId: owner }: CountedPlacement, now: number): readonly Window[] {
    const key = `${product} ${owner}`;
    const intervals = INTERVALS[product]!;
    const windows = this.#windows.get(key) ?? intervals.map(() => ({ index: -1, count: 0 }));
    this.#windows.set(key, windows);
    for (const [place, { ms }] of intervals.entries()) {
      const index = Math.floor(now / ms);
      const window = windows[place]!;
      if (window.index === index) continue;
      window.index = index;
      window.count = 0;
    }
    return windows;
  }
}
