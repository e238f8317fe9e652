/** Looks an order up by its client id: the query of the order, the open orders, and the history. */
import type { Endpoint } from '../catalogue/types.ts';
import { compare, parseDecimal } from '../core/decimal.ts';
import { ToolError } from '../core/errors.ts';
import { readJson, stringifyJson } from '../core/json.ts';
import type { JsonValue, UnixMs } from '../core/words.ts';
import { requestOf } from '../request/prepare.ts';
import type { Answer, PreparedRequest, WireArguments } from '../request/types.ts';
import { isObject, orderOf } from './outcome.ts';

/** What one look at the exchange showed. */
export type Sighting =
  | { readonly saw: 'order'; readonly answer: Answer }
  /** The exchange knows no such order, as of this look. */
  | { readonly saw: 'none' }
  /** An order has this id that is not the one looked for; ours may still come. */
  | { readonly saw: 'other'; readonly why: string; readonly retryAfterMs: 0 }
  /** The look told nothing: no answer, or a refusal. */
  | { readonly saw: 'nothing'; readonly why: string; readonly retryAfterMs: number };

/**
 * The three places where an order can be seen. `since` is the timestamp it was signed with: an id may be used again
 * once its order is no longer open, and an older order is not the one that is looked for. Without it any order of
 * this id and these terms counts.
 */
export interface Lookup {
  byId(since: UnixMs | undefined, signal: AbortSignal): Promise<Sighting>;
  amongOpen(since: UnixMs | undefined, signal: AbortSignal): Promise<Sighting>;
  /** The history from a second before the timestamp on. */
  inHistory(since: UnixMs, signal: AbortSignal): Promise<Sighting>;
}

/** The endpoints of a product that show its orders. */
export interface OrderEndpoints {
  readonly order: Endpoint;
  readonly open: Endpoint;
  readonly all: Endpoint;
}

export interface LookupOptions {
  readonly endpoints: OrderEndpoints;
  readonly clientOrderId: string;
  /** The order as it was sent: an order that is found must be this one. */
  readonly wire: WireArguments;
  /** Sends a signed read and settles it. */
  readonly call: (request: PreparedRequest, signal: AbortSignal) => Promise<Answer>;
}

/** Order does not exist (interface document, Errors): not yet, or not at all. */
const NO_SUCH_ORDER = -2013;

/** How much older than its timestamp an order may seem: the exchange accepts a second, and rounds. */
const OLDER_MAX_MS = 2_000;

/** What an order and its answers both say. Amounts are the same however many zeros they are written with. */
const COMPARED = [
  { sent: 'symbol', found: 'symbol', is: 'text' },
  { sent: 'side', found: 'side', is: 'text' },
  { sent: 'quantity', found: 'origQty', is: 'decimal' },
  { sent: 'price', found: 'price', is: 'decimal' },
] as const;

/** Parameters of the order that its queries need as well. */
const SHARED = ['symbol', 'isIsolated'] as const;

/** Returns the three looks at an order. */
export function orderLookup(options: LookupOptions): Lookup {
  const { endpoints, clientOrderId, wire, call } = options;
  const look = async (
    endpoint: Endpoint,
    more: readonly (readonly [string, string])[],
    read: (answer: Answer) => Sighting,
    signal: AbortSignal,
  ): Promise<Sighting> => {
    try {
      const shared = SHARED.filter((name) => name in endpoint.params && wire.has(name));
      const query = new Map([...shared.map((name) => [name, wire.get(name)!] as const), ...more]);
      return read(await call(requestOf(endpoint, query), signal));
    } catch (error) {
      if (signal.aborted) throw error;
      return sightingOfError(error);
    }
  };
  return {
    byId(since, signal) {
      const name = 'origClientOrderId' in endpoints.order.params ? 'origClientOrderId' : 'clientOrderId';
      return look(
        endpoints.order,
        [[name, clientOrderId]],
        (answer) => readOrder(answer, options, since),
        signal,
      );
    },
    amongOpen: (since, signal) =>
      look(endpoints.open, [], (answer) => readRows(answer, options, since, undefined), signal),
    inHistory(since, signal) {
      const { limit } = endpoints.all.params;
      const most = typeof limit?.max === 'number' ? limit.max : undefined;
      const more: (readonly [string, string])[] = [['startTime', String(Math.max(0, since - 1000))]];
      if (most !== undefined) more.push(['limit', String(most)]);
      return look(endpoints.all, more, (answer) => readRows(answer, options, since, most), signal);
    },
  };
}

/** Returns whether an order that was found is the one that was sent, as far as both say. */
export function isSameOrder(order: Readonly<Record<string, JsonValue>>, wire: WireArguments): boolean {
  // A stop order of futures becomes a LIMIT or MARKET one when it is triggered, and keeps its type in another field.
  const type = wire.get('type');
  const types = [order['type'], order['origType']].filter((one) => one !== undefined);
  if (type !== undefined && types.length > 0 && !types.includes(type)) return false;
  return COMPARED.every(({ sent, found, is }) => {
    const wanted = wire.get(sent);
    const shown = order[found];
    if (wanted === undefined || typeof shown !== 'string') return true;
    if (is === 'text') return wanted === shown;
    const [one, other] = [parseDecimal(wanted), parseDecimal(shown)];
    return one !== undefined && other !== undefined && compare(one, other) === 0;
  });
}

function readOrder(
  answer: Answer,
  { clientOrderId, wire }: LookupOptions,
  since: UnixMs | undefined,
): Sighting {
  const order = orderOf(answer);
  if (order === undefined) return nothing('the answer holds no order');
  if (order['clientOrderId'] !== clientOrderId) return nothing('the answer is about another order');
  const { time } = order;
  const isOlder = since !== undefined && typeof time === 'number' && time < since - OLDER_MAX_MS;
  if (isOlder) return other('an older order has this id');
  return isSameOrder(order, wire) ? { saw: 'order', answer } : other('an order of other terms has this id');
}

function readRows(
  answer: Answer,
  options: LookupOptions,
  since: UnixMs | undefined,
  most: number | undefined,
): Sighting {
  const outcome = readJson(answer.body);
  if (!outcome.ok || !Array.isArray(outcome.value)) return nothing('the answer holds no list of orders');
  const rows = outcome.value as readonly JsonValue[];
  const found = rows.find((row) => isObject(row) && row['clientOrderId'] === options.clientOrderId);
  if (found !== undefined) return readOrder({ ...answer, body: stringifyJson(found) }, options, since);
  // A full page may go on: that the order is not on it proves nothing.
  return most !== undefined && rows.length >= most
    ? nothing('the history is longer than one answer')
    : { saw: 'none' };
}

function sightingOfError(error: unknown): Sighting {
  if (!(error instanceof ToolError)) return nothing(error instanceof Error ? error.message : String(error));
  if (error.facts.code === NO_SUCH_ORDER) return { saw: 'none' };
  return { saw: 'nothing', why: error.message, retryAfterMs: error.facts.retryAfterMs ?? 0 };
}

function other(why: string): Sighting {
  return { saw: 'other', why, retryAfterMs: 0 };
}

function nothing(why: string): Sighting {
  return { saw: 'nothing', why, retryAfterMs: 0 };
}
