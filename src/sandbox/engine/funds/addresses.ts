/** Addresses, tags and transactions of the sandbox's chains: they follow from what they name. No checksum holds. */
import { createHash } from 'node:crypto';
import type { User } from '../ledger/accounts.ts';
import type { AddressFormat, Network } from './networks.ts';

/** Where deposits of a user arrive. */
export interface DepositAddress {
  readonly address: string;
  /** Empty on chains without tags. */
  readonly tag: string;
}

/** Returns the address of a user on a chain: one for all chains of the same form, whatever the coin. */
export function depositAddress(seed: number, user: User, { form }: Network): DepositAddress {
  if (form.usesTag) return { address: addressFor(form, [seed, 'shared']), tag: String(user.id) };
  return { address: addressFor(form, [seed, user.name]), tag: '' };
}

/** Returns an address that belongs to nobody in the sandbox. */
export function foreignAddress(form: AddressFormat, names: readonly (string | number)[]): string {
  return addressFor(form, ['foreign', ...names]);
}

/** Returns so many hexadecimal digits (at most 128) that follow from the names. */
export function hexFor(length: number, names: readonly (string | number)[]): string {
  return createHash('sha512').update(JSON.stringify(names)).digest('hex').slice(0, length);
}

/** Returns the id of a transaction on a chain. */
export function transactionFor(network: string, names: readonly (string | number)[]): string {
  const hex = hexFor(64, ['transaction', network, ...names]);
  return ['ETH', 'BSC', 'ARBITRUM', 'BASE', 'AVAXC'].includes(network) ? `0x${hex}` : hex;
}

function addressFor(
  { prefix, alphabet: letters, length }: AddressFormat,
  names: readonly (string | number)[],
): string {
  const bytes = Array.from({ length: Math.ceil(length / 64) }, (_, part) =>
    createHash('sha512')
      .update(JSON.stringify(['address', prefix, part, ...names]))
      .digest(),
  ).flatMap((digest) => [...digest]);
  return (
    prefix +
    bytes
      .slice(0, length)
      .map((byte) => letters[byte % letters.length])
      .join('')
  );
}
