/**
 * Algo orders: stop, take-profit and trailing-stop orders that wait outside the matching engine and place an ordinary
 * order when their trigger is reached (public facts, Algo orders). They reserve no margin before that.
 */

import type { Accounts, User } from '../ledger/accounts.ts';
import { generateClientId } from '../ledger/client-ids.ts';
import { createRefusal, Refusal } from '../refusal.ts';
import { Archive } from '../state/archive.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { FuturesContext } from './context.ts';
import type { Contract } from './contracts.ts';
import { createOrder } from './new-orders.ts';
import {
  type AlgoOrder,
  type AlgoStatus,
  closableLots,
  type FuturesOrder,
  type FuturesOrderRequest,
  type FuturesPosition,
} from './orders.ts';
import { assertCanWait } from './placement.ts';

/** The ids by which an algo order is searched: one of them is given. */
export interface AlgoOrderIds {
  readonly algoId: number | undefined;
  readonly clientAlgoId: string | undefined;
}

/** The part of the futures engine that algo orders use. */
export interface AlgoOrderEngine extends FuturesContext {
  /** Places the order of an algo order whose trigger was reached; rejects it like any other order. */
  placeOrder(user: User, request: FuturesOrderRequest, now: number): FuturesOrder;
  /** Adds an order to those that wait for their trigger. */
  holdUntilTriggered(order: FuturesOrder, now: number): void;
}

/** The maximum number of waiting algo orders of an account, over all contracts (public facts). */
const OPEN_MAX = 200;

/** The types of algo orders with a limit price; they place a LIMIT order, the others a MARKET order. */
const LIMIT_TYPES: ReadonlySet<FuturesOrderRequest['type']> = new Set(['STOP', 'TAKE_PROFIT']);

export class AlgoOrders {
  readonly #engine: AlgoOrderEngine;
  readonly #seed: number;
  readonly #accounts: Accounts;
  readonly #histories = new Map<number, Archive<AlgoOrder>>();
  /** The orders that wait for the trigger of an algo order, by algo id. */
  readonly #waiting = new Map<number, FuturesOrder>();
  #count = 0;

  constructor(engine: AlgoOrderEngine, accounts: Accounts, seed: number) {
    this.#engine = engine;
    this.#accounts = accounts;
    this.#seed = seed;
  }

