/**
 * Chooses the address of a request. In order of precedence: `--host name=value`, the environment variable
 * `BOURSE_HOST_<NAME>`, the hosts of the profile, the addresses that the catalogue declares.
 */
import type { Interface } from '../catalogue/environments.ts';
import {
  ALTERNATES,
  type Environment,
  FAILOVER_HOSTS,
  findHost,
  HOSTS,
  type Host,
  type HostName,
} from '../catalogue/hosts.ts';
import { type ToolError, usageError } from '../core/errors.ts';
import { nearestWord } from '../core/text.ts';
import type { PreparedRequest } from '../request/types.ts';
import { isLoopback, parseAddress } from './address-rules.ts';

export interface AddressSettings {
  readonly environment: Environment;
  /** The values of `--host`, each "name=address" or, for spot, "spot=alt-2". */
  readonly flags?: readonly string[];
  /** The process environment; only its BOURSE_HOST_ variables are read. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** The addresses of the profile, by host name. */
  readonly profile?: Readonly<Record<string, string>>;
  /** The address of a sandbox, such as "http://127.0.0.1:8080"; required in the sandbox environment. */
  readonly sandboxOrigin?: string;
  /** The addresses of the WebSocket hosts of a running sandbox, each of which has a port of its own. */
  readonly sandboxHosts?: Readonly<Partial<Record<HostName, string>>>;
  /** The interface that every host of the run serves, if an option or the profile states one. */
  readonly chosenInterface?: Interface;
  /** The interface (`document` or `today`) that the running sandbox serves; `document` if absent. */
  readonly sandboxInterface?: Interface;
}

/** What of a request decides about its address. */
export type AddressedRequest = Pick<
  PreparedRequest,
  'endpoint' | 'host' | 'method' | 'path' | 'security' | 'effect'
>;

export interface AddressBook {
  /**
   * Returns the addresses of a request in order of preference; several only for public reads in the live
   * environment without an override. Throws a usage error if the environment has no such host or path.
   */
  addressesFor(request: AddressedRequest): readonly URL[];
  /**
   * Returns the addresses of a host in order of preference. Throws a usage error if there is no such host.
   */
  addressesOf(name: HostName): readonly URL[];
  /** Returns whether an option, variable or profile sets the address of this host. */
  isOverridden(name: HostName): boolean;
  /** Returns who sets the address of this host: `--host` or a variable of the command, or its profile. */
  namedBy(name: HostName): 'command' | 'profile' | undefined;
  /**
   * Returns the interface that a host serves: the chosen one; otherwise today's at the addresses of live,
   * testnet and demo, and the document's at an address of the user's own. `sandboxInterface` is what the running
   * sandbox serves, where that is known only after the book was opened.
   */
  interfaceOf(name: HostName, sandboxInterface?: Interface): Interface;
}

/**
 * Returns the address book of a run. Throws a usage error for the first invalid override, and if the
 * document's interface is chosen for the exchange's own addresses, which no longer serve it.
 */
export function openAddressBook(settings: AddressSettings): AddressBook {
  const overrides = readOverrides(settings);
  const addressesOf = (name: HostName) => {
    const chosen = overrides.get(name);
    return chosen === undefined ? declaredAddresses(hostOf(name), settings) : [chosen.address];
  };
  return {
    addressesOf,
    isOverridden: (name) => overrides.has(name),
    namedBy: (name) => overrides.get(name)?.by,
    interfaceOf: (name, sandboxInterface = settings.sandboxInterface ?? 'document') =>
      interfaceOf(name, { ...settings, sandboxInterface }, overrides.has(name)),
    addressesFor(request) {
      const host = hostOf(request.host);
      const isOverridden = overrides.has(request.host);
      checkPath(host, request, settings.environment, isOverridden);
      const addresses = addressesOf(request.host);
      if (isOverridden || settings.environment !== 'live' || !isPublicRead(request)) {
        return addresses.slice(0, 1);
      }
      const others = FAILOVER_HOSTS[request.host] ?? [];
      return [...addresses.slice(0, 1), ...others.flatMap((other) => addressesOf(other).slice(0, 1))];
    },
  };
}

