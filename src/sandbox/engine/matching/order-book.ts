/**
 * The heart of the exchange: the orders that rest on one symbol, best price first and the oldest first at a price.
 * Prices are whole ticks and quantities whole lots. Nothing here knows of money: a plan says which orders an
 * incoming one would meet, and whoever carries it out reduces them.
 */
import type { Checkpointer } from '../state/checkpointer.ts';
import { type LevelQueue, PriceLadder } from './price-levels.ts';

/** What an order does when it meets one of the same owner (interface document, Order-related enumerations). */
export type SelfTradePrevention = 'NONE' | 'EXPIRE_TAKER' | 'EXPIRE_MAKER' | 'EXPIRE_BOTH';

/** An order that can rest on a book. The last three fields are its place in the queue and belong to the book. */
export interface RestingOrder<O> {
  /** Unique among the orders that rest on the book. */
  key: string;
  readonly owner: number;
  readonly isBuy: boolean;
  /** In ticks. */
  readonly price: number;
  /** Lots that are not yet filled. */
  remaining: number;
  /** What an iceberg shows at a time; absent or 0 for an order that shows all. */
  readonly icebergLots?: number;
  /** Lots that an iceberg shows while it rests; the book's own. */
  visibleLots?: number;
  level: LevelQueue<O> | undefined;
  previous: O | undefined;
  next: O | undefined;
}

/** What an incoming order wants. */
export interface IncomingOrder {
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
export type ExternalOffers = (index: number) => { readonly price: number; readonly lots: number } | undefined;

/** One meeting of the incoming order. */
export interface MatchStep<O> {
  /** The resting order that is met, or undefined for liquidity from outside the book. */
  readonly maker: O | undefined;
  readonly price: number;
  /** Lots that change hands; 0 where a self-trade is prevented. */
  readonly lots: number;
}

export interface MatchPlan<O> {
  readonly steps: readonly MatchStep<O>[];
  /** Lots that nothing on the book can fill within limit and budget. */
  readonly remaining: number;
  /** Whether what is left expires because the next to be met is of the same owner. */
  readonly isSelfTradePrevented: boolean;
  /** Whether the budget no longer pays for a lot. */
  readonly isBudgetSpent: boolean;
}

/** Resting orders of one symbol. */
export class OrderBook<O extends RestingOrder<O>> {
  readonly #orders = new Map<string, O>();
  readonly #bids = new PriceLadder<O>(1);
  readonly #asks = new PriceLadder<O>(-1);
  #changes = 0;

  get size(): number {
    return this.#orders.size;
  }

  /** How often what is to be seen has changed. */
  get changes(): number {
    return this.#changes;
  }

  /** Returns the prices of a side with all that is shown at each, best first. */
  *visibleLevels(isBuy: boolean): Iterable<{ readonly price: number; readonly lots: number }> {
    const ladder = isBuy ? this.#bids : this.#asks;
    for (let depth = 0; ; depth += 1) {
      const level = ladder.atDepth(depth);
      if (level === undefined) return;
      let lots = 0;
      for (let order = level.first; order !== undefined; order = order.next) lots += visibleLotsOf(order);
      yield { price: level.price, lots };
    }
  }

  /** Returns the resting order of a key. */
  find(key: string): O | undefined {
    return this.#orders.get(key);
  }

  /** Returns all resting orders, in no order that matters. */
  allOrders(): IterableIterator<O> {
    return this.#orders.values();
  }

  /** Returns the resting orders of a side in order of price and time; the book must not change meanwhile. */
  *sideOrders(isBuy: boolean): Iterable<O> {
    const ladder = isBuy ? this.#bids : this.#asks;
    for (let depth = 0; ; depth += 1) {
      const level = ladder.atDepth(depth);
      if (level === undefined) return;
      for (let order = level.first; order !== undefined; order = order.next) yield order;
    }
  }

