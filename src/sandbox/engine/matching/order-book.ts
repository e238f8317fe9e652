/**
 * The heart of the exchange: the orders that rest on one symbol, best price first and the oldest first at a price.
 * Prices are whole ticks and quantities whole lots. Nothing here knows of money: a plan says which orders an
 * incoming one would meet, and whoever carries it out reduces them.
 */
import type { Checkpointer } from '../state/checkpointer.ts';
import { Ladder, type Level } from './price-levels.ts';

/** What an order does when it meets one of the same owner (interface document, Order-related enumerations). */
export type SelfTradePrevention = 'NONE' | 'EXPIRE_TAKER' | 'EXPIRE_MAKER' | 'EXPIRE_BOTH';

/** An order that can rest on a book. The last three fields are its place in the queue and belong to the book. */
export interface Resting<O> {
  /** Unique among the orders that rest on the book. */
  key: string;
  readonly owner: number;
  readonly isBuy: boolean;
  /** In ticks. */
  readonly price: number;
  /** Lots that are not yet filled. */
  left: number;
  /** What an iceberg shows at a time; absent or 0 for an order that shows all. */
  readonly slice?: number;
  /** Lots that an iceberg shows while it rests; the book's own. */
  shown?: number;
  level: Level<O> | undefined;
  previous: O | undefined;
  next: O | undefined;
}

/** What an incoming order wants. */
export interface Taking {
  readonly owner: number;
  readonly isBuy: boolean;
  /** The worst price in ticks; undefined takes any. */
  readonly limit: number | undefined;
  readonly lots: number;
  /** The most that it may be worth, in ticks times lots; undefined where only lots bound it. */
  readonly budget: bigint | undefined;
  readonly prevention: SelfTradePrevention;
}

/** Liquidity that belongs to no resting order, best price first; undefined behind the last offer. */
export type Offers = (place: number) => { readonly price: number; readonly lots: number } | undefined;

/** One meeting of the incoming order. */
export interface Step<O> {
  /** The resting order that is met, or undefined for liquidity from outside the book. */
  readonly maker: O | undefined;
  readonly price: number;
  /** Lots that change hands; 0 where a self-trade is prevented. */
  readonly lots: number;
}

export interface Plan<O> {
  readonly steps: readonly Step<O>[];
  /** Lots that nothing on the book can fill within limit and budget. */
  readonly left: number;
  /** Whether what is left expires because the next to be met is of the same owner. */
  readonly isPrevented: boolean;
  /** Whether the budget no longer pays for a lot. */
  readonly isSpent: boolean;
}

/** Resting orders of one symbol. */
export class RestingBook<O extends Resting<O>> {
  readonly #orders = new Map<string, O>();
  readonly #bids = new Ladder<O>(1);
  readonly #asks = new Ladder<O>(-1);
  #changes = 0;

  get size(): number {
    return this.#orders.size;
  }

  /** How often what is to be seen has changed. */
  get changes(): number {
    return this.#changes;
  }

  /** Returns the prices of a side with all that is shown at each, best first. */
  *levels(isBuy: boolean): Iterable<{ readonly price: number; readonly lots: number }> {
    const ladder = isBuy ? this.#bids : this.#asks;
    for (let depth = 0; ; depth += 1) {
      const level = ladder.behind(depth);
      if (level === undefined) return;
      let lots = 0;
      for (let order = level.first; order !== undefined; order = order.next) lots += seenOf(order);
      yield { price: level.price, lots };
    }
  }

  /** Returns the resting order of a key. */
  find(key: string): O | undefined {
    return this.#orders.get(key);
  }

  /** Returns all resting orders, in no order that matters. */
  orders(): IterableIterator<O> {
    return this.#orders.values();
  }

  /** Returns the resting orders of a side in order of price and time; the book must not change meanwhile. */
  *side(isBuy: boolean): Iterable<O> {
    const ladder = isBuy ? this.#bids : this.#asks;
    for (let depth = 0; ; depth += 1) {
      const level = ladder.behind(depth);
      if (level === undefined) return;
      for (let order = level.first; order !== undefined; order = order.next) yield order;
    }
  }

