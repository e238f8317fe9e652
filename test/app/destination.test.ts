/** Where a request goes: environment, address, and the path as it is sent. */
import { describe, expect, it } from 'vitest';
import { type DestinationOptions, Destinations, destinationText } from '../../src/app/destination.ts';
import { fixedClock } from '../acceptance/world.ts';
import { orderRequest, readRequest } from '../transport/requests.ts';
import { settingsOf, worldWith } from './stubs.ts';

const OWN = 'http://127.0.0.1:9';

function destinations(
  environment: 'sandbox' | 'testnet',
  options: Partial<DestinationOptions> & { readonly flag?: string } = {},
) {
  const { flag, ...rest } = options;
  const settings = settingsOf(environment, ...(flag === undefined ? [] : [flag]));
  return new Destinations({ world: worldWith(fixedClock()), settings, ...rest });
}

describe('the destination of a request', () => {
  const moved = readRequest({ pathToday: '/api/v3/ping-today' });

  it('is the address of the environment, with the path that public hosts serve', () => {
    const { origin, path, interface: served, namedBy } = destinations('testnet').of(moved);
    expect([origin, path, served, namedBy]).toEqual([
      'https://testnet.binance.vision',
      '/api/v3/ping-today',
      'today',
      undefined,
    ]);
  });

  it('is the host of the profile, unless the command names another one', () => {
    const hosts = { spot: 'https://profile.example' };
    const byProfile = destinations('testnet', { hosts }).of(moved);
    expect([byProfile.origin, byProfile.path, byProfile.namedBy]).toEqual([
      'https://profile.example',
      '/api/v3/ping',
      'profile',
    ]);
    const byCommand = destinations('testnet', { hosts, flag: `spot=${OWN}` }).of(moved);
    expect([byCommand.origin, byCommand.namedBy]).toEqual([OWN, 'command']);
    const stated = destinations('testnet', { hosts, interface: 'today' }).of(moved);
    expect([stated.interface, stated.path]).toEqual(['today', '/api/v3/ping-today']);
  });

  it('has no address in a sandbox that was not looked for, and that of the running one', () => {
    expect(destinations('sandbox').of(moved)).toMatchObject({ addresses: [], path: '/api/v3/ping' });
    const running = destinations('sandbox', { sandbox: { origin: OWN } }).of(moved);
    expect([running.origin, running.namedBy]).toEqual([OWN, undefined]);
    const today = destinations('sandbox', { sandbox: { origin: OWN, interface: 'today' } }).of(moved);
    expect([today.interface, today.path]).toEqual(['today', '/api/v3/ping-today']);
  });

  it('over the WebSocket API is that address with its own path', () => {
    const { origin, path } = destinations('testnet').of(orderRequest(), 'ws-api');
    expect(`${origin}${path}`).toBe('wss://ws-api.testnet.binance.vision/ws-api/v3');
    expect(destinations('sandbox').of(orderRequest(), 'ws-api').path).toBe('/ws-api/v3');
  });

  it('of a further request is searched again where anything that decides about it differs', () => {
    const open = () =>
      new Destinations({
        world: worldWith(fixedClock()),
        settings: { ...settingsOf('testnet'), environment: 'live' },
        hosts: { usdm: OWN },
      });
    const known = open();
    const variants = [
      {},
      { path: '/api/v3/time' },
      { pathToday: '/api/v3/ping-today' },
      { security: 'USER_DATA' },
      { effect: 'write' },
      { method: 'POST' },
      { host: 'usdm', path: '/fapi/v1/ping' },
      { host: 'usdm', path: '/fapi/v1/time' },
    ] as const;
    // Each destination is asked for after each other one, because the last one of an endpoint is remembered.
    for (const first of variants) {
      for (const second of variants) {
        known.of(readRequest(first));
        expect(known.of(readRequest(second))).toEqual(open().of(readRequest(second)));
      }
    }
    expect(known.of(readRequest({ query: 'a=1' }))).toBe(known.of(readRequest({ query: 'a=2' })));
  });

  it('is a usage error where the environment does not serve the path', () => {
    const own = destinations('testnet');
    expect(() => own.of(readRequest({ path: '/sapi/v1/system/status' }))).toThrow('has no /sapi/ paths');
  });
});

describe('the words for a destination', () => {
  it('name the address, the environment, and whoever named another address', () => {
    const text = (one: Destinations) => destinationText(one.of(readRequest()));
    expect(text(destinations('testnet'))).toBe('https://testnet.binance.vision (testnet)');
    expect(text(destinations('sandbox'))).toBe('the sandbox');
    expect(text(destinations('testnet', { flag: `spot=${OWN}` }))).toBe(
      `${OWN} (testnet, own host of the command)`,
    );
  });
});