  /**
   * Places an algo order. Rejects with -4061, -4108, -4045, -4116 and -2021; an order that closes a position
   * is rejected with -4509 if there is no position, and with -4130 if another algo order closes it already.
   */
  place(user: User, request: FuturesOrderRequest, now: number): AlgoOrder {
    const algoId = this.#count + 1;
    const { clientOrderId, ...terms } = request;
    const clientAlgoId = clientOrderId ?? generateClientId(this.#seed, 'algo', request.contract.name, algoId);
    const waiting = createOrder(
      user,
      { ...request, algoId },
      { orderId: 0, clientOrderId: clientAlgoId },
      now,
    );
    this.#assertAllowed(waiting, now);
    assertCanWait(this.#engine, waiting, now);
    this.#count = algoId;
    const algo: AlgoOrder = {
      ...terms,
      user,
      algoId,
      clientAlgoId,
      status: 'NEW',
      createTime: now,
      updateTime: now,
      triggerTime: 0,
      orderId: 0,
      isActivated: request.type === 'TRAILING_STOP_MARKET' && request.activation === 0,
      reason: '',
    };
    this.historyOf(user).push(algo);
    this.#waiting.set(algoId, waiting);
    this.#engine.holdUntilTriggered(waiting, now);
    this.#engine.userEvents.emitAlgoOrder(algo, undefined, now);
    return algo;
  }

  /** Cancels a waiting algo order. Rejects with -2011 if no such order is waiting. */
  cancel(user: User, ids: AlgoOrderIds, now: number): AlgoOrder {
    const algo = this.find(user, ids);
    const waiting = algo === undefined ? undefined : this.#waiting.get(algo.algoId);
    if (algo === undefined || waiting === undefined) throw createRefusal(-2011, 'Unknown order sent.');
    this.end(waiting, 'CANCELED', now);
    return algo;
  }

  /** Cancels all waiting algo orders of a contract. */
  cancelAll(user: User, contract: Contract, now: number): void {
    for (const waiting of this.#waitingOf(user)) {
      if (waiting.contract === contract) this.end(waiting, 'CANCELED', now);
    }
  }

  /** Returns an algo order by its id, or by its client id the last one that had it. */
  find(user: User, { algoId, clientAlgoId }: AlgoOrderIds): AlgoOrder | undefined {
    const history = this.historyOf(user);
    if (algoId !== undefined) {
      const found = history.first({ id: [algoId, algoId] });
      return clientAlgoId === undefined || found?.clientAlgoId === clientAlgoId ? found : undefined;
    }
    for (const algo of history.newestFirst()) if (algo.clientAlgoId === clientAlgoId) return algo;
    return undefined;
  }

  /** Returns the waiting algo orders of a user in order of placement. */
  open(user: User): readonly AlgoOrder[] {
    return this.#waitingOf(user).map((waiting) => this.#algoOf(waiting));
  }

  /** Returns all algo orders of a user, by ascending id. */
  historyOf(user: User): Archive<AlgoOrder> {
    let history = this.#histories.get(user.id);
    if (history === undefined) {
      history = this.#createHistory();
      this.#histories.set(user.id, history);
    }
    return history;
  }

  /** Returns the order that an algo order placed; undefined before the trigger. */
  orderOf({ user, contract, orderId }: AlgoOrder): FuturesOrder | undefined {
    return orderId === 0 ? undefined : this.#engine.accounts.findOrder(user, contract, orderId);
  }

  /**
   * Places the order of an algo order whose trigger was reached; if that order is rejected, the algo order
   * ends as REJECTED.
   */
  trigger(waiting: FuturesOrder, time: number): void {
    const algo = this.#algoOf(waiting);
    this.#remove(waiting);
    algo.triggerTime = time;
    this.#setStatus(algo, 'TRIGGERING', time);
    const position = this.#engine.accounts.positions.getOrCreate(algo.user, algo.contract, algo.positionSide);
    try {
      const lots = algo.closesPosition ? closableLots(position, algo.isBuy) : algo.lots;
      if (lots === 0) throw createRefusal(-2022, 'ReduceOnly Order is rejected.');
      this.#engine.placeOrder(algo.user, placedRequest(algo, lots), time);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      algo.reason = thrown.message;
      this.#setStatus(algo, 'REJECTED', time);
    }
  }

  /** Records the order that an algo order placed, before it is matched. */
  recordPlaced(order: FuturesOrder, time: number): void {
    const algo = order.algoId === undefined ? undefined : this.find(order.user, idsOf(order));
    if (algo === undefined) return;
    algo.orderId = order.orderId;
    this.#setStatus(algo, 'TRIGGERED', time);
  }

  /** Ends an algo order as FINISHED when the order that it placed is filled or closed. */
  recordChange(order: FuturesOrder, time: number): void {
    if (order.algoId === undefined) return;
    const algo = this.find(order.user, idsOf(order));
    if (algo?.status !== 'TRIGGERED') return;
    if (order.status !== 'NEW' && order.status !== 'PARTIALLY_FILLED')
      this.#setStatus(algo, 'FINISHED', time);
  }

  /** Emits the user event of a trailing stop that has reached its activation price. */
  recordActivation(waiting: FuturesOrder, time: number): void {
    const algo = this.#algoOf(waiting);
    algo.isActivated = true;
    this.#setStatus(algo, 'NEW', time);
  }

  /** Ends a waiting algo order that has placed no order. */
  end(waiting: FuturesOrder, status: 'CANCELED' | 'EXPIRED', time: number): void {
    const algo = this.#algoOf(waiting);
    this.#remove(waiting);
    this.#setStatus(algo, status, time);
  }

  /** Expires the algo orders that close a position when there is nothing left to close. */
  expireWithoutPosition(position: FuturesPosition, time: number): void {
    for (const waiting of this.#waitingOf(position.user)) {
      const { contract, positionSide, closesPosition, isBuy } = waiting;
      if (!closesPosition || contract !== position.contract || positionSide !== position.side) continue;
      if (closableLots(position, isBuy) === 0) this.end(waiting, 'EXPIRED', time);
    }
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.entries(
      this.#histories,
      () => this.#createHistory(),
      (history) => history.checkpoint(checkpointer),
    );
    checkpointer.value(this.#waiting);
    this.#count = checkpointer.value(this.#count);
  }

  #createHistory(): Archive<AlgoOrder> {
    return new Archive<AlgoOrder>(this.#accounts.names, {
      searchKeys: { id: ({ algoId }) => algoId, time: ({ createTime }) => createTime },
      isFinal: ({ status }) => status !== 'NEW' && status !== 'TRIGGERING' && status !== 'TRIGGERED',
    });
  }

  #assertAllowed(order: FuturesOrder, now: number): void {
    const { accounts } = this.#engine;
    const { user, contract, positionSide, isBuy, type } = order;
    const waiting = this.#waitingOf(user);
    if (waiting.length >= OPEN_MAX) throw createRefusal(-4045, 'Reach max stop order limit.');
    if (waiting.some(({ clientOrderId }) => clientOrderId === order.clientOrderId))
      throw createRefusal(-4116, 'ClientOrderId is duplicated.');
    if (!order.closesPosition) return;
    const position = accounts.positions.get(user, contract, positionSide);
    if (accounts.valuePosition(position, now).notional === 0n) {
      throw createRefusal(
        -4509,
        'Time in Force (TIF) GTE can only be used with open positions. Please ensure that positions are available.',
      );
    }
    const isSame = (one: FuturesOrder) =>
      one.closesPosition &&
      one.contract === contract &&
      one.positionSide === positionSide &&
      one.isBuy === isBuy &&
      one.type === type;
    if (waiting.some(isSame)) {
      throw createRefusal(
        -4130,
        'An open stop or take profit order with GTE and closePosition in the direction is existing.',
      );
    }
  }

