/** All order lists (public facts, Lists). Their ids ascend from 0 over all symbols. */

import type { User } from '../ledger/accounts.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import { Archive } from '../state/archive.ts';
import { ArchiveSubset } from '../state/archive-subset.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { KeyIndex } from '../state/key-index.ts';
import type { NameRegistry } from '../state/name-registry.ts';
import type { Rows } from '../state/rows.ts';
import type { OrderList, SpotOrder } from './orders.ts';

/** The ids by which an order list is looked up. */
export interface ListIds {
  readonly listId: number | undefined;
  readonly clientId: string | undefined;
}

interface UserLists {
  readonly all: ArchiveSubset<OrderList>;
  /** The order lists that were not done when they were last examined. */
  readonly open: Set<OrderList>;
}

export class OrderLists {
  readonly #lists: Archive<OrderList>;
  readonly #byUser = new Map<User, UserLists>();
  readonly #byClientId = new KeyIndex();

  /** `orderOf` returns an order of a symbol: an archived list holds only the ids of its orders. */
  constructor(names: NameRegistry, orderOf: (symbol: MarketSymbol, orderId: number) => SpotOrder) {
    this.#lists = new Archive<OrderList>(names, {
      searchKeys: { id: ({ id }) => id, time: ({ time }) => time },
      isFinal: ({ isDone }) => isDone,
      links: {
        orders: {
          idOf: (orders) => orders[0]!.orderId,
          find: (first, { symbol, orderCount }) =>
            Array.from({ length: orderCount }, (_, index) => orderOf(symbol, first + index)),
        },
      },
    });
  }

  /** The id of the next list. */
  get nextId(): number {
    return this.#lists.length;
  }

  add(list: OrderList): void {
    const { all, open } = this.#requireLists(list.user);
    all.push(this.#lists.length);
    open.add(list);
    this.#lists.push(list);
    this.#byClientId.add(keyOf(list.user, list.clientId), list.id + 1);
  }

  at(id: number): OrderList | undefined {
    return this.#lists.at(id);
  }

  /** Returns the lists of a user; ids ascend. */
  listsOf(user: User): Rows<OrderList> {
    return this.#byUser.get(user)?.all ?? new ArchiveSubset(this.#lists);
  }

  /** Returns the lists of a user that are not done; ids ascend. */
  openOf(user: User): readonly OrderList[] {
    const open = this.#byUser.get(user)?.open;
    if (open === undefined) return [];
    for (const list of open) if (list.isDone) open.delete(list);
    return [...open];
  }

  /**
   * Returns an order list of the user; if several had the same client id, the last of them. If both ids are
   * given, the list must have both.
   */
  find(user: User, { listId, clientId }: ListIds): OrderList | undefined {
    if (listId === undefined)
      return clientId === undefined ? undefined : this.#findByClientId(user, clientId);
    const list = this.#lists.at(listId);
    if (list === undefined || list.user !== user) return undefined;
    return clientId === undefined || list.clientId === clientId ? list : undefined;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#lists.checkpoint(checkpointer);
    checkpointer.entries(
      this.#byUser,
      () => this.#createLists(),
      ({ all, open }) => {
        all.checkpoint(checkpointer);
        checkpointer.value(open);
      },
    );
    this.#byClientId.checkpoint(checkpointer);
  }

  #findByClientId(user: User, clientId: string): OrderList | undefined {
    for (const candidate of this.#byClientId.candidates(keyOf(user, clientId))) {
      const list = this.#lists.at(candidate - 1)!;
      if (list.user === user && list.clientId === clientId) return list;
    }
    return undefined;
  }

  #requireLists(user: User): UserLists {
    const userLists = this.#byUser.get(user) ?? this.#createLists();
    this.#byUser.set(user, userLists);
    return userLists;
  }

  #createLists(): UserLists {
    return { all: new ArchiveSubset(this.#lists), open: new Set() };
  }
}

function keyOf({ id }: User, clientId: string): string {
  return `${id} ${clientId}`;
}
