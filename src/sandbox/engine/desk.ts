/** What happens on one symbol: its resting orders, every order and trade there ever was, and its liquidity. */
import { type Units, unitsOf } from './amounts.ts';
import { RestingBook } from './matching.ts';
import { type OrderFilters, readFilters } from './order-filters.ts';
import type { Fill, SpotOrder } from './orders.ts';
import type { UserTrading } from './public-market.ts';
import type { MarketSymbol } from './symbols.ts';
import type { Tape } from './tape.ts';
import { firstReach, Liquidity, type Venue } from './venue.ts';

/** How far ahead a quiet path is looked at in one go. */
const LOOK_AHEAD_MS = 3_600_000;

/** One user's part in a symbol. */
export interface UserHistory {
  /** Ids ascend. */
  readonly orders: SpotOrder[];
  /** Ids ascend. */
  readonly fills: Fill[];
  /** The last order of each client id. */
  readonly byClientId: Map<string, SpotOrder>;
  /** How many of the orders are open. */
  open: number;
}

/** What befalls a symbol's resting orders next: a trade of the market reaches them, or trading ends. */
export interface DeskEvent {
  readonly kind: 'reached' | 'closed';
  readonly time: number;
}

export class Desk {
  readonly symbol: MarketSymbol;
  readonly units: Units;
  readonly book = new RestingBook<SpotOrder>();
  readonly liquidity: Liquidity;
  /** Every trade of users. */
  readonly tape: Tape;
  readonly #venue: Venue;
  readonly #orders: SpotOrder[] = [];
  readonly #histories = new Map<number, UserHistory>();
  #filters: OrderFilters | undefined;
  #preventedMatches = 0;
  /** No trade of the market before this moment reaches an order that rests. */
  #quietUntil = 0;

  constructor(symbol: MarketSymbol, venue: Venue, tape: Tape) {
    this.symbol = symbol;
    this.units = unitsOf(symbol);
    this.liquidity = new Liquidity(venue, symbol);
    this.tape = tape;
    this.#venue = venue;
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

  get filters(): OrderFilters {
    this.#filters ??= readFilters(this.symbol, this.units);
    return this.#filters;
  }

  /** The id that the next order gets; they ascend from 1. */
  get nextOrderId(): number {
    return this.#orders.length + 1;
  }

  /** Returns the number of the next prevented self-trade; they ascend from 0. */
  nextPreventedMatchId(): number {
    this.#preventedMatches += 1;
    return this.#preventedMatches - 1;
  }

  order(orderId: number): SpotOrder | undefined {
    return this.#orders[orderId - 1];
  }

  /** Returns a user's part in the symbol, an empty one where there was none. */
  historyOf(userId: number): UserHistory {
    let history = this.#histories.get(userId);
    if (history === undefined) {
      history = { orders: [], fills: [], byClientId: new Map(), open: 0 };
      this.#histories.set(userId, history);
    }
    return history;
  }

  /** Writes a new order down. */
  record(order: SpotOrder): void {
    this.#orders.push(order);
    const history = this.historyOf(order.user.id);
    history.orders.push(order);
    history.byClientId.set(order.clientOrderId, order);
  }

  /** Puts an order on the book. Trades from `pathFrom` on may reach it: those are not in the book it came to. */
  rest(order: SpotOrder, pathFrom: number): void {
    const best = this.book.best(order.isBuy)?.price;
    const isFirst = this.book.size === 0;
    this.book.rest(order);
    this.historyOf(order.user.id).open += 1;
    if (isFirst) this.#quietUntil = pathFrom;
    else if (best === undefined || (order.isBuy ? order.price > best : order.price < best)) {
      this.#quietUntil = Math.min(this.#quietUntil, pathFrom);
    }
  }

  /** Takes an order off the book. */
  withdraw(order: SpotOrder): void {
    this.book.remove(order);
    this.historyOf(order.user.id).open -= 1;
  }

  /** Returns what happens next to resting orders, if it has happened by `now`. */
  nextEvent(now: number): DeskEvent | undefined {
    if (this.book.size === 0) return undefined;
    const end = this.symbol.delistedAt ?? Number.POSITIVE_INFINITY;
    while (this.#quietUntil <= now && this.#quietUntil < end) {
      const from = this.#quietUntil;
      const to = Math.min(Math.max(now + 1, from + LOOK_AHEAD_MS), end);
      const best = { bid: this.book.best(true)?.price, ask: this.book.best(false)?.price };
      const reached = firstReach(this.#venue, this.symbol, best, from, to);
      this.#quietUntil = reached ?? to;
      if (reached !== undefined && reached <= now) return { kind: 'reached', time: reached };
    }
    return end <= now ? { kind: 'closed', time: end } : undefined;
  }

  /** Returns the resting orders that trades within one ms reach, in the order in which they are filled. */
  reachedAt(time: number): readonly SpotOrder[] {
    const range = this.#venue.range(this.symbol, time, time + 1);
    if (range === undefined) return [];
    const reached = (isBuy: boolean) =>
      [...this.book.orders()]
        .filter((one) => one.isBuy === isBuy && (isBuy ? range.low <= one.price : range.high >= one.price))
        .sort((a, b) => (isBuy ? b.price - a.price : a.price - b.price));
    return [...reached(true), ...reached(false)];
  }
}
