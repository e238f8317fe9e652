/**
 * Finds orders by client order id. If several orders had the same id, the index finds the one that got the id
 * last; an amended order is found by its new id only.
 */

import type { User } from '../ledger/accounts.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { KeyIndex } from '../state/key-index.ts';
import type { SpotOrder } from './orders.ts';

export class ClientIdIndex {
  readonly #orderOf: (orderId: number) => SpotOrder;
  readonly #index = new KeyIndex();
  /**
   * The client order ids for which the order with the highest order id is not the one that got the id last,
   * with the order to find instead; undefined if no order is found by the id any more.
   */
  readonly #overrides = new Map<string, number | undefined>();

  constructor(orderOf: (orderId: number) => SpotOrder) {
    this.#orderOf = orderOf;
  }

  /** Adds a new order. */
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

  /** Changes the client id of an order. */
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

  /** Stores which order a client order id finds, if this is not the order with the highest order id. */
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
