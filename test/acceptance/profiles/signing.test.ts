import { createHmac, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createServices } from '../../../src/app/services.ts';
import { readSettings } from '../../../src/app/settings.ts';
import { checkRawCall, prepareUnknown } from '../../../src/request/raw.ts';
import { startRawServer } from '../../transport/raw-server.ts';
import { failure, json } from '../outcomes.ts';
import { type RelayedRequest, splitSignature } from '../relay.ts';
import { OWN_SECRET, openRelayedSandbox, RESTING } from '../relayed-sandbox.ts';
import { bourse, testWorld } from '../world.ts';

/** An API key in the format of the sandbox. */
const OWN_KEY = 'SandboxKeyOfATest'.padEnd(64, 'k');

/** Returns payload and signature; fails unless the request has the key, and one signature at its end. */
function expectSigned(sent: RelayedRequest, apiKey: string): { payload: string; signature: string } {
  expect(sent.headers['x-mbx-apikey']).toBe(apiKey);
  expect((sent.query + sent.body).match(/(^|&)signature=/g)?.length).toBe(1);
  const parts = splitSignature(sent);
  expect(parts.payload).toMatch(/(^|&)timestamp=\d{13}$/);
  return parts;
}

describe('the bytes that are sent', () => {
  it('of reads, orders and cancellations contain the key and end with the signature of everything before it', async () => {
    const { run, relay, keys } = await openRelayedSandbox();
    json(await run('account info --omit-zero-balances --recv-window 6000'));
    json(await run(`${RESTING} --new-client-order-id a:b/c.d_e-f --skip-filters`));
    json(await run('trade order cancel BTCUSDT --orig-client-order-id a:b/c.d_e-f'));
    const signed = relay.requests.filter(({ path }) => path !== '/api/v3/time');
    expect(signed.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v3/account',
      'POST /api/v3/order',
      'DELETE /api/v3/order',
    ]);
    for (const sent of signed) {
      const { payload, signature } = expectSigned(sent, keys.apiKey);
      expect(signature).toBe(createHmac('sha256', keys.apiSecret).update(payload).digest('hex'));
      // An order is sent in the body only, everything else in the query only.
      expect([sent.query === '', sent.body === '']).toEqual(
        sent.method === 'POST' ? [true, false] : [false, true],
      );
    }
    expect(signed[0]!.query).toContain('omitZeroBalances=true&recvWindow=6000&timestamp=');
    expect(signed[1]!.body).toContain('newClientOrderId=a%3Ab%2Fc.d_e-f');
    expect(signed[1]!.headers['content-type']).toBe('application/x-www-form-urlencoded');
  });

  it('of public calls contain no key and no signature', async () => {
    const { run, relay } = await openRelayedSandbox();
    json(await run('market ticker price BTCUSDT'));
    expect(relay.requests.map(({ query, headers }) => [query, headers['x-mbx-apikey']])).toEqual([
      ['symbol=BTCUSDT', undefined],
    ]);
  });

  it('of calls that need only a key contain it without a signature', async () => {
    const { run, relay, keys } = await openRelayedSandbox();
    json(await run('stream listen-key create'));
    const [sent] = relay.requests;
    expect([sent!.headers['x-mbx-apikey'], sent!.query, sent!.body]).toEqual([keys.apiKey, '', '']);
  });

  const HARD = [
    { name: 'email', text: 'name+tag@example.com' },
    { name: 'note', text: 'two words & more = 100 % (really!)*' },
    { name: 'symbol', text: '１２３４５６' },
    { name: 'symbols', text: '["BTCUSDT","ÄÖ+€"]' },
    { name: 'emoji', text: '🙂' },
  ];
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ed25519 = generateKeyPairSync('ed25519');
  const pem = (key: typeof rsa.privateKey) => String(key.export({ type: 'pkcs8', format: 'pem' }));

  it.each([
    {
      kind: 'HMAC',
      secret: OWN_SECRET,
      isRight: (payload: string, signature: string) =>
        signature === createHmac('sha256', OWN_SECRET).update(payload).digest('hex'),
    },
    {
      kind: 'RSA',
      secret: pem(rsa.privateKey),
      isRight: (payload: string, signature: string) =>
        verify('sha256', Buffer.from(payload), rsa.publicKey, Buffer.from(signature, 'base64')),
    },
    {
      kind: 'Ed25519',
      secret: pem(ed25519.privateKey),
      isRight: (payload: string, signature: string) =>
        verify(null, Buffer.from(payload), ed25519.publicKey, Buffer.from(signature, 'base64')),
    },
  ])('are signed as sent with $kind, whatever characters they contain', async ({ secret, isRight }) => {
    const { relay } = await openRelayedSandbox();
    relay.setAction(() => ({ status: 200, body: '{"done":true}' }));
    const environment = { BOURSE_API_KEY: OWN_KEY, BOURSE_API_SECRET: secret };
    const world = testWorld({ environment }, { stdout: '', stderr: '' });
    const services = createServices(
      world,
      readSettings({ host: [`spot=${relay.origin}`] }, world.environment),
      () => {},
    );
    onTestFinished(() => services.close());
    for (const method of ['GET', 'POST', 'DELETE', 'PUT']) {
      const raw = checkRawCall({ method, path: '/api/v3/anything' }, []);
      await services.call(prepareUnknown(raw, HARD, { security: 'USER_DATA' }).request);
      const sent = relay.requests.at(-1)!;
      const { payload, signature } = expectSigned(sent, OWN_KEY);
      expect(sent.method).toBe(method);
      expect(payload).toMatch(/^[A-Za-z0-9._~%&=-]+$/);
      const read = payload.split('&').map((pair) => pair.split('=').map(decodeURIComponent));
      expect(read.slice(0, HARD.length)).toEqual(HARD.map(({ name, text }) => [name, text]));
      expect(isRight(payload, signature)).toBe(true);
      expect(isRight(`${payload}0`, signature)).toBe(false);
    }
  });

  it('can contain a symbol that is not ASCII, which the exchange rejects', async () => {
    const { run, relay, keys } = await openRelayedSandbox();
    const error = failure(await run(['trade', 'open-orders', '１２３４５６']));
    expect(error).toMatchObject({ kind: 'rejected', code: -1121, exitCode: 4 });
    const { payload, signature } = expectSigned(relay.requests.at(-1)!, keys.apiKey);
    expect(payload).toContain('symbol=%EF%BC%91%EF%BC%92%EF%BC%93%EF%BC%94%EF%BC%95%EF%BC%96');
    expect(signature).toBe(createHmac('sha256', keys.apiSecret).update(payload).digest('hex'));
  });
});

