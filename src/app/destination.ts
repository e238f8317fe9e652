/**
 * Decides where a request goes. The sender, the confirmation, the dry run, `--debug` and `doctor` all ask
 * here, so that what they say is what happens.
 */
import type { Interface } from '../catalogue/environments.ts';
import { type Environment, findHost, type HostName } from '../catalogue/hosts.ts';
import type { PreparedRequest } from '../request/types.ts';
import type { AddressBook } from '../transport/addresses.ts';
import { addressBook, type SandboxAddress } from './address-book.ts';
import type { Settings } from './settings.ts';
import type { World } from './world.ts';

/** Where a request goes. */
export interface Destination {
  readonly environment: Environment;
  readonly host: HostName;
  /**
   * The addresses to try for a request, in order of preference: more than one for public reads, which may
   * fail over; none for a sandbox whose address is not known or that answers in this process.
   */
  readonly addresses: readonly URL[];
  /** Origin of the first address, such as "https://api.binance.com". */
  readonly origin: string | undefined;
  /** The path as it is sent; over a WebSocket host, the path of the host's address. */
  readonly path: string;
  /** The interface (`document` or `today`) that the host serves; it decides the path of a call. */
  readonly interface: Interface;
  /**
   * Whether the command line or the profile names the address; undefined for the environment's own address.
   */
  readonly namedBy: 'command' | 'profile' | undefined;
  /** Whether the profile names addresses for other hosts, but none for this host. */
  readonly isBesideProfile: boolean;
}

/** The settings and addresses that decide where the requests of a run go. */
export interface DestinationOptions {
  readonly world: World;
  /** The settings of the run, with the environment that the API keys belong to. */
  readonly settings: Settings;
  /** The host addresses in the profile that the environment comes from. */
  readonly hosts?: Readonly<Record<string, string>> | undefined;
  /** The interface that the profile states for its hosts. */
  readonly interface?: Interface | undefined;
  /** The running sandbox, if one was looked for and found. */
  readonly sandbox?: SandboxAddress | undefined;
}

/** What of a request decides where it goes: two requests that agree in it go to the same address. */
type DecisiveParts = Pick<
  PreparedRequest,
  'endpoint' | 'host' | 'method' | 'path' | 'pathToday' | 'security' | 'effect'
>;

interface KnownDestination {
  readonly request: DecisiveParts;
  readonly destination: Destination;
}

/** Returns what of a request decides where it goes, without its parameters and keys, which need not be kept. */
function decisiveParts({
  endpoint,
  host,
  method,
  path,
  pathToday,
  security,
  effect,
}: DecisiveParts): DecisiveParts {
  const parts = { endpoint, host, method, path, security, effect };
  return pathToday === undefined ? parts : { ...parts, pathToday };
}

/** Returns whether two requests of the same endpoint go to the same address. */
function isAlike(one: DecisiveParts, other: DecisiveParts): boolean {
  return (
    one.path === other.path &&
    one.host === other.host &&
    one.pathToday === other.pathToday &&
    one.method === other.method &&
    one.security === other.security &&
    one.effect === other.effect
  );
}

/** The destinations of requests with the same keys and options. */
export class Destinations {
  readonly #book: AddressBook;
  readonly #environment: Environment;
  readonly #isSandboxKnown: boolean;
  /**
   * The last destination that was found of each endpoint. It is asked for several times while a request is sent, of
   * several copies of the request, and again of the next request.
   */
  readonly #known = new Map<string, KnownDestination>();
  readonly #hasProfileHosts: boolean;

  /** Opens no connection. Throws a usage error for the first invalid `--host`, variable or profile host. */
  constructor({ world, settings, hosts = {}, interface: stated, sandbox }: DestinationOptions) {
    this.#book = addressBook(world, settings, { hosts, interface: stated }, sandbox);
    this.#environment = settings.environment;
    this.#isSandboxKnown = sandbox !== undefined;
    this.#hasProfileHosts = Object.keys(hosts).length > 0;
  }

  /**
   * Returns where a request goes; if `host` is given, where the request would go over that host. Throws a
   * usage error if the environment has no such host or path.
   */
  of(request: PreparedRequest, host: HostName = request.host): Destination {
    if (host !== request.host) return this.#find(request, host);
    const known = this.#known.get(request.endpoint);
    if (known !== undefined && isAlike(known.request, request)) return known.destination;
    const destination = this.#find(request, host);
    this.#known.set(request.endpoint, { request: decisiveParts(request), destination });
    return destination;
  }

  #find(request: DecisiveParts, host: HostName): Destination {
    const environment = this.#environment;
    const namedBy = this.#book.namedBy(host);
    const isSandbox = environment === 'sandbox' && namedBy === undefined;
    const served = this.#book.interfaceOf(host);
    const target = findHost(host);
    const isStream = target?.protocol === 'wss' && host !== request.host;
    const path = served === 'today' ? (request.pathToday ?? request.path) : request.path;
    const addresses =
      isSandbox && !this.#isSandboxKnown
        ? []
        : isStream
          ? this.#book.addressesOf(host).slice(0, 1)
          : this.#book.addressesFor({ ...request, host, path });
    const [first] = addresses;
    return {
      environment,
      host,
      addresses,
      origin: first?.origin,
      path: isStream ? (first?.pathname ?? target.pathPrefixes[0]!) : path,
      interface: served,
      namedBy,
      isBesideProfile: namedBy !== 'profile' && this.#hasProfileHosts,
    };
  }

  /** Returns the address of a host, or its name where the address is not known. */
  originOf(host: HostName): string {
    const isUnknown = this.#environment === 'sandbox' && !this.#isSandboxKnown;
    if (isUnknown && this.#book.namedBy(host) === undefined) return host;
    return this.#book.addressesOf(host)[0]?.origin ?? host;
  }
}

/** Returns the name of a destination in the journal and in policies: the environment, or the host that was named for it. */
export function venueOf({ environment, namedBy, addresses }: Destination): string {
  return namedBy === undefined ? environment : (addresses[0]?.host ?? environment);
}

/** Returns where a request goes, for people: "https://api.binance.com (live)". */
export function destinationText({ environment, origin, namedBy }: Destination): string {
  if (origin === undefined) return `the ${environment}`;
  return namedBy === undefined
    ? `${origin} (${environment})`
    : `${origin} (${environment}, own host of the ${namedBy})`;
}
