import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/core/time-units.ts';
import { command } from '../../src/sandbox/exchange/create-exchange.ts';
import { stillClock } from './clock.ts';
import { ask, call, exchangeWith } from './signed-calls.ts';

const SPOT = '/api/v3/userDataStream';
const USDM = '/fapi/v1/listenKey';
const UNKNOWN = { status: 400, body: '{"code":-1125,"msg":"This listenKey does not exist."}' };

describe('a listen key', () => {
  it('is the same while it is valid, and lives an hour from each sign of life', () => {
    const clock = stillClock();
    const exchange = exchangeWith({ clock });
    const { listenKey } = ask(exchange, 'POST', SPOT);
    expect(listenKey).toMatch(/^[A-Za-z0-9]{64}$/);
    clock.move(59 * MINUTE_MS);
    expect(ask(exchange, 'POST', SPOT)).toEqual({ listenKey });
    clock.move(59 * MINUTE_MS);
    expect(ask(exchange, 'PUT', SPOT, { listenKey })).toEqual({});
    clock.move(59 * MINUTE_MS);
    expect(ask(exchange, 'PUT', SPOT, { listenKey })).toEqual({});
    clock.move(60 * MINUTE_MS);
    expect(call(exchange, 'PUT', SPOT, { listenKey })).toMatchObject(UNKNOWN);
    expect(ask(exchange, 'POST', SPOT).listenKey).not.toBe(listenKey);
  });

  it('ends when it is closed', () => {
    const exchange = exchangeWith();
    const { listenKey } = ask(exchange, 'POST', SPOT);
    expect(ask(exchange, 'DELETE', SPOT, { listenKey })).toEqual({});
    expect(call(exchange, 'DELETE', SPOT, { listenKey })).toMatchObject(UNKNOWN);
    expect(ask(exchange, 'POST', SPOT).listenKey).not.toBe(listenKey);
  });

  it('of futures is known by its account', () => {
    const exchange = exchangeWith();
    expect(call(exchange, 'PUT', USDM)).toMatchObject(UNKNOWN);
    const made = ask(exchange, 'POST', USDM);
    expect(ask(exchange, 'PUT', USDM)).toEqual(made);
    expect(ask(exchange, 'DELETE', USDM)).toEqual({});
    expect(call(exchange, 'DELETE', USDM)).toMatchObject(UNKNOWN);
  });

  it('belongs to one product, one account and one isolated symbol', () => {
    const exchange = exchangeWith();
    const margin = (params = {}) => ask(exchange, 'POST', '/sapi/v1/userDataStream', params).listenKey;
    const isolated = (symbol: string) => margin({ isIsolated: 'TRUE', symbol });
    const keys = [ask(exchange, 'POST', SPOT).listenKey, ask(exchange, 'POST', USDM).listenKey, margin()];
    keys.push(isolated('BTCUSDT'), isolated('ETHUSDT'));
    expect(new Set(keys).size).toBe(5);
    expect(call(exchange, 'PUT', SPOT, { listenKey: keys[1]! })).toMatchObject(UNKNOWN);
    expect(call(exchange, 'POST', '/sapi/v1/userDataStream', { isIsolated: 'TRUE' }).body).toContain('-1102');
  });

  it('of another user is unknown', () => {
    const exchange = exchangeWith();
    const { listenKey } = ask(exchange, 'POST', SPOT);
    const keys = { apiKey: `SandboxKey${'b'.repeat(54)}`, apiSecret: 'c'.repeat(64) };
    command(exchange, { do: 'add-user', user: 'ann' });
    command(exchange, {
      do: 'add-key',
      user: 'ann',
      apiKey: keys.apiKey,
      kind: 'HMAC',
      secret: keys.apiSecret,
      permissions: ['reading'],
    });
    expect(call(exchange, 'PUT', SPOT, { listenKey }, keys)).toMatchObject(UNKNOWN);
    expect(ask(exchange, 'PUT', SPOT, { listenKey })).toEqual({});
  });
});
