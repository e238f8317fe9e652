/** Prepares a call by method and path, for endpoints in the catalogue and for any other path. */
import { isSigned } from '../catalogue/define.ts';
import { HOSTS, type Host, type HostName } from '../catalogue/hosts.ts';
import type { Endpoint, Method, Product, Security } from '../catalogue/types.ts';
import { usageError } from '../core/errors.ts';
import { nearestWord, safeText } from '../core/text.ts';
import type { UnixMs } from '../core/words.ts';
import { encodeParams, formHeaders, type Prepared, prepareRequest } from './prepare.ts';
import type { TypedArgument } from './typed-arguments.ts';
import { UNLISTED_WEIGHT } from './weight.ts';

/** A call by method and path, before it is known whether the catalogue has its endpoint. */
export interface RawCall {
  readonly method: string;
  readonly path: string;
  /**
   * The host for a path that several hosts serve, such as /futures/data, or that no host is known to serve.
   * Default: the first host that serves the path.
   */
  readonly host?: string;
}

/** A raw call with a valid method and path. */
export interface CheckedRawCall {
  readonly method: Method;
  readonly path: string;
  readonly host: HostName | undefined;
  /** The endpoint; undefined for a path that the catalogue does not know. */
  readonly known: Endpoint | undefined;
}

export interface UnknownPathOptions {
  /** The security of the call; NONE means an unsigned call without a key. */
  readonly security: Security;
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
const PATH = /^(?:\/[A-Za-z0-9_.~-]+)+$/;
const PRODUCT_OF_HOST: Readonly<Partial<Record<HostName, Product>>> = {
  usdm: 'usdm',
  coinm: 'coinm',
  options: 'options',
  papi: 'portfolio',
  web3: 'onchain',
};

/**
 * The hosts that answer requests; hosts whose addresses are only printed, such as that of icons, are not
 * among them.
 */
const REST_HOSTS: readonly Host[] = HOSTS.filter(
  ({ protocol, pathPrefixes }: Host) => protocol === 'https' && pathPrefixes.length > 0,
);

/** Parameters that signing adds. */
const SIGNING = ['timestamp', 'recvWindow', 'signature'] as const;

/**
 * Checks method, path and host of a raw call and finds its endpoint among `endpoints`, by the path of the
 * interface document or by that of today. Throws a usage error for anything but a plain path.
 */
export function checkRawCall(
  { method, path, host: hostName }: RawCall,
  endpoints: readonly Endpoint[],
): CheckedRawCall {
  const verb = methodOf(method);
  assertPath(path);
  const host = hostName === undefined ? undefined : restHost(hostName);
  return { method: verb, path, host, known: findEndpoint(endpoints, verb, path, host) };
}

/** Returns the checked request of a raw call to an endpoint of the catalogue. */
export function prepareKnown(
  { path, host }: CheckedRawCall,
  endpoint: Endpoint,
  given: readonly TypedArgument[],
  now: UnixMs,
): Prepared {
  const prepared = prepareRequest(endpoint, given, { now, ...(host === undefined ? {} : { host }) });
  if (path === endpoint.path) return prepared;
  // The typed path is that of today's interface, so it is sent unchanged to any host.
  const { pathToday: _typed, ...request } = prepared.request;
  return { ...prepared, request: { ...request, path } };
}

/**
 * Returns the request of a call to a path that the catalogue does not know. Its parameters are sent
 * unchanged. With a method other than GET it counts as moving funds, so that it needs confirmation, is sent
 * once and never repeated. Throws a usage error for a path that no host is known to serve.
 */
export function prepareUnknown(
  { method, path, host: requestedHost }: CheckedRawCall,
  given: readonly TypedArgument[],
  { security }: UnknownPathOptions,
): Prepared {
  const host = requestedHost ?? servingHost(path);
  if (isSigned(security)) assertUnsigned(given);
  const entries = given.map(({ name, text }) => [name, text] as const);
  const effect = method === 'GET' ? 'read' : 'funds';
  const symbol = entries.find(([name]) => name === 'symbol')?.[1];
  const request = {
    endpoint: 'raw',
    product: PRODUCT_OF_HOST[host] ?? 'spot',
    host,
    method,
    path,
    ...encodeParams(method, entries),
    headers: formHeaders(method),
    exactHeaders: false,
    security,
    effect,
    weight: { first: UNLISTED_WEIGHT, second: UNLISTED_WEIGHT, counted: UNLISTED_WEIGHT },
    ...(effect === 'read'
      ? {}
      : {
          intent: {
            noun: 'call',
            // Nothing is known of the path: a DELETE need not cancel an order, and a call for a symbol may be an order.
            isReducing: false,
            addsExposure: method !== 'DELETE' && symbol !== undefined,
            ...(method === 'DELETE' ? {} : { isOrder: true as const }),
            parts: [{ ...(symbol === undefined ? {} : { symbol }), params: Object.fromEntries(entries) }],
          },
        }),
  } as const;
  const notes = [
    `${method} ${path} is not in the catalogue: its parameters are sent unchecked, ${SECURITY_WORDS[security]}, and its weight is counted as ${UNLISTED_WEIGHT}.`,
    ...(effect === 'read'
      ? []
      : ['It is treated as a call that moves funds: sent once, and not looked up if its answer is lost.']),
  ];
  return { request, notes, wire: new Map(entries) };
}

const SECURITY_WORDS: Readonly<Record<Security, string>> = {
  NONE: 'without a key',
  MARKET_DATA: 'with the API key',
  USER_STREAM: 'with the API key',
  USER_DATA: 'signed',
  TRADE: 'signed',
};

/** Returns the endpoint of a method and path; if several products share the path, the host decides which. */
function findEndpoint(
  endpoints: readonly Endpoint[],
  method: Method,
  path: string,
  host?: HostName,
): Endpoint | undefined {
  const found = [
    ...endpoints.filter((one) => one.method === method && one.path === path),
    ...endpoints.filter((one) => one.method === method && one.today?.path === path),
  ];
  return found.find((one) => host !== undefined && one.product === PRODUCT_OF_HOST[host]) ?? found[0];
}

function restHost(name: string): HostName {
  const found = REST_HOSTS.find((one) => one.name === name);
  if (found !== undefined) return found.name as HostName;
  const names = REST_HOSTS.map((one) => one.name);
  const near = nearestWord(name, names);
  throw usageError(
    `--at-host must be one of ${names.join(', ')}, was "${safeText(name.slice(0, 40))}".`,
    near === undefined ? 'An address of its own is given with --host name=address.' : `Did you mean ${near}?`,
  );
}

/** Throws a usage error if a parameter is given that signing adds. */
function assertUnsigned(given: readonly TypedArgument[]): void {
  const found = SIGNING.filter((name) => given.some((one) => one.name === name));
  if (found.length === 0) return;
  throw usageError(
    `${found.join(' and ')} ${found.length === 1 ? 'is' : 'are'} added on signing.`,
    'Omit it; --recv-window sets recvWindow. A request that is signed already is sent with --security MARKET_DATA.',
  );
}

function methodOf(word: string): Method {
  const method = METHODS.find((one) => one === word.toUpperCase());
  if (method !== undefined) return method;
  throw usageError(
    `The method must be ${METHODS.join(', ')}, was ${safeText(word.slice(0, 20))}.`,
    'Write GET first.',
  );
}

/**
 * Rejects anything but a plain path. Hosts come from the environment only, so that no key is sent to a typed
 * address.
 */
function assertPath(path: string): void {
  if (path.includes('?')) {
    throw usageError(
      'The path must not contain a query.',
      'Give parameters as separate words: symbol=BTCUSDT limit=5.',
    );
  }
  const isPlain = PATH.test(path) && !path.split('/').some((part) => /^\.+$/.test(part));
  if (isPlain) return;
  throw usageError(
    `The path must be one such as /api/v3/depth, was ${safeText(path.slice(0, 60))}.`,
    'Omit the address; hosts are chosen with --env and --host.',
  );
}

/** Returns the first host that is known to serve a path. */
function servingHost(path: string): HostName {
  const serving = REST_HOSTS.find(({ pathPrefixes }) =>
    pathPrefixes.some((prefix) => path.startsWith(prefix)),
  );
  if (serving !== undefined) return serving.name as HostName;
  const served = [...new Set(REST_HOSTS.flatMap(({ pathPrefixes }) => pathPrefixes))];
  throw usageError(
    `No host is known to serve ${path}.`,
    `Paths begin with ${served.join(', ')}. For any other path name the host, such as --at-host spot.`,
  );
}
