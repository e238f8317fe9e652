/**
 * Follows the market for orders with a trailing delta (public facts, Spot matching facts): one that sells is
 * triggered when the price falls by the delta from its highest, one that buys when it rises from its lowest. Trades
 * within one ms count as one: first as the best price and then as the one that triggers (choice).
 */

import type { PathOf, PriceRange } from '../matching/liquidity.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { type SpotOrder, type Stop, stopOf } from './orders.ts';

/** A whole price in basis points. */
const WHOLE = 10_000;

/** How far the path is looked at in one go. */
const STRETCH_MS = 3_600_000;

/** How far a trail has come. */
interface Mark {
  /** The path before it was followed. */
  followed: number;
  trackedSince: number;
  extreme: number | undefined;
  triggeredAt: number | undefined;
}

/**
 * Follows all trails and returns when the market's path next triggers an order, if it does by `now`. None is followed
 * beyond that moment: what is triggered then may trade, and its trades count for the others.
 */
export function followTrails(trails: Iterable<Trail>, now: number): number | undefined {
  const all = [...trails];
  for (;;) {
    const waiting = all.flatMap(({ triggeredAt }) => triggeredAt ?? []);
    if (waiting.length > 0) return Math.min(...waiting);
    const from = Math.min(...all.map(({ followed }) => followed));
    if (!(from <= now)) return undefined;
    const to = Math.min(now + 1, from + STRETCH_MS);
    const marks = all.map((trail) => trail.follow(to));
    const first = Math.min(...marks.map(({ triggeredAt }) => triggeredAt ?? Number.POSITIVE_INFINITY));
    for (const [place, trail] of all.entries()) {
      const mark = marks[place]!;
      trail.move(first >= to || mark.triggeredAt === first ? mark : trail.follow(first + 1));
    }
  }
}

export class Trail {
  readonly #order: SpotOrder;
  readonly #path: PathOf;
  readonly #stop: Stop;
  #followed: number;
  #triggeredAt: number | undefined;

  /** Trades of the market from `from` on count. */
  constructor(order: SpotOrder, path: PathOf, from: number) {
    this.#order = order;
    this.#path = path;
    this.#stop = stopOf(order);
    this.#followed = from;
  }

  get followed(): number {
    return this.#followed;
  }

  /** When the market's path triggered the order. */
  get triggeredAt(): number | undefined {
    return this.#triggeredAt;
  }

  /** Returns where the trail leads by `to`, exclusive, changing nothing. */
  follow(to: number): Mark {
    const { trackedSince, extreme } = this.#stop;
    const mark: Mark = { followed: this.#followed, trackedSince, extreme, triggeredAt: this.#triggeredAt };
    if (this.#followed >= to) return mark;
    this.#search(mark, this.#followed, to);
    mark.followed = to;
    return mark;
  }

  move({ followed, trackedSince, extreme, triggeredAt }: Mark): void {
    this.#followed = followed;
    this.#triggeredAt = triggeredAt;
    this.#stop.trackedSince = trackedSince;
    this.#stop.extreme = extreme;
  }

  /** How far the price came is kept with the order. */
  checkpoint(checkpointer: Checkpointer): void {
    this.#followed = checkpointer.value(this.#followed);
    this.#triggeredAt = checkpointer.value(this.#triggeredAt);
  }

  /** Counts a trade that isn't on the market's path and returns whether it triggers the order. */
  note(price: number, time: number): boolean {
    const stop = this.#stop;
    if (stop.trackedSince < 0) stop.trackedSince = time;
    stop.extreme = this.#extremeWith(stop.extreme, { low: price, high: price });
    return this.#triggers(price, stop.extreme);
  }

  /** Halves a stretch only where the order may have been triggered within, or where tracking begins. */
  #search(mark: Mark, from: number, to: number): void {
    const range = this.#path(from, to);
    if (range === undefined) return;
    const extreme = this.#extremeWith(mark.extreme, range);
    const mayTrigger = this.#triggers(this.#order.isBuy ? range.high : range.low, extreme);
    if (to - from === 1 || (!mayTrigger && mark.trackedSince >= 0)) {
      if (mark.trackedSince < 0) mark.trackedSince = from;
      mark.extreme = extreme;
      if (mayTrigger) mark.triggeredAt = from;
      return;
    }
    const middle = from + Math.floor((to - from) / 2);
    this.#search(mark, from, middle);
    if (mark.triggeredAt === undefined) this.#search(mark, middle, to);
  }

  #extremeWith(extreme: number | undefined, { low, high }: PriceRange): number {
    if (this.#order.isBuy) return extreme === undefined ? low : Math.min(extreme, low);
    return extreme === undefined ? high : Math.max(extreme, high);
  }

  /** Multiplied out, so that nothing is rounded: prices are below 2^27 ticks. */
  #triggers(price: number, extreme: number): boolean {
    const delta = this.#stop.delta ?? 0;
    return this.#order.isBuy
      ? price * WHOLE >= extreme * (WHOLE + delta)
      : price * WHOLE <= extreme * (WHOLE - delta);
  }
}
