/**
 * The order book of one symbol: resting orders by price, then by time. Prices are whole ticks, quantities
 * whole lots. The book knows nothing of balances: a match plan lists the orders that an incoming order would
 * match, and the caller executes the plan.
 */
import type { Checkpointer } from '../state/checkpointer.ts';
import { type LevelQueue, PriceLadder } from './price-levels.ts';
import type { QueuePosition } from './queue-position.ts';

/**
 * What happens to an order that would match another order of the same owner (interface document,
 * Order-related enumerations; the last two are spot modes of today's interface).
 */
export type SelfTradePrevention =
  | 'NONE'
  | 'EXPIRE_TAKER'
  | 'EXPIRE_MAKER'
  | 'EXPIRE_BOTH'
  | 'DECREMENT'
  | 'TRANSFER';

/**
 * An order that can rest on the book. The last three fields are its queue position and are set by the book
 * alone.
 */
export interface RestingOrder<O> {
  /** The key of the order, unique among the orders on the book. */
  key: string;
  readonly owner: number;
  readonly isBuy: boolean;
  /** In ticks. */
  readonly price: number;
  /** Lots not yet filled. */
  remaining: number;
  /** Iceberg quantity: the lots shown at a time. Absent or 0 for an order that is shown in full. */
  readonly icebergLots?: number;
  /** The lots that an iceberg order shows at present. Only the order book sets this field. */
  visibleLots?: number;
  level: LevelQueue<O> | undefined;
  previous: O | undefined;
  next: O | undefined;
}

/** An order that is to be matched. */
export interface IncomingOrder {
  readonly owner: number;
  readonly isBuy: boolean;
  /** The worst acceptable price in ticks, or undefined for any price. */
  readonly limit: number | undefined;
  readonly lots: number;
  /** The maximum value of all fills in ticks times lots, or undefined if only the lots are limited. */
  readonly budget: bigint | undefined;
  readonly selfTradePrevention: SelfTradePrevention;
}

/** Liquidity from outside the book, best price first; undefined beyond the last offer. */
export type ExternalOffers = (index: number) => { readonly price: number; readonly lots: number } | undefined;

/** One match of the incoming order. */
export interface MatchStep<O> {
  /** The resting order that is matched, or undefined for liquidity from outside the book. */
  readonly maker: O | undefined;
  readonly price: number;
  /** The traded lots; 0 if self-trade prevention applies. */
  readonly lots: number;
  /** The lots by which self-trade prevention reduces both orders; absent where it does not reduce them. */
  readonly preventedLots?: number;
}

export interface MatchPlan<O> {
  readonly steps: readonly MatchStep<O>[];
  /** The lots of the order that stay unfilled, because of its limit price or of the quote amount that it may spend. */
  readonly remaining: number;
  /** Whether the remaining lots expire because the next order in line belongs to the same owner. */
  readonly isSelfTradePrevented: boolean;
  /** Whether the rest of the budget does not pay for one more lot. */
  readonly isBudgetSpent: boolean;
}

/** The resting orders of one symbol. */
export class OrderBook<O extends RestingOrder<O>> {
  readonly #orders = new Map<string, O>();
  readonly #bids = new PriceLadder<O>(1);
  readonly #asks = new PriceLadder<O>(-1);
  /**
   * The quantity of the simulated market that is ahead of an order in its queue, by the order's key; absent
   * if nothing is ahead.
   */
  readonly #queues = new Map<string, QueuePosition>();
  #changes = 0;

  get size(): number {
    return this.#orders.size;
  }

  /** The number of changes to what the public order book shows. */
  get changes(): number {
    return this.#changes;
  }

  /** Returns the price levels of a side with the lots shown at each, best first. */
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

  /** Returns the resting order with a key. */
  find(key: string): O | undefined {
    return this.#orders.get(key);
  }

  /** Returns all resting orders in the order in which they were added. */
  allOrders(): IterableIterator<O> {
    return this.#orders.values();
  }

  /**
   * Returns the resting orders of a side by price, then by time. The book must not change during the
   * iteration.
   */
  *sideOrders(isBuy: boolean): Iterable<O> {
    const ladder = isBuy ? this.#bids : this.#asks;
    for (let depth = 0; ; depth += 1) {
      const level = ladder.atDepth(depth);
      if (level === undefined) return;
      for (let order = level.first; order !== undefined; order = order.next) yield order;
    }
  }

  /** Returns the simulated market's queue ahead of a resting order; undefined if there is none. */
  queuePosition({ key }: O): QueuePosition | undefined {
    return this.#queues.get(key);
  }

  setQueuePosition({ key }: O, position: QueuePosition): void {
    this.#queues.set(key, position);
  }

