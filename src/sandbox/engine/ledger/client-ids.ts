/** Ids that the exchange makes: letters and digits that follow from what they name, so that a replay repeats them. */
import { createHash } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Ids made by the exchange have so many letters and digits (public facts, Request rules). */
const CLIENT_ID_LENGTH = 22;

/** Returns the id of an order, or of a cancellation, that was sent without one. */
export function generateClientId(...seedParts: readonly (string | number)[]): string {
  return deriveLetters(CLIENT_ID_LENGTH, ['client id', ...seedParts]);
}

/** Returns up to 64 letters and digits that follow from the names. */
export function deriveLetters(length: number, seedParts: readonly (string | number)[]): string {
  const bytes = createHash('sha512').update(JSON.stringify(seedParts)).digest();
  return Array.from(bytes.subarray(0, length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
