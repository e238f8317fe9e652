/** The state of one spot symbol: its open orders, its order and trade history, and its liquidity. */

import { HOUR_MS, MINUTE_MS } from '../../../core/time-units.ts';
import type { User } from '../ledger/accounts.ts';
import { type AmountUnits, unitsOf } from '../ledger/amounts.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { AggregateTrade } from '../market/time-span.ts';
import type { PriceRange } from '../market/trade-summary.ts';
import { findFirstTouch, Liquidity, type LiquiditySource } from '../matching/liquidity.ts';
import { OrderBook } from '../matching/order-book.ts';
import type { UserActivity } from '../matching/public-market.ts';
import { RecentTrades } from '../matching/recent-trades.ts';
import type { TradeTape } from '../matching/trade-tape.ts';
import type { Archive } from '../state/archive.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { NameRegistry } from '../state/name-registry.ts';
import { type OrderFilters, readFilters } from './filter-values.ts';
import { SpotHistory, type UserHistory } from './history.ts';
import type { AveragePrice } from './order-filters.ts';
import type { OrderLists } from './order-lists.ts';
import type { PreventedMatch, SpotOrder } from './orders.ts';
import { StopBook } from './stop-orders.ts';

/** How far ahead one search for trades that affect orders goes, in ms. */
const LOOK_AHEAD_MS = HOUR_MS;

/** What all instruments of an exchange share. */
export interface SpotInstrumentOptions {
  readonly liquiditySource: LiquiditySource;
  readonly names: NameRegistry;
  readonly lists: OrderLists;
}

/**
 * The next event of a symbol's open orders: trades of the simulated market reach resting orders (touched) or
 * stop prices (stopped), or trigger trailing stops (trailed); a user's trade triggered a stop (triggered);
 * the working order of a list was filled (released); or trading ends (closed).
 */
export interface SpotDueEvent {
  readonly kind: 'reached' | 'stopped' | 'trailed' | 'triggered' | 'released' | 'closed';
  readonly time: number;
}

/** A working order, and the time at which it was filled. */
export interface FilledWorkingOrder {
  readonly order: SpotOrder;
  readonly time: number;
}

export class SpotInstrument {
  readonly symbol: MarketSymbol;
  readonly units: AmountUnits;
  readonly book = new OrderBook<SpotOrder>();
  readonly stops: StopBook;
  /** Orders that wait for the working order of their list, by key. */
  readonly pending = new Map<string, SpotOrder>();
  readonly liquidity: Liquidity;
  /** All trades of users. */
  readonly tape: TradeTape;
  readonly #liquiditySource: LiquiditySource;
  readonly #history: SpotHistory;
  readonly #recentTrades: RecentTrades;
  #filters: OrderFilters | undefined;
  /** The average price that was computed last: many orders may need it within one ms. */
  #averageCache: { readonly now: number; readonly count: number; readonly price: AveragePrice } | undefined;
  /**
   * Filled working orders whose pending orders are to be placed, each with the time at which it was filled.
   */
  #released: FilledWorkingOrder[] = [];
  #allocations = 0;
  /** The time before which no trade of the simulated market reaches a resting order, in ms. */
  #untouchedUntil = 0;
  /** The time before which no trade of the simulated market reaches a stop price, in ms. */
  #stopsUntouchedUntil = 0;

  constructor(
    symbol: MarketSymbol,
    { liquiditySource, names, lists }: SpotInstrumentOptions,
    tape: TradeTape,
  ) {
    this.symbol = symbol;
    this.units = unitsOf(symbol);
    this.liquidity = new Liquidity(liquiditySource, symbol);
    this.stops = new StopBook((from, to) => liquiditySource.range(symbol, from, to));
    this.tape = tape;
    this.#recentTrades = new RecentTrades(tape);
    this.#liquiditySource = liquiditySource;
    this.#history = new SpotHistory(names, lists);
  }

  /** The users' orders and trades as the public market shows them. */
  get userActivity(): UserActivity {
    const { book, liquidity, tape } = this;
    return {
      tape,
      book: {
        changes: book.changes + tape.trades.length,
        levels: (isBids) => book.visibleLevels(isBids),
        consumedLots: (isBids, step) => liquidity.consumedLots(isBids, step),
      },
    };
  }

  /** Matches between orders of the same user that were prevented; ids ascend from 0. */
  get preventedMatches(): Archive<PreventedMatch> {
    return this.#history.preventedMatches;
  }

  get filters(): OrderFilters {
    this.#filters ??= readFilters(this.symbol, this.units);
    return this.#filters;
  }

  /** The id of the next order. Order ids ascend from 1. */
  get nextOrderId(): number {
    return this.#history.nextOrderId;
  }

  order(orderId: number): SpotOrder | undefined {
    return this.#history.order(orderId);
  }

  /** Returns the history of a user; creates an empty one when it is first used. */
  historyOf(userId: number): UserHistory {
    return this.#history.historyOf(userId);
  }

