/** Finds the command that calls an endpoint, and the command with given words. */
import { GROUPS } from './groups.ts';
import type { EndpointCommand, NamedCommand } from './types.ts';

/** Returns the command that calls each endpoint, by endpoint id; a command that reuses an endpoint is left out. */
export async function commandsByEndpoint(): Promise<ReadonlyMap<string, EndpointCommand>> {
  const commands = new Map<string, EndpointCommand>();
  for (const entry of GROUPS) {
    const group = await entry.load();
    for (const verb of group.verbs) {
      if (verb.endpoint === undefined) continue;
      const words = [group.word, ...verb.words].join(' ');
      const byProduct = typeof verb.endpoint === 'string' ? { '': verb.endpoint } : verb.endpoint;
      for (const [index, [on, id]] of Object.entries(byProduct).entries()) {
        if (verb.reuses?.includes(id) || commands.has(id)) continue;
        commands.set(
          id,
          index === 0 ? { line: words, words, verb } : { line: `${words} --on ${on}`, words, on, verb },
        );
      }
    }
  }
  return commands;
}

/** Returns the command or the command group with these words, such as "trade buy" or "stream". */
export async function findCommand(words: string): Promise<NamedCommand | undefined> {
  const sought = words.split(/\s+/);
  const group = await GROUPS.find(({ word }) => word === sought[0])?.load();
  if (group === undefined) return undefined;
  const command = sought.join(' ');
  const verb = group.verbs.find((candidate) => [group.word, ...candidate.words].join(' ') === command);
  if (verb === undefined)
    return sought.length === 1 ? { command, summary: group.summary, endpoint: undefined } : undefined;
  const endpoint = typeof verb.endpoint === 'object' ? Object.values(verb.endpoint)[0] : verb.endpoint;
  return { command, summary: verb.summary, endpoint };
}
