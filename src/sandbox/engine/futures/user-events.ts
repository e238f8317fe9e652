/** User data events of futures (public facts, USD-M streams and user data; COIN-M). */

import type { FuturesProduct } from '../../../catalogue/futures-products.ts';
import type { User } from '../ledger/accounts.ts';
import type { UserEvents } from '../ledger/user-events.ts';
import type { FuturesAccounts } from './accounts.ts';
import type { Contract } from './contracts.ts';
import { fixedText } from './integer-math.ts';
import type { AlgoOrder, FuturesFill, FuturesOrder, FuturesPosition } from './orders.ts';
import { averagePrice, valueAtTicks } from './valuation.ts';

/** The reason of an account update. */
export type AccountUpdateReason =
  | 'DEPOSIT'
  | 'WITHDRAW'
  | 'ORDER'
  | 'FUNDING_FEE'
  | 'INSURANCE_CLEAR'
  | 'MARGIN_TRANSFER'
  | 'MARGIN_TYPE_CHANGE'
  | 'AUTO_EXCHANGE';

export class FuturesUserEvents {
  readonly #userEvents: UserEvents;
  readonly #accounts: FuturesAccounts;
  readonly #product: FuturesProduct;

  constructor(userEvents: UserEvents, accounts: FuturesAccounts, product: FuturesProduct) {
    this.#userEvents = userEvents;
    this.#accounts = accounts;
    this.#product = product;
  }

  /** Emits the update of an order that was placed, modified, closed or triggered. */
  emitOrder(
    emitOrder: FuturesOrder,
    executionType: 'NEW' | 'CANCELED' | 'EXPIRED' | 'AMENDMENT',
    time: number,
  ): void {
    const status = executionType === 'EXPIRED' && emitOrder.status === 'NEW' ? 'EXPIRED' : emitOrder.status;
    this.#emitOrderUpdate(emitOrder, executionType, status, undefined, time);
  }

