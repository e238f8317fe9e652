import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderNew } from '../../src/catalogue/spot/trading.ts';
import { ToolError } from '../../src/core/errors.ts';
import { unixMs } from '../../src/core/words.ts';
import { encodeQuery } from '../../src/request/encode.ts';
import { prepareRequest } from '../../src/request/prepare.ts';
import { withSignature } from '../../src/request/signature.ts';
import { createSigner } from '../../src/signing/signer.ts';
import { createVerifier } from '../../src/signing/verify.ts';
import { rightTo, signText } from './permitted.ts';
import { API_KEY, ED25519_VECTORS, ed25519Pem, ed25519PublicPem, HMAC_VECTORS } from './vectors.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ed25519 = generateKeyPairSync('ed25519');
const pkcs8 = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }) as string;
const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }) as string;

const SECRET = HMAC_VECTORS[0]!.secret;
const KINDS = [
  { name: 'hmac', secret: SECRET, known: SECRET },
  { name: 'rsa', secret: pkcs8(rsa.privateKey), known: spki(rsa.publicKey) },
  { name: 'ed25519', secret: pkcs8(ed25519.privateKey), known: spki(ed25519.publicKey) },
] as const;

/** Difficult order parameters: encoded characters, letters of other scripts, lists as JSON text. */
const PAYLOADS = [
  '',
  encodeQuery([['email', 'someone+tag@example.com']]),
  encodeQuery([
    ['remark', 'two words'],
    ['symbol', '币安人生USDT'],
  ]),
  encodeQuery([['symbols', '["BTCUSDT","BNBUSDT"]']]),
  encodeQuery([['batchOrders', '[{"symbol":"BTCUSDT","side":"BUY","type":"LIMIT","quantity":"1"}]']]),
  'symbol=１２３４５６&side=BUY',
] as const;

