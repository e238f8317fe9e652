/**
 * One line of futures: orders are placed, triggered, matched and cancelled, positions are funded, delivered and
 * liquidated. Whatever is refused has changed nothing; what happens follows from commands and their times alone.
 */

import type { Exchange, ProductEngine } from '../exchange.ts';
import type { Accounts, User, WalletName } from '../ledger/accounts.ts';
import { generateClientId } from '../ledger/client-ids.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import { marketVenue, type Venue } from '../matching/liquidity.ts';
import { positionAt } from '../matching/public-market.ts';
import { Tape } from '../matching/trade-tape.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { FuturesBooks, withdrawable } from './accounts.ts';
import { amend, type Change } from './amendments.ts';
import type { ClosedAs, FuturesBoard, FuturesOrderIds } from './context.ts';
import { type Contract, type Line, listContracts, nameContracts } from './contracts.ts';
import { Countdowns } from './countdowns.ts';
import { Hazards } from './due-events.ts';
import { FuturesDesk } from './instrument.ts';
import { smaller } from './integer-math.ts';
import { type FuturesMarket, futuresMarketOf, priceOf } from './market.ts';
import { closingRequest, orderOf } from './new-orders.ts';
import { FuturesExecution } from './order-execution.ts';
import {
  closable,
  type FuturesOrder,
  type FuturesRequest,
  type FuturesStatus,
  isOpen,
  type Position,
} from './orders.ts';
import { assertPlaceable, assertPlan, marginRefusal, planFor } from './placement.ts';
import { refused } from './refusals.ts';
import { FuturesTeller } from './user-events.ts';
import { WALLETS } from './wallet.ts';

export class FuturesEngine implements ProductEngine, FuturesBoard {
  readonly line: Line;
  readonly market: FuturesMarket;
  readonly books: FuturesBooks;
  readonly tell: FuturesTeller;
  readonly countdowns = new Countdowns();
  readonly marketLots = new Map<string, number>();
  readonly #seed: number;
  readonly #venue: Venue;
  readonly #index: Venue;
  readonly #hazards: Hazards;
  /** By what their contracts are traded as. */
  readonly #desks = new Map<MarketSymbol, FuturesDesk>();
  readonly #execution: FuturesExecution;
  #orders = 0;

