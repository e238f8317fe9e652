/**
 * The orders that are open, as the users' own streams tell of them: a second account of what the engines hold. It shares no
 * code with them.
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
  /** What an iceberg shows at a time; 0n for an order that shows all. */
  readonly slice: bigint;
  /** -1 for an order that is in no list. */
  readonly list: number;
  /** Whether it is on the book. */
  readonly rests: boolean;
  /** The operation in which it came to the book, or lost its place there. */
  readonly since: number;
}

/** One side of a trade. */
export interface Traded {
  readonly symbol: string;
  readonly scope: string;
  readonly user: string;
  readonly orderId: string;
  readonly tradeId: number;
  readonly isBuy: boolean;
  readonly isMaker: boolean;
  readonly price: bigint;
  /** As the order stood before it; undefined for one that had not been told of. */
  readonly before: OpenOrder | undefined;
}

const OPEN = new Set(['NEW', 'PARTIALLY_FILLED']);

export class OpenOrders {
  /** By line (spot and margin share one), then by a key of the order. */
  readonly #orders = new Map<string, Map<string, OpenOrder>>();
  readonly #traded: Traded[] = [];
  /** How many trades of each open order of options were told. */
  readonly #optionFills = new Map<string, number>();
  /** How often each kind of event was told. */
  readonly heard = new Map<string, number>();
  #operation = 0;

  constructor({ userEvents: notices }: SandboxExchange) {
    notices.subscribe((notice) => this.#hear(notice));
  }

  /** Begins an operation and forgets the trades of the last. */
  begin(operation: number): void {
    this.#operation = operation;
    this.#traded.length = 0;
  }

  /** The trades of this operation, in the order in which they were told. */
  get traded(): readonly Traded[] {
    return this.#traded;
  }

  /** Returns the open orders of all users on a line: "spot", "usdm", "coinm" or "options". */
  on(line: string): Iterable<OpenOrder> {
    return this.#orders.get(line)?.values() ?? [];
  }

  /** Returns the open orders of a user in a scope such as "margin BTCUSDT". */
  of(user: string, scope: string): readonly OpenOrder[] {
    return [...this.on(lineOf(scope))].filter((one) => one.user === user && one.scope === scope);
  }

  #hear({ scope, user, payload }: UserStreamEvent): void {
    const text = payload();
    this.#count(scope, text);
    if (text.startsWith('{"e":"executionReport"')) this.#spot(scope, user.name, JSON.parse(text));
    else if (text.startsWith('{"e":"ORDER_TRADE_UPDATE"')) {
      const { o } = JSON.parse(text.replaceAll(/"(i|oid)":(\d{16,})/g, '"$1":"$2"'));
      if (Array.isArray(o)) for (const one of o) this.#option(scope, user.name, one);
      else this.#future(scope, user.name, o);
    }
  }

  #spot(scope: string, user: string, event: Readonly<Record<string, never>>): void {
    const { s, S, o, p, P, q, z, F, g, i, x, X, w, m, t, L } = event as Readonly<Record<string, unknown>>;
    const told = { scope, user, symbol: String(s), orderId: String(i), isBuy: S === 'BUY' };
    if (x === 'TRADE') {
      const before = this.#find(told);
      this.#traded.push({ ...told, tradeId: Number(t), isMaker: m === true, price: unitsOf(L), before });
    }
    this.#note(told, OPEN.has(String(X)), {
      type: String(o),
      price: unitsOf(p),
      stopPrice: unitsOf(P),
      quantity: unitsOf(q),
      executed: unitsOf(z),
      slice: unitsOf(F),
      list: Number(g),
      rests: w === true,
    });
  }

  #future(scope: string, user: string, event: Readonly<Record<string, unknown>>): void {
    const { s, S, o, p, sp, q, z, i, x, X, m, t, L } = event;
    const told = { scope, user, symbol: String(s), orderId: String(i), isBuy: S === 'BUY' };
    if (x === 'TRADE') {
      const before = this.#find(told);
      this.#traded.push({ ...told, tradeId: Number(t), isMaker: m === true, price: unitsOf(L), before });
    }
    this.#note(told, OPEN.has(String(X)), {
      type: String(o),
      price: unitsOf(p),
      stopPrice: unitsOf(sp),
      quantity: unitsOf(q),
      executed: unitsOf(z),
      slice: 0n,
      list: -1,
      rests: o === 'LIMIT',
    });
  }

  #option(scope: string, user: string, event: Readonly<Record<string, unknown>>): void {
    const { s, oid, p, q, e, S, oty } = event;
    const told = { scope, user, symbol: String(s), orderId: String(oid), isBuy: !String(q).startsWith('-') };
    const before = this.#find(told);
    // Each event lists all trades of the order: those that are new are told now.
    const fills = event['fi'] as readonly Readonly<Record<string, string>>[];
    for (const { t, p: price, m } of fills.slice(this.#optionFills.get(told.orderId) ?? 0)) {
      const isMaker = m === 'MAKER';
      this.#traded.push({ ...told, tradeId: Number(t), isMaker, price: unitsOf(price), before });
    }
    if (OPEN.has(String(S))) this.#optionFills.set(told.orderId, fills.length);
    else this.#optionFills.delete(told.orderId);
    this.#note(told, OPEN.has(String(S)), {
      type: String(oty),
      price: unitsOf(p),
      stopPrice: 0n,
      quantity: unitsOf(String(q).replace('-', '')),
      executed: unitsOf(String(e).replace('-', '')),
      slice: 0n,
      list: -1,
      rests: true,
    });
  }

  #count(scope: string, text: string): void {
    const [, event = ''] = /"e":"(\w+)"/.exec(text) ?? [];
    const [, execution = ''] = /"x":"(\w+)"/.exec(text) ?? [];
    const name = `${scope} ${event} ${execution}`.trim();
    this.heard.set(name, (this.heard.get(name) ?? 0) + 1);
  }

  #find({ scope, symbol, orderId }: Pick<OpenOrder, 'scope' | 'symbol' | 'orderId'>): OpenOrder | undefined {
    return this.#orders.get(lineOf(scope))?.get(`${symbol} ${orderId}`);
  }

  #note(
    told: Pick<OpenOrder, 'scope' | 'user' | 'symbol' | 'orderId' | 'isBuy'>,
    isOpen: boolean,
    state: Omit<OpenOrder, keyof typeof told | 'since'>,
  ): void {
    const line = lineOf(told.scope);
    let orders = this.#orders.get(line);
    if (orders === undefined) {
      orders = new Map();
      this.#orders.set(line, orders);
    }
    const key = `${told.symbol} ${told.orderId}`;
    const known = orders.get(key);
    if (!isOpen) orders.delete(key);
    else orders.set(key, { ...told, ...state, since: this.#sinceOf(known, state) });
  }

  /** An iceberg that was filled shows anew, behind the others. */
  #sinceOf(known: OpenOrder | undefined, state: Pick<OpenOrder, 'rests' | 'slice' | 'executed'>): number {
    const keeps = known?.rests === true && (state.slice === 0n || known.executed === state.executed);
    return keeps ? known.since : this.#operation;
  }
}

/** Margin accounts trade on the spot book. */
function lineOf(scope: string): string {
  return scope.startsWith('margin') ? 'spot' : scope;
}

/** Returns an amount of 8 decimals or fewer in 10^-8. */
export function unitsOf(text: unknown): bigint {
  const [whole = '0', decimals = ''] = String(text).split('.');
  return BigInt(whole + decimals.padEnd(8, '0').slice(0, 8));
}
