/**
 * The spot engine places, matches, fills and cancels orders. A rejected request changes nothing. Results
 * depend only on the requests and their times: reading never affects them.
 */

import type { OrderLimits } from '../../../catalogue/limits/sets.ts';
import type { Accounts, User } from '../ledger/accounts.ts';
import { UserEvents } from '../ledger/user-events.ts';
import { listSymbols, type MarketSymbol } from '../market/symbols.ts';
import type { LiquiditySource } from '../matching/liquidity.ts';
import type { UserActivity } from '../matching/public-market.ts';
import { TradeTape } from '../matching/trade-tape.ts';
import { orderRejected } from '../refusal.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { LastPriceLookup } from './commissions.ts';
import type { SpotContext } from './context.ts';
import { assertOpenLimits } from './count-filters.ts';
import { runSpotEvent } from './due-events.ts';
import { type SpotDueEvent, SpotInstrument } from './instrument.ts';
import { type ListRequest, type PlacedList, placeList } from './list-placement.ts';
import {
  type AmendedOrder,
  type AmendRequest,
  amendOrder,
  type CancelledOrder,
  type CancelRequest,
  cancelAllOrders,
  cancelList,
  cancelOrder,
  findOrder,
  type OrderIds,
} from './order-changes.ts';
import { OrderCounts } from './order-counts.ts';
import { type ListIds, OrderLists } from './order-lists.ts';
import type { OrderRequest, SpotOrder } from './orders.ts';
import { type PlacedOrder, placeOrder } from './placement.ts';
import { placeRoutedOrder, routedWith } from './sor.ts';
import { SpotUserEvents } from './user-events.ts';

export interface SpotOptions {
  readonly accounts: Accounts;
  readonly liquiditySource: LiquiditySource;
  readonly seed: number;
  readonly limits?: OrderLimits;
  /** Receives the events of users' accounts; if omitted, no events are sent. */
  readonly userEvents?: UserEvents;
  /**
   * Returns the tape that records the trades of a symbol; if omitted, tapes without market trades are used.
   */
  readonly tapeOf?: (symbol: MarketSymbol) => TradeTape;
}

export class SpotEngine {
  readonly counts: OrderCounts;
  readonly seed: number;
  readonly lists: OrderLists;
  readonly #accounts: Accounts;
  readonly #liquiditySource: LiquiditySource;
  readonly #context: SpotContext;
  readonly #tapeOf: (symbol: MarketSymbol) => TradeTape;
  readonly #instruments = new Map<MarketSymbol, SpotInstrument>();
  #now = 0;

