/**
 * The spot exchange: orders are placed, matched, filled as the market moves, and cancelled. Whatever is refused
 * has changed nothing. What happens follows from the commands and their times alone: reading never matters.
 */

import type { Accounts, User } from '../ledger/accounts.ts';
import { UserEvents } from '../ledger/user-events.ts';
import { listSymbols, type MarketSymbol } from '../market/symbols.ts';
import type { Venue } from '../matching/liquidity.ts';
import { Tape } from '../matching/trade-tape.ts';
import { orderRejected } from '../refusal.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { PriceOf } from './commissions.ts';
import type { Floor } from './context.ts';
import { assertCounts } from './count-filters.ts';
import { runInstrumentEvent } from './due-events.ts';
import { Desk, type DeskEvent } from './instrument.ts';
import {
  type Amended,
  type Amending,
  amendOrder,
  type Cancelled,
  type Cancelling,
  cancelAll,
  cancelList,
  cancelOrder,
  findOrder,
  type OrderIds,
} from './order-changes.ts';
import { OrderCounts, type OrderLimits } from './order-counts.ts';
import { type ListIds, OrderLists } from './order-lists.ts';
import type { OrderList, OrderRequest, SpotOrder } from './orders.ts';
import { type ListRequest, type Placed, placeList, placeOrder } from './placement.ts';
import { SpotNotices } from './user-events.ts';

export interface SpotOptions {
  readonly accounts: Accounts;
  readonly liquiditySource: Venue;
  readonly seed: number;
  readonly limits?: Partial<OrderLimits>;
  /** Where users are told what happens; nobody is where absent. */
  readonly notices?: UserEvents;
  /** Returns where the trades of a symbol are written down; beside no others where absent. */
  readonly tapeOf?: (symbol: MarketSymbol) => Tape;
}

export class SpotEngine {
  readonly counts: OrderCounts;
  readonly seed: number;
  readonly lists: OrderLists;
  readonly #accounts: Accounts;
  readonly #venue: Venue;
  readonly #floor: Floor;
  readonly #tapeOf: (symbol: MarketSymbol) => Tape;
  readonly #desks = new Map<MarketSymbol, Desk>();
  #now = 0;

