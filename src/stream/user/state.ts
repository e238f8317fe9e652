/**
 * The known orders and fills of an account, from events and queries together, so that each is reported once
 * and an order never returns to an earlier state.
 */
import type { UserStreamProduct } from '../../catalogue/stream-types.ts';
import { USER_EVENTS } from '../../catalogue/user-events.ts';
import { ORDER_EVENTS, type OrderLetters } from '../../catalogue/user-streams.ts';
import { compare, type Decimal, parseDecimal, ZERO } from '../../core/decimal.ts';
import type { JsonValue } from '../../core/words.ts';

export type Members = Readonly<Record<string, JsonValue>>;

/**
 * The verdict on an event; `late` means older than a reported state, although the event may contain a fill
 * that was not reported.
 */
export type EventVerdict = 'new' | 'duplicate' | 'late';

/** Final order statuses (interface document, Order status values; options write CANCELLED). */
const FINAL: ReadonlySet<string> = new Set([
  'FILLED',
  'CANCELED',
  'CANCELLED',
  'REJECTED',
  'EXPIRED',
  'EXPIRED_IN_MATCH',
]);
/** The largest number of remembered events, fills and ended orders; far more than a reconnect repeats. */
const REMEMBERED_MAX = 20_000;

interface KnownOrder {
  readonly symbol: string;
  readonly id: string;
  readonly status: string;
  readonly executed: Decimal;
}

/** Returns whether an order with this status changes no more. */
export function isFinalStatus(status: string): boolean {
  return FINAL.has(status);
}

export class UserState {
  readonly #product: UserStreamProduct;
  readonly #open = new Map<string, KnownOrder>();
  /** The ended orders, those that ended the longest ago first. */
  readonly #ended = new Map<string, KnownOrder>();
  readonly #trades = new RecentWords(REMEMBERED_MAX);
  readonly #events = new RecentWords(REMEMBERED_MAX);
  /** The symbols of all orders and fills that were seen. */
  readonly symbols = new Set<string>();
  /** The newest event time, in the stream's time unit. */
  lastEventTime: number | undefined;

  constructor(product: UserStreamProduct) {
    this.#product = product;
  }

  /** Classifies an event and remembers its order and fill. */
  event(event: Members): EventVerdict {
    if (!this.#events.add(identityOf(event, this.#product))) return 'duplicate';
    if (typeof event['E'] === 'number') this.lastEventTime = Math.max(this.lastEventTime ?? 0, event['E']);
    const letters = ORDER_EVENTS[String(event['e'])]?.[this.#product];
    if (letters === undefined) return 'new';
    const verdicts = partsOf(event, letters).map((part) => this.#orderEvent(part, letters));
    if (verdicts.length === 0 || verdicts.includes('new')) return 'new';
    return verdicts.includes('late') ? 'late' : 'duplicate';
  }

  /** Remembers an order from a query; returns whether its state is new. */
  order(row: Members): boolean {
    return (
      this.#order(
        orderOf(row, { symbol: 'symbol', id: 'orderId', status: 'status', executed: 'executedQty' }),
      ) === 'new'
    );
  }

  /** Remembers a fill from a query; returns whether it is new. */
  trade(row: Members, tradeId: string): boolean {
    const symbol = textOf(row['symbol']);
    this.symbols.add(symbol);
    return this.#trades.add(`${symbol} ${textOf(row[tradeId])}`);
  }

  /** Returns the orders that were open in their last known state. */
  open(): readonly { readonly symbol: string; readonly id: string }[] {
    return [...this.#open.values()];
  }

  /** Removes an open order that the exchange no longer shows. */
  gone(symbol: string, id: string): void {
    this.#open.delete(keyOf(symbol, id));
  }

  #orderEvent(part: Members, letters: OrderLetters): EventVerdict {
    const trade = letters.trade === undefined ? undefined : textOf(part[letters.trade]);
    const hasTrade = trade !== undefined && trade !== '' && trade !== '-1' && trade !== '0';
    const isNewTrade = hasTrade && this.#trades.add(`${textOf(part[letters.symbol])} ${trade}`);
    const verdict = this.#order(orderOf(part, letters));
    // The fill was already reported by a query; the event repeats it.
    if (hasTrade && !isNewTrade && verdict !== 'new') return 'duplicate';
    return verdict === 'duplicate' && (isNewTrade || !hasTrade) ? 'new' : verdict;
  }

  #order(order: KnownOrder): EventVerdict {
    const key = keyOf(order.symbol, order.id);
    this.symbols.add(order.symbol);
    const known = this.#open.get(key) ?? this.#ended.get(key);
    const verdict = known === undefined ? 'new' : compareStates(known, order);
    if (verdict === 'new') this.#remember(key, order);
    return verdict;
  }

  #remember(key: string, order: KnownOrder): void {
    if (!FINAL.has(order.status)) {
      this.#open.set(key, order);
      return;
    }
    this.#open.delete(key);
    this.#ended.set(key, order);
    if (this.#ended.size > REMEMBERED_MAX) this.#ended.delete(this.#ended.keys().next().value!);
  }
}

function keyOf(symbol: string, id: string): string {
  return `${symbol} ${id}`;
}

function compareStates(known: KnownOrder, order: KnownOrder): EventVerdict {
  const more = compare(order.executed, known.executed);
  if (more < 0) return 'late';
  if (more === 0 && order.status === known.status) return 'duplicate';
  if (FINAL.has(known.status)) return 'late';
  return more === 0 && order.status === 'NEW' ? 'late' : 'new';
}

function partsOf(event: Members, { at }: OrderLetters): readonly Members[] {
  if (at === undefined) return [event];
  const part = event[at];
  const list = Array.isArray(part) ? part : [part];
  return list.filter((one): one is Members => typeof one === 'object' && one !== null && !Array.isArray(one));
}

function orderOf(part: Members, letters: OrderLetters): KnownOrder {
  return {
    symbol: textOf(part[letters.symbol]),
    id: textOf(part[letters.id]),
    status: textOf(part[letters.status]),
    executed: parseDecimal(textOf(part[letters.executed])) ?? ZERO,
  };
}

/** Returns the identity of an event: the fields that the catalogue declares, or the complete event. */
function identityOf(event: Members, product: UserStreamProduct): string {
  const name = String(event['e']);
  const declared = USER_EVENTS.find((one) => one.event === name && one.products.includes(product));
  const inner = [event['o'], event['a']].filter(
    (one): one is Members => typeof one === 'object' && one !== null && !Array.isArray(one),
  );
  if (declared?.identity === undefined) return JSON.stringify(event, jsonText);
  const values = declared.identity.map(
    (letter) => [event, ...inner].find((one) => isScalar(one[letter]))?.[letter],
  );
  return `${name} ${values.map(textOf).join(' ')}`;
}

function isScalar(value: JsonValue | undefined): boolean {
  return value !== undefined && (typeof value !== 'object' || value === null);
}

function jsonText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined || value === null ? '' : String(value);
}

/** A set of strings that keeps the newest ones only. */
class RecentWords {
  readonly #words = new Set<string>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds a string; returns whether it is new. */
  add(word: string): boolean {
    if (this.#words.has(word)) return false;
    this.#words.add(word);
    if (this.#words.size > this.#max) this.#words.delete(this.#words.values().next().value!);
    return true;
  }
}
