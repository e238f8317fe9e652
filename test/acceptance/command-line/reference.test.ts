/** The commands api, explain, doctor and completion. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENUMERATIONS } from '../../../src/catalogue/enumerations.ts';
import { ERROR_CODES } from '../../../src/catalogue/errors/error-codes.ts';
import { FILTERS } from '../../../src/catalogue/errors/filters.ts';
import { HTTP_STATUSES } from '../../../src/catalogue/http.ts';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import { commandsByEndpoint } from '../../../src/commands/command-index.ts';
import {
  explainEndpoint,
  explainEnumeration,
  explainErrorCode,
  explainExitCode,
  explainFilter,
  explainHttpStatus,
} from '../../../src/commands/explain/explanations.ts';
import { EXIT_CODES } from '../../../src/core/errors.ts';
import { csv, exchangeAnswer, failure, json } from '../outcomes.ts';
import { bourse, temporaryFolder } from '../world.ts';

describe('api list', () => {
  interface Entry {
    readonly id: string;
    readonly origin: string;
    readonly command: string | null;
    readonly params: readonly { readonly name: string; readonly required: boolean }[];
  }

  it('prints the endpoints of the interface documents, and all known ones with --all', async () => {
    const listed = json<Entry[]>(await bourse('api list'));
    expect(listed.map((one) => one.id)).toEqual(
      ENDPOINTS.filter((one) => one.origin === 'document').map((one) => one.id),
    );
    expect(json<Entry[]>(await bourse('api list --all')).length).toBe(ENDPOINTS.length);
  });

  it('prints what the hosts of the interface of today serve, with their paths and weights', async () => {
    type Row = Entry & { readonly path: string; readonly weight: unknown };
    const listed = json<Row[]>(await bourse('api list --interface today'));
    const rows = new Map(listed.map((one) => [one.id, one]));
    expect(rows.get('usdm.algo-order.new')).toMatchObject({ origin: 'today', path: '/fapi/v1/algoOrder' });
    expect(rows.get('funds.transfer')).toMatchObject({ origin: 'document', weight: 900 });
    expect(rows.get('usdm.ticker-price')?.path).toBe('/fapi/v2/ticker/price');
    expect(rows.has('options.account')).toBe(false);
  });

  it('prints parameters, both weights of a disputed value, and the command of each endpoint', async () => {
    const listed = json<(Entry & { weight: unknown })[]>(await bourse('api list'));
    const trades = listed.find((one) => one.id === 'spot.trades')!;
    expect(trades).toMatchObject({
      command: 'bourse market trades',
      weight: { first: 10, second: 25, acted: 'second' },
    });
    expect(trades.params.map((one) => [one.name, one.required])).toEqual([
      ['symbol', true],
      ['limit', false],
    ]);
  });

  it('prints one product with --product, in every format', async () => {
    const [head, ...rows] = csv((await bourse('api list --product onchain -o csv')).stdout);
    expect(rows.map((row) => row[head!.indexOf('id')])).toEqual(['onchain.holdings']);
  });
});

describe('api', () => {
  it('calls a known path like its command', async () => {
    const line = 'api GET /api/v3/klines symbol=BTCUSDT interval=1h limit=2 --env sandbox';
    const sent = exchangeAnswer('/api/v3/klines?symbol=BTCUSDT&interval=1h&limit=2');
    expect(await bourse(line)).toEqual({ code: 0, stdout: `${sent}\n`, stderr: '' });
    expect((await bourse(`${line} -o csv`)).stdout).toBe(
      (await bourse('market klines BTCUSDT 1h --limit 2 --env sandbox -o csv')).stdout,
    );
  });

  it('checks the parameters of a known path', async () => {
    const error = failure(
      await bourse('api GET /api/v3/klines symbol=BTCUSDT interval=7x limit=0 --env sandbox'),
    );
    expect(error.faults?.map((fault) => fault.param)).toEqual(['interval', 'limit']);
    const page = failure(
      await bourse('api GET /api/v3/klines symbol=BTCUSDT interval=1h limit=2500 --env sandbox'),
    );
    expect(page.message).toContain('1 to 1000');
  });

  it('sends an unknown path with a note', async () => {
    const outcome = await bourse('api GET /api/v3/nope a=1 --env sandbox');
    expect(outcome).toMatchObject({ code: 4, stdout: '' });
    expect(outcome.stderr).toContain('/api/v3/nope is not in the catalogue');
    expect(outcome.stderr).toContain('-1020');
  });

  it.each([
    'api PATCH /api/v3/time',
    'api GET',
    'api',
    'api GET api/v3/time',
    'api GET https://evil.example/api/v3/time',
    'api GET //evil.example/api',
    'api GET /api/../sapi/v1/x',
    'api GET /api/v3/time?x=1',
    'api GET /api/v3/klines BTCUSDT',
    'api GET /somewhere/else',
  ])('refuses before anything is sent: %s', async (line) => {
    expect(failure(await bourse(`${line} --env sandbox`)).exitCode).toBe(2);
  });
});

/** Returns what a subject is, nothing for an unknown one. */
type Explain = (subject: string) => readonly { readonly is: string; readonly title: string }[];