  /** Emits the update of a filled order and of its account. */
  emitFill(emitFill: FuturesFill, isForced: boolean): void {
    const { order, time } = emitFill;
    if (this.#product === 'usdm' && !isForced) this.#emit(order.user, time, () => tradeLite(emitFill));
    this.#emitOrderUpdate(order, isForced ? 'CALCULATED' : 'TRADE', order.status, emitFill, time);
    const { user, contract, positionSide } = order;
    const position = this.#accounts.positions.get(user, contract, positionSide);
    this.emitAccountUpdate(user, 'ORDER', contract.settleAsset, [position], time, 0n);
  }

  /**
   * Emits an account update with balance and positions; `change` is the change of the balance without profit
   * and commission.
   */
  emitAccountUpdate(
    user: User,
    reason: AccountUpdateReason,
    asset: string,
    positions: readonly FuturesPosition[],
    time: number,
    change: bigint,
  ): void {
    this.#emit(user, time, () => {
      const { wallet, crossWallet } = this.#accounts.marginsOf(user, asset, time);
      return {
        e: 'ACCOUNT_UPDATE',
        E: time,
        T: time,
        ...(this.#product === 'coinm' ? { i: accountAlias(user) } : {}),
        a: {
          m: reason,
          B: [
            {
              a: asset,
              wb: fixedText(wallet, 8),
              cw: fixedText(crossWallet, 8),
              bc: fixedText(change, 8),
            },
          ],
          P: positions.map((one) => this.#positionFields(one, time)),
        },
      };
    });
  }

  /** Emits the status of an algo order, and what the order that it placed has done so far. */
  emitAlgoOrder(algo: AlgoOrder, placed: FuturesOrder | undefined, time: number): void {
    const fields = algoFields(algo, placed);
    this.#emit(algo.user, time, () => ({ e: 'ALGO_UPDATE', T: time, E: time, o: fields }));
  }

  /** Emits that a triggered order was rejected. */
  emitTriggerRejection({ user, contract, orderId }: FuturesOrder, reason: string, time: number): void {
    if (this.#product !== 'usdm') return;
    this.#emit(user, time, () => ({
      e: 'CONDITIONAL_ORDER_TRIGGER_REJECT',
      E: time,
      T: time,
      or: { s: contract.name, i: orderId, r: reason },
    }));
  }

  /** Emits a margin call for positions. */
  emitMarginCall(user: User, asset: string, positions: readonly FuturesPosition[], time: number): void {
    this.#emit(user, time, () => ({
      e: 'MARGIN_CALL',
      E: time,
      ...(positions.some(({ settings }) => !settings.isIsolated)
        ? { cw: fixedText(this.#accounts.marginsOf(user, asset, time).crossWallet, 8) }
        : {}),
      p: positions.map((position) => {
        const { mark, unrealized, maintenance } = this.#accounts.valuePosition(position, time);
        return {
          s: position.contract.name,
          ps: position.side,
          pa: positionText(position),
          mt: position.settings.isIsolated ? 'ISOLATED' : 'CROSSED',
          iw: fixedText(position.margin, 8),
          mp: fixedText(mark, 8),
          up: fixedText(unrealized, 8),
          mm: fixedText(maintenance, 8),
        };
      }),
    }));
  }

  /** Emits the new leverage of a contract. */
  emitLeverageUpdate(user: User, contract: Contract, emitLeverageUpdate: number, time: number): void {
    this.#emit(user, time, () => ({
      e: 'ACCOUNT_CONFIG_UPDATE',
      E: time,
      T: time,
      ac: { s: contract.name, l: emitLeverageUpdate },
    }));
  }

  /** Emits that multi-assets mode was switched on or off. */
  emitMultiAssetsUpdate(user: User, isMultiAssets: boolean, time: number): void {
    this.#emit(user, time, () => ({
      e: 'ACCOUNT_CONFIG_UPDATE',
      E: time,
      T: time,
      ai: { j: isMultiAssets },
    }));
  }

  #positionFields(position: FuturesPosition, time: number) {
    const { contract, side, cost, lots, realizedProfit, margin, settings } = position;
    const entry = fixedText(averagePrice(contract, cost, Math.abs(lots)), 8);
    return {
      s: contract.name,
      pa: positionText(position),
      ep: entry,
      bep: entry,
      cr: fixedText(realizedProfit, 8),
      up: fixedText(this.#accounts.valuePosition(position, time).unrealized, 8),
      mt: settings.isIsolated ? 'isolated' : 'cross',
      iw: fixedText(margin, 8),
      ps: side,
      ma: contract.settleAsset,
    };
  }

  #emitOrderUpdate(
    order: FuturesOrder,
    executionType: string,
    status: string,
    fill: FuturesFill | undefined,
    time: number,
  ): void {
    this.#emit(order.user, time, () => ({
      e: 'ORDER_TRADE_UPDATE',
      E: time,
      T: time,
      ...(this.#product === 'coinm' ? { i: accountAlias(order.user) } : {}),
      o: {
        ...orderFields(order, executionType, status, fill, time),
        ...modifyIdField(order, executionType),
        ...this.#openOrderValues(order),
        ...(this.#product === 'coinm'
          ? { ma: order.contract.settleAsset }
          : { V: order.prevention, pm: order.priceMatch, gtd: order.goodTill }),
      },
    }));
  }

  /** Returns the values of the user's open bids and asks on the contract. */
  #openOrderValues({ user, contract }: FuturesOrder) {
    const open = this.#accounts.openOrders(user, contract).filter(({ level }) => level !== undefined);
    const sum = (isBuy: boolean) =>
      open
        .filter((one) => one.isBuy === isBuy)
        .reduce((all, one) => all + valueAtTicks(contract, one.price, one.remaining), 0n);
    return { b: fixedText(sum(true), 8), a: fixedText(sum(false), 8) };
  }

  #emit(user: User, time: number, event: () => object): void {
    if (!this.#userEvents.hasListeners) return;
    this.#userEvents.emit({ scope: this.#product, user, time, payload: () => JSON.stringify(event()) });
  }
}

/** Returns the TRADE_LITE event of a fill, which precedes its ORDER_TRADE_UPDATE. */
function tradeLite({ order, id, price, lots, isMaker, time }: FuturesFill) {
  const { contract } = order;
  const { tickDecimals, lotDecimals } = contract.market;
  return {
    e: 'TRADE_LITE',
    E: time,
    T: time,
    s: contract.name,
    q: fixedText(BigInt(order.lots), lotDecimals),
    p: fixedText(BigInt(order.price), tickDecimals),
    m: isMaker,
    c: order.clientOrderId,
    S: order.isBuy ? 'BUY' : 'SELL',
    L: fixedText(BigInt(price), tickDecimals),
    l: fixedText(BigInt(lots), lotDecimals),
    t: id,
    i: order.orderId,
  };
}

