import { createHmac, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { envelope, failure, json } from '../outcomes.ts';
import { type RelayedRequest, splitSignature } from '../relay.ts';
import {
  expectNoSecret,
  OWN_SECRET,
  openRelayedSandbox,
  RESTING,
  type RelayedSandbox,
} from '../relayed-sandbox.ts';
import { bourse, type WorldOptions } from '../world.ts';

const PASSPHRASE = 'CanaryPassphrase of the key';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ed25519 = generateKeyPairSync('ed25519');
const publicPem = (key: KeyObject) => String(key.export({ type: 'spki', format: 'pem' }));
const privatePem = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }));
const lockedPem = (key: KeyObject) =>
  String(key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE }));

/** Every kind of key, and how the exchange verifies its signatures. */
const KINDS = [
  {
    kind: 'HMAC',
    keyType: 'hmac',
    secret: OWN_SECRET,
    known: OWN_SECRET,
    isRight: (payload: string, signature: string) =>
      signature === createHmac('sha256', OWN_SECRET).update(payload).digest('hex'),
  },
  {
    kind: 'RSA',
    keyType: 'rsa',
    secret: privatePem(rsa.privateKey),
    known: publicPem(rsa.publicKey),
    isRight: (payload: string, signature: string) =>
      verify('sha256', Buffer.from(payload), rsa.publicKey, Buffer.from(signature, 'base64')),
  },
  {
    kind: 'Ed25519',
    keyType: 'ed25519',
    secret: privatePem(ed25519.privateKey),
    known: publicPem(ed25519.publicKey),
    isRight: (payload: string, signature: string) =>
      verify(null, Buffer.from(payload), ed25519.publicKey, Buffer.from(signature, 'base64')),
  },
] as const;

const keyNamed = (kind: string) => `SandboxKey${kind}`.padEnd(64, 'k');

/** Runs commands that take their keys from profiles, never from environment variables. */
function machine(sandbox: RelayedSandbox) {
  return async (line: string, more: WorldOptions = {}) => {
    const outcome = await bourse(line, { home: sandbox.home, clock: sandbox.clock, ...more });
    const lines = [privatePem(rsa.privateKey), privatePem(ed25519.privateKey)].flatMap((pem) =>
      pem.split('\n').filter((one) => one.length > 40),
    );
    expectNoSecret(outcome, sandbox.relay, [
      OWN_SECRET,
      PASSPHRASE,
      ...lines,
      ...KINDS.map((one) => keyNamed(one.kind)),
    ]);
    return outcome;
  };
}

/** Writes a key into a file that only its owner may read, and returns the reference. */
function writeKeyFile(sandbox: RelayedSandbox, name: string, secret: string): string {
  const path = join(sandbox.home, name);
  writeFileSync(path, secret, { mode: 0o600 });
  return `file:${path}`;
}

const lastOrder = (sandbox: RelayedSandbox): RelayedRequest =>
  sandbox.relay.requests.filter(({ method }) => method === 'POST').at(-1)!;

describe.each(KINDS)('a profile with a key of kind $kind', ({ kind, keyType, secret, known, isRight }) => {
  it('signs an order that the exchange accepts', async () => {
    const sandbox = await openRelayedSandbox();
    const run = machine(sandbox);
    sandbox.addKey(keyNamed(kind), { kind, secret: known });
    const keys = `--api-key ${writeKeyFile(sandbox, 'api-key', keyNamed(kind))} --secret ${writeKeyFile(sandbox, 'secret', secret)}`;
    const added = await run(`profile add bot --env sandbox --host spot=${sandbox.relay.origin} ${keys}`);
    expect(json(added)).toMatchObject({ keyType, apiKeyEnd: 'kkkk' });

    const order = await run(`${RESTING} --profile bot --new-client-order-id mine`);
    expect(json(order)).toMatchObject({ clientOrderId: 'mine' });
    const sent = lastOrder(sandbox);
    const { payload, signature } = splitSignature(sent);
    expect(sent.headers['x-mbx-apikey']).toBe(keyNamed(kind));
    expect(isRight(payload, signature)).toBe(true);
    // The only profile is the active one, so it need not be named.
    expect(json(await run('trade open-orders'))).toMatchObject([{ clientOrderId: 'mine' }]);
    expect(json(await run('trade order cancel BTCUSDT --orig-client-order-id mine'))).toMatchObject({
      status: 'CANCELED',
    });
    expect(json<{ state: string }[]>(await run('profile test bot')).map((one) => one.state)).not.toContain(
      'fault',
    );
  });
});