describe('explain', () => {
  const knows = async (subject: string) =>
    json<{ is: string; title: string; lines: string[] }[]>(await bourse(['explain', '--', subject]));

  it('knows every error code, exit code, status, filter, enumeration and endpoint', async () => {
    const commands = await commandsByEndpoint();
    const subjects: [Explain, readonly string[]][] = [
      [explainErrorCode, ERROR_CODES.map(({ code }) => String(code))],
      [explainExitCode, Object.entries(EXIT_CODES).flatMap(([word, code]) => [word, String(code)])],
      [explainHttpStatus, HTTP_STATUSES.map(({ status }) => String(status))],
      [explainFilter, FILTERS.map(({ name }) => name)],
      [explainEnumeration, Object.keys(ENUMERATIONS)],
      [
        (subject) => explainEndpoint(subject, commands),
        ENDPOINTS.flatMap(({ id, method, path }) => [id, `${method} ${path}`]),
      ],
    ];
    for (const [explain, words] of subjects) {
      expect(words).not.toEqual([]);
      for (const word of words) {
        const found = explain(word);
        expect([word, found.length > 0, found.every(({ title }) => title !== '')]).toEqual([
          word,
          true,
          true,
        ]);
      }
      // The command asks this function too.
      const kinds = (await knows(words[0]!)).map(({ is }) => is);
      expect(kinds).toEqual(expect.arrayContaining(explain(words[0]!).map(({ is }) => is)));
    }
  });

  it('accepts a negative code without -- before it', async () => {
    const { code, stdout } = await bourse('explain -1121 -o table');
    expect(code).toBe(0);
    expect(stdout).toContain('-1121 BAD_SYMBOL');
    expect(stdout).toContain('Invalid symbol.');
  });

  it('accepts a command with or without the word bourse', async () => {
    expect((await bourse('explain market ticker 24hr')).stdout).toContain('spot.ticker-24hr');
    expect((await bourse('explain bourse market klines')).stdout).toContain('spot.klines');
  });

  it('accepts an endpoint by the last word of its id', async () => {
    expect((await bourse('explain klines')).stdout).toContain('spot.klines');
    expect((await bourse('explain holdings')).stdout).toContain('onchain.holdings');
  });

  it('suggests the nearest subject for an unknown one', async () => {
    expect(failure(await bourse('explain LOT_SIZ')).hint).toBe('Did you mean LOT_SIZE?');
    expect(failure(await bourse('explain klin')).hint).toBe('Did you mean kline?');
    expect(failure(await bourse('explain qqqqqqqq')).hint).toContain('Give a code such as -1121');
  });
});

describe('doctor', () => {
  interface Finding {
    readonly check: string;
    readonly state: string;
    readonly fix: string | null;
  }

  it('exits with 0 if there is no fault', async () => {
    const findings = json<Finding[]>(await bourse('doctor --env sandbox'));
    expect(findings.map((one) => one.check)).toEqual(expect.arrayContaining(['node', 'exchange', 'clock']));
    expect(findings.filter((one) => one.state === 'fault')).toEqual([]);
  });

  it('exits with 1 and prints the fix if there is a fault', async () => {
    const unreachable = await bourse('doctor --env sandbox --host spot=http://127.0.0.1:9 --max-wait 1s');
    expect(unreachable.code).toBe(1);
    const leaky = await bourse('doctor --offline', { environment: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
    expect(leaky.code).toBe(1);
    for (const outcome of [unreachable, leaky]) {
      const faults = (JSON.parse(outcome.stdout) as Finding[]).filter((one) => one.state === 'fault');
      expect(faults.length).toBe(1);
      expect(faults[0]!.fix).not.toBe(null);
    }
  });

  it('reports a file in place of a folder', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'state'), '');
    const outcome = await bourse('doctor --offline', { home });
    expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({ code: 1, stderr: '' });
    expect(outcome.stdout).toContain('is not a folder');
  });

  it('notes a folder that others can write to', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'state'));
    chmodSync(join(home, 'state'), 0o777);
    const findings = json<Finding[]>(await bourse('doctor --offline', { home }));
    expect(findings.find((one) => one.check === 'state folder')).toMatchObject({ state: 'note' });
  });

  it('marks each finding on a terminal', async () => {
    const options = { terminal: 80, environment: { NO_COLOR: '1' } };
    const { stdout } = await bourse('doctor --env sandbox', options);
    expect(stdout).toMatch(/^✓ node: v20/);
  });
});

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('prints a script for %s', async (shell) => {
    const { code, stdout } = await bourse(`completion ${shell}`);
    expect(code).toBe(0);
    expect(stdout).toContain('bourse __complete');
  });

  // zsh and fish are checked by `npm run test:shells`, since not every machine has them.
  it('prints a script that bash can read', async () => {
    const { stdout } = await bourse('completion bash');
    const file = join(temporaryFolder(), 'completion.bash');
    writeFileSync(file, stdout);
    const { status, stderr } = spawnSync('bash', ['-n', file], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
