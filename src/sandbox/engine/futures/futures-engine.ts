/**
 * One line of futures: orders are placed, triggered, matched and cancelled, positions are funded, delivered and
 * liquidated. Whatever is refused has changed nothing; what happens follows from commands and their times alone.
 */
import type { Part } from '../../parts.ts';
import type { Exchange } from '../../types.ts';
import type { Accounts, User, WalletName } from '../accounts.ts';
import { clientIdFor } from '../client-ids.ts';
import type { Plan } from '../matching.ts';
import { marketVenue, type Venue } from '../venue.ts';
import type { Contract, Line } from './contracts.ts';
import { FuturesBooks } from './futures-account.ts';
import { OrderCounts } from './futures-counts.ts';
import { FuturesDesk } from './futures-desk.ts';
import { bookFill } from './futures-fills.ts';
import { type FuturesMarket, futuresMarketOf, priceOf } from './futures-market.ts';
import { FuturesTeller } from './futures-notices.ts';
import {
  closable,
  type FuturesOrder,
  type FuturesRequest,
  type FuturesStatus,
  isOpen,
  type Position,
} from './futures-orders.ts';
import { assertPlaceable, assertPlan, marginRefusal, overreaching, planFor } from './futures-placement.ts';
import { Hazards } from './hazards.ts';
import { closingRequest, orderOf } from './order-making.ts';
import { WALLETS } from './purse.ts';
import { refused } from './refusals.ts';

/** Trade ids of users begin far above those of the market, so that no two trades have the same. */
const TRADE_ID_FIRST = 4_000_000_000_000;

/** By which ids an order is looked for. */
export interface FuturesOrderIds {
  readonly orderId: number | undefined;
  readonly clientOrderId: string | undefined;
}

export class FuturesEngine implements Part {
  readonly line: Line;
  readonly market: FuturesMarket;
  readonly books: FuturesBooks;
  readonly counts: OrderCounts;
  readonly tell: FuturesTeller;
  /** Lots that the market holds against the users, by contract name. */
  readonly marketLots = new Map<string, number>();
  readonly #seed: number;
  readonly #venue: Venue;
  readonly #index: Venue;
  readonly #hazards: Hazards;
  readonly #desks = new Map<Contract, FuturesDesk>();
  #orders = 0;
  #trades = 0;

  constructor(
    line: Line,
    exchange: Pick<Exchange, 'market' | 'notices' | 'seed'> & { readonly accounts: Accounts },
  ) {
    this.line = line;
    this.#seed = exchange.seed;
    this.market = futuresMarketOf(line, exchange.market);
    this.books = new FuturesBooks(exchange.accounts, this.market);
    this.counts = new OrderCounts(line);
    this.tell = new FuturesTeller(exchange.notices, this.books, line);
    this.#venue = marketVenue(this.market.traded);
    this.#index = marketVenue(this.market.spot);
    this.#hazards = new Hazards(this, this.#index);
  }

