/** Parses a secret: an HMAC secret, or a private key in PEM form. */
import { createHash, createHmac, createPrivateKey, createSecretKey, type KeyObject } from 'node:crypto';
import { ToolError } from '../core/errors.ts';
import type { KeyType } from '../request/signer.ts';

/** A secret and the passphrase that decrypts it. */
export interface SecretMaterial {
  /** An HMAC secret, or a private key in PEM form. */
  readonly secret: string;
  /** The passphrase of an encrypted private key. */
  readonly passphrase?: string;
}

/** A parsed secret. */
export interface SigningKey {
  readonly type: KeyType;
  readonly key: KeyObject;
}

/**
 * The shortest RSA key in bits: keys have 2048 or 4096 bits (public facts, Request rules), and shorter ones
 * are unsafe.
 */
const RSA_BITS_MIN = 2048;

/** The longest secret or key in PEM form that is parsed, in characters; real ones are much shorter. */
const SECRET_LENGTH_MAX = 65_536;

const FINGERPRINT_DIGITS = 16;

/**
 * Returns the parsed key; its type is detected from the text. Throws a ToolError of kind `credentials`, which
 * contains no part of the secret, for an empty or broken secret, a missing or wrong passphrase, a public key,
 * and key types that the exchange does not support.
 */
export function parseKey({ secret, passphrase }: SecretMaterial): SigningKey {
  if (secret.length > SECRET_LENGTH_MAX) {
    throw keyError(
      `The secret must be at most ${SECRET_LENGTH_MAX} characters long, was ${secret.length}.`,
      'Check that the reference points to the secret itself.',
    );
  }
  return secret.includes('-----BEGIN') ? parsePem(secret, passphrase) : parseSecret(secret);
}

/**
 * Returns 16 hexadecimal digits that identify a key without revealing the secret: the start of a digest of
 * the public key, or of an HMAC of a fixed text under the secret.
 */
export function fingerprintOf({ type, key }: SigningKey, publicDer: Buffer | undefined): string {
  const digest =
    type === 'hmac' || publicDer === undefined
      ? createHmac('sha256', key).update('bourse key fingerprint').digest('hex')
      : createHash('sha256').update(publicDer).digest('hex');
  return digest.slice(0, FINGERPRINT_DIGITS);
}

function parseSecret(text: string): SigningKey {
  const secret = text.trim();
  if (secret === '') {
    throw keyError('The secret is empty.', 'Give the API secret, or a private key in PEM form.');
  }
  // A secret with white space inside was copied wrongly, and every signature made with it would be rejected.
  if (!/^[\x21-\x7e]+$/.test(secret)) {
    throw keyError(
      'The secret must be one word of visible ASCII characters, and it holds spaces, line ends or other characters.',
      'Copy it again; a private key starts with "-----BEGIN PRIVATE KEY-----".',
    );
  }
  return { type: 'hmac', key: createSecretKey(secret, 'utf8') };
}

function parsePem(text: string, passphrase: string | undefined): SigningKey {
  const pem = unescapeNewlines(text).trim();
  if (/-----BEGIN (?:RSA )?PUBLIC KEY-----/.test(pem)) {
    throw keyError(
      'Expected a private key, found a public key.',
      'The public key is for the exchange; give the private key that belongs to it.',
    );
  }
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, format: 'pem', ...(passphrase === undefined ? {} : { passphrase }) });
  } catch (error) {
    throw pemError(pem, passphrase, error);
  }
  return { type: keyTypeOf(key), key };
}

/** Replaces a literal `\n` by a line feed, because variables of build servers hold only one line. */
function unescapeNewlines(text: string): string {
  return text.includes('\n') ? text : text.replaceAll('\\n', '\n');
}

function keyTypeOf(key: KeyObject): KeyType {
  const found = key.asymmetricKeyType;
  if (found === 'ed25519') return 'ed25519';
  if (found === 'rsa') {
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    if (bits >= RSA_BITS_MIN) return 'rsa';
    throw keyError(
      `An RSA key must have at least ${RSA_BITS_MIN} bits, this one has ${bits}.`,
      'Create a new key, preferably Ed25519, and register its public key with the exchange.',
    );
  }
  throw keyError(
    `The exchange supports Ed25519 and RSA keys, found ${found ?? 'an unknown type'}.`,
    'Create an Ed25519 key: openssl genpkey -algorithm ed25519 -out key.pem',
  );
}

/**
 * Returns the error of a key in PEM form that cannot be read; the message of OpenSSL does not help users, so
 * it is kept only as the cause.
 */
function pemError(pem: string, passphrase: string | undefined, cause: unknown): ToolError {
  const isEncrypted = /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/.test(pem);
  if (isEncrypted && (passphrase === undefined || passphrase === '')) {
    return keyError('The private key is encrypted, and no passphrase was given.', PASSPHRASE_HINT, cause);
  }
  if (isEncrypted) {
    return keyError(
      'The private key could not be opened: the passphrase is wrong, or the file is damaged.',
      PASSPHRASE_HINT,
      cause,
    );
  }
  return keyError(
    'The private key could not be read: expected PEM text from "-----BEGIN PRIVATE KEY-----" to its END line.',
    'Check that the file is complete and contains neither a certificate nor a public key.',
    cause,
  );
}

const PASSPHRASE_HINT = 'Type it at the prompt, or set BOURSE_KEY_PASSPHRASE.';

function keyError(message: string, hint: string, cause?: unknown): ToolError {
  return new ToolError({
    kind: 'credentials',
    message,
    hint,
    execution: 'not_executed',
    ...(cause === undefined ? {} : { cause }),
  });
}
