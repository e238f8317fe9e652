/**
 * Looks up an order by its client order id: by the query of one order, the open orders, and the order
 * history.
 */
import type { Endpoint } from '../catalogue/types.ts';
import type { LookupFields } from '../catalogue/write-types.ts';
import { isSameNumber } from '../core/decimal.ts';
import { ToolError } from '../core/errors.ts';
import { readJson, stringifyJson } from '../core/json.ts';
import { isObject, type JsonValue, type UnixMs } from '../core/words.ts';
import { buildRequest } from '../request/prepare.ts';
import type { Answer, PreparedRequest, WireArguments } from '../request/types.ts';
import { orderOf } from './outcome.ts';

/** The result of one lookup query. */
export type LookupResult =
  | { readonly found: 'order'; readonly answer: Answer }
  /** The exchange does not know the order yet, or not at all. */
  | { readonly found: 'none' }
  /** The exchange has another order with this client order id; the order that was sent may still arrive. */
  | { readonly found: 'other'; readonly why: string; readonly retryAfterMs: 0 }
  /** The query proved nothing: it got no answer, or was refused. */
  | { readonly found: 'nothing'; readonly why: string; readonly retryAfterMs: number };

/**
 * The three queries that can find an order. `since` is the timestamp with which the order was signed: a
 * client order id may be used again after its order was closed, so an older order with the id is another
 * order. Without `since`, an order of any age counts if its terms match.
 */
export interface Lookup {
  byId(since: UnixMs | undefined, signal: AbortSignal): Promise<LookupResult>;
  inOpenOrders(since: UnixMs | undefined, signal: AbortSignal): Promise<LookupResult>;
  /** Queries the order history from one second before the timestamp on. */
  inHistory(since: UnixMs, signal: AbortSignal): Promise<LookupResult>;
}

/** The endpoints that return orders of one kind: the query of one order, the open orders, and all orders. */
export interface OrderEndpoints {
  /** The query of one order; its `shows` lists the fields that identify an order. */
  readonly order: Endpoint;
  readonly open: Endpoint;
  readonly all: Endpoint;
}

export interface LookupOptions {
  readonly endpoints: OrderEndpoints;
  readonly clientOrderId: string;
  /** The parameters of the order as sent; an order that is found must have the same terms. */
  readonly wire: WireArguments;
  /** Sends a signed read and returns its answer; throws a ToolError for a refusal. */
  readonly call: (request: PreparedRequest, signal: AbortSignal) => Promise<Answer>;
  /**
   * Whether the write changes an existing order. The age of that order then proves nothing, and an order with
   * other terms is one that is not changed yet.
   */
  readonly isChange?: boolean;
}

/** The error code for an order that does not exist (interface document, Errors): not yet, or not at all. */
export const NO_SUCH_ORDER = -2013;

/**
 * How much older than its timestamp an order may appear, in ms: the exchange accepts timestamps up to a
 * second ahead, and rounds times.
 */
const AGE_TOLERANCE_MS = 2_000;

/** Parameters of the order that the queries for it need as well. */
const SHARED_PARAMS = ['symbol', 'isIsolated'] as const;

/** Returns the three lookup queries of an order. */
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
      // An amended order was placed long ago, so a query of the history since the amendment does not return it.
      if (isChange) return { found: 'none' };
      const { limit } = endpoints.all.params;
      const most = typeof limit?.max === 'number' ? limit.max : undefined;
      const more: (readonly [string, string])[] = [['startTime', String(Math.max(0, since - 1000))]];
      if (most !== undefined) more.push(['limit', String(most)]);
      return query(endpoints.all, more, (answer) => readRows(answer, reader, since, most), signal);
    },
  };
}

/** Returns a lookup of an order list, which is absent only if each of its orders is absent too. */
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

/**
 * Returns the fields by which a query identifies orders. Throws a RangeError if the catalogue declares none.
 */
export function lookupFields({ id, lookupFields: foundFields }: Endpoint): LookupFields {
  if (foundFields === undefined) throw new RangeError(`${id} is no query by which orders are found`);
  return foundFields;
}

/** Returns whether the order that was found has the terms that were sent, as far as both show them. */
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

/** Returns whether two values are equal; trailing zeros of amounts do not matter. */
export function isSameValue(wanted: string, shown: string): boolean {
  return wanted === shown || isSameNumber(wanted, shown);
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
  // The history may have further pages, so an order that is missing on a full page may still exist.
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
