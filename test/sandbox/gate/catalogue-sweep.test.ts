/** Checks the gate of every route: key, permission, address, signature, timestamp, weight, limits. */
import { describe, expect, it } from 'vitest';
import { effectiveValue, isDisputed } from '../../../src/catalogue/define.ts';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import type { Endpoint } from '../../../src/catalogue/types.ts';
import { PERMISSIONS, type Permission } from '../../../src/sandbox/engine/ledger/accounts.ts';
import { demoKeys } from '../../../src/sandbox/engine/ledger/demo-keys.ts';
import type { ExchangeOptions, SandboxExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { answerRequest, runAdminCommand } from '../../../src/sandbox/exchange/requests.ts';
import { ExchangeClock } from '../../../src/sandbox/exchange-clock.ts';
import { requiredPermission } from '../../../src/sandbox/gate/admission.ts';
import { ownAddressOf } from '../../../src/sandbox/gate/routes.ts';
import type { Handler } from '../../../src/sandbox/types.ts';
import { leastArguments } from '../../catalogue/sweep-arguments.ts';
import { createTestExchange, signedRequest } from '../signed-calls.ts';

const HANDLED = '{"reached":true}';
const HANDLERS: Readonly<Record<string, Handler>> = Object.fromEntries(
  ENDPOINTS.map(({ id }) => [id, () => HANDLED]),
);
const openExchange = (changed: Partial<ExchangeOptions> = {}) =>
  createTestExchange({
    handlers: HANDLERS,
    limits: { spotWeight: 1e9, futuresWeight: 1e9, sapiAddressWeight: 1e8 },
    ...changed,
  });

const isSigned = (one: Endpoint) => ['USER_DATA', 'TRADE'].includes(effectiveValue(one.security) ?? '');
const needsKey = (one: Endpoint) =>
  one.host !== 'web3' && (effectiveValue(one.security) ?? 'NONE') !== 'NONE';
const secured = ENDPOINTS.filter(needsKey).map((one) => [one.id, one] as const);
const signed = secured.filter(([, one]) => isSigned(one));
const open = ENDPOINTS.filter((one) => one.host !== 'web3' && !needsKey(one)).map(
  (one) => [one.id, one] as const,
);

const TEST_KEYS = { apiKey: `SandboxKey${'k'.repeat(54)}`, apiSecret: 's'.repeat(64) };

function exchangeWithKey(permissions: readonly Permission[], addresses?: readonly string[]): SandboxExchange {
  const exchange = openExchange();
  const { apiKey, apiSecret: secret } = TEST_KEYS;
  const key = { user: 'demo', apiKey, kind: 'HMAC', secret, permissions } as const;
  runAdminCommand(exchange, { do: 'add-key', ...key, ...(addresses === undefined ? {} : { addresses }) });
  return exchange;
}

const refusing = new Map<string, SandboxExchange>();

/**
 * Returns the exchange that `exchangeWithKey` opens, the same one for the same key. For calls that the gate refuses: they
 * change nothing but the used weight, whose limits are out of reach here.
 */
function refusingExchange(
  permissions: readonly Permission[],
  addresses?: readonly string[],
): SandboxExchange {
  const kind = JSON.stringify([permissions, addresses]);
  const exchange = refusing.get(kind) ?? exchangeWithKey(permissions, addresses);
  refusing.set(kind, exchange);
  return exchange;
}

function codeOf(exchange: SandboxExchange, request: Parameters<typeof answerRequest>[1]) {
  const { status, body } = answerRequest(exchange, request);
  const { code, msg } = JSON.parse(body);
  return [status, code, msg];
}

/** Returns a signed call with the fewest arguments. */
function buildCall(
  exchange: SandboxExchange,
  one: Endpoint,
  keys = TEST_KEYS,
  more: Record<string, string> = {},
) {
  return signedRequest(
    exchange,
    one.method,
    one.path,
    { ...Object.fromEntries(leastArguments(one)), ...more },
    keys,
  );
}

const addressText = (one: Endpoint, address: string) =>
  one.product === 'usdm' || one.product === 'coinm' ? `, request ip: ${address}` : '';
const rejection = (one: Endpoint, address = '127.0.0.1') => [
  401,
  -2015,
  `Invalid API-key, IP, or permissions for action.${addressText(one, address)}`,
];

describe('every route', () => {
  it('is in the catalogue, to which the interface document contributes 186', () => {
    expect(ENDPOINTS.filter((one) => one.origin === 'document')).toHaveLength(186);
    expect(secured.length + open.length + ENDPOINTS.filter((one) => one.host === 'web3').length).toBe(
      ENDPOINTS.length,
    );
  });
});

describe('a public route', () => {
  it.each(open)('%s requires no key and reports the weight used', (_, one) => {
    const query = new URLSearchParams([...leastArguments(one)]).toString();
    const target = query === '' ? one.path : `${one.path}?${query}`;
    const address = ownAddressOf(one.product);
    const request = { method: one.method, target, headers: {}, body: '', client: '127.0.0.1' };
    const response = answerRequest(openExchange(), address === undefined ? request : { ...request, address });
    expect([response.status, response.body]).toEqual([200, HANDLED]);
    // The sandbox has no budget for portfolio margin, which it does not simulate.
    if (one.product === 'portfolio') return;
    const names = Object.keys(response.headers).map((name) => name.toLowerCase());
    if (!one.path.startsWith('/futures/data/')) {
      expect(names.some((name) => /^x-(mbx|sapi)-used-/.test(name))).toBe(true);
    }
  });
});

describe('a route that requires a key', () => {
  it.each(secured)('%s rejects a missing key and a key of a wrong form', (_, one) => {
    const exchange = refusingExchange(PERMISSIONS);
    for (const apiKey of [undefined, 'short', 'ü'.repeat(64)]) {
      const request = {
        ...buildCall(exchange, one),
        headers: apiKey === undefined ? {} : { 'x-mbx-apikey': apiKey },
      };
      expect(codeOf(exchange, request)).toEqual([400, -2014, 'API-key format invalid.']);
    }
  });

  const withoutKey = openExchange();

  it.each(secured)('%s rejects an unknown key', (_, one) => {
    expect(codeOf(withoutKey, buildCall(withoutKey, one))).toEqual(rejection(one));
  });

  it.each(secured)('%s rejects a key without its permission', (_, one) => {
    const needed = requiredPermission(one);
    const exchange = refusingExchange(PERMISSIONS.filter((permission) => permission !== needed));
    expect(codeOf(exchange, buildCall(exchange, one))).toEqual(rejection(one));
  });

  it.each(secured)('%s accepts a key with only its permission', (_, one) => {
    const exchange = exchangeWithKey([requiredPermission(one)]);
    const request = buildCall(exchange, one);
    if (isSigned(one)) {
      expect(answerRequest(exchange, request).body).toBe(HANDLED);
      return;
    }
    const query = new URLSearchParams([...leastArguments(one)]).toString();
    const target = query === '' ? one.path : `${one.path}?${query}`;
    expect(answerRequest(exchange, { ...request, target }).body).toBe(HANDLED);
  });

  it.each(secured)('%s rejects an address that the key does not list', (_, one) => {
    const exchange = exchangeWithKey(PERMISSIONS, ['10.0.0.7']);
    expect(codeOf(exchange, buildCall(exchange, one))).toEqual(rejection(one));
    const listed = { ...buildCall(exchange, one), client: '10.0.0.7' };
    expect(codeOf(exchange, listed)[1]).not.toBe(-2015);
  });
});

describe('a signed route', () => {
  it.each(signed)('%s rejects a signature of another secret', (_, one) => {
    const exchange = refusingExchange(PERMISSIONS);
    const request = buildCall(exchange, one, { ...TEST_KEYS, apiSecret: 'x'.repeat(64) });
    expect(codeOf(exchange, request)).toEqual([401, -1022, 'Signature for this request is not valid.']);
  });

  it.each(signed.filter(([, one]) => !isDisputed(one.security)))(
    '%s rejects a call without a signature',
    (_, one) => {
      const exchange = refusingExchange(PERMISSIONS);
      const request = buildCall(exchange, one);
      const target = request.target.replace(/&signature=.*$/, '');
      expect(codeOf(exchange, { ...request, target })).toEqual([
        400,
        -1102,
        "Mandatory parameter 'signature' was not sent, was empty/null, or malformed.",
      ]);
    },
  );

  it.each(signed)('%s rejects a timestamp that is too old or ahead', (_, one) => {
    const exchange = refusingExchange(PERMISSIONS);
    const now = exchange.clock.now();
    const at = (ms: number) => ({
      ...exchange,
      clock: new ExchangeClock(exchange.clock, 'stepped', now + ms),
    });
    const [early, late] = [at(-5001), at(1000)];
    expect(codeOf(exchange, buildCall(early, one))).toEqual([
      401,
      -1021,
      'Timestamp for this request is outside of the recvWindow.',
    ]);
    expect(codeOf(exchange, buildCall(late, one))).toEqual([
      401,
      -1021,
      "Timestamp for this request was 1000ms ahead of the server's time.",
    ]);
  });

  const isSpot = ([, one]: (typeof signed)[number]) => one.product === 'spot';

  it.each(signed.filter(isSpot))('%s of spot rejects an unknown parameter', (_, one) => {
    const exchange = exchangeWithKey(PERMISSIONS);
    const [status, code] = codeOf(exchange, buildCall(exchange, one, TEST_KEYS, { nosuchparam: '1' }));
    expect([status, [-1101, -1104].includes(code)]).toEqual([400, true]);
    expect(exchange.ignoredParameters.list()).toEqual([]);
  });

  it.each(signed.filter((entry) => !isSpot(entry)))(
    '%s ignores an unknown parameter, counts it, and keeps it from the handler',
    (id, one) => {
      let seen: readonly string[] = [];
      const exchange = openExchange({
        handlers: {
          ...HANDLERS,
          [id]: ({ params }) => {
            seen = [...params.keys()];
            return HANDLED;
          },
        },
      });
      const keys = demoKeys(exchange.seed);
      const { status, body } = answerRequest(exchange, buildCall(exchange, one, keys, { nosuchparam: '1' }));
      expect([status, body]).toEqual([200, HANDLED]);
      expect(seen).not.toContain('nosuchparam');
      expect(exchange.ignoredParameters.list()).toEqual([
        { call: `${one.method} ${one.path}`, parameter: 'nosuchparam', count: 1 },
      ]);
    },
  );
});

describe('the limits of a route', () => {
  const limitedEndpoints = [...open, ...secured].filter(([, one]) => !one.path.startsWith('/bapi/'));
  const zeroLimits = {
    spotWeight: 0,
    futuresWeight: 0,
    sapiAddressWeight: 0,
    sapiAccountWeight: 0,
    futuresDataRequests: 0,
  };

  it.each(limitedEndpoints)('of %s lead to 429 with Retry-After and then to a ban', (_, one) => {
    const exchange = openExchange({ limits: zeroLimits });
    const request = buildCall(exchange, one, demoKeys(1));
    const first = answerRequest(exchange, request);
    // A call with a weight of 0 in one listing never exceeds a limit.
    if (first.status === 200) return;
    expect([first.status, JSON.parse(first.body).code]).toEqual([429, -1003]);
    expect(Number(first.headers['Retry-After'])).toBeGreaterThan(0);
    for (let turn = 0; turn < 10; turn += 1) answerRequest(exchange, request);
    const banned = answerRequest(exchange, request);
    expect([banned.status, banned.headers['Retry-After']]).toEqual([418, '120']);
  });

  it.each(limitedEndpoints)('of %s are counted by the chosen listing', (_, one) => {
    const used = (['first', 'second', 'larger'] as const).map((weightListing) => {
      const exchange = openExchange({ weightListing });
      const { headers } = answerRequest(exchange, buildCall(exchange, one, demoKeys(1)));
      const name = Object.keys(headers).find((each) => /^X-(MBX|SAPI)-USED-/.test(each));
      return name === undefined ? 0 : Number(headers[name]);
    });
    expect(used[2]).toBe(Math.max(used[0]!, used[1]!));
  });
});

describe('the orders of a futures account', () => {
  const findEndpoint = (id: string) => ENDPOINTS.find((one) => one.id === id)!;

  it.each([
    ['usdm.order.new', ['1S', '10S', '1M', '1D'], '1 SECOND', 1000],
    ['coinm.order.new', ['1S', '1M', '1D'], '1 SECOND', 1000],
    ['options.order.new', ['10S', '1M'], '10 SECOND', 10_000],
  ] as const)(
    'at %s are counted by account in each window, and rejected above 300',
    (id, suffixes, span, ms) => {
      const exchange = openExchange();
      exchange.clock.advance(ms - (exchange.clock.now() % ms));
      const call = () => answerRequest(exchange, buildCall(exchange, findEndpoint(id), demoKeys(1)));
      const { headers } = call();
      const received = Object.entries(headers).filter(([name]) => name.startsWith('X-MBX-ORDER-COUNT-'));
      expect(received).toEqual(suffixes.map((suffix) => [`X-MBX-ORDER-COUNT-${suffix}`, '1']));
      for (let placed = 1; placed < 300; placed += 1) expect(call().status).toBe(200);
      const refused = call();
      expect([refused.status, refused.headers['Retry-After'], JSON.parse(refused.body)]).toEqual([
        429,
        String(ms / 1000),
        { code: -1015, msg: `Too many new orders; current limit is 300 orders per ${span}.` },
      ]);
      expect(refused.headers['X-MBX-ORDER-COUNT-1M']).toBeUndefined();
      exchange.clock.advance(ms);
      expect(call().headers['X-MBX-ORDER-COUNT-1M']).toBe('301');
    },
  );

  it('count each order of a batch, and no cancellation', () => {
    const exchange = openExchange();
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '1' };
    const send = (id: string, more: Record<string, string>) =>
      answerRequest(exchange, buildCall(exchange, findEndpoint(id), demoKeys(1), more)).headers[
        'X-MBX-ORDER-COUNT-1M'
      ];
    expect(send('usdm.order.batch', { batchOrders: JSON.stringify([order, order, order]) })).toBe('3');
    expect(send('usdm.order.cancel', {})).toBeUndefined();
    expect(send('usdm.order.new', {})).toBe('4');
  });
});
