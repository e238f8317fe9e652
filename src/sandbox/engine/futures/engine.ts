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
import { marketPositionAt, type UserActivity } from '../matching/public-market.ts';
import { TradeTape } from '../matching/trade-tape.ts';
import { createRefusal } from '../refusal.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { FuturesAccounts, withdrawableAmount } from './accounts.ts';
import { AlgoOrders } from './algo-orders.ts';
import { amendOrder, type OrderChange } from './amendments.ts';
import type { ClosingOrderFields, FuturesContext, FuturesOrderIds } from './context.ts';
import { type Contract, listContracts, registerContractNames } from './contracts.ts';
import { Countdowns } from './countdowns.ts';
import { FuturesDueEvents } from './due-events.ts';
import { FuturesInstrument } from './instrument.ts';
import { minOf } from './integer-math.ts';
import { type FuturesMarket, futuresMarketOf } from './market.ts';
import { payNegativeBalance } from './multi-assets.ts';
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
import { FuturesUserEvents } from './user-events.ts';
import { FUTURES_WALLETS } from './wallet.ts';

export class FuturesEngine implements ProductEngine, FuturesContext {
  readonly product: FuturesProduct;
  readonly market: FuturesMarket;
  readonly accounts: FuturesAccounts;
  readonly userEvents: FuturesUserEvents;
  readonly algoOrders: AlgoOrders;
  readonly countdowns = new Countdowns();
  readonly marketLots = new Map<string, number>();
  readonly #seed: number;
  readonly #liquiditySource: LiquiditySource;
  readonly #index: LiquiditySource;
  readonly #dueEvents: FuturesDueEvents;
  /** The instruments by the market symbols of their contracts. */
  readonly #instruments = new Map<MarketSymbol, FuturesInstrument>();
  readonly #execution: FuturesExecution;
  #orderCount = 0;

