/** What was ever done on a symbol: every order, each user's trades, and the meetings that were prevented. */

import type { User } from '../ledger/accounts.ts';
import { Archive } from '../state/archive.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { NameRegistry } from '../state/names.ts';
import { ArchiveSubset } from '../state/picked-rows.ts';
import type { Rows } from '../state/rows.ts';
import { ClientIdIndex } from './client-id-index.ts';
import type { OrderLists } from './order-lists.ts';
import { type Fill, isOpen, type PreventedMatch, type SpotOrder } from './orders.ts';

/** One user's part in a symbol. */
export interface UserHistory {
  /** Ids ascend. */
  readonly orders: Rows<SpotOrder>;
  /** Ids ascend. */
  readonly fills: Archive<Fill>;
  /** The orders that are open; ids ascend. */
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

  /** The id that the next order gets; they ascend from 1. */
  get nextOrderId(): number {
    return this.#orders.length + 1;
  }

  order(orderId: number): SpotOrder | undefined {
    return this.#orders.at(orderId - 1);
  }

  /** Returns a user's part in the symbol, an empty one where there was none. */
  historyOf(userId: number): UserHistory {
    return this.#requireHistory(userId);
  }

  /** Returns the last order of a user that had a client id. */
  findByClientId(user: User, clientOrderId: string): SpotOrder | undefined {
    return this.#clientIds.find(user, clientOrderId);
  }

  /** Writes a new order down. */
  recordOrder(order: SpotOrder): void {
    const { orders, open } = this.#requireHistory(order.user.id);
    orders.push(this.#orders.length);
    open.add(order);
    this.#orders.push(order);
    this.#clientIds.add(order);
  }

  /** Gives an order another client id; what it was known by is forgotten. */
  rename(order: SpotOrder, clientOrderId: string): void {
    this.#clientIds.rename(order, clientOrderId);
  }

  /** Orders come first: everything else mentions them. */
  checkpoint(checkpointer: Checkpointer): void {
    this.#orders.checkpoint(checkpointer);
    this.preventedMatches.checkpoint(checkpointer);
    checkpointer.entries(
      this.#histories,
      () => this.#createHistory(),
      ({ orders, fills, open }) => {
        orders.checkpoint(checkpointer);
        fills.checkpoint(checkpointer);
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
    const fills = new Archive<Fill>(this.#names, {
      searchKeys: { id: ({ id }) => id, time: ({ time }) => time, order: 'order' },
      links: { order: { idOf: ({ orderId }) => orderId, find: (id) => this.order(id)! } },
    });
    return { orders: new ArchiveSubset(this.#orders), fills, open: new Set() };
  }
}
