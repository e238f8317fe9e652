/** `bourse api` for orders of the catalogue, and for paths that the catalogue does not know. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { failure, json } from '../outcomes.ts';
import { type RelayAction, type RelayedRequest, startRelay } from '../relay.ts';
import { openRelayedSandbox } from '../relayed-sandbox.ts';
import { bourse, NOW, temporaryFolder } from '../world.ts';

const ORDER = 'symbol=BTCUSDT side=BUY type=LIMIT timeInForce=GTC quantity=0.01 price=50000';
const KEYS = { BOURSE_API_KEY: 'K'.repeat(64), BOURSE_API_SECRET: 'S'.repeat(64) };

/** An exchange that answers each path outside the catalogue with `action`. */
async function openExchange(action: RelayAction) {
  const relay = await startRelay('http://127.0.0.1:1');
  onTestFinished(() => relay.close());
  relay.setAction(({ path }) =>
    path.endsWith('/time') ? { status: 200, body: `{"serverTime":${NOW}}` } : action,
  );
  const asked: string[] = [];
  const run = (line: string, answer?: string) =>
    bourse(`${line} --host spot=${relay.origin} --host usdm=${relay.origin}`, {
      environment: KEYS,
      ask: async (question) => {
        asked.push(question);
        return answer;
      },
    });
  const calls = () => relay.requests.filter(({ path }) => !path.endsWith('/time'));
  return { run, asked, calls };
}

const namesOf = ({ query, body }: RelayedRequest) => [...new URLSearchParams(query || body).keys()];

describe('an order by bourse api', () => {
  it('has a client order id and recvWindow, is checked by the filters, and is found if its answer is lost', async () => {
    const { run, relay } = await openRelayedSandbox();
    relay.setAction(({ method }) => (method === 'POST' ? 'cut-answer' : 'pass'));
    const { clientOrderId, status } = json<{ clientOrderId: string; status: string }>(
      await run(`api POST /api/v3/order ${ORDER}`),
    );
    expect(clientOrderId).toMatch(/^bo[0-9A-Z]{26}-1$/);
    expect(status).toBe('NEW');
    const posts = relay.requests.filter(({ method }) => method === 'POST');
    expect(posts.map(namesOf)).toEqual([
      [
        ...ORDER.split(' ').map((word) => word.split('=')[0]!),
        'newClientOrderId',
        'recvWindow',
        'timestamp',
        'signature',
      ],
    ]);
    const fine = failure(await run(`api POST /api/v3/order ${ORDER.replace('50000', '50000.001')}`));
    expect(fine).toMatchObject({ exitCode: 2, execution: 'not_executed' });
    expect(fine.message).toContain('price: expected a multiple of 0.01 (PRICE_FILTER), found 50000.001.');
  });

  it('is sent with the recvWindow of --recv-window, as a read is', async () => {
    const { run, relay } = await openRelayedSandbox();
    json(await run(`api POST /api/v3/order ${ORDER} --recv-window 1234`));
    json(await run('api GET /api/v3/openOrders --recv-window 1234'));
    json(await run('api GET /api/v3/openOrders'));
    const signed = relay.requests.filter(({ query, body }) => (query || body).includes('signature='));
    expect(signed.map(({ query, body }) => new URLSearchParams(query || body).get('recvWindow'))).toEqual([
      '1234',
      '1234',
      null,
    ]);
  });

  it('shows in the dry run what is added to a signed call, and no more', async () => {
    const added = async (line: string) =>
      json<{ addedWhenSent: string[]; recvWindow: number | null }>(
        await bourse(`${line} --dry-run --env live`),
      );
    expect(await added('api GET /api/v3/openOrders')).toMatchObject({
      addedWhenSent: ['X-MBX-APIKEY', 'timestamp', 'signature'],
      recvWindow: null,
    });
    expect(await added('api GET /api/v3/openOrders --recv-window 900')).toMatchObject({
      addedWhenSent: ['X-MBX-APIKEY', 'recvWindow', 'timestamp', 'signature'],
      recvWindow: 900,
    });
    expect((await added('api GET /api/v3/depth symbol=BTCUSDT')).addedWhenSent).toEqual([]);
  });
});

