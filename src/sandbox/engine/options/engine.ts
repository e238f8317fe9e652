/**
 * The options engine: places orders, matches them with each other and with the simulated market, and handles
 * market maker protection, margin, liquidation and exercise. A rejected request changes nothing.
 */

import type { EngineKey, ProductEngine } from '../exchange.ts';
import type { User } from '../ledger/accounts.ts';
import type { MatchPlan } from '../matching/order-book.ts';
import { createRefusal } from '../refusal.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { BlockOrders } from './block-orders.ts';
import { Clearing, type OptionMatch } from './clearing.ts';
import type { OptionsContext, OptionsServices } from './context.ts';
import { type OptionContract, OptionContracts } from './contracts.ts';
import { UnderlyingCountdowns } from './countdowns.ts';
import { exercisePositions } from './exercise.ts';
import { applyProtection, expireReduceOnlyOrders } from './fill-effects.ts';
import { OptionHistories, type OptionHistory } from './history.ts';
import type { OptionInstrument } from './instrument.ts';
import { OptionInstruments } from './instruments.ts';
import { checkMargins } from './liquidation.ts';
import {
  buyBackRequest,
  createOrder,
  isOpen,
  isResting,
  type OptionFill,
  type OptionOrder,
  type OptionOrderRequest,
  ORDER_ID_FIRST,
} from './orders.ts';
import { assertOrderAllowed, requiredReserve } from './placement.ts';
import { MarketMakerProtection, type ProtectionSettings } from './protection.ts';
import { createPublicTrading, type PublicOptionTrading } from './public-quotes.ts';
import { OptionQuotes } from './quotes.ts';
import { emitAccountUpdate, emitOrderUpdate } from './user-events.ts';

/** The key under which the options engine is opened; `parts.ts` explains its rank. */
export const OPTIONS: EngineKey<OptionsEngine> = {
  name: 'options',
  rank: 4,
  open: ({ market, accounts, userEvents, seed }) => {
    const quotes = new OptionQuotes(market);
    return new OptionsEngine({
      names: accounts.names,
      contracts: new OptionContracts(market),
      quotes,
      clearing: new Clearing(accounts, quotes),
      userEvents: userEvents,
      seed,
    });
  },
};

/** The ids by which an order is searched. */
export interface OptionOrderIds {
  readonly orderId: bigint | undefined;
  readonly clientOrderId: string | undefined;
}

export class OptionsEngine implements ProductEngine, OptionsContext {
  readonly services: OptionsServices;
  /** Public trades and books, users' orders and trades included. */
  readonly publicTrading: PublicOptionTrading;
  readonly histories: OptionHistories;
  readonly countdowns = new UnderlyingCountdowns();
  readonly blockOrders = new BlockOrders();
  readonly #instruments: OptionInstruments;
  #orderCount = 0n;
  /** The time (ms) up to which all trades of the simulated market have been processed. */
  #handledUntil = 0;

  constructor(services: OptionsServices) {
    this.services = services;
    this.#instruments = new OptionInstruments(services.names, services.quotes);
    this.publicTrading = createPublicTrading(services.quotes, {
      instrumentOf: (contract) => this.#instruments.find(contract),
      isBlockTrade: (contract, id) => this.blockOrders.hasTraded(contract, id),
    });
    this.histories = new OptionHistories(services.names);
    const { names, contracts } = services;
    names.registerLazily(
      'underlying',
      () => contracts.underlyings,
      ({ name }) => name,
    );
    names.registerFinder('option', (symbol) => contracts.find(symbol, Number.POSITIVE_INFINITY));
  }

  /** The instruments with resting orders or positions, sorted by symbol. */
  get activeInstruments(): readonly OptionInstrument[] {
    return this.#instruments.active;
  }

  historyOf(user: User): OptionHistory {
    return this.histories.historyOf(user);
  }

  instrumentOf(contract: OptionContract): OptionInstrument {
    return this.#instruments.getOrCreate(contract);
  }

