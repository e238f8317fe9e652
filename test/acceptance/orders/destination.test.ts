/** What a command says about the destination of a request is where the request goes. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { failure, json } from '../outcomes.ts';
import { type RelayedRequest, startRelay } from '../relay.ts';
import { bourse, temporaryFolder } from '../world.ts';

const KEYS = `${'k'.repeat(64)}\n${'s'.repeat(64)}\n`;
const VAULT = { BOURSE_VAULT_PASSPHRASE: 'a sentence of my own' };
const KEY_VARIABLES = { BOURSE_API_KEY: 'k'.repeat(64), BOURSE_API_SECRET: 's'.repeat(64) };
/** A closed port, so that a call to a public host ends on this machine. */
const NOWHERE = 'http://127.0.0.1:1';
const ORDER = 'trade buy BTCUSDT 0.001 --at 60000 --skip-filters';

/** A machine whose active profile is for live, with a spot host of its own that answers each order. */
async function machineWithOwnHost() {
  const relay = await startRelay(NOWHERE);
  onTestFinished(() => relay.close());
  const answerTo = ({ path, body }: RelayedRequest) =>
    path === '/api/v3/time'
      ? { serverTime: 1_710_506_096_789 }
      : { orderId: 1, status: 'NEW', clientOrderId: new URLSearchParams(body).get('newClientOrderId') };
  relay.setAction((request) => ({ status: 200, body: JSON.stringify(answerTo(request)) }));
  const home = temporaryFolder();
  const add = `profile add live1 --env live --keys - --host spot=${relay.origin}`;
  expect((await bourse(add, { home, environment: VAULT, stdin: KEYS })).code).toBe(0);
  const asked: string[] = [];
  const run = (line: string, answer = 'yes') =>
    bourse(line, {
      home,
      environment: VAULT,
      ask: async (question) => {
        asked.push(question);
        return answer;
      },
    });
  return { relay, run, asked };
}

describe('a profile with a host of its own', () => {
  it('is asked with that host, to which the order then goes, not with the live exchange', async () => {
    const { relay, run, asked } = await machineWithOwnHost();
    expect(json(await run(ORDER))).toMatchObject({ orderId: 1 });
    expect(asked.length).toBe(1);
    expect(asked[0]).toContain(`, to ${relay.origin} (live, own host of the profile)\n`);
    expect(asked[0]).not.toContain('binance');
    expect(relay.requests.some(({ method }) => method === 'POST')).toBe(true);
  });

  it('is named by --debug and by doctor too', async () => {
    const { relay, run } = await machineWithOwnHost();
    const { stderr } = await run(`${ORDER} --yes --debug`);
    expect(stderr).toContain(
      `debug: POST /api/v3/order to ${relay.origin} (live, own host of the profile), weight 1`,
    );
    const findings = json<{ check: string; found: string }[]>(await run('doctor --offline'));
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'public calls', found: 'go to https://api.binance.com (live)' }),
    );
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'signed calls',
        found: `go to ${relay.origin} (live, own host of the profile)`,
      }),
    );
  });
});

