/** Where the hosts of a run's environment are reached: the exchange's own addresses, or those that the user gives. */
import type { HostName } from '../catalogue/hosts.ts';
import type { ResolvedSigner } from '../profile/resolve.ts';
import { isLoopback } from '../transport/address-rules.ts';
import { type AddressBook, openAddressBook } from '../transport/addresses.ts';
import type { Settings } from './settings.ts';
import type { World } from './world.ts';

/** Returns the address of a host without opening anything; undefined where the environment has none. */
export function addressIn(
  world: World,
  settings: Settings,
  host: HostName,
  keys?: Pick<ResolvedSigner, 'hosts'>,
): string | undefined {
  try {
    // The address of a sandbox is only known once one is looked for, and nobody looks for an icon there.
    return addressBook(world, settings, keys, undefined).addressesOf(host)[0]?.origin;
  } catch {
    return undefined;
  }
}

/** Returns whether the user sends the calls of a host to this machine. */
export function isSentToLoopback(world: World, settings: Settings, host: HostName): boolean {
  const book = addressBook(world, settings, undefined, undefined);
  return book.isOverridden(host) && book.addressesOf(host).every((address) => isLoopback(address.hostname));
}

/** Returns the addresses of an environment; one of the sandbox is only known where one was looked for. */
export function addressBook(
  world: World,
  settings: Settings,
  keys: Pick<ResolvedSigner, 'hosts'> | undefined,
  sandboxOrigin: string | undefined,
): AddressBook {
  return openAddressBook({
    environment: settings.environment,
    flags: settings.hosts,
    variables: world.environment,
    ...(keys === undefined ? {} : { profile: keys.hosts }),
    ...(sandboxOrigin === undefined ? {} : { sandboxOrigin }),
  });
}
