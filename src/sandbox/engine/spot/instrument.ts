/** What happens on one symbol: its open orders, every order and trade there ever was, and its liquidity. */

import { MINUTE_MS } from '../../../core/time-units.ts';
import type { User } from '../ledger/accounts.ts';
import { type AmountUnits, unitsOf } from '../ledger/amounts.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import { firstReach, Liquidity, type PriceRange, type Venue } from '../matching/liquidity.ts';
import { RestingBook } from '../matching/order-book.ts';
import type { UserTrading } from '../matching/public-market.ts';
import { RecentTrades } from '../matching/recent-trades.ts';
import type { Tape } from '../matching/trade-tape.ts';
import type { Archive } from '../state/archive.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { NameRegistry } from '../state/names.ts';
import { type OrderFilters, readFilters } from './filter-values.ts';
import { DeskHistory, type UserHistory } from './history.ts';
import type { AveragePrice } from './order-filters.ts';
import type { OrderLists } from './order-lists.ts';
import type { PreventedMatch, SpotOrder } from './orders.ts';
import { StopBook } from './stop-orders.ts';

/** How far ahead a quiet path is looked at in one go. */
const LOOK_AHEAD_MS = 3_600_000;

/** What the desks of an exchange share. */
export interface DeskFloor {
  readonly venue: Venue;
  readonly names: NameRegistry;
  readonly lists: OrderLists;
}

/**
 * What befalls a symbol's open orders next: a trade of the market reaches resting ones or stop prices, or triggers
 * trailing ones; a trade of users has triggered one; or trading ends.
 */
export interface DeskEvent {
  readonly kind: 'reached' | 'stopped' | 'trailed' | 'triggered' | 'closed';
  readonly time: number;
}

export class Desk {
  readonly symbol: MarketSymbol;
  readonly units: AmountUnits;
  readonly book = new RestingBook<SpotOrder>();
  readonly stops: StopBook;
  readonly liquidity: Liquidity;
  /** Every trade of users. */
  readonly tape: Tape;
  readonly #venue: Venue;
  readonly #history: DeskHistory;
  readonly #recent: RecentTrades;
  #filters: OrderFilters | undefined;
  /** The average price as it was last asked for: many orders come within one ms. */
  #average: { readonly now: number; readonly count: number; readonly price: AveragePrice } | undefined;
  /** No trade of the market before this moment reaches an order that rests. */
  #quietUntil = 0;
  /** The same for stop prices. */
  #stopsQuietUntil = 0;

  constructor(symbol: MarketSymbol, { venue, names, lists }: DeskFloor, tape: Tape) {
    this.symbol = symbol;
    this.units = unitsOf(symbol);
    this.liquidity = new Liquidity(venue, symbol);
    this.stops = new StopBook((from, to) => venue.range(symbol, from, to));
    this.tape = tape;
    this.#recent = new RecentTrades(tape);
    this.#venue = venue;
    this.#history = new DeskHistory(names, lists);
  }

  /** What everybody sees of the users' trading. */
  get shown(): UserTrading {
    const { book, liquidity, tape } = this;
    return {
      tape,
      book: {
        changes: book.changes + tape.trades.length,
        levels: (isBids) => book.levels(isBids),
        taken: (isBids, step) => liquidity.taken(isBids, step),
      },
    };
  }

  /** Meetings of two orders of one user; ids ascend from 0. */
  get prevented(): Archive<PreventedMatch> {
    return this.#history.prevented;
  }

  get filters(): OrderFilters {
    this.#filters ??= readFilters(this.symbol, this.units);
    return this.#filters;
  }

  /** The id that the next order gets; they ascend from 1. */
  get nextOrderId(): number {
    return this.#history.nextOrderId;
  }

  order(orderId: number): SpotOrder | undefined {
    return this.#history.order(orderId);
  }

  /** Returns a user's part in the symbol, an empty one where there was none. */
  historyOf(userId: number): UserHistory {
    return this.#history.of(userId);
  }

  /** Returns the last order of a user that had a client id. */
  findByClientId(user: User, clientOrderId: string): SpotOrder | undefined {
    return this.#history.findByClientId(user, clientOrderId);
  }

  /** Returns the price of the last trade in ticks, of users or of the market itself. */
  lastPrice(now: number): number {
    const last = this.tape.trades.last;
    if (last === undefined || this.range(last.time + 1, now + 1) !== undefined) {
      return this.#venue.lastPrice(this.symbol, now);
    }
    return last.price;
  }

  /**
   * Returns the average price that filters go by, of the market and of users: weighted by volume, or the last price
   * where nothing was traded.
   */
  averagePrice(now: number): AveragePrice {
    const count = this.tape.trades.length;
    if (this.#average?.now !== now || this.#average.count !== count) {
      this.#average = { now, count, price: this.#averageAt(now) };
    }
    return this.#average.price;
  }

