/**
 * The options exchange: orders are placed, matched with each other and with the procedural market, filled as it
 * trades, protected, margined and exercised. Whatever is refused has changed nothing.
 */

import type { EngineKey, ProductEngine } from '../exchange.ts';
import type { User } from '../ledger/accounts.ts';
import type { Plan } from '../matching/order-book.ts';
import { Refusal } from '../refusal.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { Clearing } from './clearing.ts';
import type { OptionsBoard, OptionsFloor } from './context.ts';
import { Contracts, type OptionContract } from './contracts.ts';
import { exercise } from './exercise.ts';
import { dropReduceOnly, protectAfter } from './fill-effects.ts';
import { type OptionHistory, UserHistories } from './history.ts';
import type { OptionDesk } from './instrument.ts';
import { OptionDesks } from './instruments.ts';
import { checkMargins } from './liquidation.ts';
import {
  buyBack,
  isWorking,
  newOrder,
  type OptionFill,
  type OptionOrder,
  type OptionOrderRequest,
  ORDER_ID_FIRST,
} from './orders.ts';
import { assertPlaceable, holdFor } from './placement.ts';
import { Protection, type ProtectionSettings } from './protection.ts';
import { type OptionTrading, publicQuotes } from './public-quotes.ts';
import { Quotes } from './quotes.ts';
import { tellAccount, tellOrder } from './user-events.ts';

/** How the options part is found; see `parts.ts` for the rank. */
export const OPTIONS: EngineKey<OptionsEngine> = {
  name: 'options',
  rank: 4,
  open: ({ market, accounts, notices, seed }) => {
    const quotes = new Quotes(market);
    return new OptionsEngine({
      names: accounts.names,
      contracts: new Contracts(market),
      quotes,
      clearing: new Clearing(accounts, quotes),
      notices,
      seed,
    });
  },
};

/** By which ids an order is looked for. */
export interface OptionOrderIds {
  readonly orderId: bigint | undefined;
  readonly clientOrderId: string | undefined;
}

export class OptionsEngine implements ProductEngine, OptionsBoard {
  readonly floor: OptionsFloor;
  /** Trades and books as everybody sees them. */
  readonly shown: OptionTrading;
  readonly histories: UserHistories;
  readonly #desks: OptionDesks;
  #orders = 0n;
  /** All that the market did up to here has happened. */
  #seen = 0;

