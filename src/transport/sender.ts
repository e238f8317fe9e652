/**
 * The common part of all senders: headers, deadlines, size limits, refused redirects, fail-over to another
 * address, and errors. A carrier moves the bytes.
 */
import type { Clock } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import type { Answer, PreparedRequest, Send } from '../request/types.ts';
import { addressFacts } from './address-rules.ts';
import { BodyMemory } from './body/body-memory.ts';
import { ACCEPTED_ENCODINGS } from './body/inflate.ts';
import { CallTimeouts } from './call-timeouts.ts';
import { endpointName } from './failures.ts';
import { type CallMeans, HttpCall } from './http-call.ts';
import { HTTP_LIMITS, type HttpLimits } from './limits.ts';
import type { Carrier, WireCall } from './wire.ts';
import { checkHeaders, checkTarget } from './wire-rules.ts';

export interface SenderOptions {
  /** Returns the addresses of a request in order of preference; usually `addressesFor` of an address book. */
  readonly addressOf: (request: PreparedRequest) => readonly URL[];
  readonly clock: Clock;
  /** The User-Agent header, unless the request has its own. */
  readonly userAgent?: string;
  readonly limits?: Partial<HttpLimits>;
  /** The address of the proxy, as `parseProxy` returned it; requests to loopback addresses do not use the proxy. */
  readonly proxy?: URL;
  /**
   * Certificates in PEM form that are trusted instead of Node's root certificates, for servers of the user.
   */
  readonly ca?: string;
  /**
   * The address that answered after a fail-over, by host name, with which later calls begin; senders of one command share
   * it.
   */
  readonly preferred?: Map<string, string>;
}

/** A Send that keeps connections; `close` lets calls in flight end and then closes them. */
export type ClosableSend = Send & { readonly close: () => Promise<void> };

/** The largest number of addresses that one call tries: each may take a connect timeout. */
const ADDRESSES_MAX = 3;

/** Returns a function that sends requests by the given carrier, which moves their bytes. */
export function createSender(carrier: Carrier, options: SenderOptions): ClosableSend {
  const limits: HttpLimits = { ...HTTP_LIMITS, ...options.limits };
  const { preferred = new Map<string, string>(), clock } = options;
  const means: CallMeans = {
    carrier,
    limits,
    clock,
    memory: new BodyMemory(),
    times: new CallTimeouts(limits),
  };

  const send: Send = async (request, signal) => {
    const declared = options.addressOf(request);
    const addresses = rotateTo(declared, preferred.get(request.host)).slice(0, ADDRESSES_MAX);
    for (const [index, address] of addresses.entries()) {
      const call = wireCall(request, address, options.userAgent);
      const first = new HttpCall(call, request, means, signal);
      try {
        let answer: Answer;
        try {
          answer = await first.run();
        } catch (error) {
          if (!mayRepeat(first, request)) throw error;
          answer = await new HttpCall(call, request, means, signal).run();
        }
        if (address !== declared[0]) preferred.set(request.host, address.origin);
        return answer;
      } catch (error) {
        if (index === addresses.length - 1 || !mayTryNextAddress(error)) throw error;
      }
    }
    throw new Error(`no address was given for ${endpointName(request)}`);
  };
  return Object.assign(send, { close: () => carrier.close() });
}

function rotateTo(addresses: readonly URL[], origin: string | undefined): readonly URL[] {
  const first = origin === undefined ? -1 : addresses.findIndex((one) => one.origin === origin);
  return first < 1 ? addresses : [...addresses.slice(first), ...addresses.slice(0, first)];
}

/**
 * Returns whether the request was certainly not sent, so that another address may be tried. A wrong
 * certificate (not retryable) ends the fail-over.
 */
function mayTryNextAddress(error: unknown): boolean {
  return (
    error instanceof ToolError &&
    error.kind === 'unavailable' &&
    error.facts.execution === 'not_executed' &&
    error.facts.retryable === true
  );
}

/**
 * Returns whether a failed call is repeated once without a note: a read, if the server closed the reused connection at that
 * moment. A write is not, because its execution status is unknown once a byte was sent.
 */
function mayRepeat(call: HttpCall, request: PreparedRequest): boolean {
  return call.diedOnStaleConnection && request.effect === 'read' && request.method === 'GET';
}

/**
 * Returns the request as it is sent. Adds headers unless `exactHeaders` is set. Throws a usage error for a
 * path, query or header that must not be sent.
 */
function wireCall(request: PreparedRequest, address: URL, userAgent: string | undefined): WireCall {
  const headers: (readonly [string, string])[] = Object.entries(request.headers);
  if (!request.exactHeaders) {
    const has = (name: string) => headers.some(([one]) => one.toLowerCase() === name);
    if (userAgent !== undefined && !has('user-agent')) headers.push(['User-Agent', userAgent]);
    if (!addressFacts(address).isLoopback && !has('accept-encoding')) {
      headers.push(['Accept-Encoding', ACCEPTED_ENCODINGS]);
    }
    if (request.body !== undefined && !has('content-type')) {
      headers.push(['Content-Type', 'application/x-www-form-urlencoded']);
    }
  }
  checkTarget(request.path, request.query);
  checkHeaders(headers);
  const target = request.query === '' ? request.path : `${request.path}?${request.query}`;
  const { method, body, exactHeaders: hasExactHeaders } = request;
  return { address, method, target, headers, hasExactHeaders, body };
}
