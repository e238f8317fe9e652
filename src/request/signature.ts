/** Adds the API key header and the signature to a request, for each attempt to send it. */
import * as LIMITS from '../catalogue/limits/signing.ts';
import { usageError } from '../core/errors.ts';
import type { UnixMs } from '../core/words.ts';
import { type Entry, encodeQuery } from './encode.ts';
import type { CallToSign, Permit } from './permit.ts';
import { formHeaders } from './prepare.ts';
import type { Signer } from './signer.ts';
import type { PreparedRequest } from './types.ts';

/** The header that carries the API key (interface document, Authentication). */
export const KEY_HEADER = 'X-MBX-APIKEY';

/** With which key a call is signed, and the permit for it. */
export interface SigningRight {
  readonly signer: Signer;
  readonly permit: Permit;
}

export interface SignatureTimes {
  /** The exchange's time with which this attempt is signed; absent only if the endpoint has no timestamp. */
  readonly timestamp?: UnixMs;
  /** The recvWindow in ms, from 1 to 60000; if omitted the exchange uses 5000. */
  readonly recvWindow?: number;
}

/**
 * Returns the signed request of one attempt: recvWindow, timestamp and signature are appended to the
 * parameters, and the signature covers the exact query and body. Called on the unsigned request for each
 * attempt, because timestamps expire. Throws a usage error for a recvWindow out of range, and kind `refused` if the permit
 * is not that of the request.
 */
export function withSignature(
  request: PreparedRequest,
  { signer, permit }: SigningRight,
  times: SignatureTimes,
): PreparedRequest {
  assertUnsigned(request);
  const { timestamp, recvWindow } = times;
  const entries: Entry[] = [];
  if (recvWindow !== undefined) entries.push(['recvWindow', recvWindowText(recvWindow)]);
  if (timestamp !== undefined) entries.push(['timestamp', String(timestamp)]);
  const headers = headersWithKey(request, signer.apiKey);
  const { query, body } = withAdded(request, entries);
  const signature = signer.sign(permit, { target: request, payload: query + (body ?? ''), form: 'rest' });
  const signed = withAdded({ method: request.method, query, body }, [['signature', signature]]);
  return {
    ...request,
    query: signed.query,
    body: signed.body,
    headers: isForm(request) ? { ...formHeaders(request.method), ...headers } : headers,
  };
}

/**
 * Returns the request with the API key header, for endpoints that need a key but no signature. Throws kind `refused` if the
 * permit is not that of the request.
 */
export function withKey(request: PreparedRequest, { signer, permit }: SigningRight): PreparedRequest {
  permit.use(callOf(request));
  return { ...request, headers: headersWithKey(request, signer.apiKey) };
}

/** Returns what is signed: query and body, concatenated without a separator (public facts, Request rules). */
function callOf(request: PreparedRequest): CallToSign {
  return { target: request, payload: request.query + (request.body ?? ''), form: 'rest' };
}

function headersWithKey(request: PreparedRequest, apiKey: string): Readonly<Record<string, string>> {
  if (request.exactHeaders) throw new RangeError(`${request.endpoint} sends its own headers and no key`);
  // V8 adds a computed name to a literal by a slow call, and to an object by a fast one.
  const headers: Record<string, string> = { ...request.headers };
  headers[KEY_HEADER] = apiKey;
  return headers;
}

/** Returns the query and body of a request with parameters added at the end of the one that carries its own. */
function withAdded(
  request: Pick<PreparedRequest, 'method' | 'query' | 'body'>,
  entries: readonly Entry[],
): Pick<PreparedRequest, 'query' | 'body'> {
  const { query, body } = request;
  const added = encodeQuery(entries);
  if (added === '') return { query, body };
  const before = isForm(request) ? (body ?? '') : query;
  const text = before === '' ? added : `${before}&${added}`;
  return isForm(request) ? { query, body: text } : { query: text, body };
}

function isForm({ method }: Pick<PreparedRequest, 'method'>): boolean {
  return method === 'POST' || method === 'PUT';
}

function recvWindowText(recvWindow: number): string {
  if (Number.isInteger(recvWindow) && recvWindow >= 1 && recvWindow <= LIMITS.recvWindowMax.value)
    return String(recvWindow);
  throw usageError(
    `recvWindow must be a whole number from 1 to ${LIMITS.recvWindowMax.value} ms, was ${recvWindow}.`,
    'Omit it for the default of 5000 ms.',
  );
}

/** Throws a RangeError when the request is already signed; the exchange would reject two signatures. */
function assertUnsigned({ query, body, endpoint }: PreparedRequest): void {
  if (/(^|&)(signature|timestamp)=/.test(`${query}&${body ?? ''}`)) {
    throw new RangeError(`${endpoint} carries a timestamp or signature already: sign the unsigned request`);
  }
}