  /** Returns the order of a user that got a client order id last. */
  findByClientId(user: User, clientOrderId: string): SpotOrder | undefined {
    return this.#history.findByClientId(user, clientOrderId);
  }

  /** Returns the last price in ticks, of a user trade or of the simulated market. */
  lastPrice(now: number): number {
    const last = this.tape.trades.last;
    if (last === undefined || this.marketRange(last.time + 1, now + 1) !== undefined) {
      return this.#liquiditySource.lastPrice(this.symbol, now);
    }
    return last.price;
  }

  /**
   * Returns the volume-weighted average price that the filters use, of trades of users and of the simulated
   * market together; the last price if nothing was traded.
   */
  averagePrice(now: number): AveragePrice {
    const count = this.tape.trades.length;
    if (this.#averageCache?.now !== now || this.#averageCache.count !== count) {
      this.#averageCache = { now, count, price: this.#averageAt(now) };
    }
    return this.#averageCache.price;
  }

  #averageAt(now: number): AveragePrice {
    const { averageMinutes } = this.filters;
    const marketAverage = this.#liquiditySource.tradedAverage(this.symbol, averageMinutes, now);
    const userTrades = this.#recentTrades.sumSince(now - averageMinutes * MINUTE_MS);
    const lots = marketAverage.lots + userTrades.lots;
    return lots > 0
      ? { value: marketAverage.value + userTrades.value, lots }
      : { value: BigInt(this.lastPrice(now)), lots: 1 };
  }

  /**
   * Returns the lowest and highest price that the simulated market traded from `from` (inclusive) to `to`
   * (exclusive).
   */
  marketRange(from: number, to: number): PriceRange | undefined {
    return this.#liquiditySource.range(this.symbol, from, to);
  }

  /** Returns whether an open order has a key. */
  hasOrder(key: string): boolean {
    return this.book.find(key) !== undefined || this.stops.find(key) !== undefined || this.pending.has(key);
  }

  /** Adds a new order to the history. */
  recordOrder(order: SpotOrder): void {
    this.#history.recordOrder(order);
  }

  /**
   * Adds an order to the book. Trades of the simulated market from `pathFrom` on may fill it; earlier trades
   * are already part of the order book with which the order was matched.
   */
  restOrder(order: SpotOrder, pathFrom: number): void {
    const best = this.book.best(order.isBuy)?.price;
    const isOnly = this.book.size === 0;
    order.fillableFrom = pathFrom;
    this.book.rest(order);
    this.liquidity.joinQueue(this.book, order, pathFrom);
    if (isOnly) this.#untouchedUntil = pathFrom;
    else if (best === undefined || (order.isBuy ? order.price > best : order.price < best)) {
      this.#untouchedUntil = Math.min(this.#untouchedUntil, pathFrom);
    }
  }

  /** Adds a stop order, which trades of the simulated market from `pathFrom` on may trigger. */
  addStop(order: SpotOrder, pathFrom: number): void {
    const isOnly = this.stops.size === 0;
    this.stops.add(order, pathFrom);
    this.#stopsUntouchedUntil = isOnly ? pathFrom : Math.min(this.#stopsUntouchedUntil, pathFrom);
  }

  /**
   * Removes an open order from where it waits, if it does: the order book, the stop orders or the pending
   * orders.
   */
  removeIfWaiting(order: SpotOrder): void {
    if (order.level !== undefined) this.book.remove(order);
    else if (this.pending.get(order.key) === order) this.pending.delete(order.key);
    else if (this.stops.find(order.key) === order) this.stops.remove(order);
  }

  /** Returns the id of a new allocation. Allocation ids ascend from 0. */
  takeAllocationId(): number {
    this.#allocations += 1;
    return this.#allocations - 1;
  }

  /** Makes the pending orders of a filled working order due for placement. */
  release(order: SpotOrder, time: number): void {
    this.#released.push({ order, time });
  }

  /** Removes and returns the first working order whose pending orders are due for placement. */
  takeReleased(): FilledWorkingOrder {
    return this.#released.shift()!;
  }

  /** Changes the client order id of an open order, which is no longer found by its previous id. */
  changeClientId(order: SpotOrder, clientOrderId: string, key: string): void {
    if (order.level !== undefined) this.book.changeKey(order, key);
    else if (this.pending.delete(order.key)) {
      order.key = key;
      this.pending.set(key, order);
    } else this.stops.changeKey(order, key);
    this.#history.rename(order, clientOrderId);
  }

  /** Returns the next due event of the open orders up to and including `now`. */
  nextEvent(now: number): SpotDueEvent | undefined {
    const [released] = this.#released;
    if (this.book.size === 0 && this.stops.size === 0 && released === undefined) return undefined;
    const tradingEnd = this.symbol.delistedAt ?? Number.POSITIVE_INFINITY;
    const events: (SpotDueEvent | undefined)[] = [this.#nextTouch(now, tradingEnd)];
    if (this.stops.size > 0) {
      const { firstTriggered } = this.stops;
      events.push(this.#nextStopTouch(now, tradingEnd));
      if (firstTriggered !== undefined) events.push({ kind: 'triggered', time: firstTriggered.time });
    }
    if (released !== undefined) events.push({ kind: 'released', time: released.time });
    if (tradingEnd <= now) events.push({ kind: 'closed', time: tradingEnd });
    const earliestEvent = earliest(events);
    if (this.stops.size === 0) return earliestEvent;
    // Trailing stops are followed only up to the first other event, because that event may cause trades of users,
    // which count for them too.
    const time = this.stops.nextTrailTrigger(Math.min(earliestEvent?.time ?? now, tradingEnd - 1));
    return earliest([earliestEvent, time === undefined ? undefined : { kind: 'trailed', time }]);
  }

  /**
   * Returns the resting orders whose prices the trades within one ms reach, by priority. That ms is not
   * searched again.
   */
  touchedOrders(time: number): readonly SpotOrder[] {
    this.#untouchedUntil = Math.max(this.#untouchedUntil, time + 1);
    const touchedRange = this.marketRange(time, time + 1);
    if (touchedRange === undefined) return [];
    const touched: SpotOrder[] = [];
    for (const isBuy of [true, false]) {
      for (const order of this.book.sideOrders(isBuy)) {
        if (isBuy ? touchedRange.low > order.price : touchedRange.high < order.price) break;
        if (order.fillableFrom <= time) touched.push(order);
      }
    }
    return touched;
  }

  /**
   * Returns whether resting orders are filled by traded volume rather than completely by the first trade at
   * their price.
   */
  get fillsByVolume(): boolean {
    return this.#liquiditySource.trades !== undefined;
  }

  /**
   * Returns the simulated market's trades within one ms; undefined in market model 1, in which the first
   * trade at its price fills an order completely.
   */
  tradesAt(time: number): readonly AggregateTrade[] | undefined {
    return this.#liquiditySource.trades?.(this.symbol, time, time + 1);
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#history.checkpoint(checkpointer);
    this.book.checkpoint(checkpointer);
    this.stops.checkpoint(checkpointer);
    checkpointer.value(this.pending);
    this.#released = checkpointer.value(this.#released);
    this.#allocations = checkpointer.value(this.#allocations);
    this.liquidity.checkpoint(checkpointer);
    this.tape.checkpoint(checkpointer);
    this.#recentTrades.checkpoint(checkpointer);
    this.#untouchedUntil = checkpointer.value(this.#untouchedUntil);
    this.#stopsUntouchedUntil = checkpointer.value(this.#stopsUntouchedUntil);
  }

  #nextTouch(now: number, tradingEnd: number): SpotDueEvent | undefined {
    if (this.book.size === 0) return undefined;
    const best = { bid: this.book.best(true)?.price, ask: this.book.best(false)?.price };
    const search = this.#findTouch(best, this.#untouchedUntil, now, tradingEnd);
    this.#untouchedUntil = search.searchedUntil;
    return search.touched === undefined ? undefined : { kind: 'reached', time: search.touched };
  }

  #nextStopTouch(now: number, tradingEnd: number): SpotDueEvent | undefined {
    const earliestEvent = { bid: this.stops.nextStopPrice(false), ask: this.stops.nextStopPrice(true) };
    if (earliestEvent.bid === undefined && earliestEvent.ask === undefined) {
      this.#stopsUntouchedUntil = Math.max(this.#stopsUntouchedUntil, now + 1);
      return undefined;
    }
    const search = this.#findTouch(earliestEvent, this.#stopsUntouchedUntil, now, tradingEnd);
    this.#stopsUntouchedUntil = search.searchedUntil;
    return search.touched === undefined ? undefined : { kind: 'stopped', time: search.touched };
  }

  #findTouch(
    best: Parameters<typeof findFirstTouch>[2],
    from: number,
    now: number,
    tradingEnd: number,
  ): { readonly searchedUntil: number; readonly touched: number | undefined } {
    let searchedUntil = from;
    while (searchedUntil <= now && searchedUntil < tradingEnd) {
      const to = Math.min(Math.max(now + 1, searchedUntil + LOOK_AHEAD_MS), tradingEnd);
      const touched = findFirstTouch(this.#liquiditySource, this.symbol, best, searchedUntil, to);
      searchedUntil = touched ?? to;
      if (touched !== undefined && touched <= now) return { searchedUntil, touched };
    }
    return { searchedUntil, touched: undefined };
  }
}

/** Returns the earliest event. Among events of the same time the first one is returned. */
function earliest(events: readonly (SpotDueEvent | undefined)[]): SpotDueEvent | undefined {
  return events.reduce((earliestEvent, event) => {
    if (event === undefined) return earliestEvent;
    return earliestEvent === undefined || event.time < earliestEvent.time ? event : earliestEvent;
  }, undefined);
}
