/** Checks signatures, as an exchange does. */
import { createHmac, createPublicKey, createSecretKey, timingSafeEqual, verify } from 'node:crypto';
import type { KeyType } from './key.ts';

/** What an exchange keeps of a user's key: the HMAC secret, or the public key in PEM form. */
export interface Verifier {
  readonly keyType: KeyType;
  /** Returns whether the signature (hexadecimal, or Base64 and not percent-encoded) is the payload's. */
  verify(payload: string, signature: string): boolean;
}

/**
 * Returns the verifier for an HMAC secret or a public key in PEM form. Throws a TypeError for a key that is neither
 * RSA nor Ed25519.
 */
export function createVerifier(secretOrPublicKey: string): Verifier {
  return secretOrPublicKey.includes('-----BEGIN')
    ? publicKeyVerifier(secretOrPublicKey)
    : secretVerifier(secretOrPublicKey);
}

/** Letter case does not count in hexadecimal digits (public facts, Request rules). */
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
      // Node's Base64 reader skips what is no Base64: another spelling of the same bytes is no signature.
      const bytes = Buffer.from(signature, 'base64');
      if (bytes.toString('base64') !== signature) return false;
      return verify(found === 'rsa' ? 'sha256' : null, Buffer.from(payload, 'utf8'), key, bytes);
    },
  };
}
