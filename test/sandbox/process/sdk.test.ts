import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/app/world.ts';
import { ToolError } from '../../../src/core/errors.ts';
import { runInSandbox } from '../../../src/sandbox/process/run.ts';
import {
  guardVariables,
  runsInNode,
  sdkVariables,
  servedHostNames,
} from '../../../src/sandbox/process/sdk.ts';
import { SDKS } from '../../../src/sandbox/process/sdks.ts';
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/process/serve.ts';

const open: RunningSandbox[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
});

const programFile = new URL('../../../bin/bourse.js', import.meta.url).pathname;

/** Runs a script of Node with the variables of a client, or those that keep it from the exchange; returns its exit code. */
async function runScript(
  script: string,
  hostNames: readonly string[] = [...servedHostNames().keys()],
  sdk: string | null = 'ccxt',
) {
  const sandbox = await startSandbox({ clock: systemClock(), seed: 1, port: 0, hostNames });
  open.push(sandbox);
  const command = process.execPath;
  return runInSandbox({
    command,
    args: ['--input-type=module', '-e', script],
    sandbox,
    env: { PATH: process.env['PATH'] },
    added:
      sdk === null ? guardVariables({ programFile }) : sdkVariables(sdk, { command, programFile }, sandbox),
    onSignal: () => () => {},
    isTerminal: false,
  });
}

describe('a program of a client that has no address set', () => {
  it('reaches the sandbox by https, by fetch and by an upgrade, each at its host', async () => {
    const script = `
      import https from 'node:https';
      const get = (url, options = {}) => new Promise((resolve, reject) => {
        https.get(url, options, (response) => resolve(response.statusCode)).on('error', reject)
          .on('upgrade', (response, socket) => { socket.destroy(); resolve(response.statusCode); });
      });
      const headers = {
        Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': 13,
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      };
      const codes = [
        (await fetch('https://api.binance.com/api/v3/time')).status,
        (await fetch('https://dapi.binance.com/dapi/v1/time')).status,
        await get('https://fapi.binance.com/fapi/v1/time', { agent: new https.Agent({ keepAlive: true }) }),
        await get('https://stream.binance.com:9443/ws/btcusdt@trade', { headers }),
        process.env.BINANCE_APIKEY === process.env.SANDBOX_API_KEY ? 1 : 0,
      ];
      process.exit(codes.join() === '200,200,200,101,1' ? 0 : 1);`;
    expect(await runScript(script)).toBe(0);
  });

  it('never reaches a host of the exchange that the sandbox does not serve', async () => {
    const script = `
      const error = await fetch('https://nosuchhost.binance.com/x').catch(({ cause }) => cause);
      process.exit(String(error?.message).includes('does not serve nosuchhost.binance.com') ? 0 : 1);`;
    expect(await runScript(script)).toBe(0);
  });

  it('is refused by a sandbox that was not started for a client', async () => {
    const script = `process.exit((await fetch('https://api.binance.com/api/v3/time')).status === 403 ? 0 : 1);`;
    expect(await runScript(script, [])).toBe(0);
  });
});

describe('a program without a client', () => {
  it('never reaches the exchange, and reaches the sandbox by its addresses', async () => {
    const script = `
      const error = await fetch('https://api.binance.com/api/v3/time').catch(({ cause }) => cause);
      const { status } = await fetch(process.env.SANDBOX_SPOT_URL + '/api/v3/time');
      process.exit(String(error?.message).includes('connecting to api.binance.com. With --sdk') && status === 200 ? 0 : 1);`;
    expect(await runScript(script, [], null)).toBe(0);
  });

  it.each([
    ['node', true],
    ['/usr/bin/node', true],
    ['npm', true],
    ['python3', false],
    ['./bot', undefined],
    ['nodeish', undefined],
  ])('is known to be one of Node, or not, by its name: %s', (command, expected) => {
    expect(runsInNode(command)).toBe(expected);
  });
});

describe('the variables of a client', () => {
  const sandbox = {
    hosts: new Proxy({}, { get: () => 'http://127.0.0.1:1234' }) as RunningSandbox['hosts'],
    apiKey: 'key',
    apiSecret: 'secret',
  };

  it.each(Object.keys(SDKS))('of %s hold the key and the port of every public host', (sdk) => {
    const found = sdkVariables(sdk, { command: 'node', programFile, nodeOptions: '--no-warnings' }, sandbox);
    for (const [key, secret] of SDKS[sdk]!) expect([found[key], found[secret]]).toEqual(['key', 'secret']);
    const ports = JSON.parse(found['SANDBOX_PORTS']!);
    const rest = ['api', 'api1', 'fapi', 'dapi', 'eapi'];
    const streams = ['stream', 'fstream', 'dstream', 'ws-api', 'ws-fapi', 'ws-dapi'];
    for (const host of [...rest, ...streams]) expect(ports[`${host}.binance.com`]).toBe('1234');
    expect(found['NODE_OPTIONS']).toMatch(/^--no-warnings --require ".*bin\/redirect-exchange\.js"$/);
  });

  it.each(['python3', '/usr/bin/python', 'bun'])(
    'are refused for %s, which would reach the exchange',
    (command) => {
      const attempt = () => sdkVariables('ccxt', { command, programFile }, sandbox);
      expect(attempt).toThrow(ToolError);
      expect(attempt).toThrow('would reach the real exchange');
    },
  );
});
