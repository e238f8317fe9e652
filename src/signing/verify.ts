/** Verifies signatures as the exchange does. */
import { createHmac, createPublicKey, createSecretKey, timingSafeEqual, verify } from 'node:crypto';
import type { KeyType } from '../request/signer.ts';

/** Verifies signatures of one key, from its HMAC secret or its public key. */
export interface Verifier {
  readonly keyType: KeyType;
  /** Returns whether the signature (hexadecimal, or Base64 without percent-encoding) matches the payload. */
  verify(payload: string, signature: string): boolean;
}

/**
 * Returns the verifier for an HMAC secret or a public key in PEM form. Throws a TypeError for a key that is
 * neither RSA nor Ed25519.
 */
export function createVerifier(secretOrPublicKey: string): Verifier {
  return secretOrPublicKey.includes('-----BEGIN')
    ? publicKeyVerifier(secretOrPublicKey)
    : secretVerifier(secretOrPublicKey);
}

/**
 * Returns the verifier of an HMAC secret; the letter case of the signature's hexadecimal digits does not
 * matter (public facts, Request rules).
 */
function secretVerifier(secret: string): Verifier {
  const key = createSecretKey(secret, 'utf8');
  return {
    keyType: 'hmac',
    verify(payload, signature) {
      if (!/^[0-9a-fA-F]{64}$/.test(signature)) return false;
      const expected = createHmac('sha256', key).update(payload, 'utf8').digest();
      return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
    },
  };
}

function publicKeyVerifier(pem: string): Verifier {
  const key = createPublicKey(pem);
  const found = key.asymmetricKeyType;
  if (found !== 'rsa' && found !== 'ed25519')
    throw new TypeError(`an RSA or Ed25519 key was expected, found ${found}`);
  return {
    keyType: found,
    verify(payload, signature) {
      // Node's decoder skips invalid Base64, so only the canonical spelling of the bytes is accepted.
      const bytes = Buffer.from(signature, 'base64');
      if (bytes.toString('base64') !== signature) return false;
      return verify(found === 'rsa' ? 'sha256' : null, Buffer.from(payload, 'utf8'), key, bytes);
    },
  };
}
