/**
 * The API key and secret of the demo account, derived from the seed: every start of a sandbox has the same.
 */
import { createHmac } from 'node:crypto';
import { SANDBOX_KEY_PREFIX } from '../../../core/sandbox-key.ts';

/** API keys have 64 letters and digits (public facts, Request rules). */
const KEY_LENGTH = 64;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export interface DemoKeys {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/**
 * Returns the HMAC key and secret of the demo account for a seed, 64 letters and digits each. These keys
 * protect nothing.
 */
export function demoKeys(seed: number): DemoKeys {
  return {
    apiKey: SANDBOX_KEY_PREFIX + deriveText(seed, 'key', KEY_LENGTH - SANDBOX_KEY_PREFIX.length),
    apiSecret: deriveText(seed, 'secret', KEY_LENGTH),
  };
}

function deriveText(seed: number, purpose: string, length: number): string {
  const bytes = createHmac('sha512', 'bourse sandbox demo keys').update(`${purpose} ${seed}`).digest();
  return Array.from(bytes.subarray(0, length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