function isPublicRead(request: AddressedRequest): boolean {
  return request.security === 'NONE' && request.effect === 'read' && request.method === 'GET';
}

function hostOf(name: HostName): Host {
  const host = findHost(name);
  if (host === undefined) throw new Error(`the catalogue declares no host ${name}`);
  return host;
}

function checkPath(
  host: Host,
  request: AddressedRequest,
  environment: Environment,
  isOverridden: boolean,
): void {
  // For a path outside the catalogue, the user has chosen the host, so its path prefixes are not checked.
  const isServed = host.pathPrefixes.some((prefix) => request.path.startsWith(prefix));
  if (!isServed && request.endpoint !== 'raw') {
    throw usageError(
      `The ${host.name} host serves ${host.pathPrefixes.join(' and ') || 'no calls'}, not ${request.path}.`,
      'Give a path of this host, or choose another host.',
    );
  }
  const isTrial = environment === 'testnet' || environment === 'demo';
  const lacks = isTrial && !isOverridden ? (host.liveOnly ?? []) : [];
  const lacking = lacks.find((prefix) => request.path.startsWith(prefix));
  if (lacking !== undefined) {
    throw usageError(
      `The ${environment} environment has no ${lacking} paths, so ${request.path} cannot be called there.`,
      'Try it with --env sandbox, or use --env live.',
    );
  }
}

function interfaceOf(
  name: HostName,
  settings: AddressSettings & { readonly sandboxInterface: Interface },
  isOverridden: boolean,
): Interface {
  const { environment, chosenInterface, sandboxInterface } = settings;
  const isDeclared = environment !== 'sandbox' && !isOverridden;
  if (isDeclared && chosenInterface === 'document') {
    throw usageError(
      `The ${environment} environment serves today's interface at ${name}, not the document's.`,
      'Omit --interface, or name a host of your own that serves the document with --host.',
    );
  }
  if (isDeclared) return 'today';
  return chosenInterface ?? (isOverridden ? 'document' : sandboxInterface);
}

function declaredAddresses(host: Host, settings: AddressSettings): readonly URL[] {
  const { environment } = settings;
  if (environment === 'sandbox') {
    const own = host.protocol === 'wss' ? settings.sandboxHosts?.[host.name as HostName] : undefined;
    return [own === undefined ? sandboxAddress(host, settings.sandboxOrigin) : new URL(own)];
  }
  const addresses = host[environment] ?? [];
  if (addresses.length === 0) throw noSuchHost(host, environment);
  return addresses.map((address) => new URL(address));
}

function noSuchHost(host: Host, environment: Environment): ToolError {
  return usageError(
    `The ${environment} environment has no ${host.name} host (${host.about}).`,
    `Try it with --env sandbox, use --env live, or name one: --host ${host.name}=${host.protocol}://…`,
  );
}

function sandboxAddress(host: Host, origin: string | undefined): URL {
  if (origin === undefined) throw new Error('an address book of the sandbox needs the sandbox origin');
  const address = new URL(origin);
  if (!isLoopback(address.hostname)) throw new Error('the sandbox listens on loopback only');
  const own = host.live[0];
  const path = own === undefined ? '/' : new URL(own).pathname;
  // The sandbox serves each stream host at the root of its address; only the WebSocket API keeps its path there.
  address.pathname = host.pathPrefixes.includes(path) ? path : '/';
  if (host.protocol === 'wss') address.protocol = 'ws:';
  return address;
}

/** An address that the user gives for a host. */
interface ChosenAddress {
  readonly address: URL;
  readonly by: 'command' | 'profile';
}

interface Override {
  /** The host name as written, which may be the name of a testnet host. */
  readonly name: string;
  readonly value: string;
  readonly source: string;
  /**
   * Whether it is a variable or a profile setting, which is ignored in environments that it does not apply
   * to.
   */
  readonly isStanding: boolean;
}