describe('keys that are not accepted', () => {
  it('are not used without --env: exit 3, nothing is sent', async () => {
    const environment = { BOURSE_API_KEY: 'L'.repeat(64), BOURSE_API_SECRET: OWN_SECRET };
    const outcome = await bourse('account info', { environment });
    const error = failure(outcome);
    expect(error).toMatchObject({ kind: 'credentials', exitCode: 3, execution: 'not_executed' });
    expect(error.hint).toContain('--env');
    expect(outcome.stderr).not.toContain(OWN_SECRET);
  });

  it('are missing: exit 3 with hints how to add keys or to use the sandbox', async () => {
    const error = failure(await bourse('account info --env testnet'));
    expect(error).toMatchObject({ kind: 'credentials', exitCode: 3, execution: 'not_executed' });
    expect(error.hint).toMatch(/profile add.*--env sandbox/);
  });

  it.each(['account info', `${RESTING} --new-client-order-id mine`])(
    'have a wrong secret: exit 3, %s',
    async (line) => {
      const { run } = await openRelayedSandbox();
      const error = failure(await run(line, { environment: { BOURSE_API_SECRET: OWN_SECRET } }));
      expect(error).toMatchObject({ kind: 'credentials', code: -1022, exitCode: 3 });
      expect(error.hint).not.toBeNull();
    },
  );

  it.each(['account info', `${RESTING} --new-client-order-id mine`])(
    'are unknown there: exit 3, %s',
    async (line) => {
      const { run } = await openRelayedSandbox();
      const error = failure(await run(line, { environment: { BOURSE_API_KEY: OWN_KEY } }));
      expect(error).toMatchObject({ kind: 'credentials', code: -2015, exitCode: 3 });
      expect(error.hint).toMatch(/^Check that the key .*\. The key that ends with .{4} was used\.$/);
      expect(error.hint).toContain(OWN_KEY.slice(-4));
    },
  );

  it('may read but not trade: the account is shown, and an order is rejected with -2015', async () => {
    const { run, addKey, relay } = await openRelayedSandbox();
    addKey(OWN_KEY, { permissions: ['reading'] });
    const environment = { BOURSE_API_KEY: OWN_KEY, BOURSE_API_SECRET: OWN_SECRET };
    json(await run('account info', { environment }));
    const error = failure(await run(`${RESTING} --new-client-order-id mine`, { environment }));
    expect(error).toMatchObject({ kind: 'credentials', code: -2015, exitCode: 3, clientOrderId: 'mine' });
    expect(error.execution).toBe('not_executed');
    expect(error.hint).toMatch(/permission/i);
    expect(relay.requests.filter(({ method }) => method === 'POST').length).toBe(1);
  });

  it('are sandbox keys and would be sent to the public exchange: exit 3, nothing is sent', async () => {
    const environment = { BOURSE_API_KEY: OWN_KEY, BOURSE_API_SECRET: OWN_SECRET };
    const error = failure(await bourse('account info --env live', { environment }));
    expect(error).toMatchObject({ kind: 'credentials', exitCode: 3, execution: 'not_executed' });
    expect(error.message).toContain('sandbox');
  });
});