  constructor(floor: OptionsFloor) {
    this.floor = floor;
    this.#desks = new OptionDesks(floor.names, floor.quotes);
    this.shown = publicQuotes(floor.quotes, (contract) => this.#desks.find(contract));
    this.histories = new UserHistories(floor.names);
    const { names, contracts } = floor;
    names.addAll(
      'underlying',
      () => contracts.underlyings,
      ({ name }) => name,
    );
    names.findBy('option', (symbol) => contracts.find(symbol, Number.POSITIVE_INFINITY));
  }

  /** The desks with resting orders or positions, in order of their symbols. */
  get busyDesks(): readonly OptionDesk[] {
    return this.#desks.busy;
  }

  historyOf(user: User): OptionHistory {
    return this.histories.of(user);
  }

  deskOf(contract: OptionContract): OptionDesk {
    return this.#desks.of(contract);
  }

  nextDueAt(now: number): number | undefined {
    if (this.#desks.busy.length === 0) return undefined;
    let next = Math.min(...this.#desks.busy.map(({ contract }) => contract.expiry.at));
    if (this.#desks.busy.some(isWatched)) {
      const { quotes } = this.floor;
      next = Math.min(next, quotes.slotTime(quotes.slotAfter(this.#seen)));
    }
    return next <= now ? next : undefined;
  }

  runDueEvent(time: number): void {
    this.#seen = time;
    for (const desk of this.#desks.busy) if (desk.contract.expiry.at <= time) this.#expire(desk, time);
    for (const desk of this.#desks.busy) this.#reach(desk, time);
    this.#refresh();
    checkMargins(this, time);
    this.#refresh();
  }

  /** Places an order; `now` is the exchange's time. Refuses with the codes of futures (public facts). */
  place(user: User, request: OptionOrderRequest, now: number): OptionOrder {
    const desk = this.deskOf(request.contract);
    const { isBuy, price, lots, type } = request;
    const taking = { owner: user.id, isBuy, limit: type === 'MARKET' ? undefined : price, lots };
    const plan = desk.book.plan(
      { ...taking, budget: undefined, prevention: 'EXPIRE_MAKER' },
      desk.offersTo(isBuy, now),
    );
    assertPlaceable(this, desk, user, request, plan, now);
    const held = holdFor(this.floor, desk, user, request, plan, now);
    // Nothing is refused from here on.
    this.#seen = Math.max(this.#seen, now);
    const order = this.#record(user, request, 'API', now);
    if (type === 'LIMIT') this.floor.clearing.hold(order, held);
    tellOrder(this, order, now);
    const isKilled = request.timeInForce === 'FOK' && plan.left > 0;
    const fills = isKilled ? [] : this.#carryOut(desk, order, plan, now);
    if (order.left > 0) {
      if (type === 'MARKET' || request.timeInForce !== 'GTC') this.end(order, 'EXPIRED', now);
      else desk.book.rest(order);
    }
    this.#follow(desk, fills, now);
    return order;
  }

  /** Cancels an open order of the user. Refuses with -2011. */
  cancel(user: User, contract: OptionContract, ids: OptionOrderIds, now: number): OptionOrder {
    const order = this.find(user, contract, ids);
    if (order === undefined || !isWorking(order)) throw new Refusal(400, -2011, 'Unknown order sent.');
    this.withdraw(order, 'CANCELED', now);
    this.#refresh();
    return order;
  }

  /** Cancels all open orders of the user on an option. */
  cancelAll(user: User, contract: OptionContract, now: number): void {
    const { book } = this.deskOf(contract);
    for (const order of [...book.orders()]) if (order.user === user) this.withdraw(order, 'CANCELED', now);
    this.#refresh();
  }

  /** Returns the open orders of the user on all options; ids ascend. */
  openOrders(user: User): readonly OptionOrder[] {
    return this.#desks.busy
      .flatMap(({ book }) => [...book.orders()].filter((order) => order.user === user))
      .sort((a, b) => (a.orderId < b.orderId ? -1 : 1));
  }

  /** Returns an order of the user, open or not; with both ids it must have both. */
  find(
    user: User,
    contract: OptionContract,
    { orderId, clientOrderId }: OptionOrderIds,
  ): OptionOrder | undefined {
    const found =
      orderId === undefined
        ? this.histories.findByClientId(user, clientOrderId ?? '')
        : this.histories.find(user, orderId);
    if (found?.contract.symbol !== contract.symbol) return undefined;
    return clientOrderId === undefined || found.clientOrderId === clientOrderId ? found : undefined;
  }

  /** Sets the protection of a user on an underlying anew, which also lifts a freeze. */
  protect(user: User, underlying: string, settings: ProtectionSettings): Protection {
    const protection = new Protection(settings);
    this.historyOf(user).protections.set(underlying, protection);
    return protection;
  }

  /** Takes an order off the book and ends it. */
  withdraw(order: OptionOrder, status: OptionOrder['status'], now: number): void {
    this.deskOf(order.contract).book.remove(order);
    this.end(order, status, now);
  }

  /** Ends an order that is off the book: what is set aside for it is free again. */
  end(order: OptionOrder, status: OptionOrder['status'], now: number): void {
    this.floor.clearing.release(order, order.left);
    order.left = 0;
    order.status = status;
    order.updateTime = now;
    order.user.updateTime = now;
    tellOrder(this, order, now);
  }

  /** Closes a short position by force at the market's ask, as an order of the exchange's own. */
  closeByForce(desk: OptionDesk, user: User, time: number): OptionOrder {
    const { contract, positions } = desk;
    const lots = -positions.get(user.id)!.lots;
    const { quotes, clearing } = this.floor;
    const price = quotes.touch(contract, quotes.quote(contract, time)).ask;
    const order = this.#record(user, buyBack(contract, lots), 'SYSTEM', time);
    const fills = clearing.execute(desk, { taker: order, maker: undefined, price, lots, time });
    this.#follow(desk, this.#note(fills), time);
    return order;
  }

  /** Fills what the market's trade at that moment reached, each order whole and at its own price (choice). */
  #reach(desk: OptionDesk, time: number): void {
    if (desk.book.size === 0) return;
    const trade = this.floor.quotes.lastTrade(desk.contract, time);
    if (trade?.time !== time) return;
    const reached = [...desk.book.orders()]
      .filter(({ isBuy, price }) => (isBuy ? trade.price <= price : trade.price >= price))
      .sort((a, b) => Number(b.isBuy) - Number(a.isBuy) || (a.isBuy ? b.price - a.price : a.price - b.price));
    for (const order of reached) {
      // An order before it may have ended this one: a protection that was triggered, a position that is gone.
      if (!isWorking(order)) continue;
      desk.book.remove(order);
      const match = { taker: undefined, maker: order, price: order.price, lots: order.left, time };
      this.#follow(desk, this.#note(this.floor.clearing.execute(desk, match)), time);
    }
  }

  #expire(desk: OptionDesk, time: number): void {
    for (const order of [...desk.book.orders()]) this.withdraw(order, 'EXPIRED', time);
    exercise(this, desk, time);
  }

  #carryOut(desk: OptionDesk, taker: OptionOrder, plan: Plan<OptionOrder>, now: number): OptionFill[] {
    const fills: OptionFill[] = [];
    for (const step of plan.steps) {
      const { maker, price, lots } = step;
      if (maker !== undefined && (lots === 0 || maker.left === lots)) desk.book.remove(maker);
      if (lots === 0) {
        this.end(maker!, 'EXPIRED_IN_MATCH', now);
        continue;
      }
      if (maker === undefined) desk.take(taker.isBuy, step);
      fills.push(...this.#note(this.floor.clearing.execute(desk, { taker, maker, price, lots, time: now })));
    }
    return fills;
  }

  /** Writes trades down and tells of them. */
  #note(fills: readonly OptionFill[]): readonly OptionFill[] {
    // The account that is told of has the position that a trade has just opened.
    this.#refresh();
    for (const fill of fills) {
      const { order, time } = fill;
      this.historyOf(order.user).fills.push(fill);
      tellOrder(this, order, time);
      tellAccount(this, order.user, order.contract.underlying, time);
    }
    return fills;
  }

  /** What follows when all trades of a moment are made: not before, since it may end orders that they still meet. */
  #follow(desk: OptionDesk, fills: readonly OptionFill[], now: number): void {
    this.#refresh();
    dropReduceOnly(this, desk, now);
    for (const fill of fills) protectAfter(this, fill);
    this.#refresh();
  }

  #record(user: User, request: OptionOrderRequest, source: OptionOrder['source'], now: number): OptionOrder {
    this.#orders += 1n;
    const order = newOrder(
      user,
      request,
      { orderId: ORDER_ID_FIRST + this.#orders, source, now },
      this.floor.seed,
    );
    this.#desks.mark(request.contract);
    this.histories.note(order);
    return order;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.histories.checkpoint(checkpointer);
    this.#desks.checkpoint(checkpointer);
    this.#orders = checkpointer.value(this.#orders);
    this.#seen = checkpointer.value(this.#seen);
    this.#refresh();
  }

  #refresh(): void {
    this.#desks.refresh(this.#seen);
  }
}

/** Whether the market's trades matter to a desk: they fill what rests and move what short positions need. */
function isWatched({ book, positions }: OptionDesk): boolean {
  if (book.size > 0) return true;
  for (const { lots } of positions.values()) if (lots < 0) return true;
  return false;
}
