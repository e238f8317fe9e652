/** Builds the unsigned request of an endpoint from its arguments, or reports every fault. */
import { effectiveValue } from '../catalogue/define.ts';
import { findHost, type HostName } from '../catalogue/hosts.ts';
import type { Endpoint, Method, Product } from '../catalogue/types.ts';
import { type Fault, ToolError, usageError } from '../core/errors.ts';
import { plural } from '../core/text.ts';
import type { UnixMs } from '../core/words.ts';
import { readArguments } from './arguments.ts';
import { type Entry, encodeQuery } from './encode.ts';
import { writeIntentOf } from './intent.ts';
import type { TypedArgument } from './typed-arguments.ts';
import type { PreparedRequest, WireArguments } from './types.ts';
import { weightOf, weightTodayOf } from './weight.ts';

export interface PrepareOptions {
  /** The moment from which relative times such as `-3d` are counted. */
  readonly now: UnixMs;
  /** A host to use instead of the default of the product; it must serve the path of the endpoint. */
  readonly host?: HostName;
}

/** A request with notes about values that are sent differently than typed. */
export interface Prepared {
  readonly request: PreparedRequest;
  readonly notes: readonly string[];
  /** The arguments as sent; paging and the journal of the sandbox use them. */
  readonly wire: WireArguments;
}

/** The content type of parameters in a body (interface document, Conventions). */
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The host that serves the paths of each product (interface document, Base addresses). */
const HOST_OF_PRODUCT: Readonly<Record<Product, HostName>> = {
  spot: 'spot',
  usdm: 'usdm',
  coinm: 'coinm',
  options: 'options',
  margin: 'spot',
  funds: 'spot',
  sub: 'spot',
  earn: 'spot',
  mining: 'spot',
  fiat: 'spot',
  c2c: 'spot',
  convert: 'spot',
  portfolio: 'papi',
  onchain: 'web3',
};

/**
 * Returns the unsigned request for typed arguments. Throws a usage error with all faults when there are any.
 */
export function prepareRequest(
  endpoint: Endpoint,
  given: readonly TypedArgument[],
  options: PrepareOptions,
): Prepared {
  const { wire, notes, faults } = readArguments(endpoint, given, options);
  if (faults.length > 0) throw argumentsError(endpoint.id, faults);
  return { request: buildRequest(endpoint, wire, options.host), notes, wire };
}

/**
 * Returns the unsigned request for wire arguments that are known to be valid, such as those of a next page.
 */
export function buildRequest(endpoint: Endpoint, wire: WireArguments, host?: HostName): PreparedRequest {
  const { id, product, method, path, effect, headers, today, proof } = endpoint;
  const { query, body } = encodeParams(method, wire);
  // What every request has stands in one object literal, which V8 makes at once; spread objects take it far longer.
  const request: WritableRequest = {
    endpoint: id,
    product,
    host: hostOf(endpoint, host),
    method,
    path,
    query,
    body,
    headers: headers ?? formHeaders(method),
    exactHeaders: headers !== undefined,
    // If the document lists no security for a call, the call is signed; the exchange ignores a signature that it
    // does not need.
    security: effectiveValue(endpoint.security) ?? 'USER_DATA',
    effect,
    weight: weightOf(endpoint, wire),
  };
  const weightToday = weightTodayOf(endpoint, wire);
  const orders = ordersOf(endpoint, wire);
  const intent = writeIntentOf(endpoint, wire);
  if (today?.path !== undefined) request.pathToday = today.path;
  if (weightToday !== undefined) request.weightToday = weightToday;
  if (orders !== undefined) request.orders = orders;
  if (proof !== undefined) request.proof = proof;
  if (intent !== undefined) request.intent = intent;
  return request;
}

type WritableRequest = { -readonly [Name in keyof PreparedRequest]: PreparedRequest[Name] };

/**
 * Returns the encoded parameters: in the query for GET and DELETE, in a form body for POST and PUT (interface
 * document, Conventions; some proxies drop a DELETE with a body).
 */
export function encodeParams(
  method: Method,
  entries: Iterable<Entry>,
): { readonly query: string; readonly body: string | undefined } {
  const text = encodeQuery(entries);
  if (method === 'GET' || method === 'DELETE') return { query: text, body: undefined };
  return { query: '', body: text === '' ? undefined : text };
}

/** Returns one error for all faults of a request, listed in its message and in its facts. */
export function argumentsError(endpointId: string, faults: readonly Fault[]): ToolError {
  const [first] = faults;
  const list = faults.map(({ message }) => `- ${message}`).join('\n');
  return new ToolError({
    kind: 'usage',
    message:
      faults.length === 1 && first !== undefined
        ? first.message
        : `The arguments of ${endpointId} have ${plural(faults.length, 'fault')}:\n${list}`,
    hint: 'Nothing was sent.',
    execution: 'not_executed',
    endpoint: endpointId,
    faults,
  });
}

/**
 * Returns the number of orders that a call places, which the order limits of the account count; undefined if it places
 * none.
 */
function ordersOf({ clientIds, orderRules, effect }: Endpoint, wire: WireArguments): number | undefined {
  if (clientIds === undefined || orderRules === undefined || effect !== 'write') return undefined;
  if (clientIds.isChange === true) return undefined;
  const { listField, parts } = clientIds;
  if (listField === undefined) return parts?.params.length ?? 1;
  const list: unknown = JSON.parse(wire.get(listField) ?? '[]');
  return Array.isArray(list) ? list.length : undefined;
}

/** Returns the headers that a request with this method needs for its parameters. */
export function formHeaders(method: Method): Readonly<Record<string, string>> {
  return method === 'POST' || method === 'PUT' ? { 'content-type': FORM_TYPE } : {};
}

/** Returns the host that serves an endpoint, or the requested one; throws a usage error if it does not serve the path. */
export function hostOf(endpoint: Endpoint, requested?: HostName): HostName {
  const known = knownHosts.get(endpoint);
  if (known !== undefined && (requested === undefined || requested === known)) return known;
  const found = findServing(endpoint, requested);
  if (requested === undefined) knownHosts.set(endpoint, found);
  return found;
}

/** The hosts of endpoints that were called before without a choice of the host. */
const knownHosts = new WeakMap<Endpoint, HostName>();

function findServing(endpoint: Endpoint, requested: HostName | undefined): HostName {
  const host = requested ?? endpoint.host ?? HOST_OF_PRODUCT[endpoint.product];
  const serves: readonly string[] = findHost(host)?.pathPrefixes ?? [];
  if (serves.some((prefix) => endpoint.path.startsWith(prefix))) return host;
  throw usageError(
    `The host ${host} does not serve ${endpoint.path}; it serves ${serves.join(', ') || 'no requests'}.`,
    `Omit the host: ${endpoint.id} belongs to ${endpoint.host ?? HOST_OF_PRODUCT[endpoint.product]}.`,
  );
}
