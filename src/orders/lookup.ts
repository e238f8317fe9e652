/** Looks an order up by its client id: the query of the order, the open orders, and the history. */
import type { Endpoint } from '../catalogue/types.ts';
import type { LookupFields } from '../catalogue/write-types.ts';
import { compare, parseDecimal } from '../core/decimal.ts';
import { ToolError } from '../core/errors.ts';
import { readJson, stringifyJson } from '../core/json.ts';
import { isObject, type JsonValue, type UnixMs } from '../core/words.ts';
import { buildRequest } from '../request/prepare.ts';
import type { Answer, PreparedRequest, WireArguments } from '../request/types.ts';
import { orderOf } from './outcome.ts';

/** What one look at the exchange showed. */
export type LookupResult =
  | { readonly found: 'order'; readonly answer: Answer }
  /** The exchange knows no such order, as of this look. */
  | { readonly found: 'none' }
  /** An order has this id that is not the one looked for; ours may still come. */
  | { readonly found: 'other'; readonly why: string; readonly retryAfterMs: 0 }
  /** The lookup is inconclusive: no answer, or a refusal. */
  | { readonly found: 'nothing'; readonly why: string; readonly retryAfterMs: number };

/**
 * The three places where an order can be seen. `since` is the timestamp it was signed with: an id may be used
 * again once its order is no longer open, and an older order is not the one that is looked for. Without it
 * any order of this id and these terms counts.
 */
export interface Lookup {
  byId(since: UnixMs | undefined, signal: AbortSignal): Promise<LookupResult>;
  inOpenOrders(since: UnixMs | undefined, signal: AbortSignal): Promise<LookupResult>;
  /** The history from a second before the timestamp on. */
  inHistory(since: UnixMs, signal: AbortSignal): Promise<LookupResult>;
}

/** The endpoints that show orders of one kind: the query of one, all that are open, and all there were. */
export interface OrderEndpoints {
  /** The query of one order; its `shows` lists the fields that identify an order. */
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
  /**
   * The order was there before and is changed: its age says nothing, and one of other terms is not changed
   * yet.
   */
  readonly isChange?: boolean;
}

/** Order does not exist (interface document, Errors): not yet, or not at all. */
export const NO_SUCH_ORDER = -2013;

/** How much older than its timestamp an order may seem: the exchange accepts a second, and rounds. */
const AGE_TOLERANCE_MS = 2_000;

/** Parameters of the order that its queries need as well. */
const SHARED_PARAMS = ['symbol', 'isIsolated'] as const;

/** Returns the three looks at an order. */
export function orderLookup(options: LookupOptions): Lookup {
  const { endpoints, clientOrderId, wire, call, isChange = false } = options;
  const shows = lookupFields(endpoints.order);
  const query = async (
    endpoint: Endpoint,
    more: readonly (readonly [string, string])[],
    read: (answer: Answer) => LookupResult,
    signal: AbortSignal,
  ): Promise<LookupResult> => {
    try {
      const shared = SHARED_PARAMS.filter((name) => name in endpoint.params && wire.has(name));
      const query = new Map([...shared.map((name) => [name, wire.get(name)!] as const), ...more]);
      return read(await call({ ...buildRequest(endpoint, query), isUrgent: true }, signal));
    } catch (error) {
      if (signal.aborted) throw error;
      return resultOfError(error);
    }
  };
  const reader = { ...options, shows, isChange };
  return {
    byId: (since, signal) =>
      query(
        endpoints.order,
        [[shows.param, clientOrderId]],
        (answer) => readOrder(answer, reader, since),
        signal,
      ),
    inOpenOrders: (since, signal) =>
      query(endpoints.open, [], (answer) => readRows(answer, reader, since, undefined), signal),
    async inHistory(since, signal) {
      // What is changed stands in the history from long ago; a list from now on says nothing of it.
      if (isChange) return { found: 'none' };
      const { limit } = endpoints.all.params;
      const most = typeof limit?.max === 'number' ? limit.max : undefined;
      const more: (readonly [string, string])[] = [['startTime', String(Math.max(0, since - 1000))]];
      if (most !== undefined) more.push(['limit', String(most)]);
      return query(endpoints.all, more, (answer) => readRows(answer, reader, since, most), signal);
    },
  };
}

