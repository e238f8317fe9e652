/** Selects the requests of a command that go over the WebSocket API with `--via ws`. */
import type { WsMethod } from '../../catalogue/stream-types.ts';
import type { Endpoint } from '../../catalogue/types.ts';
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
 * Returns the WebSocket API methods of a command by endpoint id: the method of its endpoint, and that of the
 * endpoint that tests its orders. Other requests, such as symbol rules and order lookups, stay on REST.
 * Throws a usage error if the endpoint has no method.
 */
export async function websocketMethodsFor({
  group,
  verb,
  endpoint,
}: ParsedCommand): Promise<ReadonlyMap<string, WsMethod>> {
  if (endpoint?.wsMethod === undefined) throw await noMethodError(commandOf(group, verb), endpoint);
  const { WS_METHODS } = await import('../../catalogue/ws-methods.ts');
  const test = endpoint.testEndpoint === undefined ? [] : [await endpointById(endpoint.testEndpoint)];
  return new Map(
    [endpoint, ...test].flatMap(({ id, wsMethod }) => {
      const method = WS_METHODS.find((one) => one.method === wsMethod);
      return method === undefined ? [] : [[id, method] as const];
    }),
  );
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