  constructor(
    product: FuturesProduct,
    exchange: Pick<Exchange, 'market' | 'userEvents' | 'seed'> & { readonly accounts: Accounts },
  ) {
    this.product = product;
    this.#seed = exchange.seed;
    registerContractNames(exchange.accounts.names, product);
    this.market = futuresMarketOf(product, exchange.market);
    this.accounts = new FuturesAccounts(exchange.accounts, this.market);
    this.userEvents = new FuturesUserEvents(exchange.userEvents, this.accounts, product);
    this.#liquiditySource = createMarketLiquidity(this.market.contractMarket);
    this.#index = createMarketLiquidity(this.market.spot);
    this.#dueEvents = new FuturesDueEvents(this, this.#index);
    this.#execution = new FuturesExecution(this);
    this.algoOrders = new AlgoOrders(this, exchange.accounts, exchange.seed);
    this.market.setUserTrading((symbol) => this.#instruments.get(symbol)?.userTrading);
  }

  instrumentOf(contract: Contract): FuturesInstrument {
    let instrument = this.#instruments.get(contract.market);
    if (instrument === undefined) {
      instrument = this.#createInstrument(contract);
      this.#instruments.set(contract.market, instrument);
    }
    return instrument;
  }

  /**
   * Returns when the next order is reached by market trades, is triggered or expires, or the next event of a
   * position falls due.
   */
  nextDueAt(now: number): number | undefined {
    let earliest = Math.min(
      this.#dueEvents.nextDueAt(now) ?? Number.POSITIVE_INFINITY,
      this.countdowns.nextDueAt(now) ?? Number.POSITIVE_INFINITY,
    );
    for (const instrument of this.#instruments.values())
      earliest = Math.min(earliest, instrument.nextDueAt(now) ?? earliest);
    return earliest <= now ? earliest : undefined;
  }

  /** Runs the due events of orders, contract by contract, and then those of positions. */
  runDueEvent(time: number): void {
    for (const { user, contract } of this.countdowns.takeExpired(time))
      this.cancelAllOrders(user, contract, time);
    const due = [...this.#instruments.values()]
      .filter((instrument) => instrument.nextDueAt(time) === time)
      .sort((a, b) => (a.contract.name < b.contract.name ? -1 : 1));
    for (const instrument of due) {
      this.#expireOrders(instrument, time);
      // An order that is triggered or filled may close other orders, so each is checked again.
      for (const order of instrument.triggeredAt(time))
        if (instrument.conditionalOrders.has(order)) this.#triggerOrder(instrument, order, time);
      this.#execution.fillTouchedOrders(instrument, time);
      instrument.watch.restart(time + 1);
    }
    if (this.#dueEvents.nextDueAt(time) === time) this.#dueEvents.runDueEvent(time);
  }

  /** Places an order. Rejects with the error codes of futures. */
  placeOrder(user: User, request: FuturesOrderRequest, now: number): FuturesOrder {
    const { instrument, order, plan } = this.#prepareOrder(user, request, this.#orderCount + 1, now);
    // All checks have passed: from here on the order cannot be rejected.
    this.#orderCount += 1;
    this.accounts.recordOrder(order);
    this.algoOrders.recordPlaced(order, now);
    this.userEvents.emitOrder(order, 'NEW', now);
    if (plan === undefined) this.holdUntilTriggered(order, now);
    else this.#execution.executePlan(instrument, order, plan, now);
    this.#updateReserve(user, request.contract.settleAsset, now);
    return order;
  }

  /** Returns the order that a placement would create, without placing it. Rejects like `placeOrder`. */
  testOrder(user: User, request: FuturesOrderRequest, now: number): FuturesOrder {
    return this.#prepareOrder(user, request, 0, now).order;
  }

  /**
   * Modifies price and quantity of a resting order. Rejects with -2013, -5025 to -5027 and the codes of
   * `placeOrder`.
   */
  amendOrder(
    user: User,
    contract: Contract,
    ids: FuturesOrderIds,
    change: OrderChange,
    now: number,
  ): FuturesOrder {
    return amendOrder(this, this.#execution, { user, contract, ids }, change, now);
  }

  /** Cancels an open order of the user. Rejects with -2011 if there is none. */
  cancelOrder(user: User, contract: Contract, ids: FuturesOrderIds, now: number): FuturesOrder {
    const order = this.findOrder(user, contract, ids);
    if (order === undefined || !isOpen(order)) throw createRefusal(-2011, 'Unknown order sent.');
    this.closeOrder(order, 'CANCELED', now);
    return order;
  }

  /** Cancels all open orders of the user on a contract. */
  cancelAllOrders(user: User, contract: Contract, now: number): void {
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
    if (order.algoId !== undefined && order.isConditional) {
      this.algoOrders.end(order, status === 'CANCELED' ? 'CANCELED' : 'EXPIRED', time);
      return;
    }
    const instrument = this.instrumentOf(order.contract);
    if (order.level !== undefined) instrument.book.remove(order);
    instrument.conditionalOrders.delete(order);
    order.status = status;
    order.updateTime = time;
    this.#updateReserve(order.user, order.contract.settleAsset, time);
    this.userEvents.emitOrder(order, status === 'CANCELED' ? 'CANCELED' : 'EXPIRED', time);
    this.algoOrders.recordChange(order, time);
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
    this.#orderCount += 1;
    const order = createOrder(position.user, request, { orderId: this.#orderCount, clientOrderId }, time);
    return { ...order, isForced };
  }

  *publicActivity(): Iterable<readonly [MarketSymbol, UserActivity]> {
    for (const [symbol, instrument] of this.#instruments) yield [symbol, instrument.userTrading];
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.accounts.checkpoint(checkpointer);
    this.countdowns.checkpoint(checkpointer);
    checkpointer.value(this.marketLots);
    checkpointer.entries(
      this.#instruments,
      (market) =>
        this.#createInstrument(listContracts(this.product).find((contract) => contract.market === market)!),
      (instrument) => instrument.checkpoint(checkpointer),
    );
    this.#dueEvents.checkpoint(checkpointer);
    this.#execution.checkpoint(checkpointer);
    this.algoOrders.checkpoint(checkpointer);
    this.#orderCount = checkpointer.value(this.#orderCount);
  }

  #createInstrument(contract: Contract): FuturesInstrument {
    return new FuturesInstrument(
      contract,
      this.market,
      this.#liquiditySource,
      this.#index,
      this.#createTape(contract),
    );
  }

  refreshMargin(user: User, contract: Contract, time: number): void {
    payNegativeBalance(this, user, time);
    this.#dueEvents.watchMargin(user, contract, time);
    this.#updateReserve(user, contract.settleAsset, time);
  }

  refreshWallet(user: User, asset: string, time: number): void {
    this.#dueEvents.watchWallet(user, asset, time);
    this.#updateReserve(user, asset, time);
  }

  /** Records a transfer as income and adds its amount to the margin of cross positions. */
  onTransfer(user: User, wallet: WalletName, asset: string, amount: bigint, now: number): void {
    if (wallet !== FUTURES_WALLETS[this.product]) return;
    this.accounts.recordIncome(user, 'TRANSFER', asset, { amount, time: now });
    this.refreshWallet(user, asset, now);
    this.userEvents.emitAccountUpdate(user, amount < 0n ? 'WITHDRAW' : 'DEPOSIT', asset, [], now, amount);
  }

  /**
   * Returns the amount that may leave the product's wallet: the free balance that positions and orders leave.
   */
  maxTransferable(user: User, wallet: WalletName, asset: string, now: number): bigint | undefined {
    if (wallet !== FUTURES_WALLETS[this.product]) return undefined;
    const free = this.accounts.wallet.accountOf(user).balances.get(asset)?.free ?? 0n;
    return minOf(free, withdrawableAmount(this.accounts.marginsOf(user, asset, now)));
  }

  /**
   * Reserves in the wallet the margin that positions and orders require now; in multi-assets mode, of each
   * asset the amount that could not be withdrawn while the other assets stay.
   */
  #updateReserve(user: User, asset: string, time: number): void {
    const { wallet, modes } = this.accounts;
    const assets = modes.isMultiAssets(user) ? [...wallet.accountOf(user).balances.keys()] : [asset];
    for (const one of assets) {
      const margins = this.accounts.marginsOf(user, one, time);
      wallet.reserve(user, one, margins.wallet - minOf(margins.wallet, margins.available));
    }
  }

  #createTape({ market }: Contract): TradeTape {
    return new TradeTape((time) => marketPositionAt(this.market.contractMarket, market, time));
  }

  #prepareOrder(user: User, request: FuturesOrderRequest, orderId: number, now: number) {
    const instrument = this.instrumentOf(request.contract);
    const clientOrderId = request.clientOrderId ?? generateClientId(this.#seed, this.product, orderId);
    const order = createOrder(user, request, { orderId, clientOrderId }, now);
    assertOrderAllowed(this, instrument, order, now);
    const plan = order.isConditional ? undefined : planMatch(this, instrument, order, now);
    if (plan !== undefined) assertTimeInForce(order, plan);
    return { instrument, order, plan };
  }

  holdUntilTriggered(order: FuturesOrder, now: number): void {
    const instrument = this.instrumentOf(order.contract);
    instrument.conditionalOrders.add(order);
    if (order.type === 'TRAILING_STOP_MARKET' && order.activation === 0) {
      const lastTicks =
        order.workingType === 'MARK_PRICE'
          ? this.markTicksOf(order.contract, now)
          : this.market.lastTicks(order.contract, now);
      order.trailing = { bestPrice: lastTicks, since: now + 1 };
    }
    instrument.watch.restart(now + 1);
  }

  markTicksOf(contract: Contract, at: number): number {
    const unit = 10n ** BigInt(8 - contract.market.tickDecimals);
    return Number(this.market.markPrice(contract, at) / unit);
  }

  #triggerOrder(instrument: FuturesInstrument, order: FuturesOrder, time: number): void {
    if (order.type === 'TRAILING_STOP_MARKET' && order.trailing === undefined) {
      order.trailing = { bestPrice: order.activation, since: time + 1 };
      if (order.algoId !== undefined) this.algoOrders.recordActivation(order, time);
      return;
    }
    if (order.algoId !== undefined) {
      this.algoOrders.trigger(order, time);
      return;
    }
    const position = this.accounts.positions.getOrCreate(order.user, order.contract, order.positionSide);
    const maxLots = closableLots(position, order.isBuy);
    if (order.closesPosition) order.lots = order.remaining = maxLots;
    else if (order.isReduceOnly && maxLots < order.remaining) order.remaining = order.lots = maxLots;
    if (order.remaining === 0) {
      this.closeOrder(order, 'EXPIRED', time);
      return;
    }
    // A triggered order emits EXPIRED, and then NEW as a LIMIT or MARKET order with the same id.
    this.userEvents.emitOrder(order, 'EXPIRED', time);
    instrument.conditionalOrders.delete(order);
    order.isConditional = false;
    order.type = order.type === 'STOP' || order.type === 'TAKE_PROFIT' ? 'LIMIT' : 'MARKET';
    order.updateTime = time;
    this.userEvents.emitOrder(order, 'NEW', time);
    const refusal = maxLots < order.remaining ? marginRefusal(this, instrument, order, time) : undefined;
    if (refusal !== undefined) {
      this.userEvents.emitTriggerRejection(order, refusal.message, time);
      this.closeOrder(order, 'EXPIRED', time);
      return;
    }
    this.#execution.executePlan(instrument, order, planMatch(this, instrument, order, time), time);
  }

  #expireOrders(instrument: FuturesInstrument, time: number): void {
    const isDelivered =
      instrument.contract.deliversAt !== undefined && instrument.contract.deliversAt <= time;
    for (const order of [...instrument.book.allOrders(), ...instrument.conditionalOrders]) {
      if (isDelivered || (order.goodTill > 0 && order.goodTill <= time))
        this.closeOrder(order, 'EXPIRED', time);
    }
  }
}
