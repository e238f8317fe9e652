/** Reads what a user calls their secret: an HMAC secret, or a private key in PEM form. */
import { createHash, createHmac, createPrivateKey, createSecretKey, type KeyObject } from 'node:crypto';
import { ToolError } from '../core/errors.ts';

/** The three ways to sign (interface document, Authentication). */
export type KeyType = 'hmac' | 'rsa' | 'ed25519';

/** A secret and what opens it. */
export interface SecretMaterial {
  /** An HMAC secret, or a private key in PEM form. */
  readonly secret: string;
  /** Opens a private key that is encrypted. */
  readonly passphrase?: string;
}

/** A secret parsed once. */
export interface SigningKey {
  readonly type: KeyType;
  readonly key: KeyObject;
}

/** RSA keys are of 2048 or 4096 bits (public facts, Request rules); shorter ones are unsafe as well. */
const RSA_BITS_MIN = 2048;

/** No key in PEM form and no secret comes near it. */
const SECRET_LENGTH_MAX = 65_536;

const FINGERPRINT_DIGITS = 16;

/**
 * Returns the parsed key; what kind it is, the text itself tells. Throws a ToolError of kind `credentials` that
 * repeats nothing of the secret: for an empty or broken one, a passphrase that is missing or wrong, a public key,
 * and kinds of key that the exchange does not take.
 */
export function parseKey({ secret, passphrase }: SecretMaterial): SigningKey {
  if (secret.length > SECRET_LENGTH_MAX) {
    throw keyError(
      `The secret must be at most ${SECRET_LENGTH_MAX} characters long, was ${secret.length}.`,
      'Check that the reference leads to the secret itself.',
    );
  }
  return secret.includes('-----BEGIN') ? parsePem(secret, passphrase) : parseSecret(secret);
}

/**
 * Returns 16 hexadecimal digits by which a key is known again. They tell nothing of the secret: half of a digest of
 * the public key, or of an HMAC under the secret.
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
  // A secret with spaces or line ends inside was cut or pasted together; signing with it could only fail later.
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
      'A private key was expected, this is the public half.',
      'The public key stays with the exchange; give the private key it was made with.',
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

/** Variables of build servers hold one line: their `\n` stands for a line end. */
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
      'Make a new key, best an Ed25519 one, and register its public half with the exchange.',
    );
  }
  throw keyError(
    `The exchange takes Ed25519 and RSA keys, this one is ${found ?? 'of no known kind'}.`,
    'Make an Ed25519 key: openssl genpkey -algorithm ed25519 -out key.pem',
  );
}

/** OpenSSL's own words are left out of the message: they tell users nothing, and the cause keeps them. */
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
    'Check that the file is whole, and that it holds no certificate and no public key.',
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
