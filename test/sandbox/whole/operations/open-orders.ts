/**
 * Open orders as reconstructed from user data streams, independently of the engines' own state and code.
 */
import type { UserStreamEvent } from '../../../../src/sandbox/engine/ledger/user-events.ts';
import type { SandboxExchange } from '../../../../src/sandbox/exchange/create-exchange.ts';

export interface OpenOrder {
  readonly user: string;
  readonly scope: string;
  readonly symbol: string;
  readonly orderId: string;
  readonly isBuy: boolean;
  readonly type: string;
  /** In 10^-8. */
  readonly price: bigint;
  readonly stopPrice: bigint;
  readonly quantity: bigint;
  readonly executed: bigint;
  /** The iceberg quantity; 0n for other orders. */
  readonly slice: bigint;
  /** The list id; -1 without a list. */
  readonly list: number;
  /** Whether the order rests on the book. */
  readonly isResting: boolean;
  /** The operation in which the order got its current time priority. */
  readonly prioritySince: number;
}

/** One side of a trade. */
export interface TradeSide {
  readonly symbol: string;
  readonly scope: string;
  readonly user: string;
  readonly orderId: string;
  readonly tradeId: number;
  readonly isBuy: boolean;
  readonly isMaker: boolean;
  readonly price: bigint;
  /** The order before the trade; undefined for an order not reported before. */
  readonly before: OpenOrder | undefined;
}

const OPEN = new Set(['NEW', 'PARTIALLY_FILLED']);

export class OpenOrders {
  /** Open orders by product (margin orders are on the spot book), then by symbol and order id. */
  readonly #orders = new Map<string, Map<string, OpenOrder>>();
  readonly #trades: TradeSide[] = [];
  /** The number of reported trades of each open options order. */
  readonly #optionFillCounts = new Map<string, number>();
  /** The number of events by scope, event type and execution type. */
  readonly eventCounts = new Map<string, number>();
  #operation = 0;

  constructor({ userEvents }: SandboxExchange) {
    userEvents.subscribe((event) => this.#onEvent(event));
  }

  /** Begins an operation and clears the trades of the previous one. */
  begin(operation: number): void {
    this.#operation = operation;
    this.#trades.length = 0;
  }

  /** The trade sides of this operation in the order of their events. */
  get trades(): readonly TradeSide[] {
    return this.#trades;
  }

  /** Returns the open orders of all users of a product: "spot", "usdm", "coinm" or "options". */
  ordersOn(product: string): Iterable<OpenOrder> {
    return this.#orders.get(product)?.values() ?? [];
  }

  /** Returns the open orders of a user in a scope such as "margin BTCUSDT". */
  ordersOf(user: string, scope: string): readonly OpenOrder[] {
    return [...this.ordersOn(productOf(scope))].filter((one) => one.user === user && one.scope === scope);
  }

  #onEvent({ scope, user, payload }: UserStreamEvent): void {
    const text = payload();
    this.#countEvent(scope, text);
    if (text.startsWith('{"e":"executionReport"')) this.#onSpotEvent(scope, user.name, JSON.parse(text));
    else if (text.startsWith('{"e":"ORDER_TRADE_UPDATE"')) {
      const { o } = JSON.parse(text.replaceAll(/"(i|oid)":(\d{16,})/g, '"$1":"$2"'));
      if (Array.isArray(o)) for (const one of o) this.#onOptionEvent(scope, user.name, one);
      else this.#onFuturesEvent(scope, user.name, o);
    }
  }

