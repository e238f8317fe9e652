import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseReference, referenceText } from '../../src/profile/reference.ts';
import { createSigner } from '../../src/signing/signer.ts';
import { signText } from '../signing/permitted.ts';
import {
  API_KEY,
  conversation,
  DEMO,
  freshProfiles,
  KEY_REFERENCES,
  KEY_VARIABLES,
  profileFolder,
  refusal,
  SECRET,
} from './world.ts';

const OWN = { BOURSE_API_KEY: API_KEY, BOURSE_API_SECRET: SECRET };
const expected = signText(createSigner({ secret: SECRET }, API_KEY), 'a=1');

async function withTestnet() {
  const fresh = freshProfiles();
  const profile = { name: 'main', environment: 'testnet', keys: KEY_REFERENCES } as const;
  await fresh.profiles.add(profile, conversation(KEY_VARIABLES));
  return fresh;
}

describe('the keys of a command', () => {
  it('are those of the named profile, whether an option or a variable names it', async () => {
    const { profiles } = await withTestnet();
    const byName = await profiles.resolve({ name: 'main' }, conversation(KEY_VARIABLES));
    expect([byName.environment, byName.profile, signText(byName.signer, 'a=1')]).toEqual([
      'testnet',
      'main',
      expected,
    ]);
    const variables = { ...KEY_VARIABLES, BOURSE_PROFILE: 'main' };
    expect((await profiles.resolve({}, conversation(variables))).profile).toBe('main');
    expect((await profiles.resolve({}, conversation(KEY_VARIABLES))).profile).toBe('main');
    const signer = await profiles.resolveSigner('main', 'testnet', conversation(KEY_VARIABLES));
    expect([signer.apiKey, signText(signer, 'a=1')]).toEqual([API_KEY, expected]);
  });

  it('are never those of a profile of another environment', async () => {
    const { profiles } = await withTestnet();
    const named = await refusal(() =>
      profiles.resolve({ name: 'main', environment: 'live' }, conversation(KEY_VARIABLES)),
    );
    expect([named.exitCode, named.message]).toEqual([3, expect.stringContaining('belongs to testnet')]);
    const active = await refusal(() =>
      profiles.resolve({ environment: 'live' }, conversation(KEY_VARIABLES)),
    );
    expect([active.exitCode, active.message]).toEqual([3, expect.stringContaining('keys for live')]);
  });

  it('are read from variables without a profile, for the selected environment', async () => {
    const { profiles } = freshProfiles();
    const io = conversation(OWN);
    const found = await profiles.resolve({ environment: 'testnet' }, io);
    expect([found.environment, found.profile, signText(found.signer, 'a=1')]).toEqual([
      'testnet',
      undefined,
      expected,
    ]);
    expect(io.forgotten.sort()).toEqual(['BOURSE_API_KEY', 'BOURSE_API_SECRET']);
    const error = await refusal(() => profiles.resolve({}, conversation(OWN)));
    expect([error.exitCode, error.message]).toEqual([3, expect.stringContaining('no environment is chosen')]);
    expect((await profiles.resolve({ isLoopback: true }, conversation(OWN))).environment).toBeUndefined();
  });

  it('may be a private key in a variable with line ends written as \\n', async () => {
    const { profiles } = freshProfiles();
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const io = conversation({ BOURSE_API_KEY: API_KEY, BOURSE_API_SECRET: pem.replaceAll('\n', '\\n') });
    expect((await profiles.resolve({ environment: 'live' }, io)).signer.keyType).toBe('ed25519');
  });

  it.each([
    [{ BOURSE_API_KEY: API_KEY }, 'BOURSE_API_SECRET is not set'],
    [{ BOURSE_API_SECRET: SECRET }, 'BOURSE_API_KEY is not set'],
    [{ BOURSE_API_KEY: '', BOURSE_API_SECRET: SECRET }, 'BOURSE_API_KEY is not set or empty'],
    [{ BOURSE_API_KEY: API_KEY, BOURSE_API_SECRET: ' ' }, 'BOURSE_API_SECRET is not set or empty'],
  ])('must be complete, and are refused with only %j', async (variables, said) => {
    const { profiles } = await withTestnet();
    const error = await refusal(() => profiles.resolve({ environment: 'live' }, conversation(variables)));
    expect([error.exitCode, error.message]).toEqual([3, expect.stringContaining(said)]);
    expect(error.message).not.toContain(SECRET);
  });

  it('are refused if two sources give different keys', async () => {
    const { profiles } = await withTestnet();
    const variables = { ...OWN, ...KEY_VARIABLES, BOURSE_PROFILE: 'main' };
    const error = await refusal(() => profiles.resolve({ environment: 'testnet' }, conversation(variables)));
    expect(error.message).toContain('both set');
    expect((await profiles.resolve({ name: 'main' }, conversation(variables))).profile).toBe('main');
  });

  it('are those of the demo account in the sandbox, on a machine without keys or with keys of other environments', async () => {
    for (const { profiles } of [freshProfiles(), await withTestnet()]) {
      const found = await profiles.resolve({ environment: 'sandbox' }, conversation());
      expect([found.environment, found.signer.apiKey]).toEqual(['sandbox', DEMO.apiKey]);
    }
  });

  it('of a sandbox are not used on the exchange, nor the reverse', async () => {
    const { profiles } = freshProfiles();
    const demo = { BOURSE_API_KEY: DEMO.apiKey, BOURSE_API_SECRET: DEMO.apiSecret };
    for (const environment of ['live', 'testnet'] as const) {
      const error = await refusal(() => profiles.resolve({ environment }, conversation(demo)));
      expect([error.exitCode, error.message]).toEqual([3, expect.stringContaining('made by a sandbox')]);
    }
    const reverse = await refusal(() => profiles.resolve({ environment: 'sandbox' }, conversation(OWN)));
    expect([reverse.exitCode, reverse.message]).toEqual([
      3,
      expect.stringContaining('not made by a sandbox'),
    ]);
    expect((await profiles.resolve({ environment: 'sandbox' }, conversation(demo))).signer.apiKey).toBe(
      DEMO.apiKey,
    );
  });

  it('are refused if they changed since the profile was added', async () => {
    const { profiles } = await withTestnet();
    const swapped = await refusal(() =>
      profiles.resolve({ name: 'main' }, conversation({ KEY: API_KEY, SECRET: `${SECRET}x` })),
    );
    expect([swapped.exitCode, swapped.message]).toEqual([3, expect.stringContaining('differ from those')]);
    const other = `${API_KEY.slice(0, -1)}B`;
    expect((await refusal(() => profiles.resolve({}, conversation({ KEY: other, SECRET })))).exitCode).toBe(
      3,
    );
  });

  it('are reported as missing with a hint', async () => {
    const none = await refusal(() =>
      freshProfiles().profiles.resolve({ environment: 'live' }, conversation()),
    );
    expect([none.exitCode, none.facts.execution]).toEqual([3, 'not_executed']);
    expect(none.facts.hint).toContain('--env sandbox, which needs no keys');
    const { profiles } = await withTestnet();
    await profiles.add(
      { name: 'real', environment: 'live', keys: KEY_REFERENCES },
      conversation(KEY_VARIABLES),
    );
    const error = await refusal(() => profiles.resolve({ environment: 'live' }, conversation()));
    expect(error.facts.hint).toBe('Name one with --profile: real.');
  });

  it.each([
    [{ NODE_DEBUG: 'http' }, [], 'NODE_DEBUG'],
    [{ SSLKEYLOGFILE: '/tmp/keys' }, [], 'SSLKEYLOGFILE'],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, [], 'NODE_TLS_REJECT_UNAUTHORIZED=0'],
    [{ NODE_OPTIONS: '--inspect=0.0.0.0:9229' }, [], '--inspect'],
    [{}, ['--inspect-brk'], '--inspect-brk'],
    [{}, ['--tls-keylog=/tmp/keys'], '--tls-keylog'],
    [{}, ['--heapsnapshot-signal=SIGUSR2'], '--heapsnapshot-signal'],
    [{ NODE_OPTIONS: '--heapsnapshot-near-heap-limit=1' }, [], '--heapsnapshot-near-heap-limit'],
    [{}, ['--heap-prof'], '--heap-prof'],
    [{}, ['--report-on-signal'], '--report-on-signal'],
    [{ NODE_OPTIONS: '--report-uncaught-exception' }, [], '--report-uncaught-exception'],
  ])('are not used with %j %j, which could expose them', async (variables, execArguments, said) => {
    const { profiles } = freshProfiles({ execArguments });
    const error = await refusal(() =>
      profiles.resolve({ environment: 'live' }, conversation({ ...OWN, ...variables })),
    );
    expect([error.exitCode, error.message]).toEqual([3, expect.stringContaining(said)]);
    const meant = conversation({ ...OWN, ...variables }, [], { allowsLeaks: true });
    expect((await profiles.resolve({ environment: 'live' }, meant)).signer.apiKey).toBe(API_KEY);
    const demo = await profiles.resolve({ environment: 'sandbox' }, conversation(variables));
    expect(demo.signer.apiKey).toBe(DEMO.apiKey);
  });

  it('can be redacted from any text', async () => {
    const { profiles } = freshProfiles();
    const { redact } = await profiles.resolve({ environment: 'live' }, conversation(OWN));
    expect(redact(`key ${API_KEY} and ${SECRET}.`)).toBe('key *** and ***.');
  });
});

