/**
 * The users' side of a line of futures: settings, positions, margins and income. Margin is counted by settle asset:
 * cross positions share what isolated ones have not set apart (public facts, Futures mechanics).
 */

import type { Accounts, User } from '../ledger/accounts.ts';
import { Archive } from '../state/archive.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { KeyIndex } from '../state/key-index.ts';
import type { Contract } from './contracts.ts';
import { larger, sizeOf, smaller } from './integer-math.ts';
import { maintenanceOf } from './margin-rules.ts';
import { type FuturesMarket, priceOf } from './market.ts';
import {
  type FuturesFill,
  type FuturesOrder,
  type Income,
  type IncomeKind,
  isOpen,
  type MarginChange,
  type Position,
} from './orders.ts';
import { Positions } from './positions.ts';
import { profit, worth, worthAt } from './valuation.ts';
import { Purse } from './wallet.ts';

/** What a position is worth at a mark price (10^-8). */
export interface Valued {
  readonly position: Position;
  readonly mark: bigint;
  /** 0 or more. */
  readonly notional: bigint;
  readonly unrealized: bigint;
  readonly initial: bigint;
  readonly maintenance: bigint;
}

/** The margins of a user in one settle asset, in 10^-8. */
export interface Margins {
  readonly asset: string;
  readonly wallet: bigint;
  readonly crossWallet: bigint;
  readonly unrealized: bigint;
  readonly crossUnrealized: bigint;
  readonly positionInitial: bigint;
  readonly orderInitial: bigint;
  readonly maintenance: bigint;
  readonly available: bigint;
}

export interface History {
  /** Ids ascend. */
  readonly orders: Archive<FuturesOrder>;
  /** Those of them that were open when last looked at. */
  readonly open: Set<FuturesOrder>;
  readonly fills: Archive<FuturesFill>;
  readonly income: Archive<Income>;
  readonly marginChanges: MarginChange[];
  /** The places of orders, from 1, by contract and by the ids that the client gave them. */
  readonly byClientId: KeyIndex;
}

export class FuturesBooks {
  readonly purse: Purse;
  readonly positions = new Positions();
  readonly #accounts: Accounts;
  readonly #market: FuturesMarket;
  readonly #histories = new Map<number, History>();
  #incomes = 0;

  constructor(accounts: Accounts, market: FuturesMarket) {
    this.#accounts = accounts;
    this.purse = new Purse(accounts, market.line);
    this.#market = market;
  }

  historyOf(user: User): History {
    let history = this.#histories.get(user.id);
    if (history === undefined) {
      history = this.#newHistory();
      this.#histories.set(user.id, history);
    }
    return history;
  }

