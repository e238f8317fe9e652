/**
 * Users' accounts of one futures product: settings, positions, margins, orders and income. Margin is
 * calculated per settle asset; cross positions share the wallet balance less the margins of isolated
 * positions (public facts, Futures mechanics).
 */

import type { Accounts, User } from '../ledger/accounts.ts';
import { Archive } from '../state/archive.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { KeyIndex } from '../state/key-index.ts';
import { AccountModes } from './account-modes.ts';
import type { Contract } from './contracts.ts';
import { absoluteOf, maxOf, minOf } from './integer-math.ts';
import { maintenanceMarginOf } from './margin-rules.ts';
import type { FuturesMarket } from './market.ts';
import {
  type FuturesFill,
  type FuturesIncome,
  type FuturesOrder,
  type FuturesPosition,
  type IncomeKind,
  isOpen,
  type MarginChange,
} from './orders.ts';
import { Positions } from './positions.ts';
import { profitOf, valueAtPrice, valueAtTicks } from './valuation.ts';
import { FuturesWallet } from './wallet.ts';

/** A position valued at a mark price, in units of 10^-8. */
export interface PositionValue {
  readonly position: FuturesPosition;
  readonly mark: bigint;
  /** 0 or more. */
  readonly notional: bigint;
  readonly unrealized: bigint;
  readonly initial: bigint;
  readonly maintenance: bigint;
}

/** The margins of a user in one settle asset, in 10^-8. */
export interface FuturesMargins {
  readonly asset: string;
  readonly wallet: bigint;
  readonly crossWallet: bigint;
  readonly unrealized: bigint;
  readonly crossUnrealized: bigint;
  readonly positionMargin: bigint;
  readonly orderMargin: bigint;
  readonly maintenance: bigint;
  readonly available: bigint;
}

/**
 * The amount and time of an income record; `asset` is given if it is not the settle asset of the contract.
 */
interface IncomeDetails extends Pick<FuturesIncome, 'amount' | 'time'> {
  readonly tradeId?: number;
  readonly asset?: string;
}

export interface FuturesHistory {
  /** Ids ascend. */
  readonly orders: Archive<FuturesOrder>;
  /** The open orders, and orders that were closed since `openOrders` was last called. */
  readonly open: Set<FuturesOrder>;
  readonly fills: Archive<FuturesFill>;
  readonly income: Archive<FuturesIncome>;
  readonly marginChanges: MarginChange[];
  /** The positions of orders in the list `orders`, counted from 1, by contract and client order id. */
  readonly byClientId: KeyIndex;
}

export class FuturesAccounts {
  readonly wallet: FuturesWallet;
  readonly positions = new Positions();
  readonly modes: AccountModes;
  readonly #accounts: Accounts;
  readonly #market: FuturesMarket;
  readonly #histories = new Map<number, FuturesHistory>();
  #incomeCount = 0;

  constructor(accounts: Accounts, market: FuturesMarket) {
    this.#accounts = accounts;
    this.wallet = new FuturesWallet(accounts, market.product);
    this.#market = market;
    this.modes = new AccountModes(this.wallet, market);
  }

  historyOf(user: User): FuturesHistory {
    let history = this.#histories.get(user.id);
    if (history === undefined) {
      history = this.#createHistory();
      this.#histories.set(user.id, history);
    }
    return history;
  }

