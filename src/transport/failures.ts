/** The errors of requests without a complete answer. */
import { isWriteEffect } from '../catalogue/define.ts';
import { type Execution, ToolError } from '../core/errors.ts';
import type { PreparedRequest } from '../request/types.ts';
import { isLoopback } from './address-rules.ts';
import { ConnectFailure } from './wire.ts';

/** Returns whether the request changes orders, settings or money when it is executed. */
export function isWrite(request: PreparedRequest): boolean {
  return isWriteEffect(request.effect);
}

/** Returns the name of an endpoint for error messages: its id, or method and path of a raw request. */
export function endpointName(request: PreparedRequest): string {
  return request.endpoint === 'raw' ? `${request.method} ${request.path}` : request.endpoint;
}

/**
 * Returns the execution status of a failed request. `mayHaveBeenSent` says whether a byte of it may have left
 * the machine.
 */
export function executionAfter(request: PreparedRequest, mayHaveBeenSent: boolean): Execution {
  if (!mayHaveBeenSent) return 'not_executed';
  return isWrite(request) ? 'unknown' : 'none';
}

/** Returns the error of a request whose connection could not be opened; nothing was sent. */
export function connectError(request: PreparedRequest, address: URL, failure: ConnectFailure): ToolError {
  const isUntrusted = failure.stage === 'certificate';
  // A key must not be sent to a server without a valid certificate, so that is an error of the credentials; a
  // public call just counts as failed.
  const kind = isUntrusted && request.security !== 'NONE' ? 'credentials' : 'unavailable';
  const what = {
    lookup: 'could not be found',
    connect: 'could not be reached',
    proxy: 'could not be reached through the proxy',
    tls: 'would not open an encrypted connection',
    certificate: 'has no valid certificate',
  }[failure.stage];
  return new ToolError({
    kind,
    message: `${address.origin} ${what}: ${failure.message}.`,
    // That nothing was sent is said in the hint, because a caller may quote the message as the reason of a failed
    // look-up.
    hint: `Nothing was sent. ${connectHint(address, failure)}`,
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
 * Returns the error of a request that was sent and whose answer is incomplete. `what` is a clause such as
 * "its answer broke off"; `isPermanent` means that repeating the request would fail again.
 */
export function brokenError(
  request: PreparedRequest,
  address: URL,
  what: string,
  options: { readonly cause?: unknown; readonly isPermanent?: boolean } = {},
): ToolError {
  const { cause, isPermanent = false } = options;
  const execution = executionAfter(request, true);
  const again = isPermanent
    ? 'Nothing was changed; ask for less at a time.'
    : 'Nothing was changed; try again.';
  const hint =
    execution === 'unknown'
      ? 'It may have been executed: look at the orders or the history before you repeat it.'
      : again;
  return new ToolError({
    kind: 'unavailable',
    message: `${address.origin} gave no complete answer: ${what}.`,
    hint,
    retryable: execution !== 'unknown' && !isPermanent,
    execution,
    endpoint: endpointName(request),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Returns the error of a request that timed out while it waited for a free connection; nothing was sent. */
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
