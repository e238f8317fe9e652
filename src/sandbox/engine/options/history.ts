/** The order and trade history of options of each user. */

import type { User } from '../ledger/accounts.ts';
import { Archive } from '../state/archive.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { KeyIndex } from '../state/key-index.ts';
import type { NameRegistry } from '../state/name-registry.ts';
import type { OptionContract } from './contracts.ts';
import { isOpen, type OptionFill, type OptionOrder, ORDER_ID_FIRST } from './orders.ts';
import { MarketMakerProtection } from './protection.ts';

/** The history and the protections of one user. */
export interface OptionHistory {
  /** Ids ascend. */
  readonly orders: Archive<OptionOrder>;
  /** In order of execution. */
  readonly fills: Archive<OptionFill>;
  /** The positions of orders in the list `orders`, counted from 1, by client order id. */
  readonly byClientId: KeyIndex;
  /** The market maker protections by the name of the underlying. */
  readonly protections: Map<string, MarketMakerProtection>;
  /** In order of time. */
  readonly exercises: OptionExercise[];
  /** What came into the wallet and left it beside fills, exercises and transfers; in order of time. */
  readonly payments: OptionPayment[];
}

/** A position at the expiry of its option. */
export interface OptionExercise {
  readonly contract: OptionContract;
  /** Below 0 for a short position. */
  readonly lots: number;
  /** In ticks of the spot pair. */
  readonly settlement: number;
  /** What the user received, below 0 if the user paid. */
  readonly amount: bigint;
  readonly time: number;
}

/** A fee of a liquidation, or what the insurance account paid for the user. */
export interface OptionPayment {
  readonly type: 'LIQUIDATION_FEE' | 'INSURANCE';
  readonly amount: bigint;
  readonly time: number;
}

export class OptionHistories {
  readonly #names: NameRegistry;
  readonly #histories = new Map<number, OptionHistory>();

  constructor(names: NameRegistry) {
    this.#names = names;
  }

  historyOf({ id }: User): OptionHistory {
    let history = this.#histories.get(id);
    if (history === undefined) {
      history = this.#newHistory();
      this.#histories.set(id, history);
    }
    return history;
  }

  /** Adds a new order to its user's history. */
  recordOrder(order: OptionOrder): void {
    const { orders, byClientId } = this.historyOf(order.user);
    orders.push(order);
    byClientId.add(order.clientOrderId, orders.length);
  }

  findOrder(user: User, orderId: bigint): OptionOrder | undefined {
    const number = orderNumber(orderId);
    return this.historyOf(user).orders.first({ id: [number, number] });
  }

  /** Returns a user's last order with a client order id. */
  findByClientId(user: User, clientOrderId: string): OptionOrder | undefined {
    const { orders, byClientId } = this.historyOf(user);
    for (const position of byClientId.candidates(clientOrderId)) {
      const order = orders.at(position - 1)!;
      if (order.clientOrderId === clientOrderId) return order;
    }
    return undefined;
  }

  /** Returns the fills of an order, oldest first. */
  fillsOf({ user, orderId, time }: OptionOrder): readonly OptionFill[] {
    const number = orderNumber(orderId);
    return [
      ...this.historyOf(user).fills.within({
        time: [time, Number.POSITIVE_INFINITY],
        order: [number, number],
      }),
    ];
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.entries(
      this.#histories,
      () => this.#newHistory(),
      ({ orders, fills, byClientId, protections, exercises, payments }) => {
        orders.checkpoint(checkpointer);
        fills.checkpoint(checkpointer);
        byClientId.checkpoint(checkpointer);
        checkpointer.entries(
          protections,
          () => new MarketMakerProtection(),
          (protection) => protection.checkpoint(checkpointer),
        );
        checkpointer.value(exercises);
        checkpointer.value(payments);
      },
    );
  }

  #newHistory(): OptionHistory {
    const orders = new Archive<OptionOrder>(this.#names, {
      searchKeys: { id: ({ orderId }) => orderNumber(orderId), time: ({ time }) => time },
      isFinal: (order) => !isOpen(order),
    });
    const orderOf = (number: number) => orders.first({ id: [number, number] })!;
    const fills = new Archive<OptionFill>(this.#names, {
      searchKeys: { id: ({ id }) => id, time: ({ time }) => time, order: 'order' },
      links: { order: { idOf: ({ orderId }) => orderNumber(orderId), find: orderOf } },
    });
    return { orders, fills, byClientId: new KeyIndex(), protections: new Map(), exercises: [], payments: [] };
  }
}

/** Returns the number of an order counted from the first id; order ids themselves exceed 2^53. */
export function orderNumber(orderId: bigint): number {
  return Number(orderId - ORDER_ID_FIRST);
}
