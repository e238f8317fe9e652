import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { looksLikeKey } from '../../src/core/key-detection.ts';
import { bourse, NOW, type Outcome, temporaryFolder, type WorldOptions } from '../acceptance/world.ts';
import { API_KEY, DEMO, SECRET } from './world.ts';

const KEYS = { KEY: API_KEY, SECRET };
const REFERENCES = '--api-key env:KEY --secret env:SECRET';
const errorOf = ({ stderr }: Outcome) => JSON.parse(stderr.trim().split('\n').at(-1)!).error;

/** Returns a machine on which several commands run one after another. */
function machine(environment: Readonly<Record<string, string>> = KEYS) {
  const home = temporaryFolder();
  const run = (line: string | readonly string[], options: WorldOptions = {}) =>
    bourse(line, { home, ...options, environment: { ...environment, ...options.environment } });
  return { home, run };
}

/**
 * Starts an exchange on loopback that answers account queries with this status and body; returns its address.
 */
async function startExchange(status: number, body: string): Promise<string> {
  const server = createServer((request, response) => {
    response.sendDate = false;
    const isTime = request.url?.startsWith('/api/v3/time');
    response.writeHead(isTime ? 200 : status, { 'content-type': 'application/json' });
    response.end(isTime ? JSON.stringify({ serverTime: NOW }) : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('profile commands', () => {
  it('add, list, show, select and remove profiles', async () => {
    const { run } = machine();
    const added = await run(`profile add main --env testnet ${REFERENCES}`);
    expect([added.code, JSON.parse(added.stdout)]).toEqual([
      0,
      expect.objectContaining({
        name: 'main',
        active: true,
        environment: 'testnet',
        keyType: 'hmac',
        apiKeyEnd: 'Eh8A',
      }),
    ]);
    expect(added.stderr).toContain('bourse profile test main');
    await run(`profile add bot --env live --host spot=http://127.0.0.1:9 ${REFERENCES}`);
    const listed = JSON.parse((await run('profile list')).stdout) as { name: string; active: boolean }[];
    expect(listed.map(({ name, active }) => [name, active])).toEqual([
      ['bot', false],
      ['main', true],
    ]);
    expect(JSON.parse((await run('profile use bot')).stdout)).toMatchObject({ name: 'bot', active: true });
    expect(JSON.parse((await run('profile show')).stdout)).toMatchObject({
      name: 'bot',
      hosts: { spot: 'http://127.0.0.1:9' },
      secret: 'env:SECRET',
    });
    expect((await run('profile show --profile main')).stdout).toContain('"main"');
    const removed = await run('profile remove bot --yes');
    expect([removed.code, removed.stderr]).toEqual([
      0,
      expect.stringContaining('Its API key is still valid'),
    ]);
    expect(JSON.parse((await run('profile list')).stdout)).toHaveLength(1);
  });

  it('print a table of profiles on a terminal, without keys', async () => {
    const { run } = machine();
    await run(`profile add main --env testnet ${REFERENCES}`);
    const { stdout } = await run('profile list', { terminal: 100 });
    expect(stdout).toMatch(/main .*testnet .*hmac .*Eh8A .*env:SECRET/);
    expect(stdout).not.toContain(API_KEY);
  });

  it('read keys from standard input with --keys -, and store them encrypted', async () => {
    const { home, run } = machine({ BOURSE_VAULT_PASSPHRASE: 'correct horse battery' });
    const stdin = `${API_KEY}\n${SECRET}\n`;
    const added = await run('profile add main --env live --keys -', { stdin });
    expect([added.code, JSON.parse(added.stdout)]).toEqual([
      0,
      expect.objectContaining({ secret: 'vault:main' }),
    ]);
    for (const name of ['profiles.json', 'vault.json'])
      expect(readFileSync(join(home, 'config', name), 'utf8')).not.toContain(SECRET);
    const one = await run('profile add bot --env live --keys -', { stdin: API_KEY });
    expect([one.code, errorOf(one).message]).toEqual([2, expect.stringContaining('no second line')]);
  });

  it('ask for keys at hidden prompts on a terminal', async () => {
    const questions: string[] = [];
    const answers = [API_KEY, SECRET, 'correct horse battery', 'correct horse battery'];
    const ask = async (question: string) => {
      questions.push(question);
      return answers.shift();
    };
    const { run } = machine({});
    const added = await run('profile add main --env live', { ask });
    expect([added.code, questions]).toEqual([
      0,
      [
        'API key: ',
        'Secret: ',
        expect.stringMatching(/Passphrase of the new vault: $/),
        'The same passphrase again: ',
      ],
    ]);
    const misnamed = await run(['profile', 'add', 'Bad Name', '--env', 'live'], { ask });
    expect([misnamed.code, questions.length]).toEqual([2, 4]);
    const ended = await run('profile add bot --env live', { ask: async () => '' });
    expect([ended.code, errorOf(ended).message]).toEqual([2, expect.stringContaining('nothing was added')]);
    const silent = await run('profile add bot --env live');
    expect([silent.code, errorOf(silent).hint]).toEqual([2, expect.stringContaining('--keys -')]);
  });

  it('store keys in plain text only with a second confirming option', async () => {
    const { run } = machine({});
    const stdin = `${API_KEY}\n${SECRET}\n`;
    const refused = await run('profile add main --env live --keys - --store plain', { stdin });
    expect([refused.code, errorOf(refused).hint]).toEqual([9, expect.stringContaining('--insecure-storage')]);
    const added = await run('profile add main --env live --keys - --store plain --insecure-storage', {
      stdin,
    });
    expect([added.code, JSON.parse(added.stdout).secret]).toEqual([0, 'plain:***']);
  });

  it.each([
    `profile add main --env live --api-key ${API_KEY} --secret env:SECRET`,
    `profile add main --env live --api-key env:KEY --secret ${SECRET}`,
    `profile add main --env live --api-key env:KEY --secret plain:abc`,
    `profile add main --env live --api-key env:KEY --secret env:${SECRET}`,
    `profile add main --env live --api-key env:KEY --secret cmd:["echo","${SECRET}"]`,
    `profile add ${API_KEY} --env live`,
    `profile show ${API_KEY}`,
    `profile test ${SECRET}`,
    `profile remove ${SECRET} --yes`,
  ])(
    'refuse a key on the command line with the advice to replace it, without repeating it: %s',
    async (line) => {
      const { home, run } = machine();
      const outcome = await run(line);
      expect([outcome.code, outcome.stdout]).toEqual([2, '']);
      expect(errorOf(outcome).hint).toContain('Replace that key');
      expect(outcome.stderr).not.toContain(API_KEY);
      expect(outcome.stderr).not.toContain(SECRET);
      expect(existsSync(join(home, 'config', 'profiles.json'))).toBe(false);
    },
  );

  it.each([
    ['profile add main', 2, 'choose it with --env'],
    ['profile add main --env live --api-key env:KEY', 2, '--secret is missing'],
    ['profile add Main --env live --api-key env:KEY --secret env:SECRET', 2, 'lowercase letters'],
    ['profile add main --env live --api-key env:NONE --secret env:SECRET', 3, 'NONE, which is not set'],
    ['profile show', 3, 'No profile is active'],
    ['profile show nobody', 3, 'no profile "nobody"'],
    ['profile use nobody', 3, 'no profile "nobody"'],
  ])('exit `%s` with %i: %s', async (line, code, said) => {
    const outcome = await machine().run(line);
    expect([outcome.code, outcome.stdout, errorOf(outcome).message]).toEqual([
      code,
      '',
      expect.stringContaining(said),
    ]);
  });

  it('ask before removing a profile, and keep it unless the answer is yes', async () => {
    const { run } = machine();
    await run(`profile add main --env testnet ${REFERENCES}`);
    expect((await run('profile remove main')).code).toBe(9);
    expect((await run('profile remove main', { ask: async () => 'no' })).code).toBe(9);
    expect(JSON.parse((await run('profile list')).stdout)).toHaveLength(1);
    expect((await run('profile remove main', { ask: async () => 'yes' })).code).toBe(0);
    expect(JSON.parse((await run('profile list')).stdout)).toEqual([]);
  });

  it('report a damaged file by name and leave it unchanged', async () => {
    const { home, run } = machine();
    await run(`profile add main --env testnet ${REFERENCES}`);
    const path = join(home, 'config', 'profiles.json');
    writeFileSync(path, '{"schemaVersion":1,');
    const outcome = await run('profile list');
    expect([outcome.code, errorOf(outcome).message]).toEqual([3, expect.stringContaining(path)]);
    expect(readFileSync(path, 'utf8')).toBe('{"schemaVersion":1,');
  });
});

describe('profile test', () => {
  const findings = ({ stdout }: Outcome) =>
    Object.fromEntries(
      (JSON.parse(stdout) as { check: string; state: string; fix: string | null }[]).map((one) => [
        one.check,
        one,
      ]),
    );

  it('reports no fault for the demo account of the sandbox', async () => {
    const outcome = await machine({}).run('profile test --env sandbox');
    expect(outcome.code).toBe(0);
    expect(Object.values(findings(outcome)).map(({ check, state }) => [check, state])).toEqual([
      ['exchange', 'good'],
      ['clock', 'good'],
      ['key', 'good'],
      ['signature', 'good'],
      ['permissions', 'good'],
    ]);
  });

  it('tests a named profile in its own environment, whatever environment is selected', async () => {
    const { run } = machine({ KEY: DEMO.apiKey, SECRET: DEMO.apiSecret });
    await run(`profile add play --env sandbox ${REFERENCES}`);
    const outcome = await run('profile test play', { environment: { BOURSE_ENV: 'live' } });
    expect([outcome.code, findings(outcome)['key']?.state]).toEqual([0, 'good']);
  });

  it('reports a secret that does not match the key', async () => {
    const { run } = machine({ KEY: DEMO.apiKey, SECRET });
    await run(`profile add play --env sandbox ${REFERENCES}`);
    const outcome = await run('profile test play');
    expect([outcome.code, findings(outcome)['signature']]).toEqual([
      1,
      expect.objectContaining({ state: 'fault', fix: expect.stringContaining('Copy the secret again') }),
    ]);
  });

  it.each([
    [401, '{"code":-2014,"msg":"API-key format invalid."}', 'key', 'rejects the format of the API key'],
    [
      401,
      '{"code":-2015,"msg":"Invalid API-key, IP, or permissions for action, request ip: 10.1.2.3"}',
      'key',
      '10.1.2.3',
    ],
    [
      400,
      '{"code":-1022,"msg":"Signature for this request is not valid."}',
      'signature',
      'the secret does not match it',
    ],
    [
      400,
      '{"code":-1021,"msg":"Timestamp for this request is outside of the recvWindow."}',
      'clock',
      'the timestamp was rejected',
    ],
    [
      401,
      '{"code":-1002,"msg":"You are not authorized to execute this request."}',
      'permissions',
      'may not read',
    ],
    [451, '<html></html>', 'address', 'region'],
    [403, '<html></html>', 'address', 'firewall'],
  ])('reports %i %s as a fault of the %s', async (status, body, check, said) => {
    const origin = await startExchange(status, body);
    const { run } = machine({ BOURSE_API_KEY: API_KEY, BOURSE_API_SECRET: SECRET });
    const outcome = await run(['profile', 'test', '--host', `spot=${origin}`, '-o', 'json']);
    expect(outcome.code).toBe(1);
    expect(findings(outcome)[check]).toMatchObject({ state: 'fault', found: expect.stringContaining(said) });
    expect(outcome.stdout + outcome.stderr).not.toContain(SECRET);
    expect(outcome.stdout + outcome.stderr).not.toContain(API_KEY);
  });

  it('notes that a key allows withdrawals', async () => {
    const origin = await startExchange(
      200,
      '{"canTrade":true,"canWithdraw":true,"canDeposit":false,"balances":[]}',
    );
    const { run } = machine({ BOURSE_API_KEY: API_KEY, BOURSE_API_SECRET: SECRET });
    const outcome = await run(['profile', 'test', '--host', `spot=${origin}`]);
    expect([outcome.code, findings(outcome)['permissions']]).toEqual([
      0,
      expect.objectContaining({ state: 'note', found: 'the key may read; the account may trade, withdraw' }),
    ]);
  });

  it('exits like any other command if the exchange is unreachable', async () => {
    const origin = await startExchange(500, '<html></html>');
    const { run } = machine({ BOURSE_API_KEY: API_KEY, BOURSE_API_SECRET: SECRET });
    const outcome = await run(['profile', 'test', '--host', `spot=${origin}`, '--max-wait', '1ms']);
    expect([outcome.code, outcome.stdout]).toEqual([5, '']);
    expect((await machine({}).run('profile test --env live')).code).not.toBe(0);
  });
});

describe('words that look like keys', () => {
  it.each([
    API_KEY,
    SECRET,
    DEMO.apiKey,
    'a'.repeat(64),
    '-----BEGIN PRIVATE KEY-----',
    'plain:x',
    'MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v+VVnD0Sb8wQ=',
  ])('are detected: %s', (word) => {
    expect(looksLikeKey(word)).toBe(true);
  });

  it.each([
    '',
    'main',
    'env:BINANCE_API_SECRET',
    'file:/home/somebody/keys/Ed25519-2024-03-15/private-key-of-the-bot.pem',
    '/Users/somebody/Library/Application1Support/keys/private/key2',
    'my-very-long-profile-name-with-many-words-and-digits-2024',
    'spot=https://api.example.com',
    'cmd:["pass","show","exchange/api-secret"]',
  ])('do not include %s', (word) => {
    expect(looksLikeKey(word)).toBe(false);
  });
});