describe('the resume command', () => {
  it('names the profile of the order or the rows', async () => {
    const sandbox = await openRelayedSandbox();
    const run = machine(sandbox);
    sandbox.addKey(keyNamed('HMAC'));
    const keys = `--api-key ${writeKeyFile(sandbox, 'api-key', keyNamed('HMAC'))} --secret ${writeKeyFile(sandbox, 'secret', OWN_SECRET)}`;
    json(await run(`profile add bot --env sandbox --host spot=${sandbox.relay.origin} ${keys}`));
    sandbox.relay.setAction(({ path }) => (path === '/api/v3/time' ? 'pass' : 'cut'));
    for (const line of [
      `${RESTING} --profile bot`,
      'account trades BTCUSDT --all --profile bot --max-wait 1s',
    ]) {
      expect(envelope(await run(line)).resume).toContain(' --profile=bot');
    }
  });
});

describe('an encrypted private key', () => {
  const addEncryptedKey = async (more: WorldOptions) => {
    const sandbox = await openRelayedSandbox();
    const run = machine(sandbox);
    sandbox.addKey(keyNamed('Ed25519'), { kind: 'Ed25519', secret: publicPem(ed25519.publicKey) });
    const pem = writeKeyFile(sandbox, 'locked.pem', lockedPem(ed25519.privateKey));
    const keys = `--api-key ${writeKeyFile(sandbox, 'api-key', keyNamed('Ed25519'))} --secret ${pem}`;
    const added = await run(
      `profile add bot --env sandbox --host spot=${sandbox.relay.origin} ${keys}`,
      more,
    );
    return { sandbox, run, added };
  };

  it('is decrypted with a passphrase typed at the hidden prompt, for each command', async () => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return PASSPHRASE;
    };
    const { sandbox, run, added } = await addEncryptedKey({ ask });
    expect(json(added)).toMatchObject({ keyType: 'ed25519' });
    json(await run(`${RESTING} --profile bot`, { ask }));
    const { payload, signature } = splitSignature(lastOrder(sandbox));
    expect(verify(null, Buffer.from(payload), ed25519.publicKey, Buffer.from(signature, 'base64'))).toBe(
      true,
    );
    expect(asked.length).toBe(2);
    for (const question of asked) expect(question).toContain('Passphrase of the private key');
  });

  it('is decrypted with BOURSE_KEY_PASSPHRASE without a terminal', async () => {
    const environment = { BOURSE_KEY_PASSPHRASE: PASSPHRASE };
    const { run, added } = await addEncryptedKey({ environment });
    expect(added.code).toBe(0);
    json(await run(`${RESTING} --profile bot`, { environment }));
  });

  it('is not decrypted without its passphrase or with a wrong one: exit 3, nothing is sent', async () => {
    const environment = { BOURSE_KEY_PASSPHRASE: PASSPHRASE };
    const { sandbox, run } = await addEncryptedKey({ environment });
    for (const options of [{}, { environment: { BOURSE_KEY_PASSPHRASE: 'another' } }]) {
      const error = failure(await run(`${RESTING} --profile bot`, options));
      expect(error).toMatchObject({ kind: 'credentials', exitCode: 3, execution: 'not_executed' });
      expect(error.hint).toContain('BOURSE_KEY_PASSPHRASE');
    }
    expect(sandbox.relay.requests).toEqual([]);
  });
});

describe('a profile in the vault', () => {
  it('is piped in, stored encrypted, and signs after its passphrase was given', async () => {
    const sandbox = await openRelayedSandbox();
    const run = machine(sandbox);
    sandbox.addKey(keyNamed('HMAC'));
    const environment = { BOURSE_VAULT_PASSPHRASE: PASSPHRASE };
    const add = `profile add safe --env sandbox --host spot=${sandbox.relay.origin} --keys -`;
    const added = await run(add, { environment, stdin: `${keyNamed('HMAC')}\n${OWN_SECRET}\n` });
    expect(json(added)).toMatchObject({ secret: 'vault:safe' });
    json(await run(`${RESTING} --profile safe`, { environment }));
    const { payload, signature } = splitSignature(lastOrder(sandbox));
    expect(signature).toBe(createHmac('sha256', OWN_SECRET).update(payload).digest('hex'));
    const refused = failure(await run(RESTING, { environment: { BOURSE_VAULT_PASSPHRASE: 'another' } }));
    expect(refused).toMatchObject({ kind: 'credentials', exitCode: 3, execution: 'not_executed' });
  });
});

describe('a profile of another environment', () => {
  it('is not used: exit 3, nothing is sent', async () => {
    const sandbox = await openRelayedSandbox();
    const run = machine(sandbox);
    const environment = { K: 'L'.repeat(64), S: OWN_SECRET };
    json(await run('profile add real --env testnet --api-key env:K --secret env:S', { environment }));
    const line = `account info --profile real --env live --host spot=${sandbox.relay.origin}`;
    const error = failure(await run(line, { environment }));
    expect(error).toMatchObject({ kind: 'credentials', exitCode: 3, execution: 'not_executed' });
    expect(error.message).toContain('testnet');
    expect(sandbox.relay.requests).toEqual([]);
  });
});
