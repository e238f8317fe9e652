/** The limits of an exchange that are in force, and those under which the calls of its journal were made. */
import type { Interface } from '../../catalogue/environments.ts';
import {
  chosenLimits,
  LIMIT_SETS,
  type LimitChoices,
  type LimitSet,
  type OrderLimits,
} from '../../catalogue/limits/sets.ts';

export interface LimitOptions extends LimitChoices {
  /** The interface whose limits are in force. */
  readonly set: Interface;
  /** Limits of spot orders that replace those of every set. */
  readonly spotOrders?: Partial<OrderLimits> | undefined;
}

/**
 * The limits in force, and other limits by name. A journaled call names the limits under which it was
 * accepted, because a replay under other limits would have other results.
 */
export class ExchangeLimits {
  readonly current: LimitSet;
  /** The name of the current order limits in the journal: undefined for those of the interface document. */
  readonly name: string | undefined;
  readonly #spotOrders: Partial<OrderLimits> | undefined;
  readonly #byName = new Map<string | undefined, LimitSet>();

  constructor({ set, weightLimit, orderLimit, spotOrders }: LimitOptions) {
    this.#spotOrders = spotOrders;
    this.name = orderLimit !== undefined ? `${set} ${orderLimit}` : set === 'document' ? undefined : set;
    this.current = this.#withSpotOrders(chosenLimits(LIMIT_SETS[set], { weightLimit, orderLimit }));
    this.#byName.set(this.name, this.current);
  }

  /** Returns the limits with a name that an exchange has written into its journal. */
  find(name: string | undefined): LimitSet {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const [set = 'document', orderLimit] = (name ?? 'document').split(' ');
    const chosen = chosenLimits(LIMIT_SETS[set === 'today' ? 'today' : 'document'], {
      orderLimit: orderLimit === undefined ? undefined : Number(orderLimit),
    });
    const limits = this.#withSpotOrders(chosen);
    this.#byName.set(name, limits);
    return limits;
  }

  #withSpotOrders(limits: LimitSet): LimitSet {
    const { orders } = limits;
    return { ...limits, orders: { ...orders, spot: { ...orders.spot, ...this.#spotOrders } } };
  }
}
