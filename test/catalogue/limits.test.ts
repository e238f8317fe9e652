import { describe, expect, it } from 'vitest';
import {
  findHttpStatus,
  HEADERS,
  HTTP_STATUSES,
  UNAVAILABLE_TEXTS,
  USAGE_HEADERS,
  USAGE_INTERVALS,
} from '../../src/catalogue/http.ts';
import type { Limit } from '../../src/catalogue/limits/limit.ts';
import { LIMITS, type LimitName } from '../../src/catalogue/limits.ts';
import { DAY_MS, MINUTE_MS } from '../../src/core/time-units.ts';

/** The tables of the interface document: Limits, Conventions, Events, Errors. */
const DOCUMENTED: readonly [LimitName, number, string, number | undefined][] = [
  ['spotWeight', 6000, 'ip', MINUTE_MS],
  ['futuresWeight', 2400, 'ip', MINUTE_MS],
  ['requests', 1200, 'ip', MINUTE_MS],
  ['spotOrdersSecond', 10, 'account', 1000],
  ['spotOrdersDay', 200_000, 'account', DAY_MS],
  ['futuresOrdersSecond', 300, 'account', 1000],
  ['futuresOrdersDay', 1_200_000, 'account', DAY_MS],
  ['futuresBatch', 5, 'request', undefined],
  ['optionsBatch', 20, 'request', undefined],
  ['tickerSymbols', 100, 'request', undefined],
  ['streamConnections', 300, 'ip', 5 * MINUTE_MS],
  ['streamMessages', 5, 'connection', 1000],
  ['streamsPerConnection', 1024, 'connection', undefined],
  ['connectionLifetime', DAY_MS, 'connection', undefined],
  ['recvWindowMin', 1, 'parameter', undefined],
  ['recvWindowMax', 60_000, 'parameter', undefined],
  ['recvWindowDefault', 5000, 'parameter', undefined],
  ['timestampAhead', 1000, 'parameter', undefined],
  ['clientOrderIdLength', 36, 'parameter', undefined],
  ['serverPing', 20_000, 'connection', undefined],
  ['pongDeadline', MINUTE_MS, 'connection', undefined],
  ['banMin', 2 * MINUTE_MS, 'ip', undefined],
  ['banMax', 3 * DAY_MS, 'ip', undefined],
];

describe('the limits', () => {
  it.each(DOCUMENTED)(
    'have the value, scope and window of the interface document: %s',
    (name, value, scope, windowMs) => {
      const limit: Limit = LIMITS[name];
      expect([limit.value, limit.scope, limit.windowMs, limit.origin]).toEqual([
        value,
        scope,
        windowMs,
        'document',
      ]);
    },
  );

  it('name public facts as the source of every other limit', () => {
    const listed = new Set<string>(DOCUMENTED.map(([name]) => name));
    for (const [name, limit] of Object.entries<Limit>(LIMITS)) {
      if (!listed.has(name)) expect(limit.origin, name).not.toBe('document');
      expect(limit.source, name).toMatch(
        limit.origin === 'document' ? /^interface document/ : /^public facts/,
      );
    }
  });
});

describe('the headers', () => {
  it('include the signature header with a note that it is never sent', () => {
    expect(HEADERS.apiKey.name).toBe('X-MBX-APIKEY');
    expect(HEADERS.signature.note).toMatch(/one listing only.*never sent/i);
  });

  it('are found by the first matching prefix', () => {
    const prefixOf = (name: string) => USAGE_HEADERS.find((one) => name.startsWith(one.prefix));
    expect(prefixOf('x-mbx-used-weight-1m')).toMatchObject({ counts: 'weight', hasInterval: true });
    expect(prefixOf('x-mbx-used-weight')).toMatchObject({ counts: 'weight', hasInterval: false });
    expect(prefixOf('x-mbx-order-count-10s')).toMatchObject({ counts: 'orders', scope: 'account' });
    expect(prefixOf('x-sapi-used-uid-weight-1m')).toMatchObject({ counts: 'weight', scope: 'account' });
    expect(USAGE_INTERVALS.D).toEqual({ word: 'DAY', ms: DAY_MS });
  });
});

describe('the HTTP statuses', () => {
  it('include the five of the interface document', () => {
    const documented = HTTP_STATUSES.filter((one) => one.origin === 'document');
    expect(documented.map((one) => one.status)).toEqual([403, 408, 418, 429, 503]);
  });

  it.each([
    [403, 'rate-limited', 'not_executed'],
    [418, 'rate-limited', 'not_executed'],
    [429, 'rate-limited', 'not_executed'],
    [451, 'rejected', 'not_executed'],
    [408, 'unavailable', 'unknown'],
    [409, 'unavailable', 'unknown'],
    [503, 'unavailable', 'unknown'],
  ])('map %i to kind %s and execution status %s', (status, kind, execution) => {
    expect(findHttpStatus(status)).toMatchObject({ kind, execution });
  });

  it('are not retryable if a ban or a firewall stopped the call', () => {
    expect([findHttpStatus(403)?.retryable, findHttpStatus(418)?.retryable]).toEqual([false, false]);
  });

  it('do not include an undocumented status', () => {
    expect(findHttpStatus(299)).toBeUndefined();
  });

  it('include three kinds of 503, distinguished by their text', () => {
    expect(UNAVAILABLE_TEXTS.map((one) => [one.kind, one.execution])).toEqual([
      ['unknown-execution', 'unknown'],
      ['plain', 'not_executed'],
      ['may-resend', 'not_executed'],
    ]);
    expect(new Set(UNAVAILABLE_TEXTS.map((one) => one.text)).size).toBe(3);
    // After any 5xx of the spot host an order may have been executed.
    for (const one of UNAVAILABLE_TEXTS) expect(one.products).not.toContain('spot');
  });
});