  nextDueAt(now: number): number | undefined {
    let next = Math.min(
      this.countdowns.nextEnd,
      ...this.#instruments.active.map(({ contract }) => contract.expiry.expiresAt),
    );
    if (this.#instruments.active.some((one) => one.needsMarketTrades)) {
      const { quotes } = this.services;
      next = Math.min(next, quotes.slotTime(quotes.slotAfter(this.#handledUntil)));
    }
    return next <= now ? next : undefined;
  }

  runDueEvent(time: number): void {
    this.#handledUntil = time;
    for (const instrument of this.#instruments.active)
      if (instrument.contract.expiry.expiresAt <= time) this.#expireContract(instrument, time);
    for (const instrument of this.#instruments.active) this.#fillTouched(instrument, time);
    for (const { user, underlying } of this.countdowns.end(time)) this.cancelOrdersOn(user, underlying, time);
    this.#refreshActive();
    checkMargins(this, time);
    this.#refreshActive();
  }

  /**
   * Places an order; `now` is the exchange's time. Rejects with the error codes of futures (public facts).
   */
  placeOrder(user: User, request: OptionOrderRequest, now: number): OptionOrder {
    const instrument = this.instrumentOf(request.contract);
    const { isBuy, price, lots, type } = request;
    const incoming = { owner: user.id, isBuy, limit: type === 'MARKET' ? undefined : price, lots };
    const plan = instrument.book.planMatch(
      { ...incoming, budget: undefined, selfTradePrevention: request.prevention },
      instrument.offersTo(isBuy, now),
    );
    assertOrderAllowed(this, instrument, user, request, plan, now);
    const reserve = requiredReserve(this.services, instrument, user, request, plan, now);
    // All checks have passed: from here on the order cannot be rejected.
    const order = this.recordOrder(user, request, 'API', now);
    if (type === 'LIMIT') this.services.clearing.reserve(order, reserve);
    emitOrderUpdate(this, order, now);
    const isKilled = request.timeInForce === 'FOK' && plan.remaining > 0;
    const fills = isKilled ? [] : this.#executePlan(instrument, order, plan, now);
    if (order.remaining > 0) {
      if (plan.isSelfTradePrevented && !isKilled) this.closeOrder(order, 'EXPIRED_IN_MATCH', now);
      else if (type === 'MARKET' || !isResting(order)) this.closeOrder(order, 'EXPIRED', now);
      else instrument.book.rest(order);
    }
    this.#applyFillEffects(instrument, fills, now);
    return order;
  }

  /** Cancels an open order of the user. Rejects with -2011 if there is none. */
  cancelOrder(user: User, contract: OptionContract, ids: OptionOrderIds, now: number): OptionOrder {
    const order = this.findOrder(user, contract, ids);
    if (order === undefined || !isOpen(order)) throw createRefusal(-2011, 'Unknown order sent.');
    this.closeRestingOrder(order, 'CANCELED', now);
    this.#refreshActive();
    return order;
  }

  /** Cancels all open orders of the user on an option. */
  cancelAllOrders(user: User, contract: OptionContract, now: number): void {
    const { book } = this.instrumentOf(contract);
    for (const order of [...book.allOrders()])
      if (order.user === user) this.closeRestingOrder(order, 'CANCELED', now);
    this.#refreshActive();
  }

  /** Cancels all open orders of the user on the options of an underlying. */
  cancelOrdersOn(user: User, underlying: string, now: number): void {
    for (const { book, contract } of this.#instruments.active) {
      if (contract.underlying.name !== underlying) continue;
      for (const order of [...book.allOrders()])
        if (order.user === user) this.closeRestingOrder(order, 'CANCELED', now);
    }
    this.#refreshActive();
  }

  /** Returns the open orders of the user on all options; ids ascend. */
  openOrders(user: User): readonly OptionOrder[] {
    return this.#instruments.active
      .flatMap(({ book }) => [...book.allOrders()].filter((order) => order.user === user))
      .sort((a, b) => (a.orderId < b.orderId ? -1 : 1));
  }

  /** Returns an order of the user, open or closed; if both ids are given, the order must have both. */
  findOrder(
    user: User,
    contract: OptionContract,
    { orderId, clientOrderId }: OptionOrderIds,
  ): OptionOrder | undefined {
    const order =
      orderId === undefined
        ? this.histories.findByClientId(user, clientOrderId ?? '')
        : this.histories.findOrder(user, orderId);
    if (order?.contract.symbol !== contract.symbol) return undefined;
    return clientOrderId === undefined || order.clientOrderId === clientOrderId ? order : undefined;
  }

  /** Sets a user's market maker protection on an underlying, which also ends a freeze. */
  setProtection(user: User, underlying: string, settings: ProtectionSettings): MarketMakerProtection {
    const protection = new MarketMakerProtection(settings);
    this.historyOf(user).protections.set(underlying, protection);
    return protection;
  }

  /** Removes an order from the book and closes it with a final status. */
  closeRestingOrder(order: OptionOrder, status: OptionOrder['status'], now: number): void {
    this.instrumentOf(order.contract).book.remove(order);
    this.closeOrder(order, status, now);
  }

  /** Closes an order that is not on the book and releases its reserve. */
  closeOrder(order: OptionOrder, status: OptionOrder['status'], now: number): void {
    this.services.clearing.releaseReserve(order, order.remaining);
    order.remaining = 0;
    order.status = status;
    order.updateTime = now;
    order.user.updateTime = now;
    emitOrderUpdate(this, order, now);
  }

  nextOrderId(): bigint {
    this.#orderCount += 1n;
    return ORDER_ID_FIRST + this.#orderCount;
  }

  recordOrder(
    user: User,
    request: OptionOrderRequest,
    source: OptionOrder['source'],
    now: number,
  ): OptionOrder {
    this.#handledUntil = Math.max(this.#handledUntil, now);
    const orderId = this.nextOrderId();
    const order = createOrder(user, request, { orderId, source, now }, this.services.seed);
    this.#instruments.registerName(request.contract);
    this.histories.recordOrder(order);
    return order;
  }

  executeMatch(instrument: OptionInstrument, match: OptionMatch): readonly OptionFill[] {
    const fills = this.#recordFills(this.services.clearing.execute(instrument, match));
    this.#applyFillEffects(instrument, fills, match.time);
    return fills;
  }

  /** Liquidates a short position at the market's ask with an order of the exchange. */
  liquidatePosition(instrument: OptionInstrument, user: User, time: number): OptionOrder {
    const { contract, positions } = instrument;
    const lots = -positions.get(user.id)!.lots;
    const { quotes } = this.services;
    const price = quotes.bestQuotes(contract, quotes.quoteAt(contract, time)).ask;
    const order = this.recordOrder(user, buyBackRequest(contract, lots), 'SYSTEM', time);
    this.executeMatch(instrument, { taker: order, maker: undefined, price, lots, time });
    return order;
  }

  /**
   * Fills the resting orders whose price the market's trade at a time reaches, completely and at the orders'
   * own prices (our choice).
   */
  #fillTouched(instrument: OptionInstrument, time: number): void {
    if (instrument.book.size === 0) return;
    const trade = this.services.quotes.lastTrade(instrument.contract, time);
    if (trade?.time !== time) return;
    const touchedOrders = [...instrument.book.allOrders()]
      .filter(({ isBuy, price }) => (isBuy ? trade.price <= price : trade.price >= price))
      .sort((a, b) => Number(b.isBuy) - Number(a.isBuy) || (a.isBuy ? b.price - a.price : a.price - b.price));
    for (const order of touchedOrders) {
      // An earlier fill may have closed this order, by triggering market maker protection or by closing the
      // position.
      if (!isOpen(order)) continue;
      instrument.book.remove(order);
      const match = { taker: undefined, maker: order, price: order.price, lots: order.remaining, time };
      this.executeMatch(instrument, match);
    }
  }

  #expireContract(instrument: OptionInstrument, time: number): void {
    for (const order of [...instrument.book.allOrders()]) this.closeRestingOrder(order, 'EXPIRED', time);
    exercisePositions(this, instrument, time);
  }

  #executePlan(
    instrument: OptionInstrument,
    taker: OptionOrder,
    plan: MatchPlan<OptionOrder>,
    now: number,
  ): OptionFill[] {
    const fills: OptionFill[] = [];
    for (const step of plan.steps) {
      const { maker, price, lots } = step;
      if (lots === 0) {
        if (taker.prevention !== 'EXPIRE_TAKER') this.closeRestingOrder(maker!, 'EXPIRED_IN_MATCH', now);
        continue;
      }
      if (maker?.remaining === lots) instrument.book.remove(maker);
      if (maker === undefined) instrument.consume(taker.isBuy, step);
      fills.push(
        ...this.#recordFills(
          this.services.clearing.execute(instrument, { taker, maker, price, lots, time: now }),
        ),
      );
    }
    return fills;
  }

  /** Records fills and emits their user events. */
  #recordFills(fills: readonly OptionFill[]): readonly OptionFill[] {
    // The account update must include the position that the trade has just opened.
    this.#refreshActive();
    for (const fill of fills) {
      const { order, time } = fill;
      this.historyOf(order.user).fills.push(fill);
      emitOrderUpdate(this, order, time);
      emitAccountUpdate(this, order.user, order.contract.underlying, time);
    }
    return fills;
  }

  /**
   * Applies the effects of fills on other orders after all trades of an order, because the effects may close
   * orders with which the order is still to match.
   */
  #applyFillEffects(instrument: OptionInstrument, fills: readonly OptionFill[], now: number): void {
    this.#refreshActive();
    expireReduceOnlyOrders(this, instrument, now);
    for (const fill of fills) applyProtection(this, fill);
    this.#refreshActive();
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.histories.checkpoint(checkpointer);
    this.#instruments.checkpoint(checkpointer);
    this.#orderCount = checkpointer.value(this.#orderCount);
    this.#handledUntil = checkpointer.value(this.#handledUntil);
    this.countdowns.checkpoint(checkpointer);
    this.blockOrders.checkpoint(checkpointer);
    this.#refreshActive();
  }

  #refreshActive(): void {
    this.#instruments.refreshActive(this.#handledUntil);
  }
}
