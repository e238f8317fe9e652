import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/core/time-units.ts';
import { runAdminCommand } from '../../src/sandbox/exchange/requests.ts';
import { manualClock } from './manual-clock.ts';
import { createTestExchange, requestJson, sendSigned } from './signed-calls.ts';

const SPOT = '/api/v3/userDataStream';
const USDM = '/fapi/v1/listenKey';
const UNKNOWN = { status: 400, body: '{"code":-1125,"msg":"This listenKey does not exist."}' };

describe('a listen key', () => {
  it('stays the same while it is valid, which is an hour from each creation or keep-alive', () => {
    const clock = manualClock();
    const exchange = createTestExchange({ clock });
    const { listenKey } = requestJson(exchange, 'POST', SPOT);
    expect(listenKey).toMatch(/^[A-Za-z0-9]{64}$/);
    clock.move(59 * MINUTE_MS);
    expect(requestJson(exchange, 'POST', SPOT)).toEqual({ listenKey });
    clock.move(59 * MINUTE_MS);
    expect(requestJson(exchange, 'PUT', SPOT, { listenKey })).toEqual({});
    clock.move(59 * MINUTE_MS);
    expect(requestJson(exchange, 'PUT', SPOT, { listenKey })).toEqual({});
    clock.move(60 * MINUTE_MS);
    expect(sendSigned(exchange, 'PUT', SPOT, { listenKey })).toMatchObject(UNKNOWN);
    expect(requestJson(exchange, 'POST', SPOT).listenKey).not.toBe(listenKey);
  });

  it('is invalid after it was closed', () => {
    const exchange = createTestExchange();
    const { listenKey } = requestJson(exchange, 'POST', SPOT);
    expect(requestJson(exchange, 'DELETE', SPOT, { listenKey })).toEqual({});
    expect(sendSigned(exchange, 'DELETE', SPOT, { listenKey })).toMatchObject(UNKNOWN);
    expect(requestJson(exchange, 'POST', SPOT).listenKey).not.toBe(listenKey);
  });

  it('of futures is identified by the account', () => {
    const exchange = createTestExchange();
    expect(sendSigned(exchange, 'PUT', USDM)).toMatchObject(UNKNOWN);
    const created = requestJson(exchange, 'POST', USDM);
    expect(requestJson(exchange, 'PUT', USDM)).toEqual(created);
    expect(requestJson(exchange, 'DELETE', USDM)).toEqual({});
    expect(sendSigned(exchange, 'DELETE', USDM)).toMatchObject(UNKNOWN);
  });

  it.each(['/fapi/v1/listenKey', '/dapi/v1/listenKey'])(
    'of %s is kept alive and closed by clients that send the key, which ended their user streams',
    (path) => {
      const exchange = createTestExchange();
      const created = requestJson(exchange, 'POST', path);
      expect(requestJson(exchange, 'PUT', path, created)).toEqual(created);
      expect(requestJson(exchange, 'PUT', path, { listenKey: 'anything' })).toEqual(created);
      expect(requestJson(exchange, 'DELETE', path, created)).toEqual({});
      expect(sendSigned(exchange, 'PUT', path, created)).toMatchObject(UNKNOWN);
    },
  );

  it('of margin is refused for an unknown symbol, also of the cross account', () => {
    const sent = sendSigned(createTestExchange(), 'POST', '/sapi/v1/userDataStream', { symbol: 'NOSUCH' });
    expect(sent).toMatchObject({ status: 400, body: '{"code":-1121,"msg":"Invalid symbol."}' });
  });

  it('belongs to one product, one account and one isolated symbol', () => {
    const exchange = createTestExchange();
    const margin = (params = {}) =>
      requestJson(exchange, 'POST', '/sapi/v1/userDataStream', params).listenKey;
    const isolated = (symbol: string) => margin({ isIsolated: 'TRUE', symbol });
    const keys = [
      requestJson(exchange, 'POST', SPOT).listenKey,
      requestJson(exchange, 'POST', USDM).listenKey,
      margin(),
    ];
    keys.push(isolated('BTCUSDT'), isolated('ETHUSDT'));
    expect(new Set(keys).size).toBe(5);
    expect(sendSigned(exchange, 'PUT', SPOT, { listenKey: keys[1]! })).toMatchObject(UNKNOWN);
    expect(sendSigned(exchange, 'POST', '/sapi/v1/userDataStream', { isIsolated: 'TRUE' }).body).toContain(
      '-1102',
    );
  });

  it('of another user is not found', () => {
    const exchange = createTestExchange();
    const { listenKey } = requestJson(exchange, 'POST', SPOT);
    const keys = { apiKey: `SandboxKey${'b'.repeat(54)}`, apiSecret: 'c'.repeat(64) };
    runAdminCommand(exchange, { do: 'add-user', user: 'ann' });
    runAdminCommand(exchange, {
      do: 'add-key',
      user: 'ann',
      apiKey: keys.apiKey,
      kind: 'HMAC',
      secret: keys.apiSecret,
      permissions: ['reading'],
    });
    expect(sendSigned(exchange, 'PUT', SPOT, { listenKey }, keys)).toMatchObject(UNKNOWN);
    expect(requestJson(exchange, 'PUT', SPOT, { listenKey })).toEqual({});
  });
});
