/** What --dry-run shows is what would be sent: to the exchange of the profile, whose keys nobody has to give. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failure, json } from '../outcomes.ts';
import { bourse, temporaryFolder } from '../world.ts';

const VAULT = { BOURSE_VAULT_PASSPHRASE: 'a sentence of my own' };
const KEYS = `${'k'.repeat(64)}\n${'s'.repeat(64)}\n`;
const ORDER = 'trade buy BTCUSDT 0.001 --at 60000 --dry-run';

/** A machine with a profile of the testnet in use, kept in a vault that is locked. */
async function machine(add = 'profile add main --env testnet --keys -') {
  const home = temporaryFolder();
  expect((await bourse(add, { home, environment: VAULT, stdin: KEYS })).code).toBe(0);
  return home;
}

describe('an order that is only shown', () => {
  it.each(['', ' --profile main'])(
    'goes where the profile belongs, not to the live exchange:%s',
    async (named) => {
      const home = await machine();
      const { url } = json<{ url: string }>(await bourse(`${ORDER} --skip-filters${named}`, { home }));
      expect(url).toBe('https://testnet.binance.vision/api/v3/order');
    },
  );

  it('is refused with a profile that there is not', async () => {
    const { kind, message } = failure(await bourse(`${ORDER} --skip-filters --profile nobody`));
    expect([kind, message]).toEqual(['credentials', 'There is no profile "nobody".']);
  });

  it('is checked by the rules of the exchange that it would go to, without its keys', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
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
