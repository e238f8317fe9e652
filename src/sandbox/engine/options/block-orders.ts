/**
 * Block orders: a user offers a trade of an option, and the counterparty that knows its key accepts it outside the order
 * book (today's interface, Options). An offer reserves nothing; what both users need is checked when it is accepted (our
 * choice). A cancelled or expired offer is not listed any more, because public facts name no status for it.
 */
import { MINUTE_MS } from '../../../core/time-units.ts';
import type { User } from '../ledger/accounts.ts';
import { deriveUuid } from '../ledger/client-ids.ts';
import { createRefusal } from '../refusal.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { OptionContract } from './contracts.ts';

/** How long an offer is valid after it was made or extended (public facts, Options). */
const LIFE_MS = 30 * MINUTE_MS;

/** What one user offers to trade with another. */
export interface BlockOffer {
  readonly contract: OptionContract;
  /** Whether the user who offers buys. */
  readonly isBuy: boolean;
  /** In ticks. */
  readonly price: number;
  readonly lots: number;
  /** Whether the user who offers pays the fee of a maker. */
  readonly isMaker: boolean;
}

/** How an accepted offer was executed. */
export interface BlockExecution {
  /** The trade id of the option's public trades. */
  readonly tradeId: number;
  readonly time: number;
  /** The id under which both orders belong together. */
  readonly parentOrderId: bigint;
  /** The ids of the orders of the user who offered, and of the user who accepted. */
  readonly offeredOrderId: bigint;
  readonly acceptedOrderId: bigint;
  readonly acceptedBy: User;
}

/** A block order that was executed. */
export type ExecutedBlock = BlockOrder & { readonly execution: BlockExecution };

export interface BlockOrder extends BlockOffer {
  readonly key: string;
  readonly user: User;
  readonly createTime: number;
  readonly expireTime: number;
  readonly execution: BlockExecution | undefined;
}

export class BlockOrders {
  /** By key, in the order in which they were offered. */
  readonly #orders = new Map<string, BlockOrder>();
  /** The symbol and the id of each trade that a block order made. */
  readonly #trades = new Set<string>();
  #count = 0;

  /** Records an offer. */
  offer(
    user: User,
    offer: BlockOffer,
    { seed, now }: { readonly seed: number; readonly now: number },
  ): BlockOrder {
    for (const [key, one] of this.#orders) if (!isListed(one, now)) this.#orders.delete(key);
    this.#count += 1;
    const key = deriveUuid([seed, 'block order', this.#count]);
    return this.#set({
      ...offer,
      key,
      user,
      createTime: now,
      expireTime: now + LIFE_MS,
      execution: undefined,
    });
  }

  /** Lets an offer of a user expire 30 minutes from now. Rejects with -2011 if it is not open. */
  extend(user: User, key: string, now: number): BlockOrder {
    return this.#set({ ...this.#openOfferOf(user, key, now), expireTime: now + LIFE_MS });
  }

  /** Cancels an offer of a user. Rejects with -2011 if it is not open. */
  cancel(user: User, key: string, now: number): void {
    this.#orders.delete(this.#openOfferOf(user, key, now).key);
  }

  /** Returns an offer that is open or was executed; undefined if there is none with the key. */
  find(key: string, now: number): BlockOrder | undefined {
    const found = this.#orders.get(key);
    return found !== undefined && isListed(found, now) ? found : undefined;
  }

  /** Returns the offer that a user may accept. Rejects with -2013 if it is not open, with -2010 if it is the user's own. */
  acceptable(user: User, key: string, now: number): BlockOrder {
    const found = this.find(key, now);
    if (found === undefined || found.execution !== undefined) {
      throw createRefusal(-2013, 'Order does not exist.');
    }
    if (found.user === user) throw createRefusal(-2010, 'A block order is accepted by its counterparty.');
    return found;
  }

  /** Records that an offer was accepted. */
  execute(order: BlockOrder, execution: BlockExecution): BlockOrder {
    this.#trades.add(tradeName(order.contract, execution.tradeId));
    return this.#set({ ...order, execution });
  }

  /** Returns the offers that a user made and that are open or were executed, oldest first. */
  offersOf(user: User, now: number): readonly BlockOrder[] {
    return [...this.#orders.values()].filter((one) => one.user === user && isListed(one, now));
  }

  /** Returns all executed offers, in the order in which they were offered. */
  get executed(): readonly ExecutedBlock[] {
    return [...this.#orders.values()].filter(isExecuted);
  }

  /** Returns whether a trade of an option came from a block order. */
  hasTraded(contract: OptionContract, tradeId: number): boolean {
    return this.#trades.has(tradeName(contract, tradeId));
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#orders);
    checkpointer.value(this.#trades);
    this.#count = checkpointer.value(this.#count);
  }

  #openOfferOf(user: User, key: string, now: number): BlockOrder {
    const found = this.find(key, now);
    if (found?.user !== user || found.execution !== undefined) {
      throw createRefusal(-2011, 'Unknown order sent.');
    }
    return found;
  }

  #set(order: BlockOrder): BlockOrder {
    this.#orders.set(order.key, order);
    return order;
  }
}

function isListed({ execution, expireTime, contract }: BlockOrder, now: number): boolean {
  return execution !== undefined || now < Math.min(expireTime, contract.expiry.expiresAt);
}

function isExecuted(order: BlockOrder): order is ExecutedBlock {
  return order.execution !== undefined;
}

function tradeName({ symbol }: OptionContract, id: number): string {
  return `${symbol} ${id}`;
}
