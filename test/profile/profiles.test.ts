import { generateKeyPairSync } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NewProfile } from '../../src/profile/profiles.ts';
import {
  API_KEY,
  conversation,
  DEMO,
  freshProfiles,
  KEY_REFERENCES,
  KEY_VARIABLES,
  refusal,
  SECRET,
} from './world.ts';

const io = () => conversation(KEY_VARIABLES);
const onTestnet = (name: string, more: Partial<NewProfile> = {}): NewProfile => ({
  name,
  environment: 'testnet',
  keys: KEY_REFERENCES,
  ...more,
});

describe('profiles', () => {
  it('do not exist on a new machine, and reading them creates no file', () => {
    const { folder, profiles } = freshProfiles();
    expect(profiles.list()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are added with the facts about their keys, and the first one becomes the current profile', async () => {
    const { profiles } = freshProfiles();
    const added = await profiles.add(onTestnet('main', { hosts: { spot: 'http://127.0.0.1:9000' } }), io());
    expect(added).toEqual({
      name: 'main',
      isActive: true,
      environment: 'testnet',
      hosts: { spot: 'http://127.0.0.1:9000' },
      keyType: 'hmac',
      apiKeyEnd: 'Eh8A',
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
      ...KEY_REFERENCES,
    });
    await profiles.add(onTestnet('bot'), io());
    expect(profiles.list().map(({ name, isActive }) => [name, isActive])).toEqual([
      ['bot', false],
      ['main', true],
    ]);
    await profiles.use('bot');
    expect(profiles.show('bot').isActive).toBe(true);
    expect((await profiles.remove('bot', io())).name).toBe('bot');
    expect(profiles.list().map(({ name, isActive }) => [name, isActive])).toEqual([['main', false]]);
  });

  it('are written with access for their owner only, and contain no key', async () => {
    const { folder, profiles } = freshProfiles();
    await profiles.add(onTestnet('main'), io());
    const text = readFileSync(profiles.path, 'utf8');
    expect(statSync(profiles.path).mode & 0o777).toBe(0o600);
    expect(text).not.toContain(API_KEY);
    expect(text).not.toContain(SECRET);
    expect(JSON.parse(text)).toMatchObject({ schemaVersion: 1, active: 'main' });
    expect(readdirSync(folder).sort()).toEqual(['profiles.json', 'profiles.lock']);
  });

  it('are refused while others can read the file', async () => {
    const { profiles } = freshProfiles();
    await profiles.add(onTestnet('main'), io());
    chmodSync(profiles.path, 0o644);
    expect((await refusal(() => profiles.add(onTestnet('bot'), io()))).exitCode).toBe(3);
    chmodSync(profiles.path, 0o600);
    await profiles.add(onTestnet('bot'), io());
    expect(profiles.list()).toHaveLength(2);
  });

  it('are replaced only on request', async () => {
    const { profiles } = freshProfiles();
    await profiles.add(onTestnet('main'), io());
    const error = await refusal(() => profiles.add(onTestnet('main', { environment: 'live' }), io()));
    expect([error.kind, error.message]).toEqual(['usage', 'There is a profile "main" already, on testnet.']);
    await profiles.add(onTestnet('main', { environment: 'live', isReplacement: true }), io());
    expect(profiles.show('main').environment).toBe('live');
  });

  it.each(['', 'Main', '-x', '_x', 'a b', 'a.b', '../x', '__proto__', 'a'.repeat(65), 'ключ', 'a\n'])(
    'are refused with the name %j',
    async (name) => {
      const { profiles } = freshProfiles();
      expect((await refusal(() => profiles.add(onTestnet(name), io()))).kind).toBe('usage');
      expect(existsSync(profiles.path)).toBe(false);
    },
  );

  it.each(['constructor', 'tostring', 'valueof', 'a', '0', 'a'.repeat(64), 'bot_2-x'])(
    'may have the name %s, and are found only after they were added',
    async (name) => {
      const { profiles } = freshProfiles();
      expect((await refusal(() => profiles.show(name))).exitCode).toBe(3);
      await profiles.add(onTestnet(name), io());
      expect(profiles.show(name).name).toBe(name);
    },
  );

  it('are suggested by the nearest name for one that does not exist', async () => {
    const { profiles } = freshProfiles();
    await profiles.add(onTestnet('main'), io());
    expect((await refusal(() => profiles.show('mian'))).facts.hint).toBe('Did you mean main?');
    expect((await refusal(() => profiles.use('other-name'))).facts.hint).toBe('There are: main.');
    expect((await refusal(() => profiles.remove('other-name', io()))).exitCode).toBe(3);
  });

  it('are not added if their keys cannot be read or used', async () => {
    const { profiles } = freshProfiles();
    const missing = await refusal(() => profiles.add(onTestnet('main'), conversation({ KEY: API_KEY })));
    expect(missing.message).toContain('variable SECRET, which is not set');
    const { publicKey } = generateKeyPairSync('ed25519');
    const half = publicKey.export({ type: 'spki', format: 'pem' }) as string;
    const wrong = await refusal(() =>
      profiles.add(onTestnet('main'), conversation({ KEY: API_KEY, SECRET: half })),
    );
    expect(wrong.message).toContain('found a public key');
    expect(profiles.list()).toEqual([]);
  });

  it('are refused with sandbox keys for the exchange, and with keys of the exchange for the sandbox', async () => {
    const { profiles } = freshProfiles();
    const demo = conversation({ KEY: DEMO.apiKey, SECRET: DEMO.apiSecret });
    expect(
      (await refusal(() => profiles.add(onTestnet('a', { environment: 'live' }), demo))).message,
    ).toContain('made by a sandbox');
    expect(
      (await refusal(() => profiles.add(onTestnet('a', { environment: 'sandbox' }), io()))).message,
    ).toContain('not made by a sandbox');
    expect((await profiles.add(onTestnet('a', { environment: 'sandbox' }), demo)).environment).toBe(
      'sandbox',
    );
  });

  it.each([
    [{ nowhere: 'https://example.com' }, 'no host "nowhere"'],
    [{ spot: 'example.com' }, 'must be one such as'],
    [{ spot: 'file:///etc/passwd' }, 'must be one such as'],
    [{ spot: 'https://user:pass@example.com' }, 'must be one such as'],
    [{ spot: 'https:example.com' }, 'must be one such as'],
    [{ spot: 'https://example.com/a b' }, 'must be one such as'],
    [{ spot: 'https://example.com/<x>' }, 'must be one such as'],
    [{ spot: 'https://exämple.com' }, 'must be one such as'],
  ])('are refused with the host override %j', async (hosts, said) => {
    const { profiles } = freshProfiles();
    const error = await refusal(() => profiles.add(onTestnet('main', { hosts }), io()));
    expect(error.message).toContain(said);
    expect(error.message).not.toContain('pass@');
  });
});

it('the address of a host is stored exactly if the schema allows it as a URI', async () => {
  const addresses = [
    'http://127.0.0.1:9000',
    'http://[::1]:9000/',
    'https://api.example.com/base?x=1&y=%20',
    'wss://stream.example.com:9443/ws',
  ];
  for (const address of addresses) {
    const { profiles } = freshProfiles();
    const added = await profiles.add(onTestnet('main', { hosts: { spot: address } }), io());
    expect(added.hosts).toEqual({ spot: address });
  }
});

describe('a profile file that cannot be trusted', () => {
  const good = JSON.stringify({ schemaVersion: 1, profiles: {} });

  it.each([
    ['empty', ''],
    ['white space', '  \n'],
    ['cut short', good.slice(0, -5)],
    ['no JSON', 'profiles: none'],
    ['of another shape', '[]'],
    ['null', 'null'],
    ['without a version', '{"profiles":{}}'],
    ['with an unknown member', '{"schemaVersion":1,"profiles":{},"more":1}'],
    ['with a wrong name', '{"schemaVersion":1,"profiles":{"A":{}}}'],
    ['with a hole in a profile', '{"schemaVersion":1,"profiles":{"a":{"environment":"live"}}}'],
    ['with a poisoned name', '{"schemaVersion":1,"profiles":{"__proto__":{"environment":"live"}}}'],
  ])('is refused if it is %s, and left unchanged by reads and writes', async (_about, text) => {
    const { profiles } = freshProfiles();
    writeFileSync(profiles.path, text, { mode: 0o600 });
    for (const attempt of [
      () => profiles.list(),
      () => profiles.resolve({ environment: 'live' }, conversation()),
      () => profiles.add(onTestnet('main'), io()),
      () => profiles.use('main'),
    ]) {
      const error = await refusal(attempt);
      expect(error.exitCode).toBe(3);
      expect(error.message).toContain(profiles.path);
    }
    expect(readFileSync(profiles.path, 'utf8')).toBe(text);
  });

  it('is never quoted, because a damaged file can contain a key anywhere', async () => {
    const { profiles } = freshProfiles();
    writeFileSync(profiles.path, `{"schemaVersion":1,"profiles":{"a":"${SECRET}`, { mode: 0o600 });
    const error = await refusal(() => profiles.list());
    const output = JSON.stringify([
      error.facts,
      (error.cause as Error).message,
      (error.cause as Error).stack,
    ]);
    expect(output).not.toContain(SECRET.slice(0, 8));
  });

  it('of a newer version is refused with the advice to update bourse', async () => {
    const { profiles } = freshProfiles();
    writeFileSync(profiles.path, '{"schemaVersion":2,"other":true}', { mode: 0o600 });
    const error = await refusal(() => profiles.list());
    expect([error.exitCode, error.message]).toEqual([3, expect.stringContaining('version 2')]);
  });

  it('is refused if it is a link, has two hard links or is a folder, or if others can write to its folder', async () => {
    const { folder, profiles } = freshProfiles();
    await profiles.add(onTestnet('main'), io());
    const kept = join(folder, 'kept');
    renameSync(profiles.path, kept);
    symlinkSync(kept, profiles.path);
    expect((await refusal(() => profiles.list())).message).toContain('symbolic link');
    expect((await refusal(() => profiles.use('main'))).exitCode).toBe(3);
    renameSync(kept, profiles.path);
    linkSync(profiles.path, kept);
    expect((await refusal(() => profiles.list())).message).toContain('hard links');
    renameSync(profiles.path, `${kept}.2`);
    mkdirSync(profiles.path, { mode: 0o700 });
    expect((await refusal(() => profiles.list())).message).toContain('a folder');
    chmodSync(folder, 0o777);
    expect((await refusal(() => profiles.list())).message).toContain('others can write');
  });
});
