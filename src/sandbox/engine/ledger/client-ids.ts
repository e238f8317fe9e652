/**
 * Ids that the exchange generates. They are derived from their context, so that a replay generates the same
 * ids.
 */
import { createHash } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Length of a generated client order id (public facts, Request rules). */
const CLIENT_ID_LENGTH = 22;

/** Returns the client order id of an order or cancellation that was sent without one. */
export function generateClientId(...seedParts: readonly (string | number)[]): string {
  return deriveLetters(CLIENT_ID_LENGTH, ['client id', ...seedParts]);
}

/** Returns up to 64 letters and digits derived from the seed parts. */
export function deriveLetters(length: number, seedParts: readonly (string | number)[]): string {
  const bytes = createHash('sha512').update(JSON.stringify(seedParts)).digest();
  return Array.from(bytes.subarray(0, length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
