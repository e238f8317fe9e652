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

/** Returns a key in the form of a UUID derived from the seed parts. */
export function deriveUuid(seedParts: readonly (string | number)[]): string {
  const hex = createHash('sha512').update(JSON.stringify(seedParts)).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

/** Returns up to 64 letters and digits derived from the seed parts. */
export function deriveLetters(length: number, seedParts: readonly (string | number)[]): string {
  const bytes = createHash('sha512').update(JSON.stringify(seedParts)).digest();
  return Array.from(bytes.subarray(0, length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