  constructor({
    accounts,
    liquiditySource: venue,
    seed,
    limits,
    tapeOf,
    notices = new UserEvents(),
  }: SpotOptions) {
    this.counts = new OrderCounts(limits);
    this.seed = seed;
    this.#accounts = accounts;
    this.lists = new OrderLists(accounts.names, (symbol, id) => this.deskOf(symbol).order(id)!);
    this.#venue = venue;
    this.#tapeOf = tapeOf ?? (() => new Tape(() => ({ aggregates: 0, trades: 0 })));
    this.#floor = {
      accounts,
      counts: this.counts,
      notices: new SpotNotices(notices),
      lists: this.lists,
      seed,
      priceOf: this.priceOf,
      desks: () => this.#desks.values(),
    };
  }

  get desks(): Iterable<Desk> {
    return this.#desks.values();
  }

  /** Returns the desk of a symbol that users came to. */
  findDesk(symbol: MarketSymbol): Desk | undefined {
    return this.#desks.get(symbol);
  }

  deskOf(symbol: MarketSymbol): Desk {
    let desk = this.#desks.get(symbol);
    if (desk === undefined) {
      desk = this.#newDesk(symbol);
      this.#desks.set(symbol, desk);
    }
    return desk;
  }

  /** Returns the last price of a symbol of the market itself, by name. */
  readonly priceOf: PriceOf = (name, time) => {
    const symbol = listSymbols().find((one) => one.name === name);
    if (symbol === undefined || !this.#venue.isTrading(symbol, time)) return undefined;
    return { ticks: this.#venue.lastPrice(symbol, time), decimals: symbol.tickDecimals };
  };

  /**
   * Lets all that the market did to open orders happen, in order of time over all symbols, and returns the
   * engine's time: `now`, or the latest it has seen where a clock was set back.
   */
  settle(now: number): number {
    this.#now = Math.max(this.#now, now);
    for (;;) {
      const time = this.nextDueAt(this.#now);
      if (time === undefined) return this.#now;
      this.runDueEvent();
    }
  }

  /** Returns when the market next does something to an open order, if it does by `now`. */
  nextDueAt(now: number): number | undefined {
    this.#now = Math.max(this.#now, now);
    return this.#nextEvent()?.event.time;
  }

  /** Lets that happen. */
  runDueEvent(): void {
    const next = this.#nextEvent();
    if (next === undefined) return;
    runInstrumentEvent(this.#floor, next.desk, next.event);
    this.#floor.notices.tellBalances(next.event.time);
  }

  /** Refuses orders that may not be placed now, whatever the book says: what order/test checks as well. */
  assertPlaceable(user: User, symbol: MarketSymbol, requests: readonly OrderRequest[], now: number): void {
    this.#assertTrading(symbol, now);
    assertCounts(this.#floor, this.deskOf(symbol), user, requests);
  }

  /** Places an order that keeps to the filters. `now` is the engine's time, as `settle` returned it. */
  place(user: User, request: OrderRequest, now: number): Placed {
    this.#assertTrading(request.symbol, now);
    return this.#told(now, placeOrder(this.#floor, this.deskOf(request.symbol), user, request, now));
  }

  /** Places two orders of which one cancels the other. */
  placeList(user: User, symbol: MarketSymbol, request: ListRequest, now: number): OrderList {
    this.#assertTrading(symbol, now);
    return this.#told(now, placeList(this.#floor, this.deskOf(symbol), user, request, now));
  }

  /** Cancels an open order of the user, and with it the other one of its list. Refuses with -2011. */
  cancel(user: User, symbol: MarketSymbol, cancelling: Cancelling, now: number): Cancelled {
    return this.#told(now, cancelOrder(this.#floor, this.deskOf(symbol), user, cancelling, now));
  }

  /** Cancels the open orders of a list. Refuses with -2011. */
  cancelList(
    user: User,
    symbol: MarketSymbol,
    cancelling: ListIds & Pick<Cancelling, 'cancelId'>,
    now: number,
  ): ReturnType<typeof cancelList> {
    return this.#told(now, cancelList(this.#floor, this.deskOf(symbol), user, cancelling, now));
  }

  /** Cancels all open orders of the user on a symbol. Refuses with -2011 where there are none. */
  cancelAll(user: User, symbol: MarketSymbol, now: number): readonly Cancelled[] {
    return this.#told(now, cancelAll(this.#floor, this.deskOf(symbol), user, now));
  }

  /** Makes an open order of the user smaller. Refuses with -2038. */
  amend(user: User, symbol: MarketSymbol, amending: Amending, now: number): Amended {
    return this.#told(now, amendOrder(this.#floor, this.deskOf(symbol), user, amending, now));
  }

  /** Returns an order of the user, open or not; with both ids it must have both. */
  find(user: User, symbol: MarketSymbol, by: OrderIds): SpotOrder | undefined {
    return findOrder(this.deskOf(symbol), user, by);
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.counts.checkpoint(checkpointer);
    this.lists.checkpoint(checkpointer);
    checkpointer.entries(
      this.#desks,
      (symbol) => this.#newDesk(symbol),
      (desk) => desk.checkpoint(checkpointer),
    );
    this.#floor.notices.checkpoint(checkpointer);
    this.#now = checkpointer.value(this.#now);
  }

  #newDesk(symbol: MarketSymbol): Desk {
    const { names } = this.#accounts;
    names.register('symbol', symbol.name, symbol);
    return new Desk(symbol, { venue: this.#venue, names, lists: this.lists }, this.#tapeOf(symbol));
  }

  #assertTrading(symbol: MarketSymbol, now: number): void {
    if (!this.#venue.isTrading(symbol, now)) throw orderRejected('Market is closed.');
  }

  #told<R>(now: number, result: R): R {
    this.#floor.notices.tellBalances(now);
    return result;
  }

  #nextEvent(): { readonly desk: Desk; readonly event: DeskEvent } | undefined {
    let next: { readonly desk: Desk; readonly event: DeskEvent } | undefined;
    for (const desk of this.#desks.values()) {
      const event = desk.nextEvent(this.#now);
      if (event === undefined) continue;
      const isEarlier =
        next === undefined ||
        event.time < next.event.time ||
        // Symbols are compared by name, since the order of desks depends on who asked first.
        (event.time === next.event.time && desk.symbol.name < next.desk.symbol.name);
      if (isEarlier) next = { desk, event };
    }
    return next;
  }
}
