/** Finds the command that calls an endpoint, and the command with given words. */
import { GROUPS } from './groups.ts';
import type { CommandGroup, EndpointCommand, NamedCommand, Verb } from './types.ts';

/**
 * Returns the command that calls each endpoint, by endpoint id; a command that only reuses another command's
 * endpoint is left out.
 */
export async function commandsByEndpoint(): Promise<ReadonlyMap<string, EndpointCommand>> {
  const commands = new Map<string, EndpointCommand>();
  for (const entry of GROUPS) {
    const group = await entry.load();
    for (const verb of group.verbs)
      for (const [id, command] of endpointCommands(group, verb))
        if (!commands.has(id)) commands.set(id, command);
  }
  return commands;
}

/** Returns the endpoints for which a command is the main command, by endpoint id. */
function endpointCommands(group: CommandGroup, verb: Verb): readonly (readonly [string, EndpointCommand])[] {
  const { endpoint, reuses = [] } = verb;
  if (endpoint === undefined) return [];
  const words = [group.word, ...verb.words].join(' ');
  if (typeof endpoint === 'string')
    return reuses.includes(endpoint) ? [] : [[endpoint, { line: words, words, verb }]];
  return Object.entries(endpoint)
    .map(([on, id], index) => {
      const command =
        index === 0 ? { line: words, words, verb } : { line: `${words} --on ${on}`, words, on, verb };
      return [id, command] as const;
    })
    .filter(([id]) => !reuses.includes(id));
}

/** Returns the command or the command group with these words, such as "trade buy" or "stream". */
export async function findCommand(words: string): Promise<NamedCommand | undefined> {
  const path = words.split(/\s+/);
  const group = await GROUPS.find(({ word }) => word === path[0])?.load();
  if (group === undefined) return undefined;
  const command = path.join(' ');
  const verb = group.verbs.find((candidate) => [group.word, ...candidate.words].join(' ') === command);
  if (verb === undefined)
    return path.length === 1 ? { command, summary: group.summary, endpoint: undefined } : undefined;
  const endpoint = typeof verb.endpoint === 'object' ? Object.values(verb.endpoint)[0] : verb.endpoint;
  return { command, summary: verb.summary, endpoint };
}

/** Returns the words of every command and every command group. */
export async function listCommands(): Promise<readonly string[]> {
  const groups = await Promise.all(GROUPS.map((entry) => entry.load()));
  return groups.flatMap(({ word, verbs }) => [word, ...verbs.map(({ words }) => [word, ...words].join(' '))]);
}
