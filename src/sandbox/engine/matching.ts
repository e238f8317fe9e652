/**
 * The heart of the exchange: the orders that rest on one symbol, best price first and the oldest first at a price.
 * Prices are whole ticks and quantities whole lots. Nothing here knows of money: a plan says which orders an
 * incoming one would meet, and whoever carries it out reduces them.
 */

/** What an order does when it meets one of the same owner (interface document, Order-related enumerations). */
export type SelfTradePrevention = 'NONE' | 'EXPIRE_TAKER' | 'EXPIRE_MAKER' | 'EXPIRE_BOTH';

/** An order that can rest on a book. The last three fields are its place in the queue and belong to the book. */
export interface Resting<O> {
  /** Unique among the orders that rest on the book. */
  readonly key: string;
  readonly owner: number;
  readonly isBuy: boolean;
  /** In ticks. */
  readonly price: number;
  /** Lots that are not yet filled. */
  left: number;
  level: Level<O> | undefined;
  previous: O | undefined;
  next: O | undefined;
}

/** The orders at one price, the oldest first. */
export interface Level<O> {
  readonly price: number;
  first: O | undefined;
  last: O | undefined;
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

  /** How often an order came to rest or was taken off. */
  get changes(): number {
    return this.#changes;
  }

  /** Returns the prices of a side with all that rests at each, best first. */
  *levels(isBuy: boolean): Iterable<{ readonly price: number; readonly lots: number }> {
    const ladder = isBuy ? this.#bids : this.#asks;
    for (let depth = 0; ; depth += 1) {
      const level = ladder.behind(depth);
      if (level === undefined) return;
      let lots = 0;
      for (let order = level.first; order !== undefined; order = order.next) lots += order.left;
      yield { price: level.price, lots };
    }
  }

  /** Returns the resting order of a key. */
  find(key: string): O | undefined {
    return this.#orders.get(key);
  }

  /** Returns all resting orders, the first that came to rest first. */
  orders(): IterableIterator<O> {
    return this.#orders.values();
  }

  /** Puts an order behind all others at its price. Its key must not rest here already. */
  rest(order: O): void {
    if (this.#orders.has(order.key)) throw new Error(`an order rests already as ${order.key}`);
    this.#orders.set(order.key, order);
    this.#changes += 1;
    const level = (order.isBuy ? this.#bids : this.#asks).at(order.price);
    order.level = level;
    order.previous = level.last;
    order.next = undefined;
    if (level.last === undefined) level.first = order;
    else level.last.next = order;
    level.last = order;
  }

  /** Takes an order off the book. */
  remove(order: O): void {
    const { level, previous, next } = order;
    if (level === undefined || !this.#orders.delete(order.key)) {
      throw new Error(`no order rests as ${order.key}`);
    }
    if (previous === undefined) level.first = next;
    else previous.next = next;
    if (next === undefined) level.last = previous;
    else next.previous = previous;
    this.#changes += 1;
    order.level = undefined;
    order.previous = undefined;
    order.next = undefined;
    if (level.first === undefined) (order.isBuy ? this.#bids : this.#asks).drop(level);
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
    const ladder = isBuy ? this.#asks : this.#bids;
    const steps: Step<O>[] = [];
    let { lots: left, budget } = taking;
    let depth = 0;
    let maker = ladder.behind(0)?.first;
    let place = 0;
    let offer = offers?.(0);
    while (left > 0) {
      const isOffer =
        offer !== undefined && (maker === undefined || isBetter(offer.price, maker.price, isBuy));
      const price = isOffer ? offer!.price : maker?.price;
      if (price === undefined || (limit !== undefined && isBetter(limit, price, isBuy))) break;
      const isOwn = !isOffer && maker!.owner === owner && prevention !== 'NONE';
      const offered = isOwn ? 0 : Math.min(left, isOffer ? offer!.lots : maker!.left);
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
      } else {
        maker = maker!.next;
        if (maker === undefined) {
          depth += 1;
          maker = ladder.behind(depth)?.first;
        }
      }
    }
    return { steps, left, isPrevented: false, isSpent: false };
  }
}

/** Whether a taker prefers the first price. */
function isBetter(first: number, second: number, isBuy: boolean): boolean {
  return isBuy ? first < second : first > second;
}

function affordable(budget: bigint, price: number, lots: number): number {
  const most = budget / BigInt(price);
  return most < BigInt(lots) ? Number(most) : lots;
}

/** The levels of one side in order of price, the best last, since most comes and goes near the best. */
class Ladder<O> {
  readonly #levels: Level<O>[] = [];
  readonly #byPrice = new Map<number, Level<O>>();
  /** 1 where a higher price is better, -1 where a lower one is. */
  readonly #sign: 1 | -1;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  /** Returns the level that is `depth` levels behind the best. */
  behind(depth: number): Level<O> | undefined {
    return this.#levels[this.#levels.length - 1 - depth];
  }

  /** Returns the level of a price, a new one where there is none. */
  at(price: number): Level<O> {
    const known = this.#byPrice.get(price);
    if (known !== undefined) return known;
    const level: Level<O> = { price, first: undefined, last: undefined };
    this.#byPrice.set(price, level);
    const place = this.#placeOf(price);
    if (place === this.#levels.length) this.#levels.push(level);
    else this.#levels.splice(place, 0, level);
    return level;
  }

  drop(level: Level<O>): void {
    this.#byPrice.delete(level.price);
    if (this.behind(0) === level) this.#levels.pop();
    else this.#levels.splice(this.#placeOf(level.price), 1);
  }

  /** Returns the place of the first level that isn't worse than a price. */
  #placeOf(price: number): number {
    const levels = this.#levels;
    const sign = this.#sign;
    let low = 0;
    let high = levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((levels[middle]!.price - price) * sign < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
