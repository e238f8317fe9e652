/** The last order of each id that a client gave; an order that is renamed is known by its new id alone. */

import type { User } from '../ledger/accounts.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { KeyIndex } from '../state/key-index.ts';
import type { SpotOrder } from './orders.ts';

export class ClientIds {
  readonly #orderOf: (orderId: number) => SpotOrder;
  readonly #index = new KeyIndex();
  /** Where the newest order that has an id is not the last to have got it; undefined where none is known by it. */
  readonly #others = new Map<string, number | undefined>();

  constructor(orderOf: (orderId: number) => SpotOrder) {
    this.#orderOf = orderOf;
  }

  /** Writes a new order down. */
  note(order: SpotOrder): void {
    const key = keyOf(order.user, order.clientOrderId);
    this.#index.add(key, order.orderId);
    if (this.#others.size > 0) this.#others.delete(key);
  }

  find(user: User, clientOrderId: string): SpotOrder | undefined {
    const key = keyOf(user, clientOrderId);
    if (!this.#others.has(key)) return this.#newest(user, clientOrderId);
    const orderId = this.#others.get(key);
    return orderId === undefined ? undefined : this.#orderOf(orderId);
  }

  /** Gives an order another id. */
  rename(order: SpotOrder, clientOrderId: string): void {
    const { user, orderId } = order;
    const before = order.clientOrderId;
    const wasKnown = this.find(user, before) === order;
    order.clientOrderId = clientOrderId;
    if (wasKnown) this.#correct(user, before, undefined);
    this.#index.add(keyOf(user, clientOrderId), orderId);
    this.#correct(user, clientOrderId, orderId);
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#index.checkpoint(checkpointer);
    checkpointer.value(this.#others);
  }

  /** Notes who is known by an id where it is another than the newest. */
  #correct(user: User, clientOrderId: string, orderId: number | undefined): void {
    const key = keyOf(user, clientOrderId);
    if (this.#newest(user, clientOrderId)?.orderId === orderId) this.#others.delete(key);
    else this.#others.set(key, orderId);
  }

  #newest(user: User, clientOrderId: string): SpotOrder | undefined {
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