function thrownError(work: () => unknown): ToolError {
  try {
    work();
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('signing', () => {
  it.each(HMAC_VECTORS)(
    'reproduces the published HMAC signature of $about',
    ({ secret, payload, signature }) => {
      expect(signText(createSigner({ secret }, API_KEY), payload)).toBe(signature);
    },
  );

  it.each(ED25519_VECTORS)('reproduces $about', ({ seed, publicKey, message, signature }) => {
    const signer = createSigner({ secret: ed25519Pem(seed) }, API_KEY);
    const expected = Buffer.from(signature, 'hex').toString('base64');
    expect(signText(signer, message)).toBe(expected);
    expect(createVerifier(ed25519PublicPem(publicKey)).verify(message, expected)).toBe(true);
  });

  // Verified with big integers as in RFC 8017, section 8.2.1, independently of node:crypto.
  it('signs with RSA as PKCS#1 v1.5 over SHA-256', () => {
    const { n, e } = rsa.publicKey.export({ format: 'jwk' });
    const number = (text: string) => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`);
    const payload = PAYLOADS[1];
    const signature = Buffer.from(
      signText(createSigner({ secret: pkcs8(rsa.privateKey) }, API_KEY), payload),
      'base64',
    );
    const opened = power(BigInt(`0x${signature.toString('hex')}`), number(e!), number(n!));
    const digestInfo = `3031300d060960864801650304020105000420${createHash('sha256').update(payload).digest('hex')}`;
    const padding = 'ff'.repeat(256 - 3 - digestInfo.length / 2);
    expect(opened.toString(16)).toBe(`1${padding}00${digestInfo}`);
  });

  it.each(KINDS)(
    'makes $name signatures that verify for every kind of payload',
    ({ name, secret, known }) => {
      const signer = createSigner({ secret }, API_KEY);
      const verifier = createVerifier(known);
      expect([signer.keyType, verifier.keyType]).toEqual([name, name]);
      for (const payload of PAYLOADS) {
        const signature = signText(signer, payload);
        expect(verifier.verify(payload, signature)).toBe(true);
        expect(verifier.verify(`${payload}&`, signature)).toBe(false);
      }
    },
  );

  it('signs any text over its UTF-8 bytes', () => {
    const signer = createSigner({ secret: pkcs8(ed25519.privateKey) }, API_KEY);
    const verifier = createVerifier(spki(ed25519.publicKey));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (payload) =>
        verifier.verify(payload, signText(signer, payload)),
      ),
      { seed: 11, numRuns: 200 },
    );
  });

  it('signs the exact bytes of an order, and the signature is the last parameter', () => {
    const given = Object.entries({
      symbol: 'LTCBTC',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: '1',
      price: '0.1',
    }).map(([name, text]) => ({ name, text }));
    const { request } = prepareRequest(orderNew, given, { now: unixMs(1_499_827_319_559) });
    const signed = withSignature(request, rightTo(request, createSigner({ secret: SECRET }, API_KEY)), {
      timestamp: unixMs(1_499_827_319_559),
      recvWindow: 5000,
    });
    expect(signed.body).toBe(`${HMAC_VECTORS[0]!.payload}&signature=${HMAC_VECTORS[0]!.signature}`);
    expect(signed.headers['X-MBX-APIKEY']).toBe(API_KEY);
  });

  it('exposes neither secret nor API key through inspection, JSON or copying', () => {
    for (const { secret } of KINDS) {
      const signer = createSigner({ secret }, API_KEY);
      const shown = [
        inspect(signer, { depth: 9, showHidden: true }),
        JSON.stringify(signer),
        inspect({ ...signer }),
      ].join();
      const body = secret.split('\n')[1] ?? secret;
      expect(shown).not.toContain(API_KEY);
      expect(shown).not.toContain(body);
    }
  });

  it('returns a stable fingerprint of a key, which differs between keys and contains none of their text', () => {
    const prints = KINDS.map(({ secret }) => createSigner({ secret }, API_KEY).fingerprint);
    expect(prints).toEqual(
      KINDS.map(({ secret }) => createSigner({ secret: `${secret}\n` }, 'other').fingerprint),
    );
    expect(new Set(prints).size).toBe(3);
    for (const print of prints) expect(print).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe('reading keys', () => {
  it('detects the type of a key from the key itself, in both PEM forms', () => {
    const old = rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }) as string;
    expect(createSigner({ secret: old }, API_KEY).keyType).toBe('rsa');
  });

  it('reads a PEM with line ends written as \\n, as in variables of build servers', () => {
    const oneLine = pkcs8(ed25519.privateKey).trim().replaceAll('\n', '\\n');
    expect(signText(createSigner({ secret: oneLine }, API_KEY), 'a')).toBe(
      signText(createSigner({ secret: pkcs8(ed25519.privateKey) }, API_KEY), 'a'),
    );
  });

  it('decrypts an encrypted key only with its passphrase, and reports whether it is missing or wrong', () => {
    const secret = ed25519.privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'open sesame',
    }) as string;
    expect(createSigner({ secret, passphrase: 'open sesame' }, API_KEY).keyType).toBe('ed25519');
    expect(thrownError(() => createSigner({ secret }, API_KEY)).message).toContain('no passphrase was given');
    expect(thrownError(() => createSigner({ secret, passphrase: 'wrong' }, API_KEY)).message).toContain(
      'the passphrase is wrong',
    );
  });

  it.each([
    ['an empty secret', '', 'is empty'],
    ['white space', ' \n ', 'is empty'],
    ['a secret with a space inside', 'abc def', 'one word'],
    ['a secret with a letter that is not ASCII', 'ábc', 'one word'],
    ['a broken PEM', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', 'could not be read'],
    ['a public key', spki(ed25519.publicKey), 'found a public key'],
    [
      'a public RSA key in the old form',
      rsa.publicKey.export({ type: 'pkcs1', format: 'pem' }) as string,
      'found a public key',
    ],
    ['a key of another kind', pkcs8(generateKeyPairSync('x25519').privateKey), 'found x25519'],
    ['a short RSA key', pkcs8(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey), '2048 bits'],
    ['far too long a text', 'a'.repeat(70_000), 'at most'],
  ])('refuses %s with exit 3, without repeating any of it', (_about, secret, said) => {
    const error = thrownError(() => createSigner({ secret }, API_KEY));
    expect([error.kind, error.exitCode, error.facts.execution]).toEqual(['credentials', 3, 'not_executed']);
    expect(error.message).toContain(said);
    const body = secret.split('\n')[1] ?? secret;
    if (body.trim().length > 3) expect(`${error.message} ${error.facts.hint}`).not.toContain(body);
  });

  it.each(['', 'two words', 'line\nend', 'ключ', 'a'.repeat(257)])(
    'refuses an API key that is not allowed in a header: %j',
    (apiKey) => {
      expect(thrownError(() => createSigner({ secret: SECRET }, apiKey)).exitCode).toBe(3);
    },
  );
});

describe('verifying', () => {
  it('accepts HMAC digits in either letter case', () => {
    const { payload, signature } = HMAC_VECTORS[0]!;
    const verifier = createVerifier(SECRET);
    expect(verifier.verify(payload, signature.toUpperCase())).toBe(true);
    expect(verifier.verify(payload, `${signature.slice(0, -1)}0`)).toBe(false);
    expect(verifier.verify(payload, signature.slice(0, -1))).toBe(false);
    expect(verifier.verify(payload, '')).toBe(false);
  });

  it.each(KINDS.slice(1))('accepts $name signatures only in their exact letter case', ({ secret, known }) => {
    const signature = signText(createSigner({ secret }, API_KEY), 'a=1');
    const verifier = createVerifier(known);
    expect(verifier.verify('a=1', signature)).toBe(true);
    for (const other of [signature.toLowerCase(), signature.replace(/=+$/, ''), ` ${signature}`, '', 'AAAA'])
      expect(verifier.verify('a=1', other)).toBe(false);
  });

  it('refuses a key of another kind', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(() => createVerifier(spki(publicKey))).toThrow('found ec');
  });
});

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square, rest] = [1n, base % modulus, exponent];
  for (; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