function readOverrides(settings: AddressSettings): ReadonlyMap<HostName, ChosenAddress> {
  const chosen = new Map<HostName, ChosenAddress>();
  const sources = [
    { by: 'profile', overrides: fromRecord(settings.profile ?? {}, 'the profile, host') },
    { by: 'command', overrides: fromVariables(settings.variables ?? {}) },
    { by: 'command', overrides: (settings.flags ?? []).map(fromFlag) },
  ] as const;
  // The sources are in ascending precedence: a later one overwrites an earlier one. A name of a testnet host
  // precedes a general name.
  for (const { by, overrides } of sources) {
    const found = overrides.map((override) => ({
      override,
      hosts: hostsNamed(override, settings.environment),
    }));
    found.sort(
      (one, other) => Number(isTestName(one.override.name)) - Number(isTestName(other.override.name)),
    );
    for (const { override, hosts } of found) {
      for (const host of hosts)
        chosen.set(host.name as HostName, { address: resolveOverride(host, override, settings), by });
    }
  }
  return chosen;
}

function fromFlag(flag: string): Override {
  const at = flag.indexOf('=');
  if (at < 1) {
    throw usageError(
      '--host must be name=address, found no "=".',
      'Write it as --host spot=https://api.example.com, or --host spot=alt-2.',
    );
  }
  const name = flag.slice(0, at).trim();
  return { name, value: flag.slice(at + 1).trim(), source: `--host ${name}`, isStanding: false };
}

function fromRecord(record: Readonly<Record<string, string>>, source: string): readonly Override[] {
  return Object.entries(record).map(([name, value]) => ({
    name,
    value,
    source: `${source} ${name}`,
    isStanding: true,
  }));
}

const VARIABLE_PREFIX = 'BOURSE_HOST_';

function fromVariables(variables: Readonly<Record<string, string | undefined>>): readonly Override[] {
  const found: Override[] = [];
  for (const [variable, value] of Object.entries(variables)) {
    // An empty variable counts as unset.
    if (!variable.startsWith(VARIABLE_PREFIX) || value === undefined || value === '') continue;
    const name = variable.slice(VARIABLE_PREFIX.length).toLowerCase().replaceAll('_', '-');
    found.push({ name, value, source: variable, isStanding: true });
  }
  return found;
}

function isTestName(name: string): boolean {
  return HOSTS.some((host: Host) => host.test?.name === name);
}

/** Returns the hosts that a name refers to: one, or two if a testnet host serves both futures products. */
function hostsNamed(override: Override, environment: Environment): readonly Host[] {
  const { name } = override;
  const host = findHost(name);
  if (host !== undefined) return [host];
  const tested = HOSTS.filter((one: Host) => one.test?.name === name);
  if (tested.length === 0) throw unknownHost(override);
  if (environment === 'testnet') return tested;
  if (override.isStanding) return [];
  throw usageError(
    `--host ${name} is for testnet, and this command runs on ${environment}.`,
    `Add --env testnet, or write --host ${tested[0]?.name}=…`,
  );
}

function unknownHost(override: Override): ToolError {
  const names = HOSTS.flatMap((host: Host) =>
    host.test === undefined ? [host.name] : [host.name, host.test.name],
  );
  const known = [...new Set(names)];
  const near = nearestWord(override.name, known);
  return usageError(
    `${override.source} names no host.`,
    near === undefined ? `The hosts are ${known.join(', ')}.` : `Did you mean ${near}?`,
  );
}

function resolveOverride(host: Host, override: Override, settings: AddressSettings): URL {
  const alternate = ALTERNATES[host.name]?.[override.value];
  if (alternate !== undefined) {
    const address = settings.environment === 'live' ? hostOf(alternate).live[0] : undefined;
    if (address !== undefined) return new URL(address);
    throw usageError(
      `${override.source} chooses the alternate ${override.value}, which only the live environment has.`,
      'Leave the option out, give an address, or use --env live.',
    );
  }
  const address = parseAddress(host, override.value, override.source);
  if (settings.environment === 'sandbox' && !isLoopback(address.hostname)) {
    throw usageError(
      `${override.source} leaves this machine, and --env sandbox never does.`,
      'Give an address on 127.0.0.1, or use --env live.',
    );
  }
  return address;
}