describe('references to keys', () => {
  it.each([
    'env:KEY',
    'file:/home/a/key.pem',
    'cmd:["pass","show","a b"]',
    'vault:main',
    'keychain:main',
    'plain:x',
  ])('are written as they were read: %s', (text) => {
    expect(referenceText(parseReference(text))).toBe(text);
  });

  it.each([
    'x',
    '',
    SECRET,
    'env:',
    'env:1A',
    'env:A B',
    'file:relative/path',
    'file:',
    'cmd:pass show',
    'cmd:[]',
    'cmd:[""]',
    'cmd:["a",1]',
    'cmd:{}',
    'cmd:["a\\u0000b"]',
    'vault:../x',
    'plain:',
    'http://example.com',
  ])('are refused without being quoted: %s', async (text) => {
    const error = await refusal(() => parseReference(text));
    expect(error.kind).toBe('usage');
    if (text.length > 20) expect(`${error.message}${error.facts.hint}`).not.toContain(text);
  });

  it('read private files only', async () => {
    const folder = profileFolder();
    const paths = { apiKey: join(folder, 'key'), secret: join(folder, 'secret') };
    writeFileSync(paths.apiKey, `${API_KEY}\n`, { mode: 0o600 });
    writeFileSync(paths.secret, `${SECRET}\n`, { mode: 0o600 });
    const { profiles } = freshProfiles();
    const keys = { apiKey: `file:${paths.apiKey}`, secret: `file:${paths.secret}` };
    await profiles.add({ name: 'main', environment: 'live', keys }, conversation());
    expect(signText((await profiles.resolve({}, conversation())).signer, 'a=1')).toBe(expected);
    chmodSync(paths.secret, 0o640);
    const error = await refusal(() => profiles.resolve({}, conversation()));
    expect([error.exitCode, error.message]).toEqual([3, expect.stringContaining('open to others')]);
  });

  it('ask for the passphrase of an encrypted private key, or read it from its variable', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const cipher = { cipher: 'aes-256-cbc', passphrase: 'open sesame' } as const;
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }) as string;
    const { profiles } = freshProfiles();
    const variables = { KEY: API_KEY, SECRET: pem };
    const io = conversation(variables, ['open sesame']);
    await profiles.add({ name: 'main', environment: 'live', keys: KEY_REFERENCES }, io);
    expect(io.questions).toEqual(['Passphrase of the private key: ']);
    const silent = conversation({ ...variables, BOURSE_KEY_PASSPHRASE: 'open sesame' });
    expect((await profiles.resolve({}, silent)).signer.keyType).toBe('ed25519');
    expect([silent.questions, silent.forgotten.includes('BOURSE_KEY_PASSPHRASE')]).toEqual([[], true]);
    expect((await refusal(() => profiles.resolve({}, conversation(variables)))).message).toContain(
      'no passphrase',
    );
  });
});