  /** Puts an order behind all others at its price. Its key must not rest here already. */
  rest(order: O): void {
    if (this.#orders.has(order.key)) throw new Error(`an order rests already as ${order.key}`);
    this.#orders.set(order.key, order);
    show(order, order.left);
    this.#queue(order);
  }

  /** Takes an order off the book. */
  remove(order: O): void {
    if (order.level === undefined || !this.#orders.delete(order.key)) {
      throw new Error(`no order rests as ${order.key}`);
    }
    this.#unqueue(order);
  }

  /**
   * Takes lots that were met off a resting order before its `left` is reduced by them. It leaves the book with its
   * last lot; an iceberg whose slice is used up shows the next one behind all others at its price.
   */
  take(order: O, lots: number): void {
    if (order.left === lots) this.remove(order);
    else if (order.slice) {
      order.shown = seenOf(order) - lots;
      if (order.shown > 0) return;
      this.#unqueue(order);
      show(order, order.left - lots);
      this.#queue(order);
    }
  }

  /** Makes a resting order smaller; it keeps its place. An iceberg shows less only where less is left. */
  reduce(order: O, left: number): void {
    order.left = left;
    if (order.slice) order.shown = Math.min(seenOf(order), left);
    this.#changes += 1;
  }

  /** Gives a resting order another key; it keeps its place. */
  rename(order: O, key: string): void {
    if (!this.#orders.delete(order.key)) throw new Error(`no order rests as ${order.key}`);
    order.key = key;
    this.#orders.set(key, order);
  }

  /** Orders are kept elsewhere; the book keeps in which order they came and how they stand in line. */
  checkpoint(checkpointer: Checkpointer): void {
    const all = checkpointer.value([...this.#orders.values()]);
    const inLine = checkpointer.value([...this.side(true), ...this.side(false)]);
    if (checkpointer.isRestoring) {
      for (const order of all) this.#orders.set(order.key, order);
      for (const order of inLine) this.#queue(order);
    }
    this.#changes = checkpointer.value(this.#changes);
  }

  #queue(order: O): void {
    const level = (order.isBuy ? this.#bids : this.#asks).at(order.price);
    order.level = level;
    order.previous = level.last;
    order.next = undefined;
    if (level.last === undefined) level.first = order;
    else level.last.next = order;
    level.last = order;
    this.#changes += 1;
  }

  #unqueue(order: O): void {
    const { level, previous, next } = order;
    if (level === undefined) throw new Error(`${order.key} does not rest`);
    if (previous === undefined) level.first = next;
    else previous.next = next;
    if (next === undefined) level.last = previous;
    else next.previous = previous;
    order.level = undefined;
    order.previous = undefined;
    order.next = undefined;
    if (level.first === undefined) (order.isBuy ? this.#bids : this.#asks).drop(level);
    this.#changes += 1;
  }

  /** Returns the level of the highest bid or the lowest ask. */
  best(isBuy: boolean): Level<O> | undefined {
    return (isBuy ? this.#bids : this.#asks).behind(0);
  }

  /**
   * Returns what an incoming order would meet, changing nothing: price before time, and at one price resting
   * orders before liquidity from outside (choice: an order of the procedural market has no time of arrival).
   */
  plan(taking: Taking, offers: Offers | undefined): Plan<O> {
    const { isBuy, limit, owner, prevention } = taking;
    const makers = new Makers(isBuy ? this.#asks : this.#bids);
    const steps: Step<O>[] = [];
    let { lots: left, budget } = taking;
    let place = 0;
    let offer = offers?.(0);
    while (left > 0) {
      const { maker } = makers;
      const isOffer =
        offer !== undefined && (maker === undefined || isBetter(offer.price, maker.price, isBuy));
      const price = isOffer ? offer!.price : maker?.price;
      if (price === undefined || (limit !== undefined && isBetter(limit, price, isBuy))) break;
      const isOwn = !isOffer && maker!.owner === owner && prevention !== 'NONE';
      const offered = isOwn ? 0 : Math.min(left, isOffer ? offer!.lots : makers.shown);
      let lots = offered;
      if (budget !== undefined) {
        lots = affordable(budget, price, offered);
        budget -= BigInt(price) * BigInt(lots);
      }
      if (lots > 0 || isOwn) steps.push({ maker: isOffer ? undefined : maker, price, lots });
      if (lots < offered) return { steps, left: left - lots, isPrevented: false, isSpent: true };
      if (isOwn && prevention !== 'EXPIRE_MAKER') return { steps, left, isPrevented: true, isSpent: false };
      left -= lots;
      if (isOffer) {
        place += 1;
        offer = offers!(place);
      } else makers.pass(isOwn);
    }
    return { steps, left, isPrevented: false, isSpent: false };
  }
}

/** The resting orders of a side as an incoming order meets them: an iceberg comes again with each slice. */
class Makers<O extends Resting<O>> {
  maker: O | undefined;
  /** What the maker shows this time. */
  shown = 0;
  readonly #ladder: Ladder<O>;
  #depth = 0;
  /** Lots behind what the maker shows. */
  #hidden = 0;
  /** Icebergs of this price whose next slices wait, in order. */
  #again: { readonly maker: O; readonly left: number }[] = [];
  #isAgain = false;

  constructor(ladder: Ladder<O>) {
    this.#ladder = ladder;
    this.#meet(ladder.behind(0)?.first);
  }

  /** Goes on to the next; the one that is left has nothing more to show, or is gone whole. */
  pass(isGone: boolean): void {
    const maker = this.maker!;
    if (this.#hidden > 0 && !isGone) this.#again.push({ maker, left: this.#hidden });
    const next = this.#isAgain ? undefined : maker.next;
    if (next !== undefined) this.#meet(next);
    else if (this.#again.length > 0) {
      const { maker: iceberg, left } = this.#again.shift()!;
      this.#isAgain = true;
      this.maker = iceberg;
      this.shown = Math.min(iceberg.slice ?? left, left);
      this.#hidden = left - this.shown;
    } else {
      this.#isAgain = false;
      this.#depth += 1;
      this.#meet(this.#ladder.behind(this.#depth)?.first);
    }
  }

  #meet(maker: O | undefined): void {
    this.maker = maker;
    if (maker === undefined) return;
    this.shown = seenOf(maker);
    this.#hidden = maker.left - this.shown;
  }
}

/** Returns the lots of an order that can be seen and met. */
function seenOf<O extends Resting<O>>({ slice, shown, left }: O): number {
  return slice ? (shown ?? left) : left;
}

/** Lets an iceberg show its next slice of what is left. */
function show<O extends Resting<O>>(order: O, left: number): void {
  if (order.slice) order.shown = Math.min(order.slice, left);
}

/** Whether a taker prefers the first price. */
function isBetter(first: number, second: number, isBuy: boolean): boolean {
  return isBuy ? first < second : first > second;
}

function affordable(budget: bigint, price: number, lots: number): number {
  const most = budget / BigInt(price);
  return most < BigInt(lots) ? Number(most) : lots;
}
