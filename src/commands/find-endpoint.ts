/** Finds the endpoints of commands. */
import { endpointById } from '../app/find-endpoint.ts';
import type { Endpoint } from '../catalogue/types.ts';
import type { CommandGroup, Verb } from './types.ts';

export { endpointById };

/** Returns the endpoints that the verbs of a group call, each once. */
export async function endpointsOfGroup({ verbs }: CommandGroup): Promise<readonly Endpoint[]> {
  return Promise.all([...new Set(verbs.flatMap(endpointIds))].map(endpointById));
}

/** Returns the ids of the endpoints that a verb calls: none, one, or one for each product of `--on`. */
export function endpointIds({ endpoint }: Verb): readonly string[] {
  if (endpoint === undefined) return [];
  return typeof endpoint === 'string' ? [endpoint] : Object.values(endpoint);
}