describe('a clock that is off', () => {
  it.each([30_000, -30_000])(
    "by %i ms is corrected with one query of the exchange's time",
    async (skewMs) => {
      const sandbox = await openRelayedSandbox();
      sandbox.skewMs = skewMs;
      const outcome = await sandbox.run('account info');
      expect(outcome.code).toBe(0);
      expect(outcome.stderr).toContain(`${skewMs} ms ahead`);
      expect(sandbox.relay.requests.map(({ path }) => path)).toEqual([
        '/api/v3/account',
        '/api/v3/time',
        '/api/v3/account',
      ]);
      // The next command knows the time already.
      const again = await sandbox.run('account info');
      expect([again.code, again.stderr]).toEqual([0, '']);
      expect(sandbox.relay.requests.length).toBe(4);
    },
  );

  it('since a minute ago does not fail an order, which is placed once', async () => {
    const sandbox = await openRelayedSandbox();
    json(await sandbox.run('account info'));
    sandbox.skewMs = 0;
    json(await sandbox.run(`${RESTING} --new-client-order-id first`));
    sandbox.skewMs = 30_000;
    json(await sandbox.run(`${RESTING} --new-client-order-id second`));
    const posted = sandbox.relay.requests.filter(({ method }) => method === 'POST');
    expect(posted.map(({ body }) => /newClientOrderId=(\w+)/.exec(body)![1])).toEqual([
      'first',
      'second',
      'second',
    ]);
    sandbox.skewMs = 30_000;
    const all = json<{ clientOrderId: string }[]>(await sandbox.run('trade all-orders BTCUSDT'));
    expect(all.map((one) => one.clientOrderId)).toEqual(['first', 'second']);
  });

  it('again after the correction exits with 4 and a hint about the clock', async () => {
    const { run, relay } = await openRelayedSandbox();
    const body = '{"code":-1021,"msg":"Timestamp for this request is outside of the recvWindow."}';
    relay.setAction(({ path }) => (path === '/api/v3/time' ? 'pass' : { status: 400, body }));
    for (const line of ['account info', `${RESTING} --new-client-order-id mine`]) {
      const error = failure(await run(line));
      expect(error).toMatchObject({ code: -1021, exitCode: 4 });
      expect(error.hint).toMatch(/clock/i);
    }
    expect(relay.requests.filter(({ method }) => method === 'POST').length).toBe(2);
  });
});

describe('api, for any path', () => {
  it('signs calls that the catalogue lists as signed', async () => {
    const { run, relay, keys } = await openRelayedSandbox();
    json(await run('api GET /api/v3/openOrders symbol=BTCUSDT'));
    expectSigned(relay.requests[0]!, keys.apiKey);
  });

  it('does not send an order to the public exchange without confirmation', async () => {
    const proxy = await startRawServer([{ do: 'read-request' }, { do: 'reset' }]);
    onTestFinished(() => proxy.close());
    const order = 'symbol=BTCUSDT side=BUY type=LIMIT timeInForce=GTC quantity=1 price=50000';
    const words = `api POST /api/v3/order ${order} --skip-filters --env live --proxy ${proxy.origin}`;
    const environment = { BOURSE_API_KEY: 'L'.repeat(64), BOURSE_API_SECRET: OWN_SECRET };
    const error = failure(await bourse(words, { environment }));
    expect(error).toMatchObject({ kind: 'refused', exitCode: 9, execution: 'not_executed' });
    expect(json(await bourse(`${words} --dry-run`))).toMatchObject({ sent: false, method: 'POST' });
    expect(failure(await bourse('api POST /api/v3/unheard-of a=1 --env sandbox')).exitCode).toBe(9);
    expect(proxy.connections).toEqual([]);
  });
});
