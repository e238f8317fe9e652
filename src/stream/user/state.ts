/**
 * What is known of an account's orders and fills from events and answers together, so that each is told once and an
 * order never goes back to an earlier state.
 */
import type { UserStreamProduct } from '../../catalogue/stream-types.ts';
import { USER_EVENTS } from '../../catalogue/user-events.ts';
import { ORDER_EVENTS, type OrderLetters } from '../../catalogue/user-streams.ts';
import { compare, type Decimal, parseDecimal, ZERO } from '../../core/decimal.ts';
import type { JsonValue } from '../../core/words.ts';

export type Members = Readonly<Record<string, JsonValue>>;

/** New; known already; or older than what was told before, though it may bring a fill that was not. */
export type EventVerdict = 'new' | 'duplicate' | 'late';

/** States from which no order returns (interface document, Order status values; options write CANCELLED). */
const FINAL: ReadonlySet<string> = new Set([
  'FILLED',
  'CANCELED',
  'CANCELLED',
  'REJECTED',
  'EXPIRED',
  'EXPIRED_IN_MATCH',
]);
/** Events, fills and orders at an end that are remembered; far more than a reconnect repeats. */
const REMEMBERED_MAX = 20_000;

interface KnownOrder {
  readonly symbol: string;
  readonly id: string;
  readonly status: string;
  readonly executed: Decimal;
}

export class UserState {
  readonly #product: UserStreamProduct;
  readonly #open = new Map<string, KnownOrder>();
  /** Orders at an end, the longest ago first. */
  readonly #ended = new Map<string, KnownOrder>();
  readonly #trades = new RecentWords(REMEMBERED_MAX);
  readonly #events = new RecentWords(REMEMBERED_MAX);
  /** Symbols that orders or fills were seen of. */
  readonly symbols = new Set<string>();
  /** The newest event time, in the stream's unit. */
  lastEventTime: number | undefined;

  constructor(product: UserStreamProduct) {
    this.#product = product;
  }

  /** Judges an event and remembers it. */
  event(event: Members): EventVerdict {
    if (!this.#events.add(identityOf(event, this.#product))) return 'duplicate';
    if (typeof event['E'] === 'number') this.lastEventTime = Math.max(this.lastEventTime ?? 0, event['E']);
    const letters = ORDER_EVENTS[String(event['e'])]?.[this.#product];
    if (letters === undefined) return 'new';
    const verdicts = partsOf(event, letters).map((part) => this.#orderEvent(part, letters));
    if (verdicts.length === 0 || verdicts.includes('new')) return 'new';
    return verdicts.includes('late') ? 'late' : 'duplicate';
  }

  /** Judges an order that an answer shows. */
  order(row: Members): boolean {
    return (
      this.#order(
        orderOf(row, { symbol: 'symbol', id: 'orderId', status: 'status', executed: 'executedQty' }),
      ) === 'new'
    );
  }

  /** Judges a fill that an answer shows. */
  trade(row: Members, tradeId: string): boolean {
    const symbol = textOf(row['symbol']);
    this.symbols.add(symbol);
    return this.#trades.add(`${symbol} ${textOf(row[tradeId])}`);
  }

  /** Orders that were open when last heard of. */
  open(): readonly { readonly symbol: string; readonly id: string }[] {
    return [...this.#open.values()];
  }

  /** An order that was open and that the exchange shows no more. */
  gone(symbol: string, id: string): void {
    this.#open.delete(keyOf(symbol, id));
  }

  #orderEvent(part: Members, letters: OrderLetters): EventVerdict {
    const trade = letters.trade === undefined ? undefined : textOf(part[letters.trade]);
    const hasTrade = trade !== undefined && trade !== '' && trade !== '-1' && trade !== '0';
    const isNewTrade = hasTrade && this.#trades.add(`${textOf(part[letters.symbol])} ${trade}`);
    const verdict = this.#order(orderOf(part, letters));
    // The fill was told from an answer; the event says the same once more.
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

/** What makes an event one of a kind, as the catalogue says; all of it where it says nothing. */
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

/** The newest words of a stream of words. */
class RecentWords {
  readonly #words = new Set<string>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns whether the word is new. */
  add(word: string): boolean {
    if (this.#words.has(word)) return false;
    this.#words.add(word);
    if (this.#words.size > this.#max) this.#words.delete(this.#words.values().next().value!);
    return true;
  }
}
