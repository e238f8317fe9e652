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
 * Returns the WebSocket API methods of a command: the method of its endpoint, of the endpoint that tests its orders,
 * and of the endpoints that take its algo orders. Other requests, such as symbol rules and order lookups, stay on
 * REST. Throws a usage error if the endpoint has no method.
 */
export async function websocketMethodsFor({ group, verb, endpoint }: ParsedCommand): Promise<WsMethods> {
  const { product, wsMethod } = endpoint ?? {};
  if (endpoint === undefined || wsMethod === undefined || !hasWsApi(product))
    throw await noMethodError(commandOf(group, verb), endpoint);
  const { wsMethodOf } = await import('../../catalogue/ws-methods.ts');
  const { testEndpoint, ofAlgoOrder, today } = endpoint;
  const ids = [testEndpoint, ofAlgoOrder, today?.replacedBy?.endpoint].filter((id) => id !== undefined);
  const byEndpoint = [endpoint, ...(await Promise.all(ids.map(endpointById)))].flatMap((one) => {
    const method = wsMethodOf(one);
    return method === undefined ? [] : [[one.id, method] as const];
  });
  return { api: product, byEndpoint: new Map(byEndpoint) };
}

function hasWsApi(product: string | undefined): product is WsApiProduct {
  return product !== undefined && Object.hasOwn(WS_APIS, product);
}

/** Returns the usage error for `--via ws` on a command without a method. */
async function noMethodError(command: string, endpoint: Endpoint | undefined): Promise<ToolError> {
  const commands = await commandsWithWebsocketMethod();
  const products = commands.get(command);
  if (endpoint !== undefined && products !== undefined) {
    return usageError(
      `${command} has no method of the WebSocket API on ${endpoint.product}, only on ${products.join(', ')}.`,
      'Omit --via: over REST the command has the same options and output.',
    );
  }
  return usageError(
    `${command} has no method of the WebSocket API.`,
    `Omit --via. Commands with a WebSocket API method: ${[...commands.keys()].join(', ')}.`,
  );
}

/** Returns the commands that accept `--via ws`, with the products on which they do. */
export async function commandsWithWebsocketMethod(): Promise<ReadonlyMap<string, readonly WsApiProduct[]>> {
  const commands = new Map<string, readonly WsApiProduct[]>();
  for (const entry of GROUPS) {
    const group = await entry.load();
    const endpoints = await endpointsOfGroup(group);
    const withMethod = new Set(endpoints.filter((one) => one.wsMethod !== undefined).map((one) => one.id));
    for (const verb of group.verbs) {
      const ids = typeof verb.endpoint === 'string' ? [verb.endpoint] : Object.values(verb.endpoint ?? {});
      const products = ids.filter((id) => withMethod.has(id)).map((id) => id.split('.')[0] as WsApiProduct);
      if (products.length > 0) commands.set(commandOf(group, verb), products);
    }
  }
  return commands;
}

function commandOf(group: CommandGroup, verb: Verb): string {
  return [group.word, ...verb.words].join(' ');
}
