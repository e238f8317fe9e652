/**
 * The waiting stop orders of one symbol, which wait for a stop price or follow the market with a trailing
 * delta (public facts, Spot matching facts). Trades of users and of the simulated market trigger them in the
 * same way.
 */

import type { PriceRangeLookup } from '../matching/liquidity.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { requireStop, type SpotOrder, type Stop } from './orders.ts';
import { nextTrailTrigger, Trail } from './trailing-stops.ts';

/** A stop order and the time of the trade that triggered it. */
export interface TriggeredStop {
  readonly order: SpotOrder;
  readonly time: number;
}

export class StopBook {
  readonly #marketRange: PriceRangeLookup;
  readonly #orders = new Map<string, SpotOrder>();
  /**
   * Orders that a rising price triggers, by stop price: the one triggered first at the front; at the same
   * price the oldest first.
   */
  readonly #rising: SpotOrder[] = [];
  readonly #falling: SpotOrder[] = [];
  /** Orders that follow the market with a trailing delta, the oldest first. */
  readonly #trails = new Map<SpotOrder, Trail>();
  /** Orders that users' trades triggered and that are not yet executed. */
  #triggered: TriggeredStop[] = [];

  /** Takes `marketRange`, which returns the lowest and highest price that the simulated market traded. */
  constructor(marketRange: PriceRangeLookup) {
    this.#marketRange = marketRange;
  }

  get size(): number {
    return this.#orders.size;
  }

  find(key: string): SpotOrder | undefined {
    return this.#orders.get(key);
  }

  /** Returns the waiting stop orders, the oldest first. */
  waitingOrders(): Iterable<SpotOrder> {
    return this.#orders.values();
  }

  /** Returns the stop price that a rising (or a falling) price reaches first. */
  nextStopPrice(isRising: boolean): number | undefined {
    return (isRising ? this.#rising : this.#falling)[0]?.stop?.price;
  }

  /** Adds a stop order, which trades of the simulated market from `activeFrom` on may trigger. */
  add(order: SpotOrder, activeFrom: number): void {
    const stop = requireStop(order);
    this.#orders.set(order.key, order);
    if (stop.price === 0) this.#trails.set(order, new Trail(order, this.#marketRange, activeFrom));
    else this.#insert(order, stop);
  }

  /** Removes a stop order, whether it waits for a stop price or follows the market. */
  remove(order: SpotOrder): void {
    this.#orders.delete(order.key);
    this.#trails.delete(order);
    this.#triggered = this.#triggered.filter((one) => one.order !== order);
    for (const side of [this.#rising, this.#falling]) {
      const index = side.indexOf(order);
      if (index >= 0) side.splice(index, 1);
    }
  }

  changeKey(order: SpotOrder, key: string): void {
    this.#orders.delete(order.key);
    order.key = key;
    this.#orders.set(key, order);
  }

  /**
   * Returns the time at which trades of the simulated market next trigger a trailing stop, if that is at or
   * before `now`.
   */
  nextTrailTrigger(now: number): number | undefined {
    return this.#trails.size === 0 ? undefined : nextTrailTrigger(this.#trails.values(), now);
  }

  /**
   * Removes and returns the orders whose stop price lies within a range of traded prices. Orders with a
   * trailing delta start to follow the market instead and are not returned.
   */
  takeTouched(range: { readonly low: number; readonly high: number }, time: number): readonly SpotOrder[] {
    const takeFirst = (side: SpotOrder[], isTouched: (stop: number) => boolean) => {
      let count = 0;
      while (count < side.length && isTouched(requireStop(side[count]!).price)) count += 1;
      return side.splice(0, count);
    };
    const rising = takeFirst(this.#rising, (stop) => stop <= range.high);
    const falling = takeFirst(this.#falling, (stop) => stop >= range.low);
    return [...rising, ...falling].filter((order) => {
      const { delta, isRising } = requireStop(order);
      if (delta === undefined) return true;
      const trail = new Trail(order, this.#marketRange, time + 1);
      trail.applyTrade(isRising ? range.high : range.low, time);
      this.#trails.set(order, trail);
      return false;
    });
  }

  /** Returns the trailing stops that trades of the simulated market trigger at a time. */
  triggeredTrails(time: number): readonly SpotOrder[] {
    return [...this.#trails].filter(([, trail]) => trail.triggeredAt === time).map(([order]) => order);
  }

  /** Applies a user trade to all stop orders. Triggered orders become due at once. */
  applyUserTrade(price: number, time: number): void {
    if (this.#orders.size === 0) return;
    const trails = [...this.#trails];
    for (const order of this.takeTouched({ low: price, high: price }, time))
      this.#triggered.push({ order, time });
    for (const [order, trail] of trails) {
      if (!trail.applyTrade(price, time)) continue;
      this.#trails.delete(order);
      this.#triggered.push({ order, time });
    }
  }

  /** The first order that a user trade triggered and that was not removed yet. */
  get firstTriggered(): TriggeredStop | undefined {
    return this.#triggered[0];
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#orders);
    checkpointer.value(this.#rising);
    checkpointer.value(this.#falling);
    checkpointer.entries(
      this.#trails,
      (order) => new Trail(order, this.#marketRange, 0),
      (trail) => trail.checkpoint(checkpointer),
    );
    checkpointer.value(this.#triggered);
  }

  #insert(order: SpotOrder, { price, isRising }: Stop): void {
    const side = isRising ? this.#rising : this.#falling;
    const index = side.findIndex((one) => {
      const other = requireStop(one).price;
      return isRising ? other > price : other < price;
    });
    side.splice(index < 0 ? side.length : index, 0, order);
  }
}
