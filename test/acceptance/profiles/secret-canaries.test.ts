/**
 * No command prints a key, secret or signature, whatever the answer is: the exchange of these tests echoes
 * every byte that it is sent, as pages of firewalls do.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HOSTS } from '../../../src/catalogue/hosts.ts';
import { readCommandLine } from '../../../src/cli/arguments.ts';
import { GROUPS } from '../../../src/commands/groups.ts';
import { secretSpellings } from '../../../src/profile/redaction.ts';
import { failure, shellWords } from '../outcomes.ts';
import { bourse, fixedClock, temporaryFolder } from '../world.ts';

const KEY = `CanaryKey1${'kK7'.repeat(18)}`;
const SECRET = `CanarySecret2${'sS8'.repeat(17)}`;
const FORMS = secretSpellings([KEY, SECRET]);

/** Answers every request with an echo of its headers, query and body, as one kind of page. */
async function startEchoServer(kind: 'html' | 'error' | 'rows') {
  const signatures = new Set<string>();
  const server = createServer((request, response) => {
    response.sendDate = false;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const all = `${request.method} ${request.url} ${JSON.stringify(request.headers)} ${Buffer.concat(chunks).toString()}`;
      for (const [, signature] of all.matchAll(/signature=([^&\s"]+)/g)) signatures.add(signature!);
      const path = String(request.url).split('?')[0]!;
      if (path.endsWith('/time')) return void response.end(`{"serverTime":${fixedClock().now()}}`);
      const body = {
        html: `<html>Blocked: ${all}</html>`,
        error: JSON.stringify({ code: -1022, msg: `Bad request: ${all}` }),
        rows: JSON.stringify({ symbols: [], code: 200, msg: 'ok' }),
      }[kind];
      response.writeHead(kind === 'html' ? 502 : kind === 'error' ? 400 : 200, {
        'Content-Type': 'text/html',
      });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, signatures };
}

/** One example of each command that calls the exchange, with keys from environment variables. */
const EXAMPLES: string[][] = [];
for (const entry of GROUPS) {
  const group = await entry.load();
  for (const verb of group.verbs) {
    if (verb.endpoint === undefined && group.word !== 'doctor') continue;
    const words = shellWords(verb.examples[0]!).filter((word) => word !== '--dry-run');
    const line = await readCommandLine(words);
    if (line.endpoint?.product !== 'onchain') EXAMPLES.push(words);
  }
}

/** Returns those of the digests, each of 64 hexadecimal digits, that a text has anywhere. */
function digestsIn(text: string, digests: ReadonlySet<string>): string[] {
  return [...text.matchAll(/(?=([0-9a-f]{64}))/g)]
    .map(([, digest]) => digest!)
    .filter((digest) => digests.has(digest));
}

const REST = HOSTS.filter(({ protocol, name }) => protocol === 'https' && !/alt|gcp|web3/.test(name));

describe.each(['html', 'error', 'rows'] as const)('an exchange that echoes requests as %s', (kind) => {
  it('does not make any command print a key, secret or signature, in any format', async () => {
    const { origin, signatures } = await startEchoServer(kind);
    let home = '';
    const hosts = REST.map(({ name }) => `--host=${name}=${origin}`);
    const asked: string[] = [];
    expect(EXAMPLES.length).toBeGreaterThan(100);
    for (const [index, words] of EXAMPLES.entries()) {
      // The clock stands still, so the records of used limits never become old enough to be removed from a home.
      if (index % 20 === 0) home = temporaryFolder();
      const isYes = (await readCommandLine(words)).verb.options?.some(({ name }) => name === 'yes');
      // Commands that never end by themselves are limited to one message, which does not arrive here.
      if (words[0] === 'stream' && !words.includes('listen-key')) continue;
      const form = ['json', 'table', 'csv', 'ndjson'][index % 4]!;
      const { stdout, stderr } = await bourse(
        [...words, ...hosts, '-o', form, ...(isYes ? ['--debug'] : [])],
        {
          home,
          clock: fixedClock(),
          ...(index % 3 === 0 ? { terminal: 60 } : {}),
          environment: { BOURSE_API_KEY: KEY, BOURSE_API_SECRET: SECRET },
          ask: async (question) => {
            asked.push(question);
            return 'yes';
          },
        },
      );
      const said = stdout + stderr + asked.join('\n');
      const leaked = [...FORMS.filter((one) => said.includes(one)), ...digestsIn(said, signatures)];
      expect([words.join(' '), leaked]).toEqual([words.join(' '), []]);
    }
    // Without a sent signature, or with one of another form than the search expects, the check would prove nothing.
    expect(signatures.size).toBeGreaterThan(25);
    expect([...signatures].filter((one) => !/^[0-9a-f]{64}$/.test(one))).toEqual([]);
  });
});

describe('a key on a command line', () => {
  it.each([
    [`account info --api-secret=${SECRET}`],
    [`account info --${SECRET}`],
    [`account info --api-secret ${SECRET}`],
    [`account info ${SECRET}`],
    [`${SECRET}`],
    [`account ${SECRET}`],
    [`account info --env ${SECRET}`],
    [`account info -o ${SECRET}`],
    [`account balance --on ${SECRET}`],
    [`account info --recv-window ${SECRET}`],
    [`account info --max-wait ${SECRET}`],
    [`trade order get BTCUSDT --order-id ${SECRET}`],
    [`trade buy BTCUSDT ${SECRET}`],
  ])('is not repeated: %s', async (line) => {
    const outcome = await bourse(line.replaceAll('%s', SECRET));
    expect(failure(outcome).exitCode).toBe(2);
    // Neither its beginning nor another encoding of it may be printed.
    for (const part of ['CanarySecret2', 'canarysecret', 'canary-secret', 'sS8s', 's-s8'])
      expect(outcome.stderr).not.toContain(part);
  });

  it('given as an option or a command is answered with the advice to replace it', async () => {
    for (const line of [`account info --${SECRET}`, SECRET])
      expect(failure(await bourse(line)).hint).toContain('Replace the key at the exchange');
  });

  it('does not suppress the suggestion for a mistyped option', async () => {
    const error = failure(await bourse('account info --omit-zero-balance=true'));
    expect(error.message).toContain('--omit-zero-balance for');
    expect(error.hint).toContain('--omit-zero-balances');
  });
});

describe('doctor', () => {
  const look = async (environment: Record<string, string>, home = temporaryFolder()) => {
    const outcome = await bourse('doctor --offline -o json', { home, environment });
    const findings = JSON.parse(outcome.stdout) as {
      check: string;
      state: string;
      found: string;
      fix: string | null;
    }[];
    for (const form of FORMS) expect(outcome.stdout + outcome.stderr).not.toContain(form);
    return findings;
  };

  it('names the variables that hold keys, not their values', async () => {
    const findings = await look({
      BOURSE_API_SECRET: SECRET,
      OTHER_SECRET_KEY: KEY,
      OTHER_KEY_NAME: 'plain',
    });
    const stray = findings.filter(({ check }) => check === 'secrets').map(({ found }) => found);
    expect(stray.join()).toContain('BOURSE_API_SECRET');
    expect(stray.join()).toContain('OTHER_SECRET_KEY');
    expect(stray.length).toBe(2);
  });

  it('reports where the keys of profiles are stored, and which are in plain text', async () => {
    const home = temporaryFolder();
    const none = (await look({}, home)).find(({ check }) => check === 'keys');
    expect(none).toMatchObject({ state: 'good', found: expect.stringContaining('no profiles') });
    const added = await bourse('profile add main --env live --api-key env:MY_KEY --secret env:MY_SECRET', {
      home,
      environment: { MY_KEY: KEY, MY_SECRET: SECRET },
    });
    expect(added.code).toBe(0);
    const one = (await look({}, home)).find(({ check }) => check === 'keys');
    expect(one).toMatchObject({ state: 'good', found: '1 profile: main (active) in env' });
  });
});
