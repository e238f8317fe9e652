/** The last order of each id that a client gave; an order that is renamed is known by its new id alone. */

import type { User } from '../ledger/accounts.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { KeyIndex } from '../state/key-index.ts';
import type { SpotOrder } from './orders.ts';

export class ClientIdIndex {
  readonly #orderOf: (orderId: number) => SpotOrder;
  readonly #index = new KeyIndex();
  /** Where the newest order that has an id is not the last to have got it; undefined where none is known by it. */
  readonly #overrides = new Map<string, number | undefined>();

  constructor(orderOf: (orderId: number) => SpotOrder) {
    this.#orderOf = orderOf;
  }

  /** Writes a new order down. */
  add(order: SpotOrder): void {
    const key = keyOf(order.user, order.clientOrderId);
    this.#index.add(key, order.orderId);
    if (this.#overrides.size > 0) this.#overrides.delete(key);
  }

  find(user: User, clientOrderId: string): SpotOrder | undefined {
    const key = keyOf(user, clientOrderId);
    if (!this.#overrides.has(key)) return this.#findNewest(user, clientOrderId);
    const orderId = this.#overrides.get(key);
    return orderId === undefined ? undefined : this.#orderOf(orderId);
  }

  /** Gives an order another id. */
  rename(order: SpotOrder, clientOrderId: string): void {
    const { user, orderId } = order;
    const previousId = order.clientOrderId;
    const wasCurrent = this.find(user, previousId) === order;
    order.clientOrderId = clientOrderId;
    if (wasCurrent) this.#setOverride(user, previousId, undefined);
    this.#index.add(keyOf(user, clientOrderId), orderId);
    this.#setOverride(user, clientOrderId, orderId);
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#index.checkpoint(checkpointer);
    checkpointer.value(this.#overrides);
  }

  /** Notes who is known by an id where it is another than the newest. */
  #setOverride(user: User, clientOrderId: string, orderId: number | undefined): void {
    const key = keyOf(user, clientOrderId);
    if (this.#findNewest(user, clientOrderId)?.orderId === orderId) this.#overrides.delete(key);
    else this.#overrides.set(key, orderId);
  }

  #findNewest(user: User, clientOrderId: string): SpotOrder | undefined {
    for (const orderId of this.#index.candidates(keyOf(user, clientOrderId))) {
      const order = this.#orderOf(orderId);
      if (order.user === user && order.clientOrderId === clientOrderId) return order;
    }
    return undefined;
  }
}

function keyOf({ id }: User, clientOrderId: string): string {
  return `${id} ${clientOrderId}`;
}
