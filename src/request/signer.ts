/** The keys that sign calls. */
import type { CallToSign, Permit } from './permit.ts';

/** Signs the exact bytes of a request; `apiKey` is sent in a header. */
export interface Signer {
  readonly apiKey: string;
  /** Returns the signature of a call. Throws kind `refused` if the permit is used up or that of another call. */
  sign(permit: Permit, call: CallToSign): string;
}

/** The ways to sign a request (interface document, Authentication). */
export type KeyType = 'hmac' | 'rsa' | 'ed25519';

/** A signer that names its key type and fingerprint. Printing or serialising it shows no keys. */
export interface KeySigner extends Signer {
  readonly keyType: KeyType;
  /** The fingerprint of the key: 16 hexadecimal digits that identify it without revealing it. */
  readonly fingerprint: string;
}