  constructor({
    accounts,
    liquiditySource,
    seed,
    limits,
    tapeOf,
    userEvents = new UserEvents(),
  }: SpotOptions) {
    this.counts = new OrderCounts(limits);
    this.seed = seed;
    this.#accounts = accounts;
    this.lists = new OrderLists(accounts.names, (symbol, id) => this.instrumentOf(symbol).order(id)!);
    this.#liquiditySource = liquiditySource;
    this.#tapeOf = tapeOf ?? (() => new TradeTape(() => ({ aggregates: 0, trades: 0 })));
    this.#context = {
      accounts,
      counts: this.counts,
      userEvents: new SpotUserEvents(userEvents),
      lists: this.lists,
      seed,
      priceOf: this.priceOf,
      instruments: () => this.#instruments.values(),
    };
  }

  get instruments(): Iterable<SpotInstrument> {
    return this.#instruments.values();
  }

  /** Returns the instrument of a symbol if users have traded it. */
  findInstrument(symbol: MarketSymbol): SpotInstrument | undefined {
    return this.#instruments.get(symbol);
  }

  instrumentOf(symbol: MarketSymbol): SpotInstrument {
    let instrument = this.#instruments.get(symbol);
    if (instrument === undefined) {
      instrument = this.#createInstrument(symbol);
      this.#instruments.set(symbol, instrument);
    }
    return instrument;
  }

  /** Returns the simulated market's last price of a symbol by name. */
  readonly priceOf: LastPriceLookup = (name, time) => {
    const symbol = listSymbols().find((one) => one.name === name);
    if (symbol === undefined || !this.#liquiditySource.isTrading(symbol, time)) return undefined;
    return { ticks: this.#liquiditySource.lastPrice(symbol, time), decimals: symbol.tickDecimals };
  };

  /**
   * Executes the due events of all symbols in order of time up to `now`, and returns the engine's time:
   * `now`, or the latest time seen if the clock was set back.
   */
  runDueEvents(now: number): number {
    this.#now = Math.max(this.#now, now);
    for (;;) {
      const time = this.nextDueAt(this.#now);
      if (time === undefined) return this.#now;
      this.runDueEvent();
    }
  }

  /** Returns the time of the earliest due event up to and including `now`. */
  nextDueAt(now: number): number | undefined {
    this.#now = Math.max(this.#now, now);
    return this.#nextEvent()?.event.time;
  }

  /** Executes the earliest due event. */
  runDueEvent(): void {
    const next = this.#nextEvent();
    if (next === undefined) return;
    runSpotEvent(this.#context, next.instrument, next.event);
    this.#context.userEvents.emitBalances(next.event.time);
  }

  /**
   * Rejects orders that cannot be placed now, whatever the order book contains. The order test endpoint makes
   * the same check.
   */
  assertPlaceable(user: User, symbol: MarketSymbol, requests: readonly OrderRequest[], now: number): void {
    this.#assertTrading(symbol, now);
    assertOpenLimits(this.#context, this.instrumentOf(symbol), user, requests);
  }

  /** Places an order that satisfies the filters. `now` is the engine's time as returned by `runDueEvents`. */
  place(user: User, request: OrderRequest, now: number): PlacedOrder {
    this.#assertTrading(request.symbol, now);
    return this.#emitBalances(
      now,
      placeOrder(this.#context, this.instrumentOf(request.symbol), user, request, now),
    );
  }

  /** Places an order that smart order routing may fill from other symbols. */
  placeRouted(user: User, request: OrderRequest, now: number): PlacedOrder {
    const { symbol } = request;
    this.#assertTrading(symbol, now);
    const names = routedWith(symbol.name);
    const others = listSymbols().filter(
      (one) => names.includes(one.name) && this.#liquiditySource.isTrading(one, now),
    );
    return this.#emitBalances(
      now,
      placeRoutedOrder(
        this.#context,
        this.instrumentOf(symbol),
        others.map((one) => this.instrumentOf(one)),
        user,
        request,
        now,
      ),
    );
  }

  /** Places an order list. */
  placeList(user: User, symbol: MarketSymbol, request: ListRequest, now: number): PlacedList {
    this.#assertTrading(symbol, now);
    return this.#emitBalances(now, placeList(this.#context, this.instrumentOf(symbol), user, request, now));
  }

  /**
   * Cancels an open order of the user together with the other orders of its list. Rejects with -2011 if there
   * is no such order.
   */
  cancel(user: User, symbol: MarketSymbol, request: CancelRequest, now: number): CancelledOrder {
    return this.#emitBalances(now, cancelOrder(this.#context, this.instrumentOf(symbol), user, request, now));
  }

  /** Cancels the open orders of an order list. Rejects with -2011 if there are none. */
  cancelList(
    user: User,
    symbol: MarketSymbol,
    request: ListIds & Pick<CancelRequest, 'cancelClientOrderId'>,
    now: number,
  ): ReturnType<typeof cancelList> {
    return this.#emitBalances(now, cancelList(this.#context, this.instrumentOf(symbol), user, request, now));
  }

  /** Cancels all open orders of the user on a symbol. Rejects with -2011 if there are none. */
  cancelAll(user: User, symbol: MarketSymbol, now: number): readonly CancelledOrder[] {
    return this.#emitBalances(now, cancelAllOrders(this.#context, this.instrumentOf(symbol), user, now));
  }

  /** Reduces the quantity of an open order of the user. Rejects with -2038 if that is not possible. */
  amend(user: User, symbol: MarketSymbol, request: AmendRequest, now: number): AmendedOrder {
    return this.#emitBalances(now, amendOrder(this.#context, this.instrumentOf(symbol), user, request, now));
  }

  /** Returns an order of the user, open or closed. If both ids are given, the order must have both. */
  find(user: User, symbol: MarketSymbol, by: OrderIds): SpotOrder | undefined {
    return findOrder(this.instrumentOf(symbol), user, by);
  }

  *publicActivity(): Iterable<readonly [MarketSymbol, UserActivity]> {
    for (const instrument of this.#instruments.values()) yield [instrument.symbol, instrument.userActivity];
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.counts.checkpoint(checkpointer);
    this.lists.checkpoint(checkpointer);
    checkpointer.entries(
      this.#instruments,
      (symbol) => this.#createInstrument(symbol),
      (instrument) => instrument.checkpoint(checkpointer),
    );
    this.#context.userEvents.checkpoint(checkpointer);
    this.#now = checkpointer.value(this.#now);
  }

  #createInstrument(symbol: MarketSymbol): SpotInstrument {
    const { names } = this.#accounts;
    names.register('symbol', symbol.name, symbol);
    return new SpotInstrument(
      symbol,
      { liquiditySource: this.#liquiditySource, names, lists: this.lists },
      this.#tapeOf(symbol),
    );
  }

  #assertTrading(symbol: MarketSymbol, now: number): void {
    if (!this.#liquiditySource.isTrading(symbol, now)) throw orderRejected('Market is closed.');
  }

  #emitBalances<R>(now: number, result: R): R {
    this.#context.userEvents.emitBalances(now);
    return result;
  }

  #nextEvent(): { readonly instrument: SpotInstrument; readonly event: SpotDueEvent } | undefined {
    let next: { readonly instrument: SpotInstrument; readonly event: SpotDueEvent } | undefined;
    for (const instrument of this.#instruments.values()) {
      const event = instrument.nextEvent(this.#now);
      if (event === undefined) continue;
      const isEarlier =
        next === undefined ||
        event.time < next.event.time ||
        // Symbols are compared by name, because the sequence of the instruments depends on which symbol was traded
        // first.
        (event.time === next.event.time && instrument.symbol.name < next.instrument.symbol.name);
      if (isEarlier) next = { instrument, event };
    }
    return next;
  }
}