  #waitingOf(user: User): readonly FuturesOrder[] {
    return [...this.#waiting.values()].filter((order) => order.user === user);
  }

  #algoOf(waiting: FuturesOrder): AlgoOrder {
    return this.find(waiting.user, idsOf(waiting))!;
  }

  #remove(waiting: FuturesOrder): void {
    this.#waiting.delete(waiting.algoId!);
    this.#engine.instrumentOf(waiting.contract).conditionalOrders.delete(waiting);
  }

  #setStatus(algo: AlgoOrder, status: AlgoStatus, time: number): void {
    algo.status = status;
    algo.updateTime = time;
    this.#engine.userEvents.emitAlgoOrder(algo, this.orderOf(algo), time);
  }
}

/** Returns the request of the order that an algo order places; it has the client id of the algo order (our choice). */
function placedRequest(algo: AlgoOrder, lots: number): FuturesOrderRequest {
  const { contract, isBuy, positionSide, timeInForce, price, workingType, isProtected, priceMatch } = algo;
  return {
    contract,
    isBuy,
    positionSide,
    type: LIMIT_TYPES.has(algo.type) ? 'LIMIT' : 'MARKET',
    timeInForce,
    price,
    lots,
    stopPrice: 0,
    activation: 0,
    callback: 0,
    isReduceOnly: algo.isReduceOnly || algo.closesPosition,
    closesPosition: false,
    workingType,
    isProtected,
    priceMatch,
    prevention: algo.prevention,
    goodTill: algo.goodTill,
    clientOrderId: algo.clientAlgoId,
    algoId: algo.algoId,
  };
}

function idsOf({ algoId }: FuturesOrder): AlgoOrderIds {
  return { algoId, clientAlgoId: undefined };
}
