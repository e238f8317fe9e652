/** Every order list there ever was (public facts, Lists). Their ids ascend over all symbols from 0. */
import type { User } from './accounts.ts';
import type { OrderList } from './orders.ts';

/** By which ids a list is looked for. */
export interface ListIds {
  readonly listId: number | undefined;
  readonly clientId: string | undefined;
}

export class OrderLists {
  readonly #lists: OrderList[] = [];
  readonly #byUser = new Map<User, OrderList[]>();

  /** The id that the next list gets. */
  get nextId(): number {
    return this.#lists.length;
  }

  add(list: OrderList): void {
    this.#lists.push(list);
    const own = this.#byUser.get(list.user);
    if (own === undefined) this.#byUser.set(list.user, [list]);
    else own.push(list);
  }

  /** Returns the lists of a user; ids ascend. */
  of(user: User): readonly OrderList[] {
    return this.#byUser.get(user) ?? [];
  }

  /** Returns a list of the user, of one client id the last; with both ids it must have both. */
  find(user: User, { listId, clientId }: ListIds): OrderList | undefined {
    if (listId === undefined) return this.of(user).findLast((list) => list.clientId === clientId);
    const list = this.#lists[listId];
    if (list === undefined || list.user !== user) return undefined;
    return clientId === undefined || list.clientId === clientId ? list : undefined;
  }
}
