/** `bourse shell` through run(): scripts on stdin, and lines typed at a terminal. */
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LineRequest } from '../../../src/app/line-editor.ts';
import { systemClock } from '../../../src/app/world.ts';
import { lines } from '../outcomes.ts';
import { bourse, temporaryFolder, type WorldOptions } from '../world.ts';

const SANDBOX = { BOURSE_ENV: 'sandbox' };

/** Types lines at a terminal of a shell; Ctrl-D follows the last. Returns also what each prompt showed. */
async function type(typed: readonly string[], words = 'shell', options: WorldOptions = {}) {
  const requests: LineRequest[] = [];
  const outcome = await bourse(words, {
    terminal: 100,
    environment: SANDBOX,
    ...options,
    editLine: async (request) => {
      requests.push(request);
      return typed[requests.length - 1];
    },
  });
  return { ...outcome, requests, prompts: requests.map(({ prompt }) => prompt) };
}

describe('shell on a pipe', () => {
  it('runs lines like a script and returns the exit code of the last command', async () => {
    const stdin =
      "# prices\nmarket ticker price BTCUSDT\nbourse market ticker price 'ETHUSDT'\nmarket pnig\n";
    const { code, stdout, stderr } = await bourse('shell', { stdin, environment: SANDBOX });
    expect(code).toBe(2);
    expect(lines<{ symbol: string }>(stdout).map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT']);
    expect(JSON.parse(stderr).error.message).toBe('Unknown command "pnig" for "bourse market".');
  });

  it('ends at exit, and with success where the last command had success', async () => {
    const stdin = 'market pnig\nmarket ping\nexit\nmarket pnig\n';
    const { code, stdout } = await bourse('shell', { stdin, environment: SANDBOX });
    expect([code, stdout]).toEqual([0, '{}\n']);
  });

  it('lends its options to every command that does not give them', async () => {
    const cancel = 'trade order cancel BTCUSDT --order-id 1 --dry-run';
    const { stdout } = await bourse('shell --env demo', { stdin: `${cancel}\n${cancel} --env testnet\n` });
    const environments = lines<{ environment: string }>(stdout).map(({ environment }) => environment);
    expect(environments).toEqual(['demo', 'testnet']);
  });

  it('gives no command its own input', async () => {
    const { code, stderr } = await bourse('shell', { stdin: 'ws session\n', environment: SANDBOX });
    expect([code, stderr]).toEqual([2, expect.stringContaining('A command of the shell cannot read stdin.')]);
  });

  it('runs no shell in a shell', async () => {
    const { code, stderr } = await bourse('shell', { stdin: 'shell\n' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('This is the shell already.')]);
  });
});

describe('shell at a terminal', () => {
  it('prompts until Ctrl-D and draws tables as outside of the shell', async () => {
    const { code, stdout, prompts } = await type(['market ticker price BTCUSDT', '']);
    expect([code, prompts]).toEqual([0, Array(3).fill('bourse sandbox> ')]);
    const alone = await bourse('market ticker price BTCUSDT', { terminal: 100, environment: SANDBOX });
    expect(stdout).toBe(alone.stdout);
  });

  it('shows the live environment in red', async () => {
    const { prompts } = await type([], 'shell', { environment: {} });
    expect(prompts).toEqual(['bourse \u001b[31mlive\u001b[39m> ']);
  });

  it('asks before a write as outside of the shell', async () => {
    const questions: string[] = [];
    const { stderr } = await type(
      ['funds withdraw USDT 20 0x8894e0a0c962cb723c1976a4421c95949be2d4e3 --network ETH'],
      'shell',
      {
        ask: async (question) => {
          questions.push(question);
          return 'no';
        },
      },
    );
    expect([questions.length, stderr]).toEqual([1, expect.stringContaining('Not sent.')]);
  });

  it('ends the running command at Ctrl-C, and goes on with the next line', async () => {
    const listeners: (() => void)[] = [];
    const { code, stdout } = await type(
      ['stream trades btcusdt --records -o ndjson', 'market ping'],
      'shell',
      {
        // A stream follows the clock of the system: a fixed clock never waits.
        clock: systemClock(),
        captureInterrupts(listener) {
          listeners.push(listener);
          return () => {};
        },
        onWrite: (name, text) => {
          if (name === 'stdout' && text.includes('"bourse":"hello"')) listeners.at(-1)!();
        },
      },
    );
    expect([code, listeners.length]).toEqual([0, 2]);
    expect(stdout).toMatch(/ok\n$/);
  });

  it('keeps a private history without keys, and offers it to the next shell', async () => {
    const home = temporaryFolder();
    const file = join(home, 'state/shell-history');
    const secret = 'aB3'.repeat(22).slice(0, 64);
    await type(
      [
        'market ping',
        'market ping',
        `market ping --secret=${secret}`,
        `market "${secret}`,
        ' market time',
        'help',
      ],
      'shell',
      { home },
    );
    expect(readFileSync(file, 'utf8')).toBe('market ping\nhelp\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    const { requests } = await type([], 'shell', { home });
    expect(requests[0]!.history).toEqual(['help', 'market ping']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
