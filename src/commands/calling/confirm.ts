/** Asks for the confirmation of a write. */
import { type Destination, destinationText } from '../../app/destination.ts';
import type { WsMessage } from '../../app/via-ws.ts';
import type { WsMethod } from '../../catalogue/stream-types.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { wsApiOf } from '../../catalogue/ws-apis.ts';
import { ToolError } from '../../core/errors.ts';
import { safeLines, safeText } from '../../core/text.ts';
import { decodeQuery } from '../../request/encode.ts';
import type { PreparedRequest } from '../../request/types.ts';
import { isLoopback } from '../../transport/address-rules.ts';
import type { CommandCall } from '../types.ts';
import { type OrderStatement, writeWords } from './write-words.ts';

export interface ConfirmOptions {
  /** The endpoint of the request, if it is not the endpoint of the command. */
  readonly endpoint?: Endpoint;
  /** The orders of the request, as far as they are known. */
  readonly order?: OrderStatement;
  /** Further lines that the confirmation prompt shows. */
  readonly details?: readonly string[];
  /** The WebSocket API method by which the command itself sends the request. */
  readonly wsMethod?: WsMethod;
}

/**
 * Asks for confirmation before any transfer of funds, and before an order is placed or changed on the live
 * environment. Throws kind `refused` if the answer is not yes, or if there is no terminal and `--yes` was not
 * given.
 */
export async function confirm(
  call: CommandCall,
  request: PreparedRequest,
  confirmOptions: ConfirmOptions = {},
): Promise<void> {
  const { services, options } = call;
  if (options['yes'] === true) return;
  await services.readKeysFor(request);
  const message = await wsMessageOf(call, request, confirmOptions);
  const destination = await services.destinationOf(request, message?.host);
  if (!needsConfirmation(request, destination)) return;
  const { details = [], order, endpoint = call.endpoint } = confirmOptions;
  const argumentsText = request.query || request.body || '';
  const operation = `${message?.method ?? `${request.method} ${destination.path}`} ${decodeURIComponent(argumentsText)}`;
  // A path outside the catalogue has no description in words, so the confirmation shows only the request.
  const words =
    endpoint === undefined ? operation : writeWords(endpoint, new Map(decodeQuery(argumentsText)), order);
  const lines = [`${safeLines(words)}, to ${destinationText(destination)}`, ...details];
  if (words !== operation) lines.push(safeText(operation.trimEnd()));
  const answer = await services.world.ask(`${lines.join('\n')}\nSend it? Type yes: `);
  if (answer?.trim().toLowerCase() === 'yes') return;
  throw new ToolError({
    kind: 'refused',
    ...(answer === undefined
      ? {
          message: `${call.command} needs a confirmation, and there is no terminal to ask on.`,
          hint: 'Use --yes to send it without a prompt, or --dry-run to see the request.',
        }
      : { message: 'Not sent.', hint: 'Only the word yes sends it.' }),
    execution: 'not_executed',
    endpoint: request.endpoint,
  });
}

/** Returns the method by which a request is sent and the host of its WebSocket API; undefined for REST. */
async function wsMessageOf(
  { services }: CommandCall,
  request: PreparedRequest,
  { wsMethod }: ConfirmOptions,
): Promise<Pick<WsMessage, 'method' | 'host'> | undefined> {
  if (wsMethod === undefined) return services.wsMessageOf(request);
  return { method: wsMethod.method, host: wsApiOf(wsMethod.api).host };
}

/**
 * Returns whether a request needs a confirmation. An order to an address of this machine needs none if the
 * command line names that address; if a profile names it, the program at that address may pass orders on to
 * the exchange.
 */
function needsConfirmation(
  request: PreparedRequest,
  { environment, addresses, namedBy }: Destination,
): boolean {
  if (request.effect === 'funds') return true;
  if (request.effect !== 'write' || request.security !== 'TRADE') return false;
  if (environment !== 'live') return false;
  return namedBy !== 'command' || !addresses.every(({ hostname }) => isLoopback(hostname));
}
