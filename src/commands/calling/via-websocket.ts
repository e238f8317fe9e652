/** Selects the requests of a command that go over the WebSocket API with `--via ws`. */
import type { WsMethods } from '../../app/via-ws.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { WS_APIS, type WsApiProduct } from '../../catalogue/ws-apis.ts';
import { type ToolError, usageError } from '../../core/errors.ts';
import { endpointById, endpointsOfGroup } from '../find-endpoint.ts';
import { GROUPS } from '../groups.ts';
import type { CommandGroup, Verb } from '../types.ts';

/** A command as it was typed. */
interface ParsedCommand {
  readonly group: CommandGroup;
  readonly verb: Verb;
  readonly endpoint: Endpoint | undefined;
}

/**
 * Returns the WebSocket API methods of a command: the method of its endpoint, and that of the endpoint that tests
 * its orders. Other requests, such as symbol rules and order lookups, stay on REST.
 * Throws a usage error if the endpoint has no method.
 */
export async function websocketMethodsFor({ group, verb, endpoint }: ParsedCommand): Promise<WsMethods> {
  const { product, wsMethod } = endpoint ?? {};
  if (endpoint === undefined || wsMethod === undefined || !hasWsApi(product))
    throw await noMethodError(commandOf(group, verb), endpoint);
  const { wsMethodOf } = await import('../../catalogue/ws-methods.ts');
  const test = endpoint.testEndpoint === undefined ? [] : [await endpointById(endpoint.testEndpoint)];
  const byEndpoint = [endpoint, ...test].flatMap((one) => {
    const method = wsMethodOf(one);
    return method === undefined ? [] : [[one.id, method] as const];
  });
  return { api: product, byEndpoint: new Map(byEndpoint) };
}

function hasWsApi(product: string | undefined): product is WsApiProduct {
  return product !== undefined && Object.hasOwn(WS_APIS, product);
}

/**
 * Returns the usage error for `--via ws` on a command without a method: only spot has a WebSocket API with
 * known methods (interface document).
 */
async function noMethodError(command: string, endpoint: Endpoint | undefined): Promise<ToolError> {
  const commands = await commandsWithWebsocketMethod();
  if (endpoint !== undefined && endpoint.product !== 'spot' && commands.includes(command)) {
    return usageError(
      `bourse speaks the WebSocket API of spot only: ${command} on ${endpoint.product} goes over REST.`,
      'Omit --via: over REST the command has the same options and output.',
    );
  }
  return usageError(
    `${command} has no method of the WebSocket API.`,
    `Omit --via. Commands with a WebSocket API method, on spot: ${commands.join(', ')}.`,
  );
}

/** Returns the commands that accept `--via ws`. */
export async function commandsWithWebsocketMethod(): Promise<readonly string[]> {
  const commands: string[] = [];
  for (const entry of GROUPS) {
    const group = await entry.load();
    const endpoints = await endpointsOfGroup(group);
    const withMethod = new Set(endpoints.filter((one) => one.wsMethod !== undefined).map((one) => one.id));
    for (const verb of group.verbs) {
      const id = typeof verb.endpoint === 'string' ? verb.endpoint : verb.endpoint?.spot;
      if (id !== undefined && withMethod.has(id)) commands.push(commandOf(group, verb));
    }
  }
  return commands;
}

function commandOf(group: CommandGroup, verb: Verb): string {
  return [group.word, ...verb.words].join(' ');
}
