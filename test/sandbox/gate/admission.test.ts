import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AdminCommand } from '../../../src/sandbox/admin-commands.ts';
import type { Permission } from '../../../src/sandbox/engine/ledger/accounts.ts';
import { demoKeys } from '../../../src/sandbox/engine/ledger/demo-keys.ts';
import type { SandboxExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { answerRequest, runAdminCommand } from '../../../src/sandbox/exchange/requests.ts';
import type { WireRequest } from '../../../src/sandbox/types.ts';
import { createSigner } from '../../../src/signing/signer.ts';
import { signText } from '../../signing/permitted.ts';
import { createTestExchange, sendSigned, signedRequest } from '../signed-calls.ts';

const NOW = 1_706_702_400_000;
const KEYS = demoKeys(1);
const ACCOUNT = '/api/v3/account';

function refusalOf(exchange: SandboxExchange, request: WireRequest) {
  const { status, body } = answerRequest(exchange, request);
  return status === 200 ? 'ok' : [status, JSON.parse(body).code, JSON.parse(body).msg];
}

/** Returns a request whose query is signed unchanged. */
function signedQuery(query: string, changed: Partial<WireRequest> = {}, apiKey = KEYS.apiKey): WireRequest {
  const signature = signText(createSigner({ secret: KEYS.apiSecret }, apiKey), query + (changed.body ?? ''));
  return {
    method: 'GET',
    target: `${ACCOUNT}?${query}&signature=${signature}`,
    headers: { 'x-mbx-apikey': apiKey },
    body: '',
    client: '127.0.0.1',
    ...changed,
  };
}

const BAD_KEY = [400, -2014, 'API-key format invalid.'];
const NOT_ALLOWED = [401, -2015, 'Invalid API-key, IP, or permissions for action.'];
const BAD_SIGNATURE = [401, -1022, 'Signature for this request is not valid.'];
const LATE = [401, -1021, 'Timestamp for this request is outside of the recvWindow.'];
const EARLY = [401, -1021, "Timestamp for this request was 1000ms ahead of the server's time."];
const missing = (name: string) => [
  400,
  -1102,
  `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`,
];

describe('an API key', () => {
  it.each([
    ['no key', {}, BAD_KEY],
    ['a key of a wrong form', { 'x-mbx-apikey': 'short' }, BAD_KEY],
    ['a key with a punctuation character', { 'x-mbx-apikey': `${'a'.repeat(63)}-` }, BAD_KEY],
    ['an unknown key', { 'x-mbx-apikey': 'a'.repeat(64) }, NOT_ALLOWED],
    ['a key in lower case', { 'x-mbx-apikey': KEYS.apiKey.toLowerCase() }, NOT_ALLOWED],
  ] as const)('is checked: %s', (_what, headers, expected) => {
    expect(refusalOf(createTestExchange(), signedQuery(`timestamp=${NOW}`, { headers }))).toEqual(expected);
  });

  it.each([
    '/fapi/v1/historicalTrades?symbol=BTCUSDT&limit=1',
    '/sapi/v1/margin/asset?asset=BTC',
    '/sapi/v1/margin/pair?symbol=BTCUSDT',
    '/sapi/v1/margin/priceIndex?symbol=BTCUSDT',
    '/sapi/v1/margin/allAssets',
    '/sapi/v1/margin/allPairs',
    '/sapi/v1/mining/pub/algoList',
    '/sapi/v1/mining/pub/coinList',
  ])('suffices for %s, which only the interface document lists as signed', (target) => {
    const exchange = createTestExchange();
    const unsigned = (headers: WireRequest['headers']) =>
      refusalOf(exchange, { method: 'GET', target, headers, body: '', client: '127.0.0.1' });
    expect(unsigned({ 'x-mbx-apikey': KEYS.apiKey })).toBe('ok');
    expect(unsigned({})).toEqual(BAD_KEY);
    const [path, query] = target.split('?') as [string, string?];
    const badTarget = `${path}?${query ?? ''}&timestamp=${NOW}&signature=00`;
    const badRequest = { ...signedQuery(''), target: badTarget };
    expect(refusalOf(exchange, badRequest)).toEqual(BAD_SIGNATURE);
  });

  it('suffices where no signature is required, and a signature is accepted', () => {
    const exchange = createTestExchange();
    const open = {
      method: 'POST',
      target: '/api/v3/userDataStream',
      headers: { 'x-mbx-apikey': KEYS.apiKey },
    };
    expect(refusalOf(exchange, signedQuery('', open))).toBe('ok');
    expect(sendSigned(exchange, 'POST', '/api/v3/userDataStream').status).toBe(200);
  });
});

describe('a signature', () => {
  it.each([
    ['last', (query: string, signature: string) => `${query}&signature=${signature}`],
    ['first', (query: string, signature: string) => `signature=${signature}&${query}`],
    ['between', (query: string, signature: string) => query.replace('&', `&signature=${signature}&`)],
    ['in capitals', (query: string, signature: string) => `${query}&signature=${signature.toUpperCase()}`],
  ])('may stand %s', (_where, put) => {
    const query = `omitZeroBalances=true&timestamp=${NOW}`;
    const signature = signText(createSigner({ secret: KEYS.apiSecret }, KEYS.apiKey), query);
    const target = `${ACCOUNT}?${put(query, signature)}`;
    expect(refusalOf(createTestExchange(), { ...signedQuery(query), target })).toBe('ok');
  });

  it('covers the sent bytes: escapes, order, query and body', () => {
    const exchange = createTestExchange();
    const signed = (target: string, body: string, payload: string) => {
      const signature = signText(createSigner({ secret: KEYS.apiSecret }, KEYS.apiKey), payload);
      const end =
        body === ''
          ? { target: `${target}&signature=${signature}`, body }
          : { target, body: `${body}&signature=${signature}` };
      return refusalOf(exchange, signedQuery('', { method: 'POST', ...end }));
    };
    const path = '/api/v3/order/test';
    const query = `symbol=BTC%55SDT&side=BUY&timestamp=${NOW}`;
    const body = 'type=MARKET&quantity=1';
    expect(signed(`${path}?${query}`, body, query + body)).toBe('ok');
    expect(signed(`${path}?${query}&${body}`, '', `${query}&${body}`)).toBe('ok');
    expect(signed(`${path}?${query}`, body, `${query}&${body}`)).toEqual(BAD_SIGNATURE);
    expect(signed(`${path}?${query}`, body, query.replace('%55', 'U') + body)).toEqual(BAD_SIGNATURE);
  });

  it.each([
    [
      'of another secret',
      (validRequest: string) => validRequest.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    ],
    ['that is cut off', (validRequest: string) => validRequest.slice(1)],
    ['that is no signature', () => 'x'],
  ])('%s is rejected', (_what, change) => {
    const validRequest = signedQuery(`timestamp=${NOW}`);
    const target = validRequest.target.replace(
      /signature=(.*)$/,
      (_, text: string) => `signature=${change(text)}`,
    );
    expect(refusalOf(createTestExchange(), { ...validRequest, target })).toEqual(BAD_SIGNATURE);
  });

  it('is mandatory, like the timestamp', () => {
    const exchange = createTestExchange();
    const unsignedRequest = signedQuery('', { target: `${ACCOUNT}?timestamp=${NOW}` });
    expect(refusalOf(exchange, unsignedRequest)).toEqual(missing('signature'));
    expect(refusalOf(exchange, { ...unsignedRequest, target: ACCOUNT })).toEqual(missing('timestamp'));
    expect(refusalOf(exchange, signedQuery('recvWindow=5000'))).toEqual(missing('timestamp'));
  });

  it('that is sent twice is rejected', () => {
    const validRequest = signedQuery(`timestamp=${NOW}`);
    const rejection = refusalOf(createTestExchange(), {
      ...validRequest,
      target: `${validRequest.target}&signature=x`,
    });
    expect(rejection).toEqual([400, -1101, 'Duplicate values for a parameter detected.']);
  });
});

describe('a timestamp', () => {
  it.each<[string, string, unknown]>([
    ['now', `timestamp=${NOW}`, 'ok'],
    ['in microseconds', `timestamp=${NOW}000`, 'ok'],
    ['just fresh', `timestamp=${NOW - 5000}`, 'ok'],
    ['too old', `timestamp=${NOW - 5001}`, LATE],
    ['too old for its window', `recvWindow=10&timestamp=${NOW - 11}`, LATE],
    ['fresh in a wide window', `recvWindow=60000&timestamp=${NOW - 60_000}`, 'ok'],
    ['a little ahead', `timestamp=${NOW + 999}`, 'ok'],
    ['too far ahead', `timestamp=${NOW + 1000}`, EARLY],
    [
      'with a window that is too wide',
      `recvWindow=60001&timestamp=${NOW}`,
      [400, -1102, "'recvWindow' contains unexpected value. Cannot be greater than 60000."],
    ],
    [
      'with no window',
      `recvWindow=0&timestamp=${NOW}`,
      [400, -1130, "Data sent for parameter 'recvWindow' is not valid."],
    ],
    [
      'that is no number',
      'timestamp=now',
      [400, -1100, "Illegal characters found in parameter 'timestamp'; legal range is '^[0-9]{1,20}$'."],
    ],
  ])('is checked: %s', (_what, query, expected) => {
    expect(refusalOf(createTestExchange(), signedQuery(query))).toEqual(expected);
  });
});

describe('an admin command', () => {
  const apiKey = `SandboxKey${'b'.repeat(54)}`;
  const secret = 'c'.repeat(64);
  const addKeyCommand = (changed: Partial<AdminCommand & { do: 'add-key' }> = {}): AdminCommand => ({
    do: 'add-key',
    user: 'ann',
    apiKey,
    kind: 'HMAC',
    secret,
    permissions: ['reading'],
    ...changed,
  });

  function exchangeWithKey(changed: Partial<AdminCommand & { do: 'add-key' }> = {}) {
    const exchange = createTestExchange();
    runAdminCommand(exchange, { do: 'add-user', user: 'ann' });
    runAdminCommand(exchange, addKeyCommand(changed));
    return exchange;
  }
  const order = { symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quantity: '0.001' };
  const callWithKey = (exchange: SandboxExchange, method: string, path: string, params = {}) =>
    refusalOf(exchange, signedRequest(exchange, method, path, params, { apiKey, apiSecret: secret }));

  it('sets the permissions of a key', () => {
    const outcomesWith = (permissions: readonly Permission[]) => {
      const exchange = exchangeWithKey({ permissions });
      runAdminCommand(exchange, { do: 'fund', user: 'ann', asset: 'BTC', amount: '1' });
      return [callWithKey(exchange, 'GET', ACCOUNT), callWithKey(exchange, 'POST', '/api/v3/order', order)];
    };
    expect(outcomesWith(['reading', 'spot'])).toEqual(['ok', 'ok']);
    expect(outcomesWith(['reading'])).toEqual(['ok', NOT_ALLOWED]);
    expect(outcomesWith(['spot', 'futures'])).toEqual([NOT_ALLOWED, 'ok']);
    expect(outcomesWith(['reading', 'margin', 'futures', 'options'])).toEqual(['ok', NOT_ALLOWED]);
  });

  it('restricts a key to IP addresses', () => {
    const exchange = exchangeWithKey({ addresses: ['127.0.0.1'] });
    const request = signedRequest(exchange, 'GET', ACCOUNT, {}, { apiKey, apiSecret: secret });
    expect(refusalOf(exchange, request)).toBe('ok');
    expect(refusalOf(exchange, { ...request, client: 'embedded' })).toBe('ok');
    expect(refusalOf(exchange, { ...request, client: '127.0.0.2' })).toEqual(NOT_ALLOWED);
  });

  it('removes a key', () => {
    const exchange = exchangeWithKey();
    runAdminCommand(exchange, { do: 'remove-key', apiKey });
    expect(callWithKey(exchange, 'GET', ACCOUNT)).toEqual(NOT_ALLOWED);
  });

  it.each(['rsa', 'ed25519'] as const)('registers the public key of an %s pair', (type) => {
    const pair =
      type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ed25519');
    const publicPem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const apiSecret = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const exchange = exchangeWithKey({ kind: type === 'rsa' ? 'RSA' : 'Ed25519', secret: publicPem });
    const request = signedRequest(exchange, 'GET', ACCOUNT, {}, { apiKey, apiSecret });
    expect(refusalOf(exchange, request)).toBe('ok');
    const changed = request.target.replace('?', '?omitZeroBalances=true&');
    expect(refusalOf(exchange, { ...request, target: changed })).toEqual(BAD_SIGNATURE);
  });

  it('keeps the accounts of users separate', () => {
    const exchange = exchangeWithKey({ permissions: ['reading', 'spot'] });
    const rejection = callWithKey(exchange, 'POST', '/api/v3/order', order);
    expect(rejection).toEqual([400, -2010, 'Account has insufficient balance for requested action.']);
    runAdminCommand(exchange, { do: 'fund', user: 'ann', asset: 'BTC', amount: '0.001' });
    expect(callWithKey(exchange, 'POST', '/api/v3/order', order)).toBe('ok');
    const demo = JSON.parse(sendSigned(exchange, 'GET', '/api/v3/allOrders', { symbol: 'BTCUSDT' }).body);
    expect(demo).toEqual([]);
    const other = signedRequest(exchange, 'GET', '/api/v3/order', { symbol: 'BTCUSDT', orderId: 1 });
    expect(refusalOf(exchange, other)).toEqual([400, -2013, 'Order does not exist.']);
  });

  const privatePem = generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  it.each<[string, AdminCommand, RegExp]>([
    ['an invalid user name', { do: 'add-user', user: 'Ann Smith' }, /lowercase letters/],
    ['an existing user', { do: 'add-user', user: 'ann' }, /already/],
    ['an existing key', addKeyCommand(), /already/],
    [
      'a key of an unknown user',
      addKeyCommand({ user: 'bob', apiKey: `SandboxKey${'d'.repeat(54)}` }),
      /no user "bob"/,
    ],
    [
      'a key in the form of the live exchange',
      addKeyCommand({ apiKey: 'e'.repeat(64) }),
      /begin with "SandboxKey"/,
    ],
    ['a short secret', addKeyCommand({ secret: 'short' }), /16 to 256/],
    ['a private key', addKeyCommand({ kind: 'Ed25519', secret: privatePem }), /public key/],
    ['a key of another kind', addKeyCommand({ kind: 'RSA', secret: 'no pem' }), /found no key/],
    ['an unknown asset', { do: 'fund', user: 'ann', asset: 'GOLD', amount: '1' }, /no asset "GOLD"/],
    ['an amount of 0', { do: 'fund', user: 'ann', asset: 'BTC', amount: '0' }, /above 0/],
    ['a negative amount', { do: 'fund', user: 'ann', asset: 'BTC', amount: '-1' }, /above 0/],
    [
      'an amount with 9 decimals',
      { do: 'fund', user: 'ann', asset: 'BTC', amount: '0.000000001' },
      /8 decimals/,
    ],
    ['the removal of an unknown key', { do: 'remove-key', apiKey: 'x' }, /no such API key/],
  ])('rejects %s', (_what, admin, message) => {
    const exchange = exchangeWithKey();
    expect(() => runAdminCommand(exchange, admin)).toThrow(message);
    expect([...exchange.accounts.ledger.totals().values()].every((sum) => sum === 0n)).toBe(true);
  });
});
