/** --dry-run shows the destination of the active profile, without reading its keys. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failure, json } from '../outcomes.ts';
import { withServedSandbox } from '../served-sandbox.ts';
import { bourse, temporaryFolder } from '../world.ts';

const VAULT = { BOURSE_VAULT_PASSPHRASE: 'a sentence of my own' };
const KEYS = `${'k'.repeat(64)}\n${'s'.repeat(64)}\n`;
const ORDER = 'trade buy BTCUSDT 0.001 --at 60000 --dry-run';

/** A machine whose active profile is for the testnet, with keys in a locked vault. */
async function machine(add = 'profile add main --env testnet --keys -') {
  const home = temporaryFolder();
  expect((await bourse(add, { home, environment: VAULT, stdin: KEYS })).code).toBe(0);
  return home;
}

describe('an order with --dry-run', () => {
  it.each(['', ' --profile main'])(
    'shows the host of the profile, not the live exchange:%s',
    async (named) => {
      const home = await machine();
      const { url } = json<{ url: string }>(await bourse(`${ORDER} --skip-filters${named}`, { home }));
      expect(url).toBe('https://testnet.binance.vision/api/v3/order');
    },
  );

  it('is refused with an unknown profile', async () => {
    const { kind, message } = failure(await bourse(`${ORDER} --skip-filters --profile nobody`));
    expect([kind, message]).toEqual(['credentials', 'There is no profile "nobody".']);
  });

  it('is checked with the rules of its destination, without keys', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      response.sendDate = false;
      asked.push(request.url ?? '');
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end('{"code":-1121,"msg":"Invalid symbol."}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const home = await machine(`profile add main --env testnet --keys - --host spot=${here}`);
    const { url } = json<{ url: string }>(await bourse(ORDER, { home }));
    expect(url).toBe(`${here}/api/v3/order`);
    expect(asked).toEqual(['/api/v3/exchangeInfo?symbol=BTCUSDT']);
  });
});

describe('a call with --dry-run while a sandbox runs', () => {
  it.each([
    ['today', '/fapi/v2/ticker/price'],
    ['document', '/fapi/v1/ticker/price'],
  ])('showed the path of the document whatever the sandbox serves: %s', async (served, path) => {
    const home = temporaryFolder();
    const work = async () => {
      const line = 'api GET /fapi/v1/ticker/price --env sandbox --dry-run -o json';
      expect(json<{ url: string }>(await bourse(line, { home })).url).toBe(`usdm${path}`);
    };
    await withServedSandbox(home, `--interface ${served}`, work, { pid: process.pid });
  });
});
