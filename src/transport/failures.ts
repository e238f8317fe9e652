/** The errors of a request that got no whole answer. */
import { type Execution, ToolError } from '../core/errors.ts';
import type { PreparedRequest } from '../request/types.ts';
import { isLoopback } from './address-rules.ts';
import { ConnectFailure } from './wire.ts';

/** Returns whether the request changes orders, settings or money when it is executed. */
export function isWrite(request: PreparedRequest): boolean {
  return request.effect === 'write' || request.effect === 'funds';
}

/** How the endpoint is named in errors: its id, or method and path where the catalogue knows none. */
export function endpointName(request: PreparedRequest): string {
  return request.endpoint === 'raw' ? `${request.method} ${request.path}` : request.endpoint;
}

/** Returns what became of a request that failed: `mayHaveLeft` says whether a byte of it was handed over. */
export function executionAfter(request: PreparedRequest, mayHaveBeenSent: boolean): Execution {
  if (!mayHaveBeenSent) return 'not_executed';
  return isWrite(request) ? 'unknown' : 'none';
}

/** Returns the error of a request that never reached an open connection. */
export function connectError(request: PreparedRequest, address: URL, failure: ConnectFailure): ToolError {
  const isUntrusted = failure.stage === 'certificate';
  // A key must never meet a server that cannot prove its name; for public data it is a broken connection.
  const kind = isUntrusted && request.security !== 'NONE' ? 'credentials' : 'unavailable';
  const what = {
    lookup: 'could not be found',
    connect: 'could not be reached',
    proxy: 'could not be reached through the proxy',
    tls: 'would not open an encrypted connection',
    certificate: 'did not prove who it is',
  }[failure.stage];
  return new ToolError({
    kind,
    message: `${address.origin} ${what}: ${failure.message}. Nothing was sent.`,
    hint: connectHint(address, failure),
    retryable: !isUntrusted,
    execution: 'not_executed',
    endpoint: endpointName(request),
    cause: failure,
  });
}

function connectHint(address: URL, failure: ConnectFailure): string {
  if (isLoopback(address.hostname)) {
    return 'Start what listens there (such as bourse sandbox serve), or leave the host override out.';
  }
  if (failure.stage === 'certificate') {
    return 'Something between you and the exchange may be intercepting the connection; check the network and the clock.';
  }
  if (failure.stage === 'proxy') return 'Check the address given with --proxy.';
  return 'Check the network and try again; --env sandbox works offline.';
}

/**
 * Returns the error of a request whose answer never came whole. `what` is a clause such as "the answer broke off";
 * `isLasting` says that the same request would end alike again.
 */
export function brokenError(
  request: PreparedRequest,
  address: URL,
  what: string,
  options: { readonly cause?: unknown; readonly isPermanent?: boolean } = {},
): ToolError {
  const { cause, isPermanent: isLasting = false } = options;
  const execution = executionAfter(request, true);
  const again = isLasting
    ? 'Nothing was changed; ask for less at a time.'
    : 'Nothing was changed; try again.';
  const hint =
    execution === 'unknown'
      ? 'It may have been executed: look at the orders or the history before you repeat it.'
      : again;
  return new ToolError({
    kind: 'unavailable',
    message: `${address.origin} gave no whole answer: ${what}.`,
    hint,
    retryable: execution !== 'unknown' && !isLasting,
    execution,
    endpoint: endpointName(request),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Returns the error of a request that waited for a free connection until its time was up; nothing was sent. */
export function unsentError(request: PreparedRequest, address: URL, what: string): ToolError {
  return connectError(request, address, new ConnectFailure('connect', what));
}

/** Returns the error of a call that the user interrupted. */
export function interruptedError(
  request: PreparedRequest,
  mayHaveBeenSent: boolean,
  cause: unknown,
): ToolError {
  const execution = executionAfter(request, mayHaveBeenSent);
  return new ToolError({
    kind: 'interrupted',
    message: `${endpointName(request)} was interrupted before its answer came.`,
    ...(execution === 'unknown'
      ? { hint: 'It may have been executed: look at the orders or the history before you repeat it.' }
      : {}),
    execution,
    endpoint: endpointName(request),
    cause,
  });
}
