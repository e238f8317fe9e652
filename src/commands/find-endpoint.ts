/** Finds endpoints by id; only the sections of the catalogue that declare them are loaded. */
import { SECTIONS, type SectionName } from '../catalogue/sections.ts';
import type { Endpoint } from '../catalogue/types.ts';
import { SECTION_IDS } from '../generated/endpoint-sections.ts';
import type { CommandGroup, Verb } from './types.ts';

/** Returns the endpoint with this id; throws a RangeError if no section declares it. */
export async function endpointById(id: string): Promise<Endpoint> {
  for (const [name, ids] of Object.entries(SECTION_IDS)) {
    const at = ids.indexOf(id);
    if (at !== -1) return (await SECTIONS[name as SectionName].load())[at]!;
  }
  throw new RangeError(`the endpoint ${id} is not declared`);
}

/** Returns the endpoints that the verbs of a group call, each once. */
export async function endpointsOfGroup({ verbs }: CommandGroup): Promise<readonly Endpoint[]> {
  return Promise.all([...new Set(verbs.flatMap(endpointIds))].map(endpointById));
}

/** Returns the ids of the endpoints that a verb calls: none, one, or one for each product of `--on`. */
export function endpointIds({ endpoint }: Verb): readonly string[] {
  if (endpoint === undefined) return [];
  return typeof endpoint === 'string' ? [endpoint] : Object.values(endpoint);
}