  #averageAt(now: number): AveragePrice {
    const { averageMinutes } = this.filters;
    const own = this.#venue.average(this.symbol, averageMinutes, now);
    const users = this.#recent.since(now - averageMinutes * MINUTE_MS);
    const lots = own.lots + users.lots;
    return lots > 0
      ? { value: own.value + users.value, lots }
      : { value: BigInt(this.lastPrice(now)), lots: 1 };
  }

  /** Returns the range of prices that the market itself traded from `from`, inclusive, to `to`, exclusive. */
  range(from: number, to: number): PriceRange | undefined {
    return this.#venue.range(this.symbol, from, to);
  }

  /** Returns whether an open order has a key. */
  isTaken(key: string): boolean {
    return this.book.find(key) !== undefined || this.stops.find(key) !== undefined;
  }

  /** Writes a new order down. */
  record(order: SpotOrder): void {
    this.#history.record(order);
  }

  /** Puts an order on the book. Trades from `pathFrom` on may reach it: those are not in the book it came to. */
  rest(order: SpotOrder, pathFrom: number): void {
    const best = this.book.best(order.isBuy)?.price;
    const isFirst = this.book.size === 0;
    order.pathFrom = pathFrom;
    this.book.rest(order);
    if (isFirst) this.#quietUntil = pathFrom;
    else if (best === undefined || (order.isBuy ? order.price > best : order.price < best)) {
      this.#quietUntil = Math.min(this.#quietUntil, pathFrom);
    }
  }

  /** Lets a stop order wait for trades from `pathFrom` on. */
  wait(order: SpotOrder, pathFrom: number): void {
    const isFirst = this.stops.size === 0;
    this.stops.add(order, pathFrom);
    this.#stopsQuietUntil = isFirst ? pathFrom : Math.min(this.#stopsQuietUntil, pathFrom);
  }

  /** Takes an open order off the book, or out of those that wait. */
  withdraw(order: SpotOrder): void {
    if (order.level !== undefined) this.book.remove(order);
    else this.stops.remove(order);
  }

  /** Gives an open order another client id; what it was known by is forgotten. */
  rename(order: SpotOrder, clientOrderId: string, key: string): void {
    if (order.level !== undefined) this.book.rename(order, key);
    else this.stops.rename(order, key);
    this.#history.rename(order, clientOrderId);
  }

  /** Returns what happens next to open orders, if it has happened by `now`. */
  nextEvent(now: number): DeskEvent | undefined {
    if (this.book.size === 0 && this.stops.size === 0) return undefined;
    const end = this.symbol.delistedAt ?? Number.POSITIVE_INFINITY;
    const events: (DeskEvent | undefined)[] = [this.#nextReach(now, end)];
    if (this.stops.size > 0) {
      const { triggered } = this.stops;
      events.push(this.#nextStop(now, end));
      if (triggered !== undefined) events.push({ kind: 'triggered', time: triggered.time });
    }
    if (end <= now) events.push({ kind: 'closed', time: end });
    const first = earliest(events);
    if (this.stops.size === 0) return first;
    // A trail is followed no further than to what comes first: trades of users that follow from it count as well.
    const time = this.stops.nextTrail(Math.min(first?.time ?? now, end - 1));
    return earliest([first, time === undefined ? undefined : { kind: 'trailed', time }]);
  }

  /**
   * Returns the resting orders that trades within one ms reach, in the order in which they are filled. That ms is
   * not looked at again.
   */
  reachedAt(time: number): readonly SpotOrder[] {
    this.#quietUntil = Math.max(this.#quietUntil, time + 1);
    const range = this.range(time, time + 1);
    if (range === undefined) return [];
    const reached: SpotOrder[] = [];
    for (const isBuy of [true, false]) {
      for (const order of this.book.side(isBuy)) {
        if (isBuy ? range.low > order.price : range.high < order.price) break;
        if (order.pathFrom <= time) reached.push(order);
      }
    }
    return reached;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#history.checkpoint(checkpointer);
    this.book.checkpoint(checkpointer);
    this.stops.checkpoint(checkpointer);
    this.liquidity.checkpoint(checkpointer);
    this.tape.checkpoint(checkpointer);
    this.#recent.checkpoint(checkpointer);
    this.#quietUntil = checkpointer.value(this.#quietUntil);
    this.#stopsQuietUntil = checkpointer.value(this.#stopsQuietUntil);
  }

  #nextReach(now: number, end: number): DeskEvent | undefined {
    if (this.book.size === 0) return undefined;
    const best = { bid: this.book.best(true)?.price, ask: this.book.best(false)?.price };
    const search = this.#search(best, this.#quietUntil, now, end);
    this.#quietUntil = search.quietUntil;
    return search.reached === undefined ? undefined : { kind: 'reached', time: search.reached };
  }

  #nextStop(now: number, end: number): DeskEvent | undefined {
    const first = { bid: this.stops.first(false), ask: this.stops.first(true) };
    if (first.bid === undefined && first.ask === undefined) {
      this.#stopsQuietUntil = Math.max(this.#stopsQuietUntil, now + 1);
      return undefined;
    }
    const search = this.#search(first, this.#stopsQuietUntil, now, end);
    this.#stopsQuietUntil = search.quietUntil;
    return search.reached === undefined ? undefined : { kind: 'stopped', time: search.reached };
  }

  #search(
    best: Parameters<typeof firstReach>[2],
    from: number,
    now: number,
    end: number,
  ): { readonly quietUntil: number; readonly reached: number | undefined } {
    let quietUntil = from;
    while (quietUntil <= now && quietUntil < end) {
      const to = Math.min(Math.max(now + 1, quietUntil + LOOK_AHEAD_MS), end);
      const reached = firstReach(this.#venue, this.symbol, best, quietUntil, to);
      quietUntil = reached ?? to;
      if (reached !== undefined && reached <= now) return { quietUntil, reached };
    }
    return { quietUntil, reached: undefined };
  }
}

/** Of those at one time the first is the earliest. */
function earliest(events: readonly (DeskEvent | undefined)[]): DeskEvent | undefined {
  return events.reduce((first, event) => {
    if (event === undefined) return first;
    return first === undefined || event.time < first.time ? event : first;
  }, undefined);
}