  /** Adds an order at the end of the queue at its price. Throws if its key is in use. */
  rest(order: O): void {
    if (this.#orders.has(order.key)) throw new Error(`an order rests already as ${order.key}`);
    this.#orders.set(order.key, order);
    refillIceberg(order, order.remaining);
    this.#enqueue(order);
  }

  /** Removes an order from the book. */
  remove(order: O): void {
    if (order.level === undefined || !this.#orders.delete(order.key)) {
      throw new Error(`no order rests as ${order.key}`);
    }
    this.#queues.delete(order.key);
    this.#dequeue(order);
  }

  /**
   * Accounts for a fill of a resting order, before the caller reduces `remaining`. A filled order leaves the
   * book; an iceberg whose visible lots are used up shows the next lots at the end of the queue at its price.
   */
  fillMaker(order: O, lots: number): void {
    if (order.remaining === lots) this.remove(order);
    else if (order.icebergLots) {
      order.visibleLots = visibleLotsOf(order) - lots;
      if (order.visibleLots > 0) return;
      this.#dequeue(order);
      refillIceberg(order, order.remaining - lots);
      this.#enqueue(order);
      const position = this.#queues.get(order.key);
      if (position !== undefined) this.#queues.set(order.key, { ...position, lots: position.joinedBehind });
    }
  }

  /**
   * Takes lots off a resting order that keeps the rest; an iceberg order shows its next lots as after a fill.
   */
  takeLots(order: O, lots: number): void {
    this.fillMaker(order, lots);
    order.remaining -= lots;
    this.#changes += 1;
  }

  /**
   * Reduces the remaining quantity of an order, which keeps its priority. An iceberg shows less only if less
   * remains.
   */
  reduceQuantity(order: O, remaining: number): void {
    order.remaining = remaining;
    if (order.icebergLots) order.visibleLots = Math.min(visibleLotsOf(order), remaining);
    this.#changes += 1;
  }

  /** Changes the key of an order, which keeps its priority. */
  changeKey(order: O, key: string): void {
    if (!this.#orders.delete(order.key)) throw new Error(`no order rests as ${order.key}`);
    const position = this.#queues.get(order.key);
    this.#queues.delete(order.key);
    order.key = key;
    this.#orders.set(key, order);
    if (position !== undefined) this.#queues.set(key, position);
  }

  /**
   * Writes or restores the book's sequence number and the orders' queue positions; the orders themselves are
   * stored elsewhere.
   */
  checkpoint(checkpointer: Checkpointer): void {
    const orders = checkpointer.value([...this.#orders.values()]);
    const queued = checkpointer.value([...this.sideOrders(true), ...this.sideOrders(false)]);
    if (checkpointer.isRestoring) {
      for (const order of orders) this.#orders.set(order.key, order);
      for (const order of queued) this.#enqueue(order);
    }
    checkpointer.value(this.#queues);
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

  /** Returns the price level of the highest bid or of the lowest ask. */
  best(isBuy: boolean): LevelQueue<O> | undefined {
    return (isBuy ? this.#bids : this.#asks).atDepth(0);
  }

  /**
   * Returns the matches of an incoming order without changing anything: by price, then by time, and at equal
   * prices resting orders before liquidity from outside (our choice: an order of the simulated market has no time
   * of arrival).
   */
  planMatch(incoming: IncomingOrder, offers: ExternalOffers | undefined): MatchPlan<O> {
    const { isBuy, limit, owner, selfTradePrevention } = incoming;
    const opposite = new OppositeSide(isBuy ? this.#asks : this.#bids, offers, isBuy);
    const steps: MatchStep<O>[] = [];
    let { lots: remaining, budget } = incoming;
    while (remaining > 0) {
      const { maker, price } = opposite;
      if (price === undefined || (limit !== undefined && isBetterPrice(limit, price, isBuy))) break;
      const prevention = maker?.owner === owner ? selfTradePrevention : 'NONE';
      if (expiresOrder(prevention)) {
        steps.push({ maker, price, lots: 0 });
        if (prevention !== 'EXPIRE_MAKER')
          return { steps, remaining, isSelfTradePrevented: true, isBudgetSpent: false };
        opposite.advance(true);
        continue;
      }
      const available = Math.min(remaining, opposite.lots);
      let lots = available;
      if (budget !== undefined) {
        lots = affordableLots(budget, price, available);
        budget -= BigInt(price) * BigInt(lots);
      }
      if (lots > 0) steps.push(stepOf(maker, price, lots, prevention));
      remaining -= lots;
      if (lots < available) return { steps, remaining, isSelfTradePrevented: false, isBudgetSpent: true };
      opposite.advance(false);
    }
    return { steps, remaining, isSelfTradePrevented: false, isBudgetSpent: false };
  }
}

/** The resting orders of a side merged with liquidity from outside the book, in matching order. */
class OppositeSide<O extends RestingOrder<O>> {
  /** The current resting order; undefined for liquidity from outside the book. */
  maker: O | undefined;
  /** The current price in ticks; undefined at the end. */
  price: number | undefined;
  /** The lots that the current order or offer has available. */
  lots = 0;
  readonly #makers: MakerCursor<O>;
  readonly #offers: ExternalOffers | undefined;
  readonly #isBuy: boolean;
  #offer: ReturnType<ExternalOffers>;
  #offerIndex = 0;

  constructor(ladder: PriceLadder<O>, offers: ExternalOffers | undefined, isBuy: boolean) {
    this.#makers = new MakerCursor(ladder);
    this.#offers = offers;
    this.#isBuy = isBuy;
    this.#offer = offers?.(0);
    this.#select();
  }

  /**
   * Moves on from the current order or offer, which is used up; of an order that is removed, no further lots
   * are shown.
   */
  advance(isRemoved: boolean): void {
    if (this.maker === undefined) {
      this.#offerIndex += 1;
      this.#offer = this.#offers!(this.#offerIndex);
    } else this.#makers.advance(isRemoved);
    this.#select();
  }

  #select(): void {
    const { maker, visibleLots } = this.#makers;
    const offer = this.#offer;
    if (
      offer !== undefined &&
      (maker === undefined || isBetterPrice(offer.price, maker.price, this.#isBuy))
    ) {
      this.maker = undefined;
      this.price = offer.price;
      this.lots = offer.lots;
    } else {
      this.maker = maker;
      this.price = maker?.price;
      this.lots = visibleLots;
    }
  }
}

/**
 * Walks through the resting orders of a side in matching order. An iceberg comes up again for every refill.
 */
class MakerCursor<O extends RestingOrder<O>> {
  maker: O | undefined;
  /** The lots that the current maker shows. */
  visibleLots = 0;
  readonly #ladder: PriceLadder<O>;
  #depth = 0;
  /** The lots that the current maker hides. */
  #hiddenLots = 0;
  /** Icebergs at the current price that wait for their next refill, in order. */
  #refills: { readonly maker: O; readonly remaining: number }[] = [];
  #isRefilling = false;

  constructor(ladder: PriceLadder<O>) {
    this.#ladder = ladder;
    this.#moveTo(ladder.atDepth(0)?.first);
  }

  /** Moves to the next resting order; the current one is used up, or is removed altogether. */
  advance(isRemoved: boolean): void {
    const maker = this.maker!;
    if (this.#hiddenLots > 0 && !isRemoved) this.#refills.push({ maker, remaining: this.#hiddenLots });
    const next = this.#isRefilling ? undefined : maker.next;
    if (next !== undefined) this.#moveTo(next);
    else if (this.#refills.length > 0) {
      const { maker: nextMaker, remaining } = this.#refills.shift()!;
      this.#isRefilling = true;
      this.maker = nextMaker;
      this.visibleLots = Math.min(nextMaker.icebergLots ?? remaining, remaining);
      this.#hiddenLots = remaining - this.visibleLots;
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

/**
 * Returns whether a self-trade prevention mode expires the remaining quantity of the taker, of the maker, or
 * of both.
 */
function expiresOrder(mode: SelfTradePrevention): boolean {
  return mode === 'EXPIRE_TAKER' || mode === 'EXPIRE_MAKER' || mode === 'EXPIRE_BOTH';
}

/**
 * Returns the next step of matching two orders: a trade, or the lots by which the self-trade prevention modes
 * DECREMENT and TRANSFER reduce both. TRANSFER would also move this quantity between two accounts of a trade
 * group; for orders of one account it works as DECREMENT (spot API documentation, Self-trade prevention).
 */
function stepOf<O>(
  maker: O | undefined,
  price: number,
  lots: number,
  mode: SelfTradePrevention,
): MatchStep<O> {
  return mode === 'NONE' ? { maker, price, lots } : { maker, price, lots: 0, preventedLots: lots };
}

/** Returns the visible lots of an order, which are those that can be matched. */
function visibleLotsOf<O extends RestingOrder<O>>({ icebergLots, visibleLots, remaining }: O): number {
  return icebergLots ? (visibleLots ?? remaining) : remaining;
}

/** Makes an iceberg show its next lots out of those remaining. */
function refillIceberg<O extends RestingOrder<O>>(order: O, remaining: number): void {
  if (order.icebergLots) order.visibleLots = Math.min(order.icebergLots, remaining);
}

/** Returns whether the first of two prices is better for the taker. */
function isBetterPrice(first: number, second: number, isBuy: boolean): boolean {
  return isBuy ? first < second : first > second;
}

function affordableLots(budget: bigint, price: number, lots: number): number {
  const affordableMax = budget / BigInt(price);
  return affordableMax < BigInt(lots) ? Number(affordableMax) : lots;
}
