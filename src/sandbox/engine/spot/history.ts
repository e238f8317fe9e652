/**
 * The history of a symbol: all orders, the fills of each user, and the matches that self-trade prevention
 * stopped.
 */

import type { User } from '../ledger/accounts.ts';
import { Archive } from '../state/archive.ts';
import { ArchiveSubset } from '../state/archive-subset.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { NameRegistry } from '../state/name-registry.ts';
import type { Rows } from '../state/rows.ts';
import { ClientIdIndex } from './client-id-index.ts';
import type { OrderLists } from './order-lists.ts';
import { type Fill, isOpen, type PreventedMatch, type SpotOrder } from './orders.ts';

/** The orders and fills of one user on a symbol. */
export interface UserHistory {
  /** Ids ascend. */
  readonly orders: Rows<SpotOrder>;
  /** Ids ascend. */
  readonly fills: Archive<Fill>;
  /** The parts of orders that smart order routing filled on other symbols; ids ascend. */
  readonly allocations: Archive<Fill>;
  /** The open orders, in the order of their ids. */
  readonly open: Set<SpotOrder>;
}

interface StoredHistory extends UserHistory {
  readonly orders: ArchiveSubset<SpotOrder>;
}

export class SpotHistory {
  /** Ids ascend from 0. */
  readonly preventedMatches: Archive<PreventedMatch>;
  readonly #names: NameRegistry;
  readonly #orders: Archive<SpotOrder>;
  readonly #histories = new Map<number, StoredHistory>();
  readonly #clientIds: ClientIdIndex;

  constructor(names: NameRegistry, lists: OrderLists) {
    this.#names = names;
    this.#orders = new Archive<SpotOrder>(names, {
      searchKeys: { id: ({ orderId }) => orderId, time: ({ time }) => time },
      isFinal: (order) => !isOpen(order) && order.list?.isDone !== false,
      links: { list: { idOf: ({ id }) => id, find: (id) => lists.at(id)! } },
    });
    const order = { idOf: ({ orderId }: SpotOrder) => orderId, find: (id: number) => this.order(id)! };
    this.preventedMatches = new Archive<PreventedMatch>(names, {
      searchKeys: { id: ({ id }) => id },
      links: { taker: order, maker: order },
    });
    this.#clientIds = new ClientIdIndex((id) => this.order(id)!);
  }

  /** The id of the next order. Order ids ascend from 1. */
  get nextOrderId(): number {
    return this.#orders.length + 1;
  }

  order(orderId: number): SpotOrder | undefined {
    return this.#orders.at(orderId - 1);
  }

  /** Returns the history of a user; creates an empty one when it is first used. */
  historyOf(userId: number): UserHistory {
    return this.#requireHistory(userId);
  }

  /** Returns the order of a user that got a client order id last. */
  findByClientId(user: User, clientOrderId: string): SpotOrder | undefined {
    return this.#clientIds.find(user, clientOrderId);
  }

  /** Adds a new order. */
  recordOrder(order: SpotOrder): void {
    const { orders, open } = this.#requireHistory(order.user.id);
    orders.push(this.#orders.length);
    open.add(order);
    this.#orders.push(order);
    this.#clientIds.add(order);
  }

  /** Changes the client order id of an order, which is no longer found by its previous id. */
  rename(order: SpotOrder, clientOrderId: string): void {
    this.#clientIds.rename(order, clientOrderId);
  }

  /** Writes or restores the orders first, because everything else refers to them. */
  checkpoint(checkpointer: Checkpointer): void {
    this.#orders.checkpoint(checkpointer);
    this.preventedMatches.checkpoint(checkpointer);
    checkpointer.entries(
      this.#histories,
      () => this.#createHistory(),
      ({ orders, fills, allocations, open }) => {
        orders.checkpoint(checkpointer);
        fills.checkpoint(checkpointer);
        allocations.checkpoint(checkpointer);
        checkpointer.value(open);
      },
    );
    this.#clientIds.checkpoint(checkpointer);
  }

  #requireHistory(userId: number): StoredHistory {
    let history = this.#histories.get(userId);
    if (history === undefined) {
      history = this.#createHistory();
      this.#histories.set(userId, history);
    }
    return history;
  }

  #createHistory(): StoredHistory {
    return {
      orders: new ArchiveSubset(this.#orders),
      fills: this.#createFills(),
      allocations: this.#createFills(),
      open: new Set(),
    };
  }

  #createFills(): Archive<Fill> {
    return new Archive<Fill>(this.#names, {
      searchKeys: { id: ({ id }) => id, time: ({ time }) => time, order: 'order' },
      links: { order: { idOf: ({ orderId }) => orderId, find: (id) => this.order(id)! } },
    });
  }
}