  /** Writes down money that came in or went out, of a contract or an asset; nothing is written of nothing. */
  noteIncome(
    user: User,
    kind: IncomeKind,
    of: Contract | string,
    { amount, time, tradeId }: Pick<Income, 'amount' | 'time'> & { readonly tradeId?: number },
  ): void {
    if (amount === 0n) return;
    this.#incomes += 1;
    const whose =
      typeof of === 'string' ? { contract: undefined, asset: of } : { contract: of, asset: of.settleAsset };
    this.historyOf(user).income.push({ id: this.#incomes, kind, ...whose, amount, time, tradeId });
  }

  /** Returns the last order of a user in a contract, of those that have an id: the exchange's or the client's own. */
  findOrder(user: User, contract: Contract, by: number | string | undefined): FuturesOrder | undefined {
    const { orders, byClientId } = this.historyOf(user);
    if (by === undefined) {
      for (const order of orders.newestFirst()) if (order.contract === contract) return order;
      return undefined;
    }
    if (typeof by === 'number') {
      const order = orders.first({ id: [by, by] });
      return order?.contract === contract ? order : undefined;
    }
    for (const place of byClientId.candidates(clientKey(contract, by))) {
      const order = orders.at(place - 1)!;
      if (order.contract === contract && order.clientOrderId === by) return order;
    }
    return undefined;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.purse.checkpoint(checkpointer);
    checkpointer.entries(
      this.#histories,
      () => this.#newHistory(),
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
    this.#incomes = checkpointer.value(this.#incomes);
  }

  #newHistory(): History {
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
    const income = new Archive<Income>(names, { searchKeys: { time: ({ time }) => time } });
    return { orders, open: new Set(), fills, income, marginChanges: [], byClientId: new KeyIndex() };
  }

  /** Returns what a position is worth at a moment. */
  valued(position: Position, at: number): Valued {
    const { contract } = position;
    return valuedAt(position, priceOf(contract.index, this.#market.markTicks(contract, at)));
  }

  /** Returns the margins of a user in an asset at a moment. */
  margins(user: User, asset: string, at: number): Margins {
    const wallet = this.purse.balance(user, asset);
    const held = this.positions.held(user, asset).map((position) => this.valued(position, at));
    const cross = held.filter(({ position }) => !position.settings.isIsolated);
    const sum = (of: readonly Valued[], field: 'unrealized' | 'initial' | 'maintenance') =>
      of.reduce((all, one) => all + one[field], 0n);
    const set = held.reduce((all, { position }) => all + position.margin, 0n);
    const crossWallet = wallet - set;
    const orderInitial = this.#orderInitial(user, asset, at);
    const crossUnrealized = sum(cross, 'unrealized');
    const available = crossWallet + smaller(0n, crossUnrealized) - sum(cross, 'initial') - orderInitial;
    return {
      asset,
      wallet,
      crossWallet,
      unrealized: sum(held, 'unrealized'),
      crossUnrealized,
      positionInitial: sum(held, 'initial'),
      orderInitial,
      maintenance: sum(held, 'maintenance'),
      available: larger(0n, available),
    };
  }

  /** Returns what open orders could make of a position at most, beside a new one that may take another's place. */
  exposure(
    position: Position,
    at: number,
    added?: { readonly isBuy: boolean; readonly value: bigint },
    without?: FuturesOrder,
  ): bigint {
    const { notional } = this.valued(position, at);
    const signed = position.lots < 0 ? -notional : notional;
    let bids = added?.isBuy === true ? added.value : 0n;
    let asks = added?.isBuy === false ? added.value : 0n;
    for (const order of this.ordersOf(position)) {
      if (order.level === undefined || order.isReduceOnly || order === without) continue;
      const value = worthAt(order.contract, order.price, order.left);
      if (order.isBuy) bids += value;
      else asks += value;
    }
    return larger(sizeOf(signed + bids), sizeOf(signed - asks));
  }

  /** Returns the open orders of a user, of one contract or of all, in the order in which they were placed. */
  openOrders(user: User, contract?: Contract): readonly FuturesOrder[] {
    const { open } = this.historyOf(user);
    for (const order of open) if (!isOpen(order)) open.delete(order);
    return [...open].filter((order) => contract === undefined || order.contract === contract);
  }

  /** Returns the open orders that would change a position. */
  ordersOf({ user, contract, side }: Position): readonly FuturesOrder[] {
    return this.openOrders(user, contract).filter(({ positionSide }) => positionSide === side);
  }

  /** Writes a new order down. */
  noteOrder(order: FuturesOrder): void {
    const { orders, open, byClientId } = this.historyOf(order.user);
    orders.push(order);
    open.add(order);
    byClientId.add(clientKey(order.contract, order.clientOrderId), orders.length);
  }

  /** Returns the margin that open orders need beyond that of the position that they would change. */
  orderInitialOf(position: Position, at: number): bigint {
    const { notional } = this.valued(position, at);
    return larger(0n, this.exposure(position, at) - notional) / BigInt(position.settings.leverage);
  }

  #orderInitial(user: User, asset: string, at: number): bigint {
    const contracts = new Set(this.openOrders(user).map(({ contract }) => contract));
    let sum = 0n;
    for (const contract of contracts) {
      if (contract.settleAsset !== asset) continue;
      for (const position of this.positions.inContract(user, contract))
        sum += this.orderInitialOf(position, at);
    }
    return sum;
  }
}

/** Returns what a position is worth at a mark price. */
export function valuedAt(position: Position, mark: bigint): Valued {
  const { contract, lots, cost, settings } = position;
  const notional = worth(contract, mark, Math.abs(lots));
  return {
    position,
    mark,
    notional,
    unrealized: lots === 0 ? 0n : profit(contract, lots > 0, cost, notional),
    initial: notional / BigInt(settings.leverage),
    maintenance: lots === 0 ? 0n : maintenanceOf(contract, notional),
  };
}

/** Returns what can be taken out of a wallet, 0 or more. */
export function withdrawable({ available, crossWallet }: Margins): bigint {
  return larger(0n, smaller(available, crossWallet));
}

function clientKey({ name }: Contract, clientOrderId: string): string {
  return `${name} ${clientOrderId}`;
}
