/**
 * The engine of one futures product: places, triggers, matches and cancels orders, and funds, delivers and
 * liquidates positions. A rejected request changes nothing; all results depend only on the commands and their
 * times.
 */

import type { FuturesProduct } from '../../../catalogue/futures-products.ts';
import type { Exchange, ProductEngine } from '../exchange.ts';
import type { Accounts, User, WalletName } from '../ledger/accounts.ts';
import { generateClientId } from '../ledger/client-ids.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import { createMarketLiquidity, type LiquiditySource } from '../matching/liquidity.ts';
import { marketPositionAt } from '../matching/public-market.ts';
import { TradeTape } from '../matching/trade-tape.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { FuturesAccounts, withdrawableAmount } from './accounts.ts';
import { amendOrder, type OrderChange } from './amendments.ts';
import type { ClosingOrderFields, FuturesContext, FuturesOrderIds } from './context.ts';
import { type Contract, listContracts, registerContractNames } from './contracts.ts';
import { Countdowns } from './countdowns.ts';
import { FuturesDueEvents } from './due-events.ts';
import { FuturesInstrument } from './instrument.ts';
import { minOf } from './integer-math.ts';
import { type FuturesMarket, futuresMarketOf, priceOf } from './market.ts';
import { closingRequest, createOrder } from './new-orders.ts';
import { FuturesExecution } from './order-execution.ts';
import {
  closableLots,
  type FuturesOrder,
  type FuturesOrderRequest,
  type FuturesOrderStatus,
  type FuturesPosition,
  isOpen,
} from './orders.ts';
import { assertOrderAllowed, assertTimeInForce, marginRefusal, planMatch } from './placement.ts';
import { futuresRefusal } from './refusals.ts';
import { FuturesUserEvents } from './user-events.ts';
import { FUTURES_WALLETS } from './wallet.ts';

export class FuturesEngine implements ProductEngine, FuturesContext {
  readonly line: FuturesProduct;
  readonly market: FuturesMarket;
  readonly accounts: FuturesAccounts;
  readonly userEvents: FuturesUserEvents;
  readonly countdowns = new Countdowns();
  readonly marketLots = new Map<string, number>();
  readonly #seed: number;
  readonly #venue: LiquiditySource;
  readonly #index: LiquiditySource;
  readonly #hazards: FuturesDueEvents;
  /** The instruments by the market symbols of their contracts. */
  readonly #desks = new Map<MarketSymbol, FuturesInstrument>();
  readonly #execution: FuturesExecution;
  #orders = 0;

