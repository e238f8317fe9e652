/**
 * Checks the requests on the wire: each endpoint of the interface document is called by its command with all
 * of its parameters, and a hand-written server records what arrives. Paths come from a table written by hand
 * from the document; encoding and signatures are implemented here, independently of the program.
 */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { bourse, NOW } from '../acceptance/world.ts';
import * as trading from '../catalogue/document-rows.ts';
import * as funds from '../catalogue/funds-rows.ts';
import { wireCalls } from './calls.ts';
import { type RecordedRequest, type Recorder, startRecorder } from './recorder.ts';

const KEY = `${'K3y'.repeat(21)}x`;
const SECRET = 'S3cret'.repeat(10);

const calls = await wireCalls();
const named = calls.map((call, index) => ({ ...call, name: `${call.endpoint.id} (${index})` }));

/** "METHOD /path" of each endpoint, written by hand from the interface document. */
const DOCUMENT_CALLS = new Set([
  ...(Object.keys(trading.DOCUMENT_ROWS) as (keyof typeof trading.DOCUMENT_ROWS)[]).flatMap((part) =>
    trading.rowsOf(part).map(({ method, path }) => `${method} ${path}`),
  ),
  ...(Object.keys(funds.DOCUMENT_ROWS) as funds.Part[]).flatMap((part) =>
    funds.rowsOf(part).map(({ method, path }) => `${method} ${path}`),
  ),
  ...[
    'ping',
    'time',
    'exchangeInfo',
    'depth',
    'trades',
    'historicalTrades',
    'aggTrades',
    'klines',
    'uiKlines',
  ].map((name) => `GET /api/v3/${name}`),
  ...['avgPrice', 'ticker/24hr', 'ticker/tradingDay', 'ticker/price', 'ticker/bookTicker', 'ticker'].map(
    (name) => `GET /api/v3/${name}`,
  ),
]);

/** Percent-encodes all but the unreserved characters of RFC 3986, as UTF-8 bytes. */
function percentEncode(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const sign = String.fromCharCode(byte);
      return /[A-Za-z0-9_.~-]/.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

/** Returns the parameters of a request, which are in its query or in its body, never in both. */
function sentText({ method, target, body }: RecordedRequest): string {
  const [, query = ''] = target.split('?');
  const isForm = method === 'POST' || method === 'PUT';
  expect(isForm ? query : body).toBe('');
  return isForm ? body : query;
}

function securityOf({ security }: Endpoint): string {
  return typeof security === 'string' ? security : security[security.effective];
}

/** Returns a list of orders without the client ids that were made for the orders that had none. */
function withoutMadeIds({ clientIds }: Endpoint, name: string, sent: string, typed = ''): string {
  if (clientIds?.listField !== name) return sent;
  const orders = JSON.parse(decodeURIComponent(sent)) as Record<string, string>[];
  const typedOrders = JSON.parse(typed) as Record<string, string>[];
  for (const [index, order] of orders.entries())
    if (typedOrders[index]?.[clientIds.param] === undefined) delete order[clientIds.param];
  return percentEncode(JSON.stringify(orders));
}

describe('the request to an endpoint', () => {
  let recorder: Recorder;
  const seen = new Set<string>();

  beforeAll(async () => {
    recorder = await startRecorder(NOW);
  });
  afterAll(() => recorder.close());

  it.each(named)('$name', async ({ endpoint, words, wire }) => {
    const hosts = ['spot', 'usdm', 'coinm', 'options', 'web3'].flatMap((host) => [
      '--host',
      `${host}=${recorder.origin}`,
    ]);
    recorder.taken();
    const outcome = await bourse([...words, ...hosts, '-o', 'json'], {
      environment: { BOURSE_API_KEY: KEY, BOURSE_API_SECRET: SECRET },
    });
    const requests = recorder
      .taken()
      .filter(
        ({ method, target }) => `${method} ${target.split('?')[0]}` === `${endpoint.method} ${endpoint.path}`,
      );
    expect(requests, outcome.stderr).toHaveLength(1);
    const request = requests[0]!;
    seen.add(`${request.method} ${request.target.split('?')[0]}`);

    const sent = sentText(request);
    const entries = sent === '' ? [] : sent.split('&').map((entry) => entry.split('=') as [string, string]);
    const security = securityOf(endpoint);
    const isSigned = security !== 'NONE' && security !== 'MARKET_DATA' && security !== 'USER_STREAM';
    const added = isSigned ? ['recvWindow', 'timestamp', 'signature'] : [];
    const own = entries.filter(([name]) => !added.includes(name));
    const made = new Set([endpoint.clientIds?.param, ...(endpoint.clientIds?.parts?.params ?? [])]);
    const asTyped = own
      .filter(([name]) => wire.has(name) || !made.has(name))
      .map(([name, text]) => [name, withoutMadeIds(endpoint, name, text, wire.get(name))]);
    expect(asTyped).toEqual([...wire].map(([name, value]) => [percentEncode(name), percentEncode(value)]));
    expect(request.headers['x-mbx-apikey']).toBe(security === 'NONE' ? undefined : KEY);
    if (isSigned) {
      const [text = '', signature] = sent.split('&signature=');
      expect(signature).toBe(createHmac('sha256', SECRET).update(text).digest('hex'));
      expect(new URLSearchParams(text).get('timestamp')).toBe(String(NOW));
      // Without recvWindow, the exchange allows 5 s.
      expect(Number(new URLSearchParams(text).get('recvWindow') ?? 5000)).toBeLessThanOrEqual(60_000);
    } else expect(sent).not.toContain('signature=');
    const isForm = request.body !== '';
    if (endpoint.product !== 'onchain') {
      expect(request.headers['content-type']).toBe(
        isForm || request.method === 'POST' || request.method === 'PUT'
          ? 'application/x-www-form-urlencoded'
          : undefined,
      );
    }
    for (const secret of [SECRET, sent.split('&signature=')[1] ?? SECRET]) {
      expect(outcome.stdout + outcome.stderr).not.toContain(secret);
    }
  });

  it('has the method and path of the interface document', () => {
    const missing = [...DOCUMENT_CALLS].filter((call) => !seen.has(call));
    expect(missing).toEqual([]);
    expect(seen.size).toBe(186);
  });
});
