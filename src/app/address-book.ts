/**
 * Finds the addresses of the exchange's hosts for a run: those of the environment, or those that the user
 * gives.
 */
import type { Interface } from '../catalogue/environments.ts';
import type { HostName } from '../catalogue/hosts.ts';
import { usageError } from '../core/errors.ts';
import { isLoopback } from '../transport/address-rules.ts';
import { type AddressBook, openAddressBook } from '../transport/addresses.ts';
import type { Settings } from './settings.ts';
import type { World } from './world.ts';

/** Returns the address of a host, or undefined where the environment has none. Opens no connection. */
export function addressIn(
  world: World,
  settings: Settings,
  host: HostName,
  keys?: ProfileAddresses,
): string | undefined {
  try {
    // The address of a sandbox is known only after a running sandbox was looked for, which this function does not
    // do.
    return addressBook(world, settings, keys, undefined).addressesOf(host)[0]?.origin;
  } catch {
    return undefined;
  }
}

/**
 * Returns the interface (`document` or `today`) that a host serves; in the sandbox environment it looks for
 * the running sandbox to find out.
 */
export async function interfaceIn(
  world: World,
  settings: Settings,
  host: HostName,
  keys: ProfileAddresses | undefined,
  sandboxFolder: string,
): Promise<Interface> {
  const book = addressBook(world, settings, keys, undefined);
  if (settings.environment !== 'sandbox' || book.isOverridden(host)) return book.interfaceOf(host);
  const { findSandbox } = await import('./embedded-sandbox.ts');
  return book.interfaceOf(host, (await findSandbox(world, sandboxFolder))?.interface);
}

/**
 * Returns whether the API keys of a run are sent to this machine only. Throws a usage error if the keys would
 * go both to this machine and elsewhere: a loopback host accepts any key, and that key would be sent to the
 * other host as well.
 */
export function staysOnLoopback(world: World, settings: Settings, hosts: readonly HostName[]): boolean {
  const isHere = (host: HostName) => isSentToLoopback(world, settings, host);
  const [here, elsewhere] = [hosts.filter(isHere), hosts.filter((host) => !isHere(host))];
  // A sandbox without a given address runs on this machine, so its calls stay on loopback as well.
  if (settings.environment !== 'sandbox' && here.length > 0 && elsewhere.length > 0)
    throw usageError(
      `The same keys would go to ${here.join(', ')} on this machine and to ${elsewhere.join(', ')} elsewhere.`,
      `Name an address for ${elsewhere.join(', ')} with --host too, or for none of them.`,
    );
  return elsewhere.length === 0;
}

/** Returns whether `--host` or an environment variable sends the calls of a host to this machine. */
function isSentToLoopback(world: World, settings: Settings, host: HostName): boolean {
  const book = addressBook(world, settings, undefined, undefined);
  return book.isOverridden(host) && book.addressesOf(host).every((address) => isLoopback(address.hostname));
}

/** The addresses and the interface that a profile names for the hosts of a run. */
export interface ProfileAddresses {
  readonly hosts: Readonly<Record<string, string>>;
  readonly interface?: Interface | undefined;
}

/** The address of the running sandbox, and the interface that it serves (`document` if absent). */
export interface SandboxAddress {
  readonly origin: string;
  /** The addresses of its stream hosts and WebSocket APIs. */
  readonly hosts?: Readonly<Partial<Record<HostName, string>>> | undefined;
  readonly interface?: Interface | undefined;
}

/** Returns the addresses of all hosts for one command. `sandbox` is the running sandbox, where one was found. */
export function addressBook(
  world: World,
  settings: Settings,
  keys: ProfileAddresses | undefined,
  sandbox: SandboxAddress | undefined,
): AddressBook {
  const chosenInterface = settings.interface ?? keys?.interface;
  return openAddressBook({
    environment: settings.environment,
    flags: settings.hosts,
    variables: world.environment,
    ...(keys?.hosts === undefined ? {} : { profile: keys.hosts }),
    ...(chosenInterface === undefined ? {} : { chosenInterface }),
    ...(sandbox === undefined ? {} : { sandboxOrigin: sandbox.origin }),
    ...(sandbox?.hosts === undefined ? {} : { sandboxHosts: sandbox.hosts }),
    ...(sandbox?.interface === undefined ? {} : { sandboxInterface: sandbox.interface }),
  });
}