  constructor(
    line: FuturesProduct,
    exchange: Pick<Exchange, 'market' | 'userEvents' | 'seed'> & { readonly accounts: Accounts },
  ) {
    this.line = line;
    this.#seed = exchange.seed;
    registerContractNames(exchange.accounts.names, line);
    this.market = futuresMarketOf(line, exchange.market);
    this.accounts = new FuturesAccounts(exchange.accounts, this.market);
    this.userEvents = new FuturesUserEvents(exchange.userEvents, this.accounts, line);
    this.#venue = createMarketLiquidity(this.market.contractMarket);
    this.#index = createMarketLiquidity(this.market.spot);
    this.#hazards = new FuturesDueEvents(this, this.#index);
    this.#execution = new FuturesExecution(this);
    this.market.setUserTrading((symbol) => this.#desks.get(symbol)?.userTrading);
  }

  instrumentOf(contract: Contract): FuturesInstrument {
    let desk = this.#desks.get(contract.market);
    if (desk === undefined) {
      desk = this.#newDesk(contract);
      this.#desks.set(contract.market, desk);
    }
    return desk;
  }

  /** Returns when the next order is touched, triggered or expires, or a position has a due event. */
  nextDueAt(now: number): number | undefined {
    const times = [...this.#desks.values()].flatMap((desk) => desk.nextDueAt(now) ?? []);
    for (const time of [this.#hazards.nextDueAt(now), this.countdowns.nextDueAt(now)]) {
      if (time !== undefined) times.push(time);
    }
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Runs the due events of orders, contract by contract, and then those of positions. */
  runDueEvent(time: number): void {
    for (const { user, contract } of this.countdowns.takeExpired(time)) this.cancelAll(user, contract, time);
    const due = [...this.#desks.values()]
      .filter((desk) => desk.nextDueAt(time) === time)
      .sort((a, b) => (a.contract.name < b.contract.name ? -1 : 1));
    for (const desk of due) {
      this.#expire(desk, time);
      // A triggered or filled order may close others.
      for (const order of desk.triggeredAt(time))
        if (desk.conditionalOrders.has(order)) this.#trigger(desk, order, time);
      for (const order of desk.touchedAt(time))
        if (order.level !== undefined) this.#execution.fillTouched(desk, order, time);
      desk.watch.restart(time + 1);
    }
    if (this.#hazards.nextDueAt(time) === time) this.#hazards.runDueEvent(time);
  }

  /** Places an order. Rejects with the error codes of futures. */
  place(user: User, request: FuturesOrderRequest, now: number): FuturesOrder {
    const { desk, order, plan } = this.#prepare(user, request, this.#orders + 1, now);
    // All checks have passed: from here on the order cannot be rejected.
    this.#orders += 1;
    this.accounts.recordOrder(order);
    this.userEvents.emitOrder(order, 'NEW', now);
    if (plan === undefined) this.#wait(desk, order, now);
    else this.#execution.executePlan(desk, order, plan, now);
    this.#reserve(user, request.contract.settleAsset, now);
    return order;
  }

  /** Returns the order that a placement would create, without placing it. Rejects like `placeOrder`. */
  check(user: User, request: FuturesOrderRequest, now: number): FuturesOrder {
    return this.#prepare(user, request, 0, now).order;
  }

  /**
   * Modifies price and quantity of a resting order. Rejects with -2013, -5025 to -5027 and like `placeOrder`.
   */
  amend(
    user: User,
    contract: Contract,
    ids: FuturesOrderIds,
    change: OrderChange,
    now: number,
  ): FuturesOrder {
    return amendOrder(this, this.#execution, { user, contract, ids }, change, now);
  }

  /** Cancels an open order of the user. Rejects with -2011 if there is none. */
  cancel(user: User, contract: Contract, ids: FuturesOrderIds, now: number): FuturesOrder {
    const order = this.findOrder(user, contract, ids);
    if (order === undefined || !isOpen(order)) throw futuresRefusal(-2011, 'Unknown order sent.');
    this.closeOrder(order, 'CANCELED', now);
    return order;
  }

  /** Cancels all open orders of the user on a contract. */
  cancelAll(user: User, contract: Contract, now: number): void {
    for (const order of this.accounts.openOrders(user, contract)) this.closeOrder(order, 'CANCELED', now);
  }

  findOrder(
    user: User,
    contract: Contract,
    { orderId, clientOrderId }: FuturesOrderIds,
  ): FuturesOrder | undefined {
    const order = this.accounts.findOrder(user, contract, orderId ?? clientOrderId);
    return clientOrderId === undefined || order?.clientOrderId === clientOrderId ? order : undefined;
  }

  closeOrder(order: FuturesOrder, status: FuturesOrderStatus, time: number): void {
    const desk = this.instrumentOf(order.contract);
    if (order.level !== undefined) desk.book.remove(order);
    desk.conditionalOrders.delete(order);
    order.status = status;
    order.updateTime = time;
    this.#reserve(order.user, order.contract.settleAsset, time);
    this.userEvents.emitOrder(order, status === 'CANCELED' ? 'CANCELED' : 'EXPIRED', time);
  }

  fillAgainstExchange(order: FuturesOrder, price: number, time: number): void {
    this.accounts.recordOrder(order);
    this.#execution.fillAgainstExchange(order, price, time);
  }

  closingOrder(
    position: FuturesPosition,
    { clientOrderId, price, isForced }: ClosingOrderFields,
    time: number,
  ): FuturesOrder {
    const request = closingRequest(position, price, clientOrderId);
    this.#orders += 1;
    const order = createOrder(position.user, request, { orderId: this.#orders, clientOrderId }, time);
    return { ...order, isForced };
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.accounts.checkpoint(checkpointer);
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

  #newDesk(contract: Contract): FuturesInstrument {
    return new FuturesInstrument(contract, this.#venue, this.#index, this.#tapeOf(contract));
  }

  refreshMargin(user: User, contract: Contract, time: number): void {
    this.#hazards.watchMargin(user, contract, time);
    this.#reserve(user, contract.settleAsset, time);
  }

  /** Records a transfer as income and adds its amount to the margin of cross positions. */
  onTransfer(user: User, wallet: WalletName, asset: string, amount: bigint, now: number): void {
    if (wallet !== FUTURES_WALLETS[this.line]) return;
    this.accounts.recordIncome(user, 'TRANSFER', asset, { amount, time: now });
    this.#hazards.watchWallet(user, asset, now);
    this.#reserve(user, asset, now);
    this.userEvents.emitAccountUpdate(user, amount < 0n ? 'WITHDRAW' : 'DEPOSIT', asset, [], now, amount);
  }

  /**
   * Returns the amount that may leave the product's wallet: the free balance that positions and orders leave.
   */
  maxTransferable(user: User, wallet: WalletName, asset: string, now: number): bigint | undefined {
    if (wallet !== FUTURES_WALLETS[this.line]) return undefined;
    const free = this.accounts.wallet.accountOf(user).balances.get(asset)?.free ?? 0n;
    return minOf(free, withdrawableAmount(this.accounts.marginsOf(user, asset, now)));
  }

  /** Reserves in the wallet the margin that positions and orders require now. */
  #reserve(user: User, asset: string, time: number): void {
    const { wallet, available } = this.accounts.marginsOf(user, asset, time);
    this.accounts.wallet.reserve(user, asset, wallet - available);
  }

  #tapeOf({ market }: Contract): TradeTape {
    return new TradeTape((time) => marketPositionAt(this.market.contractMarket, market, time));
  }

  #prepare(user: User, request: FuturesOrderRequest, orderId: number, now: number) {
    const desk = this.instrumentOf(request.contract);
    const clientOrderId = request.clientOrderId ?? generateClientId(this.#seed, this.line, orderId);
    const order = createOrder(user, request, { orderId, clientOrderId }, now);
    assertOrderAllowed(this, desk, order, now);
    const plan = order.isConditional ? undefined : planMatch(this, desk, order, now);
    if (plan !== undefined) assertTimeInForce(order, plan);
    return { desk, order, plan };
  }

  #wait(desk: FuturesInstrument, order: FuturesOrder, now: number): void {
    desk.conditionalOrders.add(order);
    if (order.type === 'TRAILING_STOP_MARKET' && order.activation === 0) {
      const last =
        order.workingType === 'MARK_PRICE'
          ? this.markTicksOf(order.contract, now)
          : this.market.lastTicks(order.contract, now);
      order.trailing = { bestPrice: last, since: now + 1 };
    }
    desk.watch.restart(now + 1);
  }

  markTicksOf(contract: Contract, at: number): number {
    const unit = 10n ** BigInt(8 - contract.market.tickDecimals);
    return Number(priceOf(contract.index, this.market.markTicks(contract, at)) / unit);
  }

  #trigger(desk: FuturesInstrument, order: FuturesOrder, time: number): void {
    if (order.type === 'TRAILING_STOP_MARKET' && order.trailing === undefined) {
      order.trailing = { bestPrice: order.activation, since: time + 1 };
      return;
    }
    const position = this.accounts.positions.getOrCreate(order.user, order.contract, order.positionSide);
    const most = closableLots(position, order.isBuy);
    if (order.closesPosition) order.lots = order.remaining = most;
    else if (order.isReduceOnly && most < order.remaining) order.remaining = order.lots = most;
    if (order.remaining === 0) {
      this.closeOrder(order, 'EXPIRED', time);
      return;
    }
    // A triggered order emits EXPIRED, and then NEW as a LIMIT or MARKET order with the same id.
    this.userEvents.emitOrder(order, 'EXPIRED', time);
    desk.conditionalOrders.delete(order);
    order.isConditional = false;
    order.type = order.type === 'STOP' || order.type === 'TAKE_PROFIT' ? 'LIMIT' : 'MARKET';
    order.updateTime = time;
    this.userEvents.emitOrder(order, 'NEW', time);
    const refusal = most < order.remaining ? marginRefusal(this, desk, order, time) : undefined;
    if (refusal !== undefined) {
      this.userEvents.emitTriggerRejection(order, refusal.message, time);
      this.closeOrder(order, 'EXPIRED', time);
      return;
    }
    this.#execution.executePlan(desk, order, planMatch(this, desk, order, time), time);
  }

  #expire(desk: FuturesInstrument, time: number): void {
    const isOver = desk.contract.deliversAt !== undefined && desk.contract.deliversAt <= time;
    for (const order of [...desk.book.allOrders(), ...desk.conditionalOrders]) {
      if (isOver || (order.goodTill > 0 && order.goodTill <= time)) this.closeOrder(order, 'EXPIRED', time);
    }
  }
}