/**
 * Returns the fields of the event ALGO_UPDATE (public facts, Algo orders); average price, amount and type are
 * present only after the trigger.
 */
function algoFields(algo: AlgoOrder, placed: FuturesOrder | undefined) {
  const { contract } = algo;
  const { tickDecimals, lotDecimals } = contract.market;
  const price = (ticks: number) => fixedText(BigInt(ticks), tickDecimals);
  const size = (count: number) => fixedText(BigInt(count), lotDecimals);
  return {
    caid: algo.clientAlgoId,
    aid: algo.algoId,
    at: 'CONDITIONAL',
    o: algo.type,
    s: contract.name,
    S: algo.isBuy ? 'BUY' : 'SELL',
    ps: algo.positionSide,
    f: algo.timeInForce,
    q: size(algo.lots),
    X: algo.status,
    ai: algo.orderId === 0 ? '' : String(algo.orderId),
    ...(placed === undefined
      ? {}
      : {
          ap: fixedText(averagePrice(contract, placed.value, placed.executed), 8),
          aq: size(placed.executed),
          act: placed.type,
        }),
    tp: price(algo.stopPrice),
    p: price(algo.price),
    V: algo.prevention,
    wt: algo.workingType,
    pm: algo.priceMatch,
    cp: algo.closesPosition,
    pP: algo.isProtected,
    R: algo.isReduceOnly,
    tt: algo.triggerTime,
    gtd: algo.goodTill,
    ...(algo.type === 'TRAILING_STOP_MARKET' ? { ia: algo.isActivated } : {}),
    ...(algo.reason === '' ? {} : { rm: algo.reason }),
  };
}

/** Returns the user's own id of the modification that an event reports; other events lack the field. */
function modifyIdField({ amendments }: FuturesOrder, executionType: string) {
  const modifyId = executionType === 'AMENDMENT' ? amendments.at(-1)?.modifyId : undefined;
  return modifyId === undefined ? {} : { M: String(modifyId) };
}

function orderFields(
  order: FuturesOrder,
  executionType: string,
  status: string,
  fill: FuturesFill | undefined,
  time: number,
) {
  const { contract, lots, executed, value } = order;
  const { tickDecimals, lotDecimals } = contract.market;
  const price = (ticks: number) => fixedText(BigInt(ticks), tickDecimals);
  const size = (count: number) => fixedText(BigInt(count), lotDecimals);
  return {
    s: contract.name,
    c: order.clientOrderId,
    S: order.isBuy ? 'BUY' : 'SELL',
    o: order.type,
    f: order.timeInForce,
    q: size(lots),
    p: price(order.price),
    ap: fixedText(averagePrice(contract, value, executed), 8),
    sp: price(order.stopPrice),
    x: executionType,
    X: status,
    i: order.orderId,
    l: size(fill?.lots ?? 0),
    z: size(executed),
    L: price(fill?.price ?? 0),
    ...(fill === undefined ? {} : { N: fill.commissionAsset, n: fixedText(fill.commission, 8) }),
    T: time,
    t: fill?.id ?? 0,
    m: fill?.isMaker ?? false,
    R: order.isReduceOnly,
    wt: order.workingType,
    ot: order.origType,
    ps: order.positionSide,
    cp: order.closesPosition,
    ...(order.callback > 0 ? { AP: price(order.activation), cr: fixedText(BigInt(order.callback), 2) } : {}),
    pP: order.isProtected,
    si: 0,
    ss: 0,
    rp: fixedText(fill?.realizedProfit ?? 0n, 8),
  };
}

/** Returns the quantity of a position as text; below 0 for a short position. */
export function positionText({ contract, lots }: FuturesPosition): string {
  return fixedText(BigInt(lots), contract.market.lotDecimals);
}

/** Returns the account alias, which futures events and balances contain instead of the account id. */
export function accountAlias({ id }: User): string {
  return `acct${id}`;
}
