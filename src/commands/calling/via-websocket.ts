/** Which requests of a command go over the WebSocket API with `--via ws`. */
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
 * Returns the methods by endpoint id: that of the command's endpoint, and of the test of its orders. What a command
 * asks beside, such as filters and the search for a lost order, stays with REST. Throws a usage error where the
 * endpoint has no method.
 */
export async function websocketMethodsFor({
  group,
  verb,
  endpoint,
}: ParsedCommand): Promise<ReadonlyMap<string, WsMethod>> {
  if (endpoint?.wsMethod === undefined) throw await noMethodError(commandOf(group, verb), endpoint);
  const { WS_METHODS } = await import('../../catalogue/ws-methods.ts');
  const test = endpoint.testedBy === undefined ? [] : [await endpointById(endpoint.testedBy)];
  return new Map(
    [endpoint, ...test].flatMap(({ id, wsMethod }) => {
      const method = WS_METHODS.find((one) => one.method === wsMethod);
      return method === undefined ? [] : [[id, method] as const];
    }),
  );
}

/** The document describes the WebSocket API of spot; public facts name hosts of one for futures, and no methods. */
async function noMethodError(command: string, endpoint: Endpoint | undefined): Promise<ToolError> {
  const commands = await commandsWithWebsocketMethod();
  if (endpoint !== undefined && endpoint.product !== 'spot' && commands.includes(command)) {
    return usageError(
      `The WebSocket API is that of spot: ${command} on ${endpoint.product} goes over REST alone.`,
      'Leave --via out: over REST the command has the same options and output.',
    );
  }
  return usageError(
    `${command} has no method of the WebSocket API.`,
    `Leave --via out. Those that have one, on spot: ${commands.join(', ')}.`,
  );
}

/** Returns the commands that take `--via ws`. */
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
