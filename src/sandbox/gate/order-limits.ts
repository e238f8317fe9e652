/**
 * Order rate limits of futures and options accounts: counts each placement, reports the counts in headers, and refuses
 * orders above a limit (interface document, Limits; headers from the public facts). Spot orders are counted by the spot
 * engine, because fills restore that count.
 */

import type { LimitSet, OrderCountedProduct, OrderLimits } from '../../catalogue/limits/sets.ts';
import type { Endpoint, Product } from '../../catalogue/types.ts';
import { DAY_MS, MINUTE_MS } from '../../core/time-units.ts';
import type { Checkpointer } from '../engine/state/checkpointer.ts';
import { SandboxRefusal } from '../types.ts';

interface CountedInterval {
  readonly ms: number;
  /** The interval in which orders are counted, as the exchange's refusal writes it, such as "10 SECONDS". */
  readonly intervalText: string;
  /** The end of the name of the header that reports the count. */
  readonly suffix: string;
  /** The limit of this interval in a set of limits; a set without it only reports the count. */
  readonly limit: keyof OrderLimits;
}

const SECOND: CountedInterval = { ms: 1000, intervalText: '1 SECOND', suffix: '1S', limit: 'perSecond' };
const TEN_SECONDS: CountedInterval = {
  ms: 10_000,
  intervalText: '10 SECOND',
  suffix: '10S',
  limit: 'perTenSeconds',
};
const MINUTE: CountedInterval = { ms: MINUTE_MS, intervalText: '1 MINUTE', suffix: '1M', limit: 'perMinute' };
const DAY: CountedInterval = { ms: DAY_MS, intervalText: '1 DAY', suffix: '1D', limit: 'perDay' };

/** The products whose orders the gate counts. */
type CountedProduct = Exclude<OrderCountedProduct, 'spot'>;

/** The windows whose counts the exchange reports; the limits in force decide which of them are limited. */
const INTERVALS: Readonly<Record<CountedProduct, readonly CountedInterval[]>> = {
  usdm: [SECOND, TEN_SECONDS, MINUTE, DAY],
  coinm: [SECOND, MINUTE, DAY],
  options: [TEN_SECONDS, MINUTE],
};

function isCounted(product: Product): product is CountedProduct {
  return Object.hasOwn(INTERVALS, product);
}

interface Window {
  index: number;
  count: number;
}

/** A call that places one or more orders of one user. */
export interface CountedPlacement {
  readonly product: CountedProduct;
  readonly orders: number;
  readonly userId: number;
}

export class OrderCounter {
  readonly #windows = new Map<string, readonly Window[]>();
  #limits: LimitSet;

  constructor(limits: LimitSet) {
    this.#limits = limits;
  }

  /** Applies other limits from now on. */
  use(limits: LimitSet): void {
    this.#limits = limits;
  }

  /**
   * Returns the orders that a call places, or undefined if the gate does not count the orders of its
   * endpoint.
   */
  placementOf(
    endpoint: Endpoint,
    params: ReadonlyMap<string, string>,
    userId: number,
  ): CountedPlacement | undefined {
    const { product, clientIds: ownId, orderRules, effect } = endpoint;
    if (!isCounted(product) || ownId === undefined) return undefined;
    if (orderRules === undefined || effect !== 'write') return undefined;
    const { listField } = ownId;
    const orders =
      listField === undefined ? 1 : (JSON.parse(params.get(listField) ?? '[]') as unknown[]).length;
    // If the futures products share their order counts, all orders are counted as orders of USD-M.
    const isShared = product === 'coinm' && this.#limits.sharesFutures;
    return { product: isShared ? 'usdm' : product, orders, userId };
  }

  /** Throws refusal -1015 if the placement would exceed a limit. */
  assertWithinLimits(placement: CountedPlacement, now: number): void {
    const windows = this.#windowsOf(placement, now);
    const { product } = placement;
    for (const [place, { limit: name, ms, intervalText: words }] of INTERVALS[product].entries()) {
      const limit = this.#limits.orders[product][name];
      if (limit === undefined || windows[place]!.count + placement.orders <= limit) continue;
      const text = `Too many new orders; current limit is ${limit} orders per ${words}.`;
      const seconds = Math.max(1, Math.ceil((ms - (now % ms)) / 1000));
      throw new SandboxRefusal(429, -1015, text, { 'Retry-After': String(seconds) });
    }
  }

  /** Counts a placement and returns the headers with the new counts. */
  count(placement: CountedPlacement, now: number): Readonly<Record<string, string>> {
    const windows = this.#windowsOf(placement, now);
    const headers: Record<string, string> = {};
    for (const [place, { suffix }] of INTERVALS[placement.product].entries()) {
      const window = windows[place]!;
      window.count += placement.orders;
      headers[`X-MBX-ORDER-COUNT-${suffix}`] = String(window.count);
    }
    return headers;
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#windows);
  }

  /** Returns the current windows of a user; windows that have ended are reset to 0. */
  #windowsOf({ product, userId }: CountedPlacement, now: number): readonly Window[] {
    const key = `${product} ${userId}`;
    const intervals = INTERVALS[product];
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
