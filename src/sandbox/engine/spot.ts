/**
 * The spot exchange: orders are placed, matched, filled as the market moves, and cancelled. Whatever is refused
 * has changed nothing. What happens follows from the commands and their times alone: reading never matters.
 */
import type { Accounts, User } from './accounts.ts';
import { clientIdFor } from './client-ids.ts';
import { Desk, type DeskEvent } from './desk.ts';
import { end, execute, type Floor, lockFor } from './execution.ts';
import type { Offers, Plan, Step } from './matching.ts';
import { Notices } from './notices.ts';
import { OrderCounts, type OrderLimits } from './order-counts.ts';
import type { AveragePrice } from './order-filters.ts';
import { type Fill, isOpen, type OrderRequest, type SpotOrder } from './orders.ts';
import { assertFunds, assertNew, find, keyOf, lotsOf, type OrderIds } from './placement.ts';
import { cancelRejected, filterFailure, orderRejected } from './refusal.ts';
import { SpotNotices } from './spot-notices.ts';
import type { MarketSymbol } from './symbols.ts';
import { Tape } from './tape.ts';
import { afterStep, uncrossed, type Venue } from './venue.ts';

export interface SpotOptions {
  readonly accounts: Accounts;
  readonly venue: Venue;
  readonly seed: number;
  readonly limits?: Partial<OrderLimits>;
  /** Where users are told what happens; nobody is where absent. */
  readonly notices?: Notices;
  /** Returns where the trades of a symbol are written down; beside no others where absent. */
  readonly tapeOf?: (symbol: MarketSymbol) => Tape;
}

/** An order as it stands after its placement, and what it was filled with at once. */
export interface Placed {
  readonly order: SpotOrder;
  readonly fills: readonly Fill[];
}

export interface Cancelling extends OrderIds {
  /** The state that the order must be in; undefined takes any open one. */
  readonly only: 'NEW' | 'PARTIALLY_FILLED' | undefined;
  /** The cancellation's own id; one is made where it is undefined. */
  readonly cancelId: string | undefined;
}

/** An order as it stands after its cancellation, and the cancellation's own id. */
export interface Cancelled {
  readonly order: SpotOrder;
  readonly clientOrderId: string;
}

export class SpotEngine {
  readonly counts: OrderCounts;
  readonly seed: number;
  readonly #venue: Venue;
  readonly #floor: Floor;
  readonly #tapeOf: (symbol: MarketSymbol) => Tape;
  readonly #desks = new Map<MarketSymbol, Desk>();
  #now = 0;

  constructor({ accounts, venue, seed, limits, tapeOf, notices = new Notices() }: SpotOptions) {
    this.counts = new OrderCounts(limits);
    this.seed = seed;
    this.#venue = venue;
    this.#tapeOf = tapeOf ?? (() => new Tape(() => ({ aggregates: 0, trades: 0 })));
    this.#floor = { accounts, counts: this.counts, notices: new SpotNotices(notices) };
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
      desk = new Desk(symbol, this.#venue, this.#tapeOf(symbol));
      this.#desks.set(symbol, desk);
    }
    return desk;
  }