describe('the confirmation of an order', () => {
  const symbols = [{ symbol: 'BTCUSDT', baseAsset: 'BTC', quoteAsset: 'USDT', filters: [] }];

  it('states the order in words, with its worth and destination, above the request', async () => {
    const { relay, run, asked } = await machineWithOwnHost();
    relay.setAction(() => ({ status: 200, body: JSON.stringify({ symbols }) }));
    const line = 'trade buy BTCUSDT 0.001 --at 60000 --new-client-order-id mine';
    expect(failure(await run(line, 'no')).exitCode).toBe(9);
    expect(asked).toEqual([
      `BUY 0.001 BTC at 60000 USDT, GTC, 60 USDT, to ${relay.origin} (live, own host of the profile)\n` +
        'POST /api/v3/order symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.001&price=60000&newClientOrderId=mine&newOrderRespType=FULL\n' +
        'Send it? Type yes: ',
    ]);
  });

  it.each([
    [
      'trade order place BTCUSDT --on usdm --side SELL --type MARKET --quantity 0.01 --reduce-only true',
      'SELL 0.01 BTCUSDT at market, reduce-only, on USD-M futures, to https://fapi.binance.com (live)\n',
    ],
    [
      'margin order place BTCUSDT --side BUY --type MARKET --quantity 0.01 --side-effect-type MARGIN_BUY --is-isolated TRUE',
      'BUY 0.01 BTCUSDT at market, borrowing what is missing, on isolated margin, to https://api.binance.com (live)\n',
    ],
    ['trade leverage BTCUSDT 7', 'Set the leverage of BTCUSDT to 7, to https://fapi.binance.com (live)\n'],
    [
      'funds transfer MAIN_UMFUTURE USDT 12.5',
      'Transfer 12.5 USDT, MAIN_UMFUTURE, to https://api.binance.com (live)\n',
    ],
    [
      'trade list otoco BTCUSDT --working-side BUY --working-quantity 0.01 --entry 60000 --take-profit 70000 --stop-loss 50000',
      'BUY 0.01 BTCUSDT at 60000, GTC; once it is filled: SELL 0.01 BTCUSDT at 70000, post-only; or SELL 0.01 BTCUSDT at market, STOP_LOSS triggered at 50000, to https://api.binance.com (live)\n',
    ],
  ])('begins with words for %s', async (line, expected) => {
    const asked: string[] = [];
    const skipped = line.includes('order place') || line.includes('list') ? ' --skip-filters' : '';
    await bourse(`${line}${skipped} --env live`, {
      environment: KEY_VARIABLES,
      ask: async (question) => {
        asked.push(question);
        return 'no';
      },
    });
    expect(asked[0]?.slice(0, expected.length)).toBe(expected);
  });

  it('lists the orders of a batch', async () => {
    const asked: string[] = [];
    const one = {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: '1',
      price: '500',
    };
    const orders = JSON.stringify([one, { ...one, side: 'SELL' }]);
    await bourse(
      ['trade', 'order', 'batch', '--on=usdm', `--batch-orders=${orders}`, '--skip-filters', '--env=live'],
      {
        environment: KEY_VARIABLES,
        ask: async (question) => {
          asked.push(question);
          return 'no';
        },
      },
    );
    expect(asked[0]).toContain(
      '2 orders on USD-M futures:\n  BUY 1 BTCUSDT at 500, GTC\n  SELL 1 BTCUSDT at 500, GTC, to https://fapi.binance.com (live)\n',
    );
  });
});

describe('a path that the public hosts serve elsewhere', () => {
  it.each([
    ['funds snapshot SPOT', '/sapi/v1/accountSnapshot'],
    ['funds dividends', '/sapi/v1/asset/assetDividend'],
  ])('is shown by the dry run of %s as it is sent', async (line, today) => {
    const words =
      line === 'funds dividends' ? '/sapi/v1/asset/dividendRecord' : '/sapi/v1/account/snapshot type=SPOT';
    const dryRun = `api GET ${words} --dry-run`;
    const { url } = json<{ url: string }>(await bourse(`${dryRun} --env live`));
    expect(new URL(url).pathname).toBe(today);
    const sent = await bourse(`${line} --env live --proxy ${NOWHERE} --debug`, {
      environment: KEY_VARIABLES,
    });
    expect(sent.stderr).toContain(`debug: GET ${today} to https://api.binance.com (live)`);
  });
});

describe('an environment without the host or path of a call', () => {
  it('is refused by the dry run with the words of the call itself', async () => {
    const line =
      'funds withdraw USDT 25 0x52908400098527886E0F7030069857D2E4169EE7 --network BSC --env testnet';
    const [shown, sent] = [
      failure(await bourse(`${line} --dry-run`, { environment: KEY_VARIABLES })),
      failure(await bourse(`${line} --yes`, { environment: KEY_VARIABLES })),
    ];
    expect(shown.message).toContain('The testnet environment has no /sapi/ paths');
    expect([shown.exitCode, shown.message]).toEqual([sent.exitCode, sent.message]);
  });
});

describe('an order over the WebSocket API', () => {
  const parameters = 'symbol=BTCUSDT side=BUY type=LIMIT timeInForce=GTC price=60000 quantity=0.001';
  it.each([`ws call order.place ${parameters}`, `${ORDER} --via ws`])(
    'is asked with the address of the WebSocket API: %s',
    async (line) => {
      const asked: string[] = [];
      const outcome = await bourse(`${line} --env live`, {
        environment: KEY_VARIABLES,
        ask: async (question) => {
          asked.push(question);
          return 'no';
        },
      });
      expect(failure(outcome).exitCode).toBe(9);
      expect(asked.join()).toContain(', to wss://ws-api.binance.com (live)\n');
    },
  );
});
