import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processWorld } from '../../src/app/world.ts';
import { readFromCommand } from '../../src/profile/command-source.ts';
import { type KeyStore, type NewProfile, openProfiles } from '../../src/profile/profiles.ts';
import { temporaryFolder } from '../acceptance/world.ts';
import { API_KEY, conversation, freshProfiles, profileFolder, refusal, SECRET, SERVICES } from './world.ts';

const credentials = { apiKey: API_KEY, secret: SECRET };
const newProfile = (store: KeyStore, more: Partial<NewProfile> = {}): NewProfile => ({
  name: 'main',
  environment: 'live',
  keys: { credentials, store },
  ...more,
});
const PHRASE = 'correct horse battery';
const open = { BOURSE_VAULT_PASSPHRASE: PHRASE };

function readVaultFile(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'vault.json'), 'utf8')) as {
    rounds: number;
    records: Record<string, { nonce: string; data: string }>;
  };
}

function rewriteVault(folder: string, change: (vault: ReturnType<typeof readVaultFile>) => void): void {
  const vault = readVaultFile(folder);
  change(vault);
  writeFileSync(join(folder, 'vault.json'), JSON.stringify(vault));
}

describe('keys in the vault', () => {
  it('are stored encrypted in a private file and decrypted with the passphrase', async () => {
    const { folder, profiles } = freshProfiles();
    const io = conversation({}, [PHRASE, PHRASE]);
    const added = await profiles.add(newProfile('vault'), io);
    expect([added.apiKey, added.secret]).toEqual(['vault:main', 'vault:main']);
    expect(io.questions).toEqual([
      expect.stringMatching(
        /stored encrypted in a vault.*at least 8 .*BOURSE_VAULT_PASSPHRASE.*new vault: $/s,
      ),
      'The same passphrase again: ',
    ]);
    const path = join(folder, 'vault.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    for (const file of [path, profiles.path]) {
      expect(readFileSync(file, 'utf8')).not.toContain(SECRET);
      expect(readFileSync(file, 'utf8')).not.toContain(API_KEY);
    }
    const found = await profiles.resolve({}, conversation({}, [PHRASE]));
    expect(found.signer.apiKey).toBe(API_KEY);
    expect((await profiles.resolve({}, conversation(open))).signer.fingerprint).toBe(
      found.signer.fingerprint,
    );
  });

  it('are not decrypted with a wrong passphrase or without a terminal', async () => {
    const { folder, profiles } = freshProfiles();
    await profiles.add(newProfile('vault'), conversation(open));
    const wrong = await refusal(() => profiles.resolve({}, conversation({}, [`${PHRASE}!`])));
    expect([wrong.exitCode, wrong.message]).toEqual([3, expect.stringContaining('passphrase is wrong')]);
    const silent = await refusal(() => profiles.resolve({}, conversation()));
    expect(silent.facts.hint).toContain('BOURSE_VAULT_PASSPHRASE');
    const before = readFileSync(join(folder, 'vault.json'), 'utf8');
    const other = conversation({ BOURSE_VAULT_PASSPHRASE: 'another passphrase' });
    expect((await refusal(() => profiles.add(newProfile('vault', { name: 'bot' }), other))).exitCode).toBe(3);
    expect(readFileSync(join(folder, 'vault.json'), 'utf8')).toBe(before);
    expect(profiles.list()).toHaveLength(1);
  });

  it('need a long enough passphrase, typed identically twice', async () => {
    const { profiles } = freshProfiles();
    expect(
      (await refusal(() => profiles.add(newProfile('vault'), conversation({}, ['short', 'short', 'short']))))
        .message,
    ).toContain('at least 8');
    const different = [PHRASE, 'else', PHRASE, 'else', PHRASE, 'else'];
    expect(
      (await refusal(() => profiles.add(newProfile('vault'), conversation({}, different)))).message,
    ).toContain('differ');
    expect(profiles.list()).toEqual([]);
  });

  it('are kept while a passphrase that is too short, mistyped or wrong is typed again', async () => {
    const { profiles } = freshProfiles();
    const io = conversation({}, ['short', PHRASE, 'else', PHRASE, PHRASE]);
    await profiles.add(newProfile('vault'), io);
    expect(io.questions.slice(1)).toEqual([
      expect.stringMatching(
        /^The vault's passphrase must have at least 8 .*\nPassphrase of the new vault: $/,
      ),
      'The same passphrase again: ',
      'The two passphrases differ.\nPassphrase of the new vault: ',
      'The same passphrase again: ',
    ]);
    const second = conversation({}, ['not this one', PHRASE]);
    await profiles.add(newProfile('vault', { name: 'bot' }), second);
    expect(second.questions).toEqual([
      'Passphrase of the vault: ',
      expect.stringMatching(/could not be opened: the passphrase is wrong.*\nPassphrase of the vault: $/),
    ]);
    expect(profiles.list()).toHaveLength(2);
    const guessed = conversation({}, ['wrong one', 'wrong two', 'wrong three', PHRASE]);
    expect(
      (await refusal(() => profiles.add(newProfile('vault', { name: 'third' }), guessed))).message,
    ).toContain('passphrase is wrong');
  });

  it('cannot be used with another name, environment or host', async () => {
    const { folder, profiles } = freshProfiles();
    await profiles.add(newProfile('vault'), conversation(open));
    await profiles.add(newProfile('vault', { name: 'test', environment: 'testnet' }), conversation(open));
    const text = readFileSync(profiles.path, 'utf8');
    const writeChangedProfiles = (
      change: (document: { profiles: Record<string, Record<string, unknown>> }) => void,
    ) => {
      const document = JSON.parse(text);
      change(document);
      writeFileSync(profiles.path, JSON.stringify(document));
    };
    // Each case is an attack by someone who can write the files but does not know the passphrase.
    writeChangedProfiles(({ profiles: all }) => {
      all['main']!['environment'] = 'testnet';
    });
    expect((await refusal(() => profiles.resolve({ name: 'main' }, conversation(open)))).message).toContain(
      'does not belong to it',
    );
    writeChangedProfiles(({ profiles: all }) => {
      all['main']!['hosts'] = { spot: 'https://attacker.example' };
    });
    expect((await refusal(() => profiles.resolve({ name: 'main' }, conversation(open)))).exitCode).toBe(3);
    writeChangedProfiles(({ profiles: all }) => {
      all['test']!['secret'] = 'vault:main';
    });
    expect((await refusal(() => profiles.resolve({ name: 'test' }, conversation(open)))).exitCode).toBe(3);
    writeFileSync(profiles.path, text);
    rewriteVault(folder, ({ records }) => {
      records['test'] = records['main']!;
    });
    expect((await refusal(() => profiles.resolve({ name: 'test' }, conversation(open)))).exitCode).toBe(3);
    expect((await profiles.resolve({ name: 'main' }, conversation(open))).signer.apiKey).toBe(API_KEY);
  });

  it('are refused after any changed byte, and never reuse a nonce', async () => {
    const { folder, profiles } = freshProfiles();
    await profiles.add(newProfile('vault'), conversation(open));
    const { nonce, data } = readVaultFile(folder).records['main']!;
    const bytes = Buffer.from(data, 'base64');
    for (let at = 0; at < bytes.length; at += 17) {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 1;
      rewriteVault(folder, ({ records }) => {
        records['main'] = { nonce, data: flipped.toString('base64') };
      });
      expect((await refusal(() => profiles.resolve({}, conversation(open)))).exitCode).toBe(3);
    }
    rewriteVault(folder, ({ records }) => {
      records['main'] = { nonce, data };
    });
    await profiles.add(newProfile('vault', { isReplacement: true }), conversation(open));
    expect(readVaultFile(folder).records['main']!.nonce).not.toBe(nonce);
  });

  it('are deleted with their profile', async () => {
    const { folder, profiles } = freshProfiles();
    await profiles.add(newProfile('vault'), conversation(open));
    await profiles.remove('main', conversation());
    expect(readVaultFile(folder).records).toEqual({});
    expect(profiles.list()).toEqual([]);
  });

  it.each([
    '',
    '{',
    '{"vaultVersion":2}',
    '{"vaultVersion":1,"salt":"00","rounds":1024,"check":{},"records":{}}',
  ])('are refused if the vault contains %j, which is left unchanged', async (text) => {
    const { folder, profiles } = freshProfiles();
    const path = join(folder, 'vault.json');
    writeFileSync(path, text, { mode: 0o600 });
    const error = await refusal(() => profiles.add(newProfile('vault'), conversation(open)));
    expect([error.exitCode, error.message]).toEqual([3, expect.stringContaining(path)]);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('need scrypt with a cost of 131072 for each guess, with the default settings', async () => {
    const folder = profileFolder();
    const { scryptRounds: _few, ...services } = SERVICES;
    const profiles = openProfiles(folder, services);
    await profiles.add(newProfile('vault'), conversation(open));
    expect(readVaultFile(folder).rounds).toBe(131_072);
    expect((await profiles.resolve({}, conversation(open))).signer.apiKey).toBe(API_KEY);
  });
});

describe('keys stored in plain text', () => {
  it('are masked in every summary, with a warning on each use', async () => {
    const { profiles } = freshProfiles();
    const added = await profiles.add(newProfile('plain'), conversation());
    expect([added.apiKey, added.secret]).toEqual(['plain:***', 'plain:***']);
    expect(JSON.stringify(profiles.list())).not.toContain(SECRET);
    for (let use = 0; use < 2; use += 1) {
      const io = conversation();
      expect((await profiles.resolve({}, io)).signer.apiKey).toBe(API_KEY);
      expect(io.warnings).toEqual([expect.stringContaining('stored unprotected')]);
    }
  });
});

describe('keys in the keychain', () => {
  it('are refused with a hint if there is no keychain, and are stored nowhere else', async () => {
    const { folder, profiles } = freshProfiles({ programFile: join(programWithoutPackages(), 'bourse.js') });
    const error = await refusal(() => profiles.add(newProfile('keychain'), conversation()));
    expect([error.exitCode, error.message]).toEqual([
      3,
      expect.stringContaining('@napi-rs/keyring is not installed'),
    ]);
    expect(error.facts.hint).toContain('--store vault');
    expect(profiles.list()).toEqual([]);
    expect(() => readVaultFile(folder)).toThrow();
  });

  it('are written, read and removed through the keychain module', async () => {
    const programFile = programWithKeychain(`
      const fs = require('node:fs'), file = __dirname + '/kept.json';
      const all = () => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file)) : {});
      const put = (kept) => fs.writeFileSync(file, JSON.stringify(kept));
      exports.Entry = class {
        constructor(service, name) { this.key = service + '/' + name; }
        setPassword(text) { put({ ...all(), [this.key]: text }); }
        getPassword() { return all()[this.key] ?? null; }
        deletePassword() { const { [this.key]: gone, ...rest } = all(); put(rest); return gone !== undefined; }
      };`);
    const { profiles } = freshProfiles({ programFile });
    await profiles.add(newProfile('keychain'), conversation());
    expect(readFileSync(profiles.path, 'utf8')).not.toContain(SECRET);
    expect((await profiles.resolve({}, conversation())).signer.apiKey).toBe(API_KEY);
    await profiles.remove('main', conversation());
    const kept = readFileSync(join(programFile, '../node_modules/@napi-rs/keyring/kept.json'), 'utf8');
    expect(JSON.parse(kept)).toEqual({});
  });

  it('lead to exit 3 if the keychain refuses or its module fails', async () => {
    const refuses = `exports.Entry = class { setPassword() { throw new Error('AccessDenied'); } };`;
    for (const [source, said] of [
      [refuses, 'AccessDenied'],
      ['throw new Error("no such library")', 'could not be loaded'],
    ] as const) {
      const { profiles } = freshProfiles({ programFile: programWithKeychain(source) });
      const error = await refusal(() => profiles.add(newProfile('keychain'), conversation()));
      expect([error.exitCode, error.message]).toEqual([3, expect.stringContaining(said)]);
    }
  });

  it('are not used if the keychain does not answer in time', async () => {
    const { profiles } = freshProfiles({
      keychainTimeMaxMs: 300,
      programFile: programWithKeychain('exports.Entry = class { setPassword() { for (;;); } };'),
    });
    const error = await refusal(() => profiles.add(newProfile('keychain'), conversation()));
    expect([error.exitCode, error.message]).toEqual([3, expect.stringContaining('no answer within 0.3 s')]);
  });
});

/** Returns the path of a program from which no package can be resolved. */
function programWithoutPackages(): string {
  const folder = profileFolder();
  writeFileSync(join(folder, 'bourse.js'), '');
  return folder;
}

/** Returns the path of a program whose keychain module has this source. */
function programWithKeychain(source: string): string {
  const folder = profileFolder();
  const module = join(folder, 'node_modules/@napi-rs/keyring');
  mkdirSync(module, { recursive: true });
  writeFileSync(join(module, 'index.js'), source);
  writeFileSync(join(folder, 'bourse.js'), '');
  return join(folder, 'bourse.js');
}

describe('keys from a program', () => {
  const limits = { variables: { PATH: process.env['PATH'] } };
  const node = (script: string): [string, ...string[]] => [process.execPath, '-e', script];

  it('are its output without the last line end', async () => {
    expect(await readFromCommand(node('console.log("abc")'), limits)).toBe('abc');
    expect(await readFromCommand(node('process.stdout.write("a\\nb\\n")'), limits)).toBe('a\nb');
  });

  it('are read without a shell: shell code is passed as an argument', async () => {
    const folder = profileFolder();
    const words = ['$(touch x)', '`touch x`', '; touch x', '| touch x', '> x', 'a b', '*'];
    const script = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';
    const said = await readFromCommand([process.execPath, '-e', script, ...words], limits);
    expect(JSON.parse(said)).toEqual(words);
    const named = await refusal(() => readFromCommand([`${join(folder, 'no program')}; touch x`], limits));
    expect([named.exitCode, named.message]).toEqual([
      3,
      expect.stringContaining('could not be started (ENOENT)'),
    ]);
  });

  it('are refused if it fails, with the length of its stderr but not its text', async () => {
    const error = await refusal(() =>
      readFromCommand(node(`console.error(${JSON.stringify(SECRET)}); process.exit(4)`), limits),
    );
    expect([error.exitCode, error.message]).toEqual([
      3,
      expect.stringContaining('exit code 4 after 65 bytes'),
    ]);
    expect(JSON.stringify(error.facts)).not.toContain(SECRET);
  });

  it('are refused if it does not end, and it is killed', async () => {
    const error = await refusal(() =>
      readFromCommand(node('setInterval(() => {}, 1000)'), { ...limits, timeMaxMs: 200 }),
    );
    expect([error.exitCode, error.message]).toEqual([3, expect.stringContaining('no answer within 0.2 s')]);
  });

  it('are refused if it does not end, and the programs that it started are killed with it', async () => {
    const { killProcessGroup } = processWorld(new AbortController().signal);
    const file = join(temporaryFolder(), 'child');
    const script = `const { pid } = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      require('node:fs').writeFileSync(${JSON.stringify(file)}, String(pid)); setInterval(() => {}, 1000)`;
    await refusal(() => readFromCommand(node(script), { ...limits, killProcessGroup, timeMaxMs: 1_500 }));
    const pid = Number(readFileSync(file, 'utf8'));
    const isAlive = () => {
      try {
        process.kill(pid, 0);
        return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      } catch {
        return false;
      }
    };
    await expect.poll(isAlive).toBe(false);
  });

  it('are refused if its output has no end', async () => {
    const script = 'const more = () => process.stdout.write("x".repeat(65536), more); more()';
    const error = await refusal(() => readFromCommand(node(script), limits));
    expect(error.message).toContain('more than 65536 bytes');
  });

  it('are read from a program that does not inherit the key variables of this one', async () => {
    const variables = { ...limits.variables, BOURSE_API_SECRET: SECRET, BOURSE_HOME: '/x' };
    const script = 'process.stdout.write(String([process.env.BOURSE_API_SECRET, process.env.BOURSE_HOME]))';
    expect(await readFromCommand(node(script), { variables })).toBe(',/x');
  });

  it('complete a profile', async () => {
    const { profiles } = freshProfiles();
    const cmd = (text: string) => `cmd:${JSON.stringify(node(`console.log(${JSON.stringify(text)})`))}`;
    const keys = { apiKey: cmd(API_KEY), secret: cmd(SECRET) };
    await profiles.add({ name: 'main', environment: 'live', keys }, conversation(limits.variables as never));
    expect((await profiles.resolve({}, conversation(limits.variables as never))).signer.apiKey).toBe(API_KEY);
  });
});

it('the mode of existing folders is not changed', async () => {
  const { folder, profiles } = freshProfiles();
  chmodSync(folder, 0o750);
  await profiles.add(newProfile('plain'), conversation());
  expect(statSync(folder).mode & 0o777).toBe(0o750);
});
