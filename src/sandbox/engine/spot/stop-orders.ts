/**
 * The stop orders of one symbol that wait: those with a stop price by that price, and those that trail the market
 * (public facts, Spot matching facts). A trade reaches them, whoever made it.
 */

import type { PathOf } from '../matching/liquidity.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { type SpotOrder, type Stop, stopOf } from './orders.ts';
import { followTrails, Trail } from './trailing-stops.ts';

/** A stop order and when a trade let it go to work. */
export interface Triggered {
  readonly order: SpotOrder;
  readonly time: number;
}

export class StopBook {
  readonly #path: PathOf;
  readonly #orders = new Map<string, SpotOrder>();
  /** By stop price, the first to be reached first, and at one price the oldest. */
  readonly #rising: SpotOrder[] = [];
  readonly #falling: SpotOrder[] = [];
  /** Orders that follow the price, the oldest first. */
  readonly #trails = new Map<SpotOrder, Trail>();
  /** What trades of users triggered and has not happened yet. */
  #triggered: Triggered[] = [];

  /** `path` tells what the market itself has traded. */
  constructor(path: PathOf) {
    this.#path = path;
  }

  get size(): number {
    return this.#orders.size;
  }

  find(key: string): SpotOrder | undefined {
    return this.#orders.get(key);
  }

  /** Returns the waiting orders, the first that came first. */
  orders(): Iterable<SpotOrder> {
    return this.#orders.values();
  }

  /** Returns the stop price that is reached first when the price rises, or when it falls. */
  first(isRising: boolean): number | undefined {
    return (isRising ? this.#rising : this.#falling)[0]?.stop?.price;
  }

  /** Lets an order wait for trades from `pathFrom` on. */
  add(order: SpotOrder, pathFrom: number): void {
    const stop = stopOf(order);
    this.#orders.set(order.key, order);
    if (stop.price === 0) this.#trails.set(order, new Trail(order, this.#path, pathFrom));
    else this.#insert(order, stop);
  }

  /** Takes an order out, whatever it waits for. */
  remove(order: SpotOrder): void {
    this.#orders.delete(order.key);
    this.#trails.delete(order);
    this.#triggered = this.#triggered.filter((one) => one.order !== order);
    for (const side of [this.#rising, this.#falling]) {
      const place = side.indexOf(order);
      if (place >= 0) side.splice(place, 1);
    }
  }

  rename(order: SpotOrder, key: string): void {
    this.#orders.delete(order.key);
    order.key = key;
    this.#orders.set(key, order);
  }

  /** Returns when the market's path next triggers a trailing order, if it does by `now`. */
  nextTrail(now: number): number | undefined {
    return this.#trails.size === 0 ? undefined : followTrails(this.#trails.values(), now);
  }

  /** Returns the orders whose stop prices a range of prices reaches; those that trail only begin to. */
  reach(range: { readonly low: number; readonly high: number }, time: number): readonly SpotOrder[] {
    const reached = (side: SpotOrder[], isReached: (stop: number) => boolean) => {
      let count = 0;
      while (count < side.length && isReached(stopOf(side[count]!).price)) count += 1;
      return side.splice(0, count);
    };
    const rising = reached(this.#rising, (stop) => stop <= range.high);
    const falling = reached(this.#falling, (stop) => stop >= range.low);
    return [...rising, ...falling].filter((order) => {
      const { delta, isRising } = stopOf(order);
      if (delta === undefined) return true;
      const trail = new Trail(order, this.#path, time + 1);
      trail.note(isRising ? range.high : range.low, time);
      this.#trails.set(order, trail);
      return false;
    });
  }

  /** Returns the trailing orders that the market's path triggers at a moment. */
  trailed(time: number): readonly SpotOrder[] {
    return [...this.#trails].filter(([, trail]) => trail.triggeredAt === time).map(([order]) => order);
  }

  /** Notes a trade of users: what it triggers is to happen next. */
  note(price: number, time: number): void {
    if (this.#orders.size === 0) return;
    const trails = [...this.#trails];
    for (const order of this.reach({ low: price, high: price }, time)) this.#triggered.push({ order, time });
    for (const [order, trail] of trails) {
      if (!trail.note(price, time)) continue;
      this.#trails.delete(order);
      this.#triggered.push({ order, time });
    }
  }

  /** The order that a trade of users triggered first, until it is taken out. */
  get triggered(): Triggered | undefined {
    return this.#triggered[0];
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#orders);
    checkpointer.value(this.#rising);
    checkpointer.value(this.#falling);
    checkpointer.entries(
      this.#trails,
      (order) => new Trail(order, this.#path, 0),
      (trail) => trail.checkpoint(checkpointer),
    );
    checkpointer.value(this.#triggered);
  }

  #insert(order: SpotOrder, { price, isRising }: Stop): void {
    const side = isRising ? this.#rising : this.#falling;
    const place = side.findIndex((one) => {
      const other = stopOf(one).price;
      return isRising ? other > price : other < price;
    });
    side.splice(place < 0 ? side.length : place, 0, order);
  }
}