  /** Returns the average price that filters go by: weighted by volume, or the last price where nothing was traded. */
  averagePrice(desk: Desk, now: number): AveragePrice {
    const traded = this.#venue.average(desk.symbol, desk.filters.averageMinutes, now);
    if (traded.lots > 0) return traded;
    return { value: BigInt(this.#venue.lastPrice(desk.symbol, now)), lots: 1 };
  }

  /**
   * Lets all that the market did to resting orders happen, in order of time over all symbols, and returns the
   * engine's time: `now`, or the latest it has seen where a clock was set back.
   */
  settle(now: number): number {
    this.#now = Math.max(this.#now, now);
    for (;;) {
      const time = this.next(this.#now);
      if (time === undefined) return this.#now;
      this.happen();
    }
  }

  /** Returns when the market next reaches a resting order or ends its trading, if it does by `now`. */
  next(now: number): number | undefined {
    this.#now = Math.max(this.#now, now);
    return this.#nextEvent()?.event.time;
  }

  /** Lets that happen. */
  happen(): void {
    const next = this.#nextEvent();
    if (next === undefined) return;
    if (next.event.kind === 'closed') this.#close(next.desk, next.event.time);
    else this.#reach(next.desk, next.event.time);
    this.#floor.notices.tellBalances(next.event.time);
  }

  /** Refuses what no order on the symbol may be: the part of a placement that order/test checks as well. */
  assertPlaceable(user: User, request: Pick<OrderRequest, 'symbol' | 'type'>, now: number): void {
    const desk = this.deskOf(request.symbol);
    if (!this.#venue.isTrading(request.symbol, now)) throw orderRejected('Market is closed.');
    const isFull = desk.historyOf(user.id).open >= desk.filters.openOrdersMax;
    if (isFull && request.type !== 'MARKET') throw filterFailure('MAX_NUM_ORDERS');
  }

  /** Places an order that keeps to the filters. `now` is the engine's time, as `settle` returned it. */
  place(user: User, request: OrderRequest, now: number): Placed {
    this.assertPlaceable(user, request, now);
    const refusal = this.counts.refusal(user.id, now);
    if (refusal !== undefined) throw refusal;
    const desk = this.deskOf(request.symbol);
    const plan = this.#planFor(desk, user, request, now);
    assertFunds(desk, user, request, plan);
    assertNew(desk, user, request, plan);
    // Nothing is refused from here on.
    const order = this.#newOrder(desk, user, request, plan, now);
    desk.record(order);
    this.counts.add(user.id, now);
    if (order.type !== 'MARKET')
      this.#floor.accounts.ledger.lock(...lockFor(desk, order, order.left), user.account);
    user.updateTime = now;
    const { notices } = this.#floor;
    notices.touch(user, lockFor(desk, order, 0)[0]);
    notices.tell(order, { type: 'NEW' }, now);
    const isKilled = request.timeInForce === 'FOK' && plan.left > 0;
    const fills = isKilled ? [] : this.#carryOut(desk, order, plan, now);
    this.#finish(desk, order, plan, now);
    notices.tellBalances(now);
    return { order, fills };
  }

  /** Cancels an open order of the user. Refuses with -2011. */
  cancel(user: User, symbol: MarketSymbol, cancelling: Cancelling, now: number): Cancelled {
    const desk = this.deskOf(symbol);
    const order = find(desk, user, cancelling);
    if (order === undefined || !isOpen(order)) throw cancelRejected('Unknown order sent.');
    if (cancelling.only !== undefined && order.status !== cancelling.only) {
      throw cancelRejected('Order was not canceled due to cancel restrictions.');
    }
    desk.withdraw(order);
    const clientOrderId = cancelling.cancelId ?? clientIdFor(this.seed, symbol.name, order.orderId, 'cancel');
    const as = { type: 'CANCELED', clientOrderId } as const;
    end(this.#floor, desk, order, { status: 'CANCELED', as, time: now });
    this.#floor.notices.tellBalances(now);
    return { order, clientOrderId };
  }

  /** Returns an order of the user, open or not; with both ids it must have both. */
  find(user: User, symbol: MarketSymbol, by: OrderIds): SpotOrder | undefined {
    return find(this.deskOf(symbol), user, by);
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

  /**
   * Fills the orders that a trade of the market reached, each whole and at its own price: an order waits in no
   * queue of the procedural market (choice).
   */
  #reach(desk: Desk, time: number): void {
    for (const order of desk.reachedAt(time)) {
      const filledAt = Math.max(time, order.time);
      desk.withdraw(order);
      const match = { taker: undefined, maker: order, price: order.price, lots: order.left, time: filledAt };
      execute(this.#floor, desk, match);
    }
  }

  /** Trading has ended: the exchange expires what still rests (choice). */
  #close(desk: Desk, time: number): void {
    for (const order of [...desk.book.orders()]) {
      desk.withdraw(order);
      end(this.#floor, desk, order, { status: 'EXPIRED', as: { type: 'EXPIRED' }, time });
    }
  }

  #planFor(desk: Desk, user: User, request: OrderRequest, now: number): Plan<SpotOrder> {
    const { isBuy, price, lots, quoteAsked, prevention, type } = request;
    const hasBudget = quoteAsked > 0n;
    const offers: Offers = uncrossed(
      desk.liquidity.offersTo(isBuy, now),
      isBuy,
      desk.book.best(isBuy)?.price,
    );
    return desk.book.plan(
      {
        owner: user.id,
        isBuy,
        limit: type === 'MARKET' ? undefined : price,
        lots: hasBudget ? Number.MAX_SAFE_INTEGER : lots,
        budget: hasBudget ? quoteAsked / desk.units.perTickLot : undefined,
        prevention,
      },
      offers,
    );
  }

  #newOrder(desk: Desk, user: User, request: OrderRequest, plan: Plan<SpotOrder>, now: number): SpotOrder {
    const orderId = desk.nextOrderId;
    const clientOrderId = request.clientOrderId ?? this.#madeId(desk, user, orderId);
    const lots = request.quoteAsked > 0n ? lotsOf(plan.steps) : request.lots;
    const { symbol, type, timeInForce, prevention, strategyId, strategyType, isBuy, price } = request;
    return {
      key: keyOf(user, clientOrderId),
      owner: user.id,
      isBuy,
      price,
      left: lots,
      level: undefined,
      previous: undefined,
      next: undefined,
      symbol,
      user,
      orderId,
      clientOrderId,
      type,
      timeInForce,
      prevention,
      strategyId,
      strategyType,
      quoteAsked: request.quoteAsked,
      lots,
      executed: 0,
      quote: 0n,
      status: 'NEW',
      time: now,
      updateTime: now,
      workingTime: now,
      prevented: undefined,
    };
  }

  /** Returns an id that the user has not chosen for an open order, by chance or to see what happens. */
  #madeId(desk: Desk, user: User, orderId: number): string {
    for (let attempt = 0; ; attempt += 1) {
      const made = clientIdFor(this.seed, desk.symbol.name, orderId, attempt);
      if (desk.book.find(keyOf(user, made)) === undefined) return made;
    }
  }

  #carryOut(desk: Desk, taker: SpotOrder, plan: Plan<SpotOrder>, now: number): Fill[] {
    const fills: Fill[] = [];
    const taken: Step<SpotOrder>[] = [];
    for (const step of plan.steps) {
      const { maker, price, lots } = step;
      if (lots === 0) {
        this.#prevent(desk, taker, step, now);
        continue;
      }
      if (maker === undefined) taken.push(step);
      else if (maker.left === lots) desk.withdraw(maker);
      fills.push(execute(this.#floor, desk, { taker, maker, price, lots, time: now }));
    }
    if (taken.length > 0) desk.liquidity.take(taker.isBuy, taken, now);
    return fills;
  }

  /** Keeps an order from trading with one of the same owner; the mode of the taker decides. */
  #prevent(desk: Desk, taker: SpotOrder, step: Step<SpotOrder>, time: number): void {
    const maker = step.maker!;
    const matchId = desk.nextPreventedMatchId();
    const meeting = { price: step.price, lots: Math.min(taker.left, maker.left) };
    const expire = (order: SpotOrder, counter: SpotOrder) => {
      order.prevented = { matchId, lots: order.left };
      const as = { type: 'TRADE_PREVENTION', counter, ...meeting } as const;
      end(this.#floor, desk, order, { status: 'EXPIRED_IN_MATCH', as, time });
    };
    if (taker.prevention !== 'EXPIRE_TAKER') {
      desk.withdraw(maker);
      expire(maker, taker);
    }
    if (taker.prevention !== 'EXPIRE_MAKER') expire(taker, maker);
  }

  /** Lets what is left of a new order rest or expire. */
  #finish(desk: Desk, order: SpotOrder, plan: Plan<SpotOrder>, now: number): void {
    if (order.prevented !== undefined) return;
    if (order.type === 'MARKET' && order.quoteAsked > 0n) {
      // What a budget could not pay for was never asked for; a book that ran dry leaves the order unfinished.
      if (plan.isSpent) order.status = 'FILLED';
      else end(this.#floor, desk, order, { status: 'EXPIRED', as: { type: 'EXPIRED' }, time: now });
    } else if (order.left === 0) return;
    else if (order.type === 'MARKET' || order.timeInForce !== 'GTC') {
      end(this.#floor, desk, order, { status: 'EXPIRED', as: { type: 'EXPIRED' }, time: now });
    } else desk.rest(order, afterStep(now));
  }
}
