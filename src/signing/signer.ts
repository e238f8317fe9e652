/**
 * Signs requests: HMAC-SHA256 as lower-case hexadecimal digits, RSA (PKCS#1 v1.5 with SHA-256) and Ed25519 in
 * Base64 (interface document, Authentication; public facts, Request rules).
 */
import { createHmac, createPublicKey, type KeyObject, sign as signWith } from 'node:crypto';
import { ToolError } from '../core/errors.ts';
import type { CallToSign, Permit } from '../request/permit.ts';
import type { KeySigner, KeyType } from '../request/signer.ts';
import { fingerprintOf, parseKey, type SecretMaterial, type SigningKey } from './key.ts';

/**
 * Returns a signer for the exact bytes of a payload; the key is parsed once. Throws a ToolError of kind
 * `credentials` for an unusable secret or an API key that is not allowed in a header.
 */
export function createSigner(material: SecretMaterial, apiKey: string): KeySigner {
  if (!/^[\x21-\x7e]{1,256}$/.test(apiKey)) {
    throw new ToolError({
      kind: 'credentials',
      message:
        apiKey === ''
          ? 'The API key is empty.'
          : 'The API key must be one word of 1 to 256 visible ASCII characters.',
      hint: 'Copy it again from the page of the exchange: 64 letters and digits.',
      execution: 'not_executed',
    });
  }
  return new OpaqueSigner(parseKey(material), apiKey);
}

/** Holds its keys in private fields, which neither inspection nor JSON shows. */
class OpaqueSigner implements KeySigner {
  readonly #signText: (payload: string) => string;
  readonly #apiKey: string;
  readonly #key: SigningKey;

  constructor(key: SigningKey, apiKey: string) {
    this.#apiKey = apiKey;
    this.#key = key;
    this.#signText = createSignFunction(key);
  }

  sign(permit: Permit, call: CallToSign): string {
    permit.use(call);
    return this.#signText(call.payload);
  }

  get apiKey(): string {
    return this.#apiKey;
  }

  get keyType(): KeyType {
    return this.#key.type;
  }

  get fingerprint(): string {
    const { type, key } = this.#key;
    const publicDer =
      type === 'hmac' ? undefined : createPublicKey(key).export({ type: 'spki', format: 'der' });
    return fingerprintOf(this.#key, publicDer);
  }
}

function createSignFunction({ type, key }: SigningKey): (payload: string) => string {
  if (type === 'hmac') return (payload) => createHmac('sha256', key).update(payload).digest('hex');
  return asymmetricSigner(type === 'rsa' ? 'sha256' : null, key);
}

function asymmetricSigner(digest: 'sha256' | null, key: KeyObject): (payload: string) => string {
  return (payload) => signWith(digest, Buffer.from(payload, 'utf8'), key).toString('base64');
}
