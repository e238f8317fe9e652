import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOSTS } from '../../../src/catalogue/hosts.ts';
import type { SandboxHosts } from '../../../src/sandbox/identity.ts';
import { type RunOptions, runInSandbox, sandboxEnv } from '../../../src/sandbox/process/run.ts';

const hosts = Object.fromEntries(
  HOSTS.map((host, index) => [host.name, `http://127.0.0.1:${4000 + index}`]),
) as SandboxHosts;
const sandbox = { hosts, seed: 7, apiKey: 'SandboxKeyA', apiSecret: 'secret' };
/** Without the environment of the test runner, Node starts faster and prints nothing. */
const PATH = process.env['PATH'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-run-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(script: string, changed: Partial<RunOptions> = {}): Promise<number> {
  return runInSandbox({
    command: process.execPath,
    args: ['-e', script, join(folder, 'out')],
    sandbox,
    env: { PATH },
    onSignal: () => () => {},
    isTerminal: false,
    ...changed,
  });
}

describe('the environment of a program in the sandbox', () => {
  it('has two variables for each host, the keys, the seed and the environment', () => {
    const env = sandboxEnv(sandbox);
    expect(env).toMatchObject({
      BOURSE_ENV: 'sandbox',
      BOURSE_HOST_SPOT: hosts.spot,
      BOURSE_HOST_SPOT_ALT_1: hosts['spot-alt-1'],
      BOURSE_HOST_WS_API: hosts['ws-api'],
      BOURSE_API_KEY: 'SandboxKeyA',
      BOURSE_API_SECRET: 'secret',
      SANDBOX_SPOT_URL: hosts.spot,
      SANDBOX_SPOT_WS_URL: hosts['spot-ws'],
      SANDBOX_API_KEY: 'SandboxKeyA',
      SANDBOX_API_SECRET: 'secret',
      SANDBOX_SEED: '7',
    });
    expect(Object.keys(env).filter((name) => name.startsWith('BOURSE_HOST_'))).toHaveLength(HOSTS.length);
  });

  it('keeps other variables, except those that would address another exchange', () => {
    const env = sandboxEnv(sandbox, {
      HOME: '/home',
      GONE: undefined,
      BOURSE_PROFILE: 'live',
      BOURSE_HOST_FUTURES_TESTNET: 'https://elsewhere.test',
      BOURSE_API_KEY: 'live key',
      BOURSE_ENV: 'live',
      no_proxy: 'intranet',
    });
    expect(env).toMatchObject({ HOME: '/home', BOURSE_ENV: 'sandbox', BOURSE_API_KEY: 'SandboxKeyA' });
    expect(env['no_proxy']).toBe('intranet,127.0.0.1,localhost,::1');
    expect(env['NO_PROXY']).toBe('127.0.0.1,localhost,::1');
    for (const name of ['GONE', 'BOURSE_PROFILE', 'BOURSE_HOST_FUTURES_TESTNET'])
      expect(env).not.toHaveProperty(name);
    expect(Object.values(env)).not.toContain('live key');
  });
});

describe('running a program', () => {
  it.each([0, 1, 3, 77])('ends with its exit code %i', async (code) => {
    expect(await run(`process.exit(${code})`)).toBe(code);
  });

  it('passes the environment and the arguments unchanged', async () => {
    const script = `require('fs').writeFileSync(process.argv[1], JSON.stringify([process.env.SANDBOX_SPOT_URL, process.argv[2]]))`;
    const args = ['-e', script, join(folder, 'out'), '$HOME; "quoted"'];
    expect(await run('', { args })).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'out'), 'utf8'))).toEqual([hosts.spot, '$HOME; "quoted"']);
  });

  it('ends with 128 plus the number of the signal that ended it', async () => {
    expect(await run(`process.kill(process.pid, 'SIGKILL')`)).toBe(137);
  });

  /** Sends signals after the child has started, and returns what the child wrote. */
  async function runWithSignals(isTerminal: boolean, signals: readonly NodeJS.Signals[]): Promise<string> {
    const out = join(folder, 'out');
    const script = `
      const fs = require('fs');
      for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {
        fs.appendFileSync(process.argv[1], name + ' ');
        if (name === 'SIGTERM') process.exit(5);
      });
      fs.appendFileSync(process.argv[1], 'up ');
      setInterval(() => {}, 1000);`;
    let stopped = false;
    let send: (signal: NodeJS.Signals) => void = () => {};
    const ended = run(script, {
      isTerminal,
      onSignal: (listener) => {
        send = listener;
        return () => {
          stopped = true;
        };
      },
    });
    const readOutput = () => {
      try {
        return readFileSync(out, 'utf8');
      } catch {
        return '';
      }
    };
    while (readOutput() === '') await new Promise((resolve) => setTimeout(resolve, 5));
    for (const signal of signals) {
      const before = readOutput();
      send(signal);
      if (isTerminal && signal === 'SIGINT') continue;
      while (readOutput() === before) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await ended).toBe(5);
    expect(stopped).toBe(true);
    return readOutput();
  }

  it('forwards signals and ends when the child ends', async () => {
    expect(await runWithSignals(false, ['SIGINT', 'SIGTERM'])).toBe('up SIGINT SIGTERM ');
  });

  it('does not forward SIGINT from a terminal, which sends it to the child itself', async () => {
    expect(await runWithSignals(true, ['SIGINT', 'SIGTERM'])).toBe('up SIGTERM ');
  });

  it('is a usage error if the program does not exist, and removes the signal handlers', async () => {
    let stopped = false;
    const missing = run('', {
      command: join(folder, 'no-such-program'),
      onSignal: () => () => {
        stopped = true;
      },
    });
    await expect(missing).rejects.toMatchObject({ facts: { kind: 'usage' }, exitCode: 2 });
    expect(stopped).toBe(true);
  });
});
