/**
 * Follows the market for orders with a trailing delta (public facts, Spot matching facts): a sell order is
 * triggered when the price falls by the delta from its highest, a buy order when it rises by the delta from
 * its lowest. The trades within one ms count as one: first as the best price, then as the trigger (our choice).
 */

import type { PriceRange, PriceRangeLookup } from '../matching/liquidity.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { requireStop, type SpotOrder, type Stop } from './orders.ts';

/** 100 % in basis points. */
const BASIS_POINTS = 10_000;

/** How far the price path is searched at once. */
const LOOK_AHEAD_MS = 3_600_000;

/** The state of a trail at a time. */
interface TrailState {
  /** The time before which the price path is accounted for. */
  followedUntil: number;
  trackedSince: number;
  extreme: number | undefined;
  triggeredAt: number | undefined;
}

/**
 * Follows all trails and returns the time at which the market's price path next triggers an order, if at or
 * before `now`. No trail is followed beyond that time, because the triggered order may trade and its trades
 * count for the other trails.
 */
export function nextTrailTrigger(trails: Iterable<Trail>, now: number): number | undefined {
  const all = [...trails];
  for (;;) {
    const triggerTimes = all.flatMap(({ triggeredAt }) => triggeredAt ?? []);
    if (triggerTimes.length > 0) return Math.min(...triggerTimes);
    const from = Math.min(...all.map(({ followedUntil }) => followedUntil));
    if (!(from <= now)) return undefined;
    const to = Math.min(now + 1, from + LOOK_AHEAD_MS);
    const states = all.map((trail) => trail.project(to));
    const first = Math.min(...states.map(({ triggeredAt }) => triggeredAt ?? Number.POSITIVE_INFINITY));
    for (const [index, trail] of all.entries()) {
      const state = states[index]!;
      trail.advance(first >= to || state.triggeredAt === first ? state : trail.project(first + 1));
    }
  }
}

export class Trail {
  readonly #order: SpotOrder;
  readonly #marketRange: PriceRangeLookup;
  readonly #stop: Stop;
  #followedUntil: number;
  #triggeredAt: number | undefined;

  /** Market trades from `from` on count. */
  constructor(order: SpotOrder, marketRange: PriceRangeLookup, from: number) {
    this.#order = order;
    this.#marketRange = marketRange;
    this.#stop = requireStop(order);
    this.#followedUntil = from;
  }

  get followedUntil(): number {
    return this.#followedUntil;
  }

  /** The time at which the market's price path triggered the order. */
  get triggeredAt(): number | undefined {
    return this.#triggeredAt;
  }

  /** Returns the state of the trail at `to` (exclusive) without changing the trail. */
  project(to: number): TrailState {
    const { trackedSince, extreme } = this.#stop;
    const state: TrailState = {
      followedUntil: this.#followedUntil,
      trackedSince,
      extreme,
      triggeredAt: this.#triggeredAt,
    };
    if (this.#followedUntil >= to) return state;
    this.#search(state, this.#followedUntil, to);
    state.followedUntil = to;
    return state;
  }

  advance({ followedUntil, trackedSince, extreme, triggeredAt }: TrailState): void {
    this.#followedUntil = followedUntil;
    this.#triggeredAt = triggeredAt;
    this.#stop.trackedSince = trackedSince;
    this.#stop.extreme = extreme;
  }

  /** The best price so far is stored with the order. */
  checkpoint(checkpointer: Checkpointer): void {
    this.#followedUntil = checkpointer.value(this.#followedUntil);
    this.#triggeredAt = checkpointer.value(this.#triggeredAt);
  }

  /**
   * Applies a user trade, which is not part of the market's price path. Returns whether it triggers the
   * order.
   */
  applyTrade(price: number, time: number): boolean {
    const stop = this.#stop;
    if (stop.trackedSince < 0) stop.trackedSince = time;
    stop.extreme = this.#extremeWith(stop.extreme, { low: price, high: price });
    return this.#triggers(price, stop.extreme);
  }

  /** Bisects a span only if the order may be triggered within it, or if tracking begins in it. */
  #search(state: TrailState, from: number, to: number): void {
    const range = this.#marketRange(from, to);
    if (range === undefined) return;
    const extreme = this.#extremeWith(state.extreme, range);
    const mayTrigger = this.#triggers(this.#order.isBuy ? range.high : range.low, extreme);
    if (to - from === 1 || (!mayTrigger && state.trackedSince >= 0)) {
      if (state.trackedSince < 0) state.trackedSince = from;
      state.extreme = extreme;
      if (mayTrigger) state.triggeredAt = from;
      return;
    }
    const middle = from + Math.floor((to - from) / 2);
    this.#search(state, from, middle);
    if (state.triggeredAt === undefined) this.#search(state, middle, to);
  }

  #extremeWith(extreme: number | undefined, { low, high }: PriceRange): number {
    if (this.#order.isBuy) return extreme === undefined ? low : Math.min(extreme, low);
    return extreme === undefined ? high : Math.max(extreme, high);
  }

  /** Multiplies out instead of dividing, so that nothing is rounded: prices are below 2^27 ticks. */
  #triggers(price: number, extreme: number): boolean {
    const delta = this.#stop.delta ?? 0;
    return this.#order.isBuy
      ? price * BASIS_POINTS >= extreme * (BASIS_POINTS + delta)
      : price * BASIS_POINTS <= extreme * (BASIS_POINTS - delta);
  }
}