describe('a path outside the catalogue', () => {
  it.each([
    ['', [], false],
    ['--security MARKET_DATA', [], true],
    ['--security USER_STREAM', [], true],
    ['--sign', ['timestamp', 'signature'], true],
    ['--security TRADE --recv-window 700', ['recvWindow', 'timestamp', 'signature'], true],
  ] as const)('is sent with what %j asks for', async (options, added, hasKey) => {
    const { run, calls } = await openExchange({ status: 200, body: '{"a":1}' });
    const outcome = await run(`api GET /sapi/v9/brand-new coin=BTC ${options}`);
    expect(json(outcome)).toEqual({ a: 1 });
    expect(calls().map(namesOf)).toEqual([['coin', ...added]]);
    expect(calls()[0]!.headers['x-mbx-apikey']).toBe(hasKey ? KEYS.BOURSE_API_KEY : undefined);
    expect(outcome.stderr.includes('The API key goes to http://127.0.0.1:')).toBe(hasKey);
    expect(outcome.stderr).toContain('its weight is counted as 1');
  });

  it('that is not read is confirmed, sent once, and unknown if its answer is lost', async () => {
    const { run, asked, calls } = await openExchange('cut');
    const line = 'api POST /sapi/v9/brand-new coin=BTC --sign';
    expect(failure(await run(line, 'no')).exitCode).toBe(9);
    expect(asked[0]).toMatch(/^POST \/sapi\/v9\/brand-new coin=BTC, to http:.*\nSend it\? Type yes: $/);
    expect(calls()).toEqual([]);
    const error = failure(await run(line, 'yes'));
    expect(error).toMatchObject({ exitCode: 7, kind: 'execution-unknown', execution: 'unknown' });
    expect(calls().map(namesOf)).toEqual([['coin', 'timestamp', 'signature']]);
  });

  it('goes to the host of --at-host, whatever its path', async () => {
    const { run, calls } = await openExchange({ status: 200, body: '{}' });
    json(await run('api GET /other/v1/thing --at-host usdm'));
    expect(calls().map(({ path }) => path)).toEqual(['/other/v1/thing']);
    const { url } = json<{ url: string }>(
      await bourse('api GET /other/v1/thing --at-host usdm --env live --dry-run'),
    );
    expect(url).toBe('https://fapi.binance.com/other/v1/thing');
  });

  it('says so where the key goes to a host that the profile does not name', async () => {
    const home = temporaryFolder();
    const environment = { BOURSE_VAULT_PASSPHRASE: 'a sentence of my own' };
    const stdin = `${'k'.repeat(64)}\n${'s'.repeat(64)}\n`;
    const add = 'profile add main --env live --keys - --host spot=https://own.example';
    expect((await bourse(add, { home, environment, stdin })).code).toBe(0);
    const notes = async (path: string) =>
      (await bourse(`api GET ${path} --sign --dry-run`, { home, environment })).stderr;
    expect(await notes('/fapi/v9/new')).toContain(
      'The API key goes to https://fapi.binance.com (live), a host that the profile does not name.',
    );
    expect(await notes('/api/v9/new')).toContain(
      'The API key goes to https://own.example (live, own host of the profile).',
    );
  });

  it.each([
    ['api GET /api/v9/x timestamp=1 --sign', 'timestamp is added on signing.'],
    ['api GET /api/v9/x --sign --security NONE', '--sign signs the call, and --security NONE is not signed.'],
    [
      'api GET /api/v3/depth symbol=BTCUSDT --sign',
      'GET /api/v3/depth is in the catalogue, with the security NONE.',
    ],
    [
      `api POST /api/v3/order ${ORDER} --security NONE`,
      'POST /api/v3/order is in the catalogue, with the security TRADE.',
    ],
    [`api POST /api/v3/order ${ORDER} --at-host usdm`, 'goes to the host spot, not to usdm.'],
    ['api GET /other/v1/thing', 'No host is known to serve /other/v1/thing.'],
  ])('is refused before anything is sent: %s', async (line, message) => {
    const error = failure(await bourse(`${line} --env live`, { environment: KEYS }));
    expect([error.exitCode, error.message]).toEqual([2, expect.stringContaining(message)]);
  });
});
