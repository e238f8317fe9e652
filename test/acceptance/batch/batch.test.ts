/** `bourse batch` through run(): results, order, checks, confirmations and what stops it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failure, lines } from '../outcomes.ts';
import { bourse, temporaryFolder, type WorldOptions } from '../world.ts';

interface Result {
  readonly line: number;
  readonly command: string;
  readonly exitCode: number | null;
  readonly output: unknown;
  readonly error: { readonly kind: string; readonly message: string } | null;
  readonly notes: readonly string[];
  readonly notRun: string | null;
}

const schema = JSON.parse(
  readFileSync(new URL('../../../schemas/batch-result.v1.schema.json', import.meta.url), 'utf8'),
);
const accepts = new Ajv({ strict: true }).compile(schema);

/** Runs a batch of these lines from a file; every result must satisfy the schema. */
async function batch(text: string, words = '', options: WorldOptions = {}) {
  const home = options.home ?? temporaryFolder();
  writeFileSync(join(home, 'commands.txt'), text);
  return checked(
    await bourse(`batch ${words} commands.txt`, {
      home,
      ...options,
      environment: { BOURSE_ENV: 'sandbox', ...options.environment },
    }),
  );
}

function checked(outcome: Awaited<ReturnType<typeof bourse>>) {
  const results = lines<Result>(outcome.stdout);
  for (const result of results)
    expect([result, accepts(result), accepts.errors]).toEqual([result, true, null]);
  return { ...outcome, results };
}

