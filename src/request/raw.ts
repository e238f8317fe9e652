/** A call by method and path, for what the catalogue knows and for what it does not. */
import { HOSTS, type HostName } from '../catalogue/hosts.ts';
import type { Endpoint, Method, Product, Security } from '../catalogue/types.ts';
import { usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import type { UnixMs } from '../core/words.ts';
import { encodeParams, formHeaders, type Prepared, prepareRequest } from './prepare.ts';
import type { TypedArgument } from './typed-arguments.ts';
import { UNLISTED_WEIGHT } from './weight.ts';

export interface RawOptions {
  /** The catalogue in which method and path are looked up. */
  readonly endpoints: readonly Endpoint[];
  readonly now: UnixMs;
  /** Needed where two hosts serve a path, as for /futures/data; the first that serves it where absent. */
  readonly host?: HostName;
  /** Security of a path that the catalogue does not know; NONE, an unsigned call, where absent. */
  readonly security?: Security;
}

/** A raw call prepared. */
export interface PreparedRaw extends Prepared {
  /** The catalogue's entry, or undefined: then the parameters were taken as they stand. */
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
 * Returns the request of a method, a path and parameters. Those of a known endpoint are read and checked as
 * ever; an unknown path takes any, unread. What an unknown path does is unknown too: all but GET count as moving
 * money, so that nobody repeats or confirms it lightly. Throws a usage error for a path that no host serves.
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

/** Returns the endpoint of a method and path; by its host where several products share the path. */
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

/** The host comes from the environment alone, so that no typed address can be sent a key. */
function assertPath(path: string): void {
  if (path.includes('?')) {
    throw usageError(
      'The path must stand without a query.',
      'Give parameters as words of their own: symbol=BTCUSDT limit=5.',
    );
  }
  const isPlain = PATH.test(path) && !path.split('/').some((part) => /^\.+$/.test(part));
  if (isPlain) return;
  throw usageError(
    `The path must be one such as /api/v3/depth, was ${safeText(path.slice(0, 60))}.`,
    'Leave the address out; hosts are chosen with --env and --host.',
  );
}

function servingHost(path: string, requested: HostName | undefined): HostName {
  const serving = HOSTS.filter(
    ({ protocol, pathPrefixes: serves }) =>
      protocol === 'https' && serves.some((prefix: string) => path.startsWith(prefix)),
  ).map(({ name }): HostName => name);
  const host = requested === undefined ? serving[0] : serving.find((name) => name === requested);
  if (host !== undefined) return host;
  const served = [
    ...new Set(
      HOSTS.filter(({ protocol }) => protocol === 'https').flatMap(({ pathPrefixes: serves }) => [...serves]),
    ),
  ];
  throw usageError(
    requested === undefined ? `No host serves ${path}.` : `The host ${requested} does not serve ${path}.`,
    requested === undefined || serving.length === 0
      ? `Paths begin with ${served.join(', ')}.`
      : `It is served by ${serving.join(', ')}.`,
  );
}