  deskOf(contract: Contract): FuturesDesk {
    let desk = this.#desks.get(contract);
    if (desk === undefined) {
      desk = new FuturesDesk(contract, this.#venue, this.#index);
      this.#desks.set(contract, desk);
    }
    return desk;
  }

  /** Returns when the market next reaches an order or a position, or time ends one, if that is by `now`. */
  next(now: number): number | undefined {
    const times = [...this.#desks.values()].flatMap((desk) => desk.next(now) ?? []);
    const hazard = this.#hazards.next(now);
    if (hazard !== undefined) times.push(hazard);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Lets that happen: first to orders, contract by contract, then to positions. */
  happen(time: number): void {
    const due = [...this.#desks.values()]
      .filter((desk) => desk.next(time) === time)
      .sort((a, b) => (a.contract.name < b.contract.name ? -1 : 1));
    for (const desk of due) {
      this.#expire(desk, time);
      for (const order of desk.triggeredAt(time)) this.#trigger(desk, order, time);
      for (const order of desk.reachedAt(time)) if (order.level !== undefined) this.#reach(desk, order, time);
      desk.watch.restart(time + 1);
    }
    if (this.#hazards.next(time) === time) this.#hazards.happen(time);
  }

  /** Places an order. Refuses with the codes of futures. */
  place(user: User, request: FuturesRequest, now: number): FuturesOrder {
    const refusal = this.counts.refusal(user.id, now);
    if (refusal !== undefined) throw refusal;
    const desk = this.deskOf(request.contract);
    const orderId = this.#orders + 1;
    const clientOrderId = request.clientOrderId ?? clientIdFor(this.#seed, this.line, orderId);
    const order = orderOf(user, request, { orderId, clientOrderId }, now);
    assertPlaceable(this, desk, order, now);
    const plan = order.isWaiting ? undefined : planFor(this, desk, order, now);
    if (plan !== undefined) assertPlan(order, plan);
    // Nothing is refused from here on.
    this.#orders += 1;
    this.counts.add(user.id, now);
    this.books.noteOrder(order);
    this.tell.order(order, 'NEW', now);
    if (plan === undefined) this.#wait(desk, order, now);
    else this.#carryOut(desk, order, plan, now);
    this.#reserve(user, request.contract.settleAsset, now);
    return order;
  }

  /** Cancels an open order of the user. Refuses with -2011. */
  cancel(user: User, contract: Contract, ids: FuturesOrderIds, now: number): FuturesOrder {
    const order = this.find(user, contract, ids);
    if (order === undefined || !isOpen(order)) throw refused(-2011, 'Unknown order sent.');
    this.end(order, 'CANCELED', now);
    return order;
  }

  /** Returns the last order of the user that has the ids; with both it must have both. */
  find(
    user: User,
    contract: Contract,
    { orderId, clientOrderId }: FuturesOrderIds,
  ): FuturesOrder | undefined {
    return this.books
      .historyOf(user)
      .orders.findLast(
        (order) =>
          order.contract === contract &&
          (orderId === undefined || order.orderId === orderId) &&
          (clientOrderId === undefined || order.clientOrderId === clientOrderId),
      );
  }

  /** Ends an open order without a fill. */
  end(order: FuturesOrder, status: FuturesStatus, time: number): void {
    const desk = this.deskOf(order.contract);
    if (order.level !== undefined) desk.book.remove(order);
    desk.waiting.delete(order);
    order.status = status;
    order.updateTime = time;
    this.#reserve(order.user, order.contract.settleAsset, time);
    this.tell.order(order, status === 'CANCELED' ? 'CANCELED' : 'EXPIRED', time);
  }

  /** Writes down a trade between a user and the exchange itself: a liquidation or a delivery. */
  fillByHouse(order: FuturesOrder, price: number, time: number, isForced: boolean): void {
    this.books.noteOrder(order);
    this.#book(order, undefined, price, order.left, time, isForced);
  }

  /** Returns an order of the exchange that closes a position. */
  closingOrder(position: Position, clientOrderId: string, price: number, time: number): FuturesOrder {
    const request = closingRequest(position, price, clientOrderId);
    this.#orders += 1;
    return orderOf(position.user, request, { orderId: this.#orders, clientOrderId }, time);
  }

  /** Something about a user's money or positions has changed. */
  changed(user: User, contract: Contract, time: number): void {
    this.#hazards.watch(user, contract, time);
    this.#reserve(user, contract.settleAsset, time);
  }

  /** A transfer is income, and stands behind cross positions from now on. */
  moved(user: User, wallet: WalletName, asset: string, amount: bigint, now: number): void {
    if (wallet !== WALLETS[this.line]) return;
    this.books.noteIncome(user, 'TRANSFER', asset, { amount, time: now });
    this.#hazards.moved(user, asset, now);
  }

  /** Holds back in the wallet what positions and orders need now. */
  #reserve(user: User, asset: string, time: number): void {
    const { wallet, available } = this.books.margins(user, asset, time);
    this.books.purse.reserve(user, asset, wallet - available);
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

  /** Returns the mark price in ticks of the contract, rounded down. */
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
    if (most < order.left && marginRefusal(this, desk, order, time) !== undefined) {
      this.end(order, 'EXPIRED', time);
      return;
    }
    this.#carryOut(desk, order, planFor(this, desk, order, time), time);
  }

  /** A trade of the market fills an order whole and at its own price: it waits in no queue (choice, as on spot). */
  #reach(desk: FuturesDesk, order: FuturesOrder, time: number): void {
    desk.book.remove(order);
    this.#book(order, undefined, order.price, order.left, time, false, true);
  }

  #expire(desk: FuturesDesk, time: number): void {
    const isOver = desk.contract.deliversAt !== undefined && desk.contract.deliversAt <= time;
    for (const order of [...desk.book.orders(), ...desk.waiting]) {
      if (isOver || (order.goodTill > 0 && order.goodTill <= time)) this.end(order, 'EXPIRED', time);
    }
  }

  #carryOut(desk: FuturesDesk, taker: FuturesOrder, plan: Plan<FuturesOrder>, now: number): void {
    let isPrevented = false;
    const taken: { readonly price: number; readonly lots: number }[] = [];
    for (const { maker, price, lots } of plan.steps) {
      if (maker !== undefined && maker.level === undefined) continue;
      if (lots === 0 && maker !== undefined) {
        if (taker.prevention !== 'EXPIRE_TAKER') this.end(maker, 'EXPIRED_IN_MATCH', now);
        isPrevented ||= taker.prevention !== 'EXPIRE_MAKER';
        continue;
      }
      if (maker === undefined) taken.push({ price, lots });
      else if (maker.left === lots) desk.book.remove(maker);
      this.#book(taker, maker, price, lots, now, false);
    }
    if (taken.length > 0) desk.liquidity.take(taker.isBuy, taken, now);
    if (taker.left === 0) return;
    if (isPrevented) this.end(taker, 'EXPIRED_IN_MATCH', now);
    else if (taker.type === 'MARKET' || taker.timeInForce === 'IOC' || taker.timeInForce === 'FOK') {
      this.end(taker, 'EXPIRED', now);
    } else {
      desk.book.rest(taker);
      desk.watch.restart(now + 1);
    }
  }

  /** Books a trade for both sides; without a maker the other side is the market. */
  #book(
    taker: FuturesOrder,
    maker: FuturesOrder | undefined,
    price: number,
    lots: number,
    time: number,
    isForced: boolean,
    isMaker = false,
  ): void {
    this.#trades += 1;
    const tradeId = TRADE_ID_FIRST + this.#trades;
    const { contract } = taker;
    for (const order of maker === undefined ? [taker] : [maker, taker]) {
      const fill = bookFill(this.books, {
        order,
        tradeId,
        price,
        lots,
        time,
        isMaker: order === maker || isMaker,
        isForced,
      });
      this.tell.fill(fill, isForced);
    }
    if (maker === undefined) {
      const held = this.marketLots.get(contract.name) ?? 0;
      this.marketLots.set(contract.name, held + (taker.isBuy ? -lots : lots));
    }
    for (const order of maker === undefined ? [taker] : [maker, taker]) {
      for (const one of overreaching(this.books, order)) this.end(one, 'EXPIRED', time);
      this.changed(order.user, contract, time);
    }
  }
}
