/**
 * Follows the market for orders with a trailing delta (public facts, Spot matching facts): a sell order is
 * triggered when the price falls by the delta from its highest, a buy order when it rises by the delta from
 * its lowest. The trades within one ms count as one: first as the best price, then as the trigger (our choice).
 */

import { HOUR_MS } from '../../../core/time-units.ts';
import type { PriceRange } from '../market/trade-summary.ts';
import type { PriceRangeLookup } from '../matching/liquidity.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { requireStop, type SpotOrder, type Stop } from './orders.ts';

/** 100 % in basis points. */
const BASIS_POINTS = 10_000;

/** How far ahead one search for a triggering trade goes, in ms. */
const LOOK_AHEAD_MS = HOUR_MS;

/** The state of a trailing stop at a time. */
interface TrailState {
  /** The time before which the prices of the simulated market are taken into account. */
  followedUntil: number;
  trackedSince: number;
  extreme: number | undefined;
  triggeredAt: number | undefined;
}

/**
 * Follows the market for all trailing stops and returns the time at which a trade of the simulated market
 * next triggers one, if that is at or before `now`. No trailing stop is followed beyond that time, because
 * the triggered order may trade and its trades count for the others.
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

  /** Takes the time `from` since which trades of the simulated market count. */
  constructor(order: SpotOrder, marketRange: PriceRangeLookup, from: number) {
    this.#order = order;
    this.#marketRange = marketRange;
    this.#stop = requireStop(order);
    this.#followedUntil = from;
  }

  get followedUntil(): number {
    return this.#followedUntil;
  }

  /** The time at which a trade of the simulated market triggered the order. */
  get triggeredAt(): number | undefined {
    return this.#triggeredAt;
  }

  /** Returns the state of the trailing stop at `to` (exclusive) without changing it. */
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

  /** Writes or restores the state of a trailing stop; the best price so far is stored with the order. */
  checkpoint(checkpointer: Checkpointer): void {
    this.#followedUntil = checkpointer.value(this.#followedUntil);
    this.#triggeredAt = checkpointer.value(this.#triggeredAt);
  }

  /**
   * Applies a user's trade, which is not among the simulated market's trades. Returns whether it triggers the
   * order.
   */
  applyTrade(price: number, time: number): boolean {
    const stop = this.#stop;
    if (stop.trackedSince < 0) stop.trackedSince = time;
    stop.extreme = this.#extremeWith(stop.extreme, { low: price, high: price });
    return this.#triggers(price, stop.extreme);
  }

  /**
   * Searches a time span by halves; a half is searched only if the order may be triggered in it, or if
   * following the market begins in it.
   */
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

  /**
   * Returns whether a price triggers the order. Multiplies out instead of dividing, so that nothing is
   * rounded: prices are below 2^27 ticks.
   */
  #triggers(price: number, extreme: number): boolean {
    const delta = this.#stop.delta ?? 0;
    return this.#order.isBuy
      ? price * BASIS_POINTS >= extreme * (BASIS_POINTS + delta)
      : price * BASIS_POINTS <= extreme * (BASIS_POINTS - delta);
  }
}
