/** The addresses of requests, and the addresses that are rejected before anything is sent. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Environment, HOSTS, type Host } from '../../src/catalogue/hosts.ts';
import { ToolError } from '../../src/core/errors.ts';
import { isLoopback } from '../../src/transport/address-rules.ts';
import { type AddressSettings, openAddressBook } from '../../src/transport/addresses.ts';
import { orderRequest, readRequest } from './requests.ts';

function origins(settings: Partial<AddressSettings>, request = readRequest()): string[] {
  const book = openAddressBook({ environment: 'live', ...settings });
  return book.addressesFor(request).map(({ origin }) => origin);
}

function usage(run: () => unknown): ToolError {
  try {
    run();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    expect(error.exitCode).toBe(2);
    return error;
  }
  throw new Error('expected a usage error');
}

describe('the declared addresses', () => {
  it('have alternates for public reads only', () => {
    expect(origins({})).toEqual([
      'https://api.binance.com',
      'https://api-gcp.binance.com',
      'https://api1.binance.com',
      'https://api2.binance.com',
      'https://api3.binance.com',
      'https://api4.binance.com',
    ]);
    expect(origins({}, orderRequest())).toEqual(['https://api.binance.com']);
    expect(origins({}, readRequest({ security: 'USER_DATA' }))).toEqual(['https://api.binance.com']);
    expect(origins({}, readRequest({ method: 'POST' }))).toEqual(['https://api.binance.com']);
    expect(origins({ environment: 'testnet' })).toEqual(['https://testnet.binance.vision']);
    expect(origins({ flags: ['spot=https://api.binance.com'] })).toHaveLength(1);
  });

  it('are those of the sandbox for every host in the sandbox environment', () => {
    const book = openAddressBook({ environment: 'sandbox', sandboxOrigin: 'http://127.0.0.1:8080' });
    for (const { name, protocol } of HOSTS) {
      const [address] = book.addressesOf(name);
      expect(address?.protocol).toBe(protocol === 'https' ? 'http:' : 'ws:');
      expect(address?.host).toBe('127.0.0.1:8080');
    }
    expect(book.addressesOf('ws-api')[0]?.href).toBe('ws://127.0.0.1:8080/ws-api/v3');
    expect(book.addressesOf('options-ws')[0]?.pathname).toBe('/');
  });

  it('of the WebSocket hosts of a running sandbox are those that it published', () => {
    const sandboxHosts = { 'usdm-ws-api': 'ws://127.0.0.1:9/ws-fapi/v1', usdm: 'http://127.0.0.1:10' };
    const settings = { environment: 'sandbox', sandboxOrigin: 'http://127.0.0.1:8080' } as const;
    const book = openAddressBook({ ...settings, sandboxHosts });
    expect(book.addressesOf('usdm-ws-api')[0]?.href).toBe('ws://127.0.0.1:9/ws-fapi/v1');
    expect(book.addressesOf('usdm')[0]?.host).toBe('127.0.0.1:8080');
    expect(book.addressesOf('coinm-ws-api')[0]?.href).toBe('ws://127.0.0.1:8080/ws-dapi/v1');
  });

  it('of the WebSocket APIs of futures are those of live and testnet; demo has none', () => {
    const hrefs = (environment: Environment) =>
      (['usdm-ws-api', 'coinm-ws-api'] as const).map(
        (host) => openAddressBook({ environment }).addressesOf(host)[0]?.href,
      );
    expect(hrefs('live')).toEqual([
      'wss://ws-fapi.binance.com/ws-fapi/v1',
      'wss://ws-dapi.binance.com/ws-dapi/v1',
    ]);
    expect(hrefs('testnet')).toEqual([
      'wss://testnet.binancefuture.com/ws-fapi/v1',
      'wss://testnet.binancefuture.com/ws-dapi/v1',
    ]);
    expect(usage(() => hrefs('demo')).message).toContain('demo environment has no usdm-ws-api host');
  });

  it('of demo are its own, and those of /sapi are missing there', () => {
    expect(origins({ environment: 'demo' })).toEqual(['https://demo-api.binance.com']);
    const book = openAddressBook({ environment: 'demo' });
    expect(book.addressesOf('usdm')[0]?.host).toBe('demo-fapi.binance.com');
    expect(book.addressesOf('usdm-ws')[0]?.host).toBe('demo-fstream.binance.com');
    expect(usage(() => book.addressesOf('options')).message).toContain(
      'demo environment has no options host',
    );
    const sapi = readRequest({ path: '/sapi/v1/capital/config/getall' });
    expect(usage(() => book.addressesFor(sapi)).message).toContain('demo environment has no /sapi/ paths');
  });

  it('serve the interface of today, own addresses and the sandbox that of the document', () => {
    const served = (settings: Partial<AddressSettings>) =>
      openAddressBook({ environment: 'live', ...settings }).interfaceOf('usdm');
    for (const environment of ['live', 'testnet', 'demo'] as const)
      expect(served({ environment })).toBe('today');
    const own = { flags: ['usdm=http://127.0.0.1:9'] };
    expect(served(own)).toBe('document');
    expect(served({ ...own, chosenInterface: 'today' })).toBe('today');
    const sandbox = { environment: 'sandbox', sandboxOrigin: 'http://127.0.0.1:9' } as const;
    expect(served(sandbox)).toBe('document');
    expect(served({ ...sandbox, sandboxInterface: 'today' })).toBe('today');
    expect(served({ ...sandbox, sandboxInterface: 'today', chosenInterface: 'document' })).toBe('document');
    expect(usage(() => served({ chosenInterface: 'document' })).message).toContain(
      "serves today's interface",
    );
  });

  it('that the testnet lacks are rejected with a hint', () => {
    const book = openAddressBook({ environment: 'testnet' });
    for (const host of HOSTS as readonly Host[]) {
      if (host.testnet.length > 0) continue;
      const error = usage(() => book.addressesOf(host.name as (typeof HOSTS)[number]['name']));
      expect(error.message).toContain(`testnet environment has no ${host.name} host`);
      expect(error.facts.hint).toContain('--env sandbox');
    }
    const error = usage(() =>
      origins({ environment: 'testnet' }, readRequest({ path: '/sapi/v1/system/status' })),
    );
    expect(error.message).toContain('/sapi/');
  });

  it('reject a path of another host', () => {
    for (const path of ['/fapi/v1/ping', '/', '/api', '/apiv3/ping', '//api/v3/ping']) {
      usage(() => origins({}, readRequest({ path: path as `/${string}` })));
    }
    usage(() => origins({}, readRequest({ host: 'icon', path: '/image/x.png' })));
  });
});

describe('overrides', () => {
  const profile = { spot: 'https://profile.test' };
  const variables = { BOURSE_HOST_SPOT: 'https://variable.test', PATH: '/bin' };
  const flags = ['spot=https://flag.test'];

  it('take precedence in the order flag, variable, profile', () => {
    expect(origins({ profile, variables, flags })).toEqual(['https://flag.test']);
    expect(origins({ profile, variables })).toEqual(['https://variable.test']);
    expect(origins({ profile })).toEqual(['https://profile.test']);
    expect(origins({ variables: { BOURSE_HOST_SPOT: '' }, profile })).toEqual(['https://profile.test']);
  });

  it('accept testnet names in the testnet environment, where these precede the plain names', () => {
    const named = ['spot-testnet=https://named.test', 'spot=https://plain.test'];
    expect(origins({ environment: 'testnet', flags: named })).toEqual(['https://named.test']);
    const book = openAddressBook({
      environment: 'testnet',
      variables: { BOURSE_HOST_FUTURES_TESTNET: 'https://futures.test' },
    });
    expect(book.addressesOf('usdm')[0]?.origin).toBe('https://futures.test');
    expect(book.addressesOf('coinm')[0]?.origin).toBe('https://futures.test');
    expect(book.isOverridden('usdm')).toBe(true);
    expect(book.isOverridden('spot')).toBe(false);
  });

  it('for the testnet are ignored as variables and rejected as flags in other environments', () => {
    const variable = { BOURSE_HOST_SPOT_TESTNET: 'https://named.test' };
    expect(origins({ variables: variable })[0]).toBe('https://api.binance.com');
    const error = usage(() => origins({ flags: ['spot-testnet=https://named.test'] }));
    expect(error.facts.hint).toContain('--env testnet');
  });

  it('allow /sapi on a testnet host that the user names', () => {
    const request = readRequest({ path: '/sapi/v1/system/status' });
    expect(origins({ environment: 'testnet', flags: ['spot=https://own.test'] }, request)).toEqual([
      'https://own.test',
    ]);
  });

  it('select an alternate by its short name, in the live environment only', () => {
    expect(origins({ flags: ['spot=alt-2'] })).toEqual(['https://api2.binance.com']);
    expect(origins({ flags: ['spot=gcp'] })).toEqual(['https://api-gcp.binance.com']);
    usage(() => origins({ environment: 'testnet', flags: ['spot=alt-2'] }));
  });

  it('add the path of the host and accept its declared paths', () => {
    const of = (flag: string, name: 'ws-api' | 'options-ws') =>
      openAddressBook({ environment: 'live', flags: [flag] }).addressesOf(name)[0]?.href;
    expect(of('ws-api=ws://127.0.0.1:9', 'ws-api')).toBe('ws://127.0.0.1:9/ws-api/v3');
    expect(of('ws-api=wss://own.test/ws-api/v3/', 'ws-api')).toBe('wss://own.test/ws-api/v3');
    expect(of('options-ws=wss://own.test/eoptions', 'options-ws')).toBe('wss://own.test/eoptions');
    expect(of('options-ws=wss://own.test', 'options-ws')).toBe('wss://own.test/');
  });

  it.each([
    'spot',
    '=https://x.test',
    'spot=',
    'spot=nonsense',
    'spot=http://api.binance.com',
    'spot=http://10.0.0.1',
    'spot=http://localhost.evil.test',
    'spot=http://127.0.0.1.evil.test',
    'spot=http://[::2]',
    'spot=http://0.0.0.0',
    'spot=ftp://x.test',
    'spot=file:///etc/passwd',
    'spot=wss://x.test',
    'spot=https://user:canary@x.test',
    'spot=https://user@x.test',
    'spot=https://x.test/base',
    'spot=https://x.test/?a=canary',
    'spot=https://x.test?',
    'spot=https://x.test/#f',
    'spot-ws=https://x.test',
    'spot-ws=ws://x.test',
    'ws-api=wss://x.test/other',
    'spott=https://x.test',
    'spot=alt-9',
  ])('are rejected as --host %s', (flag) => {
    const error = usage(() => openAddressBook({ environment: 'live', flags: [flag] }));
    expect(error.facts.hint).toBeTruthy();
    expect(JSON.stringify(error.facts)).not.toContain('canary');
  });

  it.each([
    'http://127.0.0.1:1',
    'http://127.9.9.9',
    'http://[::1]:8080',
    'http://localhost:8080',
    'http://2130706433',
  ])('may be plain http on this machine: %s', (address) => {
    expect(origins({ flags: [`spot=${address}`] })).toEqual([new URL(address).origin]);
  });

  it('of unknown hosts are rejected with the nearest valid name', () => {
    expect(usage(() => origins({ flags: ['usdn=https://x.test'] })).facts.hint).toBe('Did you mean usdm?');
    expect(usage(() => origins({ variables: { BOURSE_HOST_SPOTS: 'https://x.test' } })).message).toContain(
      'BOURSE_HOST_SPOTS',
    );
    expect(usage(() => origins({ flags: ['qqqqqq=https://x.test'] })).facts.hint).toContain('spot-alt-1');
  });

  it('never lead from the sandbox to another machine', () => {
    const sandbox = { environment: 'sandbox', sandboxOrigin: 'http://127.0.0.1:8080' } as const;
    expect(usage(() => origins({ ...sandbox, flags })).message).toContain('never');
    expect(origins({ ...sandbox, flags: ['spot=http://127.0.0.1:9'] })).toEqual(['http://127.0.0.1:9']);
    expect(() => origins({ environment: 'sandbox', sandboxOrigin: 'http://10.0.0.1' })).toThrow(/loopback/);
  });

  it('are https or on this machine, for any value', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.ipV4().map((ip) => `http://${ip}`),
        ),
        (text) => {
          let book: ReturnType<typeof openAddressBook>;
          try {
            book = openAddressBook({ environment: 'live', flags: [`spot=${text}`] });
          } catch (error) {
            if (error instanceof ToolError) return;
            throw error;
          }
          const [address] = book.addressesOf('spot');
          expect(address?.protocol === 'https:' || isLoopback(address?.hostname ?? '')).toBe(true);
          expect(address?.pathname).toBe('/');
        },
      ),
      { seed: 11, numRuns: 500 },
    );
  });
});
