/** An endpoint and its arguments become the exact bytes to send, or every fault at once. */
import { effectiveValue } from '../catalogue/define.ts';
import { findHost, type HostName } from '../catalogue/hosts.ts';
import type { Endpoint, Method, Product } from '../catalogue/types.ts';
import { type Fault, ToolError, usageError } from '../core/errors.ts';
import { plural } from '../core/text.ts';
import type { UnixMs } from '../core/words.ts';
import { readArguments } from './arguments.ts';
import { type Entry, encodeQuery } from './encode.ts';
import type { TypedArgument } from './typed-arguments.ts';
import type { PreparedRequest, WireArguments } from './types.ts';
import { weightOf } from './weight.ts';

export interface PrepareOptions {
  /** What relative times count from. */
  readonly now: UnixMs;
  /** A host other than the product's own; its path prefixes must serve the endpoint. */
  readonly host?: HostName;
}

/** A request and what people should know about how their words were taken. */
export interface Prepared {
  readonly request: PreparedRequest;
  readonly notes: readonly string[];
  /** The arguments as sent, for paging and for the sandbox's journal. */
  readonly wire: WireArguments;
}

/** The content type of parameters in a body (interface document, Conventions). */
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Which host serves a product's paths (interface document, Base addresses). */
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
  onchain: 'web3',
};

/**
 * Returns the request of typed arguments, unsigned. Throws a usage error that holds all faults when there are
 * any; nothing is sent then.
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

/** Returns the request of wire arguments that are known to be right, such as those of a next page. */
export function buildRequest(endpoint: Endpoint, wire: WireArguments, host?: HostName): PreparedRequest {
  const security = effectiveValue(endpoint.security);
  return {
    endpoint: endpoint.id,
    product: endpoint.product,
    host: hostOf(endpoint, host),
    method: endpoint.method,
    path: endpoint.path,
    ...(endpoint.today === undefined ? {} : { pathToday: endpoint.today.path }),
    ...encodeParams(endpoint.method, [...wire]),
    ...headersOf(endpoint),
    // A row that no listing classes is signed: an exchange that needs no signature takes one all the same.
    security: security ?? 'USER_DATA',
    effect: endpoint.effect,
    weight: weightOf(endpoint, wire),
  };
}

/**
 * Returns where the parameters of a method go: GET and DELETE carry them in the query, POST and PUT as a form
 * (interface document, Conventions; a DELETE with a body is dropped by some proxies).
 */
export function encodeParams(
  method: Method,
  entries: readonly Entry[],
): { readonly query: string; readonly body: string | undefined } {
  const text = encodeQuery(entries);
  if (method === 'GET' || method === 'DELETE') return { query: text, body: undefined };
  return { query: '', body: text === '' ? undefined : text };
}

/** Returns one error for all faults of a request; its message names each, its facts hold them. */
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

function headersOf({ headers, method }: Endpoint) {
  if (headers !== undefined) return { headers, exactHeaders: true };
  return { headers: formHeaders(method), exactHeaders: false };
}

/** Returns the headers that a method's parameters call for. */
export function formHeaders(method: Method): Readonly<Record<string, string>> {
  return method === 'POST' || method === 'PUT' ? { 'content-type': FORM_TYPE } : {};
}

function hostOf(endpoint: Endpoint, requested: HostName | undefined): HostName {
  const host = requested ?? endpoint.host ?? HOST_OF_PRODUCT[endpoint.product];
  const serves: readonly string[] = findHost(host)?.pathPrefixes ?? [];
  if (serves.some((prefix) => endpoint.path.startsWith(prefix))) return host;
  throw usageError(
    `The host ${host} does not serve ${endpoint.path}; it serves ${serves.join(', ') || 'no requests'}.`,
    `Leave the host out: ${endpoint.id} belongs to ${endpoint.host ?? HOST_OF_PRODUCT[endpoint.product]}.`,
  );
}
