/** Sends requests to an exchange inside the command's own process, without a socket. */
import { ToolError } from '../../core/errors.ts';
import type { UnixMs } from '../../core/words.ts';
import type { Answer, PreparedRequest, Send } from '../../request/types.ts';
import { readUsage } from '../../request/usage.ts';
import type { SandboxExchange } from '../exchange/open-exchange.ts';
import { answerRequest } from '../exchange/requests.ts';
import { ownAddressOf } from '../gate/routes.ts';
import type { WireAnswer, WireRequest } from '../types.ts';

/** The client address under which rate limits are counted; an embedded exchange has only one client. */
const EMBEDDED_CLIENT = 'embedded';
/** The origin that answers of an embedded exchange show. */
const EMBEDDED_ORIGIN = 'sandbox in this process';

/**
 * Returns a `Send` that passes each request to the exchange and returns its answer, refusals included. Rejects with a
 * ToolError of kind `interrupted` if the signal is already aborted.
 */
export function createEmbeddedSend(exchange: SandboxExchange): Send {
  return async (request, signal) => {
    // Calls inside the process do not wait for a socket; without a turn of the event loop, Ctrl-C would be
    // ignored during a long run.
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) {
      throw new ToolError({
        kind: 'interrupted',
        message: 'The call was stopped before it was made.',
        execution: 'not_executed',
        endpoint: request.endpoint,
        cause: signal.reason,
      });
    }
    return toAnswer(answerRequest(exchange, toWireRequest(request)), EMBEDDED_ORIGIN, exchange.clock.now());
  };
}

/** Converts an answer of the exchange to the answer that a sender returns. */
export function toAnswer(wire: WireAnswer, origin: string, receivedAt: UnixMs): Answer {
  const headers = lowerCaseNames(wire.headers);
  return {
    status: wire.status,
    headers,
    body: wire.body,
    origin,
    receivedAt,
    usage: readUsage(headers),
  };
}

function toWireRequest(request: PreparedRequest): WireRequest {
  return {
    method: request.method,
    target: request.query === '' ? request.path : `${request.path}?${request.query}`,
    headers: lowerCaseNames(request.headers),
    body: request.body ?? '',
    client: EMBEDDED_CLIENT,
    address: ownAddressOf(request.host),
  };
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