  constructor(
    line: Line,
    exchange: Pick<Exchange, 'market' | 'userEvents' | 'seed'> & { readonly accounts: Accounts },
  ) {
    this.line = line;
    this.#seed = exchange.seed;
    nameContracts(exchange.accounts.names, line);
    this.market = futuresMarketOf(line, exchange.market);
    this.books = new FuturesBooks(exchange.accounts, this.market);
    this.tell = new FuturesTeller(exchange.userEvents, this.books, line);
    this.#venue = marketVenue(this.market.traded);
    this.#index = marketVenue(this.market.spot);
    this.#hazards = new Hazards(this, this.#index);
    this.#execution = new FuturesExecution(this);
    this.market.show((symbol) => this.#desks.get(symbol)?.shown);
  }

  deskOf(contract: Contract): FuturesDesk {
    let desk = this.#desks.get(contract.market);
    if (desk === undefined) {
      desk = this.#newDesk(contract);
      this.#desks.set(contract.market, desk);
    }
    return desk;
  }

  /** Returns when the market next reaches an order or a position, or time ends one, if that is by `now`. */
  nextDueAt(now: number): number | undefined {
    const times = [...this.#desks.values()].flatMap((desk) => desk.next(now) ?? []);
    for (const time of [this.#hazards.next(now), this.countdowns.next(now)]) {
      if (time !== undefined) times.push(time);
    }
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Lets that happen: first to orders, contract by contract, then to positions. */
  runDueEvent(time: number): void {
    for (const { user, contract } of this.countdowns.endAt(time)) this.cancelAll(user, contract, time);
    const due = [...this.#desks.values()]
      .filter((desk) => desk.next(time) === time)
      .sort((a, b) => (a.contract.name < b.contract.name ? -1 : 1));
    for (const desk of due) {
      this.#expire(desk, time);
      // What one of them does may end others.
      for (const order of desk.triggeredAt(time))
        if (desk.waiting.has(order)) this.#trigger(desk, order, time);
      for (const order of desk.reachedAt(time))
        if (order.level !== undefined) this.#execution.reach(desk, order, time);
      desk.watch.restart(time + 1);
    }
    if (this.#hazards.next(time) === time) this.#hazards.happen(time);
  }

  /** Places an order. Refuses with the codes of futures. */
  place(user: User, request: FuturesRequest, now: number): FuturesOrder {
    const { desk, order, plan } = this.#prepare(user, request, this.#orders + 1, now);
    // Nothing is refused from here on.
    this.#orders += 1;
    this.books.noteOrder(order);
    this.tell.order(order, 'NEW', now);
    if (plan === undefined) this.#wait(desk, order, now);
    else this.#execution.carryOut(desk, order, plan, now);
    this.#reserve(user, request.contract.settleAsset, now);
    return order;
  }

  /** Returns the order that a placement would make, having changed nothing. Refuses what `place` refuses. */
  check(user: User, request: FuturesRequest, now: number): FuturesOrder {
    return this.#prepare(user, request, 0, now).order;
  }

  /** Changes price and amount of a resting order. Refuses with -2013, -5025 to -5027 and as a placement does. */
  amend(user: User, contract: Contract, ids: FuturesOrderIds, change: Change, now: number): FuturesOrder {
    return amend(this, this.#execution, { user, contract, ids }, change, now);
  }

  /** Cancels an open order of the user. Refuses with -2011. */
  cancel(user: User, contract: Contract, ids: FuturesOrderIds, now: number): FuturesOrder {
    const order = this.find(user, contract, ids);
    if (order === undefined || !isOpen(order)) throw refused(-2011, 'Unknown order sent.');
    this.end(order, 'CANCELED', now);
    return order;
  }

  /** Cancels all open orders of the user on a contract. */
  cancelAll(user: User, contract: Contract, now: number): void {
    for (const order of this.books.openOrders(user, contract)) this.end(order, 'CANCELED', now);
  }

  find(
    user: User,
    contract: Contract,
    { orderId, clientOrderId }: FuturesOrderIds,
  ): FuturesOrder | undefined {
    const order = this.books.findOrder(user, contract, orderId ?? clientOrderId);
    return clientOrderId === undefined || order?.clientOrderId === clientOrderId ? order : undefined;
  }

  end(order: FuturesOrder, status: FuturesStatus, time: number): void {
    const desk = this.deskOf(order.contract);
    if (order.level !== undefined) desk.book.remove(order);
    desk.waiting.delete(order);
    order.status = status;
    order.updateTime = time;
    this.#reserve(order.user, order.contract.settleAsset, time);
    this.tell.order(order, status === 'CANCELED' ? 'CANCELED' : 'EXPIRED', time);
  }

  fillByHouse(order: FuturesOrder, price: number, time: number): void {
    this.books.noteOrder(order);
    this.#execution.byHouse(order, price, time);
  }

  closingOrder(position: Position, { clientOrderId, price, isForced }: ClosedAs, time: number): FuturesOrder {
    const request = closingRequest(position, price, clientOrderId);
    this.#orders += 1;
    const order = orderOf(position.user, request, { orderId: this.#orders, clientOrderId }, time);
    return { ...order, isForced };
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.books.checkpoint(checkpointer);
    this.countdowns.checkpoint(checkpointer);
    checkpointer.value(this.marketLots);
    checkpointer.entries(
      this.#desks,
      (market) => this.#newDesk(listContracts(this.line).find((contract) => contract.market === market)!),
      (desk) => desk.checkpoint(checkpointer),
    );
    this.#hazards.checkpoint(checkpointer);
    this.#execution.checkpoint(checkpointer);
    this.#orders = checkpointer.value(this.#orders);
  }

  #newDesk(contract: Contract): FuturesDesk {
    return new FuturesDesk(contract, this.#venue, this.#index, this.#tapeOf(contract));
  }

  changed(user: User, contract: Contract, time: number): void {
    this.#hazards.watch(user, contract, time);
    this.#reserve(user, contract.settleAsset, time);
  }

  /** A transfer is income, and stands behind cross positions from now on. */
  onTransfer(user: User, wallet: WalletName, asset: string, amount: bigint, now: number): void {
    if (wallet !== WALLETS[this.line]) return;
    this.books.noteIncome(user, 'TRANSFER', asset, { amount, time: now });
    this.#hazards.moved(user, asset, now);
    this.#reserve(user, asset, now);
    this.tell.account(user, amount < 0n ? 'WITHDRAW' : 'DEPOSIT', asset, [], now, amount);
  }

  /** Returns what may leave the line's wallet: no more than is free, nor than positions and orders leave over now. */
  maxTransferable(user: User, wallet: WalletName, asset: string, now: number): bigint | undefined {
    if (wallet !== WALLETS[this.line]) return undefined;
    const free = this.books.purse.wallet(user).balances.get(asset)?.free ?? 0n;
    return smaller(free, withdrawable(this.books.margins(user, asset, now)));
  }

  /** Holds back in the wallet what positions and orders need now. */
  #reserve(user: User, asset: string, time: number): void {
    const { wallet, available } = this.books.margins(user, asset, time);
    this.books.purse.reserve(user, asset, wallet - available);
  }

  #tapeOf({ market }: Contract): Tape {
    return new Tape((time) => positionAt(this.market.traded, market, time));
  }

  #prepare(user: User, request: FuturesRequest, orderId: number, now: number) {
    const desk = this.deskOf(request.contract);
    const clientOrderId = request.clientOrderId ?? generateClientId(this.#seed, this.line, orderId);
    const order = orderOf(user, request, { orderId, clientOrderId }, now);
    assertPlaceable(this, desk, order, now);
    const plan = order.isWaiting ? undefined : planFor(this, desk, order, now);
    if (plan !== undefined) assertPlan(order, plan);
    return { desk, order, plan };
  }

  #wait(desk: FuturesDesk, order: FuturesOrder, now: number): void {
    desk.waiting.add(order);
    if (order.type === 'TRAILING_STOP_MARKET' && order.activation === 0) {
      const last =
        order.workingType === 'MARK_PRICE'
          ? this.markTicksOf(order.contract, now)
          : this.market.lastTicks(order.contract, now);
      order.trail = { peak: last, from: now + 1 };
    }
    desk.watch.restart(now + 1);
  }

  markTicksOf(contract: Contract, at: number): number {
    const unit = 10n ** BigInt(8 - contract.market.tickDecimals);
    return Number(priceOf(contract.index, this.market.markTicks(contract, at)) / unit);
  }

  #trigger(desk: FuturesDesk, order: FuturesOrder, time: number): void {
    if (order.type === 'TRAILING_STOP_MARKET' && order.trail === undefined) {
      order.trail = { peak: order.activation, from: time + 1 };
      return;
    }
    const position = this.books.positions.of(order.user, order.contract, order.positionSide);
    const most = closable(position, order.isBuy);
    if (order.closesPosition) order.lots = order.left = most;
    else if (order.isReduceOnly && most < order.left) order.left = order.lots = most;
    if (order.left === 0) {
      this.end(order, 'EXPIRED', time);
      return;
    }
    // A stop shows that it has ended and then comes as the order it became, under the same id.
    this.tell.order(order, 'EXPIRED', time);
    desk.waiting.delete(order);
    order.isWaiting = false;
    order.type = order.type === 'STOP' || order.type === 'TAKE_PROFIT' ? 'LIMIT' : 'MARKET';
    order.updateTime = time;
    this.tell.order(order, 'NEW', time);
    const refusal = most < order.left ? marginRefusal(this, desk, order, time) : undefined;
    if (refusal !== undefined) {
      this.tell.triggerRejected(order, refusal.message, time);
      this.end(order, 'EXPIRED', time);
      return;
    }
    this.#execution.carryOut(desk, order, planFor(this, desk, order, time), time);
  }

  #expire(desk: FuturesDesk, time: number): void {
    const isOver = desk.contract.deliversAt !== undefined && desk.contract.deliversAt <= time;
    for (const order of [...desk.book.orders(), ...desk.waiting]) {
      if (isOver || (order.goodTill > 0 && order.goodTill <= time)) this.end(order, 'EXPIRED', time);
    }
  }
}
