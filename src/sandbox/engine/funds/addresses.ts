/**
 * Derives deposit addresses, tags and transaction ids by hashing the seed and the names of what they belong
 * to. They have the format of the real network but no valid checksum.
 */
import { createHash } from 'node:crypto';
import type { User } from '../ledger/accounts.ts';
import type { AddressFormat, Network } from './networks.ts';

/** The address to which a user sends deposits of a coin. */
export interface DepositAddress {
  readonly address: string;
  /** The tag of the address; empty on networks without tags. */
  readonly tag: string;
}

/**
 * Returns a user's deposit address on a network; networks with the same address format share it for all
 * coins.
 */
export function depositAddress(seed: number, user: User, { form }: Network): DepositAddress {
  if (form.usesTag) return { address: addressFor(form, [seed, 'shared']), tag: String(user.id) };
  return { address: addressFor(form, [seed, user.name]), tag: '' };
}

/** Returns an external address, which belongs to no user of the sandbox. */
export function foreignAddress(form: AddressFormat, names: readonly (string | number)[]): string {
  return addressFor(form, ['foreign', ...names]);
}

/** Returns the first `length` (at most 128) hexadecimal digits of a hash of the names. */
export function hexFor(length: number, names: readonly (string | number)[]): string {
  return createHash('sha512').update(JSON.stringify(names)).digest('hex').slice(0, length);
}

/** Returns a transaction id in the format of a network, derived from the names of what it belongs to. */
export function transactionFor(network: string, names: readonly (string | number)[]): string {
  const hex = hexFor(64, ['transaction', network, ...names]);
  return ['ETH', 'BSC', 'ARBITRUM', 'BASE', 'AVAXC'].includes(network) ? `0x${hex}` : hex;
}

function addressFor(
  { prefix, alphabet, length }: AddressFormat,
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
      .map((byte) => alphabet[byte % alphabet.length])
      .join('')
  );
}