describe('batch', () => {
  it('runs one command a line and prints one result a line', async () => {
    const { code, results, stderr } = await batch(
      "# prices\nmarket ticker price BTCUSDT\n\n  bourse market ticker price 'ETHUSDT' # the second\n",
    );
    expect([code, stderr]).toEqual([0, '2 lines: 2 done, 0 failed.\n']);
    expect(results).toMatchObject([
      {
        line: 2,
        command: 'market ticker price BTCUSDT',
        exitCode: 0,
        output: { symbol: 'BTCUSDT' },
        error: null,
      },
      { line: 4, exitCode: 0, output: { symbol: 'ETHUSDT' }, notRun: null },
    ]);
  });

  it('prints what the same commands print by themselves', async () => {
    const commands = [
      'market klines BTCUSDT 1h --limit 2',
      'market klines BTCUSDT 1h --limit 2 -o csv',
      'market klines BTCUSDT 1h --limit 2 -o ndjson',
      'completion bash',
      'thesis schema',
    ];
    const alone = await Promise.all(
      commands.map((line) => bourse(line, { environment: { BOURSE_ENV: 'sandbox' } })),
    );
    const { results } = await batch(commands.join('\n'), '-j 3');
    expect(results.map(({ output }) => output)).toEqual([
      JSON.parse(alone[0]!.stdout),
      alone[1]!.stdout,
      lines(alone[2]!.stdout),
      alone[3]!.stdout,
      JSON.parse(alone[4]!.stdout),
    ]);
  });

  it('keeps every digit of a long number', async () => {
    const { stdout } = await batch('market trades BTCUSDT --limit 1\norders list -o json');
    const alone = await bourse('market trades BTCUSDT --limit 1', { environment: { BOURSE_ENV: 'sandbox' } });
    expect(stdout).toContain(`"output":${alone.stdout.trim()},`);
  });

  it('keeps the order of the lines while commands run at once, and goes on after a failure', async () => {
    const symbols = Array.from({ length: 40 }, (_, index) => (index % 7 === 3 ? 'NOPE' : 'BTCUSDT'));
    const text = symbols.map((symbol) => `market ticker price ${symbol}`).join('\n');
    const { code, results, stderr } = await batch(text, '-j 8');
    expect([code, stderr]).toEqual([8, '40 lines: 34 done, 6 failed.\n']);
    expect(results.map(({ line, exitCode }) => [line, exitCode])).toEqual(
      symbols.map((symbol, index) => [index + 1, symbol === 'NOPE' ? 4 : 0]),
    );
    expect(results[3]).toMatchObject({ output: null, error: { kind: 'rejected', code: -1121 } });
  });

  it('with --fail-fast starts nothing after a failure and reports every line that was not run', async () => {
    const { code, results, stderr } = await batch(
      'market ping\nmarket ticker price NOPE\nmarket ping\nmarket time',
      '--fail-fast',
    );
    expect([code, stderr]).toEqual([8, '4 lines: 1 done, 1 failed, 2 not run.\n']);
    expect(results.map(({ exitCode, notRun }) => [exitCode, notRun])).toEqual([
      [0, null],
      [4, null],
      [null, 'failed-before'],
      [null, 'failed-before'],
    ]);
  });

  it('checks every line of a file before the first one runs', async () => {
    const { code, stdout, stderr } = await batch(
      [
        'sandbox fund USDT 5',
        'market pnig',
        'market ping --qiuck',
        'stream trades btcusdt',
        'stream trades btcusdt --count 1 --control',
        'ws session',
        'sandbox serve',
        'batch other.txt',
        'thesis validate -',
        'limits --watch',
        "market ticker 24hr --where 'price",
        'trade buy BTCUSDT 0.001 --yes',
      ].join('\n'),
    );
    const { error } = JSON.parse(stderr);
    expect([code, stdout, error.kind]).toEqual([2, '', 'usage']);
    expect(error.hint).toMatch(/^Nothing was run\. Did you mean ping\?/);
    expect(error.faults.map(({ message }: { message: string }) => message)).toEqual([
      'Line 2: Unknown command "pnig" for "bourse market".',
      'Line 3: Unknown option --qiuck for "bourse market ping".',
      'Line 4: stream trades cannot be a line of a batch: it runs until it is stopped, unless it has --count or --for or --until.',
      'Line 5: stream trades cannot be a line of a batch: with --control it reads stdin.',
      'Line 6: ws session cannot be a line of a batch: it reads stdin.',
      'Line 7: sandbox serve cannot be a line of a batch: it runs until it is stopped.',
      'Line 8: batch cannot be a line of a batch: it is a batch itself.',
      'Line 9: thesis validate cannot be a line of a batch: it reads stdin, which is the batch itself.',
      'Line 10: limits cannot be a line of a batch: with --watch it runs until it is stopped.',
      "Line 11: The quote ' at column 28 has no end.",
      'Line 12: A line of a batch cannot confirm itself.',
    ]);
  });

  it('reads standard input without a -, and asks for a file at a terminal', async () => {
    const piped = await bourse('batch --env sandbox', { stdin: 'market ping\n' });
    expect([piped.code, JSON.parse(piped.stdout)['command']]).toEqual([0, 'market ping']);
    const error = failure(await bourse('batch --env sandbox'));
    expect([error.exitCode, error.hint]).toEqual([2, expect.stringContaining('bourse batch < commands.txt')]);
  });

  it('checks the lines of a pipe as they arrive', async () => {
    const outcome = checked(
      await bourse('batch - --env sandbox', { stdin: 'market ping\nmarket pnig\nmarket ping\n' }),
    );
    expect(outcome.code).toBe(8);
    expect(outcome.results.map(({ exitCode }) => exitCode)).toEqual([0, 2, 0]);
  });

  it('answers the first line of a pipe before the second one arrives', async () => {
    let answered: () => void = () => {};
    const first = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const outcome = await bourse('batch - --env sandbox', {
      stdin: (async function* () {
        yield 'market ping\n';
        await first;
        yield 'market time\n';
      })(),
      onWrite: (name) => name === 'stdout' && answered(),
    });
    expect(lines(outcome.stdout)).toHaveLength(2);
  });

  it('reads no further line of a pipe after a failure with --fail-fast', async () => {
    const outcome = checked(
      await bourse('batch - --fail-fast --env sandbox', {
        stdin: 'market pnig\nmarket ping\nmarket time\nmarket ping\n',
      }),
    );
    expect(outcome.results.map(({ line, notRun }) => [line, notRun])).toEqual([
      [1, null],
      [2, 'failed-before'],
    ]);
  });

  it('asks nobody, and confirms writes only with --yes of the batch', async () => {
    const home = temporaryFolder();
    const line = 'funds withdraw USDT 20 0x8894e0a0c962cb723c1976a4421c95949be2d4e3 --network ETH';
    const refused = await batch(line, '', { home, ask: async () => 'yes' });
    expect(refused.results).toMatchObject([{ exitCode: 9, error: { kind: 'refused' } }]);
    const sent = await batch(line, '--yes', { home });
    expect(sent.results).toMatchObject([{ exitCode: 0, output: { id: expect.any(String) } }]);
  });

  it('leaves the policy its say on each line', async () => {
    const home = temporaryFolder();
    await bourse('policy halt', { home });
    const { code, results } = await batch('trade buy BTCUSDT 0.001\nmarket ping', '--yes', { home });
    expect([code, results.map(({ exitCode }) => exitCode)]).toEqual([8, [9, 0]]);
  });

  it('sees in a read what an earlier line has written', async () => {
    const home = temporaryFolder();
    const read = 'market trades BTCUSDT --limit 1';
    const { results } = await batch([read, read, 'trade buy BTCUSDT 0.5', read].join('\n'), '', { home });
    const alone = await bourse(read, { home, environment: { BOURSE_ENV: 'sandbox' } });
    const [first, second, , last] = results.map(({ output }) => output);
    expect(first).toEqual(second);
    expect(last).not.toEqual(first);
    expect(last).toEqual(JSON.parse(alone.stdout));
  });

  it('counts the requests of all lines towards one budget, and waits before the exchange refuses one', async () => {
    // 310 calls of weight 20 need more than the 6,000 of one minute.
    const { code, results } = await batch('market info BTCUSDT\n'.repeat(310));
    expect([code, results.flatMap(({ notes }) => notes)]).toEqual([
      0,
      [expect.stringMatching(/^Waiting \d+ seconds: spot has used \d+ of 6000 in this window\.$/)],
    ]);
  });

  it.each([
    [4, 1],
    // The connection pool, which takes long to load, takes over after a few lines.
    [12, 2],
  ])('sends %d lines over %d kept connections', async (lines, connectionCount) => {
    const connections = new Set<unknown>();
    const server = createServer((request, response) => {
      connections.add(request.socket);
      response.sendDate = false;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { code, results } = await batch(
      'market ping\n'.repeat(lines),
      `--host spot=http://127.0.0.1:${port}`,
      { environment: { BOURSE_ENV: '' } },
    );
    expect([code, results.length, connections.size]).toEqual([0, lines, connectionCount]);
  });

  it('gives each line the options of the batch that it does not give itself', async () => {
    const { results } = await batch(
      'trade order cancel BTCUSDT --order-id 1 --dry-run\ntrade order cancel BTCUSDT --order-id 1 --dry-run --env testnet',
      '--env demo',
      { environment: { BOURSE_ENV: '' } },
    );
    expect(results.map(({ output }) => (output as { environment?: string } | null)?.environment)).toEqual([
      'demo',
      'testnet',
    ]);
  });

  it('never shows a word that could be a key', async () => {
    const secret = 'aB3'.repeat(22).slice(0, 64);
    const outcome = checked(
      await bourse('batch - --env sandbox', {
        stdin: `market ping ${secret}\nmarket ping --secret=${secret}\nmarket "ping ${secret}\n`,
      }),
    );
    expect(outcome.results).toHaveLength(3);
    expect(outcome.stdout + outcome.stderr).not.toContain(secret);
  });

  it('ends whole when it is interrupted: running lines are reported, the others named', async () => {
    const interrupt = new AbortController();
    const { code, results, stderr } = await batch('market ping\nmarket ping\nmarket time', '', {
      interrupt: interrupt.signal,
      onWrite: (name) => name === 'stdout' && interrupt.abort(),
    });
    expect([code, stderr]).toEqual([
      130,
      expect.stringMatching(/^3 lines: 1 done, [01] failed, [12] not run\.\n$/),
    ]);
    expect(results.at(-1)).toMatchObject({ line: 3, exitCode: null, notRun: 'interrupted' });
    expect(results).toHaveLength(3);
  });

  it('names a file that cannot be read', async () => {
    const { code, stderr } = await bourse('batch absent.txt');
    expect([code, JSON.parse(stderr).error.message]).toEqual([
      2,
      expect.stringMatching(/^Expected a file of commands at .*absent\.txt, found no such file\.$/),
    ]);
  });

  it.each(['0', '65', 'many'])('refuses -j %s', async (count) => {
    const { code, stderr } = await batch('market ping', `-j ${count}`);
    expect([code, JSON.parse(stderr).error.message]).toEqual([
      2,
      '--jobs must be a whole number from 1 to 64.',
    ]);
  });
});
