/** Adds the API key header and the signature to a request, for each attempt to send it. */
import { usageError } from '../core/errors.ts';
import type { UnixMs } from '../core/words.ts';
import { type Entry, encodeQuery } from './encode.ts';
import { formHeaders } from './prepare.ts';
import type { PreparedRequest, Signer } from './types.ts';

/** The header that carries the API key (interface document, Authentication). */
export const KEY_HEADER = 'X-MBX-APIKEY';

/** The maximum recvWindow in ms (interface document, Conventions). */
const RECV_WINDOW_MAX_MS = 60_000;

export interface SignatureTimes {
  /** The exchange's time with which this attempt is signed; absent only if the endpoint has no timestamp. */
  readonly timestamp?: UnixMs;
  /** The recvWindow in ms, from 1 to 60000; if omitted the exchange uses 5000. */
  readonly recvWindow?: number;
}

/**
 * Returns the signed request of one attempt: recvWindow, timestamp and signature are appended to the
 * parameters, and the signature covers the exact query and body. Called on the unsigned request for each
 * attempt, because timestamps expire. Throws a usage error for a recvWindow out of range.
 */
export function withSignature(
  request: PreparedRequest,
  signer: Signer,
  times: SignatureTimes,
): PreparedRequest {
  assertUnsigned(request);
  const { timestamp, recvWindow } = times;
  const entries: Entry[] = [];
  if (recvWindow !== undefined) entries.push(['recvWindow', recvWindowText(recvWindow)]);
  if (timestamp !== undefined) entries.push(['timestamp', String(timestamp)]);
  const withTimes = appendParams(withKey(request, signer.apiKey), entries);
  // Query and body are concatenated without a separator (public facts, Request rules).
  const signature = signer.sign(withTimes.query + (withTimes.body ?? ''));
  return appendParams(withTimes, [['signature', signature]]);
}

/** Returns the request with the API key header, for endpoints that need a key but no signature. */
export function withKey(request: PreparedRequest, apiKey: string): PreparedRequest {
  if (request.exactHeaders) throw new RangeError(`${request.endpoint} sends its own headers and no key`);
  return { ...request, headers: { ...request.headers, [KEY_HEADER]: apiKey } };
}

function appendParams(request: PreparedRequest, entries: readonly Entry[]): PreparedRequest {
  const added = encodeQuery(entries);
  if (added === '') return request;
  const isForm = request.method === 'POST' || request.method === 'PUT';
  const before = isForm ? (request.body ?? '') : request.query;
  const text = before === '' ? added : `${before}&${added}`;
  if (!isForm) return { ...request, query: text };
  return { ...request, body: text, headers: { ...formHeaders(request.method), ...request.headers } };
}

function recvWindowText(recvWindow: number): string {
  if (Number.isInteger(recvWindow) && recvWindow >= 1 && recvWindow <= RECV_WINDOW_MAX_MS)
    return String(recvWindow);
  throw usageError(
    `recvWindow must be a whole number from 1 to ${RECV_WINDOW_MAX_MS} ms, was ${recvWindow}.`,
    'Omit it for the default of 5000 ms.',
  );
}

/** Throws a RangeError when the request is already signed; the exchange would reject two signatures. */
function assertUnsigned({ query, body, endpoint }: PreparedRequest): void {
  if (/(^|&)(signature|timestamp)=/.test(`${query}&${body ?? ''}`)) {
    throw new RangeError(`${endpoint} carries a timestamp or signature already: sign the unsigned request`);
  }
}