  #onSpotEvent(scope: string, user: string, event: Readonly<Record<string, never>>): void {
    const { s, S, o, p, P, q, z, F, g, i, x, X, w, m, t, L } = event as Readonly<Record<string, unknown>>;
    const identity = { scope, user, symbol: String(s), orderId: String(i), isBuy: S === 'BUY' };
    if (x === 'TRADE') {
      const before = this.#findOrder(identity);
      this.#trades.push({ ...identity, tradeId: Number(t), isMaker: m === true, price: unitsOf(L), before });
    }
    this.#update(identity, OPEN.has(String(X)), {
      type: String(o),
      price: unitsOf(p),
      stopPrice: unitsOf(P),
      quantity: unitsOf(q),
      executed: unitsOf(z),
      slice: unitsOf(F),
      list: Number(g),
      isResting: w === true,
    });
  }

  #onFuturesEvent(scope: string, user: string, event: Readonly<Record<string, unknown>>): void {
    const { s, S, o, p, sp, q, z, i, x, X, m, t, L } = event;
    const identity = { scope, user, symbol: String(s), orderId: String(i), isBuy: S === 'BUY' };
    if (x === 'TRADE') {
      const before = this.#findOrder(identity);
      this.#trades.push({ ...identity, tradeId: Number(t), isMaker: m === true, price: unitsOf(L), before });
    }
    this.#update(identity, OPEN.has(String(X)), {
      type: String(o),
      price: unitsOf(p),
      stopPrice: unitsOf(sp),
      quantity: unitsOf(q),
      executed: unitsOf(z),
      slice: 0n,
      list: -1,
      isResting: o === 'LIMIT',
    });
  }

  #onOptionEvent(scope: string, user: string, event: Readonly<Record<string, unknown>>): void {
    const { s, oid, p, q, e, S, oty } = event;
    const identity = {
      scope,
      user,
      symbol: String(s),
      orderId: String(oid),
      isBuy: !String(q).startsWith('-'),
    };
    const before = this.#findOrder(identity);
    // Each event lists all trades of the order; only the new ones are added.
    const fills = event['fi'] as readonly Readonly<Record<string, string>>[];
    for (const { t, p: price, m } of fills.slice(this.#optionFillCounts.get(identity.orderId) ?? 0)) {
      const isMaker = m === 'MAKER';
      this.#trades.push({ ...identity, tradeId: Number(t), isMaker, price: unitsOf(price), before });
    }
    if (OPEN.has(String(S))) this.#optionFillCounts.set(identity.orderId, fills.length);
    else this.#optionFillCounts.delete(identity.orderId);
    this.#update(identity, OPEN.has(String(S)), {
      type: String(oty),
      price: unitsOf(p),
      stopPrice: 0n,
      quantity: unitsOf(String(q).replace('-', '')),
      executed: unitsOf(String(e).replace('-', '')),
      slice: 0n,
      list: -1,
      isResting: true,
    });
  }

  #countEvent(scope: string, text: string): void {
    const [, event = ''] = /"e":"(\w+)"/.exec(text) ?? [];
    const [, execution = ''] = /"x":"(\w+)"/.exec(text) ?? [];
    const name = `${scope} ${event} ${execution}`.trim();
    this.eventCounts.set(name, (this.eventCounts.get(name) ?? 0) + 1);
  }

  #findOrder({
    scope,
    symbol,
    orderId,
  }: Pick<OpenOrder, 'scope' | 'symbol' | 'orderId'>): OpenOrder | undefined {
    return this.#orders.get(productOf(scope))?.get(`${symbol} ${orderId}`);
  }

  #update(
    identity: Pick<OpenOrder, 'scope' | 'user' | 'symbol' | 'orderId' | 'isBuy'>,
    isOpen: boolean,
    state: Omit<OpenOrder, keyof typeof identity | 'prioritySince'>,
  ): void {
    const product = productOf(identity.scope);
    let orders = this.#orders.get(product);
    if (orders === undefined) {
      orders = new Map();
      this.#orders.set(product, orders);
    }
    const key = `${identity.symbol} ${identity.orderId}`;
    const previous = orders.get(key);
    if (!isOpen) orders.delete(key);
    else orders.set(key, { ...identity, ...state, prioritySince: this.#prioritySince(previous, state) });
  }

  /**
   * Returns the operation since which the order has its priority; an iceberg loses it with each new slice.
   */
  #prioritySince(
    previous: OpenOrder | undefined,
    state: Pick<OpenOrder, 'isResting' | 'slice' | 'executed'>,
  ): number {
    const keepsPriority =
      previous?.isResting === true && (state.slice === 0n || previous.executed === state.executed);
    return keepsPriority ? previous.prioritySince : this.#operation;
  }
}

/** Returns the product of a scope; margin accounts trade on the spot book. */
function productOf(scope: string): string {
  return scope.startsWith('margin') ? 'spot' : scope;
}

/** Returns an amount with at most 8 decimals in 10^-8. */
export function unitsOf(text: unknown): bigint {
  const [whole = '0', decimals = ''] = String(text).split('.');
  return BigInt(whole + decimals.padEnd(8, '0').slice(0, 8));
}
