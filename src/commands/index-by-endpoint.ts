/** Which command calls an endpoint. */
import { GROUPS } from './groups.ts';
import type { EndpointCommand } from './types.ts';

/** Returns the command of each endpoint id. */
export async function commandsByEndpoint(): Promise<ReadonlyMap<string, EndpointCommand>> {
  const commands = new Map<string, EndpointCommand>();
  for (const entry of GROUPS) {
    const group = await entry.load();
    for (const verb of group.verbs) {
      if (verb.endpoint === undefined) continue;
      const words = [group.word, ...verb.words].join(' ');
      const byProduct = typeof verb.endpoint === 'string' ? { '': verb.endpoint } : verb.endpoint;
      for (const [at, [on, id]] of Object.entries(byProduct).entries()) {
        if (verb.borrows?.includes(id) || commands.has(id)) continue;
        commands.set(
          id,
          at === 0 ? { line: words, words, verb } : { line: `${words} --on ${on}`, words, on, verb },
        );
      }
    }
  }
  return commands;
}