/** Returns a lookup of a whole, such as an order list, that is absent only where each of its parts is. */
export function orderListLookup(list: Lookup, orders: readonly Lookup[]): Lookup {
  return {
    byId: (since, signal) => list.byId(since, signal),
    inOpenOrders: (since, signal) => list.inOpenOrders(since, signal),
    async inHistory(since, signal) {
      const seen = await list.inHistory(since, signal);
      if (seen.found !== 'none') return seen;
      for (const part of orders) {
        const sighting = await part.byId(since, signal);
        if (sighting.found === 'order' || sighting.found === 'other')
          return inconclusive('one of its orders is there, and it is not');
        if (sighting.found === 'nothing') return sighting;
      }
      return seen;
    },
  };
}

/** Returns what a query shows; asserts that the catalogue says it. */
export function lookupFields({ id, lookupFields: foundFields }: Endpoint): LookupFields {
  if (foundFields === undefined) throw new RangeError(`${id} is no query by which orders are found`);
  return foundFields;
}

/** Returns whether an order that was found is the one that was sent, as far as both say. */
export function isSameOrder(
  order: Readonly<Record<string, JsonValue>>,
  wire: WireArguments,
  { echoes: echoedFields }: Pick<LookupFields, 'echoes'>,
): boolean {
  return Object.entries(echoedFields).every(([param, fields]) => {
    const wanted = wire.get(param);
    const shown = fields.map((field) => order[field]).filter((one) => typeof one === 'string');
    return wanted === undefined || shown.length === 0 || shown.some((one) => isSameValue(wanted, one));
  });
}

/** Returns whether two values are the same; amounts are, however many zeros they are written with. */
export function isSameValue(wanted: string, shown: string): boolean {
  if (wanted === shown) return true;
  const [one, otherOrder] = [parseDecimal(wanted), parseDecimal(shown)];
  return one !== undefined && otherOrder !== undefined && compare(one, otherOrder) === 0;
}

interface LookupReader extends LookupOptions {
  readonly shows: LookupFields;
  readonly isChange: boolean;
}

function readOrder(answer: Answer, reader: LookupReader, since: UnixMs | undefined): LookupResult {
  const { clientOrderId, wire, shows, isChange } = reader;
  const order = orderOf(answer);
  if (order === undefined) return inconclusive('the answer holds no order');
  if (order[shows.idField] !== clientOrderId) return inconclusive('the answer is about another order');
  const time = shows.timeFields.map((field) => order[field]).find((one) => typeof one === 'number');
  const isOlder = since !== undefined && typeof time === 'number' && time < since - AGE_TOLERANCE_MS;
  if (isOlder && !isChange) return otherOrder('an older order has this id');
  if (isSameOrder(order, wire, shows)) return { found: 'order', answer };
  return isChange ? { found: 'none' } : otherOrder('an order of other terms has this id');
}

function readRows(
  answer: Answer,
  reader: LookupReader,
  since: UnixMs | undefined,
  most: number | undefined,
): LookupResult {
  const outcome = readJson(answer.body);
  if (!outcome.ok || !Array.isArray(outcome.value)) return inconclusive('the answer holds no list of orders');
  const rows = outcome.value as readonly JsonValue[];
  const found = rows.find((row) => isObject(row) && row[reader.shows.idField] === reader.clientOrderId);
  if (found !== undefined) return readOrder({ ...answer, body: stringifyJson(found) }, reader, since);
  // A full page may go on: that the order is not on it proves nothing.
  return most !== undefined && rows.length >= most
    ? inconclusive('the history is longer than one answer')
    : { found: 'none' };
}

function resultOfError(error: unknown): LookupResult {
  if (!(error instanceof ToolError))
    return inconclusive(error instanceof Error ? error.message : String(error));
  if (error.facts.code === NO_SUCH_ORDER) return { found: 'none' };
  return { found: 'nothing', why: error.message, retryAfterMs: error.facts.retryAfterMs ?? 0 };
}

function otherOrder(why: string): LookupResult {
  return { found: 'other', why, retryAfterMs: 0 };
}

function inconclusive(why: string): LookupResult {
  return { found: 'nothing', why, retryAfterMs: 0 };
}
