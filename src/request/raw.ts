/** Prepares a call by method and path, for endpoints in the catalogue and for any other path. */
import { HOSTS, type HostName } from '../catalogue/hosts.ts';
import type { Endpoint, Method, Product, Security } from '../catalogue/types.ts';
import { usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import type { UnixMs } from '../core/words.ts';
import { encodeParams, formHeaders, type Prepared, prepareRequest } from './prepare.ts';
import type { TypedArgument } from './typed-arguments.ts';
import { UNLISTED_WEIGHT } from './weight.ts';

export interface RawOptions {
  /** The endpoints among which method and path are looked up. */
  readonly endpoints: readonly Endpoint[];
  readonly now: UnixMs;
  /**
   * The host, for a path that several hosts serve, such as /futures/data. Default: the first host that serves
   * the path.
   */
  readonly host?: HostName;
  /** The security type of a path that is not in the catalogue. Default NONE, an unsigned call. */
  readonly security?: Security;
}

/** A prepared raw call. */
export interface PreparedRaw extends Prepared {
  /** The endpoint, or undefined for an unknown path, whose parameters are sent unchecked. */
  readonly known: Endpoint | undefined;
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
const PATH = /^(?:\/[A-Za-z0-9_.~-]+)+$/;
const PRODUCT_OF_HOST: Readonly<Partial<Record<HostName, Product>>> = {
  usdm: 'usdm',
  coinm: 'coinm',
  options: 'options',
  web3: 'onchain',
};

/**
 * Returns the request for a method, a path and parameters. Parameters of a known endpoint are read and
 * checked; those of an unknown path are sent unchanged. An unknown path with a method other than GET counts
 * as moving funds, so that it needs confirmation and is never repeated. Throws a usage error for a path that
 * no host serves.
 */
export function prepareRaw(
  method: string,
  path: string,
  pairs: readonly TypedArgument[],
  options: RawOptions,
): PreparedRaw {
  const verb = methodOf(method);
  assertPath(path);
  const known = findEndpoint(options.endpoints, verb, path, options.host);
  if (known !== undefined) return { ...prepareRequest(known, pairs, options), known };

  const host = servingHost(path, options.host);
  const entries = pairs.map(({ name, text }) => [name, text] as const);
  const request = {
    endpoint: 'raw',
    product: PRODUCT_OF_HOST[host] ?? 'spot',
    host,
    method: verb,
    path,
    ...encodeParams(verb, entries),
    headers: formHeaders(verb),
    exactHeaders: false,
    security: options.security ?? 'NONE',
    effect: verb === 'GET' ? 'read' : 'funds',
    weight: { first: UNLISTED_WEIGHT, second: UNLISTED_WEIGHT, counted: UNLISTED_WEIGHT },
  } as const;
  const note = `${verb} ${path} is not in the catalogue: its parameters are sent unchecked and its weight is unknown.`;
  return { request, notes: [note], wire: new Map(entries), known: undefined };
}

/** Returns the endpoint of a method and path, chosen by host when several products share the path. */
function findEndpoint(
  endpoints: readonly Endpoint[],
  method: Method,
  path: string,
  host?: HostName,
): Endpoint | undefined {
  const found = endpoints.filter((one) => one.method === method && one.path === path);
  return (
    found.find((one) => one.product === (host === undefined ? undefined : PRODUCT_OF_HOST[host])) ?? found[0]
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

function servingHost(path: string, requested: HostName | undefined): HostName {
  const serving = HOSTS.filter(
    ({ protocol, pathPrefixes }) =>
      protocol === 'https' && pathPrefixes.some((prefix: string) => path.startsWith(prefix)),
  ).map(({ name }): HostName => name);
  const host = requested === undefined ? serving[0] : serving.find((name) => name === requested);
  if (host !== undefined) return host;
  const served = [
    ...new Set(
      HOSTS.filter(({ protocol }) => protocol === 'https').flatMap(({ pathPrefixes }) => [...pathPrefixes]),
    ),
  ];
  throw usageError(
    requested === undefined ? `No host serves ${path}.` : `The host ${requested} does not serve ${path}.`,
    requested === undefined || serving.length === 0
      ? `Paths begin with ${served.join(', ')}.`
      : `It is served by ${serving.join(', ')}.`,
  );
}