  /** Puts an order behind all others at its price. Its key must not rest here already. */
  rest(order: O): void {
    if (this.#orders.has(order.key)) throw new Error(`an order rests already as ${order.key}`);
    this.#orders.set(order.key, order);
    refillIceberg(order, order.remaining);
    this.#enqueue(order);
  }

  /** Takes an order off the book. */
  remove(order: O): void {
    if (order.level === undefined || !this.#orders.delete(order.key)) {
      throw new Error(`no order rests as ${order.key}`);
    }
    this.#dequeue(order);
  }

  /**
   * Takes lots that were met off a resting order before its `left` is reduced by them. It leaves the book with its
   * last lot; an iceberg whose slice is used up shows the next one behind all others at its price.
   */
  fillMaker(order: O, lots: number): void {
    if (order.remaining === lots) this.remove(order);
    else if (order.icebergLots) {
      order.visibleLots = visibleLotsOf(order) - lots;
      if (order.visibleLots > 0) return;
      this.#dequeue(order);
      refillIceberg(order, order.remaining - lots);
      this.#enqueue(order);
    }
  }

  /** Makes a resting order smaller; it keeps its place. An iceberg shows less only where less is left. */
  reduceQuantity(order: O, remaining: number): void {
    order.remaining = remaining;
    if (order.icebergLots) order.visibleLots = Math.min(visibleLotsOf(order), remaining);
    this.#changes += 1;
  }

  /** Gives a resting order another key; it keeps its place. */
  changeKey(order: O, key: string): void {
    if (!this.#orders.delete(order.key)) throw new Error(`no order rests as ${order.key}`);
    order.key = key;
    this.#orders.set(key, order);
  }

  /** Orders are kept elsewhere; the book keeps in which order they came and how they stand in line. */
  checkpoint(checkpointer: Checkpointer): void {
    const orders = checkpointer.value([...this.#orders.values()]);
    const queued = checkpointer.value([...this.sideOrders(true), ...this.sideOrders(false)]);
    if (checkpointer.isRestoring) {
      for (const order of orders) this.#orders.set(order.key, order);
      for (const order of queued) this.#enqueue(order);
    }
    this.#changes = checkpointer.value(this.#changes);
  }

  #enqueue(order: O): void {
    const level = (order.isBuy ? this.#bids : this.#asks).getOrCreate(order.price);
    order.level = level;
    order.previous = level.last;
    order.next = undefined;
    if (level.last === undefined) level.first = order;
    else level.last.next = order;
    level.last = order;
    this.#changes += 1;
  }

  #dequeue(order: O): void {
    const { level, previous, next } = order;
    if (level === undefined) throw new Error(`${order.key} does not rest`);
    if (previous === undefined) level.first = next;
    else previous.next = next;
    if (next === undefined) level.last = previous;
    else next.previous = previous;
    order.level = undefined;
    order.previous = undefined;
    order.next = undefined;
    if (level.first === undefined) (order.isBuy ? this.#bids : this.#asks).remove(level);
    this.#changes += 1;
  }

  /** Returns the level of the highest bid or the lowest ask. */
  best(isBuy: boolean): LevelQueue<O> | undefined {
    return (isBuy ? this.#bids : this.#asks).atDepth(0);
  }

  /**
   * Returns what an incoming order would meet, changing nothing: price before time, and at one price resting
   * orders before liquidity from outside (choice: an order of the procedural market has no time of arrival).
   */
  planMatch(incoming: IncomingOrder, offers: ExternalOffers | undefined): MatchPlan<O> {
    const { isBuy, limit, owner, prevention } = incoming;
    const makers = new MakerCursor(isBuy ? this.#asks : this.#bids);
    const steps: MatchStep<O>[] = [];
    let { lots: remaining, budget } = incoming;
    let index = 0;
    let offer = offers?.(0);
    while (remaining > 0) {
      const { maker } = makers;
      const isOffer =
        offer !== undefined && (maker === undefined || isBetterPrice(offer.price, maker.price, isBuy));
      const price = isOffer ? offer!.price : maker?.price;
      if (price === undefined || (limit !== undefined && isBetterPrice(limit, price, isBuy))) break;
      const isOwn = !isOffer && maker!.owner === owner && prevention !== 'NONE';
      const offered = isOwn ? 0 : Math.min(remaining, isOffer ? offer!.lots : makers.visibleLots);
      let lots = offered;
      if (budget !== undefined) {
        lots = affordableLots(budget, price, offered);
        budget -= BigInt(price) * BigInt(lots);
      }
      if (lots > 0 || isOwn) steps.push({ maker: isOffer ? undefined : maker, price, lots });
      if (lots < offered)
        return { steps, remaining: remaining - lots, isSelfTradePrevented: false, isBudgetSpent: true };
      if (isOwn && prevention !== 'EXPIRE_MAKER')
        return { steps, remaining, isSelfTradePrevented: true, isBudgetSpent: false };
      remaining -= lots;
      if (isOffer) {
        index += 1;
        offer = offers!(index);
      } else makers.advance(isOwn);
    }
    return { steps, remaining, isSelfTradePrevented: false, isBudgetSpent: false };
  }
}

/** The resting orders of a side as an incoming order meets them: an iceberg comes again with each slice. */
class MakerCursor<O extends RestingOrder<O>> {
  maker: O | undefined;
  /** What the maker shows this time. */
  visibleLots = 0;
  readonly #ladder: PriceLadder<O>;
  #depth = 0;
  /** Lots behind what the maker shows. */
  #hiddenLots = 0;
  /** Icebergs of this price whose next slices wait, in order. */
  #refills: { readonly maker: O; readonly remaining: number }[] = [];
  #isRefilling = false;

  constructor(ladder: PriceLadder<O>) {
    this.#ladder = ladder;
    this.#moveTo(ladder.atDepth(0)?.first);
  }

  /** Goes on to the next; the one that is left has nothing more to show, or is gone whole. */
  advance(isRemoved: boolean): void {
    const maker = this.maker!;
    if (this.#hiddenLots > 0 && !isRemoved) this.#refills.push({ maker, remaining: this.#hiddenLots });
    const next = this.#isRefilling ? undefined : maker.next;
    if (next !== undefined) this.#moveTo(next);
    else if (this.#refills.length > 0) {
      const { maker: nextMaker, remaining: left } = this.#refills.shift()!;
      this.#isRefilling = true;
      this.maker = nextMaker;
      this.visibleLots = Math.min(nextMaker.icebergLots ?? left, left);
      this.#hiddenLots = left - this.visibleLots;
    } else {
      this.#isRefilling = false;
      this.#depth += 1;
      this.#moveTo(this.#ladder.atDepth(this.#depth)?.first);
    }
  }

  #moveTo(maker: O | undefined): void {
    this.maker = maker;
    if (maker === undefined) return;
    this.visibleLots = visibleLotsOf(maker);
    this.#hiddenLots = maker.remaining - this.visibleLots;
  }
}

/** Returns the lots of an order that can be seen and met. */
function visibleLotsOf<O extends RestingOrder<O>>({
  icebergLots: slice,
  visibleLots: shown,
  remaining: left,
}: O): number {
  return slice ? (shown ?? left) : left;
}

/** Lets an iceberg show its next slice of what is left. */
function refillIceberg<O extends RestingOrder<O>>(order: O, remaining: number): void {
  if (order.icebergLots) order.visibleLots = Math.min(order.icebergLots, remaining);
}

/** Whether a taker prefers the first price. */
function isBetterPrice(first: number, second: number, isBuy: boolean): boolean {
  return isBuy ? first < second : first > second;
}

function affordableLots(budget: bigint, price: number, lots: number): number {
  const affordableMax = budget / BigInt(price);
  return affordableMax < BigInt(lots) ? Number(affordableMax) : lots;
}