  /** Adds an income record for a contract or an asset; an amount of 0 is not recorded. */
  recordIncome(
    user: User,
    kind: IncomeKind,
    contractOrAsset: Contract | string,
    { amount, time, tradeId, asset }: IncomeDetails,
  ): void {
    if (amount === 0n) return;
    this.#incomeCount += 1;
    const subject =
      typeof contractOrAsset === 'string'
        ? { contract: undefined, asset: contractOrAsset }
        : { contract: contractOrAsset, asset: asset ?? contractOrAsset.settleAsset };
    this.historyOf(user).income.push({ id: this.#incomeCount, kind, ...subject, amount, time, tradeId });
  }

  /**
   * Returns a user's order by order id or, if several orders had the same client order id, the last of them;
   * the last order of the contract if no id is given.
   */
  findOrder(user: User, contract: Contract, id: number | string | undefined): FuturesOrder | undefined {
    const { orders, byClientId } = this.historyOf(user);
    if (id === undefined) {
      for (const order of orders.newestFirst()) if (order.contract === contract) return order;
      return undefined;
    }
    if (typeof id === 'number') {
      const order = orders.first({ id: [id, id] });
      return order?.contract === contract ? order : undefined;
    }
    for (const position of byClientId.candidates(clientKey(contract, id))) {
      const order = orders.at(position - 1)!;
      if (order.contract === contract && order.clientOrderId === id) return order;
    }
    return undefined;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.wallet.checkpoint(checkpointer);
    checkpointer.entries(
      this.#histories,
      () => this.#createHistory(),
      ({ orders, open, fills, income, marginChanges, byClientId }) => {
        orders.checkpoint(checkpointer);
        checkpointer.value(open);
        fills.checkpoint(checkpointer);
        income.checkpoint(checkpointer);
        checkpointer.value(marginChanges);
        byClientId.checkpoint(checkpointer);
      },
    );
    this.positions.checkpoint(checkpointer);
    this.modes.checkpoint(checkpointer);
    this.#incomeCount = checkpointer.value(this.#incomeCount);
  }

  #createHistory(): FuturesHistory {
    const { names } = this.#accounts;
    const orders = new Archive<FuturesOrder>(names, {
      searchKeys: { id: ({ orderId }) => orderId, time: ({ time }) => time },
      isFinal: (order) => !isOpen(order),
    });
    const orderOf = (id: number) => orders.first({ id: [id, id] })!;
    const fills = new Archive<FuturesFill>(names, {
      searchKeys: { id: ({ id }) => id, time: ({ time }) => time, order: 'order' },
      links: { order: { idOf: ({ orderId }) => orderId, find: orderOf } },
    });
    const income = new Archive<FuturesIncome>(names, { searchKeys: { time: ({ time }) => time } });
    return { orders, open: new Set(), fills, income, marginChanges: [], byClientId: new KeyIndex() };
  }

  /** Returns a position valued at the mark price of a time. */
  valuePosition(position: FuturesPosition, at: number): PositionValue {
    const { contract } = position;
    return valueAtMark(position, this.#market.markPrice(contract, at));
  }

  /**
   * Returns a user's margins in an asset at a time. In multi-assets mode all margin assets together decide
   * how much is available, in units of the asset.
   */
  marginsOf(user: User, asset: string, at: number): FuturesMargins {
    const margins = this.#marginsInAsset(user, asset, at);
    if (!this.modes.isMultiAssets(user)) return margins;
    const available = this.modes.amountWorth(asset, this.jointMarginsOf(user, at).available, at);
    return available === undefined ? margins : { ...margins, available };
  }

  /**
   * Returns a user's margins in multi-assets mode, in dollars. All contracts settle in USDT, which counts as
   * one dollar; other wallet balances have the value at which they count as margin.
   */
  jointMarginsOf(user: User, at: number): FuturesMargins {
    const positions = this.#marginsInAsset(user, 'USDT', at);
    const wallet = this.modes.collateralValue(user, at);
    const { positionMargin, orderMargin, crossUnrealized } = positions;
    const available = wallet + minOf(0n, crossUnrealized) - positionMargin - orderMargin;
    return { ...positions, asset: 'USD', wallet, crossWallet: wallet, available: maxOf(0n, available) };
  }

  #marginsInAsset(user: User, asset: string, at: number): FuturesMargins {
    const wallet = this.wallet.walletBalance(user, asset);
    const openPositions = this.positions
      .openPositions(user, asset)
      .map((position) => this.valuePosition(position, at));
    const crossPositions = openPositions.filter(({ position }) => !position.settings.isIsolated);
    const sum = (values: readonly PositionValue[], field: 'unrealized' | 'initial' | 'maintenance') =>
      values.reduce((all, one) => all + one[field], 0n);
    const isolatedMargin = openPositions.reduce((all, { position }) => all + position.margin, 0n);
    const crossWallet = wallet - isolatedMargin;
    const orderMargin = this.#totalOrderMargin(user, asset, at);
    const crossUnrealized = sum(crossPositions, 'unrealized');
    const available = crossWallet + minOf(0n, crossUnrealized) - sum(crossPositions, 'initial') - orderMargin;
    return {
      asset,
      wallet,
      crossWallet,
      unrealized: sum(openPositions, 'unrealized'),
      crossUnrealized,
      positionMargin: sum(openPositions, 'initial'),
      orderMargin,
      maintenance: sum(openPositions, 'maintenance'),
      available: maxOf(0n, available),
    };
  }

  /**
   * Returns the largest notional value that a position could reach if its open orders and `newOrder`, which
   * may replace `replacedOrder`, were filled.
   */
  maxExposure(
    position: FuturesPosition,
    at: number,
    newOrder?: { readonly isBuy: boolean; readonly value: bigint },
    replacedOrder?: FuturesOrder,
  ): bigint {
    const { notional } = this.valuePosition(position, at);
    const signed = position.lots < 0 ? -notional : notional;
    let bids = newOrder?.isBuy === true ? newOrder.value : 0n;
    let asks = newOrder?.isBuy === false ? newOrder.value : 0n;
    for (const order of this.ordersOfPosition(position)) {
      if (order.level === undefined || order.isReduceOnly || order === replacedOrder) continue;
      const value = valueAtTicks(order.contract, order.price, order.remaining);
      if (order.isBuy) bids += value;
      else asks += value;
    }
    return maxOf(absoluteOf(signed + bids), absoluteOf(signed - asks));
  }

  /** Returns a user's open orders, of one contract or of all, in order of placement. */
  openOrders(user: User, contract?: Contract): readonly FuturesOrder[] {
    const { open } = this.historyOf(user);
    for (const order of open) if (!isOpen(order)) open.delete(order);
    return [...open].filter((order) => contract === undefined || order.contract === contract);
  }

  /** Returns the open orders that belong to a position and its position side. */
  ordersOfPosition({ user, contract, side }: FuturesPosition): readonly FuturesOrder[] {
    return this.openOrders(user, contract).filter(({ positionSide }) => positionSide === side);
  }

  /** Adds a new order to its user's history. */
  recordOrder(order: FuturesOrder): void {
    const { orders, open, byClientId } = this.historyOf(order.user);
    orders.push(order);
    open.add(order);
    byClientId.add(clientKey(order.contract, order.clientOrderId), orders.length);
  }

  /**
   * Returns the margin that the open orders of a position require in addition to the position's own margin.
   */
  orderMarginOf(position: FuturesPosition, at: number): bigint {
    const { notional } = this.valuePosition(position, at);
    return maxOf(0n, this.maxExposure(position, at) - notional) / BigInt(position.settings.leverage);
  }

  #totalOrderMargin(user: User, asset: string, at: number): bigint {
    const contracts = new Set(this.openOrders(user).map(({ contract }) => contract));
    let sum = 0n;
    for (const contract of contracts) {
      if (contract.settleAsset !== asset) continue;
      for (const position of this.positions.positionsInContract(user, contract))
        sum += this.orderMarginOf(position, at);
    }
    return sum;
  }
}

/** Returns a position valued at a mark price. */
export function valueAtMark(position: FuturesPosition, mark: bigint): PositionValue {
  const { contract, lots, cost, settings } = position;
  const notional = valueAtPrice(contract, mark, Math.abs(lots));
  return {
    position,
    mark,
    notional,
    unrealized: lots === 0 ? 0n : profitOf(contract, lots > 0, cost, notional),
    initial: notional / BigInt(settings.leverage),
    maintenance: lots === 0 ? 0n : maintenanceMarginOf(contract, notional),
  };
}

/** Returns the amount that can be withdrawn from a wallet, 0 or more. */
export function withdrawableAmount({ available, crossWallet }: FuturesMargins): bigint {
  return maxOf(0n, minOf(available, crossWallet));
}

function clientKey({ name }: Contract, clientOrderId: string): string {
  return `${name} ${clientOrderId}`;
}
